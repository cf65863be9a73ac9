# golden: --emit=syntax
a = “b”
c = 1 − 2
d = $e
f = 1−2
g = 3 + 4
h​ = 3
if i：
    pass
j［0］ = １
k = l ≤ 3 ≠ 4
m = “n” + ‘o’
p = 2 – 1
q = r² × 3
s = 5 € 6
　t = 7

# === --emit=syntax
# fail_character.py:2:5: error: invalid character `“` (U+201C), a curly quote; write `"` [SyntaxError]
#   a = “b”
#       ^
# fail_character.py:3:7: error: invalid character `−` (U+2212), a minus sign; write `-` [SyntaxError]
#   c = 1 − 2
#         ^
# fail_character.py:4:5: error: unexpected `$` [SyntaxError]
#   d = $e
#       ^
# fail_character.py:5:6: error: invalid character `−` (U+2212), a minus sign; write `-` [SyntaxError]
#   f = 1−2
#        ^
# fail_character.py:6:6: error: invalid character ` ` (U+00A0), a no-break space; write a space [SyntaxError]
#   g = 3 + 4
#        ^
# fail_character.py:7:2: error: invalid character `​` (U+200B), a space without width; delete it [SyntaxError]
#   h​ = 3
#    ^
# fail_character.py:8:5: error: invalid character `：` (U+FF1A), of full width; write `:` [SyntaxError]
#   if i：
#       ^~
# fail_character.py:10:2: error: invalid character `［` (U+FF3B), of full width; write `[` [SyntaxError]
#   j［0］ = １
#    ^~
# fail_character.py:11:7: error: invalid character `≤` (U+2264), a sign of comparison; write `<=` [SyntaxError]
#   k = l ≤ 3 ≠ 4
#         ^
# fail_character.py:12:5: error: invalid character `“` (U+201C), a curly quote; write `"` [SyntaxError]
#   m = “n” + ‘o’
#       ^
# fail_character.py:13:7: error: invalid character `–` (U+2013), a dash; write `-` [SyntaxError]
#   p = 2 – 1
#         ^
# fail_character.py:14:6: error: invalid character `²` (U+00B2), a superscript; write `**2` [SyntaxError]
#   q = r² × 3
#        ^
# fail_character.py:15:7: error: invalid character `€` (U+20AC) [SyntaxError]
#   s = 5 € 6
#         ^
# fail_character.py:16:1: error: invalid character `　` (U+3000), an ideographic space; write a space [SyntaxError]
#   　t = 7
#   ^~
