# golden: --emit=syntax
return 1

# === --emit=syntax
# fail_return_outside_function.py:2:1: error: `return` outside a function [SyntaxError]
#   return 1
#   ^~~~~~
