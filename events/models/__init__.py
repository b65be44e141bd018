from events.models.boards import Board, BoardRelease, BoardSet, DealFile, SealOpening
from events.models.claims import SeatClaim
from events.models.contestants import Contestant, Entrant, LineUp, PartnerWish, Place, Substitution
from events.models.events import Event, Series
from events.models.money import TableMoney
from events.models.plays import Play, TableRound
from events.models.sessions import Clock, Section, Session, SessionOfficial, StandingCode, TableCode

__all__ = [
    "Board",
    "BoardRelease",
    "BoardSet",
    "Clock",
    "Contestant",
    "DealFile",
    "Entrant",
    "Event",
    "LineUp",
    "PartnerWish",
    "Place",
    "Play",
    "SealOpening",
    "SeatClaim",
    "Section",
    "Series",
    "Session",
    "SessionOfficial",
    "StandingCode",
    "Substitution",
    "TableCode",
    "TableMoney",
    "TableRound",
]
