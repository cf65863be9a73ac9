// Floats become integers of 64 bits that saturate, nan 0. LLVM's NVPTX target
// does not know that PTX's conversions saturate by themselves: it compares with
// both limits and chooses, ten instructions of 32 bits for each. And where the
// float is known to be small (float_ranges.h) the conversion to 32 bits will
// do: it is faster, and what is computed of its result then, too.
//
// Nan: PTX gives 0 for it where neither side has 64 bits, else the least
// integer.
#include "float_to_integer.h"

#include "float_ranges.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/Pass.h>

#include <cmath>
#include <cstdint>
#include <limits>

namespace pyk2ptx {

namespace {

bool isConversion(const llvm::IntrinsicInst &call) {
  return (call.getIntrinsicID() == llvm::Intrinsic::fptosi_sat ||
          call.getIntrinsicID() == llvm::Intrinsic::fptoui_sat) &&
         call.getType()->isIntegerTy(64) &&
         (call.getArgOperand(0)->getType()->isFloatTy() ||
          call.getArgOperand(0)->getType()->isDoubleTy());
}

class Converter {
public:
  Converter(llvm::IntrinsicInst &call, const KnownRanges &ranges)
      : b_(&call), value_(call.getArgOperand(0)),
        isSigned_(call.getIntrinsicID() == llvm::Intrinsic::fptosi_sat),
        isFloat_(value_->getType()->isFloatTy()),
        range_(floatRange(value_, ranges)) {}

  llvm::Value *run() {
    constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
    // Between these cutting off leaves what fits.
    bool isSmall = range_.low > (isSigned_ ? -static_cast<double>(most) : -1) &&
                   range_.high < most;
    return isSmall ? toWord() : toLong();
  }

private:
  llvm::Value *toWord() {
    llvm::CallInst *word = b_.CreateIntrinsic(
        b_.getInt32Ty(),
        isFloat_ ? llvm::Intrinsic::nvvm_f2i_rz : llvm::Intrinsic::nvvm_d2i_rz,
        {value_});
    word->addRangeRetAttr(wordRange());
    bool isNatural = range_.low > -1;
    llvm::Value *number = isFloat_ ? word : zeroIfNan(word);
    return b_.CreateIntCast(number, b_.getInt64Ty(), !isNatural);
  }
  /// Of a number, and of nan as the instruction has it.
  llvm::ConstantRange wordRange() const {
    auto low = static_cast<std::int32_t>(std::trunc(range_.low)),
         high = static_cast<std::int32_t>(std::trunc(range_.high));
    if (range_.isNanPossible && !isFloat_)
      low = std::numeric_limits<std::int32_t>::min();
    if (range_.isNanPossible && isFloat_) {
      low = std::min(low, 0);
      high = std::max(high, 0);
    }
    return llvm::ConstantRange::getNonEmpty(
        llvm::APInt(32, static_cast<std::uint64_t>(std::int64_t{low}), true),
        llvm::APInt(32, static_cast<std::uint64_t>(std::int64_t{high} + 1),
                    true));
  }

  llvm::Value *toLong() {
    llvm::Intrinsic::ID id = isSigned_  ? isFloat_
                                              ? llvm::Intrinsic::nvvm_f2ll_rz
                                              : llvm::Intrinsic::nvvm_d2ll_rz
                             : isFloat_ ? llvm::Intrinsic::nvvm_f2ull_rz
                                        : llvm::Intrinsic::nvvm_d2ull_rz;
    return zeroIfNan(b_.CreateIntrinsic(b_.getInt64Ty(), id, {value_}));
  }

  llvm::Value *zeroIfNan(llvm::Value *converted) {
    if (!range_.isNanPossible)
      return converted;
    return b_.CreateSelect(b_.CreateFCmpUNO(value_, value_),
                           llvm::ConstantInt::get(converted->getType(), 0),
                           converted);
  }

  llvm::IRBuilder<> b_;
  llvm::Value *value_;
  bool isSigned_, isFloat_;
  FloatRange range_;
};

class FloatToInteger : public llvm::FunctionPass {
public:
  FloatToInteger() : FunctionPass(id) {}
  llvm::StringRef getPassName() const override {
    return "Conversions that saturate by themselves";
  }
  void getAnalysisUsage(llvm::AnalysisUsage &usage) const override {
    usage.setPreservesAll();
  }
  bool runOnFunction(llvm::Function &function) override {
    llvm::SmallVector<llvm::IntrinsicInst *, 8> conversions;
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
          call && isConversion(*call))
        conversions.push_back(call);
    if (conversions.empty())
      return false;
    KnownRanges ranges(function);
    for (llvm::IntrinsicInst *call : conversions) {
      call->replaceAllUsesWith(Converter(*call, ranges).run());
      call->eraseFromParent();
    }
    return true;
  }

private:
  static char id;
};

char FloatToInteger::id = 0;

} // namespace

llvm::FunctionPass *createFloatToIntegerPass() { return new FloatToInteger(); }

} // namespace pyk2ptx
