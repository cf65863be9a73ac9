// Builtins: the lowering column of builtins.def, read as data, and the rows
// that it calls Custom.
#include "../frontend/internal_error.h"
#include "host_abi.h"
#include "lowerer.h"
#include "requirements.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <cstddef>

namespace pyk2ptx {

namespace {

struct Lowering {
  enum class Kind { Nvvm, Math, Llvm, Custom, Checker } kind;
  llvm::Intrinsic::ID intrinsic = llvm::Intrinsic::not_intrinsic;
  const char *floatName = nullptr;
  const char *doubleName = nullptr;
};

#define Nvvm(x)                                                                \
  Lowering { Lowering::Kind::Nvvm, llvm::Intrinsic::nvvm_##x }
#define Llvm(x)                                                                \
  Lowering { Lowering::Kind::Llvm, llvm::Intrinsic::x }
#define Math(f32, f64)                                                         \
  Lowering { Lowering::Kind::Math, llvm::Intrinsic::not_intrinsic, #f32, #f64 }
#define Custom                                                                 \
  Lowering { Lowering::Kind::Custom }
#define Checker                                                                \
  Lowering { Lowering::Kind::Checker }
constexpr Lowering lowerings[] = {
#define BUILTIN(enumerator, name, signature, effect, lowering, doc) lowering,
#include "../frontend/builtins.def"
#undef BUILTIN
};
#undef Nvvm
#undef Llvm
#undef Math
#undef Custom
#undef Checker

// What the checker expands has no effect of its own, and only that.
constexpr Effect effects[] = {
#define BUILTIN(enumerator, name, signature, effect, lowering, doc)            \
  Effect::effect,
#include "../frontend/builtins.def"
#undef BUILTIN
};
static_assert([] {
  for (std::size_t i = 0; i < std::size(effects); ++i)
    if ((lowerings[i].kind == Lowering::Kind::Checker) !=
        (effects[i] == Effect::Expands))
      return false;
  return true;
}());

constexpr double pi = 3.14159265358979323846;

} // namespace

llvm::Value *FunctionLowerer::lower(const ir::CallBuiltin &node,
                                    const ir::Expr &expr) {
  const Lowering &row = lowerings[static_cast<std::size_t>(node.builtin)];
  const BuiltinInfo &info = builtinInfo(node.builtin);
  if (info.signature == Signature::Register)
    return registerValue(node.builtin);
  std::vector<llvm::Value *> args;
  for (const ir::ExprPtr &arg : node.args)
    args.push_back(lower(*arg));
  llvm::Value *value = nullptr;
  switch (row.kind) {
  case Lowering::Kind::Custom:
    return customBuiltin(node, expr, args);
  case Lowering::Kind::Llvm:
    if (node.builtin == Builtin::Sqrt)
      return squareRoot(expr.type.scalar, args[0]);
    value = b.CreateIntrinsic(row.intrinsic, {args[0]->getType()}, args);
    break;
  case Lowering::Kind::Math:
    if (info.signature == Signature::RealInt) {
      llvm::Value *low = b.CreateBinaryIntrinsic(
          llvm::Intrinsic::smax, args[1],
          b.getInt64(static_cast<std::uint64_t>(std::int64_t(INT32_MIN))));
      args[1] = b.CreateTrunc(
          b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, low, i64(INT32_MAX)),
          b.getInt32Ty());
    }
    value = callMath(row.floatName, row.doubleName, node.args[0]->type.scalar,
                     args);
    break;
  case Lowering::Kind::Nvvm:
  case Lowering::Kind::Checker:
    internalError("a call of " + std::string(info.name) + " in the IR");
  }
  return info.signature == Signature::RealToInt
             ? floatToInteger(value, Scalar::I64)
             : value;
}

/// Registers are int32; what the hardware allows is stated as their range.
llvm::Value *FunctionLowerer::registerValue(Builtin builtin) {
  Interval range = registerRange(builtin, source);
  if (range.low == range.high)
    return i32(static_cast<std::uint32_t>(range.low));
  if (m.gpu()) {
    const Lowering &row = lowerings[static_cast<std::size_t>(builtin)];
    llvm::CallInst *value =
        b.CreateIntrinsic(b.getInt32Ty(), row.intrinsic, {});
    value->addRangeRetAttr(llvm::ConstantRange(
        llvm::APInt(32, static_cast<std::uint64_t>(range.low)),
        llvm::APInt(32, static_cast<std::uint64_t>(range.high) + 1)));
    return value;
  }
  auto axisOf = [&](Builtin first) {
    return static_cast<unsigned>(builtin) - static_cast<unsigned>(first);
  };
  auto field = [&](std::size_t offset, Builtin first) {
    return hostField(static_cast<unsigned>(offset) + 4 * axisOf(first),
                     b.getInt32Ty());
  };
  switch (builtin) {
  case Builtin::ThreadIdxX:
  case Builtin::ThreadIdxY:
  case Builtin::ThreadIdxZ:
    return thread[axisOf(Builtin::ThreadIdxX)];
  case Builtin::BlockIdxX:
  case Builtin::BlockIdxY:
  case Builtin::BlockIdxZ:
    return field(offsetof(HostBlock, blockIdx), Builtin::BlockIdxX);
  case Builtin::BlockDimX:
  case Builtin::BlockDimY:
  case Builtin::BlockDimZ:
    return field(offsetof(HostBlock, blockDim), Builtin::BlockDimX);
  case Builtin::GridDimX:
  case Builtin::GridDimY:
  case Builtin::GridDimZ:
    return field(offsetof(HostBlock, gridDim), Builtin::GridDimX);
  case Builtin::LaneId:
    return b.CreateAnd(hostThreadIndex(), i32(31));
  default:
    return hostClusterRegister(builtin);
  }
}

llvm::Value *
FunctionLowerer::customBuiltin(const ir::CallBuiltin &node,
                               const ir::Expr &expr,
                               llvm::ArrayRef<llvm::Value *> args) {
  Builtin builtin = node.builtin;
  auto times = [&](double factor) {
    return b.CreateFMul(args[0],
                        llvm::ConstantFP::get(args[0]->getType(), factor));
  };
  llvm::Value *none = llvm::PoisonValue::get(m.valueType(Type::none()));
  switch (builtin) {
  case Builtin::AreDistinct: {
    const auto &call = std::get<ir::CallBuiltin>(expr.node);
    return b.getInt1(areDistinct(*call.args[0], *call.args[1]));
  }
  case Builtin::SyncThreads:
    barrier();
    return none;
  case Builtin::ThreadFence:
  case Builtin::ThreadFenceBlock:
  case Builtin::ThreadFenceSystem:
    checkFence(builtin == Builtin::ThreadFenceBlock);
    if (m.gpu())
      b.CreateIntrinsic(b.getVoidTy(),
                        builtin == Builtin::ThreadFence
                            ? llvm::Intrinsic::nvvm_membar_gl
                        : builtin == Builtin::ThreadFenceBlock
                            ? llvm::Intrinsic::nvvm_membar_cta
                            : llvm::Intrinsic::nvvm_membar_sys,
                        {});
    else
      b.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
    return none;
  case Builtin::NanoSleep:
    if (m.gpu())
      b.CreateIntrinsic(b.getVoidTy(), llvm::Intrinsic::nvvm_nanosleep, args);
    return none;
  case Builtin::Clock:
  case Builtin::Clock64: {
    bool isLong = builtin == Builtin::Clock64;
    if (m.gpu())
      return b.CreateIntrinsic(
          expr.type.scalar == Scalar::I64 ? b.getInt64Ty() : b.getInt32Ty(),
          isLong ? llvm::Intrinsic::nvvm_read_ptx_sreg_clock64
                 : llvm::Intrinsic::nvvm_read_ptx_sreg_clock,
          {});
    llvm::Value *cycles = b.CreateIntrinsic(
        b.getInt64Ty(), llvm::Intrinsic::readcyclecounter, {});
    return isLong ? cycles : b.CreateTrunc(cycles, b.getInt32Ty());
  }
  case Builtin::Complex:
  case Builtin::RealPart:
  case Builtin::ImagPart:
    return complexBuiltin(builtin, args);
  case Builtin::Fp8Native:
    return b.getInt1(m.gpu() && hasFp8(*m.target.arch));
  case Builtin::Fp8E4m3:
  case Builtin::Fp8E5m2:
    return packFp8(builtin == Builtin::Fp8E4m3, args[0]);
  case Builtin::Selp:
    return b.CreateSelect(args[0], args[1], args[2]);
  case Builtin::Popc:
  case Builtin::Brev:
  case Builtin::Clz:
  case Builtin::Ffs:
    return bitBuiltin(builtin, args[0]);
  case Builtin::Abs:
    if (expr.type.isHalf())
      return halfSign(args[0], expr.type.scalar, false);
    if (expr.type.isFloat())
      return b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, args[0]);
    if (expr.type.scalar == Scalar::U64)
      return args[0];
    return b.CreateBinaryIntrinsic(llvm::Intrinsic::abs, args[0], b.getFalse());
  case Builtin::Degrees:
    return times(180.0 / pi);
  case Builtin::Radians:
    return times(pi / 180.0);
  case Builtin::IsNan:
    return b.CreateFCmpUNO(args[0], args[0]);
  case Builtin::IsInf:
  case Builtin::IsFinite: {
    llvm::Value *magnitude =
        b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, args[0]);
    llvm::Value *infinity = llvm::ConstantFP::getInfinity(args[0]->getType());
    return builtin == Builtin::IsInf ? b.CreateFCmpOEQ(magnitude, infinity)
                                     : b.CreateFCmpOLT(magnitude, infinity);
  }
  case Builtin::Frexp:
  case Builtin::Modf:
    return splitFloat(builtin, expr, args[0]);
  default:
    if (llvm::Value *value = groupBuiltin(node, expr, args))
      return value;
    if (llvm::Value *value = asyncBuiltin(node, expr, args))
      return value;
    if (llvm::Value *value = warpBuiltin(builtin, expr, args))
      return value;
    internalError("no lowering of " + std::string(builtinInfo(builtin).name));
  }
}

