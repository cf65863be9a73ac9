# golden: --emit=syntax
a && b
c || d
!e
i++
f ? g : h
if j: k
else if l: m

# === --emit=syntax
# fail_c_spellings.py:2:3: error: `&&` is written `and` [SyntaxError]
#   a && b
#     ^~
# fail_c_spellings.py:3:3: error: `||` is written `or` [SyntaxError]
#   c || d
#     ^~
# fail_c_spellings.py:4:1: error: unexpected `!`; the negation is `not` [SyntaxError]
#   !e
#   ^
# fail_c_spellings.py:5:2: error: Python has no `++`; write `+= 1` [SyntaxError]
#   i++
#    ^~
# fail_c_spellings.py:6:3: error: unexpected `?`; a choice is `a if c else b` [SyntaxError]
#   f ? g : h
#     ^
# fail_c_spellings.py:8:6: error: expected `:`, found `if`; `else if` is written `elif` [SyntaxError]
#   else if l: m
#        ^~
