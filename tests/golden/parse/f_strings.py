# golden: --emit=syntax
f"a{b!r:>{w}.3}{{c}}" "d" f'{e["f"]}'
f"{x = }{y=:.2f}"

# === --emit=syntax
# ExprStmt @2:1
#   FString @2:1
#     text "a"
#     value !r :">{w}.3"
#       Name b @2:5
#     text "{c}d"
#     value
#       Subscript @2:30
#         Name e @2:30
#         String "f" @2:32
# ExprStmt @3:1
#   FString @3:1
#     text "x = "
#     value !r
#       Name x @3:4
#     text "y="
#     value :".2f"
#       Name y @3:10
