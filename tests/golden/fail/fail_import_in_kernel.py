# golden: --emit=ir
# What it names is not told to be unset besides.
from numba import cuda


@cuda.jit("void(float64[:])")
def k(x):
    i = cuda.grid(1)
    if i == 1:
        from pdb import set_trace
        import os.path, math as m
        set_trace()
        x[0] = m.sin(os.path)
    x[i] = i

# === --emit=ir
# fail_import_in_kernel.py:10:9: error: `import` is not supported in kernels [UnsupportedStatement]
#           from pdb import set_trace
#           ^~~~~~~~~~~~~~~~~~~~~~~~~
# fail_import_in_kernel.py:10:9: note: import at the top of the file
#           from pdb import set_trace
#           ^~~~~~~~~~~~~~~~~~~~~~~~~
# fail_import_in_kernel.py:11:9: error: `import` is not supported in kernels [UnsupportedStatement]
#           import os.path, math as m
#           ^~~~~~~~~~~~~~~~~~~~~~~~~
# fail_import_in_kernel.py:11:9: note: import at the top of the file
#           import os.path, math as m
#           ^~~~~~~~~~~~~~~~~~~~~~~~~
