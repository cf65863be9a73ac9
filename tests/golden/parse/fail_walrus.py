# golden: --emit=syntax
x := 1
f(a.b := 1)

# === --emit=syntax
# fail_walrus.py:2:3: error: `:=` as a statement needs parentheses; or write `=` [SyntaxError]
#   x := 1
#     ^~
# fail_walrus.py:3:3: error: `:=` assigns to a plain name only [SyntaxError]
#   f(a.b := 1)
#     ^~~
