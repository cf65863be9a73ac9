import math

from numba import cuda, float32


@cuda.jit("void(float32[:, ::1], int32[::1], int32[::1], float32, int32, float32[::1], float32[::1], int8[::1])")
def meal_response(glucose, patient, eaten, margin, window, peak, area, outcome):
    """How a patient's glucose, taken every five minutes, rises after each meal, and how that ends."""
    i = cuda.grid(1)
    if i >= eaten.shape[0]:
        return
    p = patient[i]
    start = eaten[i]
    peak[i] = 0
    area[i] = 0
    baseline = glucose[p, start]
    if math.isnan(baseline):
        outcome[i] = 5
        return
    last = min(start + window, glucose.shape[1] - 1)
    next_meal = -1
    if i + 1 < eaten.shape[0] and patient[i + 1] == p:
        next_meal = eaten[i + 1]
    highest = float32(0)
    total = 0.0
    missing = 0
    result = 0
    t = start + 1
    while t <= last:
        if t == next_meal:
            result = 2  # the next meal
            break
        value = glucose[p, t]
        t += 1
        if math.isnan(value):
            missing += 1
            if missing > 4:
                result = 3  # the sensor is off
                break
            continue
        missing = 0
        if value < 70.0:
            result = 4  # too low
            break
        rise = value - baseline
        if rise > highest:
            highest = rise
        if rise > 0:
            total += rise * 5.0
        if highest > 2 * margin and rise < margin:
            result = 1  # as before
            break
    peak[i] = highest
    area[i] = total
    outcome[i] = result
