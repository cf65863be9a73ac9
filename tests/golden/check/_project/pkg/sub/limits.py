from ..util import OFFSET

LIMIT = 10.5 + OFFSET
