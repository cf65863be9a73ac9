# golden: --emit=ir
from numba import cuda
@cuda.jit("void(int32[::1])")
def k(x):
        if x[0] > 1:
                if x[0] > 2:
                        if x[0] > 3:
                                if x[0] > 4:
                                        if x[0] > 5:
                                                if x[0] > 6:
                                                        if x[0] > 7:
                                                                if x[0] > 8:
                                                                        if x[0] > 9:
                                                                                if x[0] > 10:
                                                                                        if x[0] > 11:
                                                                                                if x[0] > 12:
                                                                                                        if x[0] > 13:
                                                                                                                if x[0] > 14:
                                                                                                                        if x[0] > 15:
                                                                                                                                if x[0] > 16:
                                                                                                                                        if x[0] > 17:
                                                                                                                                                if x[0] > 18:
                                                                                                                                                        if x[0] > 19:
                                                                                                                                                                if x[0] > 20:
                                                                                                                                                                        if x[0] > 21:
                                                                                                                                                                                if x[0] > 22:
                                                                                                                                                                                        if x[0] > 23:
                                                                                                                                                                                                if x[0] > 24:
                                                                                                                                                                                                        if x[0] > 25:
                                                                                                                                                                                                                if x[0] > 26:
                                                                                                                                                                                                                        if x[0] > 27:
                                                                                                                                                                                                                                if x[0] > 28:
                                                                                                                                                                                                                                        if x[0] > 29:
                                                                                                                                                                                                                                                if x[0] > 30:
                                                                                                                                                                                                                                                        if x[0] > 31:
                                                                                                                                                                                                                                                                if x[0] > 32:
                                                                                                                                                                                                                                                                        x[0] = 1

# === --emit=ir
# fail_wide_indentation.py:36:257: error: indented by 256 columns, of which 255 can be read; indent by less, or make it a function [SyntaxError]
#   ...                                                                                                    if x[0] > 32:
#                                                                                                          ^
# fail_wide_indentation.py:37:265: error: indented by 264 columns, of which 255 can be read; indent by less, or make it a function [SyntaxError]
#   ...                                                                                                    x[0] = 1
#                                                                                                          ^
