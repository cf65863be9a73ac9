# golden: --emit=syntax
class = 1
x.lambda = 2
f(in=3)

# === --emit=syntax
# fail_keyword_as_name.py:2:7: error: expected a class name, found `=` [SyntaxError]
#   class = 1
#         ^
# fail_keyword_as_name.py:3:3: error: expected a name after `.`, found the keyword `lambda` [SyntaxError]
#   x.lambda = 2
#     ^~~~~~
# fail_keyword_as_name.py:4:3: error: the keyword `in` cannot name an argument [SyntaxError]
#   f(in=3)
#     ^~
