import os
from pathlib import Path

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


def test_a_link_stays_a_link(tmp_path):
    link, file = tmp_path / "link", tmp_path / "folder" / "file"
    file.parent.mkdir()
    link.symlink_to(file)
    for text in ("first", "second"):
        with replacing(link) as new:
            new.write_text(text)
        assert link.is_symlink()
        assert file.read_text() == text
    assert list(file.parent.iterdir()) == [file]


def test_a_pipe_is_written_to_and_not_replaced(tmp_path):
    """As is a device: ``/dev/null`` must stay what it is, and ``/dev/stdout`` shows what is written."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with replacing(pipe) as new:
            new.write_text("text")
        assert os.read(reader, 10) == b"text"
    finally:
        os.close(reader)
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_folder_is_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for folder in (tmp_path, Path(), Path("/")):
        assert isinstance(failing(folder, lambda new: new.write_text("new")), IsADirectoryError)


def failing(path, work):
    """The error that replacing a file ends with."""
    try:
        with replacing(path) as new:
            work(new)
    except OSError as error:
        return error
    pytest.fail("it worked")


def test_errors_name_the_file_that_was_asked_for(tmp_path):
    def fill_the_disk(new):
        raise OSError(28, "No space left on device")  # Python names no file then

    def write(new):
        new.write_text("new")

    (tmp_path / "folder").mkdir()
    for name, work in (("file", fill_the_disk), ("no_folder/file", write), ("folder", write)):
        file = tmp_path / name
        error = failing(file, work)
        assert str(error) == f"[Errno {error.errno}] {error.strerror}: {str(file)!r}"


def test_errors_of_other_files_name_those(tmp_path):
    assert failing(tmp_path / "file", lambda new: (tmp_path / "source").read_text()).filename == str(tmp_path / "source")


def test_an_error_without_a_number_keeps_its_message(tmp_path):
    def fail(new):
        raise OSError("of another kind")

    assert str(failing(tmp_path / "file", fail)) == "of another kind"
