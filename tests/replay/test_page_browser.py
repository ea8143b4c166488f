"""The page in a browser: Chromium without a window, where there is one."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from agentstate.replay.page import as_page
from agentstate.replay.tuning import curves
from tests.replay.test_page import HOSTILE, found

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
pytestmark = [
    pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium here: install the package chromium"),
    pytest.mark.xdist_group("chromium"),
]

SCHEMES = {"dark": 0, "light": 1}
"""What Blink calls them."""

WIDTHS = (320, 1400)

_HARNESS = """<!doctype html><meta charset="utf-8"><body><iframe src="page.html" width="320" height="900"></iframe>
<iframe src="page.html" width="1400" height="900"></iframe><pre></pre><script>
function seen(frame) {
  const page = frame.contentDocument, root = page.documentElement, body = getComputedStyle(page.body)
  const details = [...page.querySelectorAll("details")], folded = details.find((one) => !one.open)
  const summary = folded.querySelector("summary"), skip = page.querySelector(".skip"), before = skip.getBoundingClientRect().left
  summary.focus()
  const focused = page.activeElement === summary
  summary.click()
  const opened = folded.open
  details.forEach((one) => one.open = true)
  skip.focus()
  const rest = [...page.querySelectorAll("body *")].filter((one) => !one.closest(".wide"))
  return {
    ground: body.backgroundColor, ink: body.color, scroll: root.scrollWidth, focused, opened,
    wide: rest.filter((one) => one.getBoundingClientRect().right > frame.width).map((one) => one.tagName),
    skip: [before < 0, skip.getBoundingClientRect().left >= 0], scripts: page.scripts.length, hacked: typeof page.defaultView.hacked,
    requests: page.defaultView.performance.getEntriesByType("resource").length,
  }
}
addEventListener("load", () => {
  document.querySelector("pre").textContent = JSON.stringify([...document.querySelectorAll("iframe")].map(seen))
})
</script>"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("page")
    hostile = "<script>hacked = 1</script>" + HOSTILE
    one = found("src/tree.py\nmake lint\n" + hostile, "x" * 300 + hostile, "src/" + "long/" * 40 + "errors.py")
    (made / "page.html").write_text(as_page(one, curves(one.stops)), encoding="utf-8")
    return made


def chromium(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    shared = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage", "--disable-extensions")
    own = (f"--user-data-dir={folder / 'profile'}", "--enable-logging=stderr", "--allow-file-access-from-files", "--hide-scrollbars")
    command = [CHROMIUM, *shared, *own, *options]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True, timeout=120)


GROUNDS = {"light": ("rgb(252, 252, 250)", "rgb(28, 29, 31)"), "dark": ("rgb(21, 23, 26)", "rgb(231, 232, 234)")}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_it_fits_follows_the_scheme_and_answers_the_keyboard(folder: Path, scheme: str) -> None:
    """As a script around it sees it in a narrow and in a wide frame; the browser refuses nothing and complains of nothing."""
    (folder / "harness.html").write_text(_HARNESS, encoding="utf-8")
    blink = f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}"
    done = chromium(folder, blink, "--window-size=1500,1000", "--dump-dom", (folder / "harness.html").as_uri())
    ground, ink = GROUNDS[scheme]
    answers = {"focused": True, "opened": True, "skip": [True, True]}
    nothing = {"wide": [], "scripts": 0, "hacked": "undefined", "requests": 0}
    expected = [{"ground": ground, "ink": ink, "scroll": width, **answers, **nothing} for width in WIDTHS]
    assert json.loads(re.findall(r"<pre>(\[.*?\])</pre>", done.stdout, re.DOTALL)[0]) == expected
    assert not [line for line in done.stderr.split("\n") if ":CONSOLE" in line]


def test_on_paper_it_is_unfolded(folder: Path) -> None:
    """So much text has no room on a few sheets."""
    target = folder / "page.pdf"
    chromium(folder, f"--print-to-pdf={target}", (folder / "page.html").as_uri())
    assert len(re.findall(rb"/Type\s*/Page\b", target.read_bytes())) >= 5
