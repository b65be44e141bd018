"""What goes wrong in the engine, said once: a sentence with named gaps, so that the edge can translate it."""

from collections.abc import Mapping


class ScoringError(ValueError):
    """A sentence for a person: `sentence` is the untranslated template, `gaps` fills it."""

    def __init__(self, sentence: str, **gaps: object) -> None:
        super().__init__(sentence % gaps)
        self.sentence = sentence
        self.gaps: Mapping[str, object] = gaps


class NotationError(ScoringError):
    """Something typed cannot be read as a contract, a card, a result or a score."""


class SheetError(ScoringError):
    """The scoresheet contradicts itself or asks for what the method cannot give."""


EMPTY_CONTRACT = "The contract is empty: type one such as 4S, 3NTX or PASS."
BAD_CONTRACT = "'%(text)s' is not a contract: type the level 1 to 7, the suit C, D, H, S or NT, then X or XX."
BAD_LEVEL = "'%(text)s' is not a contract: the level must be 1 to 7."
BAD_RESULT = "'%(text)s' is not a result: type a contract and =, +1 or -1, such as 4S= or 3NTX-2."
BAD_MARGIN = "'%(text)s' is not a possible result: %(contract)s can end between -%(down)d and +%(over)d."
BAD_TRICKS = "%(tricks)s tricks are impossible: declarer wins 0 to 13."
NO_TRICKS = "%(contract)s has no number of tricks: type how many declarer won, 0 to 13."
NO_DECLARER = "%(contract)s has no declarer: type N, E, S or W."
BAD_SEAT = "'%(text)s' is not a seat: type N, E, S or W."
BAD_CARD = "'%(text)s' is not a card: type suit and rank, such as SK or H10."
BAD_VULNERABILITY = "'%(text)s' is not a vulnerability: type None, NS, EW or All."
BAD_BOARD = "'%(text)s' is not a board number: type 1 or more."
BAD_NUMBER = "'%(text)s' is not a number."
BAD_WEIGHTS = "The weights add up to %(total)s instead of 100%%."
BAD_LINE = (
    "'%(text)s' cannot be read: type a contract such as 4S= N, North-South's score such as 420 or -50, "
    "A+, A or A- for an artificial score, P for passed out, NP for not played."
)
BAD_SCORE_HERE = "No contract gives %(score)s at the vulnerability of this board: look at the score again."
BAD_SCORE = "%(score)s is not a score that a contract can give."
BAD_ARTIFICIAL = "'%(text)s' is not an artificial score: type A+, A or A-, for each side such as A+/A-, or A60/40."
UNKNOWN_PROFILE = "There is no scoring profile '%(name)s'; there are %(known)s."
UNKNOWN_METHOD = "There is no scoring method '%(name)s'; there are %(known)s."
TWICE_ON_BOARD = "Contestant %(contestant)s is twice on board %(board)s: remove one of the two lines."
NO_BOARDS_IN_MATCH = "Victory points need at least one board in the match."
BAD_LIMITS = "'%(limits)s' are no limits of a victory-point scale: write rising margins such as 0,2,4,7."
BANDS_NOT_RISING = "The limits of a victory-point scale must rise: %(limits)s do not."
NO_PERCENT_COLUMN = "There are victory points for a percentage over %(least)s to %(most)s boards, not for %(boards)s."
NO_SCALE = "There is no victory-point scale '%(name)s'; there are %(known)s."
EMPTY_DEAL = "The deal is empty: type four hands such as N:AKQ2.J54.T98.762 and so on, clockwise."
BAD_DEAL_START = "The deal starts with '%(text)s': begin it with N:, E:, S: or W:, the seat of its first hand."
BAD_DEAL_DEALER = "The deal starts with dealer '%(text)s': type 1 for South, 2 for West, 3 for North or 4 for East."
BAD_DEAL_HANDS = "The deal has %(found)d hands: give four; one of them may be left out, and is filled in."
BAD_DEAL_SUITS = "%(seat)s's hand '%(text)s' has %(found)d suits: give four with dots between them, spades first."
BAD_DEAL_CARD = "%(seat)s's hand has '%(text)s' in %(suit)s, which is no card: use A, K, Q, J, T and 9 to 2."
NO_DEAL_SUIT = "%(seat)s's hand has '%(text)s' before any suit: type S, H, D or C before the cards of the suit."
CARD_IN_TWO_HANDS = "%(card)s is in %(first)s's hand and in %(second)s's: take it out of one of them."
CARD_TWICE_IN_HAND = "%(card)s is twice in %(seat)s's hand: change or remove one of the two."
LONG_HAND = "%(seat)s's hand has %(found)d cards instead of 13: take out %(over)d."
SHORT_HAND = "%(seat)s's hand has %(found)d cards instead of 13; no hand has %(missing)s: add what belongs there."
SHORT_HAND_ALONE = "%(seat)s's hand has %(found)d cards instead of 13: add %(under)d; a hand left out needs full ones."
UNKNOWN_HANDS = "The hands of %(seats)s are not given: type their cards; only one hand can be filled in."
BAD_DEAL_NUMBER = "%(number)s is not the number of a deal: they run from 0 to %(last)d."
STUCK_SOURCE = "The source of random numbers gave the same deal %(times)d times: no board was dealt; check the source."
BAD_COUNT = "%(count)s boards cannot be dealt: ask for 1 or more."
