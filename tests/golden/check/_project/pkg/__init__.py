from .util import square, OFFSET as SHIFT
from . import deep
