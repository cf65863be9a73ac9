# golden: --emit=syntax
for i in a:
b = 2

# === --emit=syntax
# fail_missing_block.py:3:1: error: expected an indented block after `for` [SyntaxError]
#   b = 2
#   ^
