# golden: --emit=syntax
with open(f) as g, (yield_):
    with_body
try:
    a
except (B, C) as e:
    d
else:
    e
finally:
    f
async def h():
    async with a as b: await c
    async for x in y: z
    yield x
type T[U] = list[U]

# === --emit=syntax
# UnsupportedStmt with @2:1
#   block
#     ExprStmt @3:5
#       Name with_body @3:5
# UnsupportedStmt try @4:1
#   block
#     ExprStmt @5:5
#       Name a @5:5
#   block
#     ExprStmt @7:5
#       Name d @7:5
#   block
#     ExprStmt @9:5
#       Name e @9:5
#   block
#     ExprStmt @11:5
#       Name f @11:5
# FunctionDef async h @12:1
#   body
#     UnsupportedStmt async with @13:5
#       block
#         ExprStmt @13:24
#           UnsupportedExpr await @13:24
#     UnsupportedStmt async for @14:5
#       block
#         ExprStmt @14:23
#           Name z @14:23
#     ExprStmt @15:5
#       UnsupportedExpr yield @15:5
# UnsupportedStmt type alias @16:1
