// Assignment to a part of an array, element by element: one loop an axis around
// one store. Arrays on the right are broadcast as NumPy does, their axes
// aligned at the end.
//
// NumPy evaluates the whole right side before it assigns. Without memory to do
// that in, a loop is as good where no element is read after it was written:
// where the arrays share no memory, or the same elements at the same places, or
// where going forward or backward helps. Which of these holds is known at
// compile time or asked of the addresses (np__order in array_prelude.cpp, which
// is exact). Where none does the program is wrong, not an index: a compile time
// error, or the thread raises, and that is reported in every mode. Where shapes
// do not match nothing is assigned, as outside of an array; with --bounds=raise
// it is an error.
#include "checker.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

void FunctionChecker::storePart(Operand base, std::vector<Operand> subscripts,
                                const Subscript &node, Operand value,
                                SourceRange range, Block &block) {
  Operand view = makeView(std::move(base), std::move(subscripts), node, range);
  if (view.isError || value.isError)
    return;
  if (isTuple(value) && view.isArray() && !view.type.record)
    return storeTuple(std::move(view), std::move(value), range, block);
  if (auto *load = std::get_if<ir::Load>(&view.expr->node)) {
    // a[i, ...] with every axis indexed.
    ir::Store store;
    store.value = coerce(std::move(value), view.type);
    store.array = std::move(load->array);
    store.indices = std::move(load->indices);
    if (store.value)
      block.push_back({range, std::move(store)});
    return;
  }
  storeAll(std::move(view), std::move(value), range, block);
}

/// Whether memory of these spaces can be the same.
static bool mayShare(Space a, Space b) {
  return a == b || a == Space::Generic || b == Space::Generic;
}

/// The array with axes of extent 1 in front.
Operand FunctionChecker::withRank(Operand array, int ndim, SourceRange range) {
  static const Subscript plain;
  std::vector<Operand> subscripts;
  for (int axis = array.type.ndim; axis < ndim; ++axis)
    subscripts.push_back(Operand::ofValue(Value::none(), range));
  return subscripts.empty()
             ? std::move(array)
             : makeView(std::move(array), std::move(subscripts), plain, range);
}

/// Bits of the directions in which assignment must go: 1 forward, 2 backward.
/// Known zero where nothing can overlap; an error where it cannot work, or at
/// run time the end of the thread.
Operand FunctionChecker::orderOf(const Operand &target,
                                 const Elementwise::Leaf &place,
                                 const Elementwise &elements, SourceRange range,
                                 Block &block) {
  Operand order = intOperand(0, range);
  for (const Elementwise::Leaf &leaf : elements.leaves) {
    if (leaf.isTarget || !mayShare(leaf.array.type.space, target.type.space))
      continue;
    bool isSame = leaf.root && place.root && *leaf.root == *place.root;
    if (isSame && leaf.isWhole && place.isWhole)
      continue;
    if (isSame && place.isWhole && leaf.isTurned) {
      needsMemory(leaf.array.range,
                  "an assignment that reads the array that it changes at "
                  "other places",
                  "loop over the elements, or copy them to a local array "
                  "first");
      return Operand::error(range);
    }
    std::vector<Operand> args;
    args.push_back(again(target));
    args.push_back(withRank(again(leaf.array), target.type.ndim, range));
    Operand found = callArrayFunction("np__order", std::move(args), range);
    if (found.isError)
      return found;
    ir::CallBuiltin distinct{Builtin::AreDistinct, {}};
    distinct.args.push_back(materialize(again(target)));
    distinct.args.push_back(materialize(again(leaf.array)));
    ir::ExprPtr isDistinct =
        makeExpr(range, Type::of(Scalar::Bool), std::move(distinct));
    found = Operand::ofExpr(
        makeExpr(range, Type::of(Scalar::I64),
                 ir::Select{std::move(isDistinct), makeInt(range, 0),
                            materialize(std::move(found))}));
    if (!order.known)
      found =
          intBinary(BinaryOp::BitOr, std::move(order), std::move(found), range);
    order = keep(std::move(found), block);
  }
  if (order.known)
    return order;
  ir::If isImpossible;
  isImpossible.condition = materialize(
      compareTwo(CompareOp::Equal, again(order), intOperand(3, range), range));
  raise("ValueError",
        "the assignment reads elements after it changed them, whichever way it "
        "goes; copy them to a local array first",
        true, range, isImpossible.body);
  block.push_back({range, std::move(isImpossible)});
  return order;
}

/// The target, with no elements where the assignment cannot be done.
Operand FunctionChecker::fitted(const Operand &target,
                                const std::vector<Operand> &extents,
                                const Elementwise &elements, SourceRange range,
                                Block &block) {
  Operand fits = Operand::ofValue(Value::of(Number::ofBool(true)), range);
  for (const Elementwise::Leaf &leaf : elements.leaves) {
    std::size_t skipped = extents.size() - leaf.extents.size();
    for (std::size_t axis = 0; axis < leaf.extents.size(); ++axis) {
      Operand isOne = compareTwo(CompareOp::Equal, again(leaf.extents[axis]),
                                 intOperand(1, range), range);
      Operand isEqual = compareTwo(CompareOp::Equal, again(leaf.extents[axis]),
                                   again(extents[skipped + axis]), range);
      Operand either =
          bothTrue(false, std::move(isOne), std::move(isEqual), range);
      fits = bothTrue(true, std::move(fits), std::move(either), range);
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
          arrayProperty(target, ir::ArrayField::Stride, axis, range));
  }
  Operand result =
      recast(target, type, std::move(shape), std::move(strides), range);
  auto &node = std::get<ir::Recast>(result.expr->node);
  node.fits = materialize(std::move(fits));
  node.problem = "the shapes do not match";
  return keep(std::move(result), block);
}

