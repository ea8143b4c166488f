"""What counts as a credential, what does not, and that nothing shows one. Every value is drawn here: none is real."""

import random
import string
from base64 import b64encode

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from agentstate.secrets import Cover, masked, secrets_in
from agentstate.secrets.credential import is_digest, is_random
from agentstate.secrets.detector import Detector, compiled
from agentstate.secrets.search import MASK, detectors
from tests.support.laws import law

DRAW = random.Random(20)  # noqa: S311 - the same values in every run
ANY = string.ascii_letters + string.digits
HEXADECIMAL = "0123456789abcdef"


def drawn(length: int, alphabet: str = ANY) -> str:
    return "".join(DRAW.choice(alphabet) for _ in range(length))


SECRETS = {
    "GitHub token": ("clone https://{}@example.org/r.git", "gh" + "p_" + drawn(36)),
    "GitLab token": ("PRIVATE-TOKEN: {}", "gl" + "pat-" + drawn(20)),
    "AWS access key": ("AWS_ACCESS_KEY_ID={}", "AK" + "IA" + drawn(16, string.ascii_uppercase + "234567")),
    "Anthropic key": ("x-api-key: {}", "sk" + "-ant-api03-" + drawn(90)),
    "OpenAI key": ("the key is {}", "sk" + "-proj-" + drawn(48)),
    "Slack token": ("bot {}", "xo" + "xb-" + drawn(12, string.digits) + "-" + drawn(24)),
    "Google key": ("?key={}", "AI" + "za" + drawn(35)),
    "Hugging Face token": ("{}", "hf" + "_" + drawn(34)),
    "npm token": ("_authToken={}", "npm" + "_" + drawn(36)),
    "Telegram bot token": ("BOT={}", "1234509876:AA" + drawn(33)),
    "Twilio key": ("{}", "SK" + drawn(32, HEXADECIMAL)),
    "Vault token": ("{}", "hvs." + drawn(90)),
    "JSON web token": ("{}", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0." + drawn(43)),
    "Heroku key": ("HEROKU_API_KEY={}", "-".join(drawn(length, HEXADECIMAL) for length in (8, 4, 4, 4, 12))),
    "signed Azure address": ("https://a.example.org/c?sv=2022&sig={}%3D", drawn(43)),
    "private key": ("-----BEGIN EC PRIVATE KEY-----{}-----END EC PRIVATE KEY-----", f"\n{drawn(64)}\n{drawn(40)}=\n"),
    "assigned secret": ("db_password: {}", "q7RkZ2mXw9Lt"),
    "assigned token": ('"session_token": "{}"', "q7RkZ2mXw9LtV4bN"),
    "assigned password": ("密码：{}", "q7RkZ2mXw9Lt"),
    "password in an address": ("psql postgres://app:{}@db:5432/x", "q7RkZ2mXw9Lt"),
    "authorization header": ("Authorization: Bearer {}", drawn(40)),
    "secret in a command": ("gpg --batch --passphrase {} -d f", "q7RkZ2mXw9Lt"),
    "password in a command": ("mysql -u root -p{} -h db", "q7RkZ2mXw9Lt"),
    "encoded secret": ("echo {} | base64 -d", b64encode(("gh" + "p_" + drawn(36)).encode()).decode()),
}
FORMS = {
    "Discord bot token": "MT" + drawn(24) + "." + drawn(6) + "." + drawn(38),
    "Discord webhook": ("https://discord.com/api/webhooks/", "112233445566778899/" + drawn(68)),
    "Terraform token": drawn(14) + ".atl" + "asv1." + drawn(64),
    "Sentry token": "sntr" + "yu_" + drawn(64, HEXADECIMAL),
    "Okta token": ("Authorization: SSWS ", "00" + drawn(40)),
    "Heroku key": "HR" + "KU-AA" + drawn(58),
    "Mailgun key": "ke" + "y-" + drawn(32, HEXADECIMAL),
    "Mailchimp key": drawn(32, HEXADECIMAL) + "-us12",
    "Airtable token": "pa" + "t" + drawn(14) + "." + drawn(64, HEXADECIMAL),
    "LangSmith key": "lsv2" + "_pt_" + drawn(32, HEXADECIMAL) + "_" + drawn(10, HEXADECIMAL),
    "CircleCI token": "CCI" + "PAT_" + drawn(22) + "_" + drawn(40, HEXADECIMAL),
    "Buildkite token": "bk" + "ua_" + drawn(40, HEXADECIMAL),
    "Tailscale key": "tsk" + "ey-auth-" + drawn(16) + "-" + drawn(32),
    "1Password token": "op" + "s_eyJ" + drawn(260),
    "Fly token": ("FlyV1 ", "fm" + "2_" + drawn(160)),
    "Azure AD secret": drawn(3) + "8Q~" + drawn(34),
    "Alibaba Cloud key": "LT" + "AI" + drawn(20),
    "Dropbox token": "s" + "l." + drawn(135),
    "Netlify token": "nf" + "p_" + drawn(36),
    "Render key": "rn" + "d_" + drawn(32),
    "Bitbucket password": "AT" + "BB" + drawn(32),
    "Notion token": "secr" + "et_" + drawn(43),
    "Square token": "EA" + "AA" + drawn(60),
    "NuGet key": "oy" + "2" + drawn(43, string.ascii_lowercase + string.digits),
    "crates.io token": "ci" + "o" + drawn(32),
    "Facebook token": "EAACEd" + "Eose0cBA" + drawn(80),
    "Mapbox token": "sk" + ".eyJ" + drawn(80) + "." + drawn(22),
}
PLACES = {
    "CLOUDFLARE_API_TOKEN={}": "q0nv3Vth1Ls6v6_O9JL8ZsoWw-Rxl_IUiTeNUJ_H",
    "Authorization: Bearer {}": "suANI-oX_y0cSovLFywnH9DoiWSdgbbj3_GyKaQCwyq",
    "aws_secret_access_key={}": "BugAX7/bd/YOuyuobPlE/xH1hlsDOSFr4ssYHi4E",
    "password: {}": "fnC$g@rWxRs@",
    "API_TOKEN={}": "8f14e45fceea167a5a36dedd4bea2543d1f3a9b1",
    "machine h login bob password {}": "q7RkZ2mXw9Lt",
    "**Token:** `{}`": "q7RkZ2mXw9LtV4bN",
    "`token`: `{}`": "q7RkZ2mXw9LtV4bN",
    "the password is {}": "q7RkZ2mXw9Lt",
    "密码是 {}": "q7RkZ2mXw9Lt",
    "private_key: {}": "0x" + "8f14e45fceea167a5a36dedd4bea2543" * 2,
    "TOKEN={}": "q0nv3Vth1L\u200bs6v6O9JL8ZsoWw",
    "clone {}": "gh" + "p_" + drawn(12) + "\u00ad" + drawn(24),
    "bot {}": "xo" + "xb-123456789012-987654321098-" + "q7RkZ2mXw9LtV4bNc8Hs3YpD",
    "the bot {}": "xo" + "xb-1234567890123-" + "q7RkZ2mXw9LtV4bNc8Hs3YpD",
    "the key {}": "gh" + "p_" + "Xb03rEMU641234567890yTY6BzUZKC97i4xg",
    "another key {}": "gh" + "p_" + "5KKgTPnO1KrsheE2OEfwxxxxZeA5jbsBXA3h",
    "set password: {}": "youriFnq9RBXO2tAG1yKwIL",
    "curl -H 'Authorization: Bearer {}' x": "abcdEFGH1234ijklMNOP5678",
    '"authorization": "token {}"': "abcdEFGH1234ijklMNOP5678",
}
HARMLESS = [
    "git show 8f14e45fceea167a5a36dedd4bea2543d1f3a9b1",
    "curl /items/3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    *(f"{name}=8f14e45fceea167a5a36dedd4bea2543d1f3a9b1" for name in ("commit", "sha", "rev", "ref", "digest")),
    *("auth: oauth2-proxy-v7.6.0", "token: oauth2-proxy-v7.6.0", "token: src/api/v2/OAuth2Api.ts", "api_key=process.env.OPENAI_API_KEY"),
    *("password=${DB_PASSWORD}", "password: $DB_PASSWORD", "token=%TOKEN%", "secret: projects/123456/secrets/MyAppSecretV2/versions/3"),
    *("token: eslint-plugin-react-hooks", "token: 2026-11-29T10:11:12Z", "token = refreshTokenProvider.getAccessToken"),
    *("secret: k8s-external-secrets-v0.9.1", "password: argon2id+salt+pepper?", "token: @scope/pkg@1.2.3", "token is JWT-encoded"),
    "session_id: 3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    "Supersedes: 2026-11-29-cache-in-redis-0a1b",
    "restored from 20261129T193000Z-step-done",
    "docker pull x@sha256:9b2c1f0e5d6a7b8c9d0e1f2a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e",
    '"integrity": "sha512-Xk7Qz2Lp9Vw4Rt6Yh8Nm3Bc5Df1Gj0Ks2Wq4Ea6Zu8Io=="',
    "src/components/AuthenticationTokenProvider.tsx",
    "tests/test_password_reset.py::test_token",
    'curl -H "Authorization: Bearer $TOKEN" x',
    "export API_KEY=<your-api-key>",
    "AKIAIOSFODNN7EXAMPLE is the id in the documentation",
    "token: ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    *(
        "token: ghp_123456789012345678901234567890abcdef",
        "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
        "ghp_1234567890abcdefghijklmnopqrstuvwxyz",
    ),
    *("xoxb-123456789012-123456789012-xxxxxxxxxxxxxxxxxxxxxxxx", "xoxb-123456789012-abcdefghijklmnopqrstuvwx", "xoxb-your-token-here"),
    *("api_key: sk-proj-your-api-key-goes-right-here", "sk-ant-api03-your-key-here-xxxxxxxxxxxxxxxxxxxxxxxx"),
    *("Authorization: Bearer abcdefghijklmnop1234567890", "Authorization: Bearer YourAccessToken1234567890"),
    "aws_secret_access_key=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "a Bearer OAuth2AccessTokenProvider",
    "postgres://user:password@localhost:5432/db",
    "password: hashed with argon2id, never stored",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
    "files begin with -----BEGIN PRIVATE KEY----- and end with -----END PRIVATE KEY-----",
    "chose a token bucket: 20 requests a minute",
    "auth: OAuth2 with PKCE; cookie: SameSite=Lax",
]


