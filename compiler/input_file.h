// Source files, as the compiler can take them.
#ifndef PYK2PTX_COMPILER_INPUT_FILE_H
#define PYK2PTX_COMPILER_INPUT_FILE_H

#include "frontend/messages/diagnostics.h"

#include <memory>
#include <string>

namespace pyk2ptx {

/// Reads `path` ("-" is standard input); messages call it `name`. `usable` is
/// false, and `diagnostics` has an error, when it cannot be read or is no
/// UTF-8: then the source holds what is good of it, for the error to point to.
struct InputFile {
  std::unique_ptr<Source> source;
  bool usable = false;
};
[[nodiscard]] InputFile readInput(const std::string &path,
                                  const std::string &name,
                                  Diagnostics &diagnostics);

} // namespace pyk2ptx

#endif
