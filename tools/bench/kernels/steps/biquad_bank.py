from numba import cuda, float32

SECTIONS = 4


@cuda.jit("void(float32[:, ::1], float32[:, :, ::1], float32[:, ::1])")
def biquad_bank(signal, sos, out):
    """Each channel through its own cascade of second-order sections, transposed direct form II."""
    channel = cuda.grid(1)
    if channel >= signal.shape[1]:
        return
    coef = cuda.local.array((SECTIONS, 5), float32)
    state = cuda.local.array((SECTIONS, 2), float32)
    for s in range(SECTIONS):
        for k in range(5):
            coef[s, k] = sos[s, k, channel]
        state[s, 0] = 0
        state[s, 1] = 0
    for t in range(signal.shape[0]):
        x = signal[t, channel]
        for s in range(SECTIONS):
            b0, b1, b2, a1, a2 = coef[s, 0], coef[s, 1], coef[s, 2], coef[s, 3], coef[s, 4]
            y = b0 * x + state[s, 0]
            state[s, 0] = b1 * x - a1 * y + state[s, 1]
            state[s, 1] = b2 * x - a2 * y
            x = y
        out[t, channel] = x
