"""``numba.cuda.vector_types``"""

from ..types import Type
from ._intrinsics import NAMES, VECTORS


class VectorType(Type):
    """A vector, as a kernel has it: ``user_facing_object`` constructs one."""

    __slots__ = ()

    def __new__(cls, name):
        self = object.__new__(cls)
        self.name = name
        return self

    @property
    def base_type(self):
        """The type of an element."""
        return Type(self.name.partition("x")[0])

    @property
    def num_elements(self):
        """How many it has."""
        return int(self.name.partition("x")[2])

    @property
    def user_facing_object(self):
        """``cuda.float32x4``"""
        return VECTORS[self.name]


vector_types = {name: VectorType(name) for name in VECTORS}
for _name, _vector in VECTORS.items():
    globals().update({alias: NAMES[alias] for alias in (_name, *_vector.aliases)})
