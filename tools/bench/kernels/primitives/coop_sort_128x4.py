from cuda import coop
from numba import cuda, uint32

sort = coop.block.make_radix_sort_keys(uint32, threads_per_block=128, items_per_thread=4)


@cuda.jit("void(uint32[::1], uint32[::1])", launch_bounds=128)
def coop_sort_128x4(x, y):
    block = coop.this_block()
    keys = coop.ThreadData(4, uint32)
    start = cuda.blockIdx.x * 512
    coop.load(block, x, keys, "striped", offset=start)
    for _ in range(4):
        for i in range(4):
            keys[i] = keys[i] * 1664525 + 1013904223
        sort(keys)
    coop.store(block, y, keys, "striped", offset=start)
