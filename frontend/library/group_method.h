// What cooperative groups are, and the pieces of a tile that folds and scans
// are made of.
#ifndef PYK2PTX_FRONTEND_LIBRARY_GROUP_METHOD_H
#define PYK2PTX_FRONTEND_LIBRARY_GROUP_METHOD_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

inline constexpr const char *gridGroup = "cuda.cg.grid_group";
inline constexpr const char *blockGroup = "cuda.cg.block_group";
inline constexpr const char *clusterGroup = "cuda.cg.cluster_group";
/// The size follows.
inline constexpr const char *tileGroup = "cuda.cg.tile_group.";
inline constexpr const char *warpGroup = "cuda.cg.tile_group.32";
inline constexpr const char *threadGroup = "cuda.cg.tile_group.1";

/// A name of a library, or "".
std::string pathOf(const Operand &operand);
/// 0: no tile.
unsigned tileSizeOf(const Operand &operand);
/// A tile of that many threads, a constant, of a group of `most`.
Operand tileOf(Emitter &e, std::int64_t most, const Operand &threads,
               SourceRange range);
Operand tileRank(Emitter &e, unsigned size, SourceRange range);
/// A shuffle of the tile's threads.
Operand tileExchange(Emitter &e, unsigned size, Builtin builtin,
                     std::vector<Operand> args, SourceRange range);

} // namespace pyk2ptx

#endif
