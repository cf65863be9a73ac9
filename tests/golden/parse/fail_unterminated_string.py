# golden: --emit=syntax
x = 'abc
y = 1

# === --emit=syntax
# fail_unterminated_string.py:2:5: error: unterminated string literal [SyntaxError]
#   x = 'abc
#       ^~~~
