# golden: --emit=syntax
x = [1, *a], (), (b,), (c), {1}, {2: 3}
y = [i for i, j in a if i if j for k in i]
z = sum(i for i in a), {i for i in a}, {i: 1 for i in a}

# === --emit=syntax
# Assign @2:1
#   Name x @2:1
#   value
#     Tuple @2:5
#       List @2:5
#         Int 1 @2:6
#         Starred @2:9
#           Name a @2:10
#       Tuple @2:14
#       Tuple @2:18
#         Name b @2:19
#       Name c @2:25
#       UnsupportedExpr set @2:29
#       UnsupportedExpr dictionary @2:34
# Assign @3:1
#   Name y @3:1
#   value
#     Comprehension [ @3:5
#       Name i @3:6
#       for
#         Tuple @3:12
#           Name i @3:12
#           Name j @3:15
#       in
#         Name a @3:20
#       if
#         Name i @3:25
#         Name j @3:30
#       for
#         Name k @3:36
#       in
#         Name i @3:41
# Assign @4:1
#   Name z @4:1
#   value
#     Tuple @4:5
#       Call @4:5
#         Name sum @4:5
#         Comprehension ( @4:8
#           Name i @4:9
#           for
#             Name i @4:15
#           in
#             Name a @4:20
#       Comprehension { @4:24
#         Name i @4:25
#         for
#           Name i @4:31
#         in
#           Name a @4:36
#       Comprehension { @4:40
#         UnsupportedExpr pair @4:41
#         for
#           Name i @4:50
#         in
#           Name a @4:55
