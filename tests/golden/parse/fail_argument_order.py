# golden: --emit=syntax
f(a=1, 2)
f(a=1, a=2)
f(**a, b)
f(**a, *b)
f(a for a in b, 1)

# === --emit=syntax
# fail_argument_order.py:2:8: error: positional argument follows keyword argument [SyntaxError]
#   f(a=1, 2)
#          ^
# fail_argument_order.py:3:8: error: keyword argument `a` is repeated [SyntaxError]
#   f(a=1, a=2)
#          ^
# fail_argument_order.py:4:8: error: positional argument follows `**` argument [SyntaxError]
#   f(**a, b)
#          ^
# fail_argument_order.py:5:8: error: `*` argument follows `**` argument [SyntaxError]
#   f(**a, *b)
#          ^
# fail_argument_order.py:6:3: error: a generator expression beside other arguments needs parentheses [SyntaxError]
#   f(a for a in b, 1)
#     ^~~~~~~~~~~~