@pytest.mark.parametrize("kind", SECRETS)
def test_a_credential_is_found_by_its_kind_and_taken_out_whole(kind: str) -> None:
    text, value = SECRETS[kind]
    found = secrets_in(text.format(value))
    assert [secret.kind for secret in found] == [kind]
    shown = masked(text.format(value))
    assert shown == text.format("".join(character if character == "\n" else MASK for character in value)).replace(
        "%3D", MASK * (3 * ("%3D" in text))
    )


@pytest.mark.parametrize("kind", FORMS)
def test_a_provider_s_key_is_found_by_its_form(kind: str) -> None:
    form = FORMS[kind]
    before, value = form if isinstance(form, tuple) else ("the key ", form)
    assert [(secret.kind, secret.start, secret.end) for secret in secrets_in(f"{before}{value} opens it")] == [
        (kind, len(before), len(before) + len(value))
    ]


@pytest.mark.parametrize("text", PLACES)
def test_a_credential_is_found_in_a_place_for_nothing_else(text: str) -> None:
    assert masked(text.format(PLACES[text])) == text.format(MASK * len(PLACES[text]))


@pytest.mark.parametrize("text", ["API_TOKEN={}", "client_secret={}", "DB_PASSWORD={}", "api_key={}", "Authorization: Bearer {}"])
@pytest.mark.parametrize("alphabet", [ANY, ANY + "-_", ANY + "+/", HEXADECIMAL])
def test_nearly_all_that_is_drawn_is_found_where_only_a_credential_can_stand(text: str, alphabet: str) -> None:
    assert sum(bool(secrets_in(text.format(drawn(40, alphabet)))) for _ in range(200)) >= 198


