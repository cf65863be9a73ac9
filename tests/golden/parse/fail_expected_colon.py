# golden: --emit=syntax
def f(x)
    return x

# === --emit=syntax
# fail_expected_colon.py:2:9: error: expected `:`, found end of line [SyntaxError]
#   def f(x)
#           ^
