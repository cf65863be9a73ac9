# golden: --emit=ir
# A name that a pattern binds is bound where its guard fails, too: of two types
# it has the join there.
from numba import cuda


@cuda.jit("(record(x: float32, n: int32)[:], int64[:])")
def k(r, o):
    match r[0].n:
        case m if m > 2:
            o[0] = m
    match o[1]:
        case m if r[1].n:
            o[1] = m
        case 3:
            o[2] = m
    match r[0].x:
        case m if (z := m) > 1 and o[0]:
            o[3] = 1
        case _:
            o[4] = z
    o[5] = m

# === --emit=ir
# kernel k(r: {x: f32 @0, n: i32 @4; 8}[:], o: i64[:])
#   m: i32 = zero
#   m.1: i64 = zero
#   m.2: f32 = zero
#   z: f32 = zero
#   %2: i32 = r.n[guard 0]
#   m = %2
#   if i64(m) > 2
#     o[guard 0] = i64(m)
#   %4: i64 = o[guard 1]
#   m.1 = i64(m)
#   m.1 = %4
#   if bool(r.n[guard 1])
#     o[guard 1] = m.1
#   else
#     if %4 == 3
#       o[guard 2] = m.1
#   %6: f32 = r.x[guard 0]
#   m.2 = f32(m.1)
#   m.2 = %6
#   z = m.2
#   if z > f32(1.0) and bool(o[guard 0])
#     o[guard 3] = 1
#   else
#     o[guard 4] = i64(z)
#   o[guard 5] = i64(m.2)
# match_guard_types.py:16:20: warning: `m` may be read before it is assigned; it is zero then [MaybeUnset]
#               o[2] = m
#                      ^
# match_guard_types.py:21:20: warning: `z` may be read before it is assigned; it is zero then [MaybeUnset]
#               o[4] = z
#                      ^
# match_guard_types.py:22:12: warning: `m` may be read before it is assigned; it is zero then [MaybeUnset]
#       o[5] = m
#              ^
