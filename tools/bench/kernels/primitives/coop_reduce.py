from cuda import coop
from numba import cuda, float32

block_sum = coop.block.make_sum(float32, threads_per_block=256, items_per_thread=8)


@cuda.jit("void(float32[::1], float32[::1])", launch_bounds=256)
def coop_reduce(x, sums):
    items = coop.ThreadData(8, float32)
    coop.load(coop.this_block(), x, items, "striped", offset=cuda.blockIdx.x * 2048)
    total = float32(0)
    for _ in range(16):
        total = block_sum(items)
        items[0] *= 0.5
        if cuda.threadIdx.x == 0:
            items[0] += total
    if cuda.threadIdx.x == 0:
        sums[cuda.blockIdx.x] = total
