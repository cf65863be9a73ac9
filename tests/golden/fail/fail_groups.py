# golden: --emit=ir
from numba import cuda
from numba.cuda import cg


@cuda.jit("void(int32[::1], float32[::1])")
def k(a, x):
    block = cg.this_thread_block()
    tile = cg.tiled_partition(block, 16)
    cg.tiled_partition(block, 12)
    cg.tiled_partition(tile, 32)
    cg.tiled_partition(a, 4)
    cg.tiled_partition(block, a[0])
    tile.shfl(a[0])
    tile.shfl(a, 1)
    tile.sync(1)
    tile.shuffle(a[0], 1)
    block.sync(mask=1)
    cg.this_grid(1)
    cg.reduce(tile, x[0], cg.bit_and)
    cg.reduce(block, x[0], cg.plus)
    cg.reduce(tile, x, cg.plus)
    cg.reduce(tile, x[0], cg.minus)
    cg.exclusive_scan(tile, x[0], cg.plus)
    cg.coalesced_threads().meta_group_size()
    cg.coalesced_threads().shfl(1, x[0])
    a[0] = tile

# === --emit=ir
# fail_groups.py:10:31: error: the size of a tile must be a constant: a power of two up to 32; use a literal or a global [ConstantNeeded]
#       cg.tiled_partition(block, 12)
#                                 ^~
# fail_groups.py:11:30: error: the size of a tile must be a constant: a power of two up to 16; use a literal or a global [ConstantNeeded]
#       cg.tiled_partition(tile, 32)
#                                ^~
# fail_groups.py:12:24: error: argument 1 of `cuda.cg.tiled_partition` must be `cg.this_thread_block()` or a tile, not `int32[::1]` [ArgumentType]
#       cg.tiled_partition(a, 4)
#                          ^
# fail_groups.py:13:31: error: the size of a tile must be a constant: a power of two up to 32; use a literal or a global [ConstantNeeded]
#       cg.tiled_partition(block, a[0])
#                                 ^~~~
# fail_groups.py:14:5: error: `a tile's shfl` takes 2 arguments, 1 given [ArgumentCount]
#       tile.shfl(a[0])
#       ^~~~~~~~~~~~~~~
# fail_groups.py:15:15: error: argument 2 of `cuda.shfl_sync` must be a number, not `int32[::1]` [ArgumentType]
#       tile.shfl(a, 1)
#                 ^
# fail_groups.py:16:5: error: `a tile's sync` takes 0 arguments, 1 given [ArgumentCount]
#       tile.sync(1)
#       ^~~~~~~~~~~~
# fail_groups.py:17:10: error: a tile has no attribute `shuffle`; it has sync, size, num_threads, thread_rank, meta_group_size, meta_group_rank, shfl, shfl_up, shfl_down, shfl_xor, any, all, ballot, match_any, match_all, rank, group_by [UnknownAttribute]
#       tile.shuffle(a[0], 1)
#            ^~~~~~~
# fail_groups.py:18:16: error: `the block group's sync` has no parameter `mask` [UnknownKeyword]
#       block.sync(mask=1)
#                  ^~~~~~
# fail_groups.py:19:5: error: `cuda.cg.this_grid` takes 0 arguments, 1 given [ArgumentCount]
#       cg.this_grid(1)
#       ^~~~~~~~~~~~~~~
# fail_groups.py:20:21: error: argument 2 of `cuda.cg.reduce` must be an integer, not `float32` [ArgumentType]
#       cg.reduce(tile, x[0], cg.bit_and)
#                       ^~~~
# fail_groups.py:21:15: error: argument 1 of `cuda.cg.reduce` must be a tile of `cg.tiled_partition` or `cg.coalesced_threads()`, not `cuda.cg.block_group` [ArgumentType]
#       cg.reduce(block, x[0], cg.plus)
#                 ^~~~~
# fail_groups.py:22:21: error: argument 2 of `cuda.cg.reduce` must be a number, not `float32[::1]` [ArgumentType]
#       cg.reduce(tile, x, cg.plus)
#                       ^
# fail_groups.py:23:27: error: `cuda.cg.minus` is not supported in kernels [UnsupportedName]
#       cg.reduce(tile, x[0], cg.minus)
#                             ^~~~~~~~
# fail_groups.py:24:5: error: `cuda.cg.exclusive_scan` takes 2 arguments, 3 given [ArgumentCount]
#       cg.exclusive_scan(tile, x[0], cg.plus)
#       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_groups.py:25:28: error: a coalesced group has no attribute `meta_group_size`; it has sync, size, num_threads, thread_rank, shfl, shfl_up, shfl_down, any, all, ballot, match_any, match_all, mask [UnknownAttribute]
#       cg.coalesced_threads().meta_group_size()
#                              ^~~~~~~~~~~~~~~
# fail_groups.py:26:36: error: argument 2 of `a coalesced group's shfl` must be an integer, not `float32` [ArgumentType]
#       cg.coalesced_threads().shfl(1, x[0])
#                                      ^~~~
# fail_groups.py:27:12: error: `cuda.cg.tile_group.16` is not a value that a kernel can compute with [NotAValue]
#       a[0] = tile
#              ^~~~
