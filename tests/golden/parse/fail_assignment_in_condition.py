# golden: --emit=syntax
if a = b:
    c

# === --emit=syntax
# fail_assignment_in_condition.py:2:6: error: expected `:`, found `=`; compare with `==` [SyntaxError]
#   if a = b:
#        ^
