"""The canvas."""

import numpy as np
import pytest
from PIL import ImageFont

from critter_envs.core.drawing import Canvas


def drawn(text):
    canvas = Canvas(60, 20, "#000000")
    canvas.text(4, 10, text, 12, "#ffffff")
    return np.asarray(canvas.finish())


@pytest.mark.parametrize(("sign", "instead"), [("×", "x"), ("–", "-")])
def test_signs_that_the_font_lacks_are_replaced(sign, instead):
    font = ImageFont.load_default(12)
    assert bytes(font.getmask(sign)) == bytes(font.getmask("\uffff"))  # an empty box
    assert (drawn(f"2 {sign} 3") == drawn(f"2 {instead} 3")).all()
