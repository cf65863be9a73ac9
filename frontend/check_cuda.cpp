// The intrinsics of CUDA: atomics, warps, bits, cache hints. Most are rows of a
// table of argument forms; an access to one element of an array, atomic or with
// a cache hint, is ir::Atomic.
#include "checker.h"
#include "libdevice.h"

#include <iterator>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

namespace {

/// One letter an argument:
///   m  a lane mask: an integer, as uint32
///   i  an integer, as int32
///   p  a predicate: any number, as bool
///   v  a number that lanes exchange: 32 or 64 bits
///   b  an integer of 32 or 64 bits
///   n  an integer as it is
///   r  an integer that a warp reduces: 32 bits
struct Form {
  Builtin builtin;
  /// Arguments from `least` on may be missing.
  const char *arguments;
  std::size_t least;
  enum class Result : std::uint8_t {
    None,
    Bool,
    I32,
    U32,
    I64,
    CallArgument,
    Unsigned,
    MaskAndBool
  } result;
};

constexpr Form forms[] = {
    {Builtin::SyncThreadsCount, "p", 1, Form::Result::I32},
    {Builtin::SyncThreadsAnd, "p", 1, Form::Result::I32},
    {Builtin::SyncThreadsOr, "p", 1, Form::Result::I32},
    {Builtin::SyncWarp, "m", 0, Form::Result::None},
    {Builtin::ShflSync, "mvi", 3, Form::Result::CallArgument},
    {Builtin::ShflUpSync, "mvi", 3, Form::Result::CallArgument},
    {Builtin::ShflDownSync, "mvi", 3, Form::Result::CallArgument},
    {Builtin::ShflXorSync, "mvi", 3, Form::Result::CallArgument},
    {Builtin::AllSync, "mp", 2, Form::Result::Bool},
    {Builtin::AnySync, "mp", 2, Form::Result::Bool},
    {Builtin::EqSync, "mp", 2, Form::Result::Bool},
    {Builtin::BallotSync, "mp", 2, Form::Result::U32},
    {Builtin::MatchAnySync, "mv", 2, Form::Result::U32},
    {Builtin::MatchAllSync, "mv", 2, Form::Result::MaskAndBool},
    {Builtin::ActiveMask, "", 0, Form::Result::U32},
    {Builtin::LaneMaskLt, "", 0, Form::Result::U32},
    {Builtin::ReduxAdd, "mr", 2, Form::Result::CallArgument},
    {Builtin::ReduxMin, "mr", 2, Form::Result::CallArgument},
    {Builtin::ReduxMax, "mr", 2, Form::Result::CallArgument},
    {Builtin::ReduxAnd, "mr", 2, Form::Result::CallArgument},
    {Builtin::ReduxOr, "mr", 2, Form::Result::CallArgument},
    {Builtin::ReduxXor, "mr", 2, Form::Result::CallArgument},
    {Builtin::NthSetBit, "mi", 2, Form::Result::I32},
    {Builtin::Popc, "n", 1, Form::Result::I32},
    {Builtin::Brev, "b", 1, Form::Result::Unsigned},
    {Builtin::Clz, "b", 1, Form::Result::I32},
    {Builtin::Ffs, "b", 1, Form::Result::I32},
    {Builtin::NanoSleep, "m", 1, Form::Result::None},
    {Builtin::Clock, "", 0, Form::Result::U32},
    {Builtin::Clock64, "", 0, Form::Result::I64},
};

struct ElementForm {
  Builtin builtin;
  ir::AtomicOp op;
};

constexpr ElementForm elementForms[] = {
    {Builtin::AtomicAdd, ir::AtomicOp::Add},
    {Builtin::AtomicSub, ir::AtomicOp::Sub},
    {Builtin::AtomicMax, ir::AtomicOp::Max},
    {Builtin::AtomicMin, ir::AtomicOp::Min},
    {Builtin::AtomicNanMax, ir::AtomicOp::NanMax},
    {Builtin::AtomicNanMin, ir::AtomicOp::NanMin},
    {Builtin::AtomicAnd, ir::AtomicOp::And},
    {Builtin::AtomicOr, ir::AtomicOp::Or},
    {Builtin::AtomicXor, ir::AtomicOp::Xor},
    {Builtin::AtomicExch, ir::AtomicOp::Exchange},
    {Builtin::AtomicInc, ir::AtomicOp::Inc},
    {Builtin::AtomicDec, ir::AtomicOp::Dec},
    {Builtin::AtomicCas, ir::AtomicOp::CompareExchange},
    {Builtin::AtomicCompareAndSwap, ir::AtomicOp::CompareExchange},
    {Builtin::AtomicLoad, ir::AtomicOp::Load},
    {Builtin::AtomicStore, ir::AtomicOp::Store},
    {Builtin::LdCa, ir::AtomicOp::LoadCa},
    {Builtin::LdCg, ir::AtomicOp::LoadCg},
    {Builtin::LdCs, ir::AtomicOp::LoadCs},
    {Builtin::LdLu, ir::AtomicOp::LoadLu},
    {Builtin::LdCv, ir::AtomicOp::LoadCv},
    {Builtin::StCg, ir::AtomicOp::StoreCg},
    {Builtin::StCs, ir::AtomicOp::StoreCs},
    {Builtin::StWb, ir::AtomicOp::StoreWb},
    {Builtin::StWt, ir::AtomicOp::StoreWt},
};

template <class T, std::size_t N>
const T *rowOf(const T (&rows)[N], Builtin builtin) {
  for (const T &row : rows)
    if (row.builtin == builtin)
      return &row;
  return nullptr;
}

/// The type in which lanes exchange a number.
Type exchanged(const Type &type) {
  if (type.isHalf())
    return computedIn(type);
  if (type.isFloat() || bitWidth(type.scalar) >= 32)
    return type;
  return Type::of(type.isBool() || isSigned(type.scalar) ? Scalar::I32
                                                         : Scalar::U32);
}

bool isLoad(ir::AtomicOp op) {
  return op == ir::AtomicOp::Load ||
         (op >= ir::AtomicOp::LoadCa && op <= ir::AtomicOp::LoadCv);
}

bool isStore(ir::AtomicOp op) {
  return op == ir::AtomicOp::Store || op >= ir::AtomicOp::StoreCg;
}

bool takesElement(ir::AtomicOp op, Scalar scalar) {
  if (op >= ir::AtomicOp::LoadCa)
    return true;
  if (isHalf(scalar))
    return op <= ir::AtomicOp::NanMin;
  bool isUnsigned = scalar == Scalar::U32 || scalar == Scalar::U64;
  switch (op) {
  case ir::AtomicOp::Inc:
  case ir::AtomicOp::Dec:
    return isUnsigned;
  case ir::AtomicOp::And:
  case ir::AtomicOp::Or:
  case ir::AtomicOp::Xor:
  case ir::AtomicOp::CompareExchange:
    return isUnsigned || scalar == Scalar::I32 || scalar == Scalar::I64;
  default:
    return isUnsigned || scalar == Scalar::I32 || scalar == Scalar::I64 ||
           isFloat(scalar);
  }
}

} // namespace

