"""PARTICIPANTS of a USEBIO file: who played, and what its program made of it."""

from collections.abc import Iterator, Mapping

from scoring.interchange.document import FileAward, FileContestant, FilePerson, Key, PublishedStanding
from scoring.interchange.xml_stream import Node


class Participants:
    """Collects everybody, wherever in the file they are listed."""

    def __init__(self) -> None:
        self.directions: dict[str, set[str]] = {}
        self.people: dict[Key, str] = {}
        self.standings: dict[Key, PublishedStanding] = {}
        self.contestants: dict[Key, FileContestant] = {}
        self.teams_of_pairs: dict[str, str] = {}
        self.has_players_alone = False

    def add_pair(self, node: Node, section: str, team: str = "") -> None:
        number = node.get("PAIR_NUMBER", "PAIR_ID", "NUMBER", "ID")
        direction = side_of(node.get("DIRECTION", "ORIENTATION"))
        if not team:
            self.directions.setdefault(number, set()).update({direction} if direction else ())
        elif number:
            self.teams_of_pairs[number] = team
        key = (section, number, direction)
        players = tuple(_players(node))
        self._add(key, " – ".join(player.name for player in players if player.name), node, players, team)

    def add_player(self, node: Node, section: str) -> None:
        number = node.get("PLAYER_NUMBER", "NUMBER")
        if number:
            self.has_players_alone = True
            person = _person(node)
            self._add((section, number, ""), person.name, node, (person,))

    def add_team(self, node: Node) -> None:
        number = node.get("TEAM_ID", "TEAM_NUMBER", "ID")
        if not number:
            return
        players: list[FilePerson] = list(_players(node))
        for pair in node.all("PAIR"):
            self.add_pair(pair, "", team=number)
            players += [player for player in _players(pair) if player not in players]
        self._add(("", number, ""), node.get("TEAM_NAME", "NAME"), node, tuple(players))

    def _add(self, key: Key, name: str, node: Node, players: tuple[FilePerson, ...], team: str = "") -> None:
        """Who a contestant is, and where the program that wrote the file put it; told twice, both count."""
        self.people[key] = name or self.people.get(key, "")
        standing = PublishedStanding(
            node.get("TOTAL_SCORE", "TOTAL_VICTORY_POINTS", "VICTORY_POINTS", "TOTAL_VPS"),
            node.get("PERCENTAGE", "PERCENT").removesuffix("%").strip(),
            node.get("PLACE", "POSITION", "RANK"),
        )
        if any((standing.total, standing.percent, standing.place)):
            self.standings[key] = standing
        self.contestants[key] = FileContestant(
            players=players or (self.contestants[key].players if key in self.contestants else ()),
            boards=node.get("BOARDS_PLAYED"),
            adjustment=node.get("ADJUSTMENT"),
            handicap=node.get("HANDICAP"),
            awards=tuple(_awards(node)),
            strat=node.get("STRAT_NUMBER", "STRAT"),
            strat_place=node.get("STRAT_PLACE"),
            team=team,
        )


def side_of(text: str) -> str:
    """NS or EW, however it is written; empty for anything else."""
    letters = text.upper().replace("/", "").replace("-", "").replace(" ", "")
    return {"NS": "NS", "EW": "EW", "NORTHSOUTH": "NS", "EASTWEST": "EW"}.get(letters, "")


def _players(node: Node) -> Iterator[FilePerson]:
    for child in node.children:
        if child.tag == "PLAYER":
            person = _person(child)
            if person.name or person.national_id or person.club_id:
                yield person


def _person(node: Node) -> FilePerson:
    name = node.get("PLAYER_NAME", "NAME", "FULL_NAME") or node.text
    return FilePerson(" ".join(name.split()), node.get("NATIONAL_ID_NUMBER", "NATIONAL_ID"), node.get("CLUB_ID_NUMBER"))


def _awards(node: Node) -> Iterator[FileAward]:
    """In an element of their own, several where there are several kinds, or beside everything else."""
    nested: list[Mapping[str, str]] = [child.fields for child in node.all("MASTER_POINTS")]
    for fields in nested or [node.fields]:
        amount = fields.get("MASTER_POINTS_AWARDED") or fields.get("MASTER_POINTS") or ""
        if amount:
            yield FileAward(amount, fields.get("MASTER_POINT_TYPE", ""))
