// A test of all integers that a kernel is given would send the search for a
// time stamp to the copy for large sizes. So it asks of those that indices are
// computed of: backwards from the indices, the bounds of loops and what takes
// work, through assignments and comparisons. What is loaded is no size: it has
// as many bits as ever.
#include "sizes.h"

#include "frontend/ir/ir_walk.h"
#include "frontend/tables/builtins.h"

namespace pyk2ptx {

using namespace ir;

namespace {

/// Calls `f` with `expr` and its parts, but for where what is loaded lies.
template <class F> void forEachComputed(const Expr &expr, F &&f) {
  f(expr);
  if (!std::holds_alternative<Load>(expr.node) &&
      !std::holds_alternative<Atomic>(expr.node))
    forEachOperand(expr, [&](const Expr &part) { forEachComputed(part, f); });
}

bool isPlace(const Expr &expr) {
  const auto *call = std::get_if<CallBuiltin>(&expr.node);
  return call && call->args.empty() && onlyGivesValue(effectOf(call->builtin));
}

bool isExtent(const Expr &expr) {
  const auto *property = std::get_if<ArrayProperty>(&expr.node);
  return property && (property->field == ArrayField::Shape ||
                      property->field == ArrayField::Size);
}

/// The block's place times its threads.
bool isFirstPlace(const Binary &product) {
  auto isConverted = [](const Expr &expr) {
    const auto *convert = std::get_if<Convert>(&expr.node);
    return convert && isPlace(*convert->operand);
  };
  return isConverted(*product.left) && isConverted(*product.right);
}

} // namespace

Sizes::Sizes(const Function &kernel) : kernel_(kernel), ranges_(kernel) {
  addIndices();
  addComputed();
  keepFitting();
}

bool Sizes::has(SlotId param) const {
  bool isKnown = param < kernel_.sizeBits.size() && kernel_.sizeBits[param];
  return !isKnown && isIndexParam(param, Scalar::I64);
}

bool Sizes::hasShort(SlotId param) const {
  return isIndexParam(param, Scalar::I32);
}

bool Sizes::isIndexParam(SlotId slot, Scalar scalar) const {
  return slot < kernel_.paramCount &&
         kernel_.slots[slot].type == Type::of(scalar) && isOfIndices(slot);
}

bool Sizes::isWide(const Expr &expr) const {
  if (expr.type != Type::of(Scalar::I64))
    return false;
  Interval range = ranges_.of(expr);
  return range.low < INT32_MIN || range.high > INT32_MAX;
}

bool Sizes::isWork(const Expr &expr) {
  if (const auto *convert = std::get_if<Convert>(&expr.node))
    return expr.type.isFloat() &&
           convert->operand->type == Type::of(Scalar::I64);
  if (expr.type != Type::of(Scalar::I64))
    return false;
  const auto *binary = std::get_if<Binary>(&expr.node);
  return std::holds_alternative<Select>(expr.node) ||
         (binary &&
          (binary->op == BinaryOp::Min || binary->op == BinaryOp::Max ||
           binary->op == BinaryOp::FloorDiv || binary->op == BinaryOp::Mod));
}

// ---- backwards: what indices are computed of ----

void Sizes::addWith(const Expr &value) {
  forEachComputed(value, [&](const Expr &part) {
    if (const auto *slot = std::get_if<SlotValue>(&part.node))
      indices_.insert(slot->slot);
  });
}

/// What an index is compared with limits it.
void Sizes::addCompared(const Compare &compare) {
  auto isIndex = [&](const Expr &side) {
    bool isOne = false;
    forEachComputed(side, [&](const Expr &part) {
      const auto *slot = std::get_if<SlotValue>(&part.node);
      isOne = isOne || isExtent(part) || isPlace(part) ||
              (slot && indices_.contains(slot->slot));
    });
    return isOne;
  };
  if (isIndex(*compare.left))
    addWith(*compare.right);
  if (isIndex(*compare.right))
    addWith(*compare.left);
}

void Sizes::addIndices() {
  forEachIndexIn(kernel_.body, [&](const Index &index, const Expr &, unsigned) {
    addWith(*index.value);
  });
  forEachStmt(kernel_.body, [&](const Stmt &stmt) {
    if (std::holds_alternative<ForRange>(stmt.node))
      forEachOperandOf(stmt, [&](const Expr &bound) { addWith(bound); });
  });
  forEachExprIn(kernel_.body, [&](const Expr &expr) {
    if (isWork(expr) || std::holds_alternative<View>(expr.node))
      addWith(expr);
  });
  for (std::size_t before = indices_.size() + 1; before != indices_.size();) {
    before = indices_.size();
    forEachAssigned(kernel_.body, [&](SlotId slot, const Expr &value) {
      if (indices_.contains(slot))
        addWith(value);
    });
    forEachExprIn(kernel_.body, [&](const Expr &expr) {
      if (const auto *compare = std::get_if<Compare>(&expr.node))
        addCompared(*compare);
    });
  }
}

// ---- forwards: what is computed of sizes ----

bool Sizes::mentions(const Expr &expr) const {
  if (std::holds_alternative<Load>(expr.node) ||
      std::holds_alternative<Atomic>(expr.node))
    return false;
  if (const auto *value = std::get_if<SlotValue>(&expr.node))
    return has(value->slot) || computed_.contains(value->slot);
  if (const auto *choice = std::get_if<Select>(&expr.node))
    return mentions(*choice->body) || mentions(*choice->orElse);
  bool isSize = !kernel_.smallArrays && (isExtent(expr) || isPlace(expr));
  forEachOperand(
      expr, [&](const Expr &operand) { isSize = isSize || mentions(operand); });
  return isSize;
}

void Sizes::addComputed() {
  for (std::size_t before = computed_.size() + 1; before != computed_.size();) {
    before = computed_.size();
    forEachAssigned(kernel_.body, [&](SlotId slot, const Expr &value) {
      if (mentions(value))
        computed_.insert(slot);
    });
    forEachStmt(kernel_.body, [&](const Stmt &stmt) {
      const auto *loop = std::get_if<ForRange>(&stmt.node);
      if (loop && (mentions(*loop->start) || mentions(*loop->stop) ||
                   mentions(*loop->step)))
        computed_.insert(loop->slot);
    });
  }
}

bool Sizes::wouldFit(const Expr &expr) const {
  return isWideSize(expr) && fits(expr);
}

bool Sizes::fits(const Expr &expr) const {
  if (!isWide(expr))
    return expr.type.isInteger();
  if (const auto *value = std::get_if<SlotValue>(&expr.node))
    return has(value->slot) || fitting_.contains(value->slot);
  if (const auto *property = std::get_if<ArrayProperty>(&expr.node))
    return property->field == ArrayField::Shape;
  if (const auto *choice = std::get_if<Select>(&expr.node))
    return fits(*choice->body) && fits(*choice->orElse);
  if (const auto *let = std::get_if<Let>(&expr.node))
    return fits(*let->value) && fits(*let->body);
  const auto *binary = std::get_if<Binary>(&expr.node);
  if (!binary)
    return false;
  bool isProduct =
      binary->op == BinaryOp::Mul || binary->op == BinaryOp::LeftShift;
  return fits(*binary->left) && fits(*binary->right) &&
         (!isProduct || isFirstPlace(*binary));
}

/// Slots are taken to fit until one is assigned what does not.
void Sizes::keepFitting() {
  for (SlotId slot = kernel_.paramCount; slot < kernel_.slots.size(); ++slot)
    if (kernel_.slots[slot].type == Type::of(Scalar::I64))
      fitting_.insert(slot);
  for (std::size_t before = fitting_.size() + 1; before != fitting_.size();) {
    before = fitting_.size();
    forEachAssigned(kernel_.body, [&](SlotId slot, const Expr &value) {
      if (fitting_.contains(slot) && !fits(value))
        fitting_.erase(slot);
    });
    forEachStmt(kernel_.body, [&](const Stmt &stmt) {
      const auto *loop = std::get_if<ForRange>(&stmt.node);
      if (loop && !(fits(*loop->start) && fits(*loop->stop)))
        fitting_.erase(loop->slot);
    });
  }
}

} // namespace pyk2ptx
