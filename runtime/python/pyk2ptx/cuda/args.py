"""``numba.cuda.args``"""

from .._device.memory import ArgHint, In, InOut, Out  # noqa: F401


def wrap_arg(value, default=InOut):
    """What says how a launch treats an argument: itself, or ``default`` of it."""
    return value if isinstance(value, ArgHint) else default(value)
