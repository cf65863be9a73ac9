// LLVM sees that `if i < n` implies the guard of a[i]. It does not see it of a
// stencil's a[i - 1] and a[i + 1], whose guards then stand between the loads;
// and every guard that it has to remove costs compile time.
//
// A condition is a conjunction of comparisons. Of those between slot + c and a
// constant or an array's extent + d, what they say of the slot is kept while
// the statements under the condition are walked:
//
//   slot >= low          slot <= extent + high
//
// Slots count that are assigned once and in no loop, so that they have one
// value wherever they are read; what they were computed from is looked through.
#include "path_facts.h"

#include "compare_ops.h"
#include "frontend/ir/ir_walk.h"
#include "interval.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

/// No fact is about numbers beyond this, so that sums of a few stay in int64.
constexpr std::int64_t far = std::int64_t(1) << 60;

/// Facts are copied at each condition.
constexpr std::size_t mostFacts = 64;

/// An extent of an array that is a parameter.
using Extent = std::pair<SlotId, unsigned>;

/// slot + offset, extent + offset, or offset alone.
struct Term {
  std::optional<SlotId> slot;
  std::optional<Extent> extent;
  std::int64_t offset = 0;
};

class PathProver {
public:
  PathProver(Function &function, const Ranges &ranges)
      : function_(function), ranges_(ranges), values_(function.slots.size()),
        counts_(function.slots.size(), 0) {}

  void run() {
    for (SlotId slot = 0; slot < function_.paramCount; ++slot)
      counts_[slot] = 1;
    countAssignments(function_.body, false);
    walk(function_.body);
  }

private:
  // ---- slots with one value ----

  void assign(SlotId slot, const Expr *value, bool inLoop) {
    counts_[slot] += inLoop || function_.slots[slot].zero ? 2 : 1;
    values_[slot] = value;
  }

  void countAssignments(const Block &block, bool inLoop) {
    for (const Stmt &stmt : block) {
      forEachOperandOf(stmt, [&](const Expr &whole) {
        forEachExpr(whole, [&](const Expr &expr) {
          if (const auto *let = std::get_if<Let>(&expr.node))
            assign(let->slot, let->value.get(), true);
        });
      });
      if (const auto *node = std::get_if<Assign>(&stmt.node))
        assign(node->slot, node->value.get(), inLoop);
      const auto *range = std::get_if<ForRange>(&stmt.node);
      if (range)
        assign(range->slot, nullptr, true);
      bool loops = range || std::holds_alternative<While>(stmt.node);
      forEachBlockOf(stmt, [&](const Block &inner) {
        countAssignments(inner, inLoop || loops);
      });
    }
  }

  bool isConstant(SlotId slot) const { return counts_[slot] == 1; }

  const Expr &resolved(const Expr &expr) const {
    const Expr *at = &expr;
    while (const auto *slot = std::get_if<SlotValue>(&at->node)) {
      if (!isConstant(slot->slot) || !values_[slot->slot])
        break;
      const Expr *value = values_[slot->slot];
      // Its own operands may have changed since, unless they are as constant.
      if (!std::holds_alternative<SlotValue>(value->node))
        break;
      at = value;
    }
    return *at;
  }

  static bool isInt64(const Expr &expr) {
    return expr.type.isScalar() && expr.type.scalar == Scalar::I64;
  }

  std::optional<Term> extentOf(const Expr &expr) const {
    const auto *property = std::get_if<ArrayProperty>(&expr.node);
    if (!property)
      return std::nullopt;
    bool isExtent = property->field == ArrayField::Shape ||
                    (property->field == ArrayField::Size &&
                     property->array->type.ndim == 1);
    return isExtent ? termOfExtent(*property->array, property->axis)
                    : std::nullopt;
  }

  std::optional<Term> termOfExtent(const Expr &array, unsigned axis) const {
    const auto *slot = std::get_if<SlotValue>(&resolved(array).node);
    if (!slot || slot->slot >= function_.paramCount || !isConstant(slot->slot))
      return std::nullopt;
    Term term;
    term.extent = Extent{slot->slot, axis};
    return term;
  }

