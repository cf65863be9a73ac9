// --emit=header: a C++ launcher for each kernel, with its types.
#ifndef PYK2PTX_COMPILER_WRITE_HEADER_H
#define PYK2PTX_COMPILER_WRITE_HEADER_H

#include "compiler/backend/cubin_facts.h"

#include <pyk2ptx/abi.h>

#include <map>
#include <string>
#include <vector>

namespace pyk2ptx {

/// Machine code for `arch`: what it says, by the kernels' entries.
struct HeaderCode {
  std::string arch;
  std::map<std::string, CubinFacts> kernels;
};

/// What a header says beside the kernels.
struct HeaderFacts {
  /// The namespace and the include guard are made of it.
  std::string name;
  /// The compiler's.
  std::string version;
  std::vector<std::string> archs;
  /// Embedded: PTX, or an image (a cubin or a fatbin). Both empty: the program
  /// loads a file.
  std::string ptx, image;
  /// Empty: there is no machine code.
  std::vector<HeaderCode> code;
};

[[nodiscard]] std::string writeHeader(const ModuleInfo &module,
                                      const HeaderFacts &facts);

/// `name` as an identifier of C++: "Class.k" is Class_k, "new" is new_.
[[nodiscard]] std::string cppName(const std::string &name);

} // namespace pyk2ptx

#endif
