# golden: --emit=syntax
a = f"{x"
c = f"{}"
d = f"}"
e = f"{b!x}"

# === --emit=syntax
# fail_f_string.py:2:7: error: f-string: `{` was never closed [SyntaxError]
#   a = f"{x"
#         ^
# fail_f_string.py:3:8: error: f-string: expected an expression before `}` [SyntaxError]
#   c = f"{}"
#          ^
# fail_f_string.py:4:7: error: f-string: single `}` is not allowed [SyntaxError]
#   d = f"}"
#         ^
# fail_f_string.py:5:10: error: expected `r`, `s` or `a` after `!`, found `x` [SyntaxError]
#   e = f"{b!x}"
#            ^
