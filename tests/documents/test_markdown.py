from agentstate.markdown import headings


def test_headings_of_every_kind_with_line_level_and_text() -> None:
    text = "# a ##\n\ntwo\nlines\n---\n\n- ### in a *list*\n> # quoted\r## after a lone CR\r\n```\n# code\n```\n## \n"
    expected = ((1, 1, "a"), (3, 2, "two\nlines"), (7, 3, "in a *list*"), (8, 1, "quoted"), (9, 2, "after a lone CR"), (13, 2, ""))
    assert headings(text) == expected


def test_nothing_that_is_not_utf8_stops_it() -> None:
    assert headings("[a]: \udcff\n<http:\ud800\n\n# b\udcff\n") == ((4, 1, "b?"),)
