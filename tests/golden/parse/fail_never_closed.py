# golden: --emit=syntax
x = f(a, [1, 2)
y = (1,
def g():
    return 2

# === --emit=syntax
# fail_never_closed.py:2:15: error: closing `)` does not match opening `[` [SyntaxError]
#   x = f(a, [1, 2)
#                 ^
# fail_never_closed.py:2:10: note: `[` was opened here
#   x = f(a, [1, 2)
#            ^
# fail_never_closed.py:3:5: error: `(` was never closed [SyntaxError]
#   y = (1,
#       ^
