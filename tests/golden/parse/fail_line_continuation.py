# golden: --emit=syntax
a = 1 + \ b

# === --emit=syntax
# fail_line_continuation.py:2:9: error: unexpected character after line continuation character [SyntaxError]
#   a = 1 + \ b
#           ^
