"""Training of agents by self-play. It stands on ``critter_envs``, which knows nothing of it."""

import os

# Threads of torch that wait for each other should sleep: in a loop, they keep a core from whoever else could use it, and
# on a busy machine everything takes ten times as long. Torch reads this when it is loaded.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
