"""Nothing that opens a door is kept, and what only looks like it is. Every value is drawn here: none is real."""

import random
import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentstate.extraction.arguments import FORMS, OPTION_NAMES
from agentstate.extraction.redaction import CUT, LONGEST_LINE, redacted
from agentstate.extraction.suspicion import ARGUMENTS, EXACT, FOLDED, OPTIONS, is_suspicious
from agentstate.secrets.search import detectors, secrets_in
from tests.support.laws import law

DRAW = random.Random(4)  # noqa: S311 - the same values in every run
ANY = string.ascii_letters + string.digits


def drawn(length: int) -> str:
    return "".join(DRAW.choice(ANY) for _ in range(length))


GITHUB = "gh" + "p_" + drawn(36)
WORD = "hunter22"
"""A password as people choose it: only its place tells."""

REDACTED = {
    f"git clone https://{GITHUB}@example.org/r.git": "git clone https://[redacted:github-token]@example.org/r.git",
    f"mysql -u root -p{WORD} -h db": "mysql -u root -p[redacted:password] -h db",
    f"mysqldump -p'{WORD} x' db": "mysqldump -p'[redacted:password]' db",
    f"mysqldump --password={WORD} db": "mysqldump --password=[redacted:secret] db",
    f"sshpass -p {WORD} ssh h": "sshpass -p [redacted:password] ssh h",
    f"sshpass -p'{WORD}' ssh h": "sshpass -p'[redacted:password]' ssh h",
    f"docker login -u u -p {WORD} reg": "docker login -u u -p [redacted:password] reg",
    f"az login -u u -p {WORD}": "az login -u u -p [redacted:password]",
    f"curl -u admin:{WORD} https://x/y": "curl -u admin:[redacted:password] https://x/y",
    f"curl -uadmin:{WORD} https://x/y": "curl -uadmin:[redacted:password] https://x/y",
    f"curl --user 'admin:{WORD}' https://x/y": "curl --user 'admin:[redacted:password]' https://x/y",
    f"http -a me:{WORD} example.org": "http -a me:[redacted:password] example.org",
    f"openssl enc -pass pass:{WORD}": "openssl enc -pass pass:[redacted:password]",
    f"gpg --batch --passphrase {WORD} -d f": "gpg --batch --passphrase [redacted:secret] -d f",
    f"htpasswd -bc f u {WORD}": "htpasswd -bc f u [redacted:password]",
    f"kubectl create secret generic s --from-literal=pw={WORD}": "kubectl create secret generic s --from-literal=pw=[redacted:secret]",
    f"redis-cli -h h -a {WORD} ping": "redis-cli -h h -a [redacted:password] ping",
    f"mongosh -u u -p {WORD}": "mongosh -u u -p [redacted:password]",
    f"sqlcmd -S h -U u -P {WORD}": "sqlcmd -S h -U u -P [redacted:password]",
    f"sqlplus u/{WORD}@db": "sqlplus u/[redacted:password]@db",
    f"zip -P {WORD} a.zip b": "zip -P [redacted:password] a.zip b",
    f"7z a -p{WORD} a.7z": "7z a -p[redacted:password] a.7z",
    f"ldapsearch -D cn=a -w {WORD}": "ldapsearch -D cn=a -w [redacted:password]",
    f"smbclient //h/s -U u%{WORD}": "smbclient //h/s -U u%[redacted:password]",
    f"rabbitmqctl add_user u {WORD}": "rabbitmqctl add_user u [redacted:password]",
    f"net user u {WORD} /add": "net user u [redacted:password] /add",
    f"echo u:{WORD} | sudo chpasswd": "echo u:[redacted:password] | sudo chpasswd",
    f"echo {WORD} | sudo -S ls": "echo [redacted:password] | sudo -S ls",
    f'echo "{WORD}" | docker login --password-stdin': 'echo "[redacted:password]" | docker login --password-stdin',
    f"keytool -storepass {WORD} -list": "keytool -storepass [redacted:password] -list",
    f"nmcli dev wifi connect n password {WORD}": "nmcli dev wifi connect n password [redacted:password]",
    f"psql postgres://app:{WORD}@db:5432/x": "psql postgres://app:[redacted:password]@db:5432/x",
    f'"Server=h;Password={WORD};"': '"Server=h;Password=[redacted:password];"',
    f'{{"password": "{WORD}"}}': '{"password": "[redacted:password]"}',
    f"vault kv put secret/x key={WORD}": "vault kv put secret/x key=[redacted:secret]",
    f"fly secrets set DB={WORD}": "fly secrets set DB=[redacted:secret]",
    f"gh secret set X --body {WORD}": "gh secret set X --body [redacted:secret]",
    f"aws configure set aws_secret_access_key {WORD}": "aws configure set aws_secret_access_key [redacted:secret]",
    f"npm config set //r.example.org/:_authToken {WORD}": "npm config set //r.example.org/:_authToken [redacted:token]",
    f"PGPASSWORD={WORD} psql": "PGPASSWORD=[redacted:secret] psql",
    f"export DB_PASSWORD='{WORD}'": "export DB_PASSWORD='[redacted:secret]'",
    f"deploy --api-key {WORD} --verbose": "deploy --api-key [redacted:secret] --verbose",
    f"https://a.example.org/c?sv=2022&sig={drawn(20)}%3D": "https://a.example.org/c?sv=2022&sig=[redacted:secret]",
    f"curl 'https://x/?access_token={WORD}&page=2'": "curl 'https://x/?access_token=[redacted:token]&page=2'",
    f"A={GITHUB}; echo {GITHUB}": "A=[redacted:github-token]; echo [redacted:github-token]",
    f"PASSWORD={WORD} ./x && ./y {WORD}": "PASSWORD=[redacted:secret] ./x && ./y [redacted:secret]",
}
KEPT = [
    "git show 8f14e45fceea167a5a36dedd4bea2543d1f3a9b1",
    "curl /items/3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    "docker pull x@sha256:9b2c1f0e5d6a7b8c9d0e1f2a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e",
    "mkdir -p build && cp -p a b",
    "mysql -u root -p -h db",
    "mysql -p$PASSWORD db",
    "PASSWORD=$(cat /run/secret) ./x",
    "docker login --password-stdin < token.txt",
    "curl -u $USER:$PASSWORD https://x",
    "curl -H 'Authorization: Bearer $TOKEN' https://x",
    "export API_KEY=<your-api-key>",
    "deploy --token-file /run/token --max-tokens 100",
    "TOKEN=/run/secrets/token ./x",
    "postgres://user:password@localhost:5432/db",
    "http://localhost:8080/a@b",
    "pytest tests/test_password_reset.py::test_token -p no:cacheprovider",
    'git commit -m "fix: rotate token cache key"',
    "password: hashed with argon2id, never stored",
    "ssh -p 2222 host",
    "unzip -P",
    "MAX_TOKENS=4096 ./x",
    "echo done | tee log",
    "",
]


