// Assignment to a part of an array, element by element: one loop an axis around
// one store. Arrays on the right are broadcast as NumPy does, their axes
// aligned at the end.
//
// NumPy evaluates the whole right side before it assigns. Without memory to do
// that in, a loop is as good where no element is read after it was written:
// where the arrays share no memory, or the same elements at the same places, or
// where going forward or backward helps. Which of these holds is known at
// compile time or asked of the addresses (np__order in prelude/order.py, which
// is exact). Where none does the program is wrong, not an index: a compile time
// error, or the thread raises, and that is reported in every mode. Where shapes
// do not match nothing is assigned, as outside of an array; with --bounds=raise
// it is an error. An array of no elements may be a row outside, whose elements
// are zero (elementwise.cpp): it fits.
#include "slice.h"

#include "array.h"
#include "array_view.h"
#include "elementwise.h"
#include "frontend/emit/emitter.h"
#include "frontend/tables/builtin_enum.h"
#include "iterate.h"
#include "record.h"
#include "time.h"
#include "tuple.h"
#include "unpack.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

static ir::Block loopOver(Emitter &e, Operand extent, ir::SlotId place,
                          const Operand &order, SourceRange range,
                          ir::Block body);

void storePart(Emitter &e, Operand base, std::vector<Operand> subscripts,
               const Subscript &node, Operand value, SourceRange range,
               ir::Block &block) {
  Operand view =
      makeView(e, std::move(base), std::move(subscripts), node, range);
  if (view.isError || value.isError)
    return;
  if (isTuple(value) && view.isArray() && !view.type.record)
    return storeTuple(e, std::move(view), std::move(value), range, block);
  if (auto *load = std::get_if<ir::Load>(&view.expr->node)) {
    // a[i, ...] with every axis indexed.
    ir::Store store;
    store.value = e.coerce(std::move(value), view.type);
    store.array = std::move(load->array);
    store.indices = std::move(load->indices);
    if (store.value)
      block.push_back({range, std::move(store)});
    return;
  }
  storeAll(e, std::move(view), std::move(value), range, block);
}

/// Whether memory of these spaces can be the same.
static bool mayShare(Space a, Space b) {
  return a == b || a == Space::Generic || b == Space::Generic;
}

/// The array with axes of extent 1 in front.
static Operand withRank(Emitter &e, Operand array, int ndim,
                        SourceRange range) {
  static const Subscript plain;
  std::vector<Operand> subscripts;
  for (int axis = array.type.ndim; axis < ndim; ++axis)
    subscripts.push_back(Operand::ofValue(Value::none(), range));
  return subscripts.empty() ? std::move(array)
                            : makeView(e, std::move(array),
                                       std::move(subscripts), plain, range);
}

/// Bits of the directions in which assignment must go: 1 forward, 2 backward.
/// Known zero where nothing can overlap; an error where it cannot work, or at
/// run time the end of the thread.
static Operand orderOf(Emitter &e, const Operand &target,
                       const Elementwise::Leaf &place,
                       const Elementwise &elements, SourceRange range,
                       ir::Block &block) {
  Operand order = intOperand(0, range);
  for (const Elementwise::Leaf &leaf : elements.leaves) {
    if (leaf.isTarget || !mayShare(leaf.array.type.space, target.type.space))
      continue;
    bool isSame = leaf.root && place.root && *leaf.root == *place.root;
    if (isSame && leaf.isWhole && place.isWhole)
      continue;
    if (isSame && place.isWhole && leaf.isTurned) {
      needsMemory(e, leaf.array.range,
                  "an assignment that reads the array that it changes at "
                  "other places",
                  "loop over the elements, or copy them to a local array "
                  "first");
      return Operand::error(range);
    }
    std::vector<Operand> args;
    args.push_back(again(target));
    args.push_back(withRank(e, again(leaf.array), target.type.ndim, range));
    Operand found = callArrayFunction(e, "np__order", std::move(args), range);
    if (found.isError)
      return found;
    ir::CallBuiltin distinct{Builtin::AreDistinct, {}};
    distinct.args.push_back(e.materialize(again(target)));
    distinct.args.push_back(e.materialize(again(leaf.array)));
    ir::ExprPtr isDistinct =
        makeExpr(range, Type::of(Scalar::Bool), std::move(distinct));
    found = Operand::ofExpr(
        makeExpr(range, Type::of(Scalar::I64),
                 ir::Select{std::move(isDistinct), makeInt(range, 0),
                            e.materialize(std::move(found))}));
    if (!order.known)
      found = intBinary(e, BinaryOp::BitOr, std::move(order), std::move(found),
                        range);
    order = keep(e, std::move(found), block);
  }
  if (order.known)
    return order;
  ir::If isImpossible;
  isImpossible.condition = e.materialize(e.compareTwo(
      CompareOp::Equal, again(order), intOperand(3, range), range));
  e.raise(
      "ValueError",
      "the assignment reads elements after it changed them, whichever way it "
      "goes; copy them to a local array first",
      true, range, isImpossible.body);
  block.push_back({range, std::move(isImpossible)});
  return order;
}

