// Assignments, to names, elements, fields and tuples of them; and `op=`, which
// evaluates its target once.
#include "checker.h"
#include "frontend/hints/constants.h"
#include "frontend/hints/misuse.h"
#include "frontend/hints/no_effect.h"
#include "frontend/parse/print_syntax.h"
#include "frontend/parse/syntax_walk.h"
#include "frontend/values/array.h"
#include "frontend/values/iterate.h"
#include "frontend/values/optional.h"
#include "frontend/values/pointer.h"
#include "frontend/values/record.h"
#include "frontend/values/slice.h"
#include "frontend/values/tuple.h"
#include "frontend/values/unpack.h"

#include <set>
#include <string>
#include <utility>

namespace pyk2ptx {

using namespace syntax;
using ir::Block;

void FunctionChecker::checkAssign(const Assign &node, SourceRange range,
                                  Block &block) {
  warnOfSign(*this, node);
  if (const auto *name = std::get_if<Name>(&node.targets[0]->node))
    assigned_ = name->id;
  Elementwise elements;
  bool isPart = node.targets.size() == 1 &&
                std::holds_alternative<Subscript>(node.targets[0]->node);
  Operand value = checkAssigned(*node.value, elements, isPart, range, block);
  assigned_.clear();
  if (node.targets.size() == 1) {
    expression_ = &elements;
    Diagnostics::Mark mark = diagnostics().mark();
    assignTo(*node.targets[0], std::move(value), block);
    expression_ = nullptr;
    if (isOnlyOfArrays(diagnostics(), mark))
      noteElement(*this, *node.value, mark);
    return;
  }
  // a = b = value: evaluated once, assigned from left to right.
  bool compileTime = value.isError || value.known;
  if (!compileTime) {
    Type type = typeOf(value);
    if (type.isError())
      value = Operand::error(range);
    else {
      ir::SlotId slot = temporary(type);
      block.push_back({range, ir::Assign{slot, materialize(std::move(value))}});
      value = Operand::ofExpr(makeExpr(range, type, ir::SlotValue{slot}));
    }
  }
  for (const ExprPtr &target : node.targets)
    assignTo(*target, again(value), block);
}

void FunctionChecker::assignTo(const Expr &target, Operand value,
                               Block &block) {
  const auto &node = target.node;
  if (const auto *name = std::get_if<Name>(&node))
    return assignVariable(name->id, std::move(value), target.range, block);
  value = required(*this, std::move(value));
  if (const auto *tuple = std::get_if<TupleExpr>(&node))
    return unpackTo(tuple->elements, target, std::move(value), block);
  if (const auto *list = std::get_if<ListExpr>(&node))
    return unpackTo(list->elements, target, std::move(value), block);
  if (std::get_if<Subscript>(&node))
    return storeTo(target, std::move(value), block);
  if (const auto *attribute = std::get_if<Attribute>(&node))
    return storeAttribute(*this, *attribute, target.range, std::move(value),
                          block);
  diagnostics().emit(target.range, diag::CannotAssign,
                     "`" + spell(target) + "`");
}

void FunctionChecker::unpackTo(const std::vector<ExprPtr> &targets,
                               const Expr &target, Operand value,
                               Block &block) {
  bool isError = value.isError;
  std::vector<Operand> parts;
  SourceRange range = target.range, given = value.range;
  std::size_t star = 0;
  while (star < targets.size() && !std::get_if<Starred>(&targets[star]->node))
    ++star;
  if (value.isError) {
    for (std::size_t i = 0; i < targets.size(); ++i)
      parts.push_back(Operand::error(range));
  } else if (value.isTuple) {
    // Everything is evaluated before anything is assigned: a, b = b, a.
    for (Operand &part : value.parts) {
      Type type = part.known ? Type::none() : typeOf(part);
      if (part.known || type.isError()) {
        parts.push_back(part.known ? std::move(part) : Operand::error(range));
        continue;
      }
      ir::SlotId slot = temporary(type);
      SourceRange partRange = part.range;
      block.push_back(
          {partRange, ir::Assign{slot, materialize(std::move(part))}});
      parts.push_back(
          Operand::ofExpr(makeExpr(partRange, type, ir::SlotValue{slot})));
    }
  } else if (value.known && value.known->kind == Value::Kind::Tuple) {
    for (const Value &element : value.known->elements)
      parts.push_back(Operand::ofValue(element, value.range));
  } else if (value.expr && value.type.isTuple()) {
    Type type = value.type;
    ir::SlotId slot = temporary(type);
    SourceRange valueRange = value.range;
    ir::ExprPtr whole = materialize(std::move(value));
    noteKept(slot, *whole);
    block.push_back({valueRange, ir::Assign{slot, std::move(whole)}});
    for (std::uint32_t i = 0; i < type.elements->size(); ++i)
      parts.push_back(Operand::ofExpr(
          makeExpr(valueRange, (*type.elements)[i],
                   ir::TupleElement{
                       makeExpr(valueRange, type, ir::SlotValue{slot}), i})));
  } else if (std::optional<std::size_t> count =
                 unpackedCount(*this, value, targets.size(), star)) {
    parts = unpackedArray(*this, std::move(value), *count, range, block);
    if (parts.empty())
      return unpackTo(targets, target, Operand::error(range), block);
  } else {
    noteUnpacked(
        diagnostics().emit(value.range, diag::CannotUnpack, describe(value)),
        value.range, targets.size());
    return unpackTo(targets, target, Operand::error(range), block);
  }
  if (star < targets.size() && parts.size() + 1 >= targets.size() && !isError) {
    // first, *rest, last
    std::size_t taken = parts.size() + 1 - targets.size();
    auto from = parts.begin() + static_cast<std::ptrdiff_t>(star);
    auto to = from + static_cast<std::ptrdiff_t>(taken);
    std::vector<Operand> rest(std::make_move_iterator(from),
                              std::make_move_iterator(to));
    parts.insert(parts.erase(from, to),
                 Operand::asList(Operand::tuple(std::move(rest), range)));
  }
  if (parts.size() != targets.size()) {
    noteUnpacked(diagnostics().emit(range, diag::UnpackCount,
                                    static_cast<Integer>(parts.size()),
                                    static_cast<Integer>(targets.size())),
                 given, targets.size());
    return unpackTo(targets, target, Operand::error(range), block);
  }
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const auto *starred = std::get_if<Starred>(&targets[i]->node);
    assignTo(starred ? *starred->value : *targets[i], std::move(parts[i]),
             block);
  }
}

