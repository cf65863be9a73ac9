# golden: --emit=syntax
print "a"
exec "b"
a <> b

# === --emit=syntax
# fail_python_2.py:2:7: error: missing parentheses in the call of `print` [SyntaxError]
#   print "a"
#         ^~~
# fail_python_2.py:3:6: error: missing parentheses in the call of `exec` [SyntaxError]
#   exec "b"
#        ^~~
# fail_python_2.py:4:3: error: `<>` is written `!=` [SyntaxError]
#   a <> b
#     ^~
