// Between arrays and tuples: x, y, z = array, whose length is known when the
// kernel runs, and array[i, :3] = x, y, z, where the tuple is an array of its
// elements, broadcast as NumPy does. Every element is evaluated before any is
// assigned. A length that does not match is found here where it is known; else
// the elements that are there are read, and nothing is stored, as with other
// shapes that do not match, or it is an error with --bounds=raise.
#include "unpack.h"

#include "array.h"
#include "elementwise.h"
#include "frontend/emit/emitter.h"
#include "iterate.h"
#include "slice.h"
#include "tuple.h"

#include <algorithm>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

static Operand splitTuple(Emitter &e, Operand value, ir::Block &block);
static void storeElements(Emitter &e, const Operand &target,
                          const Operand &value, std::size_t rank,
                          const BinaryOp *op, SourceRange range,
                          ir::Block &block);

static void raiseUnless(Emitter &e, Operand condition, const char *kind,
                        const std::string &text, SourceRange range,
                        ir::Block &block) {
  if (!e.raisesBounds() || condition.isError ||
      (condition.isNumber() && condition.known->number.isTrue()))
    return;
  ir::SlotId slot = e.temporary(Type::of(Scalar::Bool));
  ir::ExprPtr checked =
      e.raisingUnless(e.materialize(std::move(condition)), kind, text);
  block.push_back({range, ir::Assign{slot, std::move(checked)}});
}

std::optional<std::size_t> unpackedCount(const Emitter &e, const Operand &value,
                                         std::size_t names, std::size_t star) {
  if (!value.isArray() || value.type.ndim == 0)
    return std::nullopt;
  if (star == names)
    return names;
  Extents extents = e.extentsOf(*value.expr);
  if (extents.empty() || !extents[0].isExact)
    return std::nullopt;
  return static_cast<std::size_t>(*extents[0].most);
}

std::vector<Operand> unpackedArray(Emitter &e, Operand array,
                                   std::size_t wanted, SourceRange range,
                                   ir::Block &block) {
  array = keep(e, std::move(array), block);
  auto count = static_cast<std::int64_t>(wanted);
  Extents extents = e.extentsOf(*array.expr);
  Extent first = extents.empty() ? Extent() : extents[0];
  if (first.most &&
      (first.isExact ? *first.most != count : *first.most < count)) {
    e.diagnostics().emit(range, diag::UnpackCount, *first.most, count);
    return {};
  }
  Operand length = arrayProperty(e, array, ir::ArrayField::Shape, 0, range);
  if (!first.isExact)
    raiseUnless(e,
                e.compareTwo(CompareOp::Equal, std::move(length),
                             intOperand(count, range), range),
                "ValueError",
                "an array of another length than the " + std::to_string(count) +
                    " names to unpack it into",
                range, block);
  std::vector<Operand> result;
  for (std::int64_t i = 0; i < count; ++i) {
    std::vector<Operand> at = listOf(intOperand(i, range));
    result.push_back(
        keep(e, elementOf(e, again(array), std::move(at), range), block));
  }
  return result;
}

/// The number of elements along each axis of a tuple as an array; those of
/// arrays in it are not known here. False with a message where it is none.
static bool sequenceShape(Emitter &e, const Operand &value,
                          const Operand &target, std::size_t depth,
                          std::vector<std::size_t> &shape, bool &hasArrays) {
  bool isSequence = isTuple(value);
  std::size_t axes = value.isArray() ? value.type.ndim : isSequence ? 1 : 0;
  hasArrays = hasArrays || value.isArray();
  if (!isSequence && axes == 0) {
    if (depth == shape.size())
      return true;
  } else if (depth + axes <= shape.size() &&
             (!isSequence || shape[depth] == value.parts.size())) {
    for (const Operand &part : value.parts)
      if (!sequenceShape(e, part, target, depth + 1, shape, hasArrays))
        return false;
    if (isSequence || depth + axes == shape.size())
      return true;
  }
  e.diagnostics().emit(value.range, diag::TypeMismatch,
                       "a number or an array of at most " +
                           std::to_string(target.type.ndim) +
                           " axes, whose rows have one length",
                       "a tuple of other shape");
  return false;
}

/// How deep tuples and arrays are nested along the first elements.
static std::vector<std::size_t> firstShape(const Operand &value) {
  std::vector<std::size_t> shape;
  const Operand *at = &value;
  for (; at->isTuple && !at->parts.empty(); at = &at->parts[0])
    shape.push_back(at->parts.size());
  if (at->isTuple)
    shape.push_back(0);
  if (at->isArray())
    shape.resize(shape.size() + at->type.ndim);
  return shape;
}

