"""Whether a text can hold a credential at all: most that a hook sees cannot, and are spared the tables of `agentstate.secrets`.

The words are those of its detectors; a test holds the two together.
"""

_EXACT = (
    "--from-literal -us .atlasv1. /api/webhooks/ :// :AA AC AGE-SECRET-KEY-1 AIza AKIA ASIA ATATT3 ATBB ATCTT3 CCIPAT_ CCIPRJ_ "
    "EAAA EAAC EAACEdEose0cBA EAAM GOCSPX- HRKU- LTAI MD MT Mj Mz ND NRAK- NT Nj Nz OD OT PMAK- PRIVATE Q~ SG. SK SSWS base64 "
    "bkua_ cio curl dapi dckr_oat_ dckr_pat_ doo_v1_ dop_v1_ dor_v1_ dp.ct. dp.pt. dp.sa. dp.st. eyJ figd_ figo_ figu_ fm1a_ "
    "fm1r_ fm2_ fo1_ gho_ ghp_ ghr_ ghs_ ghu_ github_pat_ glagent- glc_ glcbt- gldt- glft- gloas- glpat- glptt- glrt- glsa_ "
    "glsoat- gsk_ hf_ hooks.slack.com htpasswd hvb. hvr. hvs. key- lin_api_ lin_oauth_ login lsv2_pt_ lsv2_sk_ mariadb mysql nfp_ "
    "npm_ ntn_ ops_eyJ oy2 pass: pat pplx- pscale_oauth_ pscale_pw_ pscale_tkn_ pypi-AgE r8_ rk_live_ rk_test_ rnd_ rubygems_ "
    "sb_secret_ sbp_ secret_ shpat_ shpca_ shppa_ shpss_ sk- sk-admin- sk-ant- sk-or-v1- sk-proj- sk-svcacct- sk.eyJ sk_live_ "
    "sk_test_ sl. sl.u. sntrys_ sntryu_ sq0atp- sq0csp- sshpass tskey-api- tskey-auth- tskey-client- tskey-scim- tskey-webhook- "
    "whsec_ xai- xapp- xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- ya29. "
)
_FOLDED = (
    "-key: -token: access accountkey= api apikey auth authorization basic bearer contrasena contraseña cookie credential encryption heroku "
    "kennwort passe passphrase passwd password passwort private pwd secret senha session sig= token пароль パスワード 口令 密码 密碼 "
    "密鑰 密钥 비밀번호 "
)
_ARGUMENTS = (
    "--from-literal --with-token -S -U -password -stdin :// 7z ASSWORD= AUTH CREDENTIALS KEY PASS PWD SECRET TOKEN _auth _password "
    "add_user assphrase asswd assword assword= bcp change_password chpasswd curl ecret ecret= ey= htpasswd http ig= ignature= keypass ldap "
    "login mariadb mongo mysql nmcli oken= pass: passphrase: redis-cli secret sqlcmd sqlplus sshpass storepass vault wd= wget wpa_ xh zip "
)
EXACT = tuple(_EXACT.split())
FOLDED = tuple(_FOLDED.split())
"""One of these stands in every text in which a detector finds something: as written, or without regard to case."""


ARGUMENTS = (*_ARGUMENTS.split(), "configure set", "net user", "vault login")
"""One of these stands, as written, in every command line with an argument that can be nothing but a credential; or an option that is
named like one."""

OPTIONS = ("pass", "pin", "secret", "token", "key", "pwd", "credential")
"""What an option that takes a credential is named after, without regard to case."""


def has_arguments(text: str) -> bool:
    """Whether a word stands in the text without which no argument is a credential by its place."""
    if any(word in text for word in ARGUMENTS):
        return True
    return "--" in text and any(word in text.lower() for word in OPTIONS)


def is_suspicious(text: str) -> bool:
    """Whether a word stands in the text without which no detector finds anything."""
    folded = text.casefold()
    return any(word in text for word in EXACT) or any(word in folded for word in FOLDED)
