// The argument `xoroshiro(N,SEED)` of `pyk2ptx run`.
#ifndef PYK2PTX_TOOLS_PYK2PTX_RUN_XOROSHIRO_H
#define PYK2PTX_TOOLS_PYK2PTX_RUN_XOROSHIRO_H

#include "frontend/evaluate/evaluate.h"
#include "npy.h"

#include <cstdint>

namespace pyk2ptx {

/// `count` states, the first `start` times 2**64 steps behind the seed's own.
[[nodiscard]] Result<HostArray>
makeRandomStates(std::int64_t count, std::uint64_t seed, std::uint64_t start);

} // namespace pyk2ptx

#endif
