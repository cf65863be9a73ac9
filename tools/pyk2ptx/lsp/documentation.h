// What the compiler's tables say of names, as REFERENCE.md does.
#ifndef PYK2PTX_TOOLS_LSP_DOCUMENTATION_H
#define PYK2PTX_TOOLS_LSP_DOCUMENTATION_H

#include "frontend/types/types.h"

#include <string>
#include <string_view>
#include <vector>

namespace pyk2ptx {

/// Of a library's name as the compiler spells it ("cuda.grid", "np.float32"),
/// in Markdown; "" for a name that no table has.
[[nodiscard]] std::string documentationOf(const std::string &path);

/// What can stand behind a dot.
struct Member {
  enum class Kind : unsigned char {
    Module,
    Function,
    Constant,
    Type,
    Property,
    Method
  } kind = Kind::Function;
  std::string name;
  std::string documentation = {};
};
/// Of a library's module, by its name as the compiler spells it: "cuda",
/// "cuda.atomic".
[[nodiscard]] std::vector<Member> membersOf(const std::string &path);
/// Of a value.
[[nodiscard]] std::vector<Member> membersOf(const Type &type);
/// Python's own functions that kernels may call.
[[nodiscard]] std::vector<Member> plainFunctions();
/// What cuda.jit takes.
[[nodiscard]] std::vector<Member> jitOptions();

} // namespace pyk2ptx

#endif
