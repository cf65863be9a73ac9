// Host: the statements of a block between those that all its threads come to.
#ifndef PYK2PTX_COMPILER_BLOCKS_BLOCK_PIECES_H
#define PYK2PTX_COMPILER_BLOCKS_BLOCK_PIECES_H

#include "frontend/ir/ir.h"

#include <cstddef>
#include <vector>

namespace pyk2ptx {

/// Statements begin to end of a block: run by each thread, one thread after
/// the other; or a statement that the block runs once, which holds barriers; or
/// a barrier, which is nothing but the end of a piece.
struct BlockPiece {
  enum class Kind { Threads, Once, Barrier } kind;
  std::size_t begin, end;
};
[[nodiscard]] std::vector<BlockPiece> cutAtBarriers(const ir::Block &block);
/// syncthreads().
[[nodiscard]] bool isBarrier(const ir::Stmt &stmt);

} // namespace pyk2ptx

#endif