bool isAtomic(Builtin builtin) {
  const ElementForm *form = rowOf(elementForms, builtin);
  return form && form->op <= ir::AtomicOp::Store;
}

Operand FunctionChecker::callCuda(Builtin builtin, std::vector<Operand> args,
                                  const Call &node, SourceRange range) {
  if (rowOf(elementForms, builtin))
    return callElement(builtin, std::move(args), node, range);
  switch (builtin) {
  case Builtin::ThisGrid:
  case Builtin::ThisBlock:
  case Builtin::ThisCluster:
  case Builtin::CoalescedThreads:
  case Builtin::TiledPartition:
  case Builtin::GroupReduce:
  case Builtin::InclusiveScan:
  case Builtin::ExclusiveScan:
    return callGroupFunction(builtin, std::move(args), range);
  case Builtin::MbarrierInit:
  case Builtin::MbarrierInval:
  case Builtin::MbarrierArrive:
  case Builtin::MbarrierArriveExpectTx:
  case Builtin::MbarrierTestWait:
  case Builtin::MbarrierTestWaitParity:
  case Builtin::MbarrierTryWaitParity:
  case Builtin::MbarrierWait:
  case Builtin::MbarrierWaitParity:
    return callMbarrier(builtin, std::move(args), range);
  case Builtin::CpAsync:
  case Builtin::CpAsyncBulk:
    return callCopy(builtin, std::move(args), range);
  case Builtin::CpAsyncWaitGroup:
    return callCopyWait(std::move(args), range);
  case Builtin::LdMatrix:
    return callLoadMatrix(std::move(args), range);
  case Builtin::MmaSync:
    return callMma(std::move(args), range);
  case Builtin::Fma:
    return callFma(std::move(args), range);
  case Builtin::Selp:
    return callSelp(std::move(args), range);
  case Builtin::MapSharedRank:
    return callMapShared(std::move(args), range);
  case Builtin::InlinePtx:
    return callInlinePtx(std::move(args), range);
  default:
    return callForm(builtin, std::move(args), range);
  }
}

