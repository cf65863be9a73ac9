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


@cuda.jit("int64(int64)", device=True)
def asserting(n):
    assert n >= 0
    return 0 if n == 0 else asserting(n - 1)


@cuda.jit("int64(int64)", device=True)
def active(n):
    return 0 if n == 0 else active(n - 1) + cuda.activemask()


@cuda.jit("int64(int64)", device=True)
def coalesced(n):
    return 0 if n == 0 else coalesced(n - 1) + cuda.cg.coalesced_threads().size()


@cuda.jit("int64(int64)", device=True)
def in_cluster(n):
    cuda.cluster_wait()
    return 0 if n == 0 else in_cluster(n - 1)


@cuda.jit(device=True)
def phases(n, b):
    if n <= 0:
        return 0
    cuda.mbarrier_wait_parity(b, 0, 1)
    return phases(n - 1, b) + 1


@cuda.jit(device=True)
def meets(n):
    cuda.syncwarp()
    return n


@cuda.jit("int64(int64)", device=True)
def by_another(n):
    return 0 if n == 0 else by_another(meets(n) - 1)


@cuda.jit("void(int64[::1])")
def k(a):
    a[0] = endless(a[0])
    a[1] = ping(a[1])
    growing((1, 2))
    a[2] = waiting(3)
    a[3] = raising(3)
    a[4] = asserting(3) + active(3) + coalesced(3) + in_cluster(3) + by_another(3)
    b = cuda.shared.array(1, "uint64")
    a[5] = phases(a[0], b)

# === --emit=ir
# fail_recursive_call.py:6:5: error: what `endless` returns needs itself; state its types: `@cuda.jit("int64(int64)", device=True)` [RecursiveCall]
#   def endless(n):
#       ^~~~~~~
# fail_recursive_call.py:83:12: note: `endless(int64)` is called here
#       a[0] = endless(a[0])
#              ^~~~~~~~~~~~~
# fail_recursive_call.py:18:16: error: what `ping` returns needs itself; state its types: `@cuda.jit("int64(int64)", device=True)` [RecursiveCall]
#           return ping(n)
#                  ^~~~~~~
# fail_recursive_call.py:12:12: note: `pong(int64)` is called here
#       return pong(n - 1)
#              ^~~~~~~~~~~
# fail_recursive_call.py:84:12: note: `ping(int64)` is called here
#       a[1] = ping(a[1])
#              ^~~~~~~~~~
# fail_recursive_call.py:24:12: error: what `growing` returns needs itself; state its types: `@cuda.jit("int64(int64)", device=True)` [RecursiveCall]
#       return growing(t + (1,))
#              ^~~~~~~~~~~~~~~~~
# fail_recursive_call.py:24:12: note: `growing(UniTuple(int64, 17))` is called here
#       return growing(t + (1,))
#              ^~~~~~~~~~~~~~~~~
# fail_recursive_call.py:85:5: note: `growing(UniTuple(int64, 2))` is called here
#       growing((1, 2))
#       ^~~~~~~~~~~~~~~
# fail_recursive_call.py:28:5: error: `waiting` calls itself and waits for other threads or raises; write it as a loop [RecursiveMeeting]
#   def waiting(n):
#       ^~~~~~~
# fail_recursive_call.py:86:12: note: `waiting(int64)` is called here
#       a[2] = waiting(3)
#              ^~~~~~~~~~
# fail_recursive_call.py:34:5: error: `raising` calls itself and waits for other threads or raises; write it as a loop [RecursiveMeeting]
#   def raising(n):
#       ^~~~~~~
# fail_recursive_call.py:87:12: note: `raising(int64)` is called here
#       a[3] = raising(3)
#              ^~~~~~~~~~
# fail_recursive_call.py:41:5: error: `asserting` calls itself and waits for other threads or raises; write it as a loop [RecursiveMeeting]
#   def asserting(n):
#       ^~~~~~~~~
# fail_recursive_call.py:88:12: note: `asserting(int64)` is called here
#       a[4] = asserting(3) + active(3) + coalesced(3) + in_cluster(3) + by_another(3)
#              ^~~~~~~~~~~~
# fail_recursive_call.py:47:5: error: `active` calls itself and waits for other threads or raises; write it as a loop [RecursiveMeeting]
#   def active(n):
#       ^~~~~~
# fail_recursive_call.py:88:27: note: `active(int64)` is called here
#       a[4] = asserting(3) + active(3) + coalesced(3) + in_cluster(3) + by_another(3)
#                             ^~~~~~~~~
# fail_recursive_call.py:52:5: error: `coalesced` calls itself and waits for other threads or raises; write it as a loop [RecursiveMeeting]
#   def coalesced(n):
#       ^~~~~~~~~
# fail_recursive_call.py:88:39: note: `coalesced(int64)` is called here
#       a[4] = asserting(3) + active(3) + coalesced(3) + in_cluster(3) + by_another(3)
#                                         ^~~~~~~~~~~~
# fail_recursive_call.py:57:5: error: `in_cluster` calls itself and waits for other threads or raises; write it as a loop [RecursiveMeeting]
#   def in_cluster(n):
#       ^~~~~~~~~~
# fail_recursive_call.py:88:54: note: `in_cluster(int64)` is called here
#       a[4] = asserting(3) + active(3) + coalesced(3) + in_cluster(3) + by_another(3)
#                                                        ^~~~~~~~~~~~~
# fail_recursive_call.py:63:5: error: `phases` calls itself and waits for other threads or raises; write it as a loop [RecursiveMeeting]
#   def phases(n, b):
#       ^~~~~~
# fail_recursive_call.py:90:12: note: `phases(int64, uint64[::1])` is called here
#       a[5] = phases(a[0], b)
#              ^~~~~~~~~~~~~~~
# fail_recursive_call.py:77:5: error: `by_another` calls itself and waits for other threads or raises; write it as a loop [RecursiveMeeting]
#   def by_another(n):
#       ^~~~~~~~~~
# fail_recursive_call.py:88:70: note: `by_another(int64)` is called here
#       a[4] = asserting(3) + active(3) + coalesced(3) + in_cluster(3) + by_another(3)
#                                                                        ^~~~~~~~~~~~~
