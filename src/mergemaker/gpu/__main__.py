"""Says in one line whether a GPU can be used here."""

import sys

from mergemaker.gpu.device import cuda_or_refuse, simulated, trouble

if trouble():
    sys.exit(f"No GPU can be used here: {trouble()}.")
name = "Numba's simulator" if simulated() else cuda_or_refuse().get_current_device().name
sys.stdout.write(f"The rules can run on {name.decode() if isinstance(name, bytes) else name}.\n")
