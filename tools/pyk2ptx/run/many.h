// pyk2ptx run --many: launches one after the other in one process.
#ifndef PYK2PTX_TOOLS_PYK2PTX_RUN_MANY_H
#define PYK2PTX_TOOLS_PYK2PTX_RUN_MANY_H

namespace pyk2ptx {

/// Reads command lines of `run` from standard input until it ends. Returns the
/// exit status, which is not that of the launches.
[[nodiscard]] int runMany();

} // namespace pyk2ptx

#endif
