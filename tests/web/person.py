"""A person before the page, in a browser."""

import random
import re

#: It is this person's turn, and the choice isn't made yet; or the game is over.
_TURN = ".choices:not(.sent) button"
_OVER = ".status.over"

#: Milliseconds for what may have to be compiled first.
COMPILING = 300_000


class Person:
    """What a person does at a table.

    Args:
        page: the page of a seat.
        seed: of the choices.
    """

    def __init__(self, page, seed=0):
        self.page = page
        self._chance = random.Random(seed)
        self._offered = 0
        self.on_the_table = 0  # moves that were taken there

    def waits(self):
        """Wait until this person is to choose; False if the game is over instead."""
        self.page.locator(f"{_OVER}, {_TURN}").first.wait_for(timeout=COMPILING)
        return self.page.locator(_OVER).count() == 0

    def moves(self):
        """Take any of the legal actions: by turns on the table, if it can be taken there, and from the list."""
        pieces = self.page.locator(".board button.piece.lit, .board .cave-buttons button").all()
        self._offered += bool(pieces)
        if pieces and self._offered % 2:
            self.on_the_table += 1
            self._chance.choice(pieces).click()
            return
        form = self.page.locator(".choices form")
        buttons = self.page.locator(".choices button.choice").all()
        if form.count() and not (buttons and self._chance.random() < 0.5):
            for group in form.locator("fieldset").all():
                self._chance.choice(group.locator("label").all()).click()
            form.locator("button").click()
        else:
            self._chance.choice(buttons).click()

    def plays(self, most=None):
        """Move until the game is over, or so many times; returns how often."""
        count = 0
        while count != most and self.waits():
            self.moves()
            count += 1
        return count

    def asks_for_a_hint(self):
        """Ask what the trained agent would do, and wait for it."""
        self.page.get_by_role("button", name="Hint").click()
        self.page.locator(".choices .share").first.wait_for(timeout=COMPILING)

    def asks_for_chances(self):
        """Ask for everybody's chance to win, and wait for it."""
        self.page.get_by_role("button", name="Chances").click()
        self.page.locator(".chances li").first.wait_for(timeout=COMPILING)

    def log(self):
        """What the log says, entry by entry."""
        return self.page.locator(".log li").all_text_contents()

    def scores(self):
        """Points by player at the end."""
        rows = self.page.locator(".standings tbody tr").all_text_contents()
        return sorted(int(re.search(r"-?\d+", row.replace("%", "")).group()) for row in rows)
