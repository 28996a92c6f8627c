import os
import signal

# Shells start background jobs with SIGINT ignored. Python then installs no handler for
# it, and the tests of Ctrl-C would wait forever.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# These must be set before JAX is imported. The mesh of the programs needs all
# the devices.
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = (
    os.environ.get("XLA_FLAGS", "")
    + " --xla_force_host_platform_device_count=8"
    + " --xla_backend_optimization_level=0"
)
