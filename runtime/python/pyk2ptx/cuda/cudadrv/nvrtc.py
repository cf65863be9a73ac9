"""``numba.cuda.cudadrv.nvrtc``: which architectures there is code for."""

# The oldest that the compiler makes PTX for; PTX of an older one runs on a newer.
_OLDEST = (7, 5)


def find_closest_arch(mycc):
    """The compute capability to compile for, of one that a device has."""
    if tuple(mycc) < _OLDEST:
        raise ValueError(f"there is no code for compute capability {mycc}")
    return tuple(mycc)
