"""How the page looks, in light and dark, on paper, and from 320 pixels up; and the policy that lets nothing else in."""

import base64
import hashlib

STYLE = """
:root{color-scheme:light dark;--ground:#fcfcfa;--raised:#f2f2ee;--ink:#1c1d1f;--quiet:#54575d;--line:#cfd0d3;--link:#0b57a4;
--held:#14622f;--missed:#a3201a;--bar:#3f7fbf}
@media(prefers-color-scheme:dark){:root{--ground:#15171a;--raised:#1f2226;--ink:#e7e8ea;--quiet:#a7abb2;--line:#3b3f45;--link:#86bdff;
--held:#86d8a1;--missed:#ffa79c;--bar:#5c9ad6}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main,header,nav{max-width:75rem;margin:0 auto;padding:0 1rem}
h1,h2,h3,h4{line-height:1.25;overflow-wrap:anywhere}
h1{font-size:1.7rem;margin:1.2rem 0 .4rem}
h2{font-size:1.35rem;margin:2.4rem 0 .6rem;border-bottom:1px solid var(--line);padding-bottom:.2rem}
h3{font-size:1.15rem;margin:2.2rem 0 .3rem}
h4{font-size:1rem;margin:0 0 .2rem}
p{margin:.4rem 0;max-width:75ch;overflow-wrap:anywhere}
a{color:var(--link)}
a:focus-visible,summary:focus-visible,.wide:focus-visible,pre:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:.5rem;background:var(--ground);padding:.4rem .8rem;z-index:1}
.quiet,small,caption,.facts{color:var(--quiet)}
.warning{border-left:4px solid var(--missed);padding-left:.7rem}
.wide{overflow-x:auto;margin:.6rem 0}
table{border-collapse:collapse;font-size:.9rem}
caption{text-align:left;padding:.2rem 0}
th,td{text-align:left;vertical-align:top;padding:.35rem .8rem .35rem 0;border-bottom:1px solid var(--line);min-width:7rem}
thead th{border-bottom:2px solid var(--line)}
tbody th{font-weight:600;min-width:12rem;max-width:24rem;overflow-wrap:anywhere}
th small{font-weight:400}
td{font-variant-numeric:tabular-nums}
.bar{display:block;width:6rem;height:.5rem;margin:.35rem 0 .15rem;border:1px solid var(--bar)}
.bar rect{fill:var(--bar)}
code,pre,.strip{font-family:ui-monospace,monospace;font-size:.88em}
code{unicode-bidi:isolate;overflow-wrap:anywhere;background:var(--raised);padding:0 .2em;border-radius:3px}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--raised);padding:.7rem;margin:.4rem 0;max-height:32rem;overflow-y:auto}
details{margin:.4rem 0}
summary{cursor:pointer;padding:.15rem 0}
.strip{display:block;overflow-wrap:anywhere;letter-spacing:.08em;line-height:1.3;color:var(--quiet)}
.timeline{list-style:none;padding:0;margin:.6rem 0;border-left:3px solid var(--line)}
.timeline>li{padding-left:.8rem;margin:.2rem 0}
.cut{font-weight:600;margin-left:-.8rem}
.calls,.wants{list-style:none;padding-left:0;margin:.3rem 0}
.calls li,.wants li{padding:.15rem 0;overflow-wrap:anywhere}
.wants li{border-top:1px solid var(--line);padding:.3rem 0}
.wants small{display:block}
.calls{font-size:.9rem}
.stop{border:1px solid var(--line);border-radius:6px;padding:.8rem 1rem;margin:1rem 0}
.held{color:var(--held);font-weight:600}
.missed{color:var(--missed);font-weight:600}
footer{max-width:75rem;margin:3rem auto 0;padding:1rem;color:var(--quiet);border-top:1px solid var(--line)}
@media(max-width:40rem){body{font-size:15px}.stop{padding:.6rem}tbody th{min-width:7rem}}
@media print{body{font-size:10pt;background:#fff;color:#000}.skip,nav{display:none}pre{max-height:none;overflow:visible}
.stop{break-inside:auto}h3,h4{break-after:avoid}.wide{overflow:visible}details::details-content{content-visibility:visible;display:block}}
"""

POLICY = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-"
    + base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
    + "'"
)
"""Content-Security-Policy: no script, no picture, no request; only the style that stands in the page."""

MARK = '<meta name="generator" content="agentstate replay">'
"""By this a page of ours is known; it stands among its first characters."""

HEAD = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
{MARK}
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
"""
"""What every page begins with, up to its title."""
