# golden: --emit=syntax
yield 1

# === --emit=syntax
# fail_yield_outside_function.py:2:1: error: `yield` outside a function [SyntaxError]
#   yield 1
#   ^~~~~
