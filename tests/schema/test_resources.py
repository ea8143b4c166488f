from pathlib import Path

import pytest

from agentstate import resources

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("kind", ["schemas", "templates"])
def test_every_file_of_the_checkout_is_found_and_read(kind: resources.Kind) -> None:
    files = {path.relative_to(ROOT / kind).as_posix(): path for path in (ROOT / kind).rglob("*") if path.is_file()}
    assert resources.names(kind) == tuple(sorted(files))
    assert all(resources.read_text(kind, name).encode() == files[name].read_bytes() for name in files)


def test_what_lies_inside_the_package_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "package/schemas/deep").mkdir(parents=True)
    (tmp_path / "package/schemas/deep/a.json").write_text("inside", encoding="utf-8")
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates/b.md").write_text("beside\r\n", encoding="utf-8", newline="")
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "package")
    resources._folder.cache_clear()
    try:
        assert resources.names("schemas") == ("deep/a.json",)
        assert resources.read_text("schemas", "deep/a.json") == "inside"
        assert resources.read_text("templates", "b.md") == "beside\r\n"
        with pytest.raises(FileNotFoundError):
            resources.read_text("schemas", "missing.json")
    finally:
        resources._folder.cache_clear()
