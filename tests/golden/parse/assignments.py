# golden: --emit=syntax
a = b, c = (d) = e
x[i], (y, *z) = f
a: int
a.b: float = 1.0
a += 1
a @= b, c
del a, b[i], (c, d)

# === --emit=syntax
# Assign @2:1
#   Name a @2:1
#   Tuple @2:5
#     Name b @2:5
#     Name c @2:8
#   Name d @2:13
#   value
#     Name e @2:18
# Assign @3:1
#   Tuple @3:1
#     Subscript @3:1
#       Name x @3:1
#       Name i @3:3
#     Tuple @3:7
#       Name y @3:8
#       Starred @3:11
#         Name z @3:12
#   value
#     Name f @3:17
# AnnAssign @4:1
#   Name a @4:1
#   annotation
#     Name int @4:4
# AnnAssign @5:1
#   Attribute b @5:1
#     Name a @5:1
#   annotation
#     Name float @5:6
#   value
#     Float 1.0 @5:14
# AugAssign += @6:1
#   Name a @6:1
#   Int 1 @6:6
# AugAssign @= @7:1
#   Name a @7:1
#   Tuple @7:6
#     Name b @7:6
#     Name c @7:9
# Delete @8:1
#   Name a @8:5
#   Subscript @8:8
#     Name b @8:8
#     Name i @8:10
#   Tuple @8:14
#     Name c @8:15
#     Name d @8:18
