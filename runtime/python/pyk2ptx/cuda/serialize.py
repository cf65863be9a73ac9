"""``numba.cuda.serialize``: kernels are pickled as their text and constants."""

import pickle

loads = pickle.loads


def dumps(obj):
    """The bytes of an object."""
    return pickle.dumps(obj, pickle.HIGHEST_PROTOCOL)
