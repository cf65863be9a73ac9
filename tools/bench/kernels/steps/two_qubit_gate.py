from numba import cuda, complex64


@cuda.jit("void(complex64[::1], complex64[:, ::1], int32, int32)")
def two_qubit_gate(state, gate, low, high):
    """A gate of 4 x 4 on two qubits of a state vector, in place; a thread has the four amplitudes it mixes."""
    i = cuda.grid(1)
    if i >= state.size // 4:
        return
    base = ((i >> low) << (low + 1)) | (i & ((1 << low) - 1))
    base = ((base >> high) << (high + 1)) | (base & ((1 << high) - 1))
    at = (base, base | (1 << low), base | (1 << high), base | (1 << low) | (1 << high))
    amplitudes = cuda.local.array(4, complex64)
    for k in range(4):
        amplitudes[k] = state[at[k]]
    for r in range(4):
        total = complex64(0)
        for k in range(4):
            total += gate[r, k] * amplitudes[k]
        state[at[r]] = total
