// A barrier is a piece of its own, and so are an exchange and a statement that
// holds either or jumps past one; the others stand together.
#include "block_pieces.h"

#include "compiler/analyze/sync_threads.h"
#include "exchanges.h"
#include "frontend/ir/ir_walk.h"

#include <algorithm>

namespace pyk2ptx {

using namespace ir;

bool isBarrier(const Stmt &stmt) {
  const auto *node = std::get_if<Evaluate>(&stmt.node);
  return node && isSyncThreads(*node->value);
}

bool jumpsOut(const Block &block) {
  return std::any_of(block.begin(), block.end(), [](const Stmt &stmt) {
    if (std::holds_alternative<Break>(stmt.node) ||
        std::holds_alternative<Continue>(stmt.node))
      return true;
    if (const auto *choice = std::get_if<If>(&stmt.node))
      return jumpsOut(choice->body) || jumpsOut(choice->orElse);
    if (const auto *loop = std::get_if<While>(&stmt.node))
      return jumpsOut(loop->orElse);
    if (const auto *loop = std::get_if<ForRange>(&stmt.node))
      return jumpsOut(loop->orElse);
    return false;
  });
}

/// Or a loop that the block runs, or where threads exchange values.
static bool holdsBarrier(const Stmt &stmt) {
  const auto *loop = std::get_if<ForRange>(&stmt.node);
  bool found = isBarrier(stmt) || exchangeOf(stmt) || (loop && loop->inStep);
  forEachBlockOf(stmt, [&](const Block &block) {
    found = found || std::any_of(block.begin(), block.end(), holdsBarrier);
  });
  return found;
}

static bool isOnce(const Stmt &stmt) {
  if (exchangeOf(stmt))
    return false;
  if (std::holds_alternative<Break>(stmt.node) ||
      std::holds_alternative<Continue>(stmt.node))
    return true;
  bool isJump = false;
  if (const auto *choice = std::get_if<If>(&stmt.node))
    isJump = jumpsOut(choice->body) || jumpsOut(choice->orElse);
  else
    forEachBlockOf(stmt, [&](const Block &block) {
      // A loop's own else belongs to the loop around it.
      const auto *loop = std::get_if<While>(&stmt.node);
      const auto *range = std::get_if<ForRange>(&stmt.node);
      bool isElse = (loop && &block == &loop->orElse) ||
                    (range && &block == &range->orElse);
      isJump = isJump || (isElse && jumpsOut(block));
    });
  return isJump || holdsBarrier(stmt);
}

std::vector<BlockPiece> cutAtBarriers(const Block &block) {
  using Kind = BlockPiece::Kind;
  std::vector<BlockPiece> pieces;
  bool wasApart = false;
  for (std::size_t i = 0; i < block.size(); ++i) {
    Kind kind = isBarrier(block[i]) ? Kind::Barrier
                : isOnce(block[i])  ? Kind::Once
                                    : Kind::Threads;
    bool isApart = exchangeOf(block[i]).has_value();
    if (kind == Kind::Threads && !isApart && !wasApart && !pieces.empty() &&
        pieces.back().kind == Kind::Threads)
      ++pieces.back().end;
    else
      pieces.push_back({kind, i, i + 1});
    wasApart = isApart;
  }
  return pieces;
}

} // namespace pyk2ptx
