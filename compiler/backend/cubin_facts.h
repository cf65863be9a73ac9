// What machine code says of itself.
#ifndef PYK2PTX_COMPILER_BACKEND_CUBIN_FACTS_H
#define PYK2PTX_COMPILER_BACKEND_CUBIN_FACTS_H

#include <cstdint>
#include <map>
#include <string>

namespace pyk2ptx {

/// Of a function in a cubin, for each thread.
struct CubinFacts {
  std::uint32_t registers = 0;
  /// Local memory: arrays and spilled registers, of what it calls too.
  std::uint32_t localBytes = 0;
};

/// By name; a function whose registers are not stated is left out, and of bytes
/// that are no cubin nothing is known.
[[nodiscard]] std::map<std::string, CubinFacts>
readCubinFacts(const std::string &cubin);

} // namespace pyk2ptx

#endif
