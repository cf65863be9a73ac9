"""How the kernels of this folder are launched: what needs no data to be known."""

# The block that each kernel is launched with; the others (256,).
BLOCKS = {"matmul_naive": (16, 16), "matmul_flat": (16, 16), "matmul_tiled16": (16, 16), "matmul_tiled32": (32, 32),
          "jacobi2d": (32, 8), "mandelbrot": (16, 16), "mm_f16": (128,),
          "coop_sort_128x4": (128,), "coop_sort_512x16": (512,),
          "heat3d": (32, 4, 2), "edges": (32, 8), "transpose": (32, 8), "option_paths": (128,),
          "resize_rgb": (16, 16), "rgb_to_hsv": (32, 8), "life": (32, 8), "distances": (32, 8),
          "shallow_water": (16, 16), "box_blur": (16, 16), "matmul_inplace": (16, 16), "rotate_image": (32, 8),
          "heat_shared": (16, 16), "triple_barrier": (128,), "ordered_dither": (16, 16), "ruggedness": (16, 16),
          "reversi_mobility": (128,), "pickup_zones": (128,), "lake_mixing": (32, 8),
          "fan_beam": (16, 16), "fatigue_damage": (128,), "embedding_bag": (32, 8), "sw_affine": (128,),
          "floyd_tile": (32, 32), "hough_lines": (32, 8), "lj_cells": (128,), "sar_backproject": (16, 16),
          "weno5_burgers": (64, 4), "census_match": (32, 8), "ising_sweep": (32, 8), "perlin_fbm": (16, 16),
          "ray_spheres": (16, 16), "viewshed": (16, 16), "sgm_aggregate": (64,), "blob_union": (32, 8),
          "pair_hmm": (128,), "orient_keypoints": (64,)}
# Launches of fewer than 2**20 threads, of which the JIT uses less (runtime/jit/variant_table.cpp).
FEW_THREADS = {"saxpy", "reduce_shared", "reduce_warp", "histogram", "nbody", "pi_xorshift",
               "mm_f16", "option_paths", "edit_distance", "lj_cells", "sar_backproject",
               "biquad_bank", "sgm_aggregate", "bfs_expand"}
# Beside plain kernels: primitives of a block and products of matrices, whose figures are told apart.
PRIMITIVES = {"coop_reduce", "coop_scan", "coop_sort_128x4", "coop_sort_256x8", "coop_sort_512x16",
              "mm_f16"}
