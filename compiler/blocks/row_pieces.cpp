// Between barriers most of what few threads of a row do alone is at the
// beginning or the end of a piece:
//
//   s[t] = x                   for t in row: s[t] = x
//   if t % 32 == 0:      ->    for t in row, every 32nd:
//     part[t // 32] = x          part[t // 32] = x
//
// As vectors of the whole row they would be stores that are masked, for each of
// which the processor computes all addresses; a loop over few threads costs
// less than to ask all. So a piece is cut there, as if by a barrier, where that
// does not show and little more is kept for it.
#include "thread_loops.h"

#include "compiler/target/host_abi.h"
#include "frontend/ir/ir_walk.h"

#include <algorithm>

namespace pyk2ptx {

using namespace ir;

/// Whether it shows in nothing that a thread does not evaluate the expression.
bool ThreadLoopPlan::isSilent(const Expr &root) const {
  bool isIt = !hasEffect(root);
  forEachExpr(root, [&](const Expr &expr) {
    const auto *call = std::get_if<CallBuiltin>(&expr.node);
    isIt = isIt && !std::holds_alternative<Atomic>(expr.node) &&
           !std::holds_alternative<CallFunction>(expr.node) &&
           (!call || isInvariant(expr, {}));
  });
  return isIt;
}

RowThreads ThreadLoopPlan::rowThreadsOf(const Stmt &stmt) const {
  const auto *choice = std::get_if<If>(&stmt.node);
  if (!choice || !choice->orElse.empty() || !isSilent(*choice->condition))
    return {};
  RowThreads threads = places().rowThreadsOf(*choice->condition);
  if (together() == Together::Warp) {
    // They begin anew in each warp, and where in the row it is nobody asks.
    threads.end.reset();
    bool isOfLanes = threads.step && threads.step->step <= warpSize &&
                     warpSize % threads.step->step == 0;
    threads.step = isOfLanes
                       ? std::optional(RowStep{threads.step->step,
                                               threads.step->first, false})
                       : std::nullopt;
  }
  if (choice->body.size() == 1) {
    RowThreads inner = rowThreadsOf(choice->body[0]);
    threads = {threads.end ? threads.end : inner.end,
               threads.step ? threads.step : inner.step};
  }
  return threads;
}

/// Whether so few threads of a row do something that a loop over them costs
/// less than to ask all.
bool ThreadLoopPlan::isForFew(const Stmt &stmt) const {
  constexpr std::int64_t few = warpSize, seldom = 8;
  RowThreads threads = rowThreadsOf(stmt);
  return (threads.end && !threads.end->slot && threads.end->plus <= few) ||
         (threads.step && threads.step->step >= seldom);
}

/// Whether all that the statement leaves is computed again where it is read, by
/// the thread itself.
bool ThreadLoopPlan::isComputedAgain(const Stmt &stmt) const {
  const auto *assign = std::get_if<Assign>(&stmt.node);
  return assign && valueOf(assign->slot) && !kept_[assign->slot];
}

/// Whether it does not show that all threads have run `before` when the first
/// of them comes to `behind`, and little more is kept for it: a few numbers.
bool ThreadLoopPlan::isCut(const Block &block, const BlockPiece &before,
                           const BlockPiece &behind) const {
  constexpr unsigned most = 4;
  bool haveEffects[2] = {false, false};
  std::vector<bool> named[2];
  SlotFlow flows[2];
  for (bool isBehind : {false, true}) {
    const BlockPiece &piece = isBehind ? behind : before;
    named[isBehind].resize(kernel_.arrays.size());
    for (std::size_t i = piece.begin; i < piece.end; ++i) {
      haveEffects[isBehind] = haveEffects[isBehind] || hasEffect(block[i]);
      flows[isBehind].add(block[i]);
      nameArrays(block[i], named[isBehind]);
    }
  }
  for (std::size_t i = 0; i < kernel_.arrays.size(); ++i)
    if (named[0][i] && named[1][i] && kernel_.arrays[i].space == Space::Local)
      return false;
  unsigned kept = 0;
  for (SlotId slot : flows[1].exposed()) {
    if (!flows[0].assigned().contains(slot) || valueOf(slot))
      continue;
    if (!kernel_.slots[slot].type.isScalar() || ++kept > most)
      return false;
  }
  return !haveEffects[0] || !haveEffects[1];
}

std::vector<BlockPiece> ThreadLoopPlan::piecesOf(const Block &block) const {
  // Each looks at all that is behind.
  constexpr unsigned mostTries = 32;
  std::vector<BlockPiece> pieces;
  for (const BlockPiece &whole : cutAtBarriers(block)) {
    BlockPiece rest = whole;
    bool isExchange = exchangeOf(block[whole.begin]).has_value();
    bool areFew = false, isOpen = true;
    unsigned tries = 0;
    for (std::size_t i = whole.begin;
         i < whole.end && whole.kind == BlockPiece::Kind::Threads &&
         !isExchange;
         ++i) {
      if (isComputedAgain(block[i]))
        continue;
      bool isFew = isForFew(block[i]);
      BlockPiece before{whole.kind, rest.begin, i},
          behind{whole.kind, i, whole.end};
      if (!isOpen && isFew != areFew && tries++ < mostTries &&
          isCut(block, before, behind)) {
        pieces.push_back(before);
        rest.begin = i;
      }
      areFew = isFew;
      isOpen = false;
    }
    pieces.push_back(rest);
  }
  return pieces;
}

PieceRows ThreadLoopPlan::rowsOf(const Block &block, const BlockPiece &piece,
                                 const PieceSlots &slots) const {
  PieceRows rows;
  // Every thread gives such a slot its value.
  for (SlotId slot : slots.out)
    if (isUniform(slot))
      return rows;
  auto isKnownBefore = [&](SlotId slot) {
    auto holds = [&](const std::vector<SlotId> &list) {
      return std::find(list.begin(), list.end(), slot) != list.end();
    };
    return isUniform(slot) && (kept_[slot] || holds(atStart_)) &&
           !holds(slots.out);
  };
  bool isFirst = true, haveEnds = true;
  for (std::size_t i = piece.begin; i < piece.end; ++i) {
    if (isComputedAgain(block[i]))
      continue;
    RowThreads own = rowThreadsOf(block[i]);
    haveEnds = haveEnds && own.end &&
               (!own.end->slot ||
                isKnownBefore(std::get<SlotValue>(own.end->slot->node).slot));
    if (haveEnds)
      rows.ends.push_back(*own.end);
    rows.step = isFirst || own.step == rows.step ? own.step : std::nullopt;
    isFirst = false;
  }
  if (!haveEnds)
    rows.ends.clear();
  return rows;
}

} // namespace pyk2ptx
