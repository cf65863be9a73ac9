// How many threads of a kernel a multiprocessor runs at once.
#ifndef PYK2PTX_TOOLS_LSP_OCCUPANCY_H
#define PYK2PTX_TOOLS_LSP_OCCUPANCY_H

#include <cstdint>
#include <optional>
#include <string>

namespace pyk2ptx {

struct KernelNeeds {
  std::uint32_t registers = 0;
  std::uint32_t sharedBytes = 0;
  std::uint32_t blockThreads = 0;
};
/// Percent of the threads that there is room for; nothing for an architecture
/// whose limits are not known here, and where not even one block fits.
[[nodiscard]] std::optional<std::uint32_t>
occupancyOf(const std::string &arch, const KernelNeeds &needs);

} // namespace pyk2ptx

#endif
