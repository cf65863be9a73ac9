// Lists and trees are arrays of where to go on, and tables are searched where
// what is found there says:
//
//   while parent[i] != i:
//       i = parent[i]
//
// Nothing before the loop says that i is inside. But each turn can, of all that
// it reads there, by one test without the arithmetic of indices that count from
// the end:
//
//   m = min(parent.shape[0], 2**31 - 1)
//   while i >= 0 and i < m:               # one comparison, without signs
//       if not parent[i] != i: go on behind both loops
//       i = parent[i]
//   while parent[i] != i: ...             # as it was
//
// A thread that fails the test goes on in the loop as it was, and stays there
// until that ends. So the first loop has no branch around a load, behind which
// threads would wait for each other; and where i is an int32 each time but the
// first, which is tested before, it is computed in 32 bits. (Joining the trees
// of a picture's parts takes less than a third of the time.)
#include "chased_loops.h"

#include "compiler/analyze/linear_bound.h"
#include "compiler/facts/loop_facts.h"
#include "compiler/transform/guarded_indices.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/make_expr.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

/// What is there twice.
constexpr unsigned mostNodesChased = 300;
constexpr std::uint64_t mostWord = std::numeric_limits<std::int32_t>::max();

bool fitsWord(const Type &type) {
  constexpr Scalar fitting[] = {Scalar::I32, Scalar::I16, Scalar::I8,
                                Scalar::U16, Scalar::U8};
  return std::ranges::any_of(
      fitting, [&](Scalar scalar) { return type == Type::of(scalar); });
}

/// The slot whose value `expr` is, an int64 or an int32 made one.
std::optional<SlotId> slotOf(const Expr &expr) {
  const auto *convert = std::get_if<Convert>(&expr.node);
  const Expr &inner = convert ? *convert->operand : expr;
  const auto *value = std::get_if<SlotValue>(&inner.node);
  if (!value || expr.type != Type::of(Scalar::I64) ||
      (convert ? inner.type != Type::of(Scalar::I32)
               : inner.type != Type::of(Scalar::I64)))
    return std::nullopt;
  return value->slot;
}

/// Whether 32 bits hold what `expr`, an int64, may be.
bool isWord(const Expr &expr) {
  if (const std::int64_t *number = constantOf(expr))
    return *number == static_cast<std::int32_t>(*number);
  if (const auto *choice = std::get_if<Select>(&expr.node))
    return isWord(*choice->body) && isWord(*choice->orElse);
  const auto *convert = std::get_if<Convert>(&expr.node);
  return convert && fitsWord(convert->operand->type);
}

/// Whether `slot`, an int64, is set to nothing else in the loop.
bool isSetToWords(const While &loop, SlotId slot) {
  bool areAll = true;
  forEachAssigned(loop.body, [&](SlotId set, const Expr &value) {
    areAll = areAll && (set != slot || isWord(value));
  });
  return areAll;
}

/// An index that is where a turn begins.
struct Covered {
  Index *index;
  ExprPtr extent;
};

/// Finds the indices that are a slot which turns set, as it was when the turn
/// began. Not those under a condition about the slot, `if p >= 0: x[p]`: their
/// test would keep threads off the first loop just where the condition is
/// false. One about what is loaded there, `if x[p] > 0`, does not say where p
/// is.
class Coverage {
public:
  explicit Coverage(const SlotSet &assigned) : assigned_(assigned) {}

