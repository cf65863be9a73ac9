# golden: --emit=ir --error-limit=0
# What is called and no function, computed with and no number, indexed and no
# array: what to write is told.
from numba import cuda, float32, types


@cuda.jit("void(float32[::1])")
def k(x):
    a = cuda.threadIdx()
    a = cuda.threadIdx[0]
    a = cuda.laneid()
    a = cuda.warpsize()
    a = cuda.threadIdx.x()
    a = 3 * cuda.blockDim
    a = cuda.grid + 1
    for b in range(0, 4, cuda.gridsize):
        pass
    x[cuda.threadIdx] = 1
    x[0] = cuda.syncthreads
    cuda.atomic(x, 0, 1)
    s = cuda.shared(32, float32)
    s = cuda.local(32, float32)
    s = cuda(3)
    n = x.size()
    n = x.ndim()
    n = x.shape()
    n = x.shape(0)
    n = x(0)
    n = len[x]
    n = 1(2)

# === --emit=ir --error-limit=0
# fail_not_used_as_it_is.py:9:9: error: `cuda.threadIdx` is not supported in kernels; write `cuda.threadIdx.x` [UnsupportedName]
#       a = cuda.threadIdx()
#           ^~~~~~~~~~~~~~
# fail_not_used_as_it_is.py:10:9: error: `cuda.threadIdx` cannot be indexed [NotSubscriptable]
#       a = cuda.threadIdx[0]
#           ^~~~~~~~~~~~~~
# fail_not_used_as_it_is.py:10:9: note: write `cuda.threadIdx.x`
#       a = cuda.threadIdx[0]
#           ^~~~~~~~~~~~~~
# fail_not_used_as_it_is.py:11:9: error: `cuda.laneid` cannot be called [NotCallable]
#       a = cuda.laneid()
#           ^~~~~~~~~~~
# fail_not_used_as_it_is.py:11:9: note: it is a number: leave out `()`
#       a = cuda.laneid()
#           ^~~~~~~~~~~
# fail_not_used_as_it_is.py:12:9: error: `cuda.warpsize` cannot be called [NotCallable]
#       a = cuda.warpsize()
#           ^~~~~~~~~~~~~
# fail_not_used_as_it_is.py:12:9: note: it is a number: leave out `()`
#       a = cuda.warpsize()
#           ^~~~~~~~~~~~~
# fail_not_used_as_it_is.py:13:9: error: `cuda.threadIdx.x` cannot be called [NotCallable]
#       a = cuda.threadIdx.x()
#           ^~~~~~~~~~~~~~~~
# fail_not_used_as_it_is.py:13:9: note: it is a number: leave out `()`
#       a = cuda.threadIdx.x()
#           ^~~~~~~~~~~~~~~~
# fail_not_used_as_it_is.py:14:13: error: `cuda.blockDim` is not a value that a kernel can compute with [NotAValue]
#       a = 3 * cuda.blockDim
#               ^~~~~~~~~~~~~
# fail_not_used_as_it_is.py:14:13: note: write `cuda.blockDim.x`
#       a = 3 * cuda.blockDim
#               ^~~~~~~~~~~~~
# fail_not_used_as_it_is.py:15:9: error: `cuda.grid` is not a value that a kernel can compute with [NotAValue]
#       a = cuda.grid + 1
#           ^~~~~~~~~
# fail_not_used_as_it_is.py:15:9: note: it is a function: write `cuda.grid(1)`
#       a = cuda.grid + 1
#           ^~~~~~~~~
# fail_not_used_as_it_is.py:16:26: error: `cuda.gridsize` is not a value that a kernel can compute with [NotAValue]
#       for b in range(0, 4, cuda.gridsize):
#                            ^~~~~~~~~~~~~
# fail_not_used_as_it_is.py:16:26: note: it is a function: write `cuda.gridsize(1)`
#       for b in range(0, 4, cuda.gridsize):
#                            ^~~~~~~~~~~~~
# fail_not_used_as_it_is.py:18:7: error: `cuda.threadIdx` is not a value that a kernel can compute with [NotAValue]
#       x[cuda.threadIdx] = 1
#         ^~~~~~~~~~~~~~
# fail_not_used_as_it_is.py:18:7: note: write `cuda.threadIdx.x`
#       x[cuda.threadIdx] = 1
#         ^~~~~~~~~~~~~~
# fail_not_used_as_it_is.py:19:12: error: `cuda.syncthreads` is not a value that a kernel can compute with [NotAValue]
#       x[0] = cuda.syncthreads
#              ^~~~~~~~~~~~~~~~
# fail_not_used_as_it_is.py:19:12: note: it is a function: write `cuda.syncthreads()`
#       x[0] = cuda.syncthreads
#              ^~~~~~~~~~~~~~~~
# fail_not_used_as_it_is.py:20:5: error: `cuda.atomic` is not supported in kernels; did you mean `cuda.atomic.add`? [UnsupportedName]
#       cuda.atomic(x, 0, 1)
#       ^~~~~~~~~~~
# fail_not_used_as_it_is.py:21:9: error: `cuda.shared` is not supported in kernels; did you mean `cuda.shared.array`? [UnsupportedName]
#       s = cuda.shared(32, float32)
#           ^~~~~~~~~~~
# fail_not_used_as_it_is.py:22:9: error: `cuda.local` is not supported in kernels; did you mean `cuda.local.array`? [UnsupportedName]
#       s = cuda.local(32, float32)
#           ^~~~~~~~~~
# fail_not_used_as_it_is.py:23:9: error: `cuda` is not supported in kernels; it is a module [UnsupportedName]
#       s = cuda(3)
#           ^~~~
# fail_not_used_as_it_is.py:24:9: error: `int64` cannot be called [NotCallable]
#       n = x.size()
#           ^~~~~~
# fail_not_used_as_it_is.py:24:9: note: it is a number: leave out `()`
#       n = x.size()
#           ^~~~~~
# fail_not_used_as_it_is.py:25:9: error: `int64` cannot be called [NotCallable]
#       n = x.ndim()
#           ^~~~~~
# fail_not_used_as_it_is.py:25:9: note: it is a number: leave out `()`
#       n = x.ndim()
#           ^~~~~~
# fail_not_used_as_it_is.py:26:9: error: a tuple of 1 cannot be called [NotCallable]
#       n = x.shape()
#           ^~~~~~~
# fail_not_used_as_it_is.py:26:9: note: it is a tuple: leave out `()`
#       n = x.shape()
#           ^~~~~~~
# fail_not_used_as_it_is.py:27:9: error: a tuple of 1 cannot be called [NotCallable]
#       n = x.shape(0)
#           ^~~~~~~
# fail_not_used_as_it_is.py:27:9: note: write `x.shape[0]` for an element
#       n = x.shape(0)
#           ^~~~~~~
# fail_not_used_as_it_is.py:28:9: error: `float32[::1]` cannot be called [NotCallable]
#       n = x(0)
#           ^
# fail_not_used_as_it_is.py:28:9: note: write `x[0]` for an element
#       n = x(0)
#           ^
# fail_not_used_as_it_is.py:29:13: error: an index that is an array needs memory for a new array; loop over the indices: `a[i[j]]` [NeedsMemory]
#       n = len[x]
#               ^
# fail_not_used_as_it_is.py:30:9: error: `int64` cannot be called [NotCallable]
#       n = 1(2)
#           ^
