// What lies between two samples is interpolated, a particle is in a cell of a
// grid: indices are whole parts of floats, and programs ask themselves whether
// they are inside.
//
//   k = int(x)
//   if k >= 0 and k + 1 < n:
//     ... a[k] * (1 - (x - k)) + a[k + 1] * (x - k)
//
// k has 64 bits and saturates, so that k + 1 may wrap around, and the condition
// proves nothing: the guards stay, and all of it is computed in 64 bits. But
// whole parts of more than 30 bits are no indices that anybody has. So what
// follows such a statement, as far as it has to do with k, is there twice,
// behind a test of the float, which nan does not pass:
//
//   if -2**30 < x < 2**30:
//     k' = int(x), of 31 bits
//     ...: the condition bounds the indices
//   else:
//     k = int(x)
//     ...
//
// Further conversions are asked about by the same test if what they convert is
// known where it stands, as those of several threads that one does the work of,
// or may be computed before the first.
// Where nothing asks whether k is negative, the test is 0 <= x < 2**30: nobody
// counts from an array's end by floats, and what k + 1 < n bounds is inside.
// Nor is what a loop counts to ever negative. Where k is multiplied by itself,
// as the radius of a window is, x has to be below 2**13, so that a sum of
// squares has 32 bits too.
// Nothing that threads wait at is there twice: they would wait apart.
// Where no condition is about k, a test of the indices comes first, and asks of
// 32 bits itself (selection/short_conversions.h).
#include "whole_parts.h"

#include "compiler/facts/integer_types.h"
#include "compiler/facts/loop_facts.h"
#include "compiler/facts/real_ranges.h"
#include "compiler/transform/guarded_indices.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/make_expr.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/tables/builtins.h"
#include "inner_slots.h"
#include "size_tests.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <unordered_map>
#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

/// What is there twice, and how far behind a conversion its number is followed.
constexpr unsigned mostNodes = 400;
/// Conversions that one test is about.
constexpr std::size_t mostConversions = 4;
/// How many bits numbers have behind a test. Three squares of a place in a
/// window, a remainder by its side less its radius, are below 2**31.
constexpr unsigned shortBits = 30, factorBits = 13;
static_assert(3LL * (3LL << factorBits) * (3LL << factorBits) < 1LL << 31);

/// What a whole part of 64 bits is made of; null: it is none.
ExprPtr *wholePartOf(Expr &expr) {
  ExprPtr *operand =
      expr.type == Type::of(Scalar::I64) ? realOperandOf(expr) : nullptr;
  return operand && !(*operand)->type.isHalf() ? operand : nullptr;
}

/// Calls `f` with each whole part in `expr` that is computed in any case, and
/// that nothing is known of.
template <class F> void forEachWholePart(Expr &expr, F &&f) {
  const auto *convert = std::get_if<Convert>(&expr.node);
  if (wholePartOf(expr))
    f(expr);
  else if ((convert && !convert->shortBits) ||
           std::holds_alternative<Unary>(expr.node) ||
           std::holds_alternative<Binary>(expr.node))
    forEachOperand(expr, [&](Expr &operand) { forEachWholePart(operand, f); });
}

/// Whether all of it may be computed at once, in any order.
bool isUnordered(const Expr &value) {
  SlotSet lets;
  addLets(value, lets);
  return lets.empty() && !hasEffect(value);
}

bool mentions(const Expr &expr, const SlotSet &slots) {
  bool does = false;
  forEachExpr(expr, [&](const Expr &part) {
    const auto *read = std::get_if<SlotValue>(&part.node);
    does = does || (read && slots.contains(read->slot));
  });
  return does;
}

/// What is made of whole parts, followed from statement to statement.
class Followed {
public:
  Followed(const Function &function, SlotSet slots)
      : function_(function), slots_(std::move(slots)) {}

