# golden: --emit=syntax
x = f(a))

# === --emit=syntax
# fail_unmatched_bracket.py:2:9: error: unmatched `)` [SyntaxError]
#   x = f(a))
#           ^
