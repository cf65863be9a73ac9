# golden: --emit=syntax
nonlocal x

# === --emit=syntax
# fail_nonlocal_at_module_level.py:2:1: error: `nonlocal` outside a function [SyntaxError]
#   nonlocal x
#   ^~~~~~~~
