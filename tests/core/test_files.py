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


@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), None])
def test_errors_name_the_file_that_was_asked_for(tmp_path, fault):
    file = tmp_path / "file" if fault else tmp_path / "no_folder" / "file"
    with pytest.raises(OSError) as raised, replacing(file) as new:
        if fault:
            raise fault  # as from a full disk, without a name
        new.write_text("new")
    assert (raised.value.filename, raised.value.filename2) == (str(file), None)


def test_errors_of_other_files_name_those(tmp_path):
    with pytest.raises(OSError) as raised, replacing(tmp_path / "file"):
        (tmp_path / "source").read_text()
    assert raised.value.filename == str(tmp_path / "source")
