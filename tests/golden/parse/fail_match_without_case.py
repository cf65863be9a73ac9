# golden: --emit=syntax
match a:
    b

# === --emit=syntax
# fail_match_without_case.py:3:5: error: expected `case`, found `b` [SyntaxError]
#       b
#       ^
