// The files of this folder, which the build puts into the program
// (tools/cmake/EmbedPrelude.cmake).
#ifndef PYK2PTX_FRONTEND_PRELUDE_TEXTS_H
#define PYK2PTX_FRONTEND_PRELUDE_TEXTS_H

#include <cstddef>
#include <span>
#include <string_view>

namespace pyk2ptx {

struct PreludeText {
  /// "reduce" for reduce.py.
  std::string_view file, text;
};

struct PreludeName {
  /// A function, and which of the texts defines it.
  std::string_view name;
  std::size_t text;
};

std::span<const PreludeText> preludeTexts();
/// No two texts define the same name.
std::span<const PreludeName> preludeNames();

} // namespace pyk2ptx

#endif
