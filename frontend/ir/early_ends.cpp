// Who returns early has the rest of the statements in the other branch, and so
// has who begins the next turn of a loop early:
//
//   if c: return a               if c: result = a
//   b = f(x)               ->    else: b = f(x)
//   return b                           result = b
//
// Where both ways of a choice may come to the rest, a slot says who does:
//
//   if c:                        goesOn = True
//     s += 1                     if c:
//     if d: continue       ->      s += 1
//   s += x[k]                      if d: goesOn = False
//                                if goesOn: s += x[k]
//
// Who returns from a loop leaves that first:
//
//   for i in range(n):           found = False
//     if x[i] > y: return i      for i in range(n):
//   return -1               ->     if x[i] > y: result = i; found = True; break
//                                if found: return result
//                                return -1
#include "early_ends.h"

#include "ir_clone.h"
#include "ir_walk.h"
#include "make_expr.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace pyk2ptx {

using namespace ir;

namespace {

Type boolType() { return Type::of(Scalar::Bool); }

Stmt assign(SlotId slot, bool value, SourceRange range) {
  return {range,
          Assign{slot, makeExpr(range, boolType(),
                                Constant{static_cast<std::uint64_t>(value)})}};
}

/// Makes the ends of a block, which are an `End` each, the last thing that
/// happens.
template <typename End> class EndsLast {
public:
  static constexpr bool endsTurn = std::is_same_v<End, Continue>;

  /// Without `newFlag`, no slot is added, and the ends stay where they are;
  /// with it, they are dropped.
  explicit EndsLast(NewSlot newFlag) : newFlag_(std::move(newFlag)) {}

  /// False where one returns from a loop, or a slot is missing.
  bool run(Block &block) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      auto next = block.begin() + static_cast<std::ptrdiff_t>(i) + 1;
      if (std::holds_alternative<End>(block[i].node)) {
        block.erase(newFlag_ ? next - 1 : next, block.end());
        return true;
      }
      if (!hasEnd(block[i]))
        continue;
      if (isRepeatedEnd(block[i]))
        return false;
      Block rest(std::make_move_iterator(next),
                 std::make_move_iterator(block.end()));
      block.erase(next, block.end());
      return place(block, std::move(rest));
    }
    return true;
  }

private:
  /// Of the blocks of a statement those whose ends may be this block's.
  static void forEachEndedBlockOf(auto &stmt, auto &&f) {
    forEachBlockOf(stmt, [&](auto &block) {
      if (!endsTurn || !isRepeated(stmt, block))
        f(block);
    });
  }

  /// Whether one stands where a loop repeats it.
  static bool isRepeatedEnd(const Stmt &stmt) {
    bool found = false;
    forEachEndedBlockOf(stmt, [&](const Block &block) {
      found = found ||
              (isRepeated(stmt, block) && std::ranges::any_of(block, hasEnd));
    });
    return found;
  }

  static bool hasEnd(const Stmt &stmt) {
    if (std::holds_alternative<End>(stmt.node))
      return true;
    bool found = false;
    forEachEndedBlockOf(stmt, [&](const Block &block) {
      found = found || std::ranges::any_of(block, hasEnd);
    });
    return found;
  }

public:
  /// Whether nothing comes behind it.
  static bool alwaysLeaves(const Block &block) {
    return std::ranges::any_of(block, [](const Stmt &stmt) {
      const auto *choice = std::get_if<If>(&stmt.node);
      return std::holds_alternative<End>(stmt.node) ||
             std::holds_alternative<Return>(stmt.node) ||
             std::holds_alternative<Break>(stmt.node) ||
             std::holds_alternative<Raise>(stmt.node) ||
             (choice && alwaysLeaves(choice->body) &&
              alwaysLeaves(choice->orElse));
    });
  }

private:
  /// `block` ends with a statement that has ends, which `rest` comes behind.
  bool place(Block &block, Block rest) {
    auto *choice = std::get_if<If>(&block.back().node);
    bool bodyLeaves = choice && alwaysLeaves(choice->body),
         elseLeaves = choice && alwaysLeaves(choice->orElse);
    std::size_t at = block.size() - 1;
    if (bodyLeaves && elseLeaves)
      rest.clear();
    if (bodyLeaves || elseLeaves) {
      Block &other = bodyLeaves ? choice->orElse : choice->body;
      other.insert(other.end(), std::make_move_iterator(rest.begin()),
                   std::make_move_iterator(rest.end()));
    } else if (!rest.empty()) {
      if (!newFlag_)
        return false;
      guard(block, std::move(rest));
      ++at;
    }
    bool isDone = true;
    for (; at < block.size(); ++at)
      forEachEndedBlockOf(block[at],
                          [&](Block &inner) { isDone = run(inner) && isDone; });
    return isDone;
  }

  /// What `block` ends with stands between the assignment of a slot, which says
  /// who goes on to `rest`, and that.
  void guard(Block &block, Block rest) {
    SourceRange range = block.back().range;
    SlotId slot = newFlag_();
    clearAtEnds(block.back(), slot);
    block.insert(block.end() - 1, assign(slot, true, range));
    block.push_back({range, If{makeExpr(range, boolType(), SlotValue{slot}),
                               std::move(rest),
                               {}}});
  }

  static void clearAtEnds(Stmt &stmt, SlotId slot) {
    forEachEndedBlockOf(stmt, [&](Block &block) {
      for (std::size_t i = 0; i < block.size(); ++i) {
        if (std::holds_alternative<End>(block[i].node)) {
          block.insert(block.begin() + static_cast<std::ptrdiff_t>(i),
                       assign(slot, false, block[i].range));
          return;
        }
        if (hasEnd(block[i]))
          clearAtEnds(block[i], slot);
      }
    });
  }

  NewSlot newFlag_;
};

