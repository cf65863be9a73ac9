// How imported project files reach the compiler, which reads no file by itself.
#ifndef PYK2PTX_FRONTEND_PARSE_SOURCE_LOADER_H
#define PYK2PTX_FRONTEND_PARSE_SOURCE_LOADER_H

#include "frontend/messages/source.h"

#include <string>

namespace pyk2ptx {

/// What an import leads to. Nothing is set when there is no such module.
struct LoadedSource {
  /// The module's text; the same object for the same file.
  const Source *source = nullptr;
  /// A package without an __init__.py: it has submodules only.
  bool isFolder = false;
  /// Why what was found cannot be used, as the end of a sentence; "" when it
  /// can. `source` may be set, `place` is in it then.
  std::string problem;
  SourceRange place;
};

/// Sources that it hands out live as long as it, so it outlives the messages
/// that point into them.
class SourceLoader {
public:
  virtual ~SourceLoader() = default;
  /// The module `module` ("a.b"), imported in `importer` with `level` dots
  /// before it. With dots it may be "": the package itself.
  [[nodiscard]] virtual LoadedSource load(const Source &importer, int level,
                                          const std::string &module) = 0;
};

} // namespace pyk2ptx

#endif
