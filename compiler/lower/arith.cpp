// Python's integer operators in 64 bits. LLVM's are undefined for much of what
// Python defines, so every one is made total: a divisor that would trap is
// replaced before the division and the result chosen after it, and a shift
// count is cut to six bits. What value ranges prove falls away: then a division
// is unsigned, and 32 bits wide where both sides fit.
#include "compiler/analyze/thread_places.h"
#include "compiler/facts/interval.h"
#include "frontend/messages/internal_error.h"
#include "lowerer.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include <bit>

namespace pyk2ptx {

using ir::BinaryOp;

llvm::Value *FunctionLowerer::lower(const ir::Binary &node,
                                    const ir::Expr &expr) {
  if (m.facts[index].joinsBlocks && PlaceNumbers(source).isGridX(expr))
    return hostGridX();
  llvm::Value *left = lower(*node.left);
  llvm::Value *right = lower(*node.right);
  // numba's Python, in debug mode; ours gives inf and nan, as hardware does.
  bool raises = m.options.debug && source.typing == Typing::Numba &&
                !source.floats.fast &&
                (node.op == BinaryOp::TrueDiv ||
                 node.op == BinaryOp::FloorDiv || node.op == BinaryOp::Mod);
  if (expr.type.isFloat() && raises)
    raiseUnless(
        b.CreateFCmpUNE(right, llvm::ConstantFP::get(right->getType(), 0)),
        addSite(expr.range, "ZeroDivisionError", "division by zero"));
  if (expr.type.isFloat())
    return floatBinary(node.op, expr.type.scalar, left, right);
  bool divides = node.op == BinaryOp::FloorDiv || node.op == BinaryOp::Mod;
  if (m.options.debug && divides && ranges.of(*node.right).contains(0))
    raiseUnless(b.CreateICmpNE(right, i64(0)),
                addSite(expr.range, "ZeroDivisionError",
                        "integer division or modulo by zero"));
  return integerBinary(node, expr.type, left, right);
}

llvm::Value *FunctionLowerer::integerBinary(const ir::Binary &node,
                                            const Type &type, llvm::Value *left,
                                            llvm::Value *right) {
  bool isSigned = pyk2ptx::isSigned(type.scalar);
  Interval a = ranges.of(*node.left), c = ranges.of(*node.right);
  switch (node.op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::Mul:
    return wrapping(node.op, left, right, a, c, isSigned);
  case BinaryOp::FloorDiv:
  case BinaryOp::Mod:
    return divide(node.op, left, right, a, c, isSigned);
  case BinaryOp::Pow:
    return power(left, right, isSigned);
  case BinaryOp::LeftShift:
  case BinaryOp::RightShift:
    return shift(node.op, left, right, c, isSigned);
  case BinaryOp::BitAnd:
    return b.CreateAnd(left, right);
  case BinaryOp::BitOr:
    return b.CreateOr(left, right);
  case BinaryOp::BitXor:
    return b.CreateXor(left, right);
  case BinaryOp::Min:
    return b.CreateBinaryIntrinsic(
        isSigned ? llvm::Intrinsic::smin : llvm::Intrinsic::umin, left, right);
  case BinaryOp::Max:
    return b.CreateBinaryIntrinsic(
        isSigned ? llvm::Intrinsic::smax : llvm::Intrinsic::umax, left, right);
  case BinaryOp::TrueDiv:
    break;
  }
  internalError("an integer operator that is none");
}

llvm::Value *FunctionLowerer::wrapping(BinaryOp op, llvm::Value *left,
                                       llvm::Value *right, Interval a,
                                       Interval c, bool isSigned) {
  bool fits = staysInInt64(op, a, c);
  bool nonNegative = a.isNonNegative() && c.isNonNegative();
  // Of a uint64 a wide interval says nothing.
  bool nsw = fits && (isSigned || nonNegative);
  bool nuw = fits && nonNegative && (op != BinaryOp::Sub || a.low >= c.high);
  if (op == BinaryOp::Add)
    return b.CreateAdd(left, right, "", nuw, nsw);
  if (op == BinaryOp::Sub)
    return b.CreateSub(left, right, "", nuw, nsw);
  return b.CreateMul(left, right, "", nuw, nsw);
}

llvm::Value *FunctionLowerer::divide(BinaryOp op, llvm::Value *left,
                                     llvm::Value *right, Interval a, Interval c,
                                     bool isSigned) {
  const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(right);
  if (isSigned && constant && constant->getSExtValue() > 0 &&
      constant->getValue().isPowerOf2()) {
    // An arithmetic shift rounds down, and the low bits are Python's modulo.
    if (op == BinaryOp::Mod)
      return b.CreateAnd(left, i64(constant->getZExtValue() - 1));
    return b.CreateAShr(left, constant->getValue().logBase2());
  }
  if (!isSigned || (a.isNonNegative() && c.isNonNegative()))
    return divideUnsigned(op, left, right, a, c);
  if (llvm::Value *result = divideRaised(op, left, right, a, c))
    return result;
  bool areWords = a.isWord() && c.isWord();
  return c.low >= 0 && (areWords || constant)
             ? divideFlipped(op, left, right, c,
                             areWords ? b.getInt32Ty() : b.getInt64Ty())
             : divideSigned(op, left, right, a, c);
}

/// Of a dividend that is little below zero: `(i - 1) % n`. With the divisor
/// added as often as makes it positive the remainder is the same, and the
/// quotient larger by that number; Python's division rounds down. None where
/// the sum is not known to fit, or to be positive.
llvm::Value *FunctionLowerer::divideRaised(BinaryOp op, llvm::Value *left,
                                           llvm::Value *right, Interval a,
                                           Interval c) {
  // Far from where anything below overflows.
  constexpr std::int64_t farthest = std::int64_t(1) << 32,
                         largest = INT64_MAX / 4;
  if (c.low < 0 || c.high > largest || a.low < -farthest)
    return nullptr;
  std::int64_t times = 1;
  if (c.low == c.high && c.low > 0)
    times = (-a.low + c.low - 1) / c.low;
  else if (a.low < -std::max<std::int64_t>(c.low, 1))
    return nullptr;
  // The quotient by zero is 0 and is not to be made smaller.
  if (op == BinaryOp::FloorDiv && c.low == 0)
    return nullptr;
  Interval raise = applyTo(BinaryOp::Mul, c, {times, times});
  if (!staysInInt64(BinaryOp::Add, a, raise))
    return nullptr;
  // 32 bits without a sign do not hold the sum, but divideFlipped needs none.
  if (a.isWord() && c.isWord() && a.high + raise.high > UINT32_MAX)
    return nullptr;
  // A divisor of zero adds nothing: a sum that is negative then is divided by
  // one in its place, and the outcome not taken.
  Interval sum{std::max<std::int64_t>(a.low + raise.low, 0),
               a.high + raise.high};
  llvm::Value *by = times == 1 ? right : b.CreateMul(right, i64(times));
  llvm::Value *raised = b.CreateNSWAdd(left, by);
  llvm::Value *result = divideUnsigned(op, raised, right, sum, c);
  return op == BinaryOp::Mod ? result : b.CreateNSWSub(result, i64(times));
}

llvm::Value *FunctionLowerer::divideUnsigned(BinaryOp op, llvm::Value *left,
                                             llvm::Value *right, Interval a,
                                             Interval c) {
  llvm::Value *isZero = nullptr;
  if (c.low <= 0) {
    isZero = b.CreateICmpEQ(right, i64(0));
    right = b.CreateSelect(isZero, i64(1), right);
  }
  bool isNarrow = a.isNonNegative() && c.isNonNegative() &&
                  a.high <= UINT32_MAX && c.high <= UINT32_MAX;
  if (isNarrow) {
    left = b.CreateTrunc(left, b.getInt32Ty());
    right = b.CreateTrunc(right, b.getInt32Ty());
  }
  llvm::Value *result = op == BinaryOp::Mod ? b.CreateURem(left, right)
                                            : b.CreateUDiv(left, right);
  if (isNarrow)
    result = b.CreateZExt(result, b.getInt64Ty());
  return isZero ? b.CreateSelect(isZero, i64(0), result) : result;
}

/// Rounded down, a quotient below zero is the complement of the dividend's
/// complement divided: -7 // 3 == ~(6 // 3), and -7 % 3 == 2 - 6 % 3. So by
/// what is not negative numbers with signs are divided without, and nothing is
/// left to correct.
llvm::Value *FunctionLowerer::divideFlipped(BinaryOp op, llvm::Value *left,
                                            llvm::Value *right, Interval c,
                                            llvm::IntegerType *narrow) {
  llvm::Value *zero = llvm::ConstantInt::get(narrow, 0);
  llvm::Value *one = llvm::ConstantInt::get(narrow, 1), *isZero = nullptr;
  left = b.CreateTrunc(left, narrow);
  right = b.CreateTrunc(right, narrow);
  if (c.low == 0) {
    isZero = b.CreateICmpEQ(right, zero);
    right = b.CreateSelect(isZero, one, right);
  }
  // All bits of what is negative, and none else.
  llvm::Value *flip = b.CreateAShr(left, narrow->getBitWidth() - 1);
  llvm::Value *number = b.CreateXor(left, flip), *result;
  if (op == BinaryOp::Mod) {
    llvm::Value *rest = b.CreateURem(number, right);
    llvm::Value *most = b.CreateSub(right, one, "", true, true);
    llvm::Value *other = b.CreateSub(most, rest, "", true, true);
    llvm::Value *isFlipped = b.CreateICmpSLT(left, zero);
    result = b.CreateZExt(b.CreateSelect(isFlipped, other, rest),
                          b.getInt64Ty(), "", true);
  } else {
    llvm::Value *quotient = b.CreateUDiv(number, right);
    result = b.CreateSExt(b.CreateXor(quotient, flip), b.getInt64Ty());
  }
  return isZero ? b.CreateSelect(isZero, i64(0), result) : result;
}

llvm::Value *FunctionLowerer::divideSigned(BinaryOp op, llvm::Value *left,
                                           llvm::Value *right, Interval a,
                                           Interval c) {
  llvm::Value *zero = i64(0), *divisor = right;
  llvm::Value *isZero = nullptr, *isMinusOne = nullptr;
  if (c.contains(0)) {
    isZero = b.CreateICmpEQ(right, zero);
    divisor = b.CreateSelect(isZero, i64(1), divisor);
  }
  if (c.contains(-1) && a.low == INT64_MIN) {
    isMinusOne = b.CreateICmpEQ(right, i64(-1));
    divisor = b.CreateSelect(isMinusOne, i64(1), divisor);
  }
  llvm::Value *quotient = b.CreateSDiv(left, divisor);
  // LLVM makes a remainder of the product's difference, of a frozen dividend
  // whose range it does not know any more.
  llvm::Value *remainder =
      llvm::isa<llvm::ConstantInt>(divisor)
          ? b.CreateSRem(left, divisor)
          : b.CreateSub(left, b.CreateMul(quotient, divisor));
  // Round down where the division rounded up: the remainder has the wrong sign.
  llvm::Value *isWrong;
  if (c.low > 0) {
    isWrong = b.CreateICmpSLT(remainder, zero);
  } else {
    // One statement an instruction: the order in which C++ evaluates arguments
    // is its compiler's choice, and our output must not depend on it.
    llvm::Value *isInexact = b.CreateICmpNE(remainder, zero);
    llvm::Value *signs = b.CreateXor(remainder, divisor);
    llvm::Value *differ = b.CreateICmpSLT(signs, zero);
    isWrong = b.CreateAnd(isInexact, differ);
  }
  llvm::Value *result =
      op == BinaryOp::Mod
          ? b.CreateSelect(isWrong, b.CreateAdd(remainder, divisor), remainder)
          : b.CreateSub(quotient, b.CreateZExt(isWrong, b.getInt64Ty()));
  if (isMinusOne)
    result = b.CreateSelect(
        isMinusOne, op == BinaryOp::Mod ? zero : b.CreateNeg(left), result);
  return isZero ? b.CreateSelect(isZero, zero, result) : result;
}

/// A negative count is a large unsigned one, so one comparison finds both.
llvm::Value *FunctionLowerer::shift(BinaryOp op, llvm::Value *left,
                                    llvm::Value *right, Interval count,
                                    bool isSigned) {
  bool isInRange = count.low >= 0 && count.high < 64;
  bool fills = op == BinaryOp::RightShift && isSigned;
  llvm::Value *fits = isInRange ? b.getTrue() : b.CreateICmpULT(right, i64(64));
  if (fills)
    return b.CreateAShr(left, isInRange ? right
                                        : b.CreateSelect(fits, right, i64(63)));
  llvm::Value *safe = isInRange ? right : b.CreateAnd(right, i64(63));
  llvm::Value *shifted = op == BinaryOp::LeftShift ? b.CreateShl(left, safe)
                                                   : b.CreateLShr(left, safe);
  return isInRange ? shifted : b.CreateSelect(fits, shifted, i64(0));
}

/// x ** n for n >= 0 as products.
static llvm::Value *unrolledPower(llvm::IRBuilder<> &b, llvm::Value *base,
                                  std::uint64_t exponent) {
  llvm::Value *result = nullptr;
  for (; exponent; exponent >>= 1) {
    if (exponent & 1)
      result = result ? b.CreateMul(result, base) : base;
    if (exponent > 1)
      base = b.CreateMul(base, base);
  }
  return result ? result : b.getInt64(1);
}

llvm::Value *FunctionLowerer::power(llvm::Value *base, llvm::Value *exponent,
                                    bool isSigned) {
  constexpr std::uint64_t maxUnrolled = 64;
  const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(exponent);
  if (constant && constant->getZExtValue() <= maxUnrolled)
    return unrolledPower(b, base, constant->getZExtValue());
  llvm::Value *magnitude = b.CreateCall(m.integerPower(), {base, exponent});
  if (!isSigned)
    return magnitude;
  // 1 / base ** -exponent, truncated: only 1 and -1 leave anything.
  llvm::Value *isOdd = b.CreateTrunc(exponent, b.getInt1Ty());
  llvm::Value *minusOne = b.CreateSelect(isOdd, i64(-1), i64(1));
  llvm::Value *isOne = b.CreateICmpEQ(base, i64(1));
  llvm::Value *isMinusOne = b.CreateICmpEQ(base, i64(-1));
  llvm::Value *inverse = b.CreateSelect(isMinusOne, minusOne, i64(0));
  inverse = b.CreateSelect(isOne, i64(1), inverse);
  return b.CreateSelect(b.CreateICmpSLT(exponent, i64(0)), inverse, magnitude);
}

/// i64 (i64 base, i64 exponent): base ** exponent by squaring, the exponent
/// unsigned. At most 64 rounds.
llvm::Function *ModuleLowerer::integerPower() {
  constexpr const char *name = "pyk2ptx_int_power";
  if (llvm::Function *known = module.getFunction(name))
    return known;
  llvm::IRBuilder<> b(context);
  llvm::Type *i64 = b.getInt64Ty();
  llvm::Function *function = createFunction(
      name, llvm::FunctionType::get(i64, {i64, i64}, false), false);
  auto newBlock = [&](const char *label) {
    return llvm::BasicBlock::Create(context, label, function);
  };
  llvm::BasicBlock *entry = newBlock("entry"), *test = newBlock("test"),
                   *body = newBlock("body"), *end = newBlock("end");
  b.SetInsertPoint(entry);
  b.CreateBr(test);
  b.SetInsertPoint(test);
  llvm::PHINode *base = b.CreatePHI(i64, 2, "base");
  llvm::PHINode *exponent = b.CreatePHI(i64, 2, "exponent");
  llvm::PHINode *result = b.CreatePHI(i64, 2, "result");
  b.CreateCondBr(b.CreateICmpNE(exponent, b.getInt64(0)), body, end);
  b.SetInsertPoint(body);
  llvm::Value *isOdd = b.CreateTrunc(exponent, b.getInt1Ty());
  llvm::Value *more = b.CreateSelect(isOdd, b.CreateMul(result, base), result);
  base->addIncoming(function->getArg(0), entry);
  base->addIncoming(b.CreateMul(base, base), body);
  exponent->addIncoming(function->getArg(1), entry);
  exponent->addIncoming(b.CreateLShr(exponent, 1), body);
  result->addIncoming(b.getInt64(1), entry);
  result->addIncoming(more, body);
  b.CreateBr(test);
  b.SetInsertPoint(end);
  b.CreateRet(result);
  return function;
}

} // namespace pyk2ptx
