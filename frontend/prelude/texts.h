// The files of this folder, which the build puts into the program: each
// function by itself, as text and as a syntax tree (pack.cpp).
#ifndef PYK2PTX_FRONTEND_PRELUDE_TEXTS_H
#define PYK2PTX_FRONTEND_PRELUDE_TEXTS_H

#include <span>
#include <string_view>

namespace pyk2ptx {

struct PreludeText {
  /// "reduce" for reduce.py.
  std::string_view file;
  /// The function that it has, which no other text has; empty: it has what
  /// stands outside of the file's functions, and the names of all.
  std::string_view function;
  /// What there is of the file, in its lines.
  std::string_view text;
  /// Its tree (parse/packed_tree.h).
  std::string_view tree;
};

std::span<const PreludeText> preludeTexts();

} // namespace pyk2ptx

#endif
