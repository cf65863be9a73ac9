"""How the kernels of this folder are launched: what needs no data to be known."""

# The block that each kernel is launched with; the others (256,).
BLOCKS = {}
# Launches of fewer than 2**20 threads, for which the JIT has no variants (runtime/jit/variant_table.cpp).
FEW_THREADS = set()
PRIMITIVES = set()
