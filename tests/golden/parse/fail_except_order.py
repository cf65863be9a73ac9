# golden: --emit=syntax
try:
    a
except:
    b
except A:
    c

# === --emit=syntax
# fail_except_order.py:6:1: error: an `except:` for everything must be the last [SyntaxError]
#   except A:
#   ^~~~~~
