// No processor divides vectors of integers, and so a loop with a division in it
// is none of vectors at all. But a loop over threads mostly divides by one
// number: an extent, the size of a table. Before the loop that is a reciprocal,
// and in it a multiplication, as compilers divide by constants (Granlund and
// Montgomery, Division by Invariant Integers using Multiplication, PLDI 1994,
// figure 4.1):
//
//   l = ceil(log2(d)), m = floor(2**64 * (2**l - d) / d) + 1
//   high = upper half of m * n
//   n // d = (high + ((n - high) >> min(l, 1))) >> max(l - 1, 0)
//
// Numbers with a sign are divided without it. Quotients of 32 bits are those of
// float64s, rounded to zero: 53 bits are more than enough for that. So are
// those of longer numbers that are known to have no more than 52.
#include "invariant_divisions.h"

#include "compiler/target/host_abi.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/LoopIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/ModRef.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>

#include <map>
#include <tuple>

namespace pyk2ptx {

namespace {

using llvm::Value;

/// Of a divisor without its sign.
struct Reciprocal {
  Value *multiplier, *firstShift, *lastShift;
  /// -1 where the divisor is negative, else 0; null where it has no sign.
  Value *sign;
};

llvm::FunctionCallee reciprocalFunction(llvm::Module &module) {
  llvm::Type *number = llvm::Type::getInt64Ty(module.getContext());
  llvm::FunctionCallee callee = module.getOrInsertFunction(
      "pyk2ptx_host_reciprocal",
      llvm::FunctionType::get(number, {number}, false));
  auto *function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setWillReturn();
  function->setMemoryEffects(llvm::MemoryEffects::none());
  return callee;
}

class InvariantDivisions {
public:
  InvariantDivisions(llvm::Function &function,
                     llvm::FunctionAnalysisManager &analyses)
      : layout_(function.getDataLayout()),
        loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
        tree_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)) {}

  void run() {
    for (llvm::Loop *loop : loops_.getLoopsInPreorder())
      if (loop->isInnermost() && loop->getLoopPreheader())
        visit(*loop);
  }

private:
  static bool isSigned(const llvm::Instruction &division) {
    return division.getOpcode() == llvm::Instruction::SDiv ||
           division.getOpcode() == llvm::Instruction::SRem;
  }

  void visit(llvm::Loop &loop) {
    llvm::SmallVector<llvm::BinaryOperator *, 8> divisions;
    llvm::LoopBlocksRPO order(&loop);
    order.perform(&loops_);
    for (llvm::BasicBlock *block : order)
      for (llvm::Instruction &each : *block)
        if (isFit(loop, each))
          divisions.push_back(llvm::cast<llvm::BinaryOperator>(&each));
    // The first of two with the same quotient comes first.
    quotients_.clear();
    for (llvm::BinaryOperator *division : divisions)
      replace(loop, *division);
  }

  static bool isFit(const llvm::Loop &loop, const llvm::Instruction &each) {
    if (!each.isIntDivRem())
      return false;
    const Value *divisor = each.getOperand(1);
    return (each.getType()->isIntegerTy(64) ||
            each.getType()->isIntegerTy(32)) &&
           !llvm::isa<llvm::Constant>(divisor) &&
           loop.isLoopInvariant(divisor) &&
           !loop.isLoopInvariant(each.getOperand(0));
  }

  void replace(const llvm::Loop &loop, llvm::BinaryOperator &division) {
    llvm::IRBuilder<> b(&division);
    Value *number = division.getOperand(0), *divisor = division.getOperand(1);
    bool hasSign = isSigned(division);
    bool isShort = division.getType()->isIntegerTy(32) ||
                   (hasSign && isExact(*number) && isExact(*divisor));
    auto &known = quotients_[{number, divisor, hasSign}];
    if (!known || !tree_.dominates(known, &division))
      known = llvm::cast<llvm::Instruction>(
          isShort ? shortQuotient(b, number, divisor, hasSign)
                  : quotient(b, number, hasSign,
                             reciprocalOf(loop, *divisor, hasSign)));
    Value *result = known;
    if (division.getOpcode() == llvm::Instruction::SRem ||
        division.getOpcode() == llvm::Instruction::URem)
      result = b.CreateSub(number, b.CreateMul(result, divisor));
    result->takeName(&division);
    division.replaceAllUsesWith(result);
    division.eraseFromParent();
  }

  /// Whether a signed number is a float64, as are those next to it. Of what is
  /// frozen: wherever it is a value of the program's.
  bool isExact(const Value &number) const {
    constexpr unsigned bits = 52;
    const auto *frozen = llvm::dyn_cast<llvm::FreezeInst>(&number);
    const Value *value = frozen ? frozen->getOperand(0) : &number;
    return llvm::ComputeMaxSignificantBits(value, layout_) <= bits ||
           llvm::computeConstantRange(value, true).getMinSignedBits() <= bits;
  }

  static Value *shortQuotient(llvm::IRBuilder<> &b, Value *number,
                              Value *divisor, bool hasSign) {
    auto real = [&](Value *value) {
      return hasSign ? b.CreateSIToFP(value, b.getDoubleTy())
                     : b.CreateUIToFP(value, b.getDoubleTy());
    };
    Value *dividend = real(number), *by = real(divisor);
    Value *quotient = b.CreateFDiv(dividend, by);
    return hasSign ? b.CreateFPToSI(quotient, number->getType())
                   : b.CreateFPToUI(quotient, number->getType());
  }

