# golden: --emit=ir
# Whole parts of floats are between the numbers that the floats are between: indices
# of tables that are so long have no guard; and 0 of what is no number. One more, what
# is not limited, and a sum in a loop keep theirs.
import math

from numba import cuda, float32, int32


@cuda.jit("void(float32[::1], int32[::1])")
def tables(x, out):
    counts = cuda.shared.array(256, int32)
    turns = cuda.local.array(37, int32)
    i = cuda.grid(1)
    v = x[i]
    shade = int(min(max(v * float32(255), float32(0)), float32(255)))
    cuda.atomic.add(counts, shade, 1)
    turns[round(math.atan2(v, float32(1)) * float32(18 / math.pi)) % 36] = 1
    turns[math.floor(math.sin(v) * float32(18)) + 19] = 2
    turns[int(v % float32(36))] = 3
    half = v if v > float32(9) else float32(2)
    turns[int(min(half, float32(36)))] = 4
    counts[shade + 1] = 5
    counts[int(v)] = 6
    total = float32(0)
    for k in range(9):
        total += float32(1)
    counts[int(total)] = 7
    out[i] = counts[0] + turns[0]

# === --emit=ir
# kernel tables(x: f32[::1], out: i32[::1])
#   shared @counts: i32[256]
#   local @turns.1: i32[37]
#   counts: shared i32[::1] = @counts
#   turns: local i32[::1] = @turns.1
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   v: f32 = x[guard i]
#   shade: i64 = i64(min(max(v * f32(255.0), f32(0.0)), f32(255.0)))
#   atomic.add(counts[shade], i32(1))
#   turns[round.int(math.atan2(v, f32(1.0)) * f32(5.729578)) % 36] = i32(1)
#   turns[guard math.floor(math.sin(v) * f32(18.0)) + 19] = i32(2)
#   turns[i64(v % f32(36.0))] = i32(3)
#   half: f32 = v if v > f32(9.0) else f32(2.0)
#   turns[guard wrap(i64(min(half, f32(36.0))))] = i32(4)
#   counts[guard shade + 1] = i32(5)
#   counts[guard wrap(i64(v))] = i32(6)
#   total: f32 = f32(0.0)
#   for k: i64 in range(0, 9, 1)
#     total = total + f32(1.0)
#   counts[guard wrap(i64(total))] = i32(7)
#   out[guard i] = i32(i64(counts[0]) + i64(turns[0]))
