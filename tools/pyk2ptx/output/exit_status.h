// The exit statuses of the program.
#ifndef PYK2PTX_TOOLS_PYK2PTX_OUTPUT_EXIT_STATUS_H
#define PYK2PTX_TOOLS_PYK2PTX_OUTPUT_EXIT_STATUS_H

namespace pyk2ptx {

enum ExitStatus {
  statusDone = 0,
  /// The user's kernel or files are wrong.
  statusUser = 1,
  statusUsage = 2,
  /// The environment lacks something.
  statusEnvironment = 3,
  /// Our bug.
  statusBug = 70
};

} // namespace pyk2ptx

#endif