/// Takes the returns out of a function's loops, inner ones first.
class LoopReturns {
public:
  explicit LoopReturns(Function &function) : function_(function) {}

  void run(Block &block) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      forEachBlockOf(block[i], [&](Block &inner) { run(inner); });
      auto *loop = std::get_if<While>(&block[i].node);
      auto *counted = std::get_if<ForRange>(&block[i].node);
      if (!loop && !counted)
        continue;
      Block &body = loop ? loop->body : counted->body;
      if (!hasJumpIn<Return>(body))
        continue;
      SourceRange range = block[i].range;
      auto *always =
          loop ? std::get_if<Constant>(&loop->condition->node) : nullptr;
      bool isEndless = always && always->bits && !hasJumpIn<Break>(body);
      SlotId left = newSlot("left", boolType());
      leave(body, left);
      auto at = block.begin() + static_cast<std::ptrdiff_t>(i);
      Stmt last{range, Return{result(range)}};
      if (!isEndless) {
        If choice{makeExpr(range, boolType(), SlotValue{left}), {}, {}};
        choice.body.push_back(std::move(last));
        last = {range, std::move(choice)};
      }
      at = block.insert(at, assign(left, false, range));
      block.insert(at + 2, std::move(last));
      i += 2;
    }
  }

private:
  /// Of a loop's body, without inner loops'.
  void leave(Block &body, SlotId left) {
    for (std::size_t i = 0; i < body.size(); ++i) {
      forEachBlockOf(body[i], [&](Block &inner) {
        if (!isRepeated(body[i], inner))
          leave(inner, left);
      });
      auto *end = std::get_if<Return>(&body[i].node);
      if (!end)
        continue;
      SourceRange range = body[i].range;
      std::vector<Stmt> instead;
      if (end->value)
        instead.push_back({range, Assign{resultSlot(), std::move(end->value)}});
      instead.push_back(assign(left, true, range));
      instead.push_back({range, Break{}});
      body.erase(body.begin() + static_cast<std::ptrdiff_t>(i), body.end());
      body.insert(body.end(), std::make_move_iterator(instead.begin()),
                  std::make_move_iterator(instead.end()));
      return;
    }
  }

  SlotId resultSlot() {
    if (!result_)
      result_ = newSlot("result", function_.returnType);
    return *result_;
  }
  SlotId newSlot(const char *name, Type type) {
    SlotId slot = addSlot(function_, std::move(type));
    function_.slots[slot].name = name;
    return slot;
  }
  ExprPtr result(SourceRange range) {
    return function_.returnType.isNone()
               ? nullptr
               : makeExpr(range, function_.returnType, SlotValue{resultSlot()});
  }

  Function &function_;
  std::optional<SlotId> result_;
};

/// A choice of which only the other branch is left becomes the opposite one.
void removeEmptyBranches(Block &block) {
  forEachStmt(block, [](Stmt &stmt) {
    auto *choice = std::get_if<If>(&stmt.node);
    if (!choice || !choice->body.empty() || choice->orElse.empty())
      return;
    SourceRange range = choice->condition->range;
    choice->condition = makeExpr(
        range, boolType(), Unary{UnaryOp::Not, std::move(choice->condition)});
    std::swap(choice->body, choice->orElse);
  });
}

} // namespace

std::optional<Block> bodyWithReturnsLast(const Function &function) {
  Block body = clone(function.body);
  bool givesValue = !function.returnType.isNone();
  if (!EndsLast<Return>(nullptr).run(body) ||
      (givesValue && !EndsLast<Return>::alwaysLeaves(body)))
    return std::nullopt;
  return body;
}

void breakForReturns(Function &function) {
  if (function.returnType.isScalar() || function.returnType.isNone())
    LoopReturns(function).run(function.body);
}

void dropReturns(Block &body,
                 const std::function<void(ExprPtr, Block &)> &put) {
  if (body.empty())
    return;
  if (auto *result = std::get_if<Return>(&body.back().node)) {
    ExprPtr value = std::move(result->value);
    body.pop_back();
    if (value)
      put(std::move(value), body);
    return;
  }
  // Of a loop what comes behind its turns.
  Stmt &last = body.back();
  forEachBlockOf(last, [&](Block &inner) {
    if (!isRepeated(last, inner))
      dropReturns(inner, put);
  });
}

void endTogether(Function &function) {
  BodyCopy before(function);
  auto newFlag = [&] { return addSlot(function, boolType()); };
  if (EndsLast<Return>(newFlag).run(function.body))
    removeEmptyBranches(function.body);
  else
    std::move(before).restore(function);
}

void endTurnsTogether(Block &turn, const NewSlot &newFlag) {
  if (!hasJumpIn<Continue>(turn))
    return;
  (void)EndsLast<Continue>(newFlag).run(turn);
  removeEmptyBranches(turn);
}

} // namespace pyk2ptx
