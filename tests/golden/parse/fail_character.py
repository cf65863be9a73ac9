# golden: --emit=syntax
a = “b”
c = 1 − 2
d = $e

# === --emit=syntax
# fail_character.py:2:5: error: invalid character `“` (U+201C) [SyntaxError]
#   a = “b”
#       ^
# fail_character.py:3:7: error: invalid character `−` (U+2212) [SyntaxError]
#   c = 1 − 2
#         ^
# fail_character.py:4:5: error: unexpected `$` [SyntaxError]
#   d = $e
#       ^
