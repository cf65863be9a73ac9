# golden: --emit=syntax
@a
b = 1

# === --emit=syntax
# fail_decorator.py:3:1: error: expected a function or class after the decorator, found `b` [SyntaxError]
#   b = 1
#   ^