/// The value as it is stored at each place; null with a message.
ir::ExprPtr FunctionChecker::valueToStore(Operand value, const Type &target,
                                          Elementwise &elements, Block &block) {
  std::string found = describe(value);
  if (value.isArray()) {
    Elementwise *outer = std::exchange(elementwise_, &elements);
    SourceRange range = value.range;
    value = elementAt(std::move(value), range);
    elementwise_ = outer;
  }
  if (elements.places.size() > target.ndim ||
      (!value.isElement && !value.isScalar() && !isTime(value))) {
    diagnostics().emit(value.range, diag::TypeMismatch,
                       "a number or an array of at most " +
                           std::to_string(target.ndim) + " axes",
                       found);
    return nullptr;
  }
  if (std::exchange(value.isElement, false))
    return coerce(std::move(value), target.element());
  ir::ExprPtr scalar = coerce(std::move(value), target.element());
  return scalar ? materialize(keep(Operand::ofExpr(std::move(scalar)), block))
                : nullptr;
}

void FunctionChecker::storeAll(Operand target, Operand value, SourceRange range,
                               Block &block, const Elementwise::Leaf *from,
                               Operand *stored) {
  if (refuseReadonly(target) || value.isError || target.isError)
    return;
  Elementwise own;
  own.block = &block;
  Elementwise &elements = value.isElement && expression_ ? *expression_ : own;
  Elementwise::Leaf place;
  findRoot(*target.expr, place);
  if (from) {
    place.root = from->root;
    place.isWhole = from->isWhole;
    place.isTurned = from->isTurned;
  }
  target = keep(std::move(target), block);
  Type type = target.type;
  ir::Store store;
  store.value = valueToStore(std::move(value), type, elements, block);
  if (!store.value)
    return;
  auto ndim = static_cast<std::size_t>(type.ndim);
  std::vector<Operand> extents;
  auto measure = [&](const Operand &array) {
    extents.clear();
    for (int axis = 0; axis < type.ndim; ++axis)
      extents.push_back(keep(
          arrayProperty(array, ir::ArrayField::Shape, axis, range), block));
  };
  measure(target);
  Operand order = orderOf(target, place, elements, range, block);
  if (order.isError)
    return;
  Operand checked = fitted(target, extents, elements, range, block);
  if (stored)
    *stored = again(checked);
  if (!elements.leaves.empty())
    measure(checked);
  Elementwise *outer = std::exchange(elementwise_, &elements);
  std::vector<Operand> at;
  for (std::size_t axis = 0; axis < ndim; ++axis)
    at.push_back(placeFromEnd(ndim - 1 - axis, range));
  elementwise_ = outer;
  if (!makeIndices(type, std::move(at), store.indices, range))
    return;
  // The loops run over the target's extents, which the arrays fit.
  for (ir::Index &each : store.indices) {
    each.wrap = false;
    each.bounds = ir::Bounds::None;
  }
  store.array = materialize(again(checked));
  Block body;
  body.push_back({range, std::move(store)});
  for (std::size_t axis = ndim; axis-- > 0;)
    body = loopOver(again(extents[axis]), elements.places[ndim - 1 - axis],
                    order, range, std::move(body));
  for (ir::Stmt &stmt : body)
    block.push_back(std::move(stmt));
}

/// for place in range(extent), or from the last to the first where `order` is
/// 2.
ir::Block FunctionChecker::loopOver(Operand extent, ir::SlotId place,
                                    const Operand &order, SourceRange range,
                                    Block body) {
  Type i64 = Type::of(Scalar::I64);
  ir::ForRange loop;
  loop.slot = place;
  loop.start = makeInt(range, 0);
  loop.stop = materialize(again(extent));
  loop.step = makeInt(range, 1);
  if (!order.known) {
    loop.slot = temporary(i64);
    auto counter = [&] {
      return Operand::ofExpr(makeExpr(range, i64, ir::SlotValue{loop.slot}));
    };
    Operand last = intBinary(BinaryOp::Sub, std::move(extent),
                             intOperand(1, range), range);
    Operand mirrored =
        intBinary(BinaryOp::Sub, std::move(last), counter(), range);
    Operand isBackward =
        compareTwo(CompareOp::Equal, again(order), intOperand(2, range), range);
    ir::ExprPtr chosen = makeExpr(range, i64,
                                  ir::Select{materialize(std::move(isBackward)),
                                             materialize(std::move(mirrored)),
                                             materialize(counter())});
    body.insert(body.begin(),
                ir::Stmt{range, ir::Assign{place, std::move(chosen)}});
  }
  loop.body = std::move(body);
  Block result;
  result.push_back({range, std::move(loop)});
  return result;
}

/// part op= value, where `part` is an array.
void FunctionChecker::augmentPart(BinaryOp op, Operand part, const Expr &value,
                                  SourceRange range, Block &block) {
  if (part.isError || refuseReadonly(part))
    return;
  Elementwise::Leaf place;
  findRoot(*part.expr, place);
  part = keep(std::move(part), block);
  Elementwise elements;
  elements.block = &block;
  elementwise_ = &elements;
  Operand left = elementAt(again(part), range);
  if (left.isError) {
    elementwise_ = nullptr;
    return;
  }
  elements.leaves.back().isTarget = true;
  Operand right = check(value);
  Operand result =
      binaryOperation(op, std::move(left), std::move(right), range);
  elementwise_ = nullptr;
  if (result.isError)
    return;
  expression_ = &elements;
  storeAll(std::move(part), std::move(result), range, block, &place);
  expression_ = nullptr;
}

} // namespace pyk2ptx
