// Floats become integers of 64 bits that saturate, nan 0. LLVM's NVPTX target
// does not know that PTX's conversions saturate by themselves: it compares with
// both limits and chooses, ten instructions of 32 bits for each. And where the
// float is known to be small (float_ranges.h), or nobody sees how large it is
// (word_uses.h), the conversion to 32 bits will do: it is faster, and what is
// computed of its result then, too.
//
// PTX's conversions round down, up or to even as well: of floor(x) x is
// converted.
//
// Nan: PTX gives 0 for it where neither side has 64 bits, else the least
// integer.
#include "float_to_integer.h"

#include "compiler/words/float_ranges.h"
#include "compiler/words/word_uses.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace pyk2ptx {

namespace {

bool isConversion(const llvm::IntrinsicInst &call) {
  bool isSigned = call.getIntrinsicID() == llvm::Intrinsic::fptosi_sat;
  const llvm::Type *type = call.getType();
  return (isSigned || call.getIntrinsicID() == llvm::Intrinsic::fptoui_sat) &&
         (type->isIntegerTy(64) || (isSigned && type->isIntegerTy(32))) &&
         (call.getArgOperand(0)->getType()->isFloatTy() ||
          call.getArgOperand(0)->getType()->isDoubleTy());
}

/// What the conversions of a kind round like, in their order there.
constexpr std::array<llvm::Intrinsic::ID, 4> roundings{
    llvm::Intrinsic::trunc, llvm::Intrinsic::floor, llvm::Intrinsic::ceil,
    llvm::Intrinsic::roundeven};

struct Kind {
  bool isSigned;
  std::array<llvm::Intrinsic::ID, 4> conversions;
};
constexpr Kind floatToWord{
    true,
    {llvm::Intrinsic::nvvm_f2i_rz, llvm::Intrinsic::nvvm_f2i_rm,
     llvm::Intrinsic::nvvm_f2i_rp, llvm::Intrinsic::nvvm_f2i_rn}},
    doubleToWord{true,
                 {llvm::Intrinsic::nvvm_d2i_rz, llvm::Intrinsic::nvvm_d2i_rm,
                  llvm::Intrinsic::nvvm_d2i_rp, llvm::Intrinsic::nvvm_d2i_rn}},
    floatToLong{true,
                {llvm::Intrinsic::nvvm_f2ll_rz, llvm::Intrinsic::nvvm_f2ll_rm,
                 llvm::Intrinsic::nvvm_f2ll_rp, llvm::Intrinsic::nvvm_f2ll_rn}},
    doubleToLong{true,
                 {llvm::Intrinsic::nvvm_d2ll_rz, llvm::Intrinsic::nvvm_d2ll_rm,
                  llvm::Intrinsic::nvvm_d2ll_rp,
                  llvm::Intrinsic::nvvm_d2ll_rn}},
    floatToUnsigned{
        false,
        {llvm::Intrinsic::nvvm_f2ull_rz, llvm::Intrinsic::nvvm_f2ull_rm,
         llvm::Intrinsic::nvvm_f2ull_rp, llvm::Intrinsic::nvvm_f2ull_rn}},
    doubleToUnsigned{
        false,
        {llvm::Intrinsic::nvvm_d2ull_rz, llvm::Intrinsic::nvvm_d2ull_rm,
         llvm::Intrinsic::nvvm_d2ull_rp, llvm::Intrinsic::nvvm_d2ull_rn}};

/// What a value is rounded from, as one of `roundings`. An integer of floor(x)
/// is one conversion of x.
struct RoundedFrom {
  explicit RoundedFrom(llvm::Value *rounded) : value(rounded) {
    const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(rounded);
    if (!call)
      return;
    llvm::Intrinsic::ID id = call->getIntrinsicID();
    if (id == llvm::Intrinsic::rint || id == llvm::Intrinsic::nearbyint)
      id = llvm::Intrinsic::roundeven;
    const auto *found = llvm::find(roundings, id);
    if (found == roundings.end())
      return;
    value = call->getArgOperand(0);
    rounding = static_cast<std::size_t>(found - roundings.begin());
  }

