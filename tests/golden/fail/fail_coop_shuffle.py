# golden: --emit=ptx
from numba import cuda
from cuda import coop


@cuda.jit("void(float32[::1], int32)")
def k(x, distance):
    block = coop.this_block()
    items = coop.ThreadData(4, x.dtype)
    coop.load(block, x, items)
    items = coop.shuffle(block, items, "up", 1)
    a = coop.shuffle(block, items, "up", 3)
    b = coop.shuffle(block, items, "down", distance)
    c = coop.shuffle(block, items, "rotate")
    coop.store(block, x, items)

# === --emit=ptx
# fail_coop_shuffle.py:12:9: error: a distance is for single values, not for items of threads [CoopMisuse]
#       a = coop.shuffle(block, items, "up", 3)
#           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_coop_shuffle.py:13:9: error: a distance is for single values, not for items of threads [CoopMisuse]
#       b = coop.shuffle(block, items, "down", distance)
#           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_coop_shuffle.py:14:9: error: items of threads are shuffled 'up' or 'down' [CoopMisuse]
#       c = coop.shuffle(block, items, "rotate")
#           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
