# golden: --emit=syntax
@cuda.jit("void(float32[::1])", fastmath=True)
def k(a: float32[:, ::1], b: "x" = 1, /, c=2, *d: int, e, **f) -> None:
    global g, h
    def inner(*, x):
        nonlocal a
        return a, *x
    async def later(): return
    return

# === --emit=syntax
# FunctionDef k @3:1
#   decorators
#     Call @2:2
#       Attribute jit @2:2
#         Name cuda @2:2
#       String "void(float32[::1])" @2:11
#       fastmath=
#         Bool True @2:42
#   Parameter a positional-only @3:7
#     annotation
#       Subscript tuple @3:10
#         Name float32 @3:10
#         Slice @3:18
#         Slice @3:21
#           step
#             Int 1 @3:23
#   Parameter b positional-only @3:27
#     annotation
#       String "x" @3:30
#     default
#       Int 1 @3:36
#   Parameter c @3:42
#     default
#       Int 2 @3:44
#   Parameter d * @3:48
#     annotation
#       Name int @3:51
#   Parameter e keyword-only @3:56
#   Parameter f ** @3:61
#   returns
#     None @3:67
#   body
#     Global g, h @4:5
#     FunctionDef inner @5:5
#       Parameter x keyword-only @5:18
#       body
#         Nonlocal a @6:9
#         Return @7:9
#           Tuple @7:16
#             Name a @7:16
#             Starred @7:19
#               Name x @7:20
#     FunctionDef async later @8:5
#       body
#         Return @8:24
#     Return @9:5
