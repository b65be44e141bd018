"""Twelve invented cases worth reading. Every deal has 52 cards, every auction is legal, every ruling can be argued."""

from __future__ import annotations

from typing import Any

Text = dict[str, Any]

CASES: tuple[Text, ...] = (
    {
        "subject": "The pass that took its time",
        "topic": "tempo",
        "law_refs": ["16B1", "73C", "12C1(b)"],
        "event": "Club pairs, 18 tables, matchpoints",
        "board": 1, "dealer": "N", "vulnerable": "None",
        "deal": "N:AQ765.8.A95.KJ42 JT2.Q54.T72.AT63 K984.73.KJ64.Q85 3.AKJT962.Q83.97",
        "auction": "1S P 3S 4H ~P P 4S P P P",
        "explanations": "3♠ was a limit raise with four trumps.",
        "contract": "4S= N +420", "lead": "♥4",
        "facts": (
            "After West’s 4♥ North thought for about half a minute before passing. All four players agreed. "
            "East-West called the Director when dummy came down."
        ),
        "away": (
            "Seven players of South’s standing were given the South hand without the pause. All had raised to 3♠."
            " Six passed 4♥ at once; the seventh considered doubling and passed. None bid 4♠."
        ),
        "ruling": (
            "North’s pause suggests extra values or extra shape, and so suggests bidding over passing. Passing is"
            " a logical alternative. South may not choose 4♠. Score adjusted to 4♥ by West two down: North-South "
            "+100."
        ),
        "statements": (
            "South: I had a fourth trump, a doubleton heart and both minor honours working; nobody was vulnerable"
            " and a save costs little.\nEast-West: over a pass in tempo we play in 4♥."
        ),
        "decision": (
            "The ruling stands, three votes to none. A limit raise has told its story. With the opponents’ suit "
            "bid in front of partner the decision belongs to the unlimited hand; that hand passed. A player who "
            "holds unauthorized information must carefully avoid taking advantage of it, and the poll leaves no "
            "room for doubt. It is North who could have doubled or bid in tempo."
        ),
        "deposit": "Kept: the poll had been shown to the appellants beforehand.",
    },
    {
        "subject": "Both majors, he said",
        "topic": "mi",
        "law_refs": ["21B3", "20F1", "12C1(c)"],
        "event": "Regional pairs, qualifying session",
        "board": 16, "dealer": "W", "vulnerable": "EW",
        "deal": "N:85.A52.K7.KQJ843 KJT74.Q83.Q6.972 Q92.J976.T9542.A A63.KT4.AJ83.T65",
        "auction": "1NT 2C! P 2H P 3C P P P",
        "explanations": "1NT 12 to 14. South alerted 2♣ and explained it as both majors. Both system cards "
        "say natural, and a new suit over it forcing.",
        "contract": "3C-1 N -50", "lead": "♠J",
        "facts": (
            "East said before the opening lead that he had passed because North was said to hold the majors. The "
            "cards of the pair prove that the explanation, not the bid, was wrong."
        ),
        "away": (
            "Six players were told that 2♣ was natural. Four bid 2♠ with the East hand, one doubled, one passed. "
            "North’s 3♣ was looked at as well: over a forcing 2♥ nobody polled found another call."
        ),
        "ruling": (
            "Misinformation; East’s pass was based on it. Weighted score for both sides: 60% of 2♠ made by East "
            "(East-West +110), 40% of 3♣ one down (East-West +50)."
        ),
        "statements": (
            "North-South: with eight points and a flat hand the pass is routine.\nEast-West: with a right "
            "explanation everybody bids 2♠, and the weight of 3♣ is far too high."
        ),
        "decision": (
            "Changed, two votes to one: 75% of 2♠ made, 25% of 3♣ one down. Four of six bid at once and a fifth "
            "acted. After 2♠ some North players go on to 3♣ and play there, so that a share of that result "
            "belongs in the score: it can be reached without the infraction. Each outcome is matchpointed first "
            "and weighted afterwards."
        ),
        "dissent": "The minority would have left the weights: two of six who do not bid 2♠ are near his 40%.",
        "deposit": "Returned.",
    },
    {
        "subject": "One trump too few",
        "topic": "claim",
        "law_refs": ["70C", "68C"],
        "event": "Friday teams",
        "board": 3, "dealer": "S", "vulnerable": "EW",
        "deal": "N:K742.A642.83.A74 T63.3.T9652.JT96 A5.KQJ85.AKQ7.83 QJ98.T97.J4.KQ52",
        "auction": "1H P 3H P 4NT P 5H P 6H P P P",
        "explanations": "4NT asked for key cards, 5♥ showed two without the queen.",
        "contract": "6H= S claimed", "lead": "♣K",
        "facts": (
            "South won the club in dummy, cashed ♥A and led a heart to the king, on which East discarded; then "
            "she cashed ♦A and ♦K and faced her hand: “I give you a club.” West pointed to the ♥10."
        ),
        "ruling": (
            "A trump was out, the claim did not mention it, it is likely that the claimer was not aware of it, "
            "and a trick could be lost to it by normal play: if the ♦Q is cashed next West ruffs higher than "
            "dummy can, and a club is still to be lost. 6♥ one down."
        ),
        "statements": "South: I had seen East show out. Of course I draw the last trump, I had only not come to it.",
        "decision": (
            "The ruling stands. The three conditions of the Law were weighed one by one. That East’s discard was "
            "seen two tricks earlier does not help: a player who knows of a trump draws it before cashing side "
            "winners, or says so. To play ♦Q first is careless, and normal play includes the careless."
        ),
        "deposit": "Returned: the point was worth an argument.",
    },
    {
        "subject": "Six clubs that were never cashed",
        "topic": "revoke",
        "law_refs": ["64A2", "64C1"],
        "event": "Club pairs, matchpoints",
        "board": 7, "dealer": "S", "vulnerable": "All",
        "deal": "N:842.73.85.AKJ652 J97.T96.KQT6.T73 AK53.AJ4.A742.98 QT6.KQ852.J93.Q4",
        "auction": "1NT P 3NT P P P",
        "explanations": "1NT 15 to 17.",
        "contract": "3NT-1 S -100", "lead": "♥5",
        "facts": (
            "South won the ten with the knave and ran ♣8 to dummy’s knave; East discarded a diamond though he "
            "held three clubs. South came to hand in spades and led ♣9 to queen and king, to which East followed "
            "without a word. ♣A came next, the fourth club lost to East’s ten, and dummy had no entry: three "
            "clubs and five side tricks made eight. The Director was called at the end of play."
        ),
        "ruling": (
            "East did not win the revoke trick and his side won a later one: one trick is transferred. That makes"
            " 3NT just made. The Director then looked at equity: without the revoke East’s clubs are gone after "
            "three rounds and six tricks are cashed there. One trick is not enough compensation; score adjusted "
            "to 3NT with two overtricks, +660."
        ),
        "statements": "East: the penalty for a revoke is one trick, it stands in the book, and I have paid it.",
        "decision": (
            "The ruling stands. The transfer of tricks is the rectification, and where it leaves the "
            "non-offending side short the Director assigns the score that was likely without the irregularity. "
            "Two spades, two hearts, a diamond and six clubs are eleven tricks, and no line that starts with the "
            "same finesse takes fewer."
        ),
        "deposit": "Kept.",
    },
    {
        "subject": "One heart over one spade",
        "topic": "call",
        "law_refs": ["27B1(a)", "27D", "27A1"],
        "event": "Wednesday pairs",
        "board": 9, "dealer": "N", "vulnerable": "EW",
        "deal": "N:AQJ84.72.KJ5.Q64 73.AJ964.AT4.KJ2 T95.53.9862.T873 K62.KQT8.Q73.A95",
        "auction": "1S 2H P 4H P P P",
        "explanations": "East first bid 1♥, not having seen North’s opening; South did not accept it. East made it 2♥.",
        "contract": "4H= E +620", "lead": "♠10",
        "facts": "Nobody disputes what happened. East said at the table that he had meant to open.",
        "ruling": (
            "Both bids are natural and 2♥ is the lowest sufficient bid in the suit: the auction goes on without "
            "further rectification. At the end of play the Director saw no damage: West’s raise owes nothing to "
            "the infraction."
        ),
        "statements": (
            "North-South: an opening bid promises twelve points, an overcall nine. West knew of three points that"
            " the auction had not shown, and bid a game that others missed."
        ),
        "decision": (
            "The ruling stands. The question is what would have happened without the insufficient bid’s help. "
            "West has fourteen points and four trumps opposite a vulnerable overcall at the two level: five of "
            "five players asked by the committee bid 4♥. That 2♥ is legal does not protect the side from an "
            "adjustment; the hand does."
        ),
        "deposit": "Returned.",
    },
    {
        "subject": "“Heart”",
        "topic": "played-card",
        "law_refs": ["46B2", "46A", "45C4(b)"],
        "event": "League, second division",
        "board": 11, "dealer": "S", "vulnerable": "None",
        "deal": "N:KT84.A62.K75.Q63 53.T973.J962.T84 AQJ96.K4.A83.K75 72.QJ85.QT4.AJ92",
        "auction": "1S P 3S P 4S P P P",
        "contract": "4S= S +420", "lead": "♥Q",
        "facts": (
            "South won in hand, dummy playing the two, drew trumps and lost two clubs and a diamond. With two "
            "trumps and ♥4 left she led the heart. West followed with the eight, and she said “heart” to dummy, "
            "which held ♥A, ♥6 and a trump. Dummy touched the six, East played the nine, and South said: “The "
            "ace, obviously.” All agree on the words and their order."
        ),
        "ruling": (
            "A suit named without a rank is a call for its lowest card unless another intention is "
            "incontrovertible. Declarer who has nothing but trumps besides plays the ace in every line that can "
            "be imagined: it was played."
        ),
        "statements": (
            "East-West: incontrovertible is a strong word. She was looking at her own cards; people do forget "
            "dummy’s."
        ),
        "decision": (
            "The ruling stands, two votes to one. With three cards left and every other trick played there is no "
            "layout in which letting the defenders win a heart gains anything: that is not a line but an "
            "accident. The words came in one breath. The committee adds that naming the card would have spared "
            "everybody an hour."
        ),
        "dissent": (
            "The Law asks what the words meant, not what was sensible. Declarers do duck in error; an intention "
            "that has to be inferred from the merits of a play is not incontrovertible."
        ),
        "deposit": "Returned.",
    },
    {
        "subject": "A spade that was not there",
        "topic": "psyche",
        "law_refs": ["40C1", "40A3"],
        "event": "County pairs",
        "board": 8, "dealer": "W", "vulnerable": "None",
        "deal": "N:97632.K32.84.QT4 84.J975.QT62.K83 AQT.AT6.KJ53.A75 KJ5.Q84.A97.J962",
        "auction": "P P 1S X 2S P P 2NT P P P",
        "explanations": "East’s 1♠ in third seat was a psychic call. West had passed as dealer.",
        "contract": "2NT+1 S +150", "lead": "♠5",
        "facts": (
            "North-South had eight spades between them and never found out who was joking. They asked the "
            "Director whether West had “fielded” the psyche by bidding only 2♠ with eleven points and three "
            "trumps."
        ),
        "away": (
            "Of six players with the West hand opposite a third-seat opening and after a double, two redoubled, "
            "two bid 2NT as a raise, one bid 3♠ and one 2♠. The pair has no record of psychic calls."
        ),
        "ruling": (
            "West’s underbid allows for a psyche and is evidence of an understanding that was not disclosed: an "
            "illegal agreement. Average minus to East-West, average plus to North-South."
        ),
        "statements": (
            "West: eleven flat points, a lone queen and a lone knave among them, after a strong hand had doubled:"
            " I took off a trick and bid what was left."
        ),
        "decision": (
            "Changed, two votes to one: the result at the table stands. A psyche is legal as long as partner is "
            "as much in the dark as the opponents. One underbid, explained by a flat hand, by a pair without "
            "history, is not enough to find an understanding. The Director was right to ask, to poll and to file "
            "a report."
        ),
        "dissent": "Five of six peers do more. The balance of probabilities asks for no more than that.",
        "deposit": "Returned.",
    },
    {
        "subject": "Five options, three of them told",
        "topic": "lead",
        "law_refs": ["82C", "54", "50D2"],
        "event": "Monday pairs",
        "board": 2, "dealer": "E", "vulnerable": "NS",
        "deal": "N:32.QJT75.K4.AT72 K65.A84.J732.J95 JT987.62.T98.K63 AQ4.K93.AQ65.Q84",
        "auction": "P P 1NT P 2NT P 3NT P P P",
        "explanations": "1NT 15 to 17, 2NT inviting.",
        "contract": "3NT-1 W -50", "lead": "♠J by South, out of turn",
        "facts": (
            "South faced ♠J though it was North’s lead. The Director offered declarer to accept the lead with "
            "either hand as dummy, or to forbid a spade. He did not mention that declarer could require a spade, "
            "nor that the card could stay on the table as a penalty card with North free to lead. West forbade a "
            "spade; North led ♥Q."
        ),
        "ruling": "The Director let the result stand when asked after the session: a choice had been offered and made.",
        "statements": (
            "East-West: told of all options we ask for a spade, which runs round to the ace-queen, and have the "
            "time to set up the diamonds."
        ),
        "decision": (
            "On the point of law the Director in charge ruled himself, before the committee met, that his "
            "explanation had been incomplete: a Director’s error. The board could no longer be scored normally. "
            "The committee was left with the score and treated both sides as non-offending: East-West get 3NT "
            "made, North-South keep the result at the table."
        ),
        "deposit": "Returned.",
    },
    {
        "subject": "Thirty-one minutes",
        "topic": "procedure",
        "law_refs": ["92B", "92C"],
        "event": "Monthly teams",
        "facts": (
            "The official score was available at 22.40. The regulations leave the thirty minutes of the Laws. At "
            "23.11 a captain asked for a review of a ruling of the second match. The clock of the hall and the "
            "server agreed."
        ),
        "ruling": "The request was refused as out of time, and kept with the reason.",
        "statements": "The captain: we had been looking for our fourth player, who had the car.",
        "decision": (
            "Not heard. The right to appeal expires; neither the Director nor a committee can revive it. A ruling"
            " that is given after the official score runs its own time from when the side is told, but this one "
            "had been given and told at the table. The captain was reminded that a request takes one sentence and"
            " can be withdrawn."
        ),
        "deposit": "None was taken.",
    },
    {
        "subject": "Only one of us is unhappy",
        "topic": "procedure",
        "law_refs": ["92D1", "92A"],
        "event": "Seniors’ pairs",
        "facts": (
            "East asked for a review within five minutes. West, asked by the Director, said that the ruling was "
            "fair and that she wanted to go home."
        ),
        "ruling": "Without the concurrence of both members of the partnership the appeal was not put before anybody.",
        "statements": "East: in an individual I would not have to ask her.",
        "decision": (
            "Not heard, and rightly so. East is also right about individuals: there an appellant does not need "
            "the partner. In a team the captain’s word would be enough, and would be needed. The deposit had been"
            " taken before West was asked; the right order is the other way round."
        ),
        "deposit": "Returned.",
    },
    {
        "subject": "A committee that knew the Law better",
        "topic": "procedure",
        "law_refs": ["93B3", "50D2", "93B1"],
        "event": "Regional teams, semi-final",
        "facts": (
            "A defender had a major penalty card, ♠10, and his partner was on lead. Declarer forbade spades. "
            "Partner led hearts, won the trick and led spades. The Director allowed it."
        ),
        "ruling": (
            "The prohibition had been exercised once, the Director said, and the card had gone back to the hand "
            "with it."
        ),
        "statements": (
            "Declarer: he may not lead the suit for as long as he keeps the lead. The card was picked up, the "
            "prohibition was not."
        ),
        "decision": (
            "The committee agreed with declarer: the ban lasts while the offender’s partner retains the lead. It "
            "had first written down a new score. The chair was reminded that a committee may not overrule the "
            "Director in charge on a point of law, and the decision was published as a recommendation. The "
            "Director in charge read the paragraph again, followed it on the same evening and adjusted the score "
            "himself."
        ),
        "deposit": "Returned.",
    },
    {
        "subject": "Words across the table",
        "topic": "conduct",
        "law_refs": ["91A", "74A2", "93B3"],
        "event": "Christmas pairs",
        "facts": (
            "After a misdefence South called his partner a name that the form does not repeat, loud enough for "
            "three tables. He had been warned in the second round. The Director fined him a quarter of a top."
        ),
        "ruling": "Disciplinary penalty of 25% of a top for the pair.",
        "statements": "North, the partner: I had earned the name, but not half of the fine.",
        "decision": (
            "The ruling stands. Nobody but the Director in charge can change a penalty given to keep order; the "
            "committee can recommend a change and saw no reason to. It notes with sympathy that in pairs the fine"
            " meets the victim as well, and that this is what makes partners quiet."
        ),
        "deposit": "Returned to North, who had paid it.",
    },
)  # fmt: skip

COMMENTS: tuple[tuple[int, str, str], ...] = (
    (
        1,
        "Prof. Renonce",
        "A model case: the poll was taken before the hearing, and shown. More cases would end there.",
    ),
    (2, "A. Tenace", "The arithmetic is right. I should have liked to hear what the doubler would have done next."),
    (6, "Prof. Renonce", "I am with the minority. “Incontrovertible” is not “sensible”."),
    (7, "A. Tenace", "The better use of the evening would have been a report of hand, which is how histories begin."),
)
