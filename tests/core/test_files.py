import pytest

from critter_envs.core.files import replacing


def test_a_file_is_replaced_when_the_new_one_is_whole(tmp_path):
    file = tmp_path / "file"
    file.write_text("old")
    with replacing(file) as new:
        new.write_text("new")
        assert file.read_text() == "old"
    assert file.read_text() == "new"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("fault", [OSError, KeyboardInterrupt])
def test_what_fails_halfway_leaves_the_old_file_and_nothing_else(tmp_path, fault):
    file = tmp_path / "file"
    file.write_text("old")

    def fail():
        with replacing(file) as new:
            new.write_text("half")
            raise fault

    with pytest.raises(fault):
        fail()
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]
