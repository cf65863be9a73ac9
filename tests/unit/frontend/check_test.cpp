// check as a library: what golden tests, which see only text, cannot ask.
#include "frontend/check/check.h"
#include "frontend/ir/print_ir.h"
#include "frontend/kernels/find_kernels.h"
#include "frontend/parse/parse.h"

#include <gtest/gtest.h>

#include <string>

namespace pyk2ptx {
namespace {

struct Checked {
  std::optional<ir::Module> module;
  Diagnostics diagnostics;
  /// "Kind" of each message, in order.
  std::string kinds() const {
    std::string text;
    for (const Diagnostic &diagnostic : diagnostics.sorted())
      text += (text.empty() ? "" : " ") +
              std::string(diagnosticInfo(diagnostic.kind).name);
    return text;
  }
};

class CheckTest : public testing::Test {
protected:
  Checked run(const std::string &text, const CheckOptions &options = {}) {
    source_ =
        std::make_unique<Source>("test.py", "from numba import cuda\n" + text);
    Checked result;
    tree_ = parse(*source_, result.diagnostics);
    EXPECT_TRUE(tree_);
    if (tree_)
      result.module = check(*tree_, options, result.diagnostics);
    return result;
  }
  std::unique_ptr<Source> source_;
  std::optional<syntax::Module> tree_;
};

TEST_F(CheckTest, KernelTypesComeByType) {
  CheckOptions options;
  options.kernelTypes = {
      {"k", {Type::array(Scalar::F32, 1, Layout::C), Type::weakFloat()}}};
  Checked result =
      run("@cuda.jit\ndef k(x, a):\n    x[0] = x[0] * a\n", options);
  ASSERT_TRUE(result.module);
  EXPECT_EQ(printIr(*result.module), "kernel k(x: f32[::1], a: f64)\n"
                                     "  x[guard 0] = x[guard 0] * f32(a)\n");
}

TEST_F(CheckTest, OnlyKernelLeavesTheOthersUnchecked) {
  const char *text = "@cuda.jit('void(int32[:])')\n"
                     "def good(x):\n    x[0] = 1\n"
                     "@cuda.jit('void(int32[:])')\n"
                     "def bad(x):\n    x[0] = missing\n";
  CheckOptions options;
  options.onlyKernel = "good";
  Checked result = run(text, options);
  ASSERT_TRUE(result.module);
  EXPECT_EQ(result.module->functions.size(), 1U);
  options.onlyKernel = "god";
  EXPECT_EQ(run(text, options).kinds(), "UnknownKernel");
}

TEST_F(CheckTest, FindKernelsReadsDeclarationsOnly) {
  run("@cuda.jit\ndef lazy(x, y):\n    x[0] = missing\n"
      "class Box:\n"
      "    @cuda.jit('void(int32)')\n"
      "    def typed(n):\n        pass\n"
      "@cuda.jit(device=True)\ndef helper(x):\n    return x\n");
  Diagnostics diagnostics;
  std::vector<KernelDeclaration> kernels = findKernels(*tree_, diagnostics);
  ASSERT_EQ(kernels.size(), 2U);
  EXPECT_EQ(kernels[0].name, "lazy");
  EXPECT_EQ(kernels[0].params, (std::vector<std::string>{"x", "y"}));
  EXPECT_FALSE(kernels[0].typed);
  EXPECT_EQ(kernels[1].name, "Box.typed");
  EXPECT_TRUE(kernels[1].typed);
}

TEST_F(CheckTest, EveryNodeHasARange) {
  Checked result = run("@cuda.jit('void(float32[:, ::1], int64)')\n"
                       "def k(a, n):\n"
                       "    s = 0\n"
                       "    for i in range(n):\n"
                       "        s += a[i][0] if 0 < i < n else 1\n"
                       "    a[0, 1] = s\n");
  ASSERT_TRUE(result.module);
  for (const ir::Stmt &stmt : result.module->functions[0].body)
    EXPECT_TRUE(stmt.range.source);
}

TEST_F(CheckTest, CalleesStandBeforeTheirCallers) {
  Checked result = run("@cuda.jit(device=True)\n"
                       "def outer(x):\n    return inner(x)\n"
                       "@cuda.jit(device=True)\n"
                       "def inner(x):\n    return x\n"
                       "@cuda.jit('void(int32[:])')\n"
                       "def k(x):\n    x[0] = outer(1)\n");
  ASSERT_TRUE(result.module);
  ASSERT_EQ(result.module->functions.size(), 3U);
  EXPECT_EQ(result.module->functions[0].name, "inner");
  EXPECT_EQ(result.module->functions[1].name, "outer");
  EXPECT_TRUE(result.module->functions[2].isKernel);
}

// A loop is checked again while types at its head grow; nested loops must not
// multiply that.
TEST_F(CheckTest, DeeplyNestedLoopsEnd) {
  std::string text = "@cuda.jit('void(float32[:], int64)')\ndef k(x, n):\n";
  std::string indent = "    ";
  constexpr int depth = 40;
  for (int i = 0; i < depth; ++i)
    text += indent + "v" + std::to_string(i) + " = 0\n";
  for (int i = 0; i < depth; ++i) {
    text += indent + "for i" + std::to_string(i) + " in range(n):\n";
    indent += "  ";
    text += indent + "v" + std::to_string(i) + " = v" +
            std::to_string((i + 1) % depth) + " + x[0]\n";
  }
  text += indent + "v0 = v0 * 0.5\n";
  EXPECT_TRUE(run(text).module);
}

TEST_F(CheckTest, LongChainsOfRetypingEnd) {
  std::string text = "@cuda.jit('void(float32[:], int64)')\ndef k(x, n):\n";
  constexpr int count = 60;
  for (int i = 0; i < count; ++i)
    text += "    v" + std::to_string(i) + " = 0\n";
  text += "    for i in range(n):\n";
  for (int i = 0; i + 1 < count; ++i)
    text +=
        "        v" + std::to_string(i) + " = v" + std::to_string(i + 1) + "\n";
  text += "        v" + std::to_string(count - 1) + " = x[i]\n";
  text += "    x[0] = v0\n";
  EXPECT_TRUE(run(text).module);
}

TEST_F(CheckTest, MessagesOfDroppedPassesAreGone) {
  // On the first pass `a` is an int, whose `<<` would be fine, on the second a
  // float: one message.
  EXPECT_EQ(run("@cuda.jit('void(float32[:], int64)')\n"
                "def k(x, n):\n"
                "    a = 0\n"
                "    for i in range(n):\n"
                "        b = a << 1\n"
                "        a = x[i]\n")
                .kinds(),
            "OperandTypes");
}

TEST_F(CheckTest, WarningsComeOnce) {
  EXPECT_EQ(run("@cuda.jit('void(float32[:], int64)')\n"
                "def k(x, n):\n"
                "    for i in range(n):\n"
                "        if i > 2:\n"
                "            y = x[i]\n"
                "        x[i] = y\n")
                .kinds(),
            "MaybeUnset");
}

} // namespace
} // namespace pyk2ptx
