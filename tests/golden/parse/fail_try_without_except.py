# golden: --emit=syntax
try:
    a
b = 1

# === --emit=syntax
# fail_try_without_except.py:2:1: error: `try` without `except` or `finally` [SyntaxError]
#   try:
#   ^~~
