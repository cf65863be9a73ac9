# golden: --emit=syntax
"a\n\x41\u00e9" 'b' r"\d" """c
d"""
b"\xff\0" rb"\n"
"\N{DIGIT ONE}" '\q' '\
joined'

# === --emit=syntax
# ExprStmt @2:1
#   String "a\nAéb\\dc\nd" @2:1
# ExprStmt @4:1
#   Bytes "\xff\x00\\n" @4:1
# ExprStmt @5:1
#   String "\\N{DIGIT ONE}\\qjoined" @5:1
