# golden: --emit=syntax
if a:
	b = 1
        c = 2

# === --emit=syntax
# fail_tabs_and_spaces.py:4:9: error: inconsistent use of tabs and spaces in indentation [SyntaxError]
#           c = 2
#           ^
