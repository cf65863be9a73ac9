// Arrays that a kernel makes: t = a[:3] * 2, t = b.copy(), np.zeros(3). There
// is no heap: where the number of elements has a bound that the source tells
// (check/extent.cpp), such an array is a local one, as long as its expression
// is when it runs; where it has none, the expression is refused.
//
// In Python each evaluation makes a new array, here each round of a loop uses
// the same memory again: older_arrays.cpp looks for who minds. So it is with
// what a call returns, which it is lent (lent_array.cpp): in loops it is copied
// to an array that is new.
#include "checker.h"
#include "frontend/hints/misuse.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/values/array.h"
#include "frontend/values/array_view.h"
#include "frontend/values/elementwise.h"
#include "frontend/values/iterate.h"
#include "frontend/values/optional.h"
#include "frontend/values/record.h"
#include "frontend/values/slice.h"
#include "frontend/values/tuple.h"

#include <algorithm>
#include <utility>

namespace pyk2ptx {

using namespace syntax;
using ir::SlotId;

Operand FunctionChecker::checkAssigned(const Expr &expr, Elementwise &elements,
                                       bool isPart, SourceRange range,
                                       Block &block) {
  elements.block = &block;
  elementwise_ = &elements;
  Operand value = checkMaybe(*this, expr);
  elementwise_ = nullptr;
  if (isPart || value.isError)
    return value;
  if (value.isElement) {
    Diagnostics::Mark mark = diagnostics().mark();
    value = newArray(std::move(value), elements, &expr, range, block);
    if (value.isError)
      noteElement(*this, expr, mark);
    return value;
  }
  bool isCall =
      value.expr && std::holds_alternative<ir::CallFunction>(value.expr->node);
  if (isCall && value.type.isNone()) {
    block.push_back({range, ir::Evaluate{std::move(value.expr)}});
    return Operand::ofValue(Value::none(), value.range);
  }
  if (value.expr && isLentInLoop(*value.expr))
    return newCopies(std::move(value), &expr, range, block);
  const ir::Expr *made = value.isArray() ? value.expr.get() : nullptr;
  while (made && std::holds_alternative<ir::Let>(made->node))
    made = std::get<ir::Let>(made->node).body.get();
  const auto *storage =
      made ? std::get_if<ir::ArrayStorage>(&made->node) : nullptr;
  if (storage && !loopStack_.empty() && newArrays_.contains(storage->array)) {
    std::uint32_t number = storage->array;
    return newResult(std::move(value), number, block);
  }
  return value;
}

static bool isPlainArray(const Type &type) {
  return type.isArray() && type.element().isNumber();
}

/// Whether a value may be arrays that a call in it is lent (lent_array.cpp),
/// the same in each round of a loop: there they may be what the next call
/// reads.
bool FunctionChecker::isLentInLoop(const ir::Expr &value) const {
  if (loopStack_.empty() || lentArrays_.empty())
    return false;
  Extents extents = extentsOf(value);
  if (extents.empty() || !std::ranges::all_of(extents, &Extent::isExact))
    return false;
  bool isPlain = isPlainArray(value.type);
  if (value.type.isTuple())
    isPlain = 4 * value.type.elements->size() <= sizeof(syntax::Expr) &&
              std::ranges::all_of(*value.type.elements, [](const Type &each) {
                return each.isScalar() || isPlainArray(each);
              });
  if (!isPlain)
    return false;
  bool isLent = false;
  forEachExpr(value, [&](const ir::Expr &part) {
    const auto *storage = std::get_if<ir::ArrayStorage>(&part.node);
    isLent = isLent || (storage &&
                        std::ranges::any_of(lentArrays_, [&](const auto &lent) {
                          return lent.second == storage->array;
                        }));
  });
  return isLent;
}

Operand FunctionChecker::newCopies(Operand value, const void *key,
                                   SourceRange range, Block &block) {
  Type type = value.type;
  ir::SlotId slot = temporary(type);
  noteKept(slot, *value.expr);
  block.push_back({range, ir::Assign{slot, std::move(value.expr)}});
  auto whole = [&] { return makeExpr(range, type, ir::SlotValue{slot}); };
  if (type.isArray())
    return newCopy(Operand::ofExpr(whole()), key, range, block);
  std::vector<Operand> parts;
  for (std::uint32_t i = 0; i < type.elements->size(); ++i)
    parts.push_back(Operand::ofExpr(
        makeExpr(range, (*type.elements)[i], ir::TupleElement{whole(), i})));
  // One may be what another is copied to: all are put aside first. No other
  // expression is at these places, and newArray takes the one behind each.
  const auto *place = static_cast<const char *>(key);
  for (int stage = 0; stage < 2; ++stage)
    for (Operand &part : parts)
      if (part.isArray()) {
        part = newCopy(std::move(part), place, range, block);
        place += 2;
      }
  return makeTuple(*this, std::move(parts), range);
}

Operand FunctionChecker::newCopy(Operand array, const void *key,
                                 SourceRange range, Block &block) {
  Elementwise copied;
  copied.block = &block;
  Elementwise *outer = std::exchange(elementwise_, &copied);
  Operand element = elementAt(*this, std::move(array), range);
  elementwise_ = outer;
  return element.isError
             ? Operand::error(range)
             : newArray(std::move(element), copied, key, range, block);
}

Operand FunctionChecker::newResult(Operand array, std::uint32_t storage,
                                   Block &block) {
  array = keep(*this, std::move(array), block);
  if (!array.isError)
    newResults_[std::get<ir::SlotValue>(array.expr->node).slot] = storage;
  return array;
}

/// The extent of both along an axis: the one that is not 1. Nor 0 beside many:
/// that is a row outside, whose elements are zeros, or else the shapes do not
/// match, which storeAll finds.
static Operand broadcast(Emitter &e, Operand extent, const Operand &length,
                         SourceRange range) {
  Operand isOne = e.compareTwo(CompareOp::Equal, again(length),
                               intOperand(1, range), range);
  Operand isNone = e.compareTwo(CompareOp::Equal, again(length),
                                intOperand(0, range), range);
  Operand isBesideMany = e.compareTwo(CompareOp::Greater, again(extent),
                                      intOperand(1, range), range);
  isNone = e.bothTrue(true, std::move(isNone), std::move(isBesideMany), range);
  Operand keepsIt =
      e.bothTrue(false, std::move(isOne), std::move(isNone), range);
  return Operand::ofExpr(makeExpr(range, Type::of(Scalar::I64),
                                  ir::Select{e.materialize(std::move(keepsIt)),
                                             e.materialize(std::move(extent)),
                                             e.materialize(again(length))}));
}

/// The extent of the expression along an axis, counted from the last, and what
/// is known of it: that of every array there but those of extent 1.
Extent FunctionChecker::broadcastExtent(const Elementwise &elements,
                                        std::size_t fromEnd, Operand &extent,
                                        SourceRange range, Block &block) {
  std::optional<Extent> bound;
  extent = intOperand(1, range);
  auto decides = [](const Extent &each) {
    return each.isExact && *each.most != 1;
  };
  for (const Elementwise::Leaf &leaf : elements.leaves) {
    if (fromEnd >= leaf.extents.size())
      continue;
    std::size_t axis = leaf.extents.size() - 1 - fromEnd;
    Extents known = extentsOf(*leaf.array.expr);
    Extent own = known.empty() ? Extent() : known[axis];
    const Operand &length = leaf.extents[axis];
    if (!bound) {
      bound = own;
      extent = again(length);
      continue;
    }
    if (!decides(*bound)) {
      bool isBounded = bound->most && own.most;
      if (decides(own))
        bound = own;
      else if (isBounded)
        bound = Extent{std::max(*bound->most, *own.most),
                       bound->isExact && own.isExact};
      else
        bound = Extent();
    }
    extent =
        keep(*this, broadcast(*this, std::move(extent), length, range), block);
  }
  return bound.value_or(Extent{1, true});
}

Operand FunctionChecker::newStorage(const Type &element, const Extents &bounds,
                                    const std::vector<Operand> &shape,
                                    const void *key, SourceRange range,
                                    Block &block) {
  ir::ArrayDeclaration declaration;
  declaration.element = element;
  declaration.element.weak = false;
  declaration.space = Space::Local;
  declaration.range = range;
  declaration.name = assigned_.empty() ? "array" : assigned_;
  std::vector<Value> extents;
  for (const Extent &bound : bounds)
    extents.push_back(
        Value::of(Number::ofInt(std::max<std::int64_t>(*bound.most, 1))));
  if (!readShape(*this,
                 Operand::ofValue(Value::tuple(std::move(extents)), range),
                 false, declaration))
    return Operand::error(range);
  Operand storage =
      keep(*this, placeArray(std::move(declaration), key, range), block);
  Type type = storage.type;
  std::vector<Operand> lengths;
  for (const Operand &extent : shape)
    lengths.push_back(again(extent));
  return keep(*this,
              recast(*this, storage, type, std::move(lengths), {}, range),
              block);
}

/// Whether the expression may read what a round before left in the memory that
/// it writes, at places that are written by then. The whole of an array of one
/// layout and shape is read where it is written, or ahead of it.
bool FunctionChecker::mustBuffer(const Elementwise &elements,
                                 const Extents &bounds) const {
  if (loopStack_.empty())
    return false;
  for (const Elementwise::Leaf &leaf : elements.leaves) {
    const Type &type = leaf.array.type;
    bool mayBeLocal =
        type.space == Space::Local || type.space == Space::Generic;
    if (!mayBeLocal)
      continue;
    Extents own = extentsOf(*leaf.array.expr);
    bool isSafe = type.layout == Layout::C && own == bounds;
    for (const Extent &bound : bounds)
      isSafe = isSafe && bound.isExact;
    if (!isSafe)
      return true;
  }
  return false;
}

Operand FunctionChecker::newArray(Operand element, Elementwise &elements,
                                  const void *key, SourceRange range,
                                  Block &block) {
  std::size_t ndim = elements.places.size();
  SourceRange place = element.range;
  Extents bounds(ndim);
  std::vector<Operand> shape;
  shape.resize(ndim);
  for (std::size_t axis = 0; axis < ndim; ++axis)
    bounds[axis] =
        broadcastExtent(elements, ndim - 1 - axis, shape[axis], range, block);
  for (const Extent &bound : bounds)
    if (!bound.most) {
      needsMemory(*this, place,
                  "an array expression of a length that is not constant",
                  "take a part of constant length, such as a[:3], assign it to "
                  "a part of an array, such as `out[:] = ...`, or loop over "
                  "the elements");
      return Operand::error(range);
    }
  element.isElement = false;
  Type type = typeOf(element);
  element.isElement = true;
  bool isBuffered = mustBuffer(elements, bounds);
  // No expression but this one is there.
  const void *bufferKey = static_cast<const char *>(key) + 1;
  Operand target = newStorage(type, bounds, shape, isBuffered ? bufferKey : key,
                              range, block);
  if (type.isError() || target.isError)
    return Operand::error(range);
  auto store = [&](Elementwise &from, Operand value, Operand to) {
    // Nothing of the new array is read.
    for (Elementwise::Leaf &leaf : from.leaves)
      leaf.isTarget = true;
    Operand stored = Operand::error(range);
    Elementwise *outer = std::exchange(expression_, &from);
    storeAll(*this, std::move(to), std::move(value), range, block, nullptr,
             &stored);
    expression_ = outer;
    return stored;
  };
  Operand stored = store(elements, std::move(element), std::move(target));
  if (isBuffered && !stored.isError) {
    Elementwise copied;
    copied.block = &block;
    Elementwise *outer = std::exchange(elementwise_, &copied);
    Operand value = elementAt(*this, std::move(stored), range);
    elementwise_ = outer;
    target =
        newStorage(type, bounds, copied.leaves[0].extents, key, range, block);
    stored = target.isError || value.isError
                 ? Operand::error(range)
                 : store(copied, std::move(value), std::move(target));
  }
  if (stored.isError)
    return stored;
  auto storage = arrays_.at({key, unrolledKey_});
  newArrays_.insert(storage);
  stored = newResult(std::move(stored), storage, block);
  keptExtents_[std::get<ir::SlotValue>(stored.expr->node).slot] = bounds;
  return stored;
}

} // namespace pyk2ptx
