"""Checkpoints: what goes in comes out, nothing else is believed, and nothing in a file is run."""

import base64
import io
import json
import os
import pickle
import pickletools
import re
import subprocess
import sys
import zipfile
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO

from critter_envs import Batch, agent
from critter_envs.agents import checkpoint
from critter_envs.agents.checkpoint import CheckpointAgent, CheckpointError, new_card, read_card, save_checkpoint
from critter_envs.agents.network import ScaledFeatures
from critter_envs.core.registry import find
from critter_envs.envs.single import LearnerEnv

HIDDEN = [12, 8]
EVALUATION = [{"against": "rules", "wins": 0.5}]


def make_model(game):
    policy = {
        "net_arch": HIDDEN,
        "activation_fn": torch.nn.ReLU,
        "features_extractor_class": ScaledFeatures,
        "features_extractor_kwargs": {"highest": [max(1, int(high)) for high in find(game).observation_high]},
    }
    return MaskablePPO("MlpPolicy", LearnerEnv(game, opponents="random"), n_steps=8, policy_kwargs=policy, seed=2, device="cpu")


def make_card(game, **changes):
    card = new_card(find(game), {"num_players": [2, 3]}, {"hidden": HIDDEN}, {"steps": 0}, {"training": 2}, EVALUATION)
    return card | changes


@pytest.fixture
def saved(game, tmp_path):
    model = make_model(game)
    with torch.no_grad():
        for parameter in model.policy.parameters():
            parameter.normal_(0, 0.5, generator=torch.Generator().manual_seed(3))
    model.tensorboard_log = str(tmp_path / "logs")
    path = tmp_path / "ppo.zip"
    save_checkpoint(model, make_card(game), path)
    return model, path


@pytest.fixture
def goose(tmp_path):
    """A checkpoint of Greedy Goose."""
    path = tmp_path / "goose.zip"
    save_checkpoint(make_model("greedy_goose"), make_card("greedy_goose"), path)
    return path


