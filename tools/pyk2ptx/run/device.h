// The two ways in which `pyk2ptx run` runs a kernel. Each is a file of its own:
// gpu.cpp knows the CUDA runtime, cpu.cpp the CPU device.
#ifndef PYK2PTX_TOOLS_PYK2PTX_RUN_DEVICE_H
#define PYK2PTX_TOOLS_PYK2PTX_RUN_DEVICE_H

#include "arguments.h"
#include "options.h"

#include <pyk2ptx/compile.h>
#include <pyk2ptx/error.h>

#include <optional>
#include <string>
#include <vector>

namespace pyk2ptx {

class Diagnostics;
class Source;

/// What is to run.
struct RunJob {
  const Source &source;
  const RunOptions &options;
  /// options.compile with kernel and types filled in.
  CompileOptions compile;
  std::string kernel;
  /// One for each parameter, in order; the run changes their arrays.
  std::vector<RunArgument> &arguments;
};

struct RunTime {
  /// "NVIDIA H200" or "the CPU device (8 threads)".
  std::string device;
  /// The launch's time, or the median of RunOptions::repeat launches.
  double milliseconds = 0;
  /// Which of CompileOptions::variants ran, from 1; 0: the kernel for all.
  std::size_t variant = 0;
};

/// Nothing when `diagnostics` got an error. The arrays hold what one launch
/// made of them, however often it was repeated.
[[nodiscard]] std::optional<Result<RunTime>> runOnCpu(const RunJob &job,
                                                      Diagnostics &diagnostics);

/// The same on the first GPU.
[[nodiscard]] std::optional<Result<RunTime>> runOnGpu(RunJob job,
                                                      Diagnostics &diagnostics);

/// Whether runOnGpu would find a GPU; the error says why not.
[[nodiscard]] Result<void> findGpu();

/// Packs the arguments, arrays at `addresses` (one for each argument, 0 for
/// scalars), for the first signature of the kernel that takes them. `chosen` is
/// its index in module.kernels.
[[nodiscard]] Result<std::vector<std::byte>>
packRunArguments(const RunJob &job, const ModuleInfo &module,
                 const std::vector<std::uint64_t> &addresses,
                 std::size_t &chosen);

/// 0 for an empty list.
[[nodiscard]] double medianOf(std::vector<double> values);

} // namespace pyk2ptx

#endif
