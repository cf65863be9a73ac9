// Builtins: the lowering column of builtins.def, read as data, and functions of
// it that belong to no other file.
#include "compiler/target/host_abi.h"
#include "compiler/target/requirements.h"
#include "custom.h"
#include "frontend/messages/internal_error.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/tables/registers.h"
#include "lowerer.h"
#include "packed_params.h"

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
  llvm::Value *(*custom)(FunctionLowerer &, const CustomCall &) = nullptr;
};

#define Nvvm(x)                                                                \
  Lowering { Lowering::Kind::Nvvm, llvm::Intrinsic::nvvm_##x }
#define Llvm(x)                                                                \
  Lowering { Lowering::Kind::Llvm, llvm::Intrinsic::x }
#define Math(f32, f64)                                                         \
  Lowering { Lowering::Kind::Math, llvm::Intrinsic::not_intrinsic, #f32, #f64 }
#define Custom(function)                                                       \
  Lowering {                                                                   \
    Lowering::Kind::Custom, llvm::Intrinsic::not_intrinsic, nullptr, nullptr,  \
        function                                                               \
  }
#define CustomWith(function, ...)                                              \
  Custom([](FunctionLowerer &f, const CustomCall &call) {                      \
    return function(f, call, __VA_ARGS__);                                     \
  })
#define Checker                                                                \
  Lowering { Lowering::Kind::Checker }
constexpr double pi = 3.14159265358979323846;

constexpr Lowering lowerings[] = {
#define BUILTIN(enumerator, name, signature, effect, lowering, since, doc)     \
  lowering,
#include "frontend/tables/builtins.def"
#undef BUILTIN
};
#undef Nvvm
#undef Llvm
#undef Math
#undef CustomWith
#undef Custom
#undef Checker

// What the checker expands has no effect of its own, and only that.
constexpr Effect effects[] = {
#define BUILTIN(enumerator, name, signature, effect, lowering, since, doc)     \
  Effect::effect,
#include "frontend/tables/builtins.def"
#undef BUILTIN
};
static_assert([] {
  for (std::size_t i = 0; i < std::size(effects); ++i)
    if ((lowerings[i].kind == Lowering::Kind::Checker) !=
        (effects[i] == Effect::Expands))
      return false;
  return true;
}());

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
    return row.custom(*this, {node, expr, args});
  case Lowering::Kind::Llvm:
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
             ? floatToInteger(value, Scalar::I64, wholeRange(expr))
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
  if (std::optional<unsigned> axis = threadIdx.axisOf(builtin))
    return thread[*axis];
  if (builtin == Builtin::LaneId)
    return b.CreateAnd(hostThreadIndex(), i32(31));
  struct Field {
    const Axes &axes;
    std::size_t offset;
  };
  static constexpr Field fields[] = {
      {blockIdx, offsetof(HostBlock, blockIdx)},
      {blockDim, offsetof(HostBlock, blockDim)},
      {gridDim, offsetof(HostBlock, gridDim)},
      {clusterDim, offsetof(HostBlock, clusterDim)}};
  for (const Field &field : fields)
    if (std::optional<unsigned> axis = field.axes.axisOf(builtin))
      return loadBlockField(b, block, field.offset + 4 * *axis, range.low,
                            range.high);
  return hostClusterRegister(builtin);
}

// ---- order and time ----

llvm::Value *lowerBarrier(FunctionLowerer &f, const CustomCall &) {
  f.barrier();
  return noValue(f);
}

llvm::Value *lowerFence(FunctionLowerer &f, const CustomCall &,
                        ir::AtomicScope scope) {
  using namespace llvm::Intrinsic;
  f.checkFence(scope == ir::AtomicScope::Block);
  if (f.m.gpu())
    f.b.CreateIntrinsic(f.b.getVoidTy(),
                        scope == ir::AtomicScope::Block    ? nvvm_membar_cta
                        : scope == ir::AtomicScope::Device ? nvvm_membar_gl
                                                           : nvvm_membar_sys,
                        {});
  else
    f.b.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
  return noValue(f);
}

llvm::Value *lowerNanoSleep(FunctionLowerer &f, const CustomCall &call) {
  if (f.m.gpu())
    f.b.CreateIntrinsic(f.b.getVoidTy(), llvm::Intrinsic::nvvm_nanosleep,
                        call.args);
  return noValue(f);
}

llvm::Value *lowerClock(FunctionLowerer &f, const CustomCall &, unsigned bits) {
  using namespace llvm::Intrinsic;
  llvm::Type *type = f.b.getIntNTy(bits);
  if (f.m.gpu())
    return f.b.CreateIntrinsic(
        type,
        bits == 64 ? nvvm_read_ptx_sreg_clock64 : nvvm_read_ptx_sreg_clock, {});
  llvm::Value *cycles =
      f.b.CreateIntrinsic(f.b.getInt64Ty(), readcyclecounter, {});
  return f.b.CreateZExtOrTrunc(cycles, type);
}

// ---- numbers ----

llvm::Value *lowerAreDistinct(FunctionLowerer &f, const CustomCall &call) {
  return f.b.getInt1(f.areDistinct(*call.node.args[0], *call.node.args[1]));
}

llvm::Value *lowerSelp(FunctionLowerer &f, const CustomCall &call) {
  return f.b.CreateSelect(call.args[0], call.args[1], call.args[2]);
}

llvm::Value *lowerAbs(FunctionLowerer &f, const CustomCall &call) {
  const Type &type = call.expr.type;
  llvm::Value *value = call.args[0];
  if (type.isHalf())
    return f.halfSign(value, type.scalar, false);
  if (type.isFloat())
    return f.b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value);
  if (type.scalar == Scalar::U64)
    return value;
  return f.b.CreateBinaryIntrinsic(llvm::Intrinsic::abs, value, f.b.getFalse());
}