@pytest.mark.parametrize("filler", ["1234567890", "987654321", "abcdefgh", "xxxx", "your"])
def test_a_placeholder_in_front_of_what_is_drawn_hides_nothing(filler: str) -> None:
    """A part that counts up is in many real keys; only where it is most of one is that no key."""
    assert sum(bool(secrets_in(f"bot xoxb-{filler}-{drawn(24)}")) for _ in range(200)) >= 190


def test_a_long_value_of_signs_and_words_is_judged_at_once() -> None:
    assert secrets_in(f"password={'ab1~' * 60}") == ()


def test_a_half_of_a_broken_credential_is_covered_too() -> None:
    whole = PLACES["TOKEN={}"]
    assert Cover([f"TOKEN={whole}"]).over(f"see {whole.split(chr(0x200B))[1]}") == f"see {MASK * 14}"


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_looks_like_one_is_none(text: str) -> None:
    assert secrets_in(text) == ()


def test_a_text_without_any_is_returned_as_it_is() -> None:
    text = "# Facts\n\n- The token is kept in `INDEX_TOKEN`\n"
    assert masked(text) is text


def test_lines_stay_apart_and_places_stay_the_same() -> None:
    text, value = SECRETS["private key"]
    shown = masked("- a\n" + text.format(value) + "\n- b\n")
    assert [len(line) for line in shown.split("\n")] == [len(line) for line in ("- a\n" + text.format(value) + "\n- b\n").split("\n")]
    assert shown.endswith("-----END EC PRIVATE KEY-----\n- b\n")


