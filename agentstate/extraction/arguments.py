"""Where a command line or a request can hold nothing but a credential: the whole argument there is one, however it looks.

This is for texts that are kept unseen; `agentstate.secrets`, which also judges what people write, asks for more.
"""

from collections.abc import Iterator

from agentstate.vocabulary.patterns import ASCII, pattern

_VALUE = "(?P<value>'[^'\n]{1,512}'|\"[^\"\n]{1,512}\"|[^\\s'\"|;&<>(){}\\\\`,]{1,512})"
_PARAMETER = "(?P<value>[^\\s'\"&#;<>)}\\]`\\\\]{8,512})"
_REST = "[^\n|;&]{0,100}?"
_BLANKS = "[ \t]{0,4}"
_USER = "['\"]?[^\\s:'\"]{1,64}"
_SHORT = "['\"]?(?P<value>[^\\s'\"|;&<>(){}]{1,256})"
OPTION_NAMES = (
    "pass|password|passwd|passphrase|pin|secret|secret-string|client-secret|token|api-?key|access-?key|secret-?key|private-?key|auth-?token|pwd"
    "|credentials?"
)
_CAPITALS = "PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|API_?KEY|ACCESS_KEY|PRIVATE_KEY|SSHPASS|CREDENTIALS|MYSQL_PWD|REDISCLI_AUTH"
_WORDS_IN_CAPITALS = ("PASS", "PWD", "SECRET", "TOKEN", "KEY", "AUTH", "CREDENTIALS")
_PARAMETERS = "access_token|refresh_token|auth_token|private_token|client_secret|api_?key|password|x-amz-security-token"

