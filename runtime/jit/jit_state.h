// What the handles of pyk2ptx/jit.h point to.
#ifndef PYK2PTX_JIT_JIT_STATE_H
#define PYK2PTX_JIT_JIT_STATE_H

#include "frontend/messages/source.h"
#include "runtime/jit/cpu/device.h"

#include <pyk2ptx/jit.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pyk2ptx {

class Diagnostics;

namespace detail {

/// Host code, and the texts that its places point into; none from disk.
struct HostUnit {
  std::vector<std::shared_ptr<const Source>> sources;
  std::shared_ptr<const ProjectFiles> imports;
  CpuModule module;
};

struct JitDeviceState {
  /// One of the two.
  std::optional<Device> gpu;
  std::optional<Stream> gpuStream;
  std::optional<CpuDevice> cpu;
};

struct JitKernelState {
  JitDevice device;
  std::shared_ptr<const JitUnit> unit;
  const KernelInfo *info = nullptr;
  std::optional<Kernel> gpu;
  std::optional<CpuKernel> cpu;
};

} // namespace detail

/// compileProgram, for who completes the unit. `object` gets the CPU device's
/// code.
[[nodiscard]] std::shared_ptr<JitUnit>
compileUnit(const CapturedProgram &program, const std::string &arch,
            const JitSettings &settings, HostObject *object = nullptr);

/// A unit's PTX on a GPU, linked with what it needs; its machine code is kept
/// where the unit is.
[[nodiscard]] Result<Module> loadModule(const Device &device,
                                        const JitUnit &unit);

/// All kernels of a unit, loaded at once.
[[nodiscard]] Result<std::vector<JitKernel>>
loadKernels(const JitDevice &device,
            const std::shared_ptr<const JitUnit> &unit);

/// Of several signatures the first that takes the arguments, as numba has it;
/// if none does, the first says why.
[[nodiscard]] const JitKernel &chooseFor(const std::vector<JitKernel> &kernels,
                                         Span<const Argument> arguments);

/// Messages as the command line prints them, and in parts.
[[nodiscard]] JitReport makeReport(const Diagnostics &diagnostics);

} // namespace pyk2ptx

#endif
