"""What ``cuda.jit`` is told."""

import os

from ._linkable import LinkableCode, file_of


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
    ):
        self.debug = bool(debug)
        self.opt = opt is None or bool(opt)
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
        if typing not in (None, "python", "numba"):
            raise ValueError(f"typing is 'python' or 'numba', not {typing!r}")
        if bounds not in (None, "guard", "raise", "none"):
            raise ValueError(f"bounds is 'guard', 'raise' or 'none', not {bounds!r}")

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


def _cluster(dims):
    if dims is None:
        return (0, 0, 0)
    dims = tuple(dims) if isinstance(dims, (tuple, list)) else (dims,)
    return (*map(int, dims), 1, 1)[:3]
