// Float operators. No operation carries a fast-math flag: each rounds on its
// own, so that both devices agree. (But for ir::FloatMode, on the GPU.) // and
// % are CPython's float_divmod step by step, with exact divisions always; fmod
// comes from libdevice, since NVPTX has no exact frem.
#include "compiler/backend/libdevice.h"
#include "compiler/target/host_abi.h"
#include "custom.h"
#include "frontend/messages/internal_error.h"
#include "lowerer.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <cmath>

namespace pyk2ptx {

using ir::BinaryOp;

/// As PTX's min and max: nan is ignored, -0.0 is below 0.0.
static llvm::Value *extremeOf(llvm::IRBuilder<> &b, bool isGpu, bool isMax,
                              llvm::Value *left, llvm::Value *right) {
  if (isGpu)
    return b.CreateBinaryIntrinsic(isMax ? llvm::Intrinsic::maximumnum
                                         : llvm::Intrinsic::minimumnum,
                                   left, right);
  // LLVM 22's code of these for AVX-512 gives nan where it knows that one side
  // is none, such as a converted integer. Its maximum, which is to give nan, is
  // right.
  llvm::Value *extreme = b.CreateBinaryIntrinsic(
      isMax ? llvm::Intrinsic::maximum : llvm::Intrinsic::minimum, left, right);
  extreme = b.CreateSelect(b.CreateFCmpUNO(right, right), left, extreme);
  return b.CreateSelect(b.CreateFCmpUNO(left, left), right, extreme);
}

llvm::Value *FunctionLowerer::floatBinary(BinaryOp op, Scalar scalar,
                                          llvm::Value *left,
                                          llvm::Value *right) {
  if (isHalf(scalar))
    return halfBinary(op, scalar, left, right);
  switch (op) {
  case BinaryOp::Add:
    return b.CreateFAdd(left, right);
  case BinaryOp::Sub:
    return b.CreateFSub(left, right);
  case BinaryOp::Mul:
    return b.CreateFMul(left, right);
  case BinaryOp::TrueDiv:
    return quotient(scalar, left, right);
  case BinaryOp::FloorDiv:
  case BinaryOp::Mod:
    return floatDivide(op, scalar, left, right);
  case BinaryOp::Pow:
    return floatPower(scalar, left, right);
  case BinaryOp::Min:
  case BinaryOp::Max:
    return extremeOf(b, m.gpu(), op == BinaryOp::Max, left, right);
  case BinaryOp::LeftShift:
  case BinaryOp::RightShift:
  case BinaryOp::BitAnd:
  case BinaryOp::BitOr:
  case BinaryOp::BitXor:
    break;
  }
  internalError("a float operator that is none");
}

/// LLVM's "afn" is NVPTX's div.approx, rcp.approx and sqrt.approx.
static llvm::Value *withApproximation(llvm::Value *value) {
  if (auto *instruction = llvm::dyn_cast<llvm::Instruction>(value))
    instruction->setHasApproxFunc(true);
  return value;
}

llvm::Value *FunctionLowerer::quotient(Scalar scalar, llvm::Value *left,
                                       llvm::Value *right) {
  if (scalar != Scalar::F32 || !floats.approximateDivision)
    return b.CreateFDiv(left, right);
  const auto *one = llvm::dyn_cast<llvm::ConstantFP>(left);
  if (floats.fast || (one && one->isExactlyValue(1)))
    return withApproximation(b.CreateFDiv(left, right));
  return b.CreateIntrinsic(b.getFloatTy(),
                           floats.ftz ? llvm::Intrinsic::nvvm_div_full_ftz
                                      : llvm::Intrinsic::nvvm_div_full,
                           {left, right});
}

llvm::Value *FunctionLowerer::squareRoot(Scalar scalar, llvm::Value *value) {
  llvm::Value *root = b.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, value);
  return scalar == Scalar::F32 && floats.approximateSqrt
             ? withApproximation(root)
             : root;
}

llvm::Value *lowerSquareRoot(FunctionLowerer &f, const CustomCall &call) {
  return f.squareRoot(call.expr.type.scalar, call.args[0]);
}

/// The function of libdevice that stands for the float32 function `name` under
/// fast math: the table that nvcc's -use_fast_math has.
static std::string fastName(llvm::StringRef name, const Arch &arch) {
  static constexpr llvm::StringRef names[] = {
      "sinf", "cosf", "tanf", "expf", "logf", "log2f", "log10f", "powf"};
  // Its instruction came with PTX 7.0.
  bool isFast =
      llvm::is_contained(names, name) || (name == "tanhf" && arch.minPtx >= 70);
  return (isFast ? "fast_" : "") + name.str();
}

