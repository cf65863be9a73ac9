# golden: --emit=syntax
else:
    pass

# === --emit=syntax
# fail_stray_clause.py:2:1: error: `else` without its statement [SyntaxError]
#   else:
#   ^~~~
