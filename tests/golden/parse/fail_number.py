# golden: --emit=syntax
a = 0777
b = 1__0
c = 12abc
d = 0xg

# === --emit=syntax
# fail_number.py:2:5: error: leading zeros in a decimal integer; octal is written `0o` [SyntaxError]
#   a = 0777
#       ^~~~
# fail_number.py:3:5: error: invalid decimal literal [SyntaxError]
#   b = 1__0
#       ^~~~
# fail_number.py:4:5: error: invalid decimal literal [SyntaxError]
#   c = 12abc
#       ^~~~~
# fail_number.py:5:5: error: invalid hexadecimal literal [SyntaxError]
#   d = 0xg
#       ^~~
