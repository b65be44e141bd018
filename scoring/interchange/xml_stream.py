"""XML read as it comes: what each element holds, when it ends, and never the whole tree.

No entity is ever looked up but the five of XML itself, and nothing outside the file is fetched. Names are upper case
without their namespace, since programs write either.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from html.entities import name2codepoint
from xml.etree.ElementTree import Element, ParseError, XMLParser
from xml.parsers.expat import ExpatError, ParserCreate

from scoring.interchange import sentences
from scoring.interchange.document import FileError

DEEPEST = 100
_CHUNK = 1 << 16
_ENCODING = re.compile(rb"^[^>]{0,200}?encoding\s*=\s*[\"']([\w.:-]+)[\"']")


class Node:
    """An element that has others in it: its attributes and simple elements as fields, the first of a name."""

    __slots__ = ("children", "fields", "tag", "text")

    def __init__(self, tag: str, fields: dict[str, str]) -> None:
        self.tag = tag
        self.fields = fields
        self.children: list[Node] = []
        self.text = ""

    def get(self, *names: str) -> str:
        """The first field of these names that says something."""
        return next((value for name in names if (value := self.fields.get(name, ""))), "")

    def all(self, tag: str) -> "list[Node]":
        return [child for child in self.children if child.tag == tag]


class _Names(dict[str, str]):
    """`{namespace}Tag` and `ns:tag` to `TAG`, each worked out once."""

    are_plain = True  # so far, nothing had to be worked out

    def __missing__(self, tag: str) -> str:
        name = self[tag] = tag.rpartition("}")[2].rpartition(":")[2].upper()
        if name != tag and tag != "Version":
            self.are_plain = False
        return name


class Stream:
    """Feeds a file to whoever waits for its elements, and drops each as soon as it is over.

    `ends` has what to do with an element of a name when it is over, given the elements around it, the innermost last.
    One that is named there is not kept in the element around it; `starts` is called when it begins. Those in `whole`
    are handed over as they are, their names made plain: what a file has thousands of.
    """

    def __init__(
        self,
        name: str,
        ends: Mapping[str, Callable[[Node, "list[Node]"], None]],
        starts: Mapping[str, Callable[[Node], None]] | None = None,
        whole: Mapping[str, Callable[[Element, "list[Node]"], None]] | None = None,
    ) -> None:
        self.name = name
        self.ends, self.starts, self.whole = ends, starts or {}, whole or {}
        self.open: list[Node] = []
        self.elements: list[Element] = []  # those behind `open` that are not over yet
        self.root: Node | None = None
        self.names = _Names()

    def feed(self, data: bytes, *, encoding: str | None = None) -> None:
        _check_prolog(data, self.name, encoding)
        parser = _parser(encoding)
        begun: list[tuple[str, Element]] = []
        parser._setevents(begun, ("start",))  # type: ignore[attr-defined]  # as `XMLPullParser` does
        view = memoryview(data)
        for start in range(0, len(data), _CHUNK):
            parser.feed(view[start : start + _CHUNK])
            if begun and not self.elements:
                parser._setevents(begun, ())  # type: ignore[attr-defined]  # the root was all that was wanted
                self._begin(begun[0][1])
                begun.clear()
            if self.elements:
                self._advance(0, is_over=False)
        parser.close()
        if self.elements:
            self._advance(0, is_over=True)
            self.root = self.open[0]

    def _advance(self, level: int, *, is_over: bool) -> None:
        """Take what is over in an open element: everything but the last thing in it, unless it is over itself."""
        element = self.elements[level]
        within = list(element)
        for child in within if is_over else within[:-1]:
            if level + 1 < len(self.elements) and self.elements[level + 1] is child:
                self._advance(level + 1, is_over=True)
                del self.elements[level + 1 :]
                self._finish()
            else:
                self._take(child)
        if is_over:
            del element[:]
        elif within:
            del element[:-1]
            last = within[-1]
            if len(last) and self.names[last.tag] not in self.whole:
                if level + 1 == len(self.elements):
                    self._begin(last)
                self._advance(level + 1, is_over=False)

    def _begin(self, element: Element) -> None:
        if len(self.open) >= DEEPEST:
            raise FileError(sentences.TOO_DEEP, path=self.name)
        self.elements.append(element)
        self.open.append(self._node(element))

    def _node(self, element: Element) -> Node:
        names = self.names
        node = Node(names[element.tag], {})
        if element.keys():  # to ask for `attrib` would make one for every element
            node.fields = {names[name]: value.strip() for name, value in element.attrib.items()}
        node.text = (element.text or "").strip()
        if node.tag in self.starts:
            self.starts[node.tag](node)
        return node

    def _take(self, element: Element) -> None:
        """An element that is over, with everything in it."""
        names, ends, whole = self.names, self.ends, self.whole
        name = names[element.tag]
        if name in whole:
            whole[name](self._plain(element), self.open)
            return
        if not (len(element) or name in ends or element.keys()):
            fields = self.open[-1].fields
            if not fields.get(name):
                fields[name] = (element.text or "").strip()
            return
        if len(self.open) >= DEEPEST:
            raise FileError(sentences.TOO_DEEP, path=self.name)
        node = self._node(element)
        self.open.append(node)
        fields = node.fields
        for child in element:
            tag = names[child.tag]
            if len(child) or tag in ends or tag in whole or child.keys():
                self._take(child)
            elif tag not in fields or not fields[tag]:
                fields[tag] = (child.text or "").strip()
        self._finish()

    def _plain(self, element: Element) -> Element:
        if not self.names.are_plain:
            for depth, inner in enumerate(element.iter()):
                inner.tag = self.names[inner.tag]
                if depth and inner.attrib:
                    inner.attrib = {self.names[name]: value for name, value in inner.attrib.items()}
        return element

    def _finish(self) -> None:
        node = self.open.pop()
        if node.text and not self.open[-1].fields.get(node.tag):
            self.open[-1].fields[node.tag] = node.text
        handler = self.ends.get(node.tag)
        if handler is None:
            self.open[-1].children.append(node)
        else:
            handler(node, self.open)


class _Started(Exception):
    """The first element has begun: what stands before it is sound."""


def _check_prolog(data: bytes, name: str, encoding: str | None) -> None:
    """Refuse entities, which can only be defined before the first element."""
    parser = ParserCreate(encoding)

    def refuse(*_anything: object) -> int:
        raise FileError(sentences.ENTITIES, path=name)

    def stop(*_anything: object) -> None:
        raise _Started

    parser.EntityDeclHandler = parser.UnparsedEntityDeclHandler = refuse
    parser.ExternalEntityRefHandler = refuse
    parser.StartElementHandler = stop
    with suppress(_Started):
        for start in range(0, len(data), _CHUNK):
            parser.Parse(data[start : start + _CHUNK], False)


def _parser(encoding: str | None) -> XMLParser:
    """Letters that HTML names are known too: some programs write them although XML does not know them."""
    parser = XMLParser(encoding=encoding)  # noqa: S314 - `_check_prolog` has refused what could do harm
    parser.entity.update({entity: chr(code) for entity, code in name2codepoint.items()})
    return parser


def read_xml(data: bytes, name: str, make: Callable[[], Stream]) -> tuple[Stream, bool]:
    """The stream after the whole file, and whether its letters had to be taken for Western European ones.

    `make` gives a new stream: the file is read again where it says nothing of its letters and they are not UTF-8.
    """
    stream = make()
    try:
        stream.feed(data)
    except FileError:
        raise
    except (ExpatError, ParseError, ValueError, LookupError) as error:
        if declared_encoding(data) or _is_utf8(data):
            raise _damage(data, name, error) from None
    else:
        return stream, False
    stream = make()
    try:
        stream.feed(data, encoding="windows-1252")
    except FileError:
        raise
    except (ExpatError, ParseError, ValueError, LookupError) as error:
        raise _damage(data, name, error) from None
    return stream, True


def declared_encoding(data: bytes) -> str:
    declared = _ENCODING.match(data[:300].removeprefix(b"\xef\xbb\xbf").lstrip())
    return declared[1].decode("ascii") if declared else ""


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _damage(data: bytes, name: str, error: Exception) -> FileError:
    """Damaged XML, or sound XML in other letters than it says: people can mend the second themselves."""
    encoding = declared_encoding(data) or "utf-8"
    try:
        data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return FileError(sentences.BAD_XML_ENCODING, path=name, encoding=encoding.upper())
    return FileError(sentences.BAD_XML, path=name, line=getattr(error, "position", (getattr(error, "lineno", 0),))[0])
