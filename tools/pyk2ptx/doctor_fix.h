// What pyk2ptx doctor --fix prints.
#ifndef PYK2PTX_TOOLS_DOCTOR_FIX_H
#define PYK2PTX_TOOLS_DOCTOR_FIX_H

#include <string>
#include <vector>

namespace pyk2ptx {

/// What was not found.
struct Fixes {
  bool driver = false;
  /// Requirements, as pip reads them.
  std::vector<std::string> wheels;
  /// Variables of the environment that name what is not there.
  std::vector<std::string> variables;

  /// A part is missing that `variable` may name and `wheel` has.
  void need(const char *variable, const char *wheel);
};

/// The commands that install it, on this system; nothing is run.
void printFixes(const Fixes &fixes);

} // namespace pyk2ptx

#endif
