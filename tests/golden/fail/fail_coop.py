# golden: --emit=ptx
from numba import cuda
from cuda import coop
import numba


@cuda.jit("void(int32[::1], float32[::1], int32[:, ::1])")
def k(x, f, m):
    block = coop.this_block()
    coop.sum(coop.this_grid(), x[0])
    coop.reduce(block, x[0], "times")
    coop.reduce(block, f[0], "bit_and")
    coop.scan(block, x[0], mode="both")
    coop.sum(block, x)
    coop.sum(block, m[0])
    coop.sum(block, "text")
    coop.sum(block)
    coop.sum(block, x[0], valid=3)
    coop.this_warp().group_by(64)
    coop.this_warp().group_by(12)
    coop.exclusive_sum(coop.this_warp(), x[0], prefix_op=lambda total: total)
    coop.sum(block, x[0], algorithm="rakng")
    coop.inclusive_sum(block, x[0], algorithm="warp_reductions")
    coop.nothing(block, x[0])


@cuda.jit("void(int32[::1], float32[::1], int32[:, ::1])")
def items(x, f, m):
    block = coop.this_block()
    items = coop.ThreadData(2)
    coop.load(block, x, items)
    coop.load(block, f, items)
    coop.load(block, m, items)
    coop.load(block, x, items, "diagonal")
    coop.store(block, x, items[0])
    coop.sum(block, items, valid_items=3)
    coop.exchange(block, items, "sideways")
    coop.exchange(block, items[0])
    coop.exchange(coop.this_warp(), items, "scatter_to_blocked")
    coop.shuffle(block, items, "rotate")
    coop.shuffle(coop.this_warp(), items)
    coop.ThreadData(x[0])


@cuda.jit("void(int32[::1])")
def untyped(x):
    nothing = coop.ThreadData(4)
    x[0] = nothing[1]


@cuda.jit("void(int64[::1])")
def large(x):
    block = coop.this_block()
    items = coop.ThreadData(16)
    coop.load(block, x, items, "striped")
    coop.store(block, x, coop.exchange(block, items))

# === --emit=ptx
# fail_coop.py:10:5: error: blocks of a grid share global memory alone: `coop.reduce(coop.this_grid(), x, op, temp_storage=totals)` with an array of the value's type, an element for each block; else let thread 0 of each block add its block's to an element, `cuda.atomic.add(out, 0, total)` [CoopMisuse]
#       coop.sum(coop.this_grid(), x[0])
#       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_coop.py:11:5: error: an operator is 'sum', 'multiply', 'min', 'max', 'bit_and', 'bit_or', 'bit_xor' or a function of two values [CoopMisuse]
#       coop.reduce(block, x[0], "times")
#       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_coop.py:12:5: error: `&` does not take `float32` and `float32` [OperandTypes]
#       coop.reduce(block, f[0], "bit_and")
#       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_coop.py:13:5: error: the mode of a scan is 'inclusive' or 'exclusive' [CoopMisuse]
#       coop.scan(block, x[0], mode="both")
#       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_coop.py:14:5: error: the items of a thread are an array of one axis whose length is known here: `coop.ThreadData(n)` or `cuda.local.array(n, dtype)` of this function [CoopMisuse]
#       coop.sum(block, x)
#       ^~~~~~~~~~~~~~~~~~
# fail_coop.py:15:5: error: the items of a thread are an array of one axis whose length is known here: `coop.ThreadData(n)` or `cuda.local.array(n, dtype)` of this function [CoopMisuse]
#       coop.sum(block, m[0])
#       ^~~~~~~~~~~~~~~~~~~~~
# fail_coop.py:16:5: error: a string is not a value that a kernel can compute with [NotAValue]
#       coop.sum(block, "text")
#       ^~~~~~~~~~~~~~~~~~~~~~~
# fail_coop.py:17:5: error: `coop.sum` needs an argument for `value` [MissingArgument]
#       coop.sum(block)
#       ^~~~~~~~~~~~~~~
# fail_coop.py:18:27: error: `coop.sum` has no parameter `valid`; did you mean `value`? [UnknownKeyword]
#       coop.sum(block, x[0], valid=3)
#                             ^~~~~~~
# fail_coop.py:19:31: error: the size of a tile must be a constant: a power of two up to 32; use a literal or a global [ConstantNeeded]
#       coop.this_warp().group_by(64)
#                                 ^~
# fail_coop.py:20:31: error: the size of a tile must be a constant: a power of two up to 32; use a literal or a global [ConstantNeeded]
#       coop.this_warp().group_by(12)
#                                 ^~
# fail_coop.py:21:5: error: `prefix_op` is for scans of `this_block()` [CoopMisuse]
#       coop.exclusive_sum(coop.this_warp(), x[0], prefix_op=lambda total: total)
#       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_coop.py:22:5: error: an algorithm of a reduction is 'warp_reductions', 'raking' or 'raking_commutative_only' [CoopMisuse]
#       coop.sum(block, x[0], algorithm="rakng")
#       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_coop.py:23:5: error: an algorithm of a scan is 'warp_scans', 'raking' or 'raking_memoize' [CoopMisuse]
#       coop.inclusive_sum(block, x[0], algorithm="warp_reductions")
#       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_coop.py:24:5: error: `cuda.coop.nothing` is not supported in kernels [UnsupportedName]
#       coop.nothing(block, x[0])
#       ^~~~~~~~~~~~
# fail_coop.py:32:5: error: the items and the array differ in their type: `int32` and `float32` [CoopMisuse]
#       coop.load(block, f, items)
#       ^~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_coop.py:33:5: error: items are loaded from and stored to arrays of one axis; take `a[i, :]` or `a.ravel()` [CoopMisuse]
#       coop.load(block, m, items)
#       ^~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_coop.py:34:5: error: an algorithm of `load` and `store` is 'direct', 'striped', 'vectorize', 'transpose', 'warp_transpose' or 'warp_transpose_timesliced' [CoopMisuse]
#       coop.load(block, x, items, "diagonal")
#       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_coop.py:35:5: error: `coop.store` writes the items of a thread; a single value is `a[i] = x` [CoopMisuse]
#       coop.store(block, x, items[0])
#       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_coop.py:36:5: error: `valid_items` counts threads, so each has one value, no array [CoopMisuse]
#       coop.sum(block, items, valid_items=3)
#       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# 8 more errors were not shown; --error-limit=0 shows all
