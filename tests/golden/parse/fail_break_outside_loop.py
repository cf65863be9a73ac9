# golden: --emit=syntax
def f():
    break
for i in a:
    def g():
        continue

# === --emit=syntax
# fail_break_outside_loop.py:3:5: error: `break` outside a loop [SyntaxError]
#       break
#       ^~~~~
# fail_break_outside_loop.py:6:9: error: `continue` outside a loop [SyntaxError]
#           continue
#           ^~~~~~~~