  /// Nothing where a sum might leave int64.
  std::optional<Term> termOf(const Expr &expr) const {
    if (!isInt64(expr))
      return std::nullopt;
    if (const auto *constant = std::get_if<Constant>(&expr.node)) {
      Term term;
      term.offset = static_cast<std::int64_t>(constant->bits);
      return term.offset > -far && term.offset < far ? std::optional(term)
                                                     : std::nullopt;
    }
    if (const auto *slot = std::get_if<SlotValue>(&expr.node)) {
      if (!isConstant(slot->slot))
        return std::nullopt;
      return termOfSlot(slot->slot);
    }
    if (const auto *sum = std::get_if<Binary>(&expr.node);
        sum && (sum->op == BinaryOp::Add || sum->op == BinaryOp::Sub) &&
        staysInInt64(sum->op, ranges_.of(*sum->left), ranges_.of(*sum->right)))
      return termOfSum(*sum);
    return extentOf(expr);
  }

  Term termOfSlot(SlotId slot) const {
    auto known = terms_.find(slot);
    if (known != terms_.end())
      return known->second;
    Term term;
    term.slot = slot;
    if (const Expr *value = values_[slot])
      term = termOf(*value).value_or(term);
    terms_.emplace(slot, term);
    return term;
  }

  std::optional<Term> termOfSum(const Binary &sum) const {
    std::optional<Term> left = termOf(*sum.left);
    std::optional<Term> right = termOf(*sum.right);
    if (!left || !right)
      return std::nullopt;
    bool isNumber = !right->slot && !right->extent;
    if (!isNumber && sum.op == BinaryOp::Add) {
      std::swap(left, right);
      isNumber = !right->slot && !right->extent;
    }
    if (!isNumber)
      return std::nullopt;
    left->offset += sum.op == BinaryOp::Add ? right->offset : -right->offset;
    if (left->offset <= -far || left->offset >= far)
      return std::nullopt;
    return left;
  }

  // ---- facts ----

  struct Facts {
    std::map<SlotId, std::int64_t> low;
    std::map<std::pair<SlotId, Extent>, std::int64_t> high;
  };

  /// left <= right.
  void addOrder(const Term &left, const Term &right) {
    if (facts_.low.size() + facts_.high.size() >= mostFacts)
      return;
    std::int64_t distance = right.offset - left.offset;
    if (right.slot && !left.slot && !left.extent) {
      auto [place, isNew] = facts_.low.try_emplace(*right.slot, -distance);
      if (!isNew)
        place->second = std::max(place->second, -distance);
    } else if (left.slot && right.extent) {
      auto [place, isNew] =
          facts_.high.try_emplace({*left.slot, *right.extent}, distance);
      if (!isNew)
        place->second = std::min(place->second, distance);
    }
  }

  void addComparison(const Compare &compare, bool isTrue) {
    CompareOp op = isTrue ? compare.op : negated(compare.op);
    std::optional<Term> left = termOf(*compare.left);
    std::optional<Term> right = termOf(*compare.right);
    if (!left || !right)
      return;
    auto lessOrEqual = [&](Term small, const Term &large, bool isStrict) {
      small.offset += isStrict ? 1 : 0;
      addOrder(small, large);
    };
    switch (op) {
    case CompareOp::Less:
    case CompareOp::LessEqual:
      return lessOrEqual(*left, *right, op == CompareOp::Less);
    case CompareOp::Greater:
    case CompareOp::GreaterEqual:
      return lessOrEqual(*right, *left, op == CompareOp::Greater);
    case CompareOp::Equal:
      lessOrEqual(*left, *right, false);
      return lessOrEqual(*right, *left, false);
    case CompareOp::NotEqual:
      return;
    }
  }

