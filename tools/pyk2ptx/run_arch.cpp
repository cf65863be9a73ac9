// Which architecture to compile for on the GPU that is there.
#include "compiler/target.h"
#include "run_device.h"

#include <charconv>

namespace pyk2ptx {

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

} // namespace pyk2ptx
