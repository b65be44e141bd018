"""Names that nobody has: bridge terms put together as given and family names, in eight scripts."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Script:
    """Words to combine into names (_ stands for a space), their bearers' languages, and how many they are."""

    languages: tuple[str, ...]
    share: int
    family: str
    given: str
    pattern: str = "{given} {family}"

    def names(self, rng: random.Random) -> Iterator[str]:
        pairs = list(itertools.product(self.family.split(), self.given.split()))
        rng.shuffle(pairs)
        return (self.pattern.format(given=given, family=family.replace("_", " ")) for family, given in pairs)


LATIN = Script(
    languages=("en", "fr", "de", "pl", "sv", "lv", "tr", "es"),
    share=164,
    given=(
        "Trixie Hønør Slåm Zoë Tenacé Łucja Böðvar Šárka Çınar Ñandú Überta Kõige Ruffina Oddvar Entrée"
        " Žetons Vîdo Coupette Émile Jörg Åsa Deucia Bérénice Sixten"
    ),
    family=(
        "Trümpf Slamström Squeezowski Doublé Kontrášek Łewicki Åpningsbud Überstich Coupdecœur Entame"
        " Impassé Schlemmer Honneur Notrumpsson Bezatū Fitzfit Yarborougheau Voidsdóttir Singletonić"
        " Kozlamaz Endplayç Renonça Zwölfstich Cuebídder"
    ),
)
CYRILLIC = Script(
    languages=("uk", "bg", "sr", "ru"),
    share=48,
    given=("Пика Черва Бубна Трефа Контра Тузик Валетина Дамиан Королина Фортель"),
    family=("Большешлем Малошлем Реконтренко Взяткович Ренонсюк Импасов Сквизенко Заявкин Бескозырный Прикупец"),
)
GREEK = Script(
    languages=("el",),
    share=40,
    given=("Μπαζούλα Ατούλης Σλεμίνα Πασίφλορα Κοντρίτσα Ασσούλα Ρηγάκος Νταμίτσα Βαλές"),
    family=("Ατουτίδης Μπαζόπουλος Σλεμάκης Κοντρίδης Πασόπουλος Εμπασάκης Μοροπούλου Λεβεδίδης Σπαθοκαρίδης"),
)
THAI = Script(
    languages=("th",),
    share=44,
    given=("โพดำ โพแดง ข้าวหลามตัด ดอกจิก เอซ แหม่ม แจ็ค ทรัมป์ สิบแต้ม"),
    family=("ตัดทรัมป์ ไม่มีทรัมป์ แกรนด์สแลม ดับเบิลใหญ่ รีดับเบิล ประมูลเก่ง กินเกินแต้ม ฟิเนสงาม พาสตลอด"),
)
CHINESE = Script(
    languages=("zh",),
    share=40,
    given=("满贯 飞张 加倍 无将 明手 超墩 挤牌 叫牌 将吃 定约"),
    family=("黑桃 红心 方块 梅花 大牌 小牌"),
    pattern="{family}{given}",
)
JAPANESE = Script(
    languages=("ja",),
    share=36,
    given=("切札郎 宣言子 無札之介 一巻美 倍丸 最後乃"),
    family=("ダミー スラム フィネス スクイズ ダブル トリック ビッド レイズ"),
    pattern="{family} {given}",
)
ARABIC = Script(
    languages=("ar",),
    share=16,
    given=("آس ملكة شايب ورقة لعبة"),
    family="أبو_طرنيب ابن_الآس بنت_الكبة أبو_دبل ابن_الديناري أم_السباتي",
)
HEBREW = Script(
    languages=("he",),
    share=16,
    given=("אס מלכה נסיך תלתן עלה"),
    family=("בן־שליט בת־דומם בר־עקיפה בן־הכרזה בר־כפל בת־לקיחה"),
)
SCRIPTS = (LATIN, CYRILLIC, GREEK, THAI, CHINESE, JAPANESE, ARABIC, HEBREW)


def invented(rng: random.Random) -> list[tuple[str, list[str]]]:
    """Everybody's name with the languages they speak, mixed."""
    people = [
        (name, _languages(rng, script))
        for script in SCRIPTS
        for name in itertools.islice(script.names(rng), script.share)
    ]
    rng.shuffle(people)
    return people


def _languages(rng: random.Random, script: Script) -> list[str]:
    """One's own, and for most of them some English."""
    first = rng.choice(script.languages)
    return [first, "en"] if first != "en" and rng.random() < 0.6 else [first]
