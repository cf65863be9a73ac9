from numba import cuda, float32

MOST_TURNS = 64


@cuda.jit(device=True)
def wear(a, b, strength, limit, slope):
    """What a cycle between two stresses takes of a life; tension at its middle makes it worse."""
    amplitude = float32(0.5) * abs(a - b)
    middle = float32(0.5) * (a + b)
    if middle > 0:
        amplitude = amplitude / (1 - middle / strength)
    if amplitude < limit:
        return float32(0.0)
    return (amplitude / strength) ** slope


@cuda.jit("void(float32[:, ::1], float32, float32, float32, float32[::1], int32[::1])")
def fatigue_damage(stress, strength, limit, slope, damage, cycles):
    """How much of a mesh's nodes' lives their loads take: rainflow counting, and the sum of all cycles' wear."""
    node = cuda.grid(1)
    steps, nodes = stress.shape
    if node >= nodes:
        return
    turns = cuda.local.array(MOST_TURNS, float32)
    turns[0] = stress[0, node]
    count = 1
    closed = 0
    total = float32(0.0)
    for step in range(1, steps):
        now = stress[step, node]
        if count == 1:
            if now == turns[0]:
                continue
            turns[1] = now
            count = 2
        elif (now - turns[count - 1]) * (turns[count - 1] - turns[count - 2]) >= 0:
            turns[count - 1] = now  # goes on as it went
        else:
            turns[count] = now
            count += 1
        while count >= 3:
            last = abs(turns[count - 1] - turns[count - 2])
            before = abs(turns[count - 2] - turns[count - 3])
            if last < before:
                break
            worn = wear(turns[count - 3], turns[count - 2], strength, limit, slope)
            if count == 3:  # the first turn began no cycle: a half
                total += float32(0.5) * worn
                turns[0] = turns[1]
                turns[1] = turns[2]
                count = 2
            else:
                total += worn
                turns[count - 3] = turns[count - 1]
                count -= 2
                closed += 1
    for k in range(count - 1):
        total += float32(0.5) * wear(turns[k], turns[k + 1], strength, limit, slope)
    damage[node] = total
    cycles[node] = closed
