// Where nobody has a GPU, what an optimization for GPUs makes would be read by
// ptxas and run by no one. But these work on LLVM's IR, and mean the same on
// any device: with --passes=gpu they change the CPU device's code as well, and
// the tests that compare it with what a kernel means compare what they made.
//
// Some make instructions that only GPUs have. They become here what PTX says
// they compute: conversions of floats round, saturate, and give for nan 0 where
// neither side has 64 bits, else the least integer (the greatest power of two,
// without signs); a sum of absolute differences is one.
#include "gpu_passes.h"

#include "compiler/selection/float_to_integer.h"
#include "frontend/messages/internal_error.h"
#include "selection_passes.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Pass.h>

#include <optional>

namespace pyk2ptx {

namespace {

using llvm::Value;

Value *converted(llvm::IRBuilder<> &b, const llvm::CallInst &call,
                 const FloatConversion &conversion) {
  Value *from =
      b.CreateUnaryIntrinsic(conversion.rounding, call.getArgOperand(0));
  llvm::Type *type = call.getType();
  Value *number =
      b.CreateIntrinsic(conversion.isSigned ? llvm::Intrinsic::fptosi_sat
                                            : llvm::Intrinsic::fptoui_sat,
                        {type, from->getType()}, {from});
  if (!from->getType()->isDoubleTy() && !type->isIntegerTy(64))
    return number;
  Value *least = llvm::ConstantInt::get(
      type, llvm::APInt::getSignedMinValue(type->getIntegerBitWidth()));
  return b.CreateSelect(b.CreateFCmpUNO(from, from), least, number);
}

Value *sumOfDifference(llvm::IRBuilder<> &b, const llvm::CallInst &call) {
  llvm::Type *wide = b.getInt64Ty();
  Value *left = b.CreateSExt(call.getArgOperand(0), wide);
  Value *right = b.CreateSExt(call.getArgOperand(1), wide);
  Value *difference = b.CreateSub(left, right);
  Value *absolute =
      b.CreateBinaryIntrinsic(llvm::Intrinsic::abs, difference, b.getFalse());
  return b.CreateAdd(b.CreateTrunc(absolute, call.getType()),
                     call.getArgOperand(2));
}

/// What `call` computes on a GPU; null: it is no instruction of GPUs.
Value *modelOf(const llvm::CallInst &call, llvm::IRBuilder<> &b) {
  llvm::Intrinsic::ID id = call.getIntrinsicID();
  if (id == llvm::Intrinsic::nvvm_sad_i)
    return sumOfDifference(b, call);
  std::optional<FloatConversion> conversion = floatConversion(id);
  return conversion ? converted(b, call, *conversion) : nullptr;
}

void replaceInstructions(llvm::Function &function) {
  for (llvm::Instruction &instruction :
       llvm::make_early_inc_range(llvm::instructions(function))) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (!call)
      continue;
    llvm::IRBuilder<> b(call);
    if (Value *model = modelOf(*call, b)) {
      call->replaceAllUsesWith(model);
      call->eraseFromParent();
    } else if (const llvm::Function *called = call->getCalledFunction();
               called && called->getName().starts_with("llvm.nvvm.")) {
      internalError("the CPU device has no model of " +
                    called->getName().str());
    }
  }
}

} // namespace

void runGpuPasses(llvm::Module &module, Optimizations which) {
  llvm::legacy::FunctionPassManager passes(&module);
  for (PassPlace place :
       {PassPlace::Preparation, PassPlace::LoopReduction, PassPlace::Selection})
    addSelectionPasses(passes, place, which, false);
  passes.doInitialization();
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    passes.run(function);
    replaceInstructions(function);
  }
  passes.doFinalization();
}

} // namespace pyk2ptx