Operand FunctionChecker::callForm(Builtin builtin, std::vector<Operand> args,
                                  SourceRange range) {
  const BuiltinInfo &info = builtinInfo(builtin);
  const Form *form = rowOf(forms, builtin);
  if (!form) {
    diagnostics().emit(range, diag::UnsupportedName, std::string(info.name),
                       std::string());
    return Operand::error(range);
  }
  std::size_t most = std::string_view(form->arguments).size();
  if (!argumentCount(info.name.data(), args.size(), form->least, most, range))
    return Operand::error(range);
  // 16-bit floats travel as float32, which is exact.
  std::optional<Type> half;
  if (args.size() > 1 && args[1].isScalar() && typeOf(args[1]).isHalf())
    half = typeOf(args[1]);
  ir::CallBuiltin call{builtin, {}};
  for (std::size_t i = 0; i < args.size(); ++i)
    if (!takeArgument(builtin, form->arguments[i], i + 1, std::move(args[i]),
                      call))
      return Operand::error(range);
  Type result = Type::none();
  switch (form->result) {
  case Form::Result::None:
    break;
  case Form::Result::Bool:
    result = Type::of(Scalar::Bool);
    break;
  case Form::Result::I32:
    result = Type::of(Scalar::I32);
    break;
  case Form::Result::U32:
    result = Type::of(Scalar::U32);
    break;
  case Form::Result::I64:
    result = Type::of(Scalar::I64);
    break;
  case Form::Result::CallArgument:
    result = call.args[1]->type;
    break;
  case Form::Result::Unsigned:
    result = Type::of(bitWidth(call.args[0]->type.scalar) == 64 ? Scalar::U64
                                                                : Scalar::U32);
    break;
  case Form::Result::MaskAndBool:
    result = Type::tuple({Type::of(Scalar::U32), Type::of(Scalar::Bool)});
    break;
  }
  ir::ExprPtr value = makeExpr(range, result, std::move(call));
  if (form->result == Form::Result::CallArgument && half)
    value = makeConvert(std::move(value), *half);
  return Operand::ofExpr(std::move(value));
}

