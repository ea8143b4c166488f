import sys
from hashlib import sha256

import pytest

from agentstate.documents.decision import _sha256, decision_id

TEXT = "## [2026-11-29] Cache\n- Decision: 缓存 \udc80"
EXPECTED = f"2026-11-29-cache-{sha256(TEXT.encode('utf-8', 'surrogateescape')).hexdigest()[:4]}"


@pytest.mark.parametrize("missing", [(), ("_sha2", "_sha256")])
def test_the_digest_is_that_of_hashlib_whichever_module_has_it(missing: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    _sha256.cache_clear()
    for name in missing:
        monkeypatch.setitem(sys.modules, name, None)
    assert decision_id("2026-11-29", "Cache", TEXT) == EXPECTED
    _sha256.cache_clear()
