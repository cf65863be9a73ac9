"""What ``cuda.jit`` is told."""

import os

from ..errors import NumbaInvalidConfigWarning
from . import config
from ._linkable import LinkableCode, file_of
from .config import warn


class Options:
    """What ``cuda.jit`` was told; the defaults are numba's."""

    def __init__(
        self,
        debug=None,
        opt=None,
        lineinfo=False,
        fastmath=False,
        max_registers=None,
        launch_bounds=None,
        link=(),
        cluster_dims=None,
        typing=None,
        bounds=None,
        noalias=False,
        extensions=(),
        shared_memory_carveout=None,
    ):
        self.debug = bool(config.CUDA_DEBUGINFO_DEFAULT if debug is None else debug)
        self.opt = bool(config.OPT if opt is None else opt)
        self.lineinfo = bool(lineinfo)
        self.fastmath = bool(fastmath)
        self.max_registers = max_registers
        self.launch_bounds = launch_bounds
        is_one = isinstance(link, (str, os.PathLike, LinkableCode))
        self.link_objects = [link] if is_one else list(link)
        self.link = [file_of(each) for each in self.link_objects]
        self.cluster = _cluster(cluster_dims)
        self.typing = typing
        self.bounds = bounds
        self.noalias = bool(noalias)
        self.extensions = list(extensions)
        _check_bounds(launch_bounds)
        _check_carveout(shared_memory_carveout)
        if typing not in (None, "python", "numba"):
            raise ValueError(f"typing is 'python' or 'numba', not {typing!r}")
        if bounds not in (None, "guard", "raise", "none"):
            raise ValueError(f"bounds is 'guard', 'raise' or 'none', not {bounds!r}")

    def warn(self):
        """Warns of what does not go together."""
        if self.debug and self.opt:
            warn(
                "debug=True with opt=True is not supported by CUDA: debuggers and ptxas "
                "want opt=False",
                NumbaInvalidConfigWarning,
            )
        if self.debug and self.lineinfo:
            warn(
                "debug and lineinfo are mutually exclusive: debug=True has the lines, "
                "lineinfo=True leaves the code as it is",
                NumbaInvalidConfigWarning,
            )

    def settings(self):
        """As _core.compile takes them."""
        settings = {
            "debug": self.debug,
            "lineinfo": self.lineinfo,
            "fastmath": self.fastmath,
            "noalias": self.noalias,
            "opt_level": 3 if self.opt else 0,
            "bounds": self.bounds or ("raise" if self.debug else "guard"),
            "typing": self.typing or "python",
            "links": self.link,
        }
        if self.max_registers:
            settings["max_registers"] = int(self.max_registers)
        bounds = self.launch_bounds
        if bounds is not None:
            bounds = bounds if isinstance(bounds, (tuple, list)) else (bounds,)
            if any(bounds[2:]):
                raise NotImplementedError("launch_bounds has no third number here")
            for name, value in zip(("max_threads", "min_blocks"), bounds):
                if value:
                    settings[name] = int(value)
        return settings


def _check_bounds(bounds):
    if isinstance(bounds, (tuple, list)) and len(bounds) > 3:
        raise ValueError(
            f"Got {len(bounds)} launch bounds: {bounds!r}; they are the most threads of a "
            "block, the fewest blocks of a multiprocessor, the most blocks of a cluster"
        )


def _check_carveout(value):
    """The driver is not told: the kernel's own shared memory decides."""
    names = ("default", "maxl1", "maxshared")
    if value is None or isinstance(value, str) and value.lower() in names:
        return
    if not isinstance(value, int):
        raise ValueError(
            f"Invalid carveout value: {value!r}; it is 'MaxL1', 'MaxShared', 'default', "
            "or a percentage"
        )
    if not -1 <= value <= 100:
        raise ValueError(f"a carveout must be between -1 and 100, not {value}")


def _cluster(dims):
    if dims is None:
        return (0, 0, 0)
    dims = tuple(dims) if isinstance(dims, (tuple, list)) else (dims,)
    return (*map(int, dims), 1, 1)[:3]
