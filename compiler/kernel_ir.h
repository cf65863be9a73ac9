// Sources -> one typed module, and what is told of it.
#ifndef PYK2PTX_COMPILER_KERNEL_IR_H
#define PYK2PTX_COMPILER_KERNEL_IR_H

#include "frontend/ir/ir.h"
#include "frontend/messages/diagnostics.h"
#include "frontend/parse/syntax.h"

#include <pyk2ptx/compile.h>

#include <optional>
#include <vector>

namespace pyk2ptx {

/// Nothing when a source is no Python.
[[nodiscard]] std::optional<std::vector<syntax::Module>>
parseSources(const std::vector<const Source *> &sources,
             Diagnostics &diagnostics);

/// Checks each source on its own and merges the results: entry names stay, the
/// symbols of device functions are made unique. Each --sig goes to the source
/// that declares its kernel. Nothing when `diagnostics` got an error.
[[nodiscard]] std::optional<ir::Module>
checkSources(const std::vector<syntax::Module> &trees,
             const CompileOptions &options, Diagnostics &diagnostics);

/// Drops the functions that no kernel and nothing exported calls.
void dropUncalled(ir::Module &module);
/// Of what has two ways, with the matrix unit and without it, the one that the
/// device can go; the other's functions are dropped, and nobody asks any more.
void chooseUnit(ir::Module &module, unsigned sm);
/// The CPU device's.
inline constexpr unsigned allUnits = 1000;

/// The device functions that code of other compilers calls.
[[nodiscard]] std::vector<ExportedFunction>
describeExports(const ir::Module &module);

/// The ABI facts of the kernels; sites, arch and ISA are left empty.
[[nodiscard]] ModuleInfo describeModule(const ir::Module &module,
                                        const CompileOptions &options);

/// "guard", "raise", "none"
[[nodiscard]] const char *boundsName(BoundsMode mode);

} // namespace pyk2ptx

#endif
