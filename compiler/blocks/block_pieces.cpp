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
  return hasJump<Break, Continue>(stmt) || holdsBarrier(stmt);
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
