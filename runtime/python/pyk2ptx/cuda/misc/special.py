"""``numba.cuda.misc.special``"""

from .._intrinsics import Intrinsic

literal_unroll = Intrinsic("numba.literal_unroll")
