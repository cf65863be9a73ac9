# golden: --emit=syntax --error-limit=0
# A string without an end has the ends of the brackets around it in it.
@cuda.jit("void(float32[::1])
def k(x):
    print('a, x[0])
    x[0] = [1, (f"b
def closed(x):
    x[(0] = 'c

# === --emit=syntax --error-limit=0
# fail_unterminated_in_brackets.py:3:11: error: unterminated string literal [SyntaxError]
#   @cuda.jit("void(float32[::1])
#             ^~~~~~~~~~~~~~~~~~~
# fail_unterminated_in_brackets.py:5:11: error: unterminated string literal [SyntaxError]
#       print('a, x[0])
#             ^~~~~~~~~
# fail_unterminated_in_brackets.py:6:17: error: unterminated f-string literal [SyntaxError]
#       x[0] = [1, (f"b
#                   ^~~
# fail_unterminated_in_brackets.py:8:9: error: closing `]` does not match opening `(` [SyntaxError]
#       x[(0] = 'c
#           ^
# fail_unterminated_in_brackets.py:8:7: note: `(` was opened here
#       x[(0] = 'c
#         ^
