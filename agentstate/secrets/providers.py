"""Keys that a provider marks as its own. The forms are those the providers document for secret scanning; where they publish none, the
form is that of gitleaks' rules (MIT licence, https://github.com/gitleaks/gitleaks), written here so that each is linear."""

import re
from collections.abc import Iterator

from agentstate.secrets.credential import is_key, is_key_material
from agentstate.secrets.detector import Detector

_KEY = "[A-Za-z0-9_-]"
_PREFIXED: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("GitHub token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), "[A-Za-z0-9]{16,255}"),
    ("GitHub token", ("github_pat_",), "[A-Za-z0-9_]{36,255}"),
    ("GitLab token", ("glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "glsoat-", "gloas-", "glagent-"), f"{_KEY}{{20,255}}"),
    ("Anthropic key", ("sk-ant-",), f"{_KEY}{{32,255}}"),
    ("OpenRouter key", ("sk-or-v1-",), "[a-f0-9]{32,255}"),
    ("OpenAI key", ("sk-proj-", "sk-svcacct-", "sk-admin-"), f"{_KEY}{{20,255}}"),
    ("OpenAI key", ("sk-",), "[A-Za-z0-9]{32,255}"),
    ("Slack token", ("xoxa-", "xoxb-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xapp-"), "[A-Za-z0-9-]{10,255}"),
    ("Stripe key", ("sk_live_", "rk_live_", "sk_test_", "rk_test_", "whsec_"), "[A-Za-z0-9]{16,255}"),
    ("Google key", ("AIza",), f"{_KEY}{{35}}"),
    ("Google client secret", ("GOCSPX-",), f"{_KEY}{{28}}"),
    ("Google access token", ("ya29.",), f"{_KEY}{{20,255}}"),
    ("Hugging Face token", ("hf_",), "[A-Za-z0-9]{30,255}"),
    ("npm token", ("npm_",), "[A-Za-z0-9]{36}"),
    ("PyPI token", ("pypi-AgE",), f"{_KEY}{{50,1000}}"),
    ("Vault token", ("hvs.", "hvb.", "hvr."), f"{_KEY}{{24,255}}"),
    ("SendGrid key", ("SG.",), f"{_KEY}{{22}}[.]{_KEY}{{43}}"),
    ("DigitalOcean token", ("dop_v1_", "doo_v1_", "dor_v1_"), "[a-f0-9]{64}"),
    ("Docker Hub token", ("dckr_pat_", "dckr_oat_"), f"{_KEY}{{24,255}}"),
    ("Databricks token", ("dapi",), "[a-f0-9]{32}"),
    ("Atlassian token", ("ATATT3", "ATCTT3"), f"{_KEY}{{32,255}}"),
    ("Linear key", ("lin_api_", "lin_oauth_"), "[A-Za-z0-9]{32,255}"),
    ("Notion token", ("ntn_",), "[A-Za-z0-9]{40,255}"),
    ("Shopify token", ("shpat_", "shpca_", "shppa_", "shpss_"), "[a-fA-F0-9]{32}"),
    ("Supabase token", ("sbp_", "sb_secret_"), f"{_KEY}{{24,255}}"),
    ("Groq key", ("gsk_",), "[A-Za-z0-9]{40,255}"),
    ("xAI key", ("xai-",), "[A-Za-z0-9]{70,255}"),
    ("Perplexity key", ("pplx-",), "[A-Za-z0-9]{40,255}"),
    ("Replicate token", ("r8_",), "[A-Za-z0-9]{37}"),
    ("Grafana token", ("glsa_", "glc_"), "[A-Za-z0-9_+/=]{32,255}"),
    ("New Relic key", ("NRAK-",), "[A-Z0-9]{27}"),
    ("Postman key", ("PMAK-",), "[a-f0-9]{24}-[a-f0-9]{34}"),
    ("PlanetScale token", ("pscale_tkn_", "pscale_pw_", "pscale_oauth_"), "[A-Za-z0-9_.=-]{32,64}"),
    ("RubyGems key", ("rubygems_",), "[a-f0-9]{48}"),
    ("Square token", ("sq0csp-", "sq0atp-"), f"{_KEY}{{22,60}}"),
    ("Figma token", ("figd_", "figo_", "figu_"), f"{_KEY}{{36,255}}"),
    ("Doppler token", ("dp.pt.", "dp.st.", "dp.sa.", "dp.ct."), "[A-Za-z0-9]{40,44}"),
    ("Sentry token", ("sntrys_",), "[A-Za-z0-9+/=_]{40,500}"),
    ("Sentry token", ("sntryu_",), "[a-f0-9]{64}"),
    ("Heroku key", ("HRKU-",), f"{_KEY}{{36,64}}"),
    ("Mailgun key", ("key-",), "[a-f0-9]{32}"),
    ("Airtable token", ("pat",), "[A-Za-z0-9]{14}[.][a-f0-9]{64}"),
    ("LangSmith key", ("lsv2_pt_", "lsv2_sk_"), "[a-f0-9]{32}_[a-f0-9]{10}"),
    ("CircleCI token", ("CCIPAT_", "CCIPRJ_"), "[A-Za-z0-9]{22}_[a-f0-9]{40}"),
    ("Buildkite token", ("bkua_",), "[a-z0-9]{40}"),
    ("Tailscale key", ("tskey-auth-", "tskey-api-", "tskey-client-", "tskey-scim-", "tskey-webhook-"), f"{_KEY}{{20,100}}"),
    ("1Password token", ("ops_eyJ",), "[A-Za-z0-9+/_-]{100,4000}={0,3}"),
    ("Fly token", ("fm2_", "fm1r_", "fm1a_"), "[A-Za-z0-9+/_-]{40,4000}={0,3}"),
    ("Fly token", ("fo1_",), f"{_KEY}{{43}}"),
    ("Alibaba Cloud key", ("LTAI",), "[A-Za-z0-9]{12,24}"),
    ("Dropbox token", ("sl.",), f"{_KEY}{{130,2000}}"),
    ("Dropbox token", ("sl.u.",), f"{_KEY}{{100,2000}}"),
    ("Netlify token", ("nfp_",), "[A-Za-z0-9]{36}"),
    ("Render key", ("rnd_",), "[A-Za-z0-9]{28,40}"),
    ("Bitbucket password", ("ATBB",), "[A-Za-z0-9]{32}"),
    ("Notion token", ("secret_",), "[A-Za-z0-9]{43}"),
    ("Square token", ("EAAA",), f"{_KEY}{{22,60}}"),
    ("NuGet key", ("oy2",), "[a-z0-9]{43}"),
    ("crates.io token", ("cio",), "[A-Za-z0-9]{32}"),
    ("Facebook token", ("EAACEdEose0cBA",), "[A-Za-z0-9]{20,400}"),
    ("Facebook token", ("EAAM", "EAAC"), "[A-Za-z0-9]{100,400}"),
    ("Mapbox token", ("sk.eyJ",), f"{_KEY}{{40,400}}[.]{_KEY}{{20,30}}"),
    ("age key", ("AGE-SECRET-KEY-1",), "[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}"),
)
"""Kind, the beginnings of a key, and what follows them."""

_SHORTEST = 10
"""How many characters follow the beginning of a key at the least, in any of these."""

_DISCORD = ("MD", "MT", "Mj", "Mz", "ND", "NT", "Nj", "Nz", "OD", "OT")
"""How the number of a Discord bot begins in Base64: with two digits."""


def _prefixed() -> Iterator[Detector]:
    for kind, prefixes, rest in _PREFIXED:
        beginning = "|".join(re.escape(prefix) for prefix in prefixes)
        yield Detector(kind, prefixes, f"(?<![A-Za-z0-9])(?:{beginning}){rest}(?![A-Za-z0-9])", is_key, unbroken=_SHORTEST)


def _is_aws_id(value: str) -> bool:
    return is_key(value) and "EXAMPLE" not in value


def _is_signature(value: str) -> bool:
    return is_key(value.replace("%", ""))


DETECTORS: tuple[Detector, ...] = (
    *_prefixed(),
    Detector("AWS access key", ("AKIA", "ASIA"), "(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z2-7]{16}(?![A-Za-z0-9])", _is_aws_id),
    Detector("Twilio key", ("SK", "AC"), "(?<![A-Za-z0-9])(?:SK|AC)[a-f0-9]{32}(?![A-Za-z0-9])", is_key, unbroken=32),
    Detector("Telegram bot token", (":AA",), f"(?<![0-9])[0-9]{{8,10}}:AA{_KEY}{{32,33}}(?!{_KEY})", is_key),
    Detector(
        "Discord bot token",
        _DISCORD,
        f"(?<!{_KEY})(?:{'|'.join(_DISCORD)}){_KEY}{{22,26}}[.]{_KEY}{{6}}[.]{_KEY}{{27,38}}(?!{_KEY})",
        is_key,
        unbroken=57,
    ),
    Detector(
        "Discord webhook", ("/api/webhooks/",), f"discord(?:app)?[.]com/api/webhooks/(?P<value>[0-9]{{17,20}}/{_KEY}{{60,80}})", is_key
    ),
    Detector("Terraform token", (".atlasv1.",), f"(?<![A-Za-z0-9])[A-Za-z0-9]{{14}}[.]atlasv1[.]{_KEY}{{60,70}}(?!{_KEY})", is_key),
    Detector("Okta token", ("SSWS",), f"\\bSSWS[ \t]{{1,4}}(?P<value>00{_KEY}{{38,42}})(?!{_KEY})", is_key),
    Detector("Mailchimp key", ("-us",), "(?<![A-Za-z0-9])[a-f0-9]{32}-us[0-9]{1,2}(?![A-Za-z0-9])", is_key),
    Detector("Azure AD secret", ("Q~",), "(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-])", is_key),
    Detector(
        "Slack webhook", ("hooks.slack.com",), "hooks[.]slack[.]com/services/(?P<value>T[A-Z0-9]{6,12}/B[A-Z0-9]{6,12}/[A-Za-z0-9]{16,32})"
    ),
    Detector("JSON web token", ("eyJ",), f"(?<!{_KEY})eyJ{_KEY}{{10,2000}}[.]eyJ{_KEY}{{2,4000}}[.]{_KEY}{{10,1000}}", is_key),
    Detector(
        "Heroku key",
        ("heroku",),
        "heroku[A-Za-z_ -]{0,24}[ \t:=\"']{1,5}(?P<value>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?![0-9a-f-])",
        is_key,
        re.ASCII | re.IGNORECASE,
    ),
    Detector("Azure storage key", ("accountkey=",), "AccountKey=(?P<value>[A-Za-z0-9+/=]{86,90})", is_key, re.ASCII | re.IGNORECASE),
    Detector("signed Azure address", ("sig=",), "[?&;]sig=(?P<value>[A-Za-z0-9%+/=]{40,80})", _is_signature, re.ASCII | re.IGNORECASE),
    Detector(
        "private key",
        ("PRIVATE KEY",),
        "-----BEGIN [A-Z0-9 ]{0,24}PRIVATE KEY(?: BLOCK)?-----(?P<value>(?:[A-Za-z0-9+/=\\s\\\\:,.]|-(?!-)){32,8192})",
        is_key_material,
    ),
)
"""Every provider's key."""