void storeTuple(Emitter &e, Operand target, Operand value, SourceRange range,
                ir::Block &block, const BinaryOp *op) {
  if (e.refuseReadonly(target))
    return;
  target = keep(e, std::move(target), block);
  value = splitTuple(e, std::move(value), block);
  if (target.isError || value.isError)
    return;
  std::vector<std::size_t> shape = firstShape(value);
  bool hasArrays = false;
  std::size_t ndim = target.type.ndim;
  if (shape.size() > ndim)
    shape.clear();
  if (!sequenceShape(e, value, target, 0, shape, hasArrays))
    return;
  if (hasArrays && target.type.space != Space::Local &&
      target.type.space != Space::Shared) {
    needsMemory(e, value.range, "a tuple of arrays here",
                "assign each of them to its own part");
    return;
  }
  Operand fits = boolOperand(true, range);
  Extents extents = e.extentsOf(*target.expr);
  for (std::size_t i = 0; i < shape.size(); ++i) {
    std::size_t axis = ndim - shape.size() + i;
    if (shape[i] == 1 || (hasArrays && i > 0))
      continue;
    auto count = static_cast<std::int64_t>(shape[i]);
    if (!extents.empty() && extents[axis].most &&
        (extents[axis].isExact ? *extents[axis].most != count
                               : *extents[axis].most < count)) {
      e.diagnostics().emit(range, diag::TupleLength, count,
                           *extents[axis].most);
      return;
    }
    Operand isEqual =
        e.compareTwo(CompareOp::Equal,
                     arrayProperty(e, target, ir::ArrayField::Shape,
                                   static_cast<int>(axis), range),
                     intOperand(count, range), range);
    fits = e.bothTrue(true, std::move(fits), std::move(isEqual), range);
  }
  if (fits.isError)
    return;
  ir::Block body;
  storeElements(e, target, value, shape.size(), op, range, body);
  if (fits.known) {
    std::move(body.begin(), body.end(), std::back_inserter(block));
    return;
  }
  fits = keep(e, std::move(fits), block);
  raiseUnless(e, again(fits), "ValueError",
              "a tuple of another length than the part of the array", range,
              block);
  ir::If branch;
  branch.condition = e.materialize(std::move(fits));
  branch.body = std::move(body);
  block.push_back({range, std::move(branch)});
}

/// A tuple as its parts, each kept or known, at every depth.
static Operand splitTuple(Emitter &e, Operand value, ir::Block &block) {
  if (!isTuple(value))
    return keep(e, std::move(value), block);
  SourceRange range = value.range;
  if (value.expr)
    value = keep(e, std::move(value), block);
  std::vector<Operand> parts;
  if (value.isError || !expandTuple(e, value, parts))
    return Operand::error(range);
  // Not Operand::tuple, which makes one known value of known ones.
  Operand result;
  result.isTuple = true;
  result.range = range;
  for (Operand &part : parts) {
    result.parts.push_back(splitTuple(e, std::move(part), block));
    if (result.parts.back().isError)
      return Operand::error(range);
  }
  return result;
}

/// Stores what splitTuple gave, with `rank` axes, into a target that fits.
static void storeElements(Emitter &e, const Operand &target,
                          const Operand &value, std::size_t rank,
                          const BinaryOp *op, SourceRange range,
                          ir::Block &block) {
  if (!value.isTuple && op)
    return augmentBy(e, *op, again(target), again(value), range, block);
  if (!value.isTuple)
    return storeAll(e, again(target), again(value), range, block);
  if (value.parts.size() == 1)
    return storeElements(e, target, value.parts[0], rank - 1, op, range, block);
  static const Subscript plain;
  std::size_t axis = target.type.ndim - rank;
  for (std::size_t i = 0; i < value.parts.size(); ++i) {
    Operand at = intOperand(static_cast<std::int64_t>(i), range);
    if (target.type.ndim == 1) {
      ir::Store store;
      Operand element = again(value.parts[i]);
      if (op)
        element = e.binaryOperation(
            *op, elementOf(e, again(target), listOf(again(at)), range),
            std::move(element), range);
      if (element.isError)
        return;
      store.value = e.coerce(std::move(element), target.type.element());
      if (!store.value || !makeIndices(e, target.type, listOf(std::move(at)),
                                       store.indices, range))
        return;
      store.indices[0].bounds = ir::Bounds::None;
      store.array = e.materialize(again(target));
      block.push_back({range, std::move(store)});
      continue;
    }
    std::vector<Operand> subscripts;
    for (std::size_t skipped = 0; skipped < axis; ++skipped) {
      subscripts.push_back(Operand::wholeAxis(range));
    }
    subscripts.push_back(std::move(at));
    Operand part =
        makeView(e, again(target), std::move(subscripts), plain, range);
    if (part.isError)
      return;
    for (ir::ViewSubscript &each :
         std::get<ir::View>(part.expr->node).subscripts)
      each.index.bounds = ir::Bounds::None;
    storeElements(e, keep(e, std::move(part), block), value.parts[i], rank - 1,
                  op, range, block);
  }
}

} // namespace pyk2ptx
