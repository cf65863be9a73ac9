# golden: --emit=syntax
@register
class C(A, b.B, metaclass=M):
    def method(self): pass

# === --emit=syntax
# ClassDef C @3:1
#   decorators
#     Name register @2:2
#   bases
#     Name A @3:9
#     Attribute B @3:12
#       Name b @3:12
#   body
#     FunctionDef method @4:5
#       Parameter self @4:16
#       body
#         Pass @4:23
