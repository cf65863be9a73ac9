# golden: --emit=ir
from numba import cuda


@cuda.jit("void(record(a: float32, b: int32), record(a: float32, b: int32)[::1])")
def k(r, rows):
    r.a = 5.0
    r["b"] += 1
    row = rows[0]
    row.a = r.a
    r = rows[1]
    r.a = 2.0

# === --emit=ir
# kernel k(r: {a: f32 @0, b: i32 @4; 8}, rows: {a: f32 @0, b: i32 @4; 8}[::1])
#   local @r: {a: f32 @0, b: i32 @4; 8}[1]
#   @r[0] = r
#   r.1: local ref {a: f32 @0, b: i32 @4; 8} = view @r[0]
#   r.1.a[guard 0] = f32(5.0)
#   r.1.b[guard 0] = i32(i64(r.1.b[guard 0]) + 1)
#   row: ref {a: f32 @0, b: i32 @4; 8} = view rows[guard 0]
#   row.a[guard 0] = r.1.a[guard 0]
#   r.2: ref {a: f32 @0, b: i32 @4; 8} = view rows[guard 1]
#   r.2.a[guard 0] = f32(2.0)
# record_is_copy.py:7:5: warning: `r` is the kernel's own copy of a record; what is stored in it does not reach the caller [RecordIsCopy]
#       r.a = 5.0
#       ^~~
# record_is_copy.py:8:5: warning: `r` is the kernel's own copy of a record; what is stored in it does not reach the caller [RecordIsCopy]
#       r["b"] += 1
#       ^~~~~~