bool FunctionChecker::takeArgument(Builtin builtin, char form,
                                   std::size_t number, Operand argument,
                                   ir::CallBuiltin &call) {
  if (form != 'p' &&
      refuseComplex(std::string(builtinInfo(builtin).name), argument,
                    "exchange `z.real` and `z.imag`, one after the other"))
    return false;
  Type type = argument.isScalar() ? typeOf(argument) : Type::error();
  bool needsInteger = form != 'p' && form != 'v';
  if (type.isError() || (needsInteger && type.isFloat())) {
    diagnostics().emit(argument.range, diag::ArgumentType,
                       static_cast<Integer>(number),
                       std::string(builtinInfo(builtin).name),
                       std::string(needsInteger ? "an integer" : "a number"),
                       describe(argument));
    return false;
  }
  if (form == 'p') {
    call.args.push_back(toBool(std::move(argument)));
    return call.args.back() != nullptr;
  }
  if (form == 'r' && bitWidth(type.scalar) > 32 && !argument.known) {
    diagnostics().emit(
        argument.range, diag::ArgumentType, static_cast<Integer>(number),
        std::string(builtinInfo(builtin).name),
        std::string("an integer of at most 32 bits"), describe(argument));
    return false;
  }
  Type wanted = form == 'm'                     ? Type::of(Scalar::U32)
                : form == 'r' && argument.known ? Type::of(Scalar::I32)
                : form == 'i'                   ? Type::of(Scalar::I32)
                : form == 'n' && !type.isBool() ? type
                                                : exchanged(type);
  call.args.push_back(convert(materialize(std::move(argument)), wanted));
  return true;
}

Operand FunctionChecker::callFma(std::vector<Operand> args, SourceRange range) {
  if (!argumentCount("cuda.fma", args.size(), 3, 3, range))
    return Operand::error(range);
  Type real = pythonFloat();
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (refuseComplex("cuda.fma", args[i], "use its `.real` and `.imag`"))
      return Operand::error(range);
    Type type = args[i].isScalar() ? typeOf(args[i]) : Type::error();
    if (type.isError()) {
      diagnostics().emit(args[i].range, diag::ArgumentType,
                         static_cast<Integer>(i + 1), std::string("cuda.fma"),
                         std::string("a number"), describe(args[i]));
      return Operand::error(range);
    }
    real = *arithmeticType(real, type);
  }
  ir::FusedMultiplyAdd fma;
  ir::ExprPtr *sides[] = {&fma.left, &fma.right, &fma.addend};
  for (std::size_t i = 0; i < 3; ++i)
    *sides[i] = convert(materialize(std::move(args[i])), real);
  return Operand::ofExpr(makeExpr(range, real, std::move(fma)));
}

/// A function of libdevice: arguments convert to its types, as in a call of a
/// device function that declares them.
Operand FunctionChecker::callLibdevice(std::uint16_t row, const Call &node,
                                       SourceRange range) {
  const LibdeviceInfo &info = libdeviceRows()[row];
  std::string name = std::string(libdevicePrefix) + std::string(info.name);
  std::optional<std::vector<Operand>> args = positionalArguments(
      name, node, info.arguments.size(), info.arguments.size(), range);
  if (!args)
    return Operand::error(range);
  ir::CallLibdevice call{row, {}};
  for (std::size_t i = 0; i < args->size(); ++i) {
    Operand &argument = (*args)[i];
    if (refuseComplex(name, argument, "use its `.real` and `.imag`"))
      return Operand::error(range);
    Type wanted = Type::of(libdeviceScalar(info.arguments[i]));
    Type type = argument.isScalar() ? typeOf(argument) : Type::error();
    if (type.isError() || (type.isFloat() && !wanted.isFloat())) {
      diagnostics().emit(argument.range, diag::ArgumentType,
                         static_cast<Integer>(i + 1), name,
                         "`" + spell(wanted) + "`", describe(argument));
      return Operand::error(range);
    }
    call.args.push_back(convert(materialize(std::move(argument)), wanted));
  }
  return Operand::ofExpr(
      makeExpr(range, libdeviceResult(info), std::move(call)));
}

Operand FunctionChecker::callSelp(std::vector<Operand> args,
                                  SourceRange range) {
  if (!argumentCount("cuda.selp", args.size(), 3, 3, range))
    return Operand::error(range);
  for (std::size_t i = 0; i < args.size(); ++i)
    if (!args[i].isScalar()) {
      diagnostics().emit(args[i].range, diag::ArgumentType,
                         static_cast<Integer>(i + 1), std::string("cuda.selp"),
                         std::string("a number"), describe(args[i]));
      return Operand::error(range);
    }
  Type a = typeOf(args[1]), b = typeOf(args[2]);
  Type type = a == b ? a : *arithmeticType(a, b);
  ir::CallBuiltin call{Builtin::Selp, {}};
  call.args.push_back(toBool(std::move(args[0])));
  call.args.push_back(convert(materialize(std::move(args[1])), type));
  call.args.push_back(convert(materialize(std::move(args[2])), type));
  return Operand::ofExpr(makeExpr(range, type, std::move(call)));
}

