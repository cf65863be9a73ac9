# golden: --emit=syntax
def f():
        a = 1
    b = 2

# === --emit=syntax
# fail_unindent.py:4:5: error: unindent does not match any outer indentation level [SyntaxError]
#       b = 2
#       ^