/// Nothing reads it where Fp8Native is false. The instruction takes two
/// numbers; the second one is the lower byte.
llvm::Value *FunctionLowerer::packFp8(bool isE4m3, llvm::Value *number) {
  if (!m.gpu() || !hasFp8(*m.target.arch))
    return b.getInt8(0);
  llvm::Type *single = b.getFloatTy();
  llvm::InlineAsm *convert = llvm::InlineAsm::get(
      llvm::FunctionType::get(b.getInt16Ty(), {single, single}, false),
      isE4m3 ? "cvt.rn.satfinite.e4m3x2.f32 $0, $1, $2;"
             : "cvt.rn.satfinite.e5m2x2.f32 $0, $1, $2;",
      "=h,f,f", /*hasSideEffects=*/false);
  llvm::Value *zero = llvm::ConstantFP::get(single, 0.0);
  return b.CreateTrunc(b.CreateCall(convert, {zero, number}), b.getInt8Ty());
}

/// frexp and modf, whose second result comes through a pointer.
llvm::Value *FunctionLowerer::splitFloat(Builtin builtin, const ir::Expr &expr,
                                         llvm::Value *value) {
  bool isFrexp = builtin == Builtin::Frexp;
  Scalar scalar = (*expr.type.elements)[0].scalar;
  llvm::Type *type = isFrexp ? b.getInt32Ty() : value->getType();
  llvm::AllocaInst *place = createAlloca(type, "second");
  llvm::Value *first =
      callMath(isFrexp ? "frexpf" : "modff", isFrexp ? "frexp" : "modf", scalar,
               {value, place});
  llvm::Value *second = b.CreateLoad(type, place);
  if (isFrexp) {
    // C leaves the exponent of inf and nan open; Python's is 0.
    llvm::Value *isFinite =
        b.CreateFCmpOLT(b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value),
                        llvm::ConstantFP::getInfinity(value->getType()));
    second =
        b.CreateSelect(isFinite, b.CreateSExt(second, b.getInt64Ty()), i64(0));
  }
  llvm::Value *pair = llvm::PoisonValue::get(m.valueType(expr.type));
  return b.CreateInsertValue(b.CreateInsertValue(pair, first, 0), second, 1);
}

} // namespace pyk2ptx
