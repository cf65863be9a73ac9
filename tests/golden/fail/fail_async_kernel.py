# golden: --emit=ir
from numba import cuda


@cuda.jit(device=True)
async def f(x):
    return x


@cuda.jit("void(float32[::1])")
async def k(x):
    x[0] = f(x[1])

# === --emit=ir
# fail_async_kernel.py:6:11: error: `async def` is not supported in kernels [UnsupportedStatement]
#   async def f(x):
#             ^
# fail_async_kernel.py:6:11: note: kernels run to their end: leave `async` out
#   async def f(x):
#             ^
# fail_async_kernel.py:12:12: note: `f(float32)` is called here
#       x[0] = f(x[1])
#              ^~~~~~~
# fail_async_kernel.py:11:11: error: `async def` is not supported in kernels [UnsupportedStatement]
#   async def k(x):
#             ^
# fail_async_kernel.py:11:11: note: kernels run to their end: leave `async` out
#   async def k(x):
#             ^