/// The target, with no elements where the assignment cannot be done.
static Operand fitted(Emitter &e, const Operand &target,
                      const std::vector<Operand> &extents,
                      const Elementwise &elements, SourceRange range,
                      ir::Block &block) {
  Operand fits = Operand::ofValue(Value::of(Number::ofBool(true)), range);
  for (const Elementwise::Leaf &leaf : elements.leaves) {
    std::size_t skipped = extents.size() - leaf.extents.size();
    for (std::size_t axis = 0; axis < leaf.extents.size(); ++axis) {
      Operand isOne = e.compareTwo(CompareOp::Equal, again(leaf.extents[axis]),
                                   intOperand(1, range), range);
      Operand isEqual =
          e.compareTwo(CompareOp::Equal, again(leaf.extents[axis]),
                       again(extents[skipped + axis]), range);
      Operand either =
          e.bothTrue(false, std::move(isOne), std::move(isEqual), range);
      if (leaf.isZeroOutside)
        either =
            e.bothTrue(false, std::move(either),
                       e.compareTwo(CompareOp::Equal, again(leaf.extents[axis]),
                                    intOperand(0, range), range),
                       range);
      fits = e.bothTrue(true, std::move(fits), std::move(either), range);
    }
  }
  if (fits.known)
    return again(target);
  Type type = target.type;
  std::vector<Operand> shape, strides;
  for (int axis = 0; axis < type.ndim; ++axis) {
    shape.push_back(again(extents[static_cast<std::size_t>(axis)]));
    if (type.layout != Layout::C)
      strides.push_back(
          arrayProperty(e, target, ir::ArrayField::Stride, axis, range));
  }
  Operand result =
      recast(e, target, type, std::move(shape), std::move(strides), range);
  auto &node = std::get<ir::Recast>(result.expr->node);
  node.fits = e.materialize(std::move(fits));
  node.problem = "the shapes do not match";
  return keep(e, std::move(result), block);
}

/// The value as it is stored at each place; null with a message.
static ir::ExprPtr valueToStore(Emitter &e, Operand value, const Type &target,
                                Elementwise &elements, ir::Block &block) {
  std::string found = e.describe(value);
  if (value.isArray()) {
    Elementwise *outer = std::exchange(e.elementwise(), &elements);
    SourceRange range = value.range;
    value = elementAt(e, std::move(value), range);
    e.elementwise() = outer;
    if (value.isError)
      return nullptr;
  }
  if (elements.places.size() > target.ndim ||
      (!value.isElement && !value.isScalar() && !isTime(value))) {
    e.diagnostics().emit(value.range, diag::TypeMismatch,
                         "a number or an array of at most " +
                             std::to_string(target.ndim) + " axes",
                         found);
    return nullptr;
  }
  if (std::exchange(value.isElement, false))
    return e.coerce(std::move(value), target.element());
  ir::ExprPtr scalar = e.coerce(std::move(value), target.element());
  return scalar
             ? e.materialize(keep(e, Operand::ofExpr(std::move(scalar)), block))
             : nullptr;
}

/// Where the array lies; `from` says what it is a part of.
static Elementwise::Leaf placeOf(const Operand &target,
                                 const Elementwise::Leaf *from) {
  Elementwise::Leaf place;
  findRoot(*target.expr, place);
  if (from) {
    place.root = from->root;
    place.isWhole = from->isWhole;
    place.isTurned = from->isTurned;
  }
  return place;
}

