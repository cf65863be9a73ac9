# golden: --emit=syntax
x = """abc
y = 1

# === --emit=syntax
# fail_unterminated_triple_quotes.py:2:5: error: unterminated triple-quoted string literal [SyntaxError]
#   x = """abc
#       ^~~