@pytest.mark.parametrize("text", REDACTED)
def test_a_credential_is_taken_out_whole(text: str) -> None:
    assert redacted(text) == REDACTED[text]


@pytest.mark.parametrize("text", KEPT)
def test_what_opens_nothing_is_kept(text: str) -> None:
    assert redacted(text) == text


@pytest.mark.parametrize("text", REDACTED)
def test_a_second_time_nothing_more_is_taken_out(text: str) -> None:
    assert redacted(REDACTED[text]) == REDACTED[text]


def test_a_long_line_is_cut_before_it_is_searched_at_a_word() -> None:
    text = f"a\n{'word ' * 10_000}\npassword={drawn(20)}"
    first, long, last = redacted(text).split("\n")
    assert (first, last) == ("a", "password=[redacted:assigned-secret]")
    assert long == "word " * 3197 + "word" + CUT
    assert len(redacted("x" * 50_000)) == LONGEST_LINE
    assert GITHUB[:12] not in redacted("a " * (LONGEST_LINE // 2 - 10) + GITHUB)


SHAPES = [" ", "a", "-", "--", "=", ":", "/", "'", '"', "://a:", "eyJ", "password=", "PASSWORD=", "--token ", "mysql ", "mysql -p", "\n"]
SHAPES += [
    "login -p ",
    "curl -u a:",
    "secret set ",
    "A_",
    "echo ",
    "htpasswd -b ",
    "sk-",
    "密码：",
    "pass:",
    "&sig=",
    '"password":',
    "-U a%",
]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_hundred_thousand_characters_of_one_shape_are_searched(shape: str) -> None:
    text = (shape * 100_000)[:100_000]
    lines = "\n".join(text[start : start + 10_000] for start in range(0, len(text), 10_000))
    assert redacted(lines).count("\n") == lines.count("\n")
    assert len(redacted(f"password ={shape}{' ' * 100_000}")) <= LONGEST_LINE + len("[redacted:password]")


@law(200)
@given(st.lists(st.sampled_from([*REDACTED, *KEPT, "\n", " ", "&", "'"]), max_size=4).map("\n".join))
def test_nothing_that_the_detectors_know_is_left(text: str) -> None:
    assert secrets_in(redacted(text)) == ()


def test_the_words_of_suspicion_are_those_of_the_detectors() -> None:
    by_case = {False: set[str](), True: set[str]()}
    for detector in detectors():
        by_case[bool(detector.flags & re.IGNORECASE)] |= set(detector.words)
    assert set(EXACT) == {word.partition(" ")[0] for word in by_case[False]}
    assert set(FOLDED) == by_case[True]
    assert is_suspicious(GITHUB)
    assert is_suspicious("PassWord=x")
    assert not is_suspicious("pytest -q tests/x.py")


def test_the_words_of_arguments_are_those_of_their_forms() -> None:
    assert set(ARGUMENTS) == {word for _, words, _ in FORMS for word in words} - {"--"}
    names = re.split(r"\|", OPTION_NAMES.replace("(?:", "").replace(")", ""))
    assert {name: any(word in name for word in OPTIONS) for name in names} == dict.fromkeys(names, True)