void storeAll(Emitter &e, Operand target, Operand value, SourceRange range,
              ir::Block &block, const Elementwise::Leaf *from,
              Operand *stored) {
  if (e.refuseReadonly(target) || value.isError || target.isError)
    return;
  Elementwise own;
  own.block = &block;
  Elementwise &elements =
      value.isElement && e.expression() ? *e.expression() : own;
  Elementwise::Leaf place = placeOf(target, from);
  target = keep(e, std::move(target), block);
  Type type = target.type;
  ir::Store store;
  store.value = valueToStore(e, std::move(value), type, elements, block);
  if (!store.value)
    return;
  auto ndim = static_cast<std::size_t>(type.ndim);
  std::vector<Operand> extents;
  auto measure = [&](const Operand &array) {
    extents.clear();
    for (int axis = 0; axis < type.ndim; ++axis)
      extents.push_back(
          keep(e, arrayProperty(e, array, ir::ArrayField::Shape, axis, range),
               block));
  };
  measure(target);
  Operand order = orderOf(e, target, place, elements, range, block);
  if (order.isError)
    return;
  Operand checked = fitted(e, target, extents, elements, range, block);
  if (stored)
    *stored = again(checked);
  if (!elements.leaves.empty())
    measure(checked);
  Elementwise *outer = std::exchange(e.elementwise(), &elements);
  std::vector<Operand> at;
  for (std::size_t axis = 0; axis < ndim; ++axis)
    at.push_back(placeFromEnd(e, ndim - 1 - axis, range));
  e.elementwise() = outer;
  if (!makeIndices(e, type, std::move(at), store.indices, range))
    return;
  // The loops run over the target's extents, which the arrays fit.
  for (ir::Index &each : store.indices) {
    each.wrap = false;
    each.bounds = ir::Bounds::None;
  }
  store.array = e.materialize(again(checked));
  ir::Block body;
  body.push_back({range, std::move(store)});
  for (std::size_t axis = ndim; axis-- > 0;)
    body = loopOver(e, again(extents[axis]), elements.places[ndim - 1 - axis],
                    order, range, std::move(body));
  for (ir::Stmt &stmt : body)
    block.push_back(std::move(stmt));
}

/// for place in range(extent), or from the last to the first where `order` is
/// 2.
static ir::Block loopOver(Emitter &e, Operand extent, ir::SlotId place,
                          const Operand &order, SourceRange range,
                          ir::Block body) {
  Type i64 = Type::of(Scalar::I64);
  ir::ForRange loop;
  loop.slot = place;
  loop.start = makeInt(range, 0);
  loop.stop = e.materialize(again(extent));
  loop.step = makeInt(range, 1);
  if (!order.known) {
    loop.slot = e.temporary(i64);
    auto counter = [&] {
      return Operand::ofExpr(makeExpr(range, i64, ir::SlotValue{loop.slot}));
    };
    Operand last = intBinary(e, BinaryOp::Sub, std::move(extent),
                             intOperand(1, range), range);
    Operand mirrored =
        intBinary(e, BinaryOp::Sub, std::move(last), counter(), range);
    Operand isBackward = e.compareTwo(CompareOp::Equal, again(order),
                                      intOperand(2, range), range);
    ir::ExprPtr chosen =
        makeExpr(range, i64,
                 ir::Select{e.materialize(std::move(isBackward)),
                            e.materialize(std::move(mirrored)),
                            e.materialize(counter())});
    body.insert(body.begin(),
                ir::Stmt{range, ir::Assign{place, std::move(chosen)}});
  }
  loop.body = std::move(body);
  ir::Block result;
  result.push_back({range, std::move(loop)});
  return result;
}

/// part op= right, of which `elements` has the leaves.
static void augment(Emitter &e, BinaryOp op, Operand part,
                    const Elementwise::Leaf &place, Elementwise &elements,
                    Operand right, SourceRange range, ir::Block &block) {
  e.elementwise() = &elements;
  Operand left = elementAt(e, again(part), range, true);
  Operand result =
      e.binaryOperation(op, std::move(left), std::move(right), range);
  e.elementwise() = nullptr;
  if (result.isError)
    return;
  e.expression() = &elements;
  storeAll(e, std::move(part), std::move(result), range, block, &place);
  e.expression() = nullptr;
}

void augmentBy(Emitter &e, BinaryOp op, Operand part, Operand right,
               SourceRange range, ir::Block &block) {
  Elementwise::Leaf place;
  findRoot(*part.expr, place);
  Elementwise elements;
  elements.block = &block;
  augment(e, op, std::move(part), place, elements, std::move(right), range,
          block);
}

/// part op= value, where `part` is an array.
void augmentPart(Emitter &e, BinaryOp op, Operand part, const Expr &value,
                 SourceRange range, ir::Block &block) {
  if (part.isError || e.refuseReadonly(part))
    return;
  Elementwise::Leaf place;
  findRoot(*part.expr, place);
  part = keep(e, std::move(part), block);
  Elementwise elements;
  elements.block = &block;
  e.elementwise() = &elements;
  Operand right = e.check(value);
  e.elementwise() = nullptr;
  if (right.isError || part.isError)
    return;
  if (isTuple(right) && !part.type.record)
    return storeTuple(e, std::move(part), std::move(right), range, block, &op);
  augment(e, op, std::move(part), place, elements, std::move(right), range,
          block);
}

} // namespace pyk2ptx