def test_a_cover_takes_out_whole_values_and_beginnings() -> None:
    text, value = SECRETS["GitHub token"]
    cover = Cover(["nothing", text.format(value)])
    assert cover.over(f'"{value[:5]}…", "{value[:20]}…" and {value}') == f'"{MASK * 5}…", "{MASK * 20}…" and {MASK * 40}'
    assert cover.over(f"{value[:5]} is a beginning of many") == f"{value[:5]} is a beginning of many"
    assert cover.over("nothing of it") == "nothing of it"


@pytest.mark.parametrize("value", ["getUserById", "AuthenticationTokenProvider", "2026-11-29T10:11:12Z", "v1.2.3-rc1-20240101", "hunter22"])
def test_what_people_write_is_not_random(value: str) -> None:
    assert not is_random(value)


def test_most_of_what_is_drawn_is_random() -> None:
    assert sum(is_random(drawn(16)) for _ in range(500)) > 450


def test_identifiers_open_nothing() -> None:
    assert is_digest("8f14e45")
    assert is_digest("3F2504E0-4F89-41D3-9A0C-0305E82C3301")
    assert is_digest("sha256:Xk7Q")
    assert not is_digest("q7RkZ2mXw9Lt")


GENERATED = [detector for detector in detectors() if detector.kind != "private key"]  # spells its word out, and takes minutes to generate


@pytest.mark.hypothesis
@pytest.mark.parametrize("detector", GENERATED, ids=lambda detector: f"{detector.kind} {detector.words[0]}")
def test_nothing_that_a_pattern_matches_is_passed_over_for_want_of_its_words(detector: Detector) -> None:
    """The words are a proven superset: whatever text the pattern matches, generated from the pattern itself, holds one of them."""

    @settings(law(8), suppress_health_check=list(HealthCheck))
    @given(st.from_regex(compiled(detector.pattern, detector.flags)))
    def holds(text: str) -> None:
        assume(compiled(detector.pattern, detector.flags).search(text))
        assert detector.may_match(text, text.casefold())

    holds()


@law(100)
@example("password=password=password=password=password=q7RkZ2mXw9Lt")
@given(
    st.lists(
        st.sampled_from([*(text.format(value) for text, value in SECRETS.values()), "\n", " ", "a", '"', "名", "\u202e"]), max_size=8
    ).map("".join)
)
def test_what_is_masked_holds_no_credential_and_keeps_its_shape(text: str) -> None:
    shown = masked(text)
    assert [len(line) for line in shown.split("\n")] == [len(line) for line in text.split("\n")]
    assert not any(value in shown for value in (text[secret.start : secret.end] for secret in secrets_in(text)))


@pytest.mark.parametrize(
    "shape", [" ", "a", "-", "--", "://a:", "eyJ", "password=", "--token ", "-----BEGIN PRIVATE KEY-----", "mysql ", "sk-", "密码："]
)
def test_a_hundred_thousand_characters_of_one_shape_are_searched(shape: str) -> None:
    assert secrets_in((shape * 100_000)[:100_000]) == ()
