// Random neighbours in arrays of three axes have the same addresses before and
// after the pass, run on this machine.
#include "compiler/backend/near_addresses.h"
#include "run_pass.h"

#include <gtest/gtest.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>

#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace pyk2ptx {
namespace {

using llvm::Value;
/// (memory, i, j, k, height, width)
using Compiled = std::int64_t (*)(void *, std::int64_t, std::int64_t,
                                  std::int64_t, std::int64_t, std::int64_t);

constexpr unsigned deviceMemory = 1, axes = 3, arguments = 6;

/// Loads of neighbours, some of whose indices are loaded, and a store now and
/// then; the sum of what was loaded is the result.
class Writer {
public:
  Writer(llvm::Module &module, const std::string &name, unsigned seed)
      : random_(seed), b_(module.getContext()) {
    llvm::Type *number = b_.getInt64Ty();
    std::vector<llvm::Type *> types(arguments, number);
    types[0] = b_.getPtrTy(deviceMemory);
    function_ =
        llvm::Function::Create(llvm::FunctionType::get(number, types, false),
                               llvm::Function::ExternalLinkage, name, module);
    b_.SetInsertPoint(
        llvm::BasicBlock::Create(module.getContext(), "entry", function_));
    Value *sum = b_.getInt64(0);
    for (unsigned i = 0, n = 3 + pick(8); i < n; ++i) {
      Value *place = address(sum);
      Value *loaded = b_.CreateLoad(b_.getInt32Ty(), place);
      sum = b_.CreateAdd(b_.CreateMul(sum, b_.getInt64(3)),
                         b_.CreateZExt(loaded, number));
      if (pick(4) == 0)
        b_.CreateStore(b_.CreateTrunc(sum, b_.getInt32Ty()), place);
    }
    b_.CreateRet(sum);
  }

private:
  unsigned pick(unsigned count) { return random_() % count; }

  Value *beside(Value *value) {
    std::int64_t by = std::int64_t(pick(3)) - 1;
    if (by == 0 && pick(2))
      return value;
    return pick(2) ? b_.CreateAdd(value, b_.getInt64(by))
                   : b_.CreateSub(value, b_.getInt64(-by));
  }

  /// ((i * height) + j) * width + k, of indices near to the arguments.
  Value *address(Value *sum) {
    Value *flat = nullptr;
    for (unsigned axis = 0; axis < axes; ++axis) {
      Value *index = beside(function_->getArg(1 + axis));
      if (pick(12) == 0)
        index = b_.CreateAnd(sum, b_.getInt64(1));
      flat = flat ? b_.CreateAdd(
                        b_.CreateMul(flat, function_->getArg(3 + axis)), index)
                  : index;
    }
    Value *array = function_->getArg(0);
    if (pick(3) == 0)
      return b_.CreatePtrAdd(array, b_.CreateShl(flat, 2));
    if (pick(3) == 0)
      return b_.CreateGEP(b_.getInt32Ty(),
                          b_.CreateGEP(b_.getInt32Ty(), array, flat),
                          b_.getInt64(pick(3)));
    return b_.CreateGEP(b_.getInt32Ty(), array, flat);
  }

  std::minstd_rand random_;
  llvm::IRBuilder<> b_;
  llvm::Function *function_;
};

unsigned countProducts(const llvm::Function &function) {
  return llvm::count_if(
      llvm::instructions(function), [](const llvm::Instruction &instruction) {
        return instruction.getOpcode() == llvm::Instruction::Mul;
      });
}

TEST(NearAddresses, AreTheSame) {
  constexpr unsigned functions = 300;
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = std::make_unique<llvm::Module>("addresses", *context);
  unsigned changed = 0, before = 0, after = 0;
  for (unsigned seed = 0; seed < functions; ++seed) {
    std::string number = std::to_string(seed);
    Writer(*module, "before" + number, seed);
    Writer(*module, "after" + number, seed);
    llvm::Function &function = *module->getFunction("after" + number);
    changed += runPass<NearAddresses>(function);
    before += countProducts(*module->getFunction("before" + number));
    after += countProducts(function);
  }
  EXPECT_GT(changed, functions / 3);
  EXPECT_LT(after, before);
  std::string errors;
  llvm::raw_string_ostream stream(errors);
  ASSERT_FALSE(llvm::verifyModule(*module, &stream)) << errors;
  auto jit = llvm::cantFail(llvm::orc::LLJITBuilder().create());
  module->setDataLayout(jit->getDataLayout());
  llvm::cantFail(jit->addIRModule(
      llvm::orc::ThreadSafeModule(std::move(module), std::move(context))));
  struct Outcome {
    std::int64_t result;
    std::vector<std::uint32_t> memory;
    bool operator==(const Outcome &) const = default;
  };
  auto run = [&](const std::string &name, std::int64_t height,
                 std::int64_t width) {
    Outcome outcome{0, std::vector<std::uint32_t>(1024)};
    std::iota(outcome.memory.begin(), outcome.memory.end(), 5);
    auto function = llvm::cantFail(jit->lookup(name)).toPtr<Compiled>();
    outcome.result =
        function(outcome.memory.data() + 512, 3, 2, 4, height, width);
    return outcome;
  };
  for (unsigned seed = 0; seed < functions; ++seed)
    for (auto [height, width] : {std::pair(5, 7), {0, 9}, {-3, 6}, {1, -1}}) {
      std::string number = std::to_string(seed);
      ASSERT_EQ(run("before" + number, height, width),
                run("after" + number, height, width))
          << "seed " << seed << ", " << height << " x " << width;
    }
}

} // namespace
} // namespace pyk2ptx
