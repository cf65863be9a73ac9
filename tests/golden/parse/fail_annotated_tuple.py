# golden: --emit=syntax
a, b: int = 1

# === --emit=syntax
# fail_annotated_tuple.py:2:1: error: only a name, attribute or item can be annotated [SyntaxError]
#   a, b: int = 1
#   ^~~~