def rewrite(path, **members):
    """Replace members of a zip file, or with None remove them."""
    with zipfile.ZipFile(path) as file:
        content = {name: file.read(name) for name in file.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in (content | members).items():
            if data is not None:
                file.writestr(name, data)


def change_card(path, **changes):
    rewrite(path, **{"card.json": json.dumps(read_card(path) | changes)})


def situations(game, rows=300):
    batch = Batch(game, rows, [2, 3], seed=9)
    batch.play_random(5)
    return batch.observation.copy(), batch.mask.copy()


def test_sb3_opens_it_and_the_agent_plays_as_it_does(saved, game):
    model, path = saved
    loaded = MaskablePPO.load(path, device="cpu")
    for name, tensor in model.policy.state_dict().items():
        assert torch.equal(tensor, loaded.policy.state_dict()[name])
    observations, masks = situations(game)
    with torch.no_grad():
        distribution = loaded.policy.get_distribution(torch.from_numpy(observations), masks)
    probabilities = distribution.distribution.probs.numpy()
    one = CheckpointAgent(find(game), path, seed=1)
    actions = np.stack([one.act(observations, masks) for _ in range(200)])
    assert (masks[np.arange(len(masks)), actions] == 1).all()
    shares = np.stack([(actions == action).mean(axis=0) for action in range(masks.shape[1])], axis=1)
    np.testing.assert_allclose(shares, probabilities, atol=6 * 0.5 / np.sqrt(200))
    np.testing.assert_allclose(shares.mean(axis=0), probabilities.mean(axis=0), atol=6 * 0.5 / np.sqrt(200 * len(masks)))


def test_sb3_can_go_on_training_it(saved, game):
    _, path = saved
    model = MaskablePPO.load(path, env=LearnerEnv(game, opponents="random"), device="cpu")
    before = {name: tensor.clone() for name, tensor in model.policy.state_dict().items()}
    model.learn(8)
    assert any(not torch.equal(before[name], tensor) for name, tensor in model.policy.state_dict().items())


def test_the_seed_decides_the_draws(saved, game):
    _, path = saved
    observations, masks = situations(game)
    same, again, other = (agent(f"ppo:{path}", game, seed).act(observations, masks) for seed in (4, 4, 5))
    np.testing.assert_array_equal(same, again)
    assert not np.array_equal(same, other)


def test_the_card_tells_what_the_file_is(saved, game):
    _, path = saved
    card, description = read_card(path), find(game)
    assert (card["game"], card["version"], card["layout"]) == (game, description.version, description.layout)
    assert card["parameters"] == {"num_players": [2, 3]}
    assert card["evaluation"] == EVALUATION
    assert {"python", "numpy", "torch", "stable-baselines3", "sb3-contrib"} <= set(card["versions"])
    assert card["network"] == {"hidden": HIDDEN, "activation": "relu"}


def test_the_same_model_makes_the_same_bytes(goose, tmp_path):
    again = tmp_path / "again.zip"
    save_checkpoint(make_model("greedy_goose"), make_card("greedy_goose"), again)
    assert again.read_bytes() == goose.read_bytes()
    with zipfile.ZipFile(goose) as file:
        assert b" at 0x" not in file.read("data")  # addresses, which differ from process to process
        assert {info.date_time for info in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def strings_in(data):
    """All readable stretches of bytes, and those inside base64 and inside zip files."""
    yield from (match.group().decode() for match in re.finditer(rb"[\x20-\x7e]{4,}", data))
    for match in re.finditer(rb"[A-Za-z0-9+/]{40,}={0,2}", data):
        if len(match.group()) % 4 == 0:
            yield from (found.group().decode() for found in re.finditer(rb"[\x20-\x7e]{4,}", base64.b64decode(match.group())))
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            for name in file.namelist():
                yield name
                yield from strings_in(file.read(name))


def test_no_path_of_this_machine_is_in_the_file(saved, monkeypatch):
    _, path = saved
    texts = list(strings_in(path.read_bytes()))
    assert any("critter_envs.agents.network" in text for text in texts)  # the search looks inside pickles
    here = {str(Path.home()), os.getcwd(), sys.prefix, str(Path(__file__).parents[2]), str(path.parent), os.uname().nodename}
    for text in texts:
        assert not re.search(r"(^|[^\w.)\]])/(home|root|work|tmp|usr|opt|Users|var|mnt)/", text), text
        assert not any(len(place) > 3 and place in text for place in here), text


class Trap:
    """Leaves a file behind when it is unpickled."""

    def __init__(self, path):
        self.path = str(path)

    def __reduce__(self):
        return open, (self.path, "w")


def spring_loaded(sprung):
    """A file of torch that leaves a file behind when it is unpickled."""
    buffer = io.BytesIO()
    torch.save({"trap": Trap(sprung)}, buffer)
    return buffer.getvalue()


def test_a_trap_in_the_weights_is_refused(goose, tmp_path):
    sprung = tmp_path / "sprung"
    rewrite(goose, **{"policy.pth": spring_loaded(sprung)})
    assert "holds something else than weights" in refusal(goose)
    assert not sprung.exists()


def test_a_trap_anywhere_else_is_never_touched(goose, tmp_path):
    sprung = tmp_path / "sprung"
    code = base64.b64encode(pickle.dumps(Trap(sprung))).decode()
    data = json.dumps({"policy_class": {":type:": "trap", ":serialized:": code}})
    others = {name: spring_loaded(sprung) for name in ("policy.optimizer.pth", "pytorch_variables.pth")}
    rewrite(goose, data=data, **others)
    CheckpointAgent(find("greedy_goose"), goose)
    assert not sprung.exists()
    with pytest.raises(pickle.UnpicklingError):  # the trap does work: SB3 unpickles
        MaskablePPO.load(goose, device="cpu")
    assert sprung.exists()


def refusal(path, game="greedy_goose"):
    with pytest.raises(CheckpointError) as caught:
        CheckpointAgent(find(game), path)
    message = str(caught.value)
    assert "\n" not in message
    assert str(path) in message
    return message


def test_a_file_that_is_no_checkpoint_is_refused(goose, tmp_path):
    text = tmp_path / "notes.txt"
    text.write_text("hello")
    assert "is no checkpoint, or is damaged" in refusal(text)
    assert "can't be read" in refusal(tmp_path / "missing.zip")
    assert "can't be read" in refusal(tmp_path)
    empty = tmp_path / "empty.zip"
    empty.write_bytes(b"")
    assert "is no checkpoint, or is damaged" in refusal(empty)
    plain = tmp_path / "plain.zip"
    make_model("greedy_goose").save(plain)
    assert "without card.json" in refusal(plain)


def test_a_damaged_file_is_refused(goose, tmp_path):
    whole = goose.read_bytes()
    broken = tmp_path / "broken.zip"
    for length in range(0, len(whole), max(1, len(whole) // 40)):
        broken.write_bytes(whole[:length])
        refusal(broken)
    broken.write_bytes(whole[:-3] + b"\x7f" + whole[-2:])  # as if all members began before the file
    assert "is no checkpoint, or is damaged" in refusal(broken)
    generator = np.random.default_rng(0)
    with zipfile.ZipFile(goose) as file:
        info = file.getinfo("policy.pth")
    for place in generator.integers(info.header_offset + 60, info.header_offset + info.compress_size, 40):
        broken.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        refusal(broken)


def test_a_card_that_makes_no_sense_is_refused(goose):
    card = read_card(goose)
    rewrite(goose, **{"card.json": b"{"})
    assert "isn't JSON" in refusal(goose)
    rewrite(goose, **{"card.json": b"[" * 100_000})
    assert "isn't JSON" in refusal(goose)
    rewrite(goose, **{"card.json": b"[]"})
    assert "no JSON object" in refusal(goose)
    for key in card:
        rewrite(goose, **{"card.json": json.dumps({name: value for name, value in card.items() if name != key})})
        assert repr(key) in refusal(goose)
        rewrite(goose, **{"card.json": json.dumps(card | {key: 0.5})})
        assert repr(key) in refusal(goose)


def test_another_format_game_or_version_is_refused(goose, toy):
    assert "was trained for greedy_goose, not for toy" in refusal(goose, "toy")
    change_card(goose, version=99)
    message = refusal(goose)
    assert "version 99 of the rules of greedy_goose, these are version 1" in message
    assert "train it anew" in message
    change_card(goose, format=2)
    assert "a card of format 2, this version of critter_envs reads format 1" in refusal(goose)


def test_a_layout_that_does_not_fit_is_refused_with_what_differs(goose):
    card = read_card(goose)
    fields = [list(entry) for entry in card["observation"]]
    fields[7] = ["own_hand", [6], 4]
    change_card(goose, layout="0", observation=fields)
    assert 'field 7 is ["own_hand", [6], 4] in the checkpoint, and ["own_hand", [5], 4] here' in refusal(goose)
    change_card(goose, observation=card["observation"], actions=card["actions"][:-1])
    assert 'action 5 is null in the checkpoint, and ["steal a card from {0}", 5] here' in refusal(goose)
    change_card(goose, actions=card["actions"])
    assert "doesn't fit greedy_goose" in refusal(goose)


def test_weights_that_do_not_fit_the_card_are_refused(goose):
    change_card(goose, network={"hidden": [12, 9], "activation": "relu"})
    assert "mlp_extractor.policy_net.2.weight is of shape (8, 12), but must be (9, 12)" in refusal(goose)
    change_card(goose, network={"hidden": [12, 8, 8], "activation": "relu"})
    assert "mlp_extractor.policy_net.4.weight is missing" in refusal(goose)
    change_card(goose, network={"hidden": [12, 8], "activation": "tanh"})
    assert "activation relu" in refusal(goose)
    change_card(goose, network={"hidden": [12, 8], "activation": "relu"})
    agent(f"ppo:{goose}", "greedy_goose")
    model = make_model("greedy_goose")
    with torch.no_grad():
        model.policy.action_net.bias[0] = float("nan")
    save_checkpoint(model, make_card("greedy_goose"), goose)
    assert "aren't finite numbers, in action_net.bias" in refusal(goose)


@pytest.mark.parametrize("kind", [torch.float64, torch.float16, torch.complex64, torch.int64, torch.bool])
def test_weights_of_another_type_are_refused(goose, kind):
    """Those of float64 may be finite, and not what is made of them."""
    weights = torch.load(io.BytesIO(zipfile.ZipFile(goose).read("policy.pth")), weights_only=True)
    buffer = io.BytesIO()
    torch.save({name: tensor.to(kind) for name, tensor in weights.items()}, buffer)
    rewrite(goose, **{"policy.pth": buffer.getvalue()})
    assert "they must be float32" in refusal(goose)


def test_any_damage_of_the_weights_is_refused(goose):
    """Torch's own unpickler stumbles over it in many ways."""
    with zipfile.ZipFile(io.BytesIO(zipfile.ZipFile(goose).read("policy.pth"))) as file:
        members = {name: file.read(name) for name in file.namelist()}
    pickled = next(name for name in members if name.endswith("data.pkl"))
    for command in (b"u", b"t", b"Q", b"."):  # each needs something on the stack that isn't there
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as file:
            for name, content in members.items():
                file.writestr(name, content[:2] + command + content[3:] if name == pickled else content)
        rewrite(goose, **{"policy.pth": buffer.getvalue()})
        assert "holds something else than weights" in refusal(goose)


def test_a_file_that_would_fill_the_memory_is_refused(goose, monkeypatch):
    """Wherever in it the bytes are packed."""
    monkeypatch.setattr(checkpoint, "MOST_BYTES", 10**6)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("archive/data/0", bytes(2 * 10**6))
    for member, content in (("policy.pth", packed.getvalue()), ("card.json", bytes(2 * 10**6)), ("another", bytes(2 * 10**6))):
        rewrite(goose, **{member: content})
        assert goose.stat().st_size < 10**6
        assert "a checkpoint holds 1,000,000 at most" in refusal(goose)
    goose.write_bytes(bytes(10**6 + 1))
    assert "holds 1,000,001 bytes: a checkpoint holds 1,000,000 at most" in refusal(goose)


def test_weights_that_are_no_weights_are_refused(goose):
    for content in ([1, 2], {"action_net.weight": "many"}, {"action_net.weight": 3}):
        buffer = io.BytesIO()
        torch.save(content, buffer)
        rewrite(goose, **{"policy.pth": buffer.getvalue()})
        assert "holds something else than weights" in refusal(goose)
    rewrite(goose, **{"policy.pth": None})
    assert "without policy.pth" in refusal(goose)


def test_what_is_no_observation_is_refused(goose):
    one = CheckpointAgent(find("greedy_goose"), goose)
    observations, masks = situations("greedy_goose", 3)
    with pytest.raises(ValueError, match="the observations are of shape"):
        one.act(observations[:, :-1], masks)
    with pytest.raises(ValueError, match="the masks are of shape"):
        one.act(observations, masks[:, :-1])
    with pytest.raises(ValueError, match="row 1 of the masks is empty"):
        one.act(observations, np.where(np.arange(3)[:, None] == 1, 0, masks).astype(np.uint8))


def test_a_failed_write_leaves_the_old_file(goose, monkeypatch):
    before = goose.read_bytes()
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError("no space")))
    with pytest.raises(OSError, match="no space"):
        save_checkpoint(make_model("greedy_goose"), make_card("greedy_goose", seeds={"training": 9}), goose)
    assert goose.read_bytes() == before


def test_a_checkpoint_plays_without_training():
    code = (
        "import sys, critter_envs; sys.modules['training'] = None\n"
        "assert 'torch' not in sys.modules\n"
        "import critter_envs.agents.checkpoint\n"
        "assert 'stable_baselines3' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_pickles_in_the_file_are_made_of_plain_parts(saved):
    """What SB3 unpickles comes from SB3, Gymnasium, NumPy, torch and this package: no function was stored by value."""
    _, path = saved
    with zipfile.ZipFile(path) as file:
        data = json.loads(file.read("data"))
    modules = set()
    for value in data.values():
        if isinstance(value, dict) and ":serialized:" in value:
            code = base64.b64decode(value[":serialized:"])
            strings = [argument for opcode, argument, _ in pickletools.genops(code) if opcode.name == "SHORT_BINUNICODE"]
            modules |= {text.split(".")[0] for text in strings if "." in text}
    assert modules <= {"stable_baselines3", "sb3_contrib", "gymnasium", "numpy", "torch", "critter_envs", "collections"}


def test_a_file_is_read_once_and_again_after_it_was_written_anew(goose, monkeypatch):
    game, reads = find("greedy_goose"), []
    read = checkpoint._content
    monkeypatch.setattr(checkpoint, "_content", lambda path: reads.append(path) or read(path))
    one, other = CheckpointAgent(game, goose, seed=1), CheckpointAgent(game, goose, seed=1)
    assert one._actor is other._actor
    assert reads == [goose]
    assert one.digest == other.digest == sha256(goose.read_bytes()).hexdigest()
    observations, masks = situations(game)
    assert (one.act(observations, masks) == other.act(observations, masks)).all()  # each with chance of its own
    change_card(goose, evaluation=[])
    anew = CheckpointAgent(game, goose)
    assert anew.card["evaluation"] == []
    assert anew.digest == sha256(goose.read_bytes()).hexdigest() != one.digest
    goose.unlink()
    with pytest.raises(CheckpointError, match="can't be read"):
        CheckpointAgent(game, goose)


def test_another_file_as_large_and_as_old_is_read_anew(goose, tmp_path):
    other, content = tmp_path / "other.zip", goose.read_bytes()
    for file, end in ((goose, b"?"), (other, b"!")):
        file.write_bytes(content + end)
        os.utime(file, (0, 0))
    one = CheckpointAgent(find("greedy_goose"), goose)
    other.replace(goose)
    assert CheckpointAgent(find("greedy_goose"), goose).digest == sha256(content + b"!").hexdigest() != one.digest
