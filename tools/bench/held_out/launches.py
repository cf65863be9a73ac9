"""How the kernels of this folder are launched: what needs no data to be known."""

# The block that each kernel is launched with; the others (256,).
BLOCKS = {"resize_rgb": (16, 16), "median3x3": (16, 16), "wave2d": (32, 8), "yee3d": (8, 8, 8),
          "spectrum_product": (16, 16), "pagerank_step": (128,), "option_paths": (128,),
          "dtw_local": (128,), "kmeans_assign": (128,), "table_interp": (512,)}
# Launches of fewer than 2**20 threads, for which the JIT has no variants (runtime/jit/variant_table.cpp).
FEW_THREADS = {"word_count", "option_paths", "edit_distance"}
PRIMITIVES = set()
