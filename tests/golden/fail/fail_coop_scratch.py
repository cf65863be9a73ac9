# golden: --emit=ptx
from numba import cuda
from cuda import coop


@cuda.jit("void(int64[::1])")
def k(x):
    block = coop.this_block()
    items = coop.ThreadData(16)
    coop.load(block, x, items, "striped")
    coop.store(block, x, coop.exchange(block, items))

# === --emit=ptx
# fail_coop_scratch.py:11:26: error: shared memory would be 131072 bytes with the scratch memory of this call, of 49152; it is for blocks of 1024 threads: state how many there are, @cuda.jit(launch_bounds=128), --launch-bounds=128 or --facts=block=128, or take fewer items [ScratchTooLarge]
#       coop.store(block, x, coop.exchange(block, items))
#                            ^~~~~~~~~~~~~~~~~~~~~~~~~~~
