# golden: --emit=syntax
*a = b
x = *a
*a, *b = c

# === --emit=syntax
# fail_starred.py:2:1: error: a starred target needs a tuple or list around it [SyntaxError]
#   *a = b
#   ^~
# fail_starred.py:3:5: error: a starred expression needs a tuple around it [SyntaxError]
#   x = *a
#       ^~
# fail_starred.py:4:5: error: cannot assign to two starred expressions at once [SyntaxError]
#   *a, *b = c
#       ^~