  std::map<SlotId, std::vector<Covered>> run(While &loop) {
    addCounters(loop.body, others_);
    forEachExpr(*loop.condition,
                [&](const Expr &expr) { addLets(expr, others_); });
    forEachExprIn(loop.body, [&](const Expr &expr) { addLets(expr, others_); });
    walkCondition(*loop.condition);
    walk(loop.body);
    return std::move(found_);
  }

private:
  void walk(Expr &expr) {
    SlotSet asked = asked_;
    if (auto *both = std::get_if<Logical>(&expr.node)) {
      walk(*both->left);
      addAsked(*both->left);
      walk(*both->right);
    } else if (auto *choice = std::get_if<Select>(&expr.node)) {
      walk(*choice->condition);
      addAsked(*choice->condition);
      walk(*choice->body);
      walk(*choice->orElse);
    } else {
      forEachOperand(expr, [&](Expr &operand) { walk(operand); });
    }
    asked_ = std::move(asked);
    lookAt(expr);
  }
  /// Where one part is false the loop ends.
  void walkCondition(Expr &condition) {
    auto *both = std::get_if<Logical>(&condition.node);
    if (!both || !both->isAnd) {
      walk(condition);
      return;
    }
    walkCondition(*both->left);
    walkCondition(*both->right);
  }
  void addAsked(const Expr &condition) {
    if (const auto *value = std::get_if<SlotValue>(&condition.node))
      asked_.insert(value->slot);
    bool isLoaded = std::holds_alternative<Load>(condition.node) ||
                    std::holds_alternative<Atomic>(condition.node);
    if (!isLoaded)
      forEachOperand(condition,
                     [&](const Expr &operand) { addAsked(operand); });
  }
  void lookAt(auto &node) {
    forEachIndex(node, [&](Index &index, Expr &array, unsigned axis) {
      std::optional<SlotId> slot = slotOf(*index.value);
      if (!isTested(index) || index.isInsideIfAny || !slot ||
          changed_.contains(*slot) || !assigned_.contains(*slot) ||
          others_.contains(*slot) || asked_.contains(*slot) ||
          !isInvariant(array, assigned_))
        return;
      found_[*slot].push_back(
          {&index, makeExpr(index.value->range, Type::of(Scalar::I64),
                            ArrayProperty{ArrayField::Shape,
                                          static_cast<std::uint8_t>(axis),
                                          clone(array)})});
    });
  }
  void walk(Block &block) {
    for (Stmt &stmt : block) {
      bool isLoop = std::holds_alternative<While>(stmt.node) ||
                    std::holds_alternative<ForRange>(stmt.node);
      if (isLoop)
        addAssigned(stmt, changed_);
      forEachOperandOf(stmt, [&](Expr &operand) { walk(operand); });
      lookAt(stmt);
      SlotSet before = changed_, after = changed_, asked = asked_;
      forEachOperandOf(stmt, [&](Expr &operand) { addAsked(operand); });
      forEachBlockOf(stmt, [&](Block &inner) {
        changed_ = before;
        walk(inner);
        after.insert(changed_.begin(), changed_.end());
      });
      changed_ = std::move(after);
      asked_ = std::move(asked);
      forEachSlotSetBy(stmt, [&](SlotId slot) { changed_.insert(slot); });
    }
  }

  const SlotSet &assigned_;
  /// Slots that something else than an assignment sets; those that were set in
  /// this turn; those of which a condition around says more than what is loaded
  /// there.
  SlotSet others_, changed_, asked_;
  std::map<SlotId, std::vector<Covered>> found_;
};

class ChaseVersioner {
public:
  ChaseVersioner(Function &function, const std::vector<bool> &barriers)
      : function_(function), barriers_(barriers),
        growth_(mostGrowth(function)) {}

  void run(Block &block) {
    Block result;
    for (Stmt &stmt : block) {
      if (!isColdLoop(stmt))
        forEachBlockOf(stmt, [&](Block &inner) { run(inner); });
      if (std::holds_alternative<While>(stmt.node) && !isColdLoop(stmt))
        version(stmt, result);
      result.push_back(std::move(stmt));
    }
    block = std::move(result);
  }

private:
  /// A slot that says where a turn reads.
  struct Place {
    SlotId slot;
    /// An int32 that it is in the first loop; else itself.
    SlotId own;
    /// The extents' least.
    SlotId end;
  };

