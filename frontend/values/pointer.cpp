// Pointers that a kernel is given: p[i] reads and writes as C does, unchecked,
// and carray makes an array of one, whose indices are checked as any other's.
#include "pointer.h"

#include "arguments.h"
#include "array.h"
#include "frontend/emit/emitter.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

Operand pointee(Emitter &e, Operand base) {
  if (!base.expr || !base.type.isPointer())
    return base;
  SourceRange range = base.range;
  Type type = Type::array(base.type.element(), 1, Layout::C, base.type.space);
  return Operand::ofExpr(
      makeExpr(range, type, ir::ArrayAt{e.materialize(std::move(base)), {}}));
}

Operand callCArray(Emitter &e, bool isFortran, const Call &node,
                   SourceRange range) {
  const char *name = isFortran ? "numba.farray" : "numba.carray";
  if (!argumentCount(e, name, node.args.size(), 2, 3, range))
    return Operand::error(range);
  const Expr *dtype = node.args.size() > 2 ? node.args[2].get() : nullptr;
  for (const Keyword &keyword : node.keywords) {
    if (keyword.name != "dtype" || dtype) {
      e.diagnostics().emit(keyword.range, diag::UnknownKeyword,
                           std::string(name), keyword.name, std::string());
      return Operand::error(range);
    }
    dtype = keyword.value.get();
  }
  Operand pointer = e.check(*node.args[0]);
  Operand shape = e.check(*node.args[1]);
  if (pointer.isError || shape.isError)
    return Operand::error(range);
  if (!pointer.expr || !pointer.type.isPointer()) {
    e.diagnostics().emit(pointer.range, diag::ArgumentType, Integer(1),
                         std::string(name), std::string("a `CPointer`"),
                         e.describe(pointer));
    return Operand::error(range);
  }
  std::optional<Type> element = pointer.type.element();
  if (dtype) {
    Operand given = e.check(*dtype);
    if (given.isError)
      return given;
    if (!given.known || given.known->kind != Value::Kind::None)
      element = readDtype(e, given);
    if (!element)
      return Operand::error(range);
  }
  std::vector<ir::Let> lets;
  if (shape.expr && shape.type.isTuple())
    shape = e.once(std::move(shape), lets);
  std::vector<Operand> extents;
  if (!expandTuple(e, shape, extents))
    extents.push_back(std::move(shape));
  ir::ArrayAt array;
  for (Operand &extent : extents) {
    bool canBeNegative = false;
    array.shape.push_back(e.toIndex(std::move(extent), canBeNegative));
    if (!array.shape.back())
      return Operand::error(range);
  }
  Space space = pointer.type.space;
  array.pointer = e.materialize(std::move(pointer));
  auto ndim = static_cast<int>(array.shape.size());
  Layout layout = isFortran && ndim > 1 ? Layout::F : Layout::C;
  if (ndim == 0 || ndim > 32) {
    e.diagnostics().emit(range, diag::BadShape, std::to_string(ndim) + " axes");
    return Operand::error(range);
  }
  return Operand::ofExpr(
      e.finishLets(makeExpr(range, Type::array(*element, ndim, layout, space),
                            std::move(array)),
                   std::move(lets)));
}

} // namespace pyk2ptx
