# golden: --emit=ir -I ../check/_project
# golden: --emit=ir -I ../check/_project --no-imports
from numba import cuda
import nowhere
from broken import GOOD
from constants import TILE, ABSENT
from .missing import thing
import pkg


@cuda.jit("void(float32[::1])")
def k(x):
    x[0] = nowhere.N + GOOD
    x[1] = TILE + ABSENT
    x[2] = thing
    x[3] = pkg.absent
    x[4] = pkg
    pkg.util()

# === --emit=ir -I ../check/_project
# fail_import.py:4:8: error: cannot import `nowhere`: no such file beside this one or in an -I folder [ImportFailed]
#   import nowhere
#          ^~~~~~~
# fail_import.py:13:12: note: `nowhere` is needed here
#       x[0] = nowhere.N + GOOD
#              ^~~~~~~
# fail_import.py:5:20: error: cannot import `broken`: `(` was never closed [ImportFailed]
#   from broken import GOOD
#                      ^~~~
# ../check/_project/broken.py:2:6: note: it is wrong here
#   def f(:
#        ^
# fail_import.py:13:24: note: `GOOD` is needed here
#       x[0] = nowhere.N + GOOD
#                          ^~~~
# fail_import.py:7:22: error: cannot import `.missing`: no such file beside this one or in an -I folder [ImportFailed]
#   from .missing import thing
#                        ^~~~~
# fail_import.py:15:12: note: `thing` is needed here
#       x[2] = thing
#              ^~~~~
# fail_import.py:14:19: error: `ABSENT` is not known at compile time: module `constants` has no `ABSENT`; give it with -D ABSENT=VALUE [NotConstant]
#       x[1] = TILE + ABSENT
#                     ^~~~~~
# fail_import.py:6:29: note: its value comes from here
#   from constants import TILE, ABSENT
#                               ^~~~~~
# fail_import.py:16:12: error: `pkg.absent` is not known at compile time: module `pkg` has no `absent` [NotConstant]
#       x[3] = pkg.absent
#              ^~~~~~~~~~
# fail_import.py:17:12: error: the module `pkg` is not a value that a kernel can compute with [NotAValue]
#       x[4] = pkg
#              ^~~
# fail_import.py:18:5: error: the module `pkg.util` cannot be called [NotCallable]
#       pkg.util()
#       ^~~~~~~~

# === --emit=ir -I ../check/_project --no-imports
# fail_import.py:4:8: error: cannot import `nowhere`: --no-imports forbids it [ImportFailed]
#   import nowhere
#          ^~~~~~~
# fail_import.py:13:12: note: `nowhere` is needed here
#       x[0] = nowhere.N + GOOD
#              ^~~~~~~
# fail_import.py:5:20: error: cannot import `broken`: --no-imports forbids it [ImportFailed]
#   from broken import GOOD
#                      ^~~~
# fail_import.py:13:24: note: `GOOD` is needed here
#       x[0] = nowhere.N + GOOD
#                          ^~~~
# fail_import.py:6:23: error: cannot import `constants`: --no-imports forbids it [ImportFailed]
#   from constants import TILE, ABSENT
#                         ^~~~
# fail_import.py:14:12: note: `TILE` is needed here
#       x[1] = TILE + ABSENT
#              ^~~~
# fail_import.py:6:29: error: cannot import `constants`: --no-imports forbids it [ImportFailed]
#   from constants import TILE, ABSENT
#                               ^~~~~~
# fail_import.py:14:19: note: `ABSENT` is needed here
#       x[1] = TILE + ABSENT
#                     ^~~~~~
# fail_import.py:7:22: error: cannot import `.missing`: --no-imports forbids it [ImportFailed]
#   from .missing import thing
#                        ^~~~~
# fail_import.py:15:12: note: `thing` is needed here
#       x[2] = thing
#              ^~~~~
# fail_import.py:8:8: error: cannot import `pkg`: --no-imports forbids it [ImportFailed]
#   import pkg
#          ^~~
# fail_import.py:16:12: note: `pkg` is needed here
#       x[3] = pkg.absent
#              ^~~
