// Functions of random integer arithmetic compute the same before and after the
// pass, run on this machine.
#include "compiler/words/word_arithmetic.h"

#include <gtest/gtest.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

namespace pyk2ptx {
namespace {

using llvm::Value;
using Compiled = std::int64_t (*)(std::int64_t, std::int32_t, std::int32_t,
                                  std::int32_t);

/// i64 f(i64, i8, i16, i32): straight code, a branch, a loop, and a sum of all
/// that was computed.
class Writer {
public:
  Writer(llvm::Module &module, const std::string &name, unsigned seed)
      : random_(seed), b_(module.getContext()) {
    auto &context = module.getContext();
    llvm::Type *words = b_.getInt32Ty();
    function_ = llvm::Function::Create(
        llvm::FunctionType::get(b_.getInt64Ty(),
                                {b_.getInt64Ty(), words, words, words}, false),
        llvm::Function::ExternalLinkage, name, module);
    b_.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", function_));
    values_[3] = {function_->getArg(0)};
    values_[0] = {b_.CreateTrunc(function_->getArg(1), b_.getInt8Ty())};
    values_[1] = {b_.CreateTrunc(function_->getArg(2), b_.getInt16Ty())};
    values_[2] = {function_->getArg(3)};
  }

  void write() {
    some(12);
    branch();
    some(6);
    loop();
    some(8);
    Value *sum = b_.getInt64(0);
    for (const auto &values : values_)
      for (Value *value : values) {
        sum = b_.CreateXor(sum, real(value));
        sum = b_.CreateXor(b_.CreateMul(sum, b_.getInt64(31)),
                           b_.CreateSExtOrTrunc(value, b_.getInt64Ty()));
      }
    b_.CreateRet(sum);
  }

private:
  unsigned pick(unsigned count) { return random_() % count; }
  /// The bits of a value as a real number.
  Value *real(Value *value) {
    llvm::Type *type = b_.getDoubleTy();
    return b_.CreateBitCast(pick(2) ? b_.CreateSIToFP(value, type)
                                    : b_.CreateUIToFP(value, type),
                            b_.getInt64Ty());
  }
  llvm::Type *typeOf(unsigned width) { return b_.getIntNTy(8u << width); }
  Value *any(unsigned width) {
    if (pick(5) == 0) {
      static constexpr std::int64_t constants[] = {
          0, 1, -1, 2, 7, 100, -100, 255, 256, 65535, 1 << 20, INT32_MIN};
      return llvm::ConstantInt::get(typeOf(width), constants[pick(12)], true,
                                    true);
    }
    const auto &values = values_[width];
    return values[pick(static_cast<unsigned>(values.size()))];
  }

  void some(unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      unsigned width = pick(4);
      values_[width].push_back(one(width));
    }
  }

  Value *one(unsigned width) {
    llvm::Type *type = typeOf(width);
    switch (pick(9)) {
    case 0:
    case 1:
    case 2: {
      unsigned from = pick(4);
      Value *value = any(from);
      // As many bits as a switch has cases.
      if (pick(6) == 0)
        value = b_.CreateZExtOrTrunc(value, b_.getIntNTy(2 + pick(62)));
      return pick(2) ? b_.CreateZExtOrTrunc(value, type)
                     : b_.CreateSExtOrTrunc(value, type);
    }
    case 3: {
      static constexpr llvm::Intrinsic::ID orders[] = {
          llvm::Intrinsic::umin, llvm::Intrinsic::umax, llvm::Intrinsic::smin,
          llvm::Intrinsic::smax, llvm::Intrinsic::usub_sat};
      return b_.CreateBinaryIntrinsic(orders[pick(5)], any(width), any(width));
    }
    case 4:
      return b_.CreateBinaryIntrinsic(llvm::Intrinsic::abs,
                                      b_.CreateSub(any(width), any(width)),
                                      b_.getFalse());
    case 5:
      return b_.CreateSelect(compare(), any(width), any(width));
    case 6: {
      static constexpr llvm::Instruction::BinaryOps shifts[] = {
          llvm::Instruction::Shl, llvm::Instruction::LShr,
          llvm::Instruction::AShr};
      return b_.CreateBinOp(
          shifts[pick(3)], any(width),
          b_.CreateAnd(any(width),
                       llvm::ConstantInt::get(type, (8u << width) - 1)));
    }
    case 7: {
      static constexpr llvm::Instruction::BinaryOps divisions[] = {
          llvm::Instruction::UDiv, llvm::Instruction::URem,
          llvm::Instruction::SDiv, llvm::Instruction::SRem};
      Value *divisor = b_.CreateOr(
          b_.CreateAnd(any(width), llvm::ConstantInt::get(type, 62)),
          llvm::ConstantInt::get(type, 1));
      return b_.CreateBinOp(divisions[pick(4)], any(width), divisor);
    }
    default: {
      static constexpr llvm::Instruction::BinaryOps sums[] = {
          llvm::Instruction::Add, llvm::Instruction::Sub,
          llvm::Instruction::Mul, llvm::Instruction::And,
          llvm::Instruction::Or,  llvm::Instruction::Xor};
      return b_.CreateBinOp(sums[pick(6)], any(width), any(width));
    }
    }
  }

