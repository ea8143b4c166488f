"""Text and figures as pieces of HTML: whatever a session holds is shown as text, never followed."""

import html
from collections.abc import Iterable

from agentstate.extraction.redaction import redacted
from agentstate.replay.measured import Share
from agentstate.replay.text import share_text
from agentstate.vocabulary.visible import visible


def shown(text: str) -> str:
    """A text out of a session: credentials covered, invisible characters written as escapes, no markup."""
    return html.escape(visible(redacted(text)))


def code(text: str) -> str:
    """The same in one line, as code that cannot change the direction of what stands beside it."""
    return f"<code>{shown(' '.join(text.split()))}</code>"


def counted(count: int, what: str) -> str:
    """`1 stop`, `1,200 stops`."""
    return f"{count:,} {what}{'s' * (count != 1)}"


def paragraphs(texts: Iterable[str], kind: str = "") -> str:
    """A paragraph for each text that is already markup."""
    name = f' class="{kind}"' if kind else ""
    return "".join(f"<p{name}>{text}</p>\n" for text in texts)


def table(caption: str, headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table of cells that are already markup, the first of each row its heading; where it is too wide it can be scrolled by keyboard."""
    head = "".join(f'<th scope="col">{heading}</th>' for heading in headings)
    body = "".join(_row(list(row)) for row in rows)
    wide = f'<div class="wide" role="region" aria-label="{caption}" tabindex="0">'
    return f"{wide}<table><caption>{caption}</caption><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>\n"


def _row(cells: list[str]) -> str:
    return f'<tr><th scope="row">{cells[0]}</th>{"".join(f"<td>{cell}</td>" for cell in cells[1:])}</tr>\n'


def folded(summary: str, inside: str, *, is_open: bool = False) -> str:
    """Markup that is opened by its summary."""
    return f"<details{' open' * is_open}><summary>{summary}</summary>\n{inside}</details>\n"


def share_cell(share: Share | None) -> str:
    """A share as a bar and in words."""
    said = html.escape(share_text(share)).replace(" [", "<br>[")
    if share is None or share.share is None:
        return f'<span class="quiet">{said}</span>'
    bar = f'<rect width="{100 * share.share:.1f}" height="8"/>'
    return f'<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">{bar}</svg>{said}'