  /// The value is -value where `sign` is -1, itself where it is 0.
  static Value *withSign(llvm::IRBuilder<> &b, Value *value, Value *sign) {
    return b.CreateSub(b.CreateXor(value, sign), sign);
  }

  /// The reciprocal stands before all loops that leave the divisor what it is.
  const Reciprocal &reciprocalOf(const llvm::Loop &loop, Value &divisor,
                                 bool hasSign) {
    const llvm::Loop *outermost = &loop;
    for (const llvm::Loop *around = loop.getParentLoop();
         around && around->isLoopInvariant(&divisor) &&
         around->getLoopPreheader();
         around = around->getParentLoop())
      outermost = around;
    llvm::BasicBlock *before = outermost->getLoopPreheader();
    auto [known, isNew] = reciprocals_.try_emplace({&divisor, before, hasSign});
    Reciprocal &made = known->second;
    if (!isNew)
      return made;
    llvm::IRBuilder<> b(before->getTerminator());
    // Where nothing is divided it may be anything.
    Value *size = b.CreateFreeze(&divisor);
    made.sign = hasSign ? b.CreateAShr(size, 63) : nullptr;
    if (hasSign)
      size = withSign(b, size, made.sign);
    size = b.CreateBinaryIntrinsic(llvm::Intrinsic::umax, size, b.getInt64(1));
    made.multiplier =
        b.CreateCall(reciprocalFunction(*before->getModule()), {size});
    Value *zeros = b.CreateBinaryIntrinsic(
        llvm::Intrinsic::ctlz, b.CreateSub(size, b.getInt64(1)), b.getFalse());
    Value *log = b.CreateSub(b.getInt64(64), zeros);
    made.firstShift =
        b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, log, b.getInt64(1));
    made.lastShift = b.CreateSub(log, made.firstShift);
    return made;
  }

  /// The upper half of a product.
  static Value *upperProduct(llvm::IRBuilder<> &b, Value *left, Value *right) {
    auto low = [&](Value *value) {
      return b.CreateAnd(value, b.getInt64(0xffffffff));
    };
    auto high = [&](Value *value) { return b.CreateLShr(value, 32); };
    Value *lowLeft = low(left), *highLeft = high(left);
    Value *lowRight = low(right), *highRight = high(right);
    Value *carried = high(b.CreateMul(lowLeft, lowRight));
    Value *middle = b.CreateMul(highLeft, lowRight);
    middle = b.CreateAdd(middle, carried, "", true);
    Value *lowMiddle = low(middle), *highMiddle = high(middle);
    Value *other = b.CreateMul(lowLeft, highRight);
    other = b.CreateAdd(other, lowMiddle, "", true);
    Value *most = b.CreateMul(highLeft, highRight);
    most = b.CreateAdd(most, highMiddle);
    return b.CreateAdd(most, high(other));
  }

  Value *quotient(llvm::IRBuilder<> &b, Value *number, bool hasSign,
                  const Reciprocal &by) {
    bool mayBeNegative =
        hasSign && !llvm::isKnownNonNegative(number, {layout_});
    Value *sign = mayBeNegative ? b.CreateAShr(number, 63) : nullptr;
    if (sign)
      number = withSign(b, number, sign);
    Value *high = upperProduct(b, by.multiplier, number);
    Value *rest = b.CreateLShr(b.CreateSub(number, high), by.firstShift);
    Value *result = b.CreateLShr(b.CreateAdd(high, rest), by.lastShift);
    if (by.sign)
      result = withSign(b, result, sign ? b.CreateXor(sign, by.sign) : by.sign);
    return result;
  }

  using Division = std::tuple<Value *, Value *, bool>;
  using Before = std::tuple<Value *, llvm::BasicBlock *, bool>;

  const llvm::DataLayout &layout_;
  llvm::LoopInfo &loops_;
  llvm::DominatorTree &tree_;
  std::map<Division, llvm::Instruction *> quotients_;
  std::map<Before, Reciprocal> reciprocals_;
};

/// Whether an innermost loop divides by what LLVM does not know.
bool mayDivide(const llvm::LoopInfo &loops) {
  for (const llvm::Loop *loop : loops.getLoopsInPreorder())
    if (loop->isInnermost())
      for (const llvm::BasicBlock *block : loop->blocks())
        for (const llvm::Instruction &each : *block)
          if (each.isIntDivRem() &&
              !llvm::isa<llvm::Constant>(each.getOperand(1)))
            return true;
  return false;
}

} // namespace

llvm::PreservedAnalyses
InvariantDivisionsPass::run(llvm::Function &function,
                            llvm::FunctionAnalysisManager &analyses) {
  if (!mayDivide(analyses.getResult<llvm::LoopAnalysis>(function)))
    return llvm::PreservedAnalyses::all();
  // A divisor may be loaded in the loop, but no longer under a condition.
  llvm::FunctionPassManager settle;
  settle.addPass(llvm::createFunctionToLoopPassAdaptor(
      llvm::LICMPass(llvm::LICMOptions()), true));
  settle.run(function, analyses);
  InvariantDivisions(function, analyses).run();
  llvm::PreservedAnalyses kept;
  kept.preserveSet<llvm::CFGAnalyses>();
  return kept;
}

} // namespace pyk2ptx