  /// What `condition` says where it is as `isTrue`.
  void add(const Expr &condition, bool isTrue) {
    if (const auto *logical = std::get_if<Logical>(&condition.node)) {
      if (logical->isAnd == isTrue) {
        add(*logical->left, isTrue);
        add(*logical->right, isTrue);
      }
    } else if (const auto *unary = std::get_if<Unary>(&condition.node)) {
      if (unary->op == UnaryOp::Not)
        add(*unary->operand, !isTrue);
    } else if (const auto *compare = std::get_if<Compare>(&condition.node)) {
      addComparison(*compare, isTrue);
    } else if (const auto *slot = std::get_if<SlotValue>(&condition.node)) {
      if (isConstant(slot->slot) && values_[slot->slot] &&
          condition.type.isBool())
        add(*values_[slot->slot], isTrue);
    }
  }

  // ---- walks ----

  void prove(Index &index, const Expr &array, unsigned axis) const {
    if (index.bounds == Bounds::None)
      return;
    std::optional<Term> term = termOf(*index.value);
    if (!term || !term->slot)
      return;
    auto low = facts_.low.find(*term->slot);
    std::int64_t least =
        std::max(ranges_.ofSlot(*term->slot).low,
                 low == facts_.low.end() ? INT64_MIN : low->second);
    if (least < -term->offset)
      return;
    index.wrap = false;
    std::optional<Term> extent = termOfExtent(array, axis);
    if (!extent)
      return;
    auto high = facts_.high.find({*term->slot, *extent->extent});
    if (high != facts_.high.end() && high->second + term->offset < 0)
      index.bounds = Bounds::None;
  }

  /// The indices that an expression or a statement itself has.
  template <class Node> void proveIndices(Node &node) const {
    forEachIndex(node, [&](Index &index, const Expr &array, unsigned axis) {
      prove(index, array, axis);
    });
  }

  /// Walks what holds where `condition` is as `isTrue`.
  template <class F> void under(const Expr &condition, bool isTrue, F &&walk) {
    Facts before = facts_;
    add(condition, isTrue);
    walk();
    facts_ = std::move(before);
  }

  void walk(Expr &expr) {
    if (auto *select = std::get_if<Select>(&expr.node)) {
      walk(*select->condition);
      under(*select->condition, true, [&] { walk(*select->body); });
      under(*select->condition, false, [&] { walk(*select->orElse); });
      return;
    }
    if (auto *logical = std::get_if<Logical>(&expr.node)) {
      walk(*logical->left);
      under(*logical->left, logical->isAnd, [&] { walk(*logical->right); });
      return;
    }
    forEachOperand(expr, [&](Expr &operand) { walk(operand); });
    proveIndices(expr);
  }

  static bool leaves(const Block &block) {
    if (block.empty())
      return false;
    const auto &last = block.back().node;
    return std::holds_alternative<Return>(last) ||
           std::holds_alternative<Break>(last) ||
           std::holds_alternative<Continue>(last) ||
           std::holds_alternative<Raise>(last);
  }

  void walk(Block &block) {
    Facts before = facts_;
    for (Stmt &stmt : block) {
      forEachOperandOf(stmt, [&](Expr &expr) { walk(expr); });
      proveIndices(stmt);
      auto *choice = std::get_if<If>(&stmt.node);
      if (!choice) {
        forEachBlockOf(stmt, [&](Block &inner) { walk(inner); });
        continue;
      }
      const Expr &condition = *choice->condition;
      under(condition, true, [&] { walk(choice->body); });
      under(condition, false, [&] { walk(choice->orElse); });
      // The rest is reached where the condition was false.
      if (leaves(choice->body) && choice->orElse.empty())
        add(condition, false);
    }
    facts_ = std::move(before);
  }

  Function &function_;
  const Ranges &ranges_;
  /// The last assignment of each slot, and how many there are; those in loops
  /// count as several.
  std::vector<const Expr *> values_;
  std::vector<unsigned> counts_;
  /// Of slots that are constant.
  mutable std::unordered_map<SlotId, Term> terms_;
  Facts facts_;
};

} // namespace

void proveByConditions(Function &function, const Ranges &ranges) {
  PathProver(function, ranges).run();
}

} // namespace pyk2ptx
