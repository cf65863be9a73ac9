# What primitives are made of: values that lanes pass to each other or keep in
# scratch memory, whatever their type, and the operators that they are given.
#
# Each text here is expanded where the user calls it, for the group, the types
# and the constants of that call; `if` on these chooses at compile time.

from cuda import coop
from numba import cuda

device = cuda.jit(device=True)

INDICES_ARE_INSIDE = True


# The value of another lane of the warp.
@device
def coop__from(mask, value, lane):
    parts = tuple(cuda.shfl_sync(mask, p, lane) for p in coop._parts(value))
    return coop._whole(parts, value)


# Of the lane whose number differs in these bits, and of the one so far below.
@device
def coop__across(mask, value, bits):
    parts = tuple(cuda.shfl_xor_sync(mask, p, bits) for p in coop._parts(value))
    return coop._whole(parts, value)


@device
def coop__below(mask, value, step):
    parts = tuple(cuda.shfl_up_sync(mask, p, step) for p in coop._parts(value))
    return coop._whole(parts, value)


@device
def coop__put(scratch, at, value):
    for array, part in zip(scratch, coop._parts(value)):
        array[at] = part


@device
def coop__get(scratch, at, like):
    return coop._whole(tuple(array[at] for array in scratch), like)


@device
def coop__apply(op, a, b):
    if isinstance(op, str):
        if op == "sum":
            return coop._like(a + b, a)
        elif op == "multiply":
            return coop._like(a * b, a)
        elif op == "min":
            return coop._like(min(a, b), a)
        elif op == "max":
            return coop._like(max(a, b), a)
        elif op == "bit_and":
            return coop._like(a & b, a)
        elif op == "bit_or":
            return coop._like(a | b, a)
        else:
            return coop._like(a ^ b, a)
    elif coop._writes(op):
        return coop__written(op, a, b)
    else:
        return coop._like(op(a, b), a)


# By an operator that gets places: what it leaves in the first one.
@device
def coop__written(op, a, b):
    if isinstance(a, tuple):
        coop._refuse(
            "an operator of three, `op(result, lhs, rhs)`, takes numbers, vectors, "
            "dataclasses and records; for tuples return the result of `op(lhs, rhs)`"
        )
        return a
    else:
        result = coop.ThreadData(1)
        left = coop.ThreadData(1)
        right = coop.ThreadData(1)
        left[0] = a
        right[0] = coop._like(b, a)
        result[0] = a
        op(result, left, right)
        return coop._value(result[0])


# An operator by one of its names, or the function that it is.
@device
def coop__check_op(op):
    if isinstance(op, str):
        if op not in (
            "sum",
            "multiply",
            "min",
            "max",
            "bit_and",
            "bit_or",
            "bit_xor",
        ):
            coop._refuse(
                "an operator is 'sum', 'multiply', 'min', 'max', 'bit_and', "
                "'bit_or', 'bit_xor' or a function of two values"
            )
    return 0


# CUB's names, which all give the same here: a misspelt one is found.
@device
def coop__check_algorithm(algorithm, first, second, third, message):
    if algorithm is not None and algorithm not in (first, second, third):
        coop._refuse(message)
    return 0


# Where the thread stands in its warp's part of the group: the lanes of that
# part that exist, its first lane, the thread's place in it, and how many it has.
@device
def coop__lanes(group):
    if coop._kind(group) == "tile":
        size = group.size()
        place = cuda.laneid % size
        base = cuda.laneid - place
        mask = cuda.selp(size == 32, 0xFFFFFFFF, ((1 << size) - 1) << base)
        if size > 1:
            coop._together(mask)
        return mask, base, place, size
    else:
        rank = group.rank()
        place = rank % 32
        threads = coop._block()
        if threads is not None and threads % 32 == 0:
            return 0xFFFFFFFF, 0, place, 32
        else:
            size = min(32, group.size() - (rank - place))
            return 0xFFFFFFFF >> (32 - size), 0, place, size
