# golden: --emit=syntax
1_000, 0x_ff, 0o17, 0b11, 0xFFFFFFFFFFFFFFFF, 0x10000000000000000
.5, 5., 1e3, 1E-3, 1e400, 3j

# === --emit=syntax
# ExprStmt @2:1
#   Tuple @2:1
#     Int 1000 @2:1
#     Int 255 @2:8
#     Int 15 @2:15
#     Int 3 @2:21
#     Int 18446744073709551615 @2:27
#     Int too large @2:47
# ExprStmt @3:1
#   Tuple @3:1
#     Float 0.5 @3:1
#     Float 5.0 @3:5
#     Float 1000.0 @3:9
#     Float 0.001 @3:14
#     Float inf @3:20
#     Imaginary 3.0 @3:27
