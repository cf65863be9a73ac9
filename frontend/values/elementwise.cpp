// Array expressions: a[:] = b + c * 2, np.add(b, 1, a). There is no memory for
// an array in between, so the expression is checked once, for the element at
// the place of a loop around the assignment: an array in it becomes its element
// there, and what is a number is evaluated before the loop, as NumPy does. The
// loop and its safety are storeAll's (slice.cpp).
//
// A row outside of its array, b[n] of n rows, is a view without elements, but
// whoever reads them one by one, b[n, k], gets zeros. It is the same here: the
// elements of an array that is empty where others are not are zero. With
// --bounds=raise the thread ended at the index, and an empty array is just one
// that does not fit.
#include "elementwise.h"

#include "array.h"
#include "frontend/emit/emitter.h"
#include "iterate.h"
#include "record.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

bool hasElements(const std::vector<Operand> &operands) {
  for (const Operand &operand : operands)
    if (operand.isElement || operand.isArray())
      return true;
  return false;
}

bool needsMemory(Emitter &e, SourceRange range, const std::string &what,
                 const std::string &instead) {
  e.diagnostics().emit(range, diag::NeedsMemory, what, instead);
  return false;
}

bool takeElements(Emitter &e, std::vector<Operand> &operands,
                  SourceRange range) {
  for (const Operand &operand : operands)
    if (operand.isError)
      return false;
  if (!e.elementwise()) {
    e.diagnostics().emit(range, diag::ArrayExpression);
    return false;
  }
  for (Operand &operand : operands) {
    if (operand.isArray())
      operand = elementAt(e, std::move(operand), range);
    else if (!operand.isElement)
      operand = keep(e, std::move(operand), *e.elementwise()->block);
    if (operand.isError)
      return false;
    operand.isElement = false;
  }
  return true;
}

Operand placeFromEnd(Emitter &e, std::size_t axis, SourceRange range) {
  Type i64 = Type::of(Scalar::I64);
  std::vector<ir::SlotId> &places = e.elementwise()->places;
  while (places.size() <= axis)
    places.push_back(e.temporary(i64));
  return Operand::ofExpr(makeExpr(range, i64, ir::SlotValue{places[axis]}));
}

/// Every axis whole: a, a[:], a[...].
static const ir::Expr &wholeOf(const ir::Expr &expr) {
  const auto *view = std::get_if<ir::View>(&expr.node);
  if (!view)
    return expr;
  for (const ir::ViewSubscript &subscript : view->subscripts)
    if (subscript.kind != ir::ViewSubscript::Kind::Slice || subscript.lower ||
        subscript.upper || subscript.step)
      return expr;
  return *view->array;
}

/// All of a variable, turned around: a[::-1], a.T.
static bool isTurned(const ir::Expr &expr) {
  auto isVariable = [](const ir::Expr &array) {
    return std::holds_alternative<ir::SlotValue>(array.node);
  };
  if (const auto *cast = std::get_if<ir::Recast>(&expr.node))
    return !cast->strides.empty() && isVariable(*cast->array);
  const auto *view = std::get_if<ir::View>(&expr.node);
  if (!view || !isVariable(*view->array))
    return false;
  bool isTurned = false;
  for (const ir::ViewSubscript &subscript : view->subscripts) {
    if (subscript.kind != ir::ViewSubscript::Kind::Slice || subscript.lower ||
        subscript.upper)
      return false;
    const auto *step = subscript.step
                           ? std::get_if<ir::Constant>(&subscript.step->node)
                           : nullptr;
    isTurned = isTurned || (step && step->bits == ~std::uint64_t(0));
  }
  return isTurned;
}

void findRoot(const ir::Expr &expr, Elementwise::Leaf &leaf) {
  const ir::Expr *at = &wholeOf(expr);
  leaf.isWhole = std::holds_alternative<ir::SlotValue>(at->node);
  leaf.isTurned = isTurned(expr);
  for (;;) {
    if (const auto *view = std::get_if<ir::View>(&at->node))
      at = view->array.get();
    else if (const auto *cast = std::get_if<ir::Recast>(&at->node))
      at = cast->array.get();
    else if (const auto *field = std::get_if<ir::Field>(&at->node))
      at = field->array.get();
    else if (const auto *let = std::get_if<ir::Let>(&at->node))
      at = let->body.get();
    else
      break;
  }
  if (const auto *slot = std::get_if<ir::SlotValue>(&at->node))
    leaf.root = slot->slot;
}