llvm::Value *lowerScaled(FunctionLowerer &f, const CustomCall &call,
                         double factor) {
  llvm::Value *value = call.args[0];
  return f.b.CreateFMul(value, llvm::ConstantFP::get(value->getType(), factor));
}

llvm::Value *lowerIsNan(FunctionLowerer &f, const CustomCall &call) {
  return f.b.CreateFCmpUNO(call.args[0], call.args[0]);
}

static llvm::Value *magnitude(FunctionLowerer &f, llvm::Value *value) {
  return f.b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value);
}

llvm::Value *lowerIsInf(FunctionLowerer &f, const CustomCall &call) {
  llvm::Type *type = call.args[0]->getType();
  return f.b.CreateFCmpOEQ(magnitude(f, call.args[0]),
                           llvm::ConstantFP::getInfinity(type));
}

llvm::Value *lowerIsFinite(FunctionLowerer &f, const CustomCall &call) {
  llvm::Type *type = call.args[0]->getType();
  return f.b.CreateFCmpOLT(magnitude(f, call.args[0]),
                           llvm::ConstantFP::getInfinity(type));
}

llvm::Value *lowerFp8Native(FunctionLowerer &f, const CustomCall &) {
  return f.b.getInt1(f.m.gpu() && hasFp8(*f.m.target.arch));
}

/// Nothing reads it where Fp8Native is false. The instruction takes two
/// numbers; the second one is the lower byte.
llvm::Value *lowerFp8(FunctionLowerer &f, const CustomCall &call,
                      const char *format) {
  llvm::IRBuilder<> &b = f.b;
  if (!f.m.gpu() || !hasFp8(*f.m.target.arch))
    return b.getInt8(0);
  llvm::Type *single = b.getFloatTy();
  llvm::InlineAsm *convert = llvm::InlineAsm::get(
      llvm::FunctionType::get(b.getInt16Ty(), {single, single}, false),
      std::string("cvt.rn.satfinite.") + format + ".f32 $0, $1, $2;", "=h,f,f",
      /*hasSideEffects=*/false);
  llvm::Value *zero = llvm::ConstantFP::get(single, 0.0);
  return b.CreateTrunc(b.CreateCall(convert, {zero, call.args[0]}),
                       b.getInt8Ty());
}

/// The two results of a function of libm, the second of which, of type
/// `second`, comes through a pointer.
static std::pair<llvm::Value *, llvm::Value *>
split(FunctionLowerer &f, const CustomCall &call, const char *floatName,
      const char *doubleName, llvm::Type *second) {
  Scalar scalar = (*call.expr.type.elements)[0].scalar;
  llvm::AllocaInst *place = f.createAlloca(second, "second");
  llvm::Value *first =
      f.callMath(floatName, doubleName, scalar, {call.args[0], place});
  return {first, f.b.CreateLoad(second, place)};
}

static llvm::Value *pairOf(FunctionLowerer &f, const CustomCall &call,
                           llvm::Value *first, llvm::Value *second) {
  llvm::Value *pair = llvm::PoisonValue::get(f.m.valueType(call.expr.type));
  return f.b.CreateInsertValue(f.b.CreateInsertValue(pair, first, 0), second,
                               1);
}

llvm::Value *lowerFrexp(FunctionLowerer &f, const CustomCall &call) {
  llvm::IRBuilder<> &b = f.b;
  auto [part, exponent] = split(f, call, "frexpf", "frexp", f.b.getInt32Ty());
  // C leaves the exponent of inf and nan open; Python's is 0.
  exponent = b.CreateSelect(lowerIsFinite(f, call),
                            b.CreateSExt(exponent, b.getInt64Ty()), f.i64(0));
  return pairOf(f, call, part, exponent);
}

llvm::Value *lowerModf(FunctionLowerer &f, const CustomCall &call) {
  auto [part, whole] = split(f, call, "modff", "modf", call.args[0]->getType());
  return pairOf(f, call, part, whole);
}

} // namespace pyk2ptx
