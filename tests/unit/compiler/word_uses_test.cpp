// Whose upper bits nobody sees, and that random functions, of those that are
// said to be such, give the same for what was cut to 32 bits.
#include "compiler/words/word_uses.h"
#include "parsed_function.h"

#include <gtest/gtest.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

namespace pyk2ptx {
namespace {

/// Of a function of %wide, and %n, which is at least -2 and has 31 bits.
std::string moduleOf(const std::string &body) {
  return "declare i64 @llvm.smin.i64(i64, i64)\n"
         "declare i64 @llvm.smax.i64(i64, i64)\n"
         "declare i64 @llvm.umin.i64(i64, i64)\n"
         "declare i64 @llvm.umax.i64(i64, i64)\n"
         "define i64 @f(i64 %wide, i64 range(i64 -2, 2147482624) %n) {\n"
         "entry:\n  %x = freeze i64 %wide\n" +
         body + "}\n";
}

std::optional<WordLimits> limitsOf(ParsedFunction &function) {
  const KnownRanges ranges(*function);
  return limitsAsWord(*llvm::inst_begin(*function), ranges);
}
std::optional<WordLimits> limitsOf(const std::string &body) {
  ParsedFunction function(moduleOf(body));
  return limitsOf(function);
}
bool isWord(const std::string &body) { return limitsOf(body).has_value(); }

TEST(WordUses, Clamps) {
  const std::string least = "  %m = call i64 @llvm.smin.i64(i64 %x, i64 %n)\n",
                    negative = "  %c = icmp slt i64 %x, 0\n";
  EXPECT_TRUE(isWord(least + negative + "  %i = select i1 %c, i64 0, i64 %m\n" +
                     "  ret i64 %i\n"));
  EXPECT_TRUE(isWord(least + "  %i = call i64 @llvm.smax.i64(i64 %m, i64 -1)\n"
                             "  ret i64 %i\n"));
  EXPECT_TRUE(isWord("  %m = call i64 @llvm.smax.i64(i64 %x, i64 0)\n"
                     "  %i = call i64 @llvm.umin.i64(i64 %m, i64 7)\n"
                     "  ret i64 %i\n"));
  EXPECT_TRUE(isWord(negative + "  %i = zext i1 %c to i64\n  ret i64 %i\n"));
  // Left open at one end, at the other, or chosen there.
  EXPECT_FALSE(isWord(least + "  ret i64 %m\n"));
  EXPECT_FALSE(isWord("  %m = call i64 @llvm.smax.i64(i64 %x, i64 0)\n"
                      "  ret i64 %m\n"));
  EXPECT_FALSE(isWord(least + negative +
                      "  %i = select i1 %c, i64 %m, i64 0\n  ret i64 %i\n"));
}

TEST(WordUses, Limits) {
  using Case = std::tuple<const char *, const char *, bool>;
  for (auto [order, limit, isSame] :
       std::initializer_list<Case>{{"slt", "2147483647", true},
                                   {"ult", "2147483647", true},
                                   {"sgt", "2147483646", true},
                                   {"sgt", "2147483647", false},
                                   {"eq", "2147483647", false},
                                   {"sgt", "-2147483648", true},
                                   {"slt", "-2147483647", true},
                                   {"slt", "-2147483648", false},
                                   {"ult", "-2147483648", false},
                                   {"eq", "-2147483648", false},
                                   {"slt", "4294967296", false},
                                   {"eq", "4294967296", false}})
    EXPECT_EQ(isSame,
              isWord(std::string("  %c = icmp ") + order + " i64 %x, " + limit +
                     "\n  %i = zext i1 %c to i64\n"
                     "  ret i64 %i\n"))
        << order << ' ' << limit;
  // Without a sign what is below zero is large.
  EXPECT_FALSE(isWord("  %c = icmp ult i64 %x, %n\n"
                      "  %i = zext i1 %c to i64\n  ret i64 %i\n"));
  EXPECT_TRUE(isWord("  %c = icmp ult i64 %x, 2147483646\n"
                     "  %i = zext i1 %c to i64\n  ret i64 %i\n"));
}

TEST(WordUses, WhereItIsInside) {
  const std::string branch = "  %c = icmp ult i64 %x, 1000\n"
                             "  br i1 %c, label %in, label %out\nin:\n"
                             "  %s = mul i64 %x, 3\n  ret i64 %s\nout:\n";
  EXPECT_TRUE(isWord(branch + "  ret i64 0\n"));
  EXPECT_FALSE(isWord(branch + "  ret i64 %x\n"));
}

/// An index that counts from the end where it is negative, of which only what
/// is inside is used.
std::string mirrored(const std::string &sum, const std::string &size) {
  return "  %s = " + sum + "\n  %c = icmp slt i64 %s, 0\n" +
         "  %e = select i1 %c, i64 " + size + ", i64 0\n" +
         "  %i = add i64 %s, %e\n  %g = icmp ult i64 %i, " + size +
         "\n  br i1 %g, label %in, label %out\nin:\n" +
         "  %p = mul nuw nsw i64 %i, 9\n  ret i64 %p\nout:\n  ret i64 -1\n";
}

TEST(WordUses, Indices) {
  const WordLimits all;
  auto isAll = [&](const std::string &body) {
    std::optional<WordLimits> limits = limitsOf(body);
    return limits && limits->low == all.low && limits->high == all.high;
  };
  EXPECT_TRUE(isAll(mirrored("add i64 %x, 0", "1000")));
  // Room for what is added to it.
  std::optional<WordLimits> above =
      limitsOf(mirrored("add i64 %x, 500", "1000"));
  ASSERT_TRUE(above);
  EXPECT_EQ(above->low, all.low);
  EXPECT_EQ(above->high, 1 << 30);
  std::optional<WordLimits> below =
      limitsOf(mirrored("add i64 %x, -1", "1000"));
  ASSERT_TRUE(below);
  EXPECT_EQ(below->low, -(1 << 30));
  EXPECT_EQ(below->high, all.high);
  // Inside, the sum of two large numbers may be.
  EXPECT_FALSE(limitsOf(mirrored("add i64 %x, -4294967296", "1000")));
  EXPECT_FALSE(limitsOf(mirrored("add i64 %x, 0", "8589934592")));
  // Poison for what was cut.
  EXPECT_FALSE(limitsOf(mirrored("add nuw i64 %x, -1", "1000")));
}

/// What the function gives, by LLVM's folding of constants.
std::int64_t valueOf(llvm::Function &function, std::int64_t x, std::int64_t n) {
  llvm::DenseMap<const llvm::Value *, llvm::Constant *> known;
  llvm::Type *type = function.getReturnType();
  for (auto [index, value] : llvm::enumerate(std::vector{x, n}))
    known[function.getArg(static_cast<unsigned>(index))] =
        llvm::ConstantInt::getSigned(type, value);
  auto of = [&](const llvm::Value *value) {
    auto *constant = llvm::dyn_cast<llvm::Constant>(value);
    return constant ? const_cast<llvm::Constant *>(constant) : known.at(value);
  };
  const llvm::DataLayout &layout = function.getParent()->getDataLayout();
  const llvm::BasicBlock *from = nullptr, *block = &function.getEntryBlock();
  while (true) {
    for (const llvm::Instruction &each : *block) {
      if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(&each)) {
        known[&each] = of(phi->getIncomingValueForBlock(from));
      } else if (llvm::isa<llvm::FreezeInst>(each)) {
        known[&each] = of(each.getOperand(0));
      } else if (!each.isTerminator()) {
        std::vector<llvm::Constant *> operands;
        for (const llvm::Value *operand : each.operands())
          operands.push_back(llvm::isa<llvm::Function>(operand)
                                 ? llvm::cast<llvm::Constant>(
                                       const_cast<llvm::Value *>(operand))
                                 : of(operand));
        const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&each);
        known[&each] =
            compare
                ? llvm::ConstantFoldCompareInstOperands(
                      compare->getPredicate(), operands[0], operands[1], layout)
                : llvm::ConstantFoldInstOperands(
                      const_cast<llvm::Instruction *>(&each), operands, layout);
      }
    }
    const llvm::Instruction *end = block->getTerminator();
    if (const auto *result = llvm::dyn_cast<llvm::ReturnInst>(end))
      return llvm::cast<llvm::ConstantInt>(of(result->getReturnValue()))
          ->getSExtValue();
    const auto *branch = llvm::cast<llvm::BranchInst>(end);
    bool isTaken =
        !branch->isConditional() || of(branch->getCondition())->isOneValue();
    from = block;
    block = branch->getSuccessor(isTaken ? 0 : 1);
  }
}

