"""Training of agents by self-play. It stands on ``critter_envs``, which knows nothing of it."""

import os

# Threads of torch that wait for each other look for a moment, and then sleep. If they looked for long, as is usual, they would
# keep a core from whoever else could use it, and a busy machine would take ten times as long; if they slept at once, a quiet
# one would take a third longer. Torch reads this when it is loaded.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
os.environ.setdefault("GOMP_SPINCOUNT", "10000")
