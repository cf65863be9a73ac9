# golden: --emit=syntax
a = '\x4'
b = '\N'
c = b'é'
d = b'x' 'y'

# === --emit=syntax
# fail_escape.py:2:6: error: truncated `\xXX` escape [SyntaxError]
#   a = '\x4'
#        ^~~
# fail_escape.py:3:6: error: malformed `\N{...}` escape [SyntaxError]
#   b = '\N'
#        ^~
# fail_escape.py:4:7: error: bytes can only hold ASCII characters [SyntaxError]
#   c = b'é'
#         ^
# fail_escape.py:5:5: error: bytes and text literals cannot be joined [SyntaxError]
#   d = b'x' 'y'
#       ^~~~~~~~