  /// Whether the statement, or one below, has to do with any of it.
  bool pass(const Stmt &stmt) {
    bool does = look(stmt);
    forEachBlockOf(stmt, [&](const Block &block) {
      for (const Stmt &inner : block)
        does = pass(inner) || does;
    });
    return does;
  }
  /// A condition is about them, and an index is made of them that is tested, or
  /// that a loop is about whose counter has as many bits.
  [[nodiscard]] bool areAskedAbout() const {
    return isAsked_ && (isTestedIndex_ || (isIndex_ && isCount_));
  }
  /// Something depends on whether one of them is negative.
  [[nodiscard]] bool mayBeNegative() const { return isSignAsked_; }
  /// One of them is multiplied by another.
  [[nodiscard]] bool areMultiplied() const { return isProduct_; }
  /// A loop ends where one of them is, and does not begin there.
  [[nodiscard]] bool areCounts() const { return isCount_; }

private:
  bool look(const Stmt &stmt) {
    bool does = false;
    forEachOperandOf(stmt, [&](const Expr &root) {
      does = does || mentions(root, slots_);
      forEachExpr(root, [&](const Expr &expr) {
        if (const auto *choice = std::get_if<Select>(&expr.node))
          isAsked_ = isAsked_ || mentions(*choice->condition, slots_);
        if (const auto *let = std::get_if<Let>(&expr.node))
          add(let->slot, mentions(*let->value, slots_));
        lookAtIndices(expr);
        isSignAsked_ = isSignAsked_ || asksForSign(expr);
        isProduct_ = isProduct_ || isProduct(expr);
      });
    });
    lookAtIndices(stmt);
    if (const auto *choice = std::get_if<If>(&stmt.node))
      isAsked_ = isAsked_ || (does && !choice->isVersioned);
    else if (std::holds_alternative<While>(stmt.node))
      isAsked_ = isAsked_ || does;
    else if (const auto *loop = std::get_if<ForRange>(&stmt.node)) {
      isCount_ = isCount_ || (mentions(*loop->stop, slots_) &&
                              !mentions(*loop->start, slots_));
      add(loop->slot, does);
    } else if (const auto *assign = std::get_if<Assign>(&stmt.node))
      add(assign->slot, does);
    return does;
  }
  template <class Node> void lookAtIndices(const Node &node) {
    forEachIndex(node, [&](const Index &index, const Expr &, unsigned) {
      if (!mentions(*index.value, slots_))
        return;
      isIndex_ = true;
      isTestedIndex_ = isTestedIndex_ || isTested(index);
    });
  }
  /// A comparison with 0 or less, a limit there, an absolute value.
  [[nodiscard]] bool asksForSign(const Expr &expr) const {
    if (const auto *call = std::get_if<CallBuiltin>(&expr.node))
      return call->builtin == Builtin::Abs && mentions(expr, slots_);
    const ExprPtr *left = nullptr, *right = nullptr;
    if (const auto *compare = std::get_if<Compare>(&expr.node)) {
      left = &compare->left;
      right = &compare->right;
    } else if (const auto *binary = std::get_if<Binary>(&expr.node);
               binary &&
               (binary->op == BinaryOp::Max || binary->op == BinaryOp::Min)) {
      left = &binary->left;
      right = &binary->right;
    }
    return left && ((isNoPositive(**left) && mentions(**right, slots_)) ||
                    (isNoPositive(**right) && mentions(**left, slots_)));
  }
  [[nodiscard]] bool isProduct(const Expr &expr) const {
    const auto *binary = std::get_if<Binary>(&expr.node);
    return binary && binary->op == BinaryOp::Mul && isInt64(expr.type) &&
           mentions(*binary->left, slots_) && mentions(*binary->right, slots_);
  }
  static bool isNoPositive(const Expr &expr) {
    const auto *constant = std::get_if<Constant>(&expr.node);
    return constant && isInt64(expr.type) &&
           static_cast<std::int64_t>(constant->bits) <= 0;
  }
  void add(SlotId slot, bool isMade) {
    const Type &type = function_.slots[slot].type;
    if (isMade && (type.isInteger() || type.isBool()))
      slots_.insert(slot);
  }

  const Function &function_;
  SlotSet slots_;
  bool isAsked_ = false, isIndex_ = false, isTestedIndex_ = false,
       isSignAsked_ = false, isProduct_ = false, isCount_ = false;
};

/// What a conversion's number is tested for.
struct ShortRange {
  unsigned bits = shortBits;
  bool isNatural = false;
};

class WholePartCopier {
public:
  /// `barriers` is findBarriers' result, and must outlive it.
  WholePartCopier(Function &function, const std::vector<bool> &barriers)
      : function_(function), barriers_(barriers), inner_(function),
        growth_(mostGrowth(function)) {}

  void run(Block &block) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      copyFrom(block, i);
      descend(block[i]);
    }
  }

