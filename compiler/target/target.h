// What the compiler can generate code for.
#ifndef PYK2PTX_COMPILER_TARGET_TARGET_H
#define PYK2PTX_COMPILER_TARGET_TARGET_H

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyk2ptx {

/// One sm_XX that LLVM knows: a row of targets.cpp.
struct Arch {
  /// "sm_90a"
  std::string_view name;
  /// The lowest PTX ISA that has it, as LLVM's feature number: 63 is 6.3.
  unsigned minPtx;
};
/// Nothing when unknown.
const Arch *findArch(std::string_view name);
const std::vector<Arch> &allArchs();
/// The highest architecture without suffix that a device of this compute
/// capability runs: "sm_90" for 9.0. Empty when the device is older than all.
[[nodiscard]] std::string archOf(int major, int minor);
/// 90 of sm_90a.
unsigned smNumber(const Arch &arch);

/// The device that a module is lowered for.
enum class TargetDevice { Gpu, Host };

struct Target {
  TargetDevice device = TargetDevice::Gpu;
  /// For the GPU.
  const Arch *arch = nullptr;
};

} // namespace pyk2ptx

#endif