llvm::Value *FunctionLowerer::floatDivide(BinaryOp op, Scalar scalar,
                                          llvm::Value *left,
                                          llvm::Value *right) {
  llvm::Value *zero = llvm::ConstantFP::get(left->getType(), 0);
  llvm::Value *rest = callMath("fmodf", "fmod", scalar, {left, right});
  llvm::Value *isExact = b.CreateFCmpOEQ(rest, zero);
  llvm::Value *rightIsNegative = b.CreateFCmpOLT(right, zero);
  llvm::Value *restIsNegative = b.CreateFCmpOLT(rest, zero);
  llvm::Value *signsDiffer = b.CreateXor(rightIsNegative, restIsNegative);
  llvm::Value *isWrong = b.CreateAnd(b.CreateNot(isExact), signsDiffer);
  if (op == BinaryOp::Mod) {
    llvm::Value *signedZero =
        b.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, zero, right);
    llvm::Value *moved =
        b.CreateSelect(isWrong, b.CreateFAdd(rest, right), rest);
    return b.CreateSelect(isExact, signedZero, moved);
  }
  llvm::Value *one = llvm::ConstantFP::get(left->getType(), 1);
  llvm::Value *half = llvm::ConstantFP::get(left->getType(), 0.5);
  llvm::Value *quotient = b.CreateFDiv(left, right);
  llvm::Value *exact = b.CreateFDiv(b.CreateFSub(left, rest), right);
  exact = b.CreateSelect(isWrong, b.CreateFSub(exact, one), exact);
  llvm::Value *floor = b.CreateUnaryIntrinsic(llvm::Intrinsic::floor, exact);
  // The division above may have rounded to just below a whole number.
  llvm::Value *isLow = b.CreateFCmpOGT(b.CreateFSub(exact, floor), half);
  floor = b.CreateSelect(isLow, b.CreateFAdd(floor, one), floor);
  llvm::Value *signedZero =
      b.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, zero, quotient);
  floor = b.CreateSelect(b.CreateFCmpOEQ(exact, zero), signedZero, floor);
  return b.CreateSelect(b.CreateFCmpOEQ(right, zero), quotient, floor);
}

llvm::Value *FunctionLowerer::floatPower(Scalar scalar, llvm::Value *left,
                                         llvm::Value *right) {
  if (const auto *constant = llvm::dyn_cast<llvm::ConstantFP>(right))
    if (llvm::Value *power =
            knownPower(scalar, left, constant->getValueAPF().convertToDouble()))
      return power;
  return callMath("powf", "pow", scalar, {left, right});
}

/// As products and roots, which are as near as pow itself is: eight factors are
/// 3.5 ulp away at most, where powf says 4. Null: pow is shorter, or nearer.
llvm::Value *FunctionLowerer::knownPower(Scalar scalar, llvm::Value *base,
                                         double exponent) {
  constexpr double mostFactors = 8, mostInverses = 4;
  llvm::Value *one = llvm::ConstantFP::get(base->getType(), 1);
  if (exponent == 0)
    return one;
  bool isWhole = exponent == std::floor(exponent);
  if (isWhole && exponent <= mostFactors && exponent >= -mostInverses)
    // Of the inverse, and not the inverse of the product: that is 0 or inf
    // where the result is neither.
    return product(exponent < 0 ? quotient(scalar, one, base) : base,
                   static_cast<unsigned>(std::fabs(exponent)));
  if (std::fabs(exponent) != 0.5 && std::fabs(exponent) != 1.5)
    return nullptr;
  // pow takes -0 for 0, and has a value for -inf.
  llvm::Value *positive =
      b.CreateFAdd(base, llvm::ConstantFP::get(base->getType(), 0));
  llvm::Value *root = squareRoot(scalar, positive);
  llvm::Value *result;
  if (exponent > 0)
    result = exponent == 0.5 ? root : b.CreateFMul(positive, root);
  else
    result = product(quotient(scalar, one, root), exponent == -0.5 ? 1 : 3);
  llvm::Value *infinite =
      llvm::ConstantFP::getInfinity(base->getType(), /*Negative=*/true);
  llvm::Value *ofInfinite = exponent > 0
                                ? llvm::ConstantFP::getInfinity(base->getType())
                                : llvm::ConstantFP::get(base->getType(), 0);
  return b.CreateSelect(b.CreateFCmpOEQ(base, infinite), ofInfinite, result);
}

/// `value`, `count` times; from 1 on.
llvm::Value *FunctionLowerer::product(llvm::Value *value, unsigned count) {
  if (count == 1)
    return value;
  llvm::Value *half = product(value, count / 2);
  llvm::Value *even = b.CreateFMul(half, half);
  return count % 2 ? b.CreateFMul(even, value) : even;
}

llvm::Value *FunctionLowerer::callMath(llvm::StringRef floatName,
                                       llvm::StringRef doubleName,
                                       Scalar scalar,
                                       llvm::ArrayRef<llvm::Value *> args) {
  std::string name = scalar == Scalar::F32 ? floatName.str() : doubleName.str();
  if (m.gpu() && scalar == Scalar::F32 && floats.fast)
    name = fastName(name, *m.target.arch);
  // On the host, too, cuda.libdevice's: some are nearer than libm's.
  name = m.gpu() ? libdeviceSymbol(name, floats) : hostLibdevicePrefix + name;
  std::vector<llvm::Type *> types;
  for (llvm::Value *arg : args)
    types.push_back(arg->getType());
  llvm::FunctionCallee callee = m.module.getOrInsertFunction(
      name, llvm::FunctionType::get(m.scalarType(scalar), types, false));
  llvm::CallInst *call = b.CreateCall(callee, args);
  setMathAttributes(*call);
  return call;
}

void FunctionLowerer::setMathAttributes(llvm::CallInst &call) {
  call.setDoesNotThrow();
  if (llvm::any_of(call.args(), [](const llvm::Use &arg) {
        return arg->getType()->isPointerTy();
      }))
    return;
  call.setDoesNotAccessMemory();
  call.addFnAttr(llvm::Attribute::WillReturn);
}

} // namespace pyk2ptx