/// Fewer subscripts than axes, or a slice, `...` or a new axis among them.
static bool isPart(const std::vector<Operand> &subscripts, const Type &array) {
  bool result = subscripts.size() < array.ndim;
  for (const Operand &subscript : subscripts)
    result =
        result || subscript.isSlice() ||
        (subscript.known && (subscript.known->kind == Value::Kind::Ellipsis ||
                             subscript.known->kind == Value::Kind::None));
  return result;
}

static void refuseElementOf(Emitter &e, const Operand &base,
                            SourceRange range) {
  Diagnostic &message = e.diagnostics().emit(
      range, diag::CannotAssign, "an element of " + e.describe(base));
  if (isTuple(base))
    message.notes.push_back(
        {range, "tuples and lists never change here: use `cuda.local.array`"});
}

/// The value, computed before what follows in the block. Elements of an array
/// expression are computed in the loop around them.
static Operand computed(Emitter &e, Operand value, ir::Block &block) {
  for (Operand &part : value.parts)
    part = computed(e, std::move(part), block);
  bool isWhole = (value.isScalar() || value.isArray()) && !value.isElement;
  return isWhole ? keep(e, std::move(value), block) : std::move(value);
}

void FunctionChecker::storeTo(const Expr &target, Operand value, Block &block) {
  const auto &node = std::get<Subscript>(target.node);
  // Python evaluates the value before the target's subscripts.
  Operand base = check(*node.value);
  std::vector<Operand> subscripts;
  if (!checkSubscripts(*this, node, subscripts) || base.isError ||
      value.isError)
    return;
  if (std::optional<std::size_t> data = untypedData(base)) {
    giveType(*data, typeOf(value));
    return diagnostics().noteFailure(target.range);
  }
  base = pointee(*this, std::move(base));
  if (base.expr && base.type.record && subscripts.size() == 1 &&
      subscripts[0].known &&
      (subscripts[0].known->kind == Value::Kind::String || !base.isArray())) {
    std::optional<std::uint32_t> field = fieldNamed(base, *subscripts[0].known);
    if (field)
      return storeField(*this, std::move(base), *field, std::move(value),
                        target.range, block);
    // The message is the same as for reading it.
    (void)fieldSubscript(*this, base, subscripts, target.range);
    return;
  }
  if (!base.isArray()) {
    refuseElementOf(*this, base, node.value->range);
    return;
  }
  Type type = base.type;
  if (refuseReadonly(base))
    return;
  warnOutOfRange(*this, value, type.element());
  // Which is not yet computed, and may ask for what a walrus there sets. Of a
  // part of an array the subscripts are computed before the loop that stores.
  std::set<std::string> set;
  collectWalrus(target, set);
  bool isForPart = isPart(subscripts, type);
  if (!set.empty() || (isForPart && value.isScalar()))
    value = computed(*this, std::move(value), block);
  if (isForPart)
    return storePart(*this, std::move(base), std::move(subscripts), node,
                     std::move(value), target.range, block);
  ir::Store store;
  if (subscripts.size() == type.ndim)
    takePartialIndex(base, store.indices);
  if (!makeIndices(*this, base.type, std::move(subscripts), store.indices,
                   target.range))
    return;
  if (losesFraction(base, value, target.range))
    return;
  store.value = coerce(std::move(value), type.element());
  if (!store.value)
    return;
  store.array = materialize(std::move(base));
  block.push_back({target.range, std::move(store)});
}

