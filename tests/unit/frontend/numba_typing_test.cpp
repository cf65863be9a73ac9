// --typing=numba against numba's own answers, which numba_types.h holds: once
// the rules themselves, once a kernel for each expression and pair of types.
#include "frontend/types/numba_typing.h"

#include "frontend/check/check.h"
#include "frontend/parse/parse.h"
#include "numba_types.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace pyk2ptx {
namespace {

using namespace numba_types;

Scalar scalarOf(const std::string &name) {
  for (int i = 0; i <= static_cast<int>(Scalar::C128); ++i)
    if (name == irName(static_cast<Scalar>(i)))
      return static_cast<Scalar>(i);
  ADD_FAILURE() << name;
  return Scalar::Bool;
}

std::vector<std::string> words(const char *text) {
  std::istringstream stream(text);
  std::vector<std::string> result;
  for (std::string word; stream >> word;)
    result.push_back(word);
  return result;
}

std::string nameOf(const std::optional<Type> &type) {
  return type ? irName(type->scalar) : "-";
}

TEST(NumbaTyping, RulesAreNumbas) {
  for (std::size_t i = 0; i < std::size(allNames); ++i) {
    Type a = Type::of(scalarOf(allNames[i]));
    for (std::size_t j = 0; j < std::size(allNames); ++j) {
      Type b = Type::of(scalarOf(allNames[j]));
      std::string at = std::string(allNames[i]) + ", " + allNames[j];
      EXPECT_EQ(nameOf(numbaUnify(a, b)), words(unified[i])[j]) << at;
      EXPECT_EQ(nameOf(numbaArithmetic(a, b)), words(sums[i])[j]) << at;
      EXPECT_EQ(nameOf(numbaPower(a, b)), words(powers[i])[j]) << at;
    }
  }
}

/// The type of `expression` in a kernel with parameters a and b.
std::string typeOf(const std::string &expression, const std::string &a,
                   const std::string &b) {
  bool isRange = expression.starts_with("range");
  Source source("test.py", "import math\nfrom numba import cuda\n"
                           "@cuda.jit(typing='numba')\n"
                           "def k(a, b):\n" +
                               (isRange ? "    for x in " + expression +
                                              ":\n        pass\n"
                                        : "    x = " + expression + "\n"));
  Diagnostics diagnostics;
  std::optional<syntax::Module> tree = parse(source, diagnostics);
  CheckOptions options;
  options.kernelTypes = {{"k", {Type::of(scalarOf(a)), Type::of(scalarOf(b))}}};
  std::optional<ir::Module> module;
  if (tree)
    module = check(*tree, options, diagnostics);
  if (!module)
    return "-";
  for (const ir::Slot &slot : module->functions.back().slots)
    if (slot.name == "x")
      return irSpelling(slot.type);
  return "?";
}

TEST(NumbaTyping, BinaryExpressionsHaveNumbasTypes) {
  for (const Binary &row : binaries)
    for (std::size_t i = 0; i < std::size(typeNames); ++i) {
      std::vector<std::string> expected = words(row.types[i]);
      for (std::size_t j = 0; j < std::size(typeNames); ++j)
        if (expected[j] != "-") {
          EXPECT_EQ(typeOf(row.expression, typeNames[i], typeNames[j]),
                    expected[j])
              << row.expression << " of " << typeNames[i] << ", "
              << typeNames[j];
        }
    }
}

TEST(NumbaTyping, UnaryExpressionsHaveNumbasTypes) {
  for (const Unary &row : unaries) {
    std::vector<std::string> expected = words(row.types);
    for (std::size_t i = 0; i < std::size(typeNames); ++i)
      if (expected[i] != "-") {
        EXPECT_EQ(typeOf(row.expression, typeNames[i], "i64"), expected[i])
            << row.expression << " of " << typeNames[i];
      }
  }
}

/// Constants, registers, joins, loops: what no table of pairs shows.
TEST(NumbaTyping, OtherTypesAreNumbas) {
  auto type = [](const std::string &expression) {
    return typeOf(expression, "f32", "i64");
  };
  EXPECT_EQ(type("1"), "i64");
  EXPECT_EQ(type("1.5"), "f64");
  EXPECT_EQ(type("True"), "bool");
  EXPECT_EQ(type("a * 0.5"), "f64");
  EXPECT_EQ(type("a * 2"), "f64");
  EXPECT_EQ(type("a ** 2"), "f32");
  EXPECT_EQ(type("b ** -1"), "i64");
  EXPECT_EQ(type("cuda.threadIdx.x"), "i32");
  EXPECT_EQ(type("cuda.threadIdx.x + 1"), "i64");
  EXPECT_EQ(type("cuda.grid(1)"), "i64");
  EXPECT_EQ(type("a and b"), "f64");
  EXPECT_EQ(type("a < 1"), "bool");
  EXPECT_EQ(type("3 / 2"), "f64");
  EXPECT_EQ(type("min(a, 0.0)"), "f64");
}

} // namespace
} // namespace pyk2ptx