/// Whether the array may be one of no elements because an index was outside. A
/// kernel's parameters and its own arrays, and slices of them, are not.
static bool mayBeOutside(Emitter &e, const ir::Expr &array) {
  const ir::Expr *at = &array;
  for (;;) {
    if (const auto *view = std::get_if<ir::View>(&at->node)) {
      for (const ir::ViewSubscript &subscript : view->subscripts)
        if (subscript.kind == ir::ViewSubscript::Kind::Index)
          return true;
      at = view->array.get();
    } else if (const auto *field = std::get_if<ir::Field>(&at->node)) {
      at = field->array.get();
    } else {
      break;
    }
  }
  if (const auto *slot = std::get_if<ir::SlotValue>(&at->node))
    return !e.function().isKernel || slot->slot >= e.function().paramCount;
  return !std::holds_alternative<ir::ArrayStorage>(at->node);
}

/// The element, or zero where the leaf has none.
static void orZero(Emitter &e, Operand &element, const Elementwise::Leaf &leaf,
                   SourceRange range, ir::Block &block) {
  Operand isThere = Operand::ofValue(Value::of(Number::ofBool(true)), range);
  for (const Operand &extent : leaf.extents)
    isThere = e.bothTrue(true, std::move(isThere),
                         e.compareTwo(CompareOp::NotEqual, again(extent),
                                      intOperand(0, range), range),
                         range);
  if (!element.expr || isThere.known)
    return;
  ir::Select node;
  node.condition = e.materialize(keep(e, std::move(isThere), block));
  Type type = element.expr->type;
  node.body = std::move(element.expr);
  node.orElse = makeExpr(range, type, ir::Constant());
  element.expr = makeExpr(range, type, std::move(node));
}

/// The array's element at the place of the loops. Its axes are aligned with the
/// last ones of the target; an extent of 1 is repeated.
Operand elementAt(Emitter &e, Operand array, SourceRange range, bool isTarget) {
  if (!array.type.element().isScalar()) {
    Diagnostic &message = e.diagnostics().emit(
        array.range, diag::TypeMismatch, std::string("an array of numbers"),
        e.describe(array));
    if (array.type.element().isRecord())
      message.notes.push_back({array.range,
                               "records and text are copied one at a time: "
                               "`for i in range(n): out[i] = a[i]`"});
    return Operand::error(range);
  }
  ir::Block &block = *e.elementwise()->block;
  Elementwise::Leaf leaf;
  findRoot(*array.expr, leaf);
  leaf.isTarget = isTarget;
  leaf.isZeroOutside =
      !isTarget && !e.raisesBounds() && mayBeOutside(e, *array.expr);
  leaf.array = keep(e, std::move(array), block);
  int ndim = leaf.array.type.ndim;
  Operand one = Operand::ofValue(Value::of(Number::ofInt(1)), range);
  std::vector<Operand> at;
  for (int axis = 0; axis < ndim; ++axis) {
    leaf.extents.push_back(keep(
        e, arrayProperty(e, leaf.array, ir::ArrayField::Shape, axis, range),
        block));
    Operand isMany = e.compareTwo(
        CompareOp::NotEqual, again(leaf.extents.back()), again(one), range);
    Operand step =
        keep(e,
             Operand::ofExpr(e.convert(e.materialize(std::move(isMany)),
                                       Type::of(Scalar::I64))),
             block);
    at.push_back(intBinary(
        e, BinaryOp::Mul,
        placeFromEnd(e, static_cast<std::size_t>(ndim - 1 - axis), range),
        std::move(step), range));
  }
  Operand element = elementOf(e, again(leaf.array), std::move(at), range);
  if (auto *load =
          element.expr ? std::get_if<ir::Load>(&element.expr->node) : nullptr)
    for (ir::Index &index : load->indices)
      index.bounds = ir::Bounds::None;
  if (leaf.isZeroOutside && !element.isError)
    orZero(e, element, leaf, range, block);
  e.elementwise()->leaves.push_back(std::move(leaf));
  element.isElement = !element.isError;
  return element;
}

} // namespace pyk2ptx
