from ..constants import TILE
from .util import OFFSET

SUM = TILE + OFFSET
