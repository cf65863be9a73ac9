# golden: --emit=syntax
if a:
    pass
elif b: c; d
else:
    e
while f:
    break
else:
    g
for i, (j, *k) in l, m:
    continue
assert a, b
raise A from b

# === --emit=syntax
# If @2:1
#   condition
#     Name a @2:4
#   body
#     Pass @3:5
#   condition
#     Name b @4:6
#   body
#     ExprStmt @4:9
#       Name c @4:9
#     ExprStmt @4:12
#       Name d @4:12
#   orElse
#     ExprStmt @6:5
#       Name e @6:5
# While @7:1
#   condition
#     Name f @7:7
#   body
#     Break @8:5
#   orElse
#     ExprStmt @10:5
#       Name g @10:5
# For @11:1
#   target
#     Tuple @11:5
#       Name i @11:5
#       Tuple @11:8
#         Name j @11:9
#         Starred @11:12
#           Name k @11:13
#   iterable
#     Tuple @11:19
#       Name l @11:19
#       Name m @11:22
#   body
#     Continue @12:5
# Assert @13:1
#   Name a @13:8
#   message
#     Name b @13:11
# Raise @14:1
#   Name A @14:7