/// The array of another block of the cluster, which may be anywhere.
Operand FunctionChecker::callMapShared(std::vector<Operand> args,
                                       SourceRange range) {
  std::string name(builtinInfo(Builtin::MapSharedRank).name);
  if (!argumentCount(name.c_str(), args.size(), 2, 2, range))
    return Operand::error(range);
  auto refuse = [&](std::size_t at, const char *wanted) {
    diagnostics().emit(args[at].range, diag::ArgumentType,
                       static_cast<Integer>(at + 1), name, std::string(wanted),
                       describe(args[at]));
    return Operand::error(range);
  };
  if (!args[0].isArray() || args[0].type.space != Space::Shared)
    return refuse(0, "a shared array");
  Type rank = args[1].isScalar() ? typeOf(args[1]) : Type::error();
  if (!rank.isInteger() && !rank.isBool())
    return refuse(1, "an integer");
  Type type = args[0].type;
  type.space = Space::Generic;
  ir::CallBuiltin call{Builtin::MapSharedRank, {}};
  call.args.push_back(materialize(std::move(args[0])));
  call.args.push_back(
      convert(materialize(std::move(args[1])), Type::of(Scalar::I64)));
  return Operand::ofExpr(makeExpr(range, type, std::move(call)));
}

// ---- elements ----

bool FunctionChecker::canAccess(const char *name, ir::AtomicOp op,
                                const Type &array, SourceRange range) {
  bool isLocal = array.space == Space::Local && op < ir::AtomicOp::LoadCa;
  if (!array.record && isComplex(array.scalar)) {
    diagnostics().emit(
        range, diag::ComplexNumber, std::string(name),
        std::string(op < ir::AtomicOp::LoadCa
                        ? "keep the parts in two float arrays, as numba has no "
                          "complex atomics either"
                        : "load and store the element by its index"));
    return false;
  }
  bool isPacked = array.alignment != 0;
  if (!isLocal && !isPacked && !array.record && takesElement(op, array.scalar))
    return true;
  diagnostics().emit(range, diag::AtomicType, std::string(name),
                     isLocal    ? std::string("local memory")
                     : isPacked ? "a `" + spell(array.element()) +
                                      "` that a packed record holds unaligned"
                                : "`" + spell(array.element()) + "`");
  return false;
}

/// The array and the indices of an access; false after a message.
bool FunctionChecker::elementOf(const char *name, ir::AtomicOp op,
                                Operand array, Operand index,
                                ir::Atomic &atomic, SourceRange range) {
  if (!array.isArray()) {
    diagnostics().emit(array.range, diag::ArgumentType, Integer(1),
                       std::string(name), std::string("an array"),
                       describe(array));
    return false;
  }
  Type type = array.type;
  if (!isLoad(op) && refuseReadonly(array))
    return false;
  if (!canAccess(name, op, type, array.range))
    return false;
  std::vector<Operand> subscripts;
  if (!expandTuple(index, subscripts))
    subscripts.push_back(std::move(index));
  if (subscripts.size() < type.ndim) {
    diagnostics().emit(range, diag::ArgumentType, Integer(2), std::string(name),
                       "a tuple of " + std::to_string(type.ndim) + " indices",
                       std::to_string(subscripts.size()) + " of them");
    return false;
  }
  if (subscripts.size() == type.ndim)
    takePartialIndex(array, atomic.indices);
  if (!makeIndices(array.type, std::move(subscripts), atomic.indices, range))
    return false;
  atomic.array = materialize(std::move(array));
  return true;
}