  llvm::Value *value;
  std::size_t rounding = 0;
};

class Converter {
public:
  /// `range`: of what is converted. `limits`: 32 bits will do.
  Converter(llvm::IntrinsicInst &call, const FloatRange &range,
            std::optional<WordLimits> limits)
      : b_(&call), from_(call.getArgOperand(0)),
        isSigned_(call.getIntrinsicID() == llvm::Intrinsic::fptosi_sat),
        isFloat_(from_.value->getType()->isFloatTy()),
        isWord_(call.getType()->isIntegerTy(32)), limits_(limits),
        range_(range) {}

  llvm::Value *run() {
    if (isWord_)
      return word();
    return isSmall() || limits_ ? toWord() : toLong();
  }

private:
  llvm::CallInst *convert(llvm::Type *type, const Kind &ofFloat,
                          const Kind &ofDouble) {
    const Kind &kind = isFloat_ ? ofFloat : ofDouble;
    return b_.CreateIntrinsic(type, kind.conversions[from_.rounding],
                              {from_.value});
  }

  bool isSmall() const {
    constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
    // Between these cutting off leaves what fits.
    return range_.low > (isSigned_ ? -static_cast<double>(most) : -1) &&
           range_.high < most;
  }

  llvm::Value *word() {
    llvm::CallInst *word = convert(b_.getInt32Ty(), floatToWord, doubleToWord);
    if (isSmall())
      word->addRangeRetAttr(wordRange());
    return isFloat_ ? word : zeroIfNan(word);
  }
  llvm::Value *toWord() {
    llvm::Value *number = word();
    bool isNatural = range_.low > -1;
    if (!isSmall())
      number = limited(number);
    return b_.CreateIntCast(number, b_.getInt64Ty(), !isNatural);
  }
  llvm::Value *limited(llvm::Value *word) {
    const WordLimits all;
    if (limits_->low > all.low)
      word = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, word,
                                      b_.getInt32(limits_->low));
    if (limits_->high < all.high)
      word = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, word,
                                      b_.getInt32(limits_->high));
    return word;
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
    return zeroIfNan(
        isSigned_
            ? convert(b_.getInt64Ty(), floatToLong, doubleToLong)
            : convert(b_.getInt64Ty(), floatToUnsigned, doubleToUnsigned));
  }

  llvm::Value *zeroIfNan(llvm::Value *converted) {
    if (!range_.isNanPossible)
      return converted;
    return b_.CreateSelect(b_.CreateFCmpUNO(from_.value, from_.value),
                           llvm::ConstantInt::get(converted->getType(), 0),
                           converted);
  }

  llvm::IRBuilder<> b_;
  RoundedFrom from_;
  bool isSigned_, isFloat_, isWord_;
  std::optional<WordLimits> limits_;
  FloatRange range_;
};

} // namespace

std::optional<FloatConversion> floatConversion(llvm::Intrinsic::ID id) {
  for (const Kind &kind : {floatToWord, doubleToWord, floatToLong, doubleToLong,
                           floatToUnsigned, doubleToUnsigned})
    for (auto [conversion, rounding] :
         llvm::zip_equal(kind.conversions, roundings))
      if (conversion == id)
        return FloatConversion{kind.isSigned, rounding};
  return std::nullopt;
}

bool useSaturatingConversions(llvm::Function &function) {
  llvm::SmallVector<llvm::IntrinsicInst *, 8> calls;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
        call && isConversion(*call))
      calls.push_back(call);
  if (calls.empty())
    return false;
  const KnownRanges integers(function);
  FloatRanges floats(integers);
  // All are looked at before the first is another.
  struct Found {
    llvm::IntrinsicInst *call;
    FloatRange range;
    std::optional<WordLimits> limits;
  };
  llvm::SmallVector<Found, 8> all;
  for (llvm::IntrinsicInst *call : calls)
    all.push_back({call,
                   floats.within(call->getArgOperand(0), *call->getParent()),
                   call->getIntrinsicID() == llvm::Intrinsic::fptosi_sat &&
                           call->getType()->isIntegerTy(64)
                       ? limitsAsWord(*call, integers)
                       : std::nullopt});
  for (auto &[call, range, limits] : all) {
    llvm::Value *rounded = call->getArgOperand(0);
    call->replaceAllUsesWith(Converter(*call, range, limits).run());
    call->eraseFromParent();
    llvm::RecursivelyDeleteTriviallyDeadInstructions(rounded);
  }
  return true;
}

} // namespace pyk2ptx
