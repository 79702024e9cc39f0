"""The engine for people who train and study agents: PettingZoo, Gymnasium, OpenSpiel, and many games at once.

`encoding` says what an observation is; `batch` steps arrays of games; the other modules dress that up for each project.
Importing this package registers `mergemaker/Acquire-v0` with Gymnasium, where that is installed.
"""

from importlib.util import find_spec

NAME = "mergemaker/Acquire-v0"

if find_spec("gymnasium") is not None:
    # Not `import gymnasium`: a module of ours has that name here.
    from gymnasium import register as _register
    from gymnasium import registry as _registry

    # By its address: the environment itself is loaded when somebody makes one.
    if NAME not in _registry:
        _register(
            id=NAME,
            entry_point="mergemaker.envs.gymnasium:AcquireEnv",
            vector_entry_point="mergemaker.envs.vector:make_vec",
        )
