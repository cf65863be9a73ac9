# golden: --emit=syntax
a ^ b & c | d << e + f * -g ** h
not a < b <= c is not d or e in f and g
a if b else lambda x, *y, z=1: x
(n := a if b else c)
f(x, *y, key=1, **z)[0].name

# === --emit=syntax
# ExprStmt @2:1
#   Binary | @2:1
#     Binary ^ @2:1
#       Name a @2:1
#       Binary & @2:5
#         Name b @2:5
#         Name c @2:9
#     Binary << @2:13
#       Name d @2:13
#       Binary + @2:18
#         Name e @2:18
#         Binary * @2:22
#           Name f @2:22
#           Unary - @2:26
#             Binary ** @2:27
#               Name g @2:27
#               Name h @2:32
# ExprStmt @3:1
#   BoolOp or @3:1
#     Unary not @3:1
#       Compare <, <=, is not @3:5
#         Name a @3:5
#         Name b @3:9
#         Name c @3:14
#         Name d @3:23
#     BoolOp and @3:28
#       Compare in @3:28
#         Name e @3:28
#         Name f @3:33
#       Name g @3:39
# ExprStmt @4:1
#   IfExpr @4:1
#     condition
#       Name b @4:6
#     body
#       Name a @4:1
#     orElse
#       Lambda @4:13
#         Parameter x @4:20
#         Parameter y * @4:24
#         Parameter z keyword-only @4:27
#           default
#             Int 1 @4:29
#         Name x @4:32
# ExprStmt @5:1
#   NamedExpr n @5:2
#     IfExpr @5:7
#       condition
#         Name b @5:12
#       body
#         Name a @5:7
#       orElse
#         Name c @5:19
# ExprStmt @6:1
#   Attribute name @6:1
#     Subscript @6:1
#       Call @6:1
#         Name f @6:1
#         Name x @6:3
#         Starred @6:6
#           Name y @6:7
#         key=
#           Int 1 @6:14
#         **
#           Name z @6:19
#       Int 0 @6:22
