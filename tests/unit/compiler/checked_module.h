// Kernel IR of Python text, as the pipeline has it, for the tests of what
// analyzes or changes it.
#ifndef PYK2PTX_TESTS_UNIT_CHECKED_MODULE_H
#define PYK2PTX_TESTS_UNIT_CHECKED_MODULE_H

#include "frontend/check/check.h"
#include "frontend/ir/named_values.h"
#include "frontend/parse/parse.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace pyk2ptx {

/// The module of a text that has no errors; without one the test has failed.
inline std::optional<ir::Module> checkedModule(const std::string &text) {
  Source source("test.py", text);
  Diagnostics diagnostics;
  std::optional<syntax::Module> tree = parse(source, diagnostics);
  EXPECT_TRUE(tree);
  if (!tree)
    return std::nullopt;
  std::optional<ir::Module> module = check(*tree, {}, diagnostics);
  EXPECT_TRUE(module) << text;
  if (module)
    ir::setNamesApart(*module);
  return module;
}

/// The same with its text, which who lowers a module asks where its kernels
/// are.
struct CheckedText {
  explicit CheckedText(const std::string &text) : source("test.py", text) {
    Diagnostics diagnostics;
    std::optional<syntax::Module> tree = parse(source, diagnostics);
    EXPECT_TRUE(tree);
    if (tree)
      module = check(*tree, {}, diagnostics);
    EXPECT_TRUE(module);
    if (module)
      ir::setNamesApart(*module);
  }

  Source source;
  std::optional<ir::Module> module;
};

} // namespace pyk2ptx

#endif
