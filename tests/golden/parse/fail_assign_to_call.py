# golden: --emit=syntax
f(x) = 1
a + b = 2
(c, d()) = 3

# === --emit=syntax
# fail_assign_to_call.py:2:1: error: cannot assign to a call [SyntaxError]
#   f(x) = 1
#   ^~~~
# fail_assign_to_call.py:3:1: error: cannot assign to an expression [SyntaxError]
#   a + b = 2
#   ^~~~~
# fail_assign_to_call.py:4:5: error: cannot assign to a call [SyntaxError]
#   (c, d()) = 3
#       ^~~
