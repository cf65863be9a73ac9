from cuda import coop
from numba import cuda, int32

sums_before = coop.block.make_exclusive_sum(int32, threads_per_block=256, items_per_thread=8)


@cuda.jit("void(int32[::1], int32[::1])", launch_bounds=256)
def coop_scan(x, y):
    block = coop.this_block()
    items = coop.ThreadData(8, int32)
    sums = coop.ThreadData(8, int32)
    start = cuda.blockIdx.x * 2048
    coop.load(block, x, items, "striped", offset=start)
    for _ in range(16):
        sums_before(items, sums)
        for i in range(8):
            items[i] ^= sums[i]
    coop.store(block, y, items, "striped", offset=start)
