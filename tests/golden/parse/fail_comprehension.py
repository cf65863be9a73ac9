# golden: --emit=syntax
[*a for a in b]
{a: b, c}
[a for 1 in b]

# === --emit=syntax
# fail_comprehension.py:2:2: error: a comprehension cannot unpack with `*` [SyntaxError]
#   [*a for a in b]
#    ^~
# fail_comprehension.py:3:9: error: expected `:`, found `}` [SyntaxError]
#   {a: b, c}
#           ^
# fail_comprehension.py:4:8: error: cannot assign to a literal [SyntaxError]
#   [a for 1 in b]
#          ^
