"""How the kernels of this folder are launched: what needs no data to be known."""

# The block that each kernel is launched with; the others (256,).
BLOCKS = {"grade_colors": (16, 16), "median3x3": (16, 16), "wave2d": (32, 8), "yee3d": (8, 8, 8),
          "spectrum_product": (16, 16), "pagerank_step": (128,), "photon_slab": (128,), "viterbi": (64,),
          "dtw_local": (128,), "kmeans_assign": (128,), "table_interp": (512,), "face_normals": (128,),
          "gray_scott": (16, 16), "template_match": (16, 16), "jpeg_dct": (8, 8), "meal_response": (128,),
          "pixel_trends": (128,), "channel_flow": (128,), "liquid_forces": (128,), "jpeg_idct": (8, 8),
          "median5": (16, 16), "kalman_step": (128,), "fft1024": (512,), "fdtd_e": (32, 4, 2),
          "attention_online": (128,), "lucas_kanade": (16, 16), "gemv_int4": (128,), "moe_route": (128,),
          "splat_render": (16, 16), "d2q9_step": (128, 1), "attend_decode": (128,)}
# Launches of fewer than 2**20 threads, for which the JIT has no variants (runtime/jit/variant_table.cpp).
FEW_THREADS = {"word_count", "photon_slab", "viterbi", "attention_online", "join_probe",
               "gemv_int4", "group_by", "huffman_decode", "edge_support", "attend_decode"}
PRIMITIVES = set()


def line(name, n):
    """Grid and block of a thread for each of n."""
    threads, = BLOCKS.get(name, (256,))
    return (-(-n // threads),), (threads,)
