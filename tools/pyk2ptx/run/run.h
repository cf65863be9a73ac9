// pyk2ptx run: a kernel from the shell.
#ifndef PYK2PTX_TOOLS_PYK2PTX_RUN_RUN_H
#define PYK2PTX_TOOLS_PYK2PTX_RUN_RUN_H

namespace pyk2ptx {

/// `argv` holds what stands after `run`. Returns the exit status.
[[nodiscard]] int runCommand(int argc, const char *const *argv);

} // namespace pyk2ptx

#endif