/// scope= and order= of an atomic.
bool FunctionChecker::readAtomicKeywords(Builtin builtin, const Call &node,
                                         ir::Atomic &atomic) {
  static constexpr const char *scopes[] = {"block", "device", "system"};
  static constexpr const char *orders[] = {"relaxed", "acquire", "release",
                                           "acq_rel", "seq_cst"};
  std::string name(builtinInfo(builtin).name);
  for (const Keyword &keyword : node.keywords) {
    bool isScope = keyword.name == "scope";
    if (!isScope && keyword.name != "order") {
      diagnostics().emit(keyword.range, diag::UnknownKeyword, name,
                         keyword.name, std::string("; it has scope and order"));
      return false;
    }
    Operand value = check(*keyword.value);
    if (value.isError)
      return false;
    std::string text;
    if (value.known && value.known->kind == Value::Kind::String)
      text = value.known->text;
    std::size_t count = isScope ? std::size(scopes) : std::size(orders);
    const char *const *texts = isScope ? scopes : orders;
    std::size_t at = 0;
    while (at < count && text != texts[at])
      ++at;
    // A load releases nothing, a store acquires nothing.
    bool isWrong = atomic.op == ir::AtomicOp::Load    ? at == 2 || at == 3
                   : atomic.op == ir::AtomicOp::Store ? at == 1 || at == 3
                                                      : false;
    if (at == count || (!isScope && isWrong)) {
      std::string choices;
      for (std::size_t i = 0; i < count; ++i)
        choices += (i ? ", " : "") + std::string(texts[i]);
      diagnostics().emit(
          keyword.value->range, diag::AtomicKeyword, name, keyword.name,
          text.empty() ? describe(value) : "\"" + text + "\"", choices);
      return false;
    }
    if (isScope)
      atomic.scope = static_cast<ir::AtomicScope>(at);
    else
      atomic.order = static_cast<ir::AtomicOrder>(at);
  }
  return true;
}

Operand FunctionChecker::callElement(Builtin builtin, std::vector<Operand> args,
                                     const Call &node, SourceRange range) {
  ir::AtomicOp op = rowOf(elementForms, builtin)->op;
  const char *name = builtinInfo(builtin).name.data();
  bool isSwap = builtin == Builtin::AtomicCompareAndSwap;
  bool isExchange = op == ir::AtomicOp::CompareExchange;
  std::size_t count = isLoad(op) ? 2 : isExchange && !isSwap ? 4 : 3;
  if (!argumentCount(name, args.size(), count, count, range))
    return Operand::error(range);
  if (isSwap) {
    // The first element, along every axis.
    std::vector<Operand> zeros(args[0].isArray() ? args[0].type.ndim : 0u);
    for (Operand &zero : zeros)
      zero = Operand::ofValue(Value::of(Number::ofInt(0)), range);
    args.insert(args.begin() + 1, Operand::tuple(std::move(zeros), range));
  }
  args[0] = pointee(std::move(args[0]));
  ir::Atomic atomic;
  atomic.op = op;
  if (!readAtomicKeywords(builtin, node, atomic))
    return Operand::error(range);
  Type element = args[0].type.element();
  bool isField = args[0].expr && args[0].type.isReference();
  if (!(isField ? fieldElement(name, op, args[0], std::move(args[1]), atomic,
                               element, range)
                : elementOf(name, op, std::move(args[0]), std::move(args[1]),
                            atomic, range)))
    return Operand::error(range);
  if (isHalf(element.scalar) && atomic.scope == ir::AtomicScope::System) {
    diagnostics().emit(range, diag::AtomicKeyword, std::string(name),
                       std::string("scope"),
                       std::string("\"system\" for 16-bit floats"),
                       std::string("block, device"));
    return Operand::error(range);
  }
  if (isExchange) {
    atomic.expected = coerce(std::move(args[2]), element);
    if (!atomic.expected)
      return Operand::error(range);
  }
  if (!isLoad(op)) {
    atomic.value = coerce(std::move(args.back()), element);
    if (!atomic.value)
      return Operand::error(range);
  }
  return Operand::ofExpr(
      makeExpr(range, isStore(op) ? Type::none() : element, std::move(atomic)));
}

} // namespace pyk2ptx
