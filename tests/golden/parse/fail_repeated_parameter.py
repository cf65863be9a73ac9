# golden: --emit=syntax
def f(a, b, a): pass

# === --emit=syntax
# fail_repeated_parameter.py:2:13: error: parameter `a` is repeated [SyntaxError]
#   def f(a, b, a): pass
#               ^
