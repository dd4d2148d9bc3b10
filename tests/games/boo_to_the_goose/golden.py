"""What the golden games of Boo to the Goose tell between the decisions."""

FIRST_SEED = 2000
PARAMETERS = {}


def situation(batch):
    """Hands, draw piles, rows with the turns in which cards were laid, and win piles.

    G, F and D are geese, foxes and dogs; small letters lie face down.
    """
    s = batch.states[0]
    whose = "over" if s.over else f"seat {s.turn}"
    chase = "" if s.target < 0 else f", chase: seat {s.target} is next, {s.flips} turned"
    yield f"   turn: {whose}{chase}"
    for seat in range(s.num_players):
        row = " ".join(f"{'.gdG'[card]}{laid}" for card, laid in zip(s.row[seat], s.laid[seat], strict=True) if card)
        geese, foxes = (won[seat, : s.num_players].tolist() for won in (s.won_geese, s.won_foxes))
        yield (
            f"   seat {seat}: hand {short(s.hand[seat])}; pile {short(s.pile[seat])}; "
            f"row {row or '-'}; won geese {geese}, foxes {foxes}, dogs {s.won_dogs[seat]}"
        )


def short(numbers):
    """``GGFD``, or ``-``."""
    return "".join(name * number for name, number in zip("GFD", numbers.tolist(), strict=True)) or "-"