_WRITTEN: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("password", ("mysql", "mariadb"), f"\\b(?:mysql|mariadb)[a-z]{{0,8}}\\b{_REST}[ \t]-p{_VALUE}"),
    ("password", ("sshpass",), f"\\bsshpass\\b{_REST}[ \t]-p{_BLANKS}{_VALUE}"),
    ("password", ("login",), f"\\blogin\\b{_REST}[ \t](?:-p|--password)[ \t=]{{1,4}}{_VALUE}"),
    ("password", ("curl", "wget"), f"\\b(?:curl|wget)\\b{_REST}[ \t](?:-u|-U|--user|--proxy-user)[ \t=]{{0,4}}{_USER}:{_VALUE}"),
    ("password", ("http", "xh"), f"\\b(?:https?|xh)\\b{_REST}[ \t](?:-a|--auth)[ \t=]{{1,4}}{_USER}:{_VALUE}"),
    ("password", ("pass:", "passphrase:"), f"[ \t'\"]pass(?:phrase)?:{_VALUE}"),
    ("password", ("htpasswd",), f"\\bhtpasswd[ \t]-[A-Za-z]{{0,6}}b[A-Za-z]{{0,6}}[ \t](?:[^\\s|;&]{{1,100}}[ \t]){{2}}{_VALUE}"),
    ("password", ("htpasswd",), f"\\bhtpasswd[ \t]-[A-Za-z]{{0,6}}n[A-Za-z]{{0,6}}[ \t][^\\s|;&]{{1,100}}[ \t]{_VALUE}"),
    ("password", ("redis-cli",), f"\\bredis-cli\\b{_REST}[ \t](?:-a|--pass)[ \t=]{{1,4}}{_VALUE}"),
    ("password", ("mongo",), f"\\bmongo[a-z]{{0,8}}\\b{_REST}[ \t]-p{_BLANKS}{_VALUE}"),
    ("password", ("sqlcmd", "bcp"), f"\\b(?:sqlcmd|bcp)\\b{_REST}[ \t]-P{_BLANKS}{_VALUE}"),
    ("password", ("zip",), f"\\b(?:un)?zip\\b{_REST}[ \t]-P{_BLANKS}{_VALUE}"),
    ("password", ("7z",), f"\\b7z[a-z]?\\b{_REST}[ \t]-p{_VALUE}"),
    ("password", ("ldap",), f"\\bldap[a-z]{{1,10}}\\b{_REST}[ \t]-w{_BLANKS}{_VALUE}"),
    ("password", ("-U",), f"[ \t]-U{_BLANKS}['\"]?[^\\s%'\"]{{1,64}}%{_VALUE}"),
    ("password", ("add_user", "change_password"), f"\\b(?:add_user|change_password)[ \t]{{1,4}}\\S{{1,64}}[ \t]{{1,4}}{_VALUE}"),
    ("password", ("net user",), f"\\bnet user[ \t]{{1,4}}[^\\s/]{{1,64}}[ \t]{{1,4}}{_VALUE}"),
    ("password", ("chpasswd",), f"\\becho[ \t](?:-n[ \t])?{_USER}:{_SHORT}['\"]?{_BLANKS}\\|[^\n|;&]{{0,24}}\\bchpasswd"),
    (
        "password",
        ("-S",),
        f"\\b(?:echo|printf)[ \t](?:-n[ \t]|'%s'[ \t])?{_SHORT}['\"]?{_BLANKS}\\|[^\n|;&]{{0,24}}\\bsudo[^\n|;&]{{0,24}}[ \t]-[A-Za-z]*S",
    ),
    (
        "password",
        ("-stdin", "--with-token"),
        f"\\b(?:echo|printf)[ \t](?:-n[ \t]|'%s'[ \t])?{_SHORT}['\"]?{_BLANKS}\\|[^\n|;&]{{0,80}}?-(?:-|password-)(?:stdin|with-token)\\b",
    ),
    ("password", ("storepass", "keypass"), f"-(?:src|dest)?(?:store|key)pass[ \t]{{1,4}}{_VALUE}"),
    ("password", ("-password",), f"-(?:generic|internet)-password\\b{_REST}[ \t]-w[ \t]{{1,4}}{_VALUE}"),
    ("password", ("nmcli", "wpa_"), f"\\b(?:nmcli\\b{_REST}[ \t]password|wpa_passphrase[ \t]\\S{{1,64}})[ \t]{{1,4}}{_VALUE}"),
    ("password", ("sqlplus",), f"\\bsqlplus\\b{_REST}[ \t][A-Za-z0-9_]{{1,64}}/(?P<value>[^\\s@'\"]{{1,128}})"),
    ("password", ("://",), "://[^\\s:/@?#'\"\\[]{0,64}:(?P<value>[^\\s/@'\"`]{3,256})@"),
    (
        "password",
        ("assword=", "wd=", "ASSWORD=", "ey="),
        "(?i:\\b(?:password|pwd|accountkey|sharedaccesskey))=(?P<value>[^\\s;'\"]{3,256})(?=;)",
    ),
    (
        "password",
        ("assword", "asswd", "assphrase", "ecret"),
        f"(?i:[\"'][a-z_-]{{0,24}}(?:password|passwd|passphrase|client_?secret)[\"']){_BLANKS}:{_BLANKS}(?=[\"']){_VALUE}",
    ),
    ("secret", ("--from-literal",), f"--from-literal[ \t=]['\"]?[^\\s=]{{1,64}}={_VALUE}"),
    (
        "secret",
        ("secret",),
        f"\\bsecrets?[ \t](?:set|put|create|add)\\b{_REST}[ \t](?:[A-Za-z0-9_-]{{1,64}}=|--body[ \t=]|-b[ \t]){_VALUE}",
    ),
    ("secret", ("vault",), f"\\bvault[ \t](?:kv[ \t]put|write)\\b{_REST}[ \t][A-Za-z0-9_-]{{1,64}}={_VALUE}"),
    ("secret", ("configure set",), f"\\bconfigure set[ \t]{{1,4}}\\S{{0,40}}(?:secret|token|key)[^\\s]{{0,20}}[ \t]{{1,4}}{_VALUE}"),
    ("token", ("vault login",), f"\\bvault login[ \t]{{1,4}}(?![a-z]{{1,24}}=){_VALUE}"),
    ("token", ("_auth", "_password"), f"\\bset[ \t][^\\s]{{0,120}}_(?:authToken|auth|password)[ \t]{{1,4}}{_VALUE}"),
    ("secret", ("--",), f"(?<![A-Za-z0-9-])--(?:[a-z0-9]{{1,16}}-){{0,3}}(?i:{OPTION_NAMES})(?:[ \t]{{1,4}}|=){_VALUE}"),
    ("secret", _WORDS_IN_CAPITALS, f"\\b(?:[A-Z0-9]{{1,24}}_){{0,4}}[A-Z0-9]{{0,8}}?(?:{_CAPITALS})(?:_?(?:KEY|BASE|TOKEN|ID))?={_VALUE}"),
    ("secret", ("ig=", "ignature="), f"(?i:[?&;](?:sig|signature|x-amz-signature|x-goog-signature)=){_PARAMETER}"),
    ("token", ("oken=", "ecret=", "assword=", "ey="), f"(?i:[?&](?:{_PARAMETERS})=){_PARAMETER}"),
)
"""What it is, what must stand in the text for it (one of the words), and the form, with the credential as group `value`."""

FORMS = tuple((kind, words, pattern(form, ASCII)) for kind, words, form in _WRITTEN)

_OPEN = pattern(r"\$|%[A-Za-z_]+%|<|\{\{|\[redacted:|[*x.]{3}|[Yy]our[-_ ]|-|(?:/|\./|~/|@)")
_WORDS = frozenset(
    {"true", "false", "none", "null", "prompt", "ask", "stdin", "env", "file", "string", "str", "is", "the", "and", "required", "optional"}
    | {"password", "passwd", "pass", "secret", "token", "user", "changeme", "example", "your-password", "your_password", "yourpassword"}
)
_LEAST = 3


def spans(text: str) -> Iterator[tuple[int, int, str]]:
    """Start, end and kind of each argument that is a credential by its place. Variables, placeholders and paths are none."""
    for kind, words, form in FORMS:
        if any(word in text for word in words):
            for match in form.finditer(text):
                start, end = match.span("value")
                if text[start] in "'\"" and end - start > 1 and text[end - 1] == text[start]:
                    start, end = start + 1, end - 1
                if _is_given(text[start:end]):
                    yield start, end, kind


def _is_given(value: str) -> bool:
    return len(value) >= _LEAST and not _OPEN.match(value) and value.lower() not in _WORDS
