// Drawings as PNG files.
#ifndef PYK2PTX_TOOLS_PYK2PTX_PLOT_PNG_H
#define PYK2PTX_TOOLS_PYK2PTX_PLOT_PNG_H

#include "plotted.h"

#include <optional>
#include <string>
#include <vector>

namespace pyk2ptx {

struct Picture {
  std::size_t width = 0, height = 0;
  /// In rows, from the top.
  std::vector<Color> pixels;
};

/// The arrays one below the other; empty ones have no room in it.
[[nodiscard]] Picture drawPicture(const std::vector<Plotted> &all);

/// A file's bytes; nothing where LLVM was built without zlib or the picture is
/// larger than the format allows.
[[nodiscard]] std::optional<std::string> pngOf(const Picture &picture);

} // namespace pyk2ptx

#endif
