# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int64)")
def k(n):
    if n > 1:
        raise
    if n > 2:
        raise n
    if n > 3:
        raise ValueErorr("misspelt")

# === --emit=ir
# fail_raise.py:8:9: error: cannot raise what was caught before; write `raise Name("message")` [NotAnException]
#           raise
#           ^~~~~
# fail_raise.py:10:9: error: cannot raise `n`; write `raise Name("message")` [NotAnException]
#           raise n
#           ^~~~~~~
# fail_raise.py:12:9: error: cannot raise `ValueErorr("misspelt")`; write `raise Name("message")` [NotAnException]
#           raise ValueErorr("misspelt")
#           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
