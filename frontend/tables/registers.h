// The registers that have three axes: cuda.threadIdx and its like.
#ifndef PYK2PTX_FRONTEND_TABLES_REGISTERS_H
#define PYK2PTX_FRONTEND_TABLES_REGISTERS_H

#include "builtin_enum.h"

#include <cstddef>
#include <optional>

namespace pyk2ptx {

struct Axes {
  Builtin x, y, z;

  constexpr Builtin operator[](std::size_t axis) const {
    return axis == 0 ? x : axis == 1 ? y : z;
  }
  /// Which axis the row is; nothing for those of other registers.
  constexpr std::optional<unsigned> axisOf(Builtin row) const {
    for (unsigned axis = 0; axis < 3; ++axis)
      if ((*this)[axis] == row)
        return axis;
    return std::nullopt;
  }
};

inline constexpr Axes threadIdx{Builtin::ThreadIdxX, Builtin::ThreadIdxY,
                                Builtin::ThreadIdxZ};
inline constexpr Axes blockIdx{Builtin::BlockIdxX, Builtin::BlockIdxY,
                               Builtin::BlockIdxZ};
inline constexpr Axes blockDim{Builtin::BlockDimX, Builtin::BlockDimY,
                               Builtin::BlockDimZ};
inline constexpr Axes gridDim{Builtin::GridDimX, Builtin::GridDimY,
                              Builtin::GridDimZ};
inline constexpr Axes clusterIdx{Builtin::ClusterIdxX, Builtin::ClusterIdxY,
                                 Builtin::ClusterIdxZ};
inline constexpr Axes clusterGridDim{Builtin::ClusterGridDimX,
                                     Builtin::ClusterGridDimY,
                                     Builtin::ClusterGridDimZ};
inline constexpr Axes clusterBlockIdx{Builtin::ClusterBlockIdxX,
                                      Builtin::ClusterBlockIdxY,
                                      Builtin::ClusterBlockIdxZ};
inline constexpr Axes clusterDim{Builtin::ClusterDimX, Builtin::ClusterDimY,
                                 Builtin::ClusterDimZ};

} // namespace pyk2ptx

#endif
