// The architectures, oldest first, each with the lowest PTX ISA that has it:
// the lower the ISA, the older the driver that can load the result. LLVM
// refuses a lower one; ptxas accepts these.
#include "target.h"

#include <charconv>

namespace pyk2ptx {

const std::vector<Arch> &allArchs() {
  static const std::vector<Arch> archs = {
      {"sm_75", 63},   {"sm_80", 70},   {"sm_86", 71},   {"sm_87", 74},
      {"sm_88", 90},   {"sm_89", 78},   {"sm_90", 78},   {"sm_90a", 80},
      {"sm_100", 86},  {"sm_100a", 86}, {"sm_100f", 88}, {"sm_101", 86},
      {"sm_101a", 86}, {"sm_101f", 88}, {"sm_103", 88},  {"sm_103a", 88},
      {"sm_103f", 88}, {"sm_110", 90},  {"sm_110a", 90}, {"sm_110f", 90},
      {"sm_120", 87},  {"sm_120a", 87}, {"sm_120f", 88}, {"sm_121", 88},
      {"sm_121a", 88}, {"sm_121f", 88}};
  return archs;
}

unsigned smNumber(const Arch &arch) {
  unsigned number = 0;
  for (char c : arch.name)
    if (c >= '0' && c <= '9')
      number = number * 10 + static_cast<unsigned>(c - '0');
  return number;
}

std::string archOf(int major, int minor) {
  int device = major * 10 + minor;
  int best = 0;
  std::string name;
  for (const Arch &arch : allArchs()) {
    // "sm_90"; a suffix ("sm_90a") names features that need not be there.
    int number = 0;
    const char *end = arch.name.data() + arch.name.size();
    auto [at, status] = std::from_chars(arch.name.data() + 3, end, number);
    if (status != std::errc() || at != end || number > device || number < best)
      continue;
    best = number;
    name = arch.name;
  }
  return name;
}

const Arch *findArch(std::string_view name) {
  for (const Arch &arch : allArchs())
    if (arch.name == name)
      return &arch;
  return nullptr;
}

} // namespace pyk2ptx
