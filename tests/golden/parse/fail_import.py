# golden: --emit=syntax
from a import
import b.
def f():
    from c import *

# === --emit=syntax
# fail_import.py:2:14: error: expected a name to import, found end of line [SyntaxError]
#   from a import
#                ^
# fail_import.py:3:10: error: expected a name after `.`, found end of line [SyntaxError]
#   import b.
#            ^
# fail_import.py:5:19: error: `import *` inside a function or class [SyntaxError]
#       from c import *
#                     ^
