# golden: --emit=ir --passes=-inline-functions
from numba import cuda, from_dtype, types, float32, int32, literal_unroll
import numba
import numpy as np

inner = np.dtype([("x", "f4"), ("y", np.int16)], align=True)
nested = np.dtype([("p", inner), ("v", "f4", (3,)), ("m", np.int32, (2, 2))], align=True)
packed = np.dtype([("tag", "i1"), ("value", "f8")])
pair = types.Record.make_c_struct([("a", types.int32), ("b", types.float64)])


@cuda.jit(device=True)
def scale(r, by):
    r.x *= by
    return r


@cuda.jit("void(record(x: float32, n: int32)[:], float32[:])")
def fields(a, out):
    i = cuda.grid(1)
    r = a[i]
    scale(r, 2)
    r["n"] = 3
    a[i].x += r.x
    out[i] = a["x"][i] + a.n[i] + r[0]
    a[i] = a[0]
    a[i] = (1, 2)
    cuda.atomic.add(a[i], "n", 1)
    cuda.atomic.max(a["x"], i, 1.0)
    for name in literal_unroll(("x", "n")):
        a[i][name] = 0


@cuda.jit((from_dtype(nested)[:], from_dtype(packed)[::1], numba.from_dtype(packed)))
def shapes(a, b, p):
    i = cuda.grid(1)
    a[i].p.x = a[i].v[1] + a[i].m[0, 1]
    v = a[i].v
    v[2] = 1
    a[i].p = a[0].p
    b[i].value += b[i].tag + p.value
    p.tag = 1
    b[i] = p


@cuda.jit(types.void(pair[:]))
def own(a):
    tile = cuda.shared.array(4, pair)
    mine = cuda.local.array(2, dtype=inner)
    t = cuda.threadIdx.x
    tile[t] = a[t]
    cuda.syncthreads()
    mine[0].x = tile[3 - t].b
    tile[t].a = mine[0].x

# === --emit=ir --passes=-inline-functions
# function scale__device(r: ref {x: f32 @0, n: i32 @4; 8}, by: i64) -> ref {x: f32 @0, n: i32 @4; 8}
#   r.x[guard 0] = r.x[guard 0] * f32(by)
#   return r
#
# kernel fields(a: {x: f32 @0, n: i32 @4; 8}[:], out: f32[:])
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   r: ref {x: f32 @0, n: i32 @4; 8} = view a[guard i]
#   scale__device(r, 2)
#   r.n[guard 0] = i32(3)
#   a.x[guard i] = a.x[guard i] + r.x[guard 0]
#   out[guard i] = a.x[guard i] + f32(a.n[guard i]) + r.x[guard 0]
#   a[guard i] = a[guard 0]
#   a[guard i] = (f32(1.0), i32(2))
#   atomic.add(a.n[guard i], i32(1))
#   atomic.max(a.x[guard i], f32(1.0))
#   a.x[guard i] = f32(0.0)
#   a.n[guard i] = i32(0)
#
# kernel shapes(a: {p: {x: f32 @0, y: i16 @4; 8} @0, v: f32[3] @8, m: i32[2, 2] @20; 36}[:], b: {tag: i8 @0, value: f64 @1; 9}[::1], p: {tag: i8 @0, value: f64 @1; 9})
#   local @p: {tag: i8 @0, value: f64 @1; 9}[1]
#   @p[0] = p
#   p.1: local ref {tag: i8 @0, value: f64 @1; 9} = view @p[0]
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   a.p.x[guard i] = a.v[guard i, 1] + f32(a.m[guard i, 0, 1])
#   v: f32[:] = view a.v[guard i, :]
#   v[guard 2] = f32(1.0)
#   a.p[guard i] = a.p[guard 0]
#   b.value[guard i] = b.value[guard i] + (f64(b.tag[guard i]) + p.1.value[guard 0])
#   p.1.tag[guard 0] = i8(1)
#   b[guard i] = p.1[guard 0]
#
# kernel own(a: {a: i32 @0, b: f64 @8; 16}[:])
#   shared @tile: {a: i32 @0, b: f64 @8; 16}[4]
#   local @mine.1: {x: f32 @0, y: i16 @4; 8}[2]
#   tile: shared {a: i32 @0, b: f64 @8; 16}[::1] = @tile
#   mine: local {x: f32 @0, y: i16 @4; 8}[::1] = @mine.1
#   t: i32 = cuda.threadIdx.x
#   tile[guard i64(t)] = a[guard i64(t)]
#   cuda.syncthreads()
#   mine.x[0] = f32(tile.b[guard wrap(3 - i64(t))])
#   tile.a[guard i64(t)] = i32(mine.x[0])
# records.py:42:5: warning: `p` is the kernel's own copy of a record; what is stored in it does not reach the caller [RecordIsCopy]
#       p.tag = 1
#       ^~~~~
