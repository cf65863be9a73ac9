# golden: --emit=ir --passes=-inline-functions
from numba import cuda
import numpy as np

W = (1 + 2j) ** 2 / 2j


@cuda.jit("void(complex64[::1], float32[::1], complex128)")
def k(z, x, c):
    i = cuda.grid(1)
    z[i] = z[i] * z[i + 1] + 1j
    z[i] = x[i] * z[i] - W
    z[i] = -z[i] / 2
    x[i] = abs(z[i]) + c.imag
    x[i + 1] = np.angle(z[i])
    if z[i] == c or c:
        z[i] = complex(x[i], 1).conjugate()
    z.imag[i] = x[i] + z[1:].real[i]
    z[0] = np.conj(c) + np.real(c) + np.imag(c)

# === --emit=ir --passes=-inline-functions
# function phase__device(z: c64) -> f32
#   return math.atan2(np.imag(z), np.real(z))
#
# kernel k(z: c64[::1], x: f32[::1], c: c128)
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   z[guard i] = let %6: c64 = (let %4: c64 = z[guard i] in let %5: c64 = z[guard i + 1] in complex(fma(np.real(%4), np.real(%5), -(np.imag(%4) * np.imag(%5))), fma(np.real(%4), np.imag(%5), np.imag(%4) * np.real(%5)))) in complex(np.real(%6) + f32(0.0), np.imag(%6) + f32(1.0))
#   z[guard i] = let %9: c64 = (let %7: f32 = x[guard i] in let %8: c64 = z[guard i] in complex(%7 * np.real(%8), %7 * np.imag(%8))) in complex(np.real(%9) - f32(2.0), np.imag(%9) - f32(1.5))
#   z[guard i] = let %11: c64 = (let %10: c64 = z[guard i] in complex(-np.real(%10), -np.imag(%10))) in complex(np.real(%11) / f32(2.0), np.imag(%11) / f32(2.0))
#   x[guard i] = f32(f64((let %12: c64 = z[guard i] in math.hypot(np.real(%12), np.imag(%12)))) + np.imag(c))
#   x[guard i + 1] = phase__device(z[guard i])
#   if (let %13: c128 = c128(z[guard i]) in np.real(%13) == np.real(c) and np.imag(%13) == np.imag(c)) or bool(c)
#     z[guard i] = let %14: c64 = complex(x[guard i], f32(1.0)) in complex(np.real(%14), -np.imag(%14))
#   z.imag[guard i] = x[guard i] + (view z[1:]).real[guard i]
#   z[guard 0] = c64((let %17: c128 = (let %15: c128 = complex(np.real(c), -np.imag(c)) in let %16: f64 = np.real(c) in complex(np.real(%15) + %16, np.imag(%15))) in let %18: f64 = np.imag(c) in complex(np.real(%17) + %18, np.imag(%17))))
