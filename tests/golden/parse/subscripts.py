# golden: --emit=syntax
a[i]
a[i, j]
a[(i, j)]
a[i,]
a[1:2, ::-1, ..., None]
a[:]

# === --emit=syntax
# ExprStmt @2:1
#   Subscript @2:1
#     Name a @2:1
#     Name i @2:3
# ExprStmt @3:1
#   Subscript tuple @3:1
#     Name a @3:1
#     Name i @3:3
#     Name j @3:6
# ExprStmt @4:1
#   Subscript @4:1
#     Name a @4:1
#     Tuple @4:3
#       Name i @4:4
#       Name j @4:7
# ExprStmt @5:1
#   Subscript tuple @5:1
#     Name a @5:1
#     Name i @5:3
# ExprStmt @6:1
#   Subscript tuple @6:1
#     Name a @6:1
#     Slice @6:3
#       lower
#         Int 1 @6:3
#       upper
#         Int 2 @6:5
#     Slice @6:8
#       step
#         Unary - @6:10
#           Int 1 @6:11
#     Ellipsis @6:14
#     None @6:19
# ExprStmt @7:1
#   Subscript @7:1
#     Name a @7:1
#     Slice @7:3