  Value *compare() {
    static constexpr llvm::CmpInst::Predicate orders[] = {
        llvm::CmpInst::ICMP_EQ,  llvm::CmpInst::ICMP_NE,
        llvm::CmpInst::ICMP_ULT, llvm::CmpInst::ICMP_UGE,
        llvm::CmpInst::ICMP_SLT, llvm::CmpInst::ICMP_SGE};
    unsigned width = pick(4);
    return b_.CreateICmp(orders[pick(6)], any(width), any(width));
  }

  llvm::BasicBlock *block() {
    return llvm::BasicBlock::Create(function_->getContext(), "", function_);
  }

  void branch() {
    llvm::BasicBlock *yes = block(), *join = block(),
                     *from = b_.GetInsertBlock();
    b_.CreateCondBr(compare(), yes, join);
    b_.SetInsertPoint(yes);
    auto before = values_;
    some(6);
    std::array<Value *, 4> then{};
    for (unsigned width = 0; width < 4; ++width)
      then[width] = any(width);
    values_ = before;
    b_.CreateBr(join);
    b_.SetInsertPoint(join);
    std::array<llvm::PHINode *, 4> phis{};
    for (unsigned width = 0; width < 4; ++width)
      phis[width] = b_.CreatePHI(typeOf(width), 2);
    for (unsigned width = 0; width < 4; ++width) {
      phis[width]->addIncoming(then[width], yes);
      phis[width]->addIncoming(any(width), from);
    }
    for (unsigned width = 0; width < 4; ++width)
      values_[width].push_back(phis[width]);
  }

  void loop() {
    llvm::BasicBlock *body = block(), *end = block(),
                     *from = b_.GetInsertBlock();
    b_.CreateBr(body);
    b_.SetInsertPoint(body);
    llvm::PHINode *count = b_.CreatePHI(b_.getInt32Ty(), 2);
    std::array<llvm::PHINode *, 4> phis{};
    for (unsigned width = 0; width < 4; ++width)
      phis[width] = b_.CreatePHI(typeOf(width), 2);
    for (unsigned width = 0; width < 4; ++width) {
      phis[width]->addIncoming(any(width), from);
      values_[width].push_back(phis[width]);
    }
    // One more of 64 bits and one of 16 that add a constant, of which one may
    // end the loop.
    int step = static_cast<int>(random_() % 5) - 2;
    llvm::PHINode *steps = b_.CreatePHI(b_.getInt64Ty(), 2),
                  *narrow = b_.CreatePHI(b_.getInt16Ty(), 2);
    int start = static_cast<int>(random_() % 9) - 4;
    values_[3].push_back(steps);
    values_[1].push_back(narrow);
    some(8);
    for (unsigned width = 0; width < 4; ++width)
      phis[width]->addIncoming(any(width), body);
    Value *next = b_.CreateAdd(count, b_.getInt32(1));
    count->addIncoming(b_.getInt32(0), from);
    count->addIncoming(next, body);
    auto number = [&](unsigned bits, int value) {
      return llvm::ConstantInt::getSigned(b_.getIntNTy(bits), value);
    };
    Value *stepped = b_.CreateAdd(steps, number(64, step));
    steps->addIncoming(number(64, start), from);
    steps->addIncoming(stepped, body);
    narrow->addIncoming(number(16, start), from);
    narrow->addIncoming(b_.CreateAdd(narrow, number(16, step)), body);
    if (random_() % 2 == 0 && step != 0)
      b_.CreateCondBr(b_.CreateICmpEQ(stepped, number(64, start + (4 * step))),
                      end, body);
    else
      b_.CreateCondBr(b_.CreateICmpULT(next, b_.getInt32(4)), body, end);
    b_.SetInsertPoint(end);
  }

