# golden: --emit=syntax
1 = a
None = b
"s" += c

# === --emit=syntax
# fail_assign_to_literal.py:2:1: error: cannot assign to a literal [SyntaxError]
#   1 = a
#   ^
# fail_assign_to_literal.py:3:1: error: cannot assign to `None` [SyntaxError]
#   None = b
#   ^~~~
# fail_assign_to_literal.py:4:1: error: cannot assign to a literal [SyntaxError]
#   "s" += c
#   ^~~
