# golden: --emit=syntax
# a comment
x = (1  # one
     + 2)  \

if a:  # why
        # deeper
    y = \
        3
    # shallower

# === --emit=syntax
# Assign @3:1
#   Name x @3:1
#   value
#     Binary + @3:6
#       Int 1 @3:6
#       Int 2 @4:8
# If @6:1
#   condition
#     Name a @6:4
#   body
#     Assign @8:5
#       Name y @8:5
#       value
#         Int 3 @9:9
