# golden: --emit=syntax
a b

# === --emit=syntax
# fail_two_expressions.py:2:3: error: unexpected `b` after the statement [SyntaxError]
#   a b
#     ^
