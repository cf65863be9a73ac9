# golden: --emit=ir
from numba import cuda


@cuda.jit(device=True)
def factorial(n):
    return 1 if n < 2 else n * factorial(n - 1)

@cuda.jit(device=True)
def even(n):
    return odd(n - 1)

@cuda.jit(device=True)
def odd(n):
    return even(n - 1)

@cuda.jit("void(int64[::1])")
def k(x):
    x[0] = factorial(x[0]) + even(x[1])
    k(x)

# === --emit=ir
# fail_recursive_call.py:7:32: error: `factorial` calls itself; recursion is not supported [RecursiveCall]
#       return 1 if n < 2 else n * factorial(n - 1)
#                                  ^~~~~~~~~~~~~~~~
# fail_recursive_call.py:15:12: error: `even` calls itself; recursion is not supported [RecursiveCall]
#       return even(n - 1)
#              ^~~~~~~~~~~
# fail_recursive_call.py:20:5: error: `k` calls itself; recursion is not supported [RecursiveCall]
#       k(x)
#       ^~~~
