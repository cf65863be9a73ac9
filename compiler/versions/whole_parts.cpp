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
// known where it stands, as those of several threads that one does the work of.
// Where nothing asks whether k is negative, the test is 0 <= x < 2**30: nobody
// counts from an array's end by floats, and what k + 1 < n bounds is inside.
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
constexpr double endOfShort = std::int64_t(1) << Convert::shortBits;

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
  else if ((convert && !convert->isShort) ||
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
  /// A condition is about them, and an index that is tested is made of them.
  [[nodiscard]] bool areAskedAbout() const { return isAsked_ && isIndex_; }
  /// Something depends on whether one of them is negative.
  [[nodiscard]] bool mayBeNegative() const { return isSignAsked_; }

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
      });
    });
    lookAtIndices(stmt);
    if (const auto *choice = std::get_if<If>(&stmt.node))
      isAsked_ = isAsked_ || (does && !choice->isVersioned);
    else if (std::holds_alternative<While>(stmt.node))
      isAsked_ = isAsked_ || does;
    else if (const auto *loop = std::get_if<ForRange>(&stmt.node))
      add(loop->slot, does);
    else if (const auto *assign = std::get_if<Assign>(&stmt.node))
      add(assign->slot, does);
    return does;
  }
  template <class Node> void lookAtIndices(const Node &node) {
    forEachIndex(node, [&](const Index &index, const Expr &, unsigned) {
      isIndex_ =
          isIndex_ || (isTested(index) && mentions(*index.value, slots_));
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
  bool isAsked_ = false, isIndex_ = false, isSignAsked_ = false;
};

class WholePartCopier {
public:
  explicit WholePartCopier(Function &function)
      : function_(function), growth_(mostGrowth(function)) {
    forEachExprIn(function.body,
                  [&](const Expr &expr) { count(expr, reads_); });
  }

  void run(Block &block) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      copyFrom(block, i);
      descend(block[i]);
    }
  }

private:
  using Counts = std::unordered_map<SlotId, unsigned>;
  /// Statements of a block that set slots to what is made of whole parts.
  struct Conversions {
    std::vector<std::size_t> statements;
    SlotSet slots;
    /// By the test.
    bool areNatural = false;
  };

  static void count(const Expr &expr, Counts &counts) {
    if (const auto *read = std::get_if<SlotValue>(&expr.node))
      ++counts[read->slot];
  }

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
      nodes += countNodes({&block[i], 1});
      if (nodes > std::min(mostNodes, growth_))
        break;
      bool isOwn = std::ranges::count(found.statements, i) != 0;
      if (followed.pass(block[i]) || isOwn)
        end = i + 1;
    }
    if (end <= found.statements.back() || !followed.areAskedAbout() ||
        areSetAgain({block.data() + first, end - first}, found))
      return;
    growth_ -=
        std::min(growth_, countNodes({block.data() + first, end - first}));
    found.areNatural = !followed.mayBeNegative();
    copy(block, first, end, found);
  }

  /// None: the first is none.
  Conversions conversionsFrom(Block &block, std::size_t first) const {
    Conversions found;
    SlotSet assigned;
    for (std::size_t i = first; i < block.size(); ++i) {
      auto *assign = std::get_if<Assign>(&block[i].node);
      if (!assign || !isUnordered(*assign->value) ||
          found.statements.size() == mostConversions)
        break;
      bool isOne =
          function_.slots[assign->slot].type == Type::of(Scalar::I64) &&
          !assigned.contains(assign->slot);
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
      }
      addAssigned(block[i], assigned);
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
    for (std::size_t i : found.statements)
      forEachWholePart(*std::get<Assign>(block[i].node).value, [&](Expr &part) {
        ExprPtr &number = *wholePartOf(part);
        if (!std::holds_alternative<SlotValue>(number->node)) {
          SlotId slot = addSlot(function_, number->type);
          Type type = number->type;
          before.push_back({range, Assign{slot, std::move(number)}});
          number = makeExpr(range, type, SlotValue{slot});
        }
        addTest(
            choice.condition,
            found.areNatural ? CompareOp::GreaterEqual : CompareOp::Greater,
            clone(number),
            floatConstant(number->type, found.areNatural ? 0 : -endOfShort));
        addTest(choice.condition, CompareOp::Less, clone(number),
                floatConstant(number->type, endOfShort));
      });
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

  /// What is made of whole parts are slots of its own, whose ranges are short.
  Block shortCopyOf(const Block &statements, std::size_t first,
                    const Conversions &found) {
    Block result;
    std::unordered_map<SlotId, SlotId> own;
    for (std::size_t i = 0; i < statements.size(); ++i) {
      Stmt stmt = clone(statements[i]);
      std::span one(&stmt, 1);
      forEachExprIn(one, [&](Expr &expr) {
        auto *read = std::get_if<SlotValue>(&expr.node);
        if (auto place = read ? own.find(read->slot) : own.end();
            place != own.end())
          read->slot = place->second;
      });
      if (!std::ranges::count(found.statements, first + i)) {
        result.push_back(std::move(stmt));
        continue;
      }
      auto &assign = std::get<Assign>(stmt.node);
      forEachWholePart(*assign.value, [&](Expr &part) {
        part.node =
            Convert{makeExpr(part.range, part.type, std::move(part.node)), true,
                    found.areNatural};
      });
      SlotId slot = assign.slot;
      const Type type = function_.slots[slot].type;
      assign.slot = addSlot(function_, type);
      own[slot] = assign.slot;
      SourceRange range = stmt.range;
      ExprPtr value = makeExpr(range, type, SlotValue{assign.slot});
      result.push_back(std::move(stmt));
      if (isReadElsewhere(slot, std::span(statements).subspan(i + 1)))
        result.push_back({range, Assign{slot, std::move(value)}});
    }
    return result;
  }

  bool isReadElsewhere(SlotId slot, std::span<const Stmt> behind) {
    Counts counts;
    forEachExprIn(behind, [&](const Expr &expr) { count(expr, counts); });
    return counts[slot] < reads_[slot];
  }

  static ExprPtr floatConstant(const Type &type, double number) {
    return makeExpr({}, type, Constant{0, number});
  }

  Function &function_;
  unsigned growth_;
  /// How often each slot is read.
  Counts reads_;
};

} // namespace

void copyForWholeParts(Module &module) {
  std::vector<bool> barriers = findBarriers(module);
  for (Function &function : module.functions)
    if (hasGuards(function.body) && !hasBarrier(function.body, barriers))
      WholePartCopier(function).run(function.body);
}

} // namespace pyk2ptx
