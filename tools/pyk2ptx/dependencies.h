// -MD: what an output depends on, as a rule for make (ninja and CMake read it).
#ifndef PYK2PTX_TOOLS_DEPENDENCIES_H
#define PYK2PTX_TOOLS_DEPENDENCIES_H

#include <string>
#include <vector>

namespace pyk2ptx {

/// "k.d" of "k.ptx".
[[nodiscard]] std::string dependencyPath(const std::string &output);

/// "k.ptx: k.py helper.py"; standard input ("-") is left out, each file stands
/// once.
[[nodiscard]] std::string dependencyRule(const std::string &output,
                                         const std::vector<std::string> &files);

} // namespace pyk2ptx

#endif
