# golden: --emit=syntax
a && b
c || d
!e
i++
f ? g : h
if j: k
else if l: m
j === k
l !== m
n <> o
p->q = 1
std::sqrt(r)
s = &t[1]
d[e++] = 1
f--;

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
# fail_c_spellings.py:5:2: error: Python has no `++`; write `i += 1` [SyntaxError]
#   i++
#    ^~
# fail_c_spellings.py:6:3: error: unexpected `?`; a choice is `a if c else b` [SyntaxError]
#   f ? g : h
#     ^
# fail_c_spellings.py:8:6: error: expected `:`, found `if`; `else if` is written `elif` [SyntaxError]
#   else if l: m
#        ^~
# fail_c_spellings.py:9:3: error: `===` is written `==` [SyntaxError]
#   j === k
#     ^~~
# fail_c_spellings.py:10:3: error: `!==` is written `!=` [SyntaxError]
#   l !== m
#     ^~~
# fail_c_spellings.py:11:3: error: `<>` is written `!=` [SyntaxError]
#   n <> o
#     ^~
# fail_c_spellings.py:12:2: error: unexpected `->` after the statement; what an object has stands behind `.` [SyntaxError]
#   p->q = 1
#    ^~
# fail_c_spellings.py:13:5: error: expected an expression, found `:`; what a module has stands behind `.` [SyntaxError]
#   std::sqrt(r)
#       ^
# fail_c_spellings.py:14:5: error: kernels have no addresses; `x[i:]` is the array from its element `i` on [SyntaxError]
#   s = &t[1]
#       ^
# fail_c_spellings.py:15:4: error: Python has no `++`; write `e += 1` [SyntaxError]
#   d[e++] = 1
#      ^~
# fail_c_spellings.py:16:2: error: Python has no `--`; write `f -= 1` [SyntaxError]
#   f--;
#    ^~