  ExprPtr value(SlotId slot) const {
    return makeExpr(range_, function_.slots[slot].type, SlotValue{slot});
  }
  ExprPtr make(Scalar type, auto node) const {
    return makeExpr(range_, Type::of(type), std::move(node));
  }
  ExprPtr as(Scalar type, ExprPtr expr) const {
    return expr->type == Type::of(type) ? std::move(expr)
                                        : make(type, Convert{std::move(expr)});
  }
  bool isA(SlotId slot, Scalar type) const {
    return function_.slots[slot].type == Type::of(type);
  }
  ExprPtr both(ExprPtr left, ExprPtr right) const {
    return left ? make(Scalar::Bool,
                       Logical{true, std::move(left), std::move(right)})
                : std::move(right);
  }
  /// A negative number is a large one without a sign.
  ExprPtr isWithin(SlotId slot, SlotId end) const {
    Scalar type = isA(slot, Scalar::I32) ? Scalar::U32 : Scalar::U64;
    return make(Scalar::Bool, Compare{CompareOp::Less, as(type, value(slot)),
                                      as(type, value(end))});
  }
  Stmt assign(SlotId slot, ExprPtr to) const {
    return {range_, Assign{slot, std::move(to)}};
  }
  Stmt setGoesOn(bool to) const {
    return assign(goesOn_, make(Scalar::Bool, Constant{to}));
  }
  Stmt unless(ExprPtr condition, Block body) const {
    return {range_,
            If{make(Scalar::Bool, Unary{UnaryOp::Not, std::move(condition)}),
               std::move(body),
               {}}};
  }

  void version(Stmt &stmt, Block &before) {
    auto &loop = std::get<While>(stmt.node);
    unsigned size = countNodes({&stmt, 1});
    if (!loop.orElse.empty() || size > std::min(mostNodesChased, growth_) ||
        !hasGuards({&stmt, 1}) || hasBarrier({&stmt, 1}, barriers_))
      return;
    Stmt copy = clone(stmt);
    auto &fast = std::get<While>(copy.node);
    SlotSet assigned;
    addAssigned(copy, assigned);
    std::map<SlotId, std::vector<Covered>> covered =
        Coverage(assigned).run(fast);
    if (covered.empty())
      return;
    growth_ -= size;
    range_ = stmt.range;
    std::vector<Place> places;
    for (auto &[slot, indices] : covered)
      places.push_back(placeOf(slot, indices, fast, before));
    put(std::move(fast), places, before);
    // Loops inside are as they were: threads may stay here from the first turn.
    std::get<While>(stmt.node).isCold = true;
    If rest{value(goesOn_), {}, {}};
    rest.body.push_back(std::move(stmt));
    stmt = {range_, std::move(rest)};
  }

  Place placeOf(SlotId slot, std::vector<Covered> &indices, const While &loop,
                Block &before) {
    bool isShort = isA(slot, Scalar::I64) && isSetToWords(loop, slot);
    Scalar type = isShort || isA(slot, Scalar::I32) ? Scalar::I32 : Scalar::I64;
    Place place{slot, isShort ? addSlot(function_, Type::of(type)) : slot,
                addSlot(function_, Type::of(type))};
    ExprPtr least =
        type == Scalar::I32 ? make(Scalar::I64, Constant{mostWord}) : nullptr;
    for (Covered &one : indices) {
      one.index->bounds = Bounds::None;
      one.index->wrap = false;
      one.index->isProven = true;
      least =
          least ? make(Scalar::I64, Binary{BinaryOp::Min, std::move(one.extent),
                                           std::move(least)})
                : std::move(one.extent);
    }
    before.push_back(assign(place.end, as(type, std::move(least))));
    return place;
  }