/// Comparisons, minima and choices; what is computed behind a condition.
class RandomBody {
public:
  explicit RandomBody(unsigned seed) : random_(seed) {}

  std::string run() {
    unsigned count = 2 + below(6);
    for (unsigned i = 0; i < count; ++i)
      add();
    if (below(3) || conditions_.empty())
      return body_ + "  ret i64 " + values_.back() + "\n";
    std::string before = values_.back();
    body_ += "  br i1 " + pick(conditions_) +
             ", label %in, label %out\nin:\n  %s = add i64 " + pick(values_) +
             ", 3\n  br label %out\nout:\n  %r = phi i64 [ " + before +
             ", %entry ], [ %s, %in ]\n  ret i64 %r\n";
    return body_;
  }

private:
  unsigned below(unsigned end) {
    return static_cast<unsigned>(random_() % end);
  }
  std::string pick(const std::vector<std::string> &from) {
    return from[below(static_cast<unsigned>(from.size()))];
  }
  std::string limit() {
    return pick({"%n", "%n", "%n", "0", "0", "-1", "5", "2147483646",
                 "-2147483647", "2147483647", "2147483648", "-2147483648"});
  }
  std::string name() { return "%v" + std::to_string(++count_); }

  void add() {
    std::string value = below(3) ? values_.back() : pick(values_),
                made = name();
    unsigned kind = below(4);
    if (kind == 3) {
      body_ += "  " + made + " = " + pick({"add", "add", "sub"}) + " i64 " +
               value + ", " + limit() + "\n";
      values_.push_back(made);
    } else if (kind == 0) {
      body_ += "  " + made + " = icmp " +
               pick({"slt", "sgt", "sle", "sge", "ult", "uge", "eq", "ne"}) +
               " i64 " + (below(2) ? "%x" : value) + ", " + limit() + "\n";
      conditions_.push_back(made);
    } else if (kind == 1 || conditions_.empty()) {
      body_ += "  " + made + " = call i64 @llvm." +
               pick({"smin", "smax", "smin", "smax", "umin", "umax"}) +
               ".i64(i64 " + value + ", i64 " + limit() + ")\n";
      values_.push_back(made);
    } else {
      std::string other = below(2) ? limit() : pick(values_);
      bool isFirst = below(2);
      body_ += "  " + made + " = select i1 " + pick(conditions_) + ", i64 " +
               (isFirst ? value : other) + ", i64 " +
               (isFirst ? other : value) + "\n";
      values_.push_back(made);
    }
  }

  std::mt19937 random_;
  std::string body_;
  std::vector<std::string> values_ = {"%x"}, conditions_;
  unsigned count_ = 0;
};

TEST(WordUses, RandomFunctions) {
  unsigned found = 0;
  for (unsigned seed = 0; seed < 6000; ++seed) {
    const std::string text = moduleOf(RandomBody(seed).run());
    ParsedFunction function(text);
    std::optional<WordLimits> limits = limitsOf(function);
    if (!limits)
      continue;
    ++found;
    const std::int64_t least = limits->low, most = limits->high;
    for (std::int64_t x : {least - 1, least - 2, most + 1, most + 2, INT64_MIN,
                           INT64_MAX, INT64_MIN + 1000, INT64_MAX - 1000,
                           std::int64_t(1) << 32, -(std::int64_t(1) << 40)})
      for (std::int64_t n : {-2, -1, 0, 1, 77, 2147482623})
        ASSERT_EQ(valueOf(*function, x, n),
                  valueOf(*function, std::clamp(x, least, most), n))
            << "seed " << seed << ", x " << x << ", n " << n << "\n"
            << text;
  }
  EXPECT_GT(found, 200u);
}

} // namespace
} // namespace pyk2ptx
