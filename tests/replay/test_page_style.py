"""The colours of the page: readable on both grounds, by the formula of WCAG 2.2."""

import re

import pytest

from agentstate.replay.page_style import STYLE

LIGHT, DARK = (dict(re.findall(r"--([a-z]+):(#[0-9a-f]{6})", part)) for part in re.findall(r":root\{(.*?)\}", STYLE, re.DOTALL))


def luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_every_text_stands_out_from_its_ground(colours: dict[str, str]) -> None:
    assert set(colours) == set(LIGHT)
    texts = {
        name: contrast(colours[name], colours[ground])
        for name in ("ink", "quiet", "link", "held", "missed")
        for ground in ("ground", "raised")
    }
    assert min(texts.values()) >= 4.5, texts
    assert contrast(colours["bar"], colours["ground"]) >= 3