  /// goesOn = True
  /// if all begin inside:
  ///     goesOn = False
  ///     while True:
  ///         if not all are inside: goesOn = True; break
  ///         if not CONDITION: break
  ///         BODY
  /// (if goesOn: the loop as it was)
  void put(While fast, const std::vector<Place> &places, Block &before) {
    goesOn_ = addSlot(function_, Type::of(Scalar::Bool));
    before.push_back(setGoesOn(true));
    ExprPtr beginsInside, isInside;
    If enter{nullptr, {}, {}};
    enter.body.push_back(setGoesOn(false));
    fast.condition = unsaid(std::move(fast.condition), places);
    for (const Place &place : places) {
      if (place.own != place.slot) {
        useOwn(fast, place);
        enter.body.push_back(
            assign(place.own, as(Scalar::I32, value(place.slot))));
      }
      beginsInside =
          both(std::move(beginsInside), isWithin(place.slot, place.end));
      isInside = both(std::move(isInside), isWithin(place.own, place.end));
    }
    enter.condition = std::move(beginsInside);
    Block leave, end;
    leave.push_back(setGoesOn(true));
    leave.push_back({range_, Break{}});
    end.push_back({range_, Break{}});
    Block turn;
    turn.push_back(unless(std::move(isInside), std::move(leave)));
    if (fast.condition)
      turn.push_back(unless(std::move(fast.condition), std::move(end)));
    std::ranges::move(fast.body, std::back_inserter(turn));
    enter.body.push_back(
        {range_,
         While{make(Scalar::Bool, Constant{1}), std::move(turn), {}, false}});
    for (const Place &place : places)
      if (place.own != place.slot)
        enter.body.push_back(
            assign(place.slot, as(Scalar::I64, value(place.own))));
    before.push_back({range_, std::move(enter)});
  }

  /// Whether `condition` holds of a slot that is inside: `p >= 0`, `p != -1`.
  static bool isSaid(const Expr &condition, const std::vector<Place> &places) {
    if (const auto *constant = std::get_if<Constant>(&condition.node))
      return constant->bits != 0;
    const auto *compare = std::get_if<Compare>(&condition.node);
    const std::int64_t *number =
        compare ? constantOf(*compare->right) : nullptr;
    std::optional<SlotId> slot =
        compare ? slotOf(*compare->left) : std::nullopt;
    if (!number || !slot ||
        std::ranges::none_of(
            places, [&](const Place &place) { return place.slot == *slot; }))
      return false;
    return (compare->op == CompareOp::GreaterEqual && *number <= 0) ||
           (compare->op == CompareOp::Greater && *number < 0) ||
           (compare->op == CompareOp::NotEqual && *number < 0);
  }
  /// What the test of a turn does not say of the loop's condition; null: all.
  ExprPtr unsaid(ExprPtr condition, const std::vector<Place> &places) const {
    if (isSaid(*condition, places))
      return nullptr;
    auto *parts = std::get_if<Logical>(&condition->node);
    if (!parts || !parts->isAnd)
      return condition;
    ExprPtr left = unsaid(std::move(parts->left), places),
            right = unsaid(std::move(parts->right), places);
    return right ? both(std::move(left), std::move(right)) : std::move(left);
  }

  void useOwn(While &loop, const Place &place) const {
    auto replace = [&](Expr &expr) {
      if (const auto *read = std::get_if<SlotValue>(&expr.node);
          read && read->slot == place.slot)
        expr.node = Convert{value(place.own)};
    };
    if (loop.condition)
      forEachExpr(*loop.condition, replace);
    forEachExprIn(loop.body, replace);
    forEachStmt(loop.body, [&](Stmt &stmt) {
      auto *set = std::get_if<Assign>(&stmt.node);
      if (!set || set->slot != place.slot)
        return;
      set->slot = place.own;
      set->value = as(Scalar::I32, std::move(set->value));
    });
  }

  Function &function_;
  const std::vector<bool> &barriers_;
  unsigned growth_;
  SourceRange range_;
  /// Whether the loop as it was goes on.
  SlotId goesOn_ = 0;
};

} // namespace

void versionChasedLoops(Module &module) {
  std::vector<bool> barriers = findBarriers(module);
  for (Function &function : module.functions)
    if (hasGuards(function.body) && !function.isUnoptimized)
      ChaseVersioner(function, barriers).run(function.body);
}

} // namespace pyk2ptx
