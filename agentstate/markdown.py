"""The door to markdown-it-py: what a CommonMark parser sees. Imported where it is asked, for it costs six times the start of Python."""

from itertools import pairwise


def headings(text: str) -> tuple[tuple[int, int, str], ...]:
    """Line (from 1), level (1 to 6) and raw text of every heading of a CommonMark document, nested ones too, in order.

    Front matter has to be cut off before. LF, CRLF and a lone CR each end a line, as CommonMark has it.
    """
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark")
    parser.core.ruler.disable(["inline", "text_join"])
    # The parser percent-encodes link targets, which fails on what is not UTF-8; a heading does not depend on such a character.
    tokens = parser.parse(text.encode("utf-8", "replace").decode("utf-8"))
    opened = ((token.map or [0], token.tag, inline.content) for token, inline in pairwise(tokens) if token.type == "heading_open")
    return tuple((lines[0] + 1, int(tag[1]), content) for lines, tag, content in opened)
