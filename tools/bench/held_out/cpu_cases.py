"""The cases of this folder at a CPU's sizes, as ../cpu_kernels.py wants them."""
import numpy as np

from common import SETS
from shrunk_cases import shrunk

# By what power of two each is smaller than on a GPU.
SHRINK = {
    "grade_colors": 9, "median3x3": 6, "wave2d": 7, "yee3d": 5, "particles_step": 6, "bfs_level": 6,
    "pagerank_step": 6, "word_count": 7, "find_pattern": 8, "hash_probe": 7, "photon_slab": 6,
    "viterbi": 9, "dtw_local": 9, "row_extremes": 8, "spectrum_product": 8, "compact_ballot": 9,
    "clifford_product": 7, "kmeans_assign": 8, "table_interp": 9, "event_spectrum": 5, "face_normals": 4,
    "gray_scott": 4, "template_match": 6, "jpeg_dct": 8, "meal_response": 6, "ash_fall": 6, "pixel_trends": 4,
    "channel_flow": 8, "liquid_forces": 7, "longest_match": 6,
    "jpeg_idct": 4, "median5": 6, "kalman_step": 5, "sssp_relax": 5, "fft1024": 6, "fdtd_e": 4, "layernorm": 7,
    "attention_online": 6, "lucas_kanade": 6, "skin_vertices": 6, "parse_floats": 6,
    "join_probe": 7, "group_by": 6, "huffman_decode": 5, "splat_render": 6, "gemv_int4": 7,
    "moe_route": 6, "d2q9_step": 6, "edge_support": 5, "attend_decode": 8}
# Launched again and again, particles in the field of the GPU's case are ever faster.
OTHER = {"particles_step": {"field": np.float32(0.02)}}
TOLERANCE = {"particles_step": 1e-6}  # fewer of them, with walls on the same side for both


def cases(scale):
    return shrunk("held-out", {name: SHRINK[name] for name in SETS["held-out"].cases}, scale, OTHER, TOLERANCE)
