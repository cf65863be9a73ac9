// `run --plot`: which arrays are drawn, and onto what.
#ifndef PYK2PTX_TOOLS_PYK2PTX_RUN_PLOT_ARGUMENTS_H
#define PYK2PTX_TOOLS_PYK2PTX_RUN_PLOT_ARGUMENTS_H

#include "arguments.h"
#include "options.h"

#include <string>
#include <vector>

namespace pyk2ptx {

/// Before the run: whether each --plot has arrays that can be drawn. A
/// UsageError says why not.
[[nodiscard]] Result<void>
checkPlots(const RunOptions &options,
           const std::vector<RunArgument> &arguments);

/// The characters that a --plot without a file wants of this array; "" where
/// none does.
[[nodiscard]] std::string plotText(const RunOptions &options,
                                   const RunArgument &argument);

/// Writes the files, and tells of each what its edges mean.
[[nodiscard]] Result<void>
writePlots(const RunOptions &options,
           const std::vector<RunArgument> &arguments);

} // namespace pyk2ptx

#endif