private:
  /// Statements of a block that set slots to what is made of whole parts.
  struct Conversions {
    std::vector<std::size_t> statements;
    /// Of each.
    std::vector<ShortRange> ranges;
    /// Statements between them that set floats, and might as well stand first.
    std::vector<std::size_t> early;
    SlotSet slots;
  };

  void descend(Stmt &stmt) {
    if (isColdLoop(stmt))
      return;
    auto *choice = std::get_if<If>(&stmt.node);
    const Block *slow =
        choice && choice->isVersioned ? &choice->orElse : nullptr;
    forEachBlockOf(stmt, [&](Block &inner) {
      if (&inner != slow)
        run(inner);
    });
  }

  /// Where the statement is such a conversion, it and what follows it becomes a
  /// choice.
  void copyFrom(Block &block, std::size_t first) {
    Conversions found = conversionsFrom(block, first);
    if (found.statements.empty())
      return;
    Followed followed(function_, found.slots);
    std::size_t end = first;
    unsigned nodes = 0;
    for (std::size_t i = first; i < block.size(); ++i) {
      std::span one(&block[i], 1);
      nodes += countNodes(one);
      if (nodes > std::min(mostNodes, growth_) || hasBarrier(one, barriers_))
        break;
      bool isOwn = std::ranges::count(found.statements, i) != 0;
      if (followed.pass(block[i]) || isOwn)
        end = i + 1;
    }
    std::span all(block.data() + first, end - first);
    if (end <= found.statements.back() || !followed.areAskedAbout() ||
        areSetAgain(all, found))
      return;
    growth_ -= std::min(growth_, countNodes(all));
    for (std::size_t i : found.statements) {
      Followed alone(function_, {std::get<Assign>(block[i].node).slot});
      for (const Stmt &stmt : all)
        alone.pass(stmt);
      found.ranges.push_back({alone.areMultiplied() ? factorBits : shortBits,
                              alone.areCounts() || !followed.mayBeNegative()});
    }
    copy(block, putEarlyFirst(block, first, found), end, found);
  }

  /// Where the others begin then.
  static std::size_t putEarlyFirst(Block &block, std::size_t first,
                                   Conversions &found) {
    for (std::size_t early : found.early) {
      if (early > found.statements.back())
        break;
      auto begin = block.begin();
      std::rotate(begin + static_cast<std::ptrdiff_t>(first),
                  begin + static_cast<std::ptrdiff_t>(early),
                  begin + static_cast<std::ptrdiff_t>(early + 1));
      for (std::size_t &each : found.statements)
        each += each < early ? 1 : 0;
      ++first;
    }
    return first;
  }

  /// None: the first is none.
  Conversions conversionsFrom(Block &block, std::size_t first) const {
    Conversions found;
    /// But for the early ones.
    SlotSet assigned, named;
    for (std::size_t i = first; i < block.size(); ++i) {
      auto *assign = std::get_if<Assign>(&block[i].node);
      if (!assign || !isUnordered(*assign->value) ||
          found.statements.size() == mostConversions)
        break;
      const Type &type = function_.slots[assign->slot].type;
      bool isNew = !assigned.contains(assign->slot);
      bool isOne = isNew && type == Type::of(Scalar::I64);
      bool isKnown = true;
      unsigned parts = 0;
      forEachWholePart(*assign->value, [&](Expr &part) {
        ++parts;
        isKnown = isKnown && !mentions(**wholePartOf(part), assigned);
      });
      if (isOne && isKnown && parts) {
        found.statements.push_back(i);
        found.slots.insert(assign->slot);
      } else if (i == first) {
        break;
      } else if (isNew && type.isFloat() && !named.contains(assign->slot) &&
                 !mentions(*assign->value, assigned)) {
        found.early.push_back(i);
      }
      if (found.early.empty() || found.early.back() != i)
        addAssigned(block[i], assigned);
      forEachSlotNamed(std::span(&block[i], 1),
                       [&](SlotId slot) { named.insert(slot); });
    }
    return found;
  }

  /// What keeps a place inside sets it anew, and then is what bounds it.
  static bool areSetAgain(std::span<const Stmt> stmts,
                          const Conversions &found) {
    std::size_t sets = 0;
    forEachStmt(stmts, [&](const Stmt &stmt) {
      forEachSlotSetBy(stmt,
                       [&](SlotId slot) { sets += found.slots.count(slot); });
    });
    return sets != found.statements.size();
  }

  /// FIRST: ...; ...: END  ->  x = ...; if x is short: ... else: ...
  void copy(Block &block, std::size_t first, std::size_t end,
            const Conversions &found) {
    SourceRange range = block[first].range;
    Block before;
    If choice{nullptr, {}, {}, true};
    for (std::size_t i = 0; i < found.statements.size(); ++i) {
      Expr &value = *std::get<Assign>(block[found.statements[i]].node).value;
      forEachWholePart(value, [&](Expr &part) {
        ExprPtr &number = *wholePartOf(part);
        if (!std::holds_alternative<SlotValue>(number->node)) {
          SlotId slot = addSlot(function_, number->type);
          Type type = number->type;
          before.push_back({range, Assign{slot, std::move(number)}});
          number = makeExpr(range, type, SlotValue{slot});
        }
        addRange(choice.condition, *number, found.ranges[i]);
      });
    }
    auto begin = block.begin() + static_cast<std::ptrdiff_t>(first),
         behind = block.begin() + static_cast<std::ptrdiff_t>(end);
    std::move(begin, behind, std::back_inserter(choice.orElse));
    choice.body = shortCopyOf(choice.orElse, first, found);
    for (Stmt &stmt : choice.orElse)
      setCold(stmt, true);
    block.erase(begin + 1, behind);
    block[first] = {range, std::move(choice)};
    block.insert(block.begin() + static_cast<std::ptrdiff_t>(first),
                 std::make_move_iterator(before.begin()),
                 std::make_move_iterator(before.end()));
  }

  /// What is made of whole parts are slots of its own, whose ranges are short,
  /// and so is all that is made of those and stays within.
  Block shortCopyOf(const Block &statements, std::size_t first,
                    const Conversions &found) {
    Block result;
    SlotSet inner = inner_.of(statements);
    std::unordered_map<SlotId, SlotId> own;
    std::size_t shortened = 0;
    for (std::size_t i = 0; i < statements.size(); ++i) {
      Stmt stmt = clone(statements[i]);
      forEachSlotNamed(std::span(&stmt, 1), [&](SlotId &slot) {
        if (!own.contains(slot) && inner.contains(slot) &&
            !found.slots.contains(slot))
          own[slot] = inner_.follow(slot);
        if (auto place = own.find(slot); place != own.end())
          slot = place->second;
      });
      if (!std::ranges::count(found.statements, first + i)) {
        result.push_back(std::move(stmt));
        continue;
      }
      auto &assign = std::get<Assign>(stmt.node);
      auto [bits, isNatural] = found.ranges[shortened++];
      forEachWholePart(*assign.value, [&](Expr &part) {
        part.node =
            Convert{makeExpr(part.range, part.type, std::move(part.node)), bits,
                    isNatural};
      });
      SlotId slot = assign.slot;
      assign.slot = own[slot] = inner_.follow(slot);
      SourceRange range = stmt.range;
      ExprPtr value =
          makeExpr(range, function_.slots[slot].type, SlotValue{assign.slot});
      result.push_back(std::move(stmt));
      if (!inner_.isOnlyIn(std::span(statements).subspan(i), slot))
        result.push_back({range, Assign{slot, std::move(value)}});
    }
    return result;
  }

  static void addRange(ExprPtr &condition, const Expr &number,
                       const ShortRange &range) {
    double end = std::int64_t(1) << range.bits;
    addTest(condition,
            range.isNatural ? CompareOp::GreaterEqual : CompareOp::Greater,
            clone(number),
            floatConstant(number.type, range.isNatural ? 0 : -end));
    addTest(condition, CompareOp::Less, clone(number),
            floatConstant(number.type, end));
  }

  static ExprPtr floatConstant(const Type &type, double number) {
    return makeExpr({}, type, Constant{0, number});
  }

  Function &function_;
  const std::vector<bool> &barriers_;
  InnerSlots inner_;
  unsigned growth_;
};

} // namespace

void copyForWholeParts(Module &module) {
  std::vector<bool> barriers = findBarriers(module);
  for (Function &function : module.functions)
    if (hasGuards(function.body))
      WholePartCopier(function, barriers).run(function.body);
}

} // namespace pyk2ptx
