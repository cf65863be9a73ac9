# golden: --emit=syntax
a = = b
c = d + * e

# === --emit=syntax
# fail_two_operators.py:2:5: error: expected an expression, found `=` [SyntaxError]
#   a = = b
#       ^
# fail_two_operators.py:3:9: error: expected an expression, found `*` [SyntaxError]
#   c = d + * e
#           ^
