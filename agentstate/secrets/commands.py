"""Credentials that nothing but their place gives away: behind a flag, in an address, in a header, assigned to a name."""

import re

from agentstate.secrets.credential import is_assigned, is_opaque, is_password
from agentstate.secrets.detector import Detector
from agentstate.secrets.providers import DETECTORS as PROVIDERS

_SIGNS = ("=", ":", "：")
_ASSIGNED = "[^\\s'\"`,;|&=:：]{6,256}={0,2}"
_VALUE = "[^\\s'\"`,;|&]{6,256}"
_QUOTES = "['\"]?"
_BLANKS = "[ \t]{1,4}"
_LINE = "[^\n|;&]"
_SECRET_NAMES = ("password", "passwd", "passphrase", "secret", "api key", "apikey", "access key", "private key", "encryption key")
_TOKEN_NAMES = ("token",)
_OTHER_NAMES = ("auth", "credential", "cookie", "session", "pwd")
_ALL_NAMES = (*_SECRET_NAMES, *_TOKEN_NAMES, *_OTHER_NAMES)
_OTHER_LANGUAGES = (
    *("пароль", "密码", "密碼", "口令", "密钥", "密鑰", "パスワード", "비밀번호"),
    *("contraseña", "contrasena", "senha", "passe", "passwort", "kennwort"),
)


def _spaced(names: tuple[str, ...]) -> str:
    return "|".join(name.replace(" ", "[ _-]?") for name in names)


def _words(names: tuple[str, ...]) -> tuple[str, ...]:
    """What every spelling of the names has in common."""
    return tuple(name.partition(" ")[0] if name.isascii() else name for name in names)


def _assigned(names: tuple[str, ...], says: str = "") -> str:
    """A name, perhaps with an ending such as `_key`, what assigns (`says` is one more pattern for it), and the value; the search goes on
    in front of the value."""
    assigns = f"['\"\\]*`]{{0,4}}[ \t]{{0,4}}(?::=|=>|[:：=]{says})[ \t*]{{0,6}}['\"`]?"
    return f"(?:{_spaced(names)})(?:[_-]?(?:key|base|token|id))?{assigns}(?=(?P<value>{_ASSIGNED}))"


_ANY_CASE = re.ASCII | re.IGNORECASE


def _is_encoded(value: str) -> bool:
    """Whether the Base64 holds a provider's key."""
    import base64
    import binascii

    try:
        inside = base64.b64decode(value, validate=True).decode("ascii")
    except (binascii.Error, ValueError):
        return False
    return any(detector.spans(inside) for detector in PROVIDERS)


DETECTORS: tuple[Detector, ...] = (
    Detector("assigned secret", _words(_SECRET_NAMES), _assigned(_SECRET_NAMES, "|is[ \t]"), is_opaque, _ANY_CASE, after=(*_SIGNS, "is")),
    Detector("assigned token", _TOKEN_NAMES, _assigned(_TOKEN_NAMES), is_opaque, _ANY_CASE, after=_SIGNS),
    Detector("assigned token", _words(_OTHER_NAMES), _assigned(_OTHER_NAMES), is_assigned, _ANY_CASE, after=_SIGNS),
    Detector(
        "assigned password",
        _OTHER_LANGUAGES,
        _assigned(_OTHER_LANGUAGES, "|[是为為]"),
        is_opaque,
        re.IGNORECASE,
        after=(*_SIGNS, "是", "为", "為"),
    ),
    Detector("password in an address", ("://",), "://[^\\s:/@?#]{0,64}:(?P<value>[^\\s:/@'\"`]{6,256})@", is_password),
    Detector(
        "authorization header",
        ("bearer", "basic", "token"),
        "\\b(?:Bearer|Basic|Token)[ \t]{1,4}(?P<value>[^\\s'\"`,;]{16,512})",
        is_opaque,
        _ANY_CASE,
        unbroken=16,
    ),
    Detector(
        "authorization header",
        ("authorization",),
        "\\bAuthorization['\"]?[ \t]{0,4}[:=][ \t]{0,4}['\"]?(?:Bearer|Basic|Token)[ \t]{1,4}(?P<value>[^\\s'\"`,;]{16,512})",
        is_password,
        _ANY_CASE,
    ),
    Detector("secret in a header", ("-token:", "-key:"), f"-(?:token|key):[ \t]{{0,4}}(?P<value>{_VALUE})", is_assigned, _ANY_CASE),
    Detector(
        "password in a netrc line",
        ("login",),
        f"\\b(?:machine{_BLANKS}\\S{{1,200}}|default){_BLANKS}login{_BLANKS}\\S{{1,100}}{_BLANKS}password{_BLANKS}(?P<value>{_VALUE})",
        is_password,
    ),
    Detector(
        "secret in a command",
        _words(_ALL_NAMES),
        f"(?<![A-Za-z-])--(?=[a-z])[a-z-]{{0,24}}?(?:{_spaced(_ALL_NAMES)})[ \t=]{_QUOTES}(?P<value>{_VALUE})",
        is_password,
        _ANY_CASE,
        before="--",
    ),
    Detector(
        "password in a command",
        ("mysql", "mariadb"),
        f"\\b(?:mysql|mariadb){_LINE}{{0,80}}?[ \t]-p{_QUOTES}(?P<value>{_VALUE})",
        is_password,
    ),
    Detector("password in a command", ("sshpass",), f"\\bsshpass[ \t]{{1,4}}-p[ \t]{{0,4}}{_QUOTES}(?P<value>{_VALUE})", is_password),
    Detector(
        "password in a command", ("login",), f"\\blogin\\b{_LINE}{{0,80}}?[ \t]-p[ \t]{{0,4}}{_QUOTES}(?P<value>{_VALUE})", is_password
    ),
    Detector(
        "password in a command",
        ("curl",),
        f"\\bcurl\\b{_LINE}{{0,80}}?[ \t](?:-u|--user)[ \t=]{{0,4}}{_QUOTES}[^\\s:'\"]{{1,64}}:(?P<value>{_VALUE})",
        is_password,
    ),
    Detector("password in a command", ("pass:",), f"\\bpass:(?P<value>{_VALUE})", is_password),
    Detector(
        "password in a command",
        ("htpasswd",),
        f"\\bhtpasswd{_BLANKS}-[A-Za-z]{{0,6}}b[A-Za-z]{{0,6}}{_BLANKS}\\S{{1,100}}{_BLANKS}\\S{{1,64}}{_BLANKS}{_QUOTES}(?P<value>{_VALUE})",
        is_password,
    ),
    Detector("secret in a command", ("--from-literal",), f"--from-literal[ \t=]{_QUOTES}[^\\s=]{{1,64}}=(?P<value>{_VALUE})", is_password),
    Detector(
        "encoded secret",
        ("base64",),
        "(?<![A-Za-z0-9+/=_-])(?P<value>[A-Za-z0-9+/]{24,512}={0,2})(?![A-Za-z0-9+/=_-])(?=[^\n]{0,40}base64)",
        _is_encoded,
    ),
)
