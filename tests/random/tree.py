"""Programs as trees. text.py prints them, simulate.py gives them their meaning.

A node is an operation and its parts: nodes, lists of nodes, and plain values.

Expressions
  lit VALUE | name NAME | reg NAME | un OP X | bin OP X Y | cmp [OP...] [X...] | and X Y
  or X Y | ifelse C X Y | walrus NAME X | call NAME [X...] | fn NAME [X...]
  cast ELEMENT X | index BASE [I...] | slice X|None X|None X|None | dots
  field BASE NAME | attr BASE NAME | tuple [X...] | range [X...] | each KIND [X...]
  gen FN ELT NAME ITERABLE | in X Y | lambda [NAME...] X | none | is X BOOL
`call` is of a function of the program, `fn` of a name that the language has. An
argument of a call may be key NAME X | star X. `is` is X is None, or is not.

Statements
  set [TARGET...] X | near TARGET X | aug TARGET OP X | do X | if C [S...] [S...]
  while C [S...] [S...] | for TARGET ITERABLE [S...] [S...] | break | continue
  return X|None | pass | def NAME [NAME...] [S...] [DEFAULT...] *NAME|None | match X [case...]
  barrier | array NAME SPACE [EXTENT...] ELEMENT | del NAME
`near` is a set of what need not be rounded correctly, or may be contracted.
A case is: case PATTERN GUARD|None [S...]; a pattern is: one of [VALUE...], any
NAME|None, all [PATTERN...], as PATTERN NAME.
"""

import copy
from dataclasses import dataclass, field


class Node:
    __slots__ = ("op", "parts")

    def __init__(self, op, *parts):
        self.op, self.parts = op, list(parts)

    def __repr__(self):
        return f"{self.op}{self.parts}"


def walk(item):
    """Every node below, itself included."""
    if isinstance(item, Node):
        yield item
        for part in item.parts:
            yield from walk(part)
    elif isinstance(item, list):
        for part in item:
            yield from walk(part)


@dataclass
class Parameter:
    """An argument: `value` is a NumPy array or scalar, or Python's number.
    `role` is in (never stored to), out, sum (only by atomics) or scalar."""

    name: str
    value: object
    role: str
    # "A" or "F" where the kernel is to be compiled for that layout.
    layout: str = ""


@dataclass
class Program:
    grid: tuple
    block: tuple
    parameters: list
    body: list
    # Constants of the module, and device functions as `def` nodes, by name.
    constants: dict = field(default_factory=dict)
    functions: list = field(default_factory=list)

    def copy(self):
        return copy.deepcopy(self)
