"""Whether a text can hold a credential at all: most that a hook sees cannot, and are spared the tables of `agentstate.secrets`.

The words are those of its detectors; a test holds the two together.
"""

_EXACT = (
    "--from-literal :// :AA AC AGE-SECRET-KEY-1 AIza AKIA ASIA ATATT3 ATCTT3 GOCSPX- NRAK- PMAK- PRIVATE SG. SK base64 curl "
    "dapi dckr_oat_ dckr_pat_ doo_v1_ dop_v1_ dor_v1_ dp.ct. dp.pt. dp.sa. dp.st. eyJ figd_ figo_ figu_ gho_ ghp_ ghr_ ghs_ "
    "ghu_ github_pat_ glagent- glc_ glcbt- gldt- glft- gloas- glpat- glptt- glrt- glsa_ glsoat- gsk_ hf_ hooks.slack.com "
    "htpasswd hvb. hvr. hvs. lin_api_ lin_oauth_ login mariadb mysql npm_ ntn_ pass: pplx- pscale_oauth_ pscale_pw_ "
    "pscale_tkn_ pypi-AgE r8_ rk_live_ rk_test_ rubygems_ sb_secret_ sbp_ shpat_ shpca_ shppa_ shpss_ sk- sk-admin- sk-ant- "
    "sk-or-v1- sk-proj- sk-svcacct- sk_live_ sk_test_ sq0atp- sq0csp- sshpass whsec_ xai- xapp- xoxa- xoxb- xoxe- xoxo- "
    "xoxp- xoxr- xoxs- ya29. "
)
_FOLDED = (
    "-key: -token: access accountkey= api apikey auth basic bearer contrasena contraseña cookie credential discord "
    "encryption heroku kennwort passe passphrase passwd password passwort private pwd secret senha session sig= token "
    "пароль パスワード 口令 密码 密碼 密鑰 密钥 비밀번호 "
)
EXACT = tuple(_EXACT.split())
FOLDED = tuple(_FOLDED.split())
"""One of these stands in every text in which a detector finds something: as written, or without regard to case."""


def is_suspicious(text: str) -> bool:
    """Whether a word stands in the text without which no detector finds anything."""
    folded = text.casefold()
    return any(word in text for word in EXACT) or any(word in folded for word in FOLDED)