  std::mt19937 random_;
  llvm::IRBuilder<> b_;
  llvm::Function *function_;
  /// Of 8, 16, 32 and 64 bits.
  std::array<std::vector<Value *>, 4> values_;
};

/// Says the GPU's instruction in other words. How many there were.
unsigned spellSums(llvm::Function &function) {
  std::vector<llvm::IntrinsicInst *> found;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
        call && call->getIntrinsicID() == llvm::Intrinsic::nvvm_sad_i)
      found.push_back(call);
  for (llvm::IntrinsicInst *call : found) {
    llvm::IRBuilder<> b(call);
    Value *left = call->getArgOperand(0), *right = call->getArgOperand(1);
    Value *difference =
        b.CreateSelect(b.CreateICmpSLT(left, right), b.CreateSub(right, left),
                       b.CreateSub(left, right));
    call->replaceAllUsesWith(b.CreateAdd(difference, call->getArgOperand(2)));
    call->eraseFromParent();
  }
  return static_cast<unsigned>(found.size());
}

TEST(WordArithmetic, ComputesTheSame) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = std::make_unique<llvm::Module>("words", *context);
  constexpr unsigned count = 150;
  unsigned changed = 0, sums = 0, elements = 0;
  for (unsigned seed = 0; seed < count; ++seed) {
    Writer(*module, "plain" + std::to_string(seed), seed).write();
    std::string name = "words" + std::to_string(seed);
    Writer(*module, name, seed).write();
    llvm::Function &function = *module->getFunction(name);
    changed += computeInWords(function);
    std::string problems;
    llvm::raw_string_ostream stream(problems);
    ASSERT_FALSE(llvm::verifyFunction(function, &stream)) << problems;
    sums += spellSums(function);
    name = "elements" + std::to_string(seed);
    Writer(*module, name, seed).write();
    llvm::Function &ofElements = *module->getFunction(name);
    elements += computeElementsInWords(ofElements);
    ASSERT_FALSE(llvm::verifyFunction(ofElements, &stream)) << problems;
    ASSERT_EQ(spellSums(ofElements), 0u);
  }
  EXPECT_EQ(changed, count);
  EXPECT_GT(elements, count / 2);
  EXPECT_GT(sums, 10u);

  auto jit = llvm::cantFail(llvm::orc::LLJITBuilder().create());
  llvm::cantFail(jit->addIRModule(
      llvm::orc::ThreadSafeModule(std::move(module), std::move(context))));
  std::mt19937_64 random(1);
  for (unsigned seed = 0; seed < count; ++seed) {
    auto find = [&](const char *name) {
      return llvm::cantFail(jit->lookup(name + std::to_string(seed)))
          .toPtr<Compiled>();
    };
    Compiled plain = find("plain"), words = find("words"),
             ofElements = find("elements");
    for (int i = 0; i < 60; ++i) {
      // Few bits as often as many.
      std::int64_t a = static_cast<std::int64_t>(random()) >> random() % 64;
      auto b = static_cast<std::int32_t>(random());
      auto c = static_cast<std::int32_t>(random());
      auto d = static_cast<std::int32_t>(random()) >> random() % 32;
      ASSERT_EQ(words(a, b, c, d), plain(a, b, c, d))
          << "seed " << seed << ": " << a << ", " << b << ", " << c << ", "
          << d;
      ASSERT_EQ(ofElements(a, b, c, d), plain(a, b, c, d)) << "seed " << seed;
    }
  }
}

} // namespace
} // namespace pyk2ptx
