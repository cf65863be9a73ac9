// What is made of PTX: a cubin, a fatbin of several, a C++ header.
#ifndef PYK2PTX_TOOLS_DEVICE_IMAGE_H
#define PYK2PTX_TOOLS_DEVICE_IMAGE_H

#include "frontend/messages/diagnostics.h"
#include "options.h"

#include <optional>
#include <string>
#include <vector>

namespace pyk2ptx {

struct ImageRequest {
  ImageKind kind;
  EmbedKind embed;
  /// A header states what machine code needs, though it has none.
  bool wantsCodeFacts;
  const std::vector<std::string> &archs;
  const CompileOptions &options;
  const std::vector<const Source *> &sources;
  /// A header's namespace is made of it.
  std::string name;
  std::string version;
};

/// `ptx` and `result` are those of the first architecture; the others are
/// compiled here. Nothing when `diagnostics` got an error.
[[nodiscard]] std::optional<std::string>
makeDeviceImage(const ImageRequest &request, const std::string &ptx,
                const CompileResult &result, Diagnostics &diagnostics);

} // namespace pyk2ptx

#endif
