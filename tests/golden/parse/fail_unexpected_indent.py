# golden: --emit=syntax
a = 1
    b = 2
c = 3

# === --emit=syntax
# fail_unexpected_indent.py:3:5: error: unexpected indent [SyntaxError]
#       b = 2
#       ^
