# golden: --emit=syntax
del f(x)

# === --emit=syntax
# fail_delete_call.py:2:5: error: cannot delete a call [SyntaxError]
#   del f(x)
#       ^~~~
