"""PTX of kernels whose lanes exchange values, run by the interpreter of ptx_interpreter.py.

Each lane runs to its next shfl.sync and waits there for the others of the mask that have
not ended, as the PTX manual has it: in a shuffle of the same kind, wherever that stands.
What a lane is given by one that has ended is nothing to count on, and marked. A lane that
waits for good is an error. Blocks have one axis.
"""

from typing import NamedTuple

from ptx_floats import FloatProgram
from ptx_interpreter import LIMIT, TYPES

NOTHING = 0xDEADBEEF


class Exchange(NamedTuple):
    """What a lane waits with."""

    kind: str
    write: object
    value: int
    lane: int
    clamp: int
    mask: int


class DeadLock(Exception):
    """Lanes that wait for others, which wait for them."""


class WarpProgram(FloatProgram):
    def step(self, opcode, operands):
        if not opcode.startswith("shfl.sync."):
            return super().step(opcode, operands)
        _, _, kind, of = opcode.split(".")
        if of != "b32" or kind not in SOURCES or "|" in operands[0]:
            raise ValueError("another shuffle than is known")
        write, readers = self.writer(operands[0]), [self.reader(each, TYPES["u32"]) for each in operands[1:]]
        return lambda thread: Exchange(kind, write, *[read(thread) for read in readers])

    def run_block(self, threads):
        for first in range(0, len(threads), 32):
            Warp(self.steps, threads[first : first + 32]).run()


class Warp:
    def __init__(self, steps, threads):
        self.steps, self.threads = steps, threads
        self.at = [0] * len(threads)
        self.waits = [None] * len(threads)

    def run(self):
        while self.left():
            for lane in self.left():
                self.advance(lane)
            if self.left() and not self.exchange():
                raise DeadLock(f"lanes at {[self.at[lane] for lane in self.left()]}")

    def left(self):
        return [lane for lane, at in enumerate(self.at) if at < len(self.steps)]

    def advance(self, lane):
        """To where it waits, or ends."""
        for _ in range(LIMIT):
            if self.waits[lane] or self.at[lane] == len(self.steps):
                return
            following = self.steps[self.at[lane]](self.threads[lane])
            if isinstance(following, Exchange):
                self.waits[lane] = following
            else:
                self.at[lane] = self.at[lane] + 1 if following is None else following
        raise TimeoutError(f"a thread runs {LIMIT} instructions and more")

    def exchange(self):
        """Of the first lanes that are all there; whether there were any."""
        left = self.left()
        for lane in left:
            mine = self.waits[lane]
            there = [other for other in left if mine.mask >> other & 1]
            if all((self.waits[other].kind, self.waits[other].mask) == (mine.kind, mine.mask) for other in there):
                given = {other: self.waits[other] for other in there}
                for other, wait in given.items():
                    source = source_of(other, wait)
                    wait.write(self.threads[other], given[source].value if source in given else NOTHING)
                    self.at[other] += 1
                    self.waits[other] = None
                return True
        return False


# The lane that is named, and whether it is one of the segment from `first` to `last`.
SOURCES = {
    "up": lambda lane, by, first, last: (lane - by, lane - by >= last),
    "down": lambda lane, by, first, last: (lane + by, lane + by <= last),
    "bfly": lambda lane, by, first, last: (lane ^ by, lane ^ by <= last),
    "idx": lambda lane, by, first, last: (first | by, first | by <= last),
}


def source_of(lane, wait):
    segment = wait.clamp >> 8 & 31
    first, last = lane & segment, lane & segment | wait.clamp & 31 & ~segment
    by = wait.lane & 31
    source, is_there = SOURCES[wait.kind](lane, by & ~segment if wait.kind == "idx" else by, first, last)
    return source if is_there else lane
