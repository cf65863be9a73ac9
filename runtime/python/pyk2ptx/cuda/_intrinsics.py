"""Names that mean something in kernels alone: ``cuda.threadIdx``, ``cuda.atomic``.

On the host they can be imported, passed around and captured; using one raises an
error that says so.
"""

_FUNCTIONS = """
grid gridsize grid_sync syncthreads syncthreads_count syncthreads_and syncthreads_or
threadfence threadfence_block threadfence_system syncwarp
shfl_sync shfl_up_sync shfl_down_sync shfl_xor_sync
all_sync any_sync eq_sync ballot_sync match_any_sync match_all_sync
activemask lanemask_lt vote_sync_intrinsic
redux_sync_add redux_sync_min redux_sync_max redux_sync_and redux_sync_or redux_sync_xor
cluster_arrive cluster_wait map_shared_rank nth_set_bit
mbarrier_init mbarrier_inval mbarrier_arrive mbarrier_arrive_expect_tx
mbarrier_test_wait mbarrier_test_wait_parity mbarrier_try_wait_parity mbarrier_wait
mbarrier_wait_parity fence_mbarrier_init
cp_async cp_async_commit_group cp_async_wait_group cp_async_wait_all cp_async_bulk
ldmatrix mma_sync popc brev clz ffs selp fma cbrt nanosleep clock clock64
breakpoint inline_ptx ldca ldcg ldcs ldlu ldcv stcg stcs stwb stwt
""".split()
_VALUES = """
threadIdx blockIdx blockDim gridDim laneid warpsize clusterIdx clusterGridDim
clusterBlockIdx clusterDim clusterBlockRank clusterSize
""".split()
_NAMESPACES = "shared local const atomic cg libdevice fp16 bf16".split()
# Vectors by their elements' type: float32x4 is float4, too.
_VECTORS = {
    "int8": ["char"],
    "int16": ["short"],
    "int32": ["int"],
    "int64": ["long", "longlong"],
    "uint8": ["uchar"],
    "uint16": ["ushort"],
    "uint32": ["uint"],
    "uint64": ["ulong", "ulonglong"],
    "float32": ["float"],
    "float64": ["double"],
}


class Intrinsic:
    """A name of the kernel language, by its dotted name."""

    def __init__(self, library):
        self._library = library

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return Intrinsic(f"{self._library}.{name}")

    def __repr__(self):
        return f"<{self._library}, a name of kernels>"

    def __reduce__(self):
        return (Intrinsic, (self._library,))

    def _refuse(self, *_args, **_kwargs):
        raise TypeError(f"{self._library} works in kernels alone")

    __call__ = __getitem__ = __int__ = __index__ = __float__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _refuse
    __floordiv__ = __mod__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse


class VectorName(Intrinsic):
    """A vector type's constructor."""

    def __init__(self, base, count):
        super().__init__(f"cuda.{base}x{count}")
        self.aliases = [f"{alias}{count}" for alias in _VECTORS[base]]


NAMES = {
    name: Intrinsic(f"cuda.{name}") for name in [*_FUNCTIONS, *_VALUES, *_NAMESPACES]
}
VECTORS = {
    f"{base}x{count}": VectorName(base, count)
    for base in _VECTORS
    for count in range(1, 5)
}
for _name, _vector in VECTORS.items():
    NAMES |= dict.fromkeys([_name, *_vector.aliases], _vector)
