# golden: --emit=syntax
def f(a):
    x = 1
    global x
    global a

# === --emit=syntax
# fail_global_after_use.py:4:12: error: `x` is used before it is made global [SyntaxError]
#       global x
#              ^
# fail_global_after_use.py:5:12: error: `a` is a parameter and global [SyntaxError]
#       global a
#              ^
