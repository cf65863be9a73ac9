// By the limits of the CUDA C++ Programming Guide: a multiprocessor gives
// registers to warps, in units, and shared memory to blocks, of which each
// takes 1 KiB for the system from sm_80 on.
#include "occupancy.h"

#include <algorithm>
#include <string_view>

namespace pyk2ptx {

namespace {

struct Limits {
  std::string_view arch;
  std::uint32_t blocks, warps, sharedKib;
};
constexpr Limits limits[] = {{"sm_75", 16, 32, 64},   {"sm_80", 32, 64, 164},
                             {"sm_86", 16, 48, 100},  {"sm_87", 16, 48, 164},
                             {"sm_89", 24, 48, 100},  {"sm_90", 32, 64, 228},
                             {"sm_100", 32, 64, 228}, {"sm_103", 32, 64, 228},
                             {"sm_120", 24, 48, 100}, {"sm_121", 24, 48, 100}};

std::uint32_t roundedUp(std::uint32_t value, std::uint32_t unit) {
  return (value + unit - 1) / unit * unit;
}

} // namespace

std::optional<std::uint32_t> occupancyOf(const std::string &arch,
                                         const KernelNeeds &needs) {
  constexpr std::uint32_t warpThreads = 32, registerFile = 65536;
  // Registers come to a warp by 256, and warps by four.
  constexpr std::uint32_t registerUnit = 256, warpUnit = 4;
  std::string_view name = arch;
  while (name.ends_with('a') || name.ends_with('f'))
    name.remove_suffix(1);
  const auto *limit =
      std::find_if(std::begin(limits), std::end(limits),
                   [&](const Limits &each) { return each.arch == name; });
  if (limit == std::end(limits) || needs.blockThreads == 0)
    return std::nullopt;
  std::uint32_t warps =
      roundedUp(needs.blockThreads, warpThreads) / warpThreads;
  std::uint32_t blocks = std::min(limit->blocks, limit->warps / warps);
  if (needs.registers) {
    std::uint32_t ofWarp =
        roundedUp(needs.registers * warpThreads, registerUnit);
    std::uint32_t most = registerFile / ofWarp / warpUnit * warpUnit;
    blocks = std::min(blocks, most / warps);
  }
  std::uint32_t system = name == "sm_75" ? 0 : 1024;
  std::uint32_t shared = roundedUp(needs.sharedBytes, 128) + system;
  if (shared)
    blocks = std::min(blocks, limit->sharedKib * 1024 / shared);
  if (blocks == 0)
    return std::nullopt;
  return blocks * warps * 100 / limit->warps;
}

} // namespace pyk2ptx