void FunctionChecker::checkAugAssign(const AugAssign &node, SourceRange range,
                                     Block &block) {
  if (const auto *name = std::get_if<Name>(&node.target->node)) {
    Operand left = required(*this, readVariable(name->id, node.target->range));
    if (left.isArray())
      return augmentPart(*this, node.op, std::move(left), *node.value, range,
                         block);
    Operand right = check(*node.value);
    if (node.op == BinaryOp::Pow && left.isScalar() &&
        (typeOf(left).isInteger() || typeOf(left).isBool()))
      right = exponentOf(*node.value, std::move(right));
    warnOfRight(*this, node.op, left, right, range);
    Operand value =
        binaryOperation(node.op, std::move(left), std::move(right), range);
    warnOfWideShift(*this, wideSlots_, value, *node.target);
    assignVariable(name->id, std::move(value), range, block);
    return;
  }
  if (std::get_if<Attribute>(&node.target->node))
    return augmentField(*this, node, check(*node.target), range, block);
  if (const auto *element = std::get_if<Subscript>(&node.target->node))
    return checkAugElement(node, *element, range, block);
  diagnostics().emit(node.target->range, diag::CannotAssign,
                     "`" + spell(*node.target) + "`");
}

/// a[i, j] op= value: array and subscripts are evaluated once.
void FunctionChecker::checkAugElement(const AugAssign &node,
                                      const Subscript &target,
                                      SourceRange range, Block &block) {
  Operand base = check(*target.value);
  std::vector<Operand> subscripts;
  bool valid = checkSubscripts(*this, target, subscripts);
  if (!valid || base.isError)
    return;
  std::vector<ir::Let> lets;
  // A pointer is kept, not the endless array at it: only there is an index
  // known to go unchecked.
  bool isPointer = base.expr && base.type.isPointer();
  if (isPointer)
    base = once(std::move(base), lets);
  Operand loaded = isPointer ? pointee(*this, again(base))
                             : Operand::error(target.value->range);
  base = pointee(*this, std::move(base));
  if (std::optional<Operand> field =
          fieldSubscript(*this, base, subscripts, node.target->range))
    return augmentField(*this, node, std::move(*field), range, block);
  if (!base.isArray()) {
    refuseElementOf(*this, base, target.value->range);
    return;
  }
  Type type = base.type;
  if (refuseReadonly(base))
    return;
  if (isPart(subscripts, type)) {
    Operand part = makeView(*this, std::move(base), std::move(subscripts),
                            target, node.target->range);
    if (part.isError)
      return;
    if (part.isArray())
      return augmentPart(*this, node.op, std::move(part), *node.value, range,
                         block);
    // a[i, ...]: an element after all.
    auto &element = std::get<ir::Load>(part.expr->node);
    base = Operand::ofExpr(std::move(element.array));
    subscripts.clear();
    for (ir::Index &index : element.indices)
      subscripts.push_back(Operand::ofExpr(std::move(index.value)));
  }
  if (!isPointer)
    base = once(std::move(base), lets);
  std::vector<Operand> forLoad;
  for (Operand &subscript : subscripts) {
    if (subscript.isError)
      return;
    subscript = once(std::move(subscript), lets);
    forLoad.push_back(again(subscript));
  }
  for (ir::Let &let : lets)
    block.push_back({range, ir::Assign{let.slot, std::move(let.value)}});
  ir::Load load;
  ir::Store store;
  SourceRange targetRange = node.target->range;
  if (!makeIndices(*this, type, std::move(forLoad), load.indices,
                   targetRange) ||
      !makeIndices(*this, type, std::move(subscripts), store.indices,
                   targetRange))
    return;
  load.array = materialize(isPointer ? std::move(loaded) : again(base));
  Operand old =
      Operand::ofExpr(makeExpr(targetRange, type.element(), std::move(load)));
  Operand right = check(*node.value);
  warnOfRight(*this, node.op, old, right, range);
  Operand value =
      binaryOperation(node.op, std::move(old), std::move(right), range);
  if (value.isError)
    return;
  store.value = coerce(std::move(value), type.element());
  if (!store.value)
    return;
  store.array = materialize(std::move(base));
  block.push_back({range, std::move(store)});
}

} // namespace pyk2ptx
