// The command line of `pyk2ptx run`.
#ifndef PYK2PTX_TOOLS_PYK2PTX_RUN_OPTIONS_H
#define PYK2PTX_TOOLS_PYK2PTX_RUN_OPTIONS_H

#include "runtime/jit/threads/schedule.h"
#include "tools/pyk2ptx/output/render_json.h"

#include <pyk2ptx/compile.h>
#include <pyk2ptx/error.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace pyk2ptx {

enum class RunDevice : std::uint8_t { Auto, Gpu, Cpu };

/// One --plot.
struct PlotRequest {
  /// "" for all arrays.
  std::string name;
  /// "" for the terminal.
  std::string file;
};

struct RunOptions {
  bool help = false;
  /// "-" is standard input.
  std::string file;
  /// "" when the file is to have one.
  std::string kernel;
  Dim3 grid;
  Dim3 block;
  std::uint32_t sharedBytes = 0;
  RunDevice device = RunDevice::Auto;
  /// Timed launches after the one whose results are kept; 0 times that one.
  unsigned repeat = 0;
  /// Parameter, file.
  std::vector<std::pair<std::string, std::string>> outputs;
  std::vector<PlotRequest> plots;
  std::vector<std::string> arguments;
  /// --arch was given; otherwise compile.arch is to be chosen.
  bool archGiven = false;
  /// -I, and --no-imports.
  std::vector<std::string> importFolders;
  bool noImports = false;
  CompileOptions compile;
  /// --facts
  bool hasFacts = false;
  /// Checks that a GPU knows nothing of were asked for, or a schedule.
  bool needsCpu = false;
  CpuSchedule schedule;
  DiagnosticForm form = DiagnosticForm::Text;
  /// Files; "" is none.
  std::string coverage, report;
  /// --trace, --report-warp: a block, and a thread of it or the number of its
  /// warp.
  bool isTraced = false;
  Dim3 traceBlock{0, 0, 0}, traceThread{0, 0, 0};
  Dim3 reportBlock{0, 0, 0};
  std::uint32_t reportWarp = 0;
};

/// The error is a UsageError.
[[nodiscard]] Result<RunOptions> parseRunOptions(int argc,
                                                 const char *const *argv);

/// What --help prints.
[[nodiscard]] std::string runHelp();

} // namespace pyk2ptx

#endif
