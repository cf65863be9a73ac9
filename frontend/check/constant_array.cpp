// NumPy arrays of constants: made by the evaluator (fold_array.cpp), read by
// kernels as data of the function.
#include "checker.h"

namespace pyk2ptx {

Operand FunctionChecker::constantArray(const Value &value,
                                       const std::string &name,
                                       SourceRange range) {
  bool isOfDevice = value.kind == Value::Kind::DeviceArray;
  // Used twice, it is one; so it is when a loop is checked again.
  std::uint32_t index = 0;
  bool isKnown = false;
  for (const auto &[known, place] : constantArrays_)
    if (known == value) {
      index = place;
      isKnown = true;
    }
  if (!isKnown) {
    index = static_cast<std::uint32_t>(function_.arrays.size());
    ir::ArrayDeclaration declaration;
    declaration.name = name;
    declaration.element = value.type.element();
    declaration.space = Space::Global;
    declaration.shape = value.shape;
    declaration.range = range;
    if (isOfDevice)
      declaration.address = value.number.bits;
    for (const Value &element : value.elements)
      declaration.data.push_back(
          {element.number.bits, element.number.number, element.number.imag});
    // An array of nothing has memory all the same.
    if (declaration.data.empty() && !isOfDevice)
      declaration.data.emplace_back();
    function_.arrays.push_back(std::move(declaration));
    constantArrays_.emplace_back(value, index);
  }
  Type type = value.type;
  type.readonly = !isOfDevice;
  return Operand::ofExpr(makeExpr(range, type, ir::ArrayStorage{index}));
}

bool FunctionChecker::refuseReadonly(const Operand &array) {
  if (!array.type.readonly)
    return false;
  Diagnostic &message =
      diagnostics().emit(array.range, diag::CannotAssign,
                         std::string("an element of a read-only array"));
  if (array.expr && std::holds_alternative<ir::ArrayStorage>(array.expr->node))
    message.notes.push_back(
        {array.range, "the host's arrays are constants in a kernel: give it "
                      "what changes as an argument"});
  return true;
}

} // namespace pyk2ptx
