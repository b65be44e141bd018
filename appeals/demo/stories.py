"""What the people of the demo's appeals have to say, by the ruling they appeal against and the side that appeals."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class DemoStory:
    """`own` is the appellants' statement, `other` the other side's; the rest is of the hearing and the decision."""

    grounds: str
    own: str = ""
    other: str = ""
    # What is said at the hearing: a question of the committee and its answer.
    director: str = ""
    question: str = ""
    answer: str = ""
    facts: str = ""
    reasons: str = ""
    dissent: str = ""
    # Why it goes on to the federation, and what the federation says.
    further: str = ""
    final: str = ""
    # Why it ended early.
    ended: str = ""


STORIES = {
    ("L27", "NS"): DemoStory(
        "Nobody told us before the correction what each call would lead to; after a double we stay out of game."
    ),
    ("L27", "EW"): DemoStory(
        "4♥ owed something to the first bid. Left alone we play in 2♠ and make it.",
        ended="Said so at the desk: 2♥ says all that 1♥ had said, and the ruling is fair.",
    ),
    ("L61", "NS"): DemoStory(
        "Without the revoke there are eleven tricks, and two more make thirteen.",
        ended="Played through again with the director: without the revoke there are ten, and eleven is what they got.",
    ),
    ("L61", "EW"): DemoStory("Without the ruff they make ten tricks. The ruling gives them eleven: one too many."),
    ("L16B", "NS"): DemoStory(
        "Opener’s hand had more to say: passing 4♥ was never an alternative.",
        own=(
            "The opening hand had bid spades once and had two more tricks than it had shown. Every player whom we "
            "asked in the bar bid 4♠ without knowing of any pause. Ten seconds over a jump to 4♥ is what the Laws ask"
            " for."
        ),
    ),
    ("L16B", "EW"): DemoStory(
        "4♥ makes on every lead but one, and nobody finds that one: the 40% should not be there.",
        own=(
            "We agree with everything but the weights. A spade, a heart and a club all let 4♥ make. A diamond beats "
            "it, and nobody leads that whose partner has opened 1♠. One down is the analyst’s result, not the table’s."
        ),
        other=(
            "The killing lead is the short suit, and many would try it for a ruff with the South hand. We think that "
            "4♠ should have counted, but we accept the ruling and ask that it stays as it is."
        ),
        director=(
            "A pause of about ten seconds before the pass over 4♥, agreed by three of the four. Five players were "
            "asked: three passed, two bid 4♠. Play of 4♥ was looked at with two colleagues: one down after a diamond "
            "lead."
        ),
        question="How would you have played 4♥ after a diamond lead?",
        answer="The ace, and trumps. Then I have to find the clubs, and I see now that they are wrong.",
    ),
    ("L21", "NS"): DemoStory("Told that 2♣ was a relay we are never in 3NT: all of the score should be 4♥ made."),
    ("L21", "EW"): DemoStory(
        "The explanation was wrong, but nothing came of it: they misbid, and were one down by themselves.",
        own=(
            "North looked at our card while the auction was on and could see what 2♣ meant. 3NT went down by the "
            "way it was played, not because of anything that we said."
        ),
        other=(
            "North looked at the card for the range of the opening bid and had no reason to doubt what was said at "
            "the table. We are entitled to both, a card and an explanation that agree."
        ),
        director=(
            "Whether North had read the line about 2♣ could not be found out. An explanation that contradicts the "
            "card is misinformation, and the score was adjusted for it."
        ),
        question="Did you read what the card says about 2♣?",
        answer="I did. I thought they had changed it and trusted what I was told.",
        facts="North had read the right meaning on the card and decided to believe the explanation.",
        reasons=(
            "A player who has both meanings before them asks again, or calls the director. The majority finds that "
            "the damage was not caused by the explanation: the result at the table counts again."
        ),
        dissent=(
            "A player may believe what opponents say. Between a card and a spoken answer the risk is with those who "
            "contradict themselves."
        ),
        further="Who bears the risk when a card and an explanation differ should be the same in all clubs.",
    ),
    ("L53", "NS"): DemoStory(
        "West had reached for a card before saying that the lead was not accepted.",
        own=(
            "West’s hand was on a card and half out of the rest when East said “wrong hand”. That is accepting the "
            "lead, and partner’s word came too late."
        ),
        other=(
            "West had not detached any card. East may draw attention to a lead from the wrong hand, as any player "
            "may, and West, whose right it is, did not accept it."
        ),
        director="All four agree on the words; two saw a card move, two did not. It was not faced and not played.",
        question="Was the face of the card to be seen by anybody?",
        answer="No. I saw the back of it move, that is all.",
        facts="A card was touched and not played. The lead was refused before either defender had followed.",
        reasons=(
            "A lead is accepted by saying so or by following to it. A card that nobody saw had not been played, and "
            "so the lead could still be refused."
        ),
        further="When exactly a defender has followed to a lead is asked in many clubs.",
        final="The decision below is sound: what is not played has not followed. The federation adds nothing to it.",
    ),
    ("L68", "NS"): DemoStory(
        "Declarer knew of the last trump: East had shown out of clubs a trick before, and she had remarked on it.",
        own=(
            "I said “one more” when the second round was over, and everybody heard it. I claimed too quickly, but not "
            "unaware of anything."
        ),
    ),
    ("L15B", "EW"): DemoStory(
        "The guide card on our table was wrong: we were sent there, and get only average for it.",
        own=(
            "We sat where the card told us to sit and took the boards that lay there. Whoever does what the organizer "
            "tells them is not at fault."
        ),
        other="The numbers are on the table and on the boards. All four of us could have looked, and nobody did.",
        director=(
            "The guide card had the right table and the wrong boards. Each board has its number on it, and the pair "
            "had played it a quarter of an hour before."
        ),
        question="Did nobody know the hands again?",
        answer="East did, in the third trick. That was when we called.",
        facts="As the director found them. The guide card has been put right since.",
        reasons=(
            "A pair that has played a board a round before is partly at fault for sitting down to it again, whatever a "
            "card says. Average is what the Law gives to those who are partly at fault."
        ),
    ),
    ("L54", "NS"): DemoStory("West had asked what dummy held before saying that the lead was accepted."),
}
OTHERWISE = DemoStory("The facts were seen differently at the table.")


def story_for_tree(tree: str, side: str) -> DemoStory:
    return STORIES.get((tree, side), OTHERWISE)
