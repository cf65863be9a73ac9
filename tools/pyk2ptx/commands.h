// The subcommands but for `run` (run.h). Each returns the exit status; `argv`
// holds what stands after its name.
#ifndef PYK2PTX_TOOLS_COMMANDS_H
#define PYK2PTX_TOOLS_COMMANDS_H

namespace pyk2ptx {

/// pyk2ptx [options] FILE.py...
[[nodiscard]] int compileCommand(int argc, const char *const *argv);
/// pyk2ptx doctor
[[nodiscard]] int doctorCommand(int argc, const char *const *argv);
/// pyk2ptx explain [KIND]
[[nodiscard]] int explainCommand(int argc, const char *const *argv);

} // namespace pyk2ptx

#endif
