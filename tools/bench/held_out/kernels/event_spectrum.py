import math

from numba import cuda


@cuda.jit("void(float32[::1], float32[::1], float32[::1], float32, float32, float32, float32,"
          " float32[:, ::1], float32[:, ::1])")
def event_spectrum(energy, angle, weight, energy_low, energy_step, angle_low, angle_step, sums, squares):
    """The weights of events by angle and energy, and their squares, of which errors are made."""
    i = cuda.grid(1)
    if i >= energy.size:
        return
    row = int(math.floor((angle[i] - angle_low) / angle_step))
    column = int(math.floor((energy[i] - energy_low) / energy_step))
    if row < 0 or row >= sums.shape[0] or column < 0 or column >= sums.shape[1]:
        return  # out of the spectrum
    w = weight[i]
    cuda.atomic.add(sums, (row, column), w)
    cuda.atomic.add(squares, (row, column), w * w)
