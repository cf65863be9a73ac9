from numba import cuda, complex64

N = 1024
LOG2N = 10


@cuda.jit("void(complex64[:, ::1], complex64[::1], complex64[:, ::1])")
def fft1024(signal, twiddle, spectrum):
    """Radix-2 FFT of a row a block, in shared memory; each thread does a butterfly a stage."""
    buf = cuda.shared.array(N, complex64)
    row = cuda.blockIdx.x
    tid = cuda.threadIdx.x
    for i in range(tid, N, cuda.blockDim.x):
        j = 0
        rest = i
        for bit in range(LOG2N):
            j = (j << 1) | (rest & 1)
            rest >>= 1
        buf[j] = signal[row, i]
    cuda.syncthreads()
    half = 1
    while half < N:
        k = tid % half
        top = (tid // half) * half * 2 + k
        w = twiddle[k * (N // 2 // half)]
        a = buf[top]
        b = buf[top + half] * w
        buf[top] = a + b
        buf[top + half] = a - b
        cuda.syncthreads()
        half *= 2
    for i in range(tid, N, cuda.blockDim.x):
        spectrum[row, i] = buf[i]
