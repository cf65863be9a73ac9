# golden: --emit=ir
from numba import cuda


@cuda.jit(device=True)
def endless(n):
    return endless(n - 1)


@cuda.jit(device=True)
def ping(n):
    return pong(n - 1)


@cuda.jit(device=True)
def pong(n):
    if n > 0:
        return ping(n)
    return 0


@cuda.jit(device=True)
def growing(t):
    return growing(t + (1,))


@cuda.jit("int64(int64)", device=True)
def waiting(n):
    cuda.syncthreads()
    return 0 if n == 0 else waiting(n - 1)


@cuda.jit("int64(int64)", device=True)
def raising(n):
    if n < 0:
        raise ValueError("negative")
    return 0 if n == 0 else raising(n - 1)


@cuda.jit("void(int64[::1])")
def k(a):
    a[0] = endless(a[0])
    a[1] = ping(a[1])
    growing((1, 2))
    a[2] = waiting(3)
    a[3] = raising(3)

# === --emit=ir
# fail_recursive_call.py:6:5: error: what `endless` returns needs itself; state its types: `@cuda.jit("int64(int64)", device=True)` [RecursiveCall]
#   def endless(n):
#       ^~~~~~~
# fail_recursive_call.py:18:16: error: what `ping` returns needs itself; state its types: `@cuda.jit("int64(int64)", device=True)` [RecursiveCall]
#           return ping(n)
#                  ^~~~~~~
# fail_recursive_call.py:24:12: error: what `growing` returns needs itself; state its types: `@cuda.jit("int64(int64)", device=True)` [RecursiveCall]
#       return growing(t + (1,))
#              ^~~~~~~~~~~~~~~~~
# fail_recursive_call.py:28:5: error: `waiting` calls itself and waits for other threads or raises; write it as a loop [RecursiveMeeting]
#   def waiting(n):
#       ^~~~~~~
# fail_recursive_call.py:34:5: error: `raising` calls itself and waits for other threads or raises; write it as a loop [RecursiveMeeting]
#   def raising(n):
#       ^~~~~~~
