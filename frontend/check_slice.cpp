// Assignment to a part of an array: a loop over the places of the view, in
// row-major order. An array on the right is broadcast as NumPy does, its axes
// aligned at the end; where extents do not fit, guards have the last word.
#include "checker.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

void FunctionChecker::storePart(Operand base, std::vector<Operand> subscripts,
                                const Subscript &node, Operand value,
                                SourceRange range, Block &block) {
  Operand view = keep(
      makeView(std::move(base), std::move(subscripts), node, range), block);
  if (view.isError || value.isError)
    return;
  Type type = view.type;
  bool isArray = value.isArray();
  if ((isArray && value.type.ndim > type.ndim) ||
      (!isArray && !value.isScalar())) {
    diagnostics().emit(value.range, diag::TypeMismatch,
                       std::string("a number or an array of at most ") +
                           std::to_string(type.ndim) + " axes",
                       describe(value));
    return;
  }
  if (!isArray) {
    ir::ExprPtr scalar = coerce(std::move(value), type.element());
    if (!scalar)
      return;
    value = Operand::ofExpr(std::move(scalar));
  }
  value = keep(std::move(value), block);
  std::vector<Operand> extents, sources;
  auto extent = [&](const Operand &array, int axis) {
    return keep(arrayProperty(array, ir::ArrayField::Shape, axis, range),
                block);
  };
  for (int axis = 0; axis < type.ndim; ++axis)
    extents.push_back(extent(view, axis));
  for (int axis = 0; isArray && axis < value.type.ndim; ++axis)
    sources.push_back(extent(value, axis));
  Operand size = again(extents[0]);
  for (std::size_t axis = 1; axis < extents.size(); ++axis)
    size =
        intBinary(BinaryOp::Mul, std::move(size), again(extents[axis]), range);
  Type i64 = Type::of(Scalar::I64);
  ir::ForRange loop;
  loop.slot = temporary(i64);
  loop.start = makeInt(range, 0);
  loop.stop = materialize(std::move(size));
  loop.step = makeInt(range, 1);
  Operand index =
      Operand::ofExpr(makeExpr(range, i64, ir::SlotValue{loop.slot}));
  ir::Store store;
  if (!makeIndices(type, unravel(extents, index, range), store.indices, range))
    return;
  for (ir::Index &each : store.indices)
    each.wrap = false;
  if (isArray) {
    std::vector<Operand> at = unravel(extents, index, range);
    at.erase(at.begin(),
             at.end() - static_cast<std::ptrdiff_t>(sources.size()));
    for (std::size_t axis = 0; axis < sources.size(); ++axis) {
      // An extent of 1 is repeated.
      Operand repeats = compareTwo(
          CompareOp::NotEqual, again(sources[axis]),
          Operand::ofValue(Value::of(Number::ofInt(1)), range), range);
      at[axis] = intBinary(BinaryOp::Mul, std::move(at[axis]),
                           std::move(repeats), range);
    }
    value = elementOf(again(value), std::move(at), range);
  } else {
    value = again(value);
  }
  store.value = coerce(std::move(value), type.element());
  if (!store.value)
    return;
  store.array = materialize(again(view));
  loop.body.push_back({range, std::move(store)});
  block.push_back({range, std::move(loop)});
}

} // namespace pyk2ptx
