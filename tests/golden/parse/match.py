# golden: --emit=syntax
match a, b:
    case 1 | -2.5 | None | "s": c
    case [x, (y), _] if x: d
    case A.b as z: e
    case {"k": v, **rest}: f
    case C(u, w=1): g
    case 1 + 2j: h
    case _: i

# === --emit=syntax
# Match @2:1
#   Tuple @2:7
#     Name a @2:7
#     Name b @2:10
#   case
#     OrPattern @3:10
#       ValuePattern @3:10
#         Int 1 @3:10
#       ValuePattern @3:14
#         Unary - @3:14
#           Float 2.5 @3:15
#       ValuePattern @3:21
#         None @3:21
#       ValuePattern @3:28
#         String "s" @3:28
#     body
#       ExprStmt @3:33
#         Name c @3:33
#   case
#     SequencePattern @4:10
#       CapturePattern x @4:11
#       CapturePattern y @4:15
#       CapturePattern _ @4:19
#     guard
#       Name x @4:25
#     body
#       ExprStmt @4:28
#         Name d @4:28
#   case
#     AsPattern z @5:10
#       ValuePattern @5:10
#         Attribute b @5:10
#           Name A @5:10
#     body
#       ExprStmt @5:20
#         Name e @5:20
#   case
#     UnsupportedPattern mapping pattern @6:10
#     body
#       ExprStmt @6:28
#         Name f @6:28
#   case
#     UnsupportedPattern class pattern @7:10
#     body
#       ExprStmt @7:21
#         Name g @7:21
#   case
#     ValuePattern @8:10
#       Binary + @8:10
#         Int 1 @8:10
#         Imaginary 2.0 @8:14
#     body
#       ExprStmt @8:18
#         Name h @8:18
#   case
#     CapturePattern _ @9:10
#     body
#       ExprStmt @9:13
#         Name i @9:13
