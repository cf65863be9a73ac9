# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int32[::1], int8[::1])")
def k(a, b):
    cuda.atomic.add(a, 0, 1, scope="warp")
    cuda.atomic.add(a, 0, 1, order=1)
    cuda.atomic.add(a, 0, 1, sem="relaxed")
    cuda.atomic.load(a, 0, order="release")
    cuda.atomic.store(a, 0, 1, order="acq_rel")
    cuda.atomic.load(b, 0)
    cuda.redux_sync_add(-1, a[0] + 1)
    cuda.redux_sync_add(-1, 1.5)

# === --emit=ir
# fail_atomic_keywords.py:7:36: error: `cuda.atomic.add` does not take scope="warp"; it takes block, device, system [AtomicKeyword]
#       cuda.atomic.add(a, 0, 1, scope="warp")
#                                      ^~~~~~
# fail_atomic_keywords.py:8:36: error: `cuda.atomic.add` does not take order=`int64`; it takes relaxed, acquire, release, acq_rel, seq_cst [AtomicKeyword]
#       cuda.atomic.add(a, 0, 1, order=1)
#                                      ^
# fail_atomic_keywords.py:9:30: error: `cuda.atomic.add` has no parameter `sem`; it has scope and order [UnknownKeyword]
#       cuda.atomic.add(a, 0, 1, sem="relaxed")
#                                ^~~~~~~~~~~~~
# fail_atomic_keywords.py:10:34: error: `cuda.atomic.load` does not take order="release"; it takes relaxed, acquire, release, acq_rel, seq_cst [AtomicKeyword]
#       cuda.atomic.load(a, 0, order="release")
#                                    ^~~~~~~~~
# fail_atomic_keywords.py:11:38: error: `cuda.atomic.store` does not take order="acq_rel"; it takes relaxed, acquire, release, acq_rel, seq_cst [AtomicKeyword]
#       cuda.atomic.store(a, 0, 1, order="acq_rel")
#                                        ^~~~~~~~~
# fail_atomic_keywords.py:12:22: error: `cuda.atomic.load` does not take arrays of `int8` [AtomicType]
#       cuda.atomic.load(b, 0)
#                        ^
# fail_atomic_keywords.py:13:29: error: argument 2 of `cuda.redux_sync_add` must be an integer of at most 32 bits, not `int64` [ArgumentType]
#       cuda.redux_sync_add(-1, a[0] + 1)
#                               ^~~~~~~~
# fail_atomic_keywords.py:14:29: error: argument 2 of `cuda.redux_sync_add` must be an integer, not `float` [ArgumentType]
#       cuda.redux_sync_add(-1, 1.5)
#                               ^~~
