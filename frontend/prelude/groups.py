# Coalesced groups. A group is the mask of its threads' lanes; each of them runs
# the same loop over the lanes of the mask, so that every shuffle finds all of
# them.

from numba import cuda

device = cuda.jit(device=True)


@device
def group_plus(a, b):
    return a + b


@device
def group_less(a, b):
    return min(a, b)


@device
def group_greater(a, b):
    return max(a, b)


@device
def group_bit_and(a, b):
    return a & b


@device
def group_bit_or(a, b):
    return a | b


@device
def group_bit_xor(a, b):
    return a ^ b


@device
def group_pack(lanes, mask):
    # Bit r of the result is that of the group's thread of rank r.
    packed = 0
    rank = 0
    while mask != 0:
        lowest = mask & -mask
        if lanes & lowest:
            packed |= 1 << rank
        rank += 1
        mask ^= lowest
    return packed


@device
def group_reduce(mask, value, op):
    lane = cuda.ffs(mask) - 1
    total = cuda.shfl_sync(mask, value, lane)
    rest = int(mask) & (int(mask) - 1)
    while rest != 0:
        lane = cuda.ffs(rest) - 1
        total = op(total, cuda.shfl_sync(mask, value, lane))
        rest &= rest - 1
    return total


@device
def group_inclusive_scan(mask, value, op):
    lane = cuda.ffs(mask) - 1
    total = cuda.shfl_sync(mask, value, lane)
    rest = int(mask) & (int(mask) - 1)
    while rest != 0:
        lane = cuda.ffs(rest) - 1
        other = cuda.shfl_sync(mask, value, lane)
        if lane <= cuda.laneid:
            total = op(total, other)
        rest &= rest - 1
    return total


@device
def group_exclusive_scan(mask, value, zero):
    total = zero
    rest = int(mask)
    while rest != 0:
        lane = cuda.ffs(rest) - 1
        other = cuda.shfl_sync(mask, value, lane)
        if lane < cuda.laneid:
            total += other
        rest &= rest - 1
    return total
