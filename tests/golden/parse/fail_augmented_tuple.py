# golden: --emit=syntax
a, b += 1
c += d += 1

# === --emit=syntax
# fail_augmented_tuple.py:2:1: error: `+=` needs a single target [SyntaxError]
#   a, b += 1
#   ^~~~
# fail_augmented_tuple.py:3:8: error: `+=` cannot be chained [SyntaxError]
#   c += d += 1
#          ^~
