# golden: --emit=syntax
def f(a=1, b): pass
def g(*a, *b): pass
def h(**a, b): pass
def i(*): pass
def j(a, /, b, /): pass

# === --emit=syntax
# fail_parameter_order.py:2:12: error: parameter without a default follows one with a default [SyntaxError]
#   def f(a=1, b): pass
#              ^
# fail_parameter_order.py:3:11: error: `*` twice in the parameters [SyntaxError]
#   def g(*a, *b): pass
#             ^
# fail_parameter_order.py:4:12: error: parameter after `**` parameter [SyntaxError]
#   def h(**a, b): pass
#              ^
# fail_parameter_order.py:5:7: error: no parameter follows the bare `*` [SyntaxError]
#   def i(*): pass
#         ^
# fail_parameter_order.py:6:16: error: `/` twice in the parameters [SyntaxError]
#   def j(a, /, b, /): pass
#                  ^
