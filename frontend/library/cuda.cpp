// The intrinsics of CUDA. Most have a form (builtins.h), which is read here; an
// access to one element of an array, atomic or with a cache hint, is
// ir::Atomic.
#include "cuda.h"

#include "async.h"
#include "frontend/emit/emitter.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/tables/libdevice.h"
#include "frontend/values/arguments.h"
#include "frontend/values/array.h"
#include "frontend/values/complex.h"
#include "frontend/values/iterate.h"
#include "frontend/values/pointer.h"
#include "frontend/values/record.h"
#include "half.h"
#include "rows.h"

#include <iterator>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

static bool fieldElement(Emitter &e, const char *name, ir::AtomicOp op,
                         Operand &reference, Operand field, ir::Atomic &atomic,
                         Type &element, SourceRange range);
static bool takeArgument(Emitter &e, char letter, std::size_t number,
                         Operand argument, ir::CallBuiltin &call);

namespace {

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

Operand checkForm(Emitter &e, BuiltinCall &&given) {
  const CallForm &form = builtinInfo(given.builtin).form;
  std::vector<Operand> &args = given.args;
  SourceRange range = given.range;
  // 16-bit floats travel as float32, which is exact.
  std::optional<Type> half;
  if (args.size() > 1 && args[1].isScalar() && e.typeOf(args[1]).isHalf())
    half = e.typeOf(args[1]);
  ir::CallBuiltin call{given.builtin, {}};
  for (std::size_t i = 0; i < args.size(); ++i)
    if (!takeArgument(e, form.letters[i], i + 1, std::move(args[i]), call))
      return given.error();
  Type result = Type::none();
  switch (form.result) {
  case CallForm::Result::None:
    break;
  case CallForm::Result::Bool:
    result = Type::of(Scalar::Bool);
    break;
  case CallForm::Result::I32:
    result = Type::of(Scalar::I32);
    break;
  case CallForm::Result::U32:
    result = Type::of(Scalar::U32);
    break;
  case CallForm::Result::I64:
    result = Type::of(Scalar::I64);
    break;
  case CallForm::Result::U64:
    result = Type::of(Scalar::U64);
    break;
  case CallForm::Result::Exchanged:
    // Of other threads' values, not the program's own number.
    result = call.args[1]->type;
    result.weak = false;
    break;
  case CallForm::Result::Unsigned:
    result = Type::of(bitWidth(call.args[0]->type.scalar) == 64 ? Scalar::U64
                                                                : Scalar::U32);
    break;
  case CallForm::Result::MaskAndBool:
    result = Type::tuple({Type::of(Scalar::U32), Type::of(Scalar::Bool)});
    break;
  }
  ir::ExprPtr value = makeExpr(range, result, std::move(call));
  if (form.result == CallForm::Result::Exchanged && half)
    value = makeConvert(std::move(value), *half);
  return Operand::ofExpr(std::move(value));
}

static bool takeArgument(Emitter &e, char letter, std::size_t number,
                         Operand argument, ir::CallBuiltin &call) {
  Builtin builtin = call.builtin;
  if (letter == 'a') {
    if (argument.isArray() && argument.type.scalar == Scalar::U64)
      return takeArray(e, builtin, number, std::move(argument), Space::Shared,
                       call);
    wrongArgument(e, builtin, number, "a shared array of uint64", argument);
    return false;
  }
  if (letter == 'x')
    return takeIndex(e, builtin, number, std::move(argument), call);
  if (letter != 'p' &&
      refuseComplex(e, std::string(builtinInfo(builtin).name), argument,
                    "exchange `z.real` and `z.imag`, one after the other"))
    return false;
  Type type = argument.isScalar() ? e.typeOf(argument) : Type::error();
  bool needsInteger = letter != 'p' && letter != 'v';
  if (type.isError() || (needsInteger && type.isFloat())) {
    wrongArgument(e, builtin, number, needsInteger ? "an integer" : "a number",
                  argument);
    return false;
  }
  if (letter == 'p') {
    call.args.push_back(e.toBool(std::move(argument)));
    return call.args.back() != nullptr;
  }
  if (letter == 'r' && bitWidth(type.scalar) > 32 && !argument.known) {
    wrongArgument(e, builtin, number, "an integer of at most 32 bits",
                  argument);
    return false;
  }
  Type wanted = letter == 'm'                     ? Type::of(Scalar::U32)
                : letter == 't'                   ? Type::of(Scalar::U64)
                : letter == 'r' && argument.known ? Type::of(Scalar::I32)
                : letter == 'i'                   ? Type::of(Scalar::I32)
                : letter == 'n' && !type.isBool() ? type
                                                  : exchanged(type);
  call.args.push_back(e.convert(e.materialize(std::move(argument)), wanted));
  return true;
}

Operand checkFma(Emitter &e, BuiltinCall &&call) {
  return callFma(e, std::move(call.args), call.range);
}

Operand callFma(Emitter &e, std::vector<Operand> args, SourceRange range) {
  Type real = e.pythonFloat();
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (refuseComplex(e, "cuda.fma", args[i], "use its `.real` and `.imag`"))
      return Operand::error(range);
    Type type = args[i].isScalar() ? e.typeOf(args[i]) : Type::error();
    if (type.isError()) {
      e.diagnostics().emit(args[i].range, diag::ArgumentType,
                           static_cast<Integer>(i + 1), std::string("cuda.fma"),
                           std::string("a number"), e.describe(args[i]));
      return Operand::error(range);
    }
    real = *e.arithmeticType(real, type);
  }
  ir::FusedMultiplyAdd fma;
  ir::ExprPtr *sides[] = {&fma.left, &fma.right, &fma.addend};
  for (std::size_t i = 0; i < 3; ++i)
    *sides[i] = e.convert(e.materialize(std::move(args[i])), real);
  return Operand::ofExpr(makeExpr(range, real, std::move(fma)));
}

/// A function of libdevice: arguments convert to its types, as in a call of a
/// device function that declares them.
Operand callLibdevice(Emitter &e, std::uint16_t row, const Call &node,
                      SourceRange range) {
  const LibdeviceInfo &info = libdeviceRows()[row];
  std::string name = std::string(libdevicePrefix) + std::string(info.name);
  std::optional<std::vector<Operand>> args = positionalArguments(
      e, name, node, info.arguments.size(), info.arguments.size(), range);
  if (!args)
    return Operand::error(range);
  ir::CallLibdevice call{row, {}};
  for (std::size_t i = 0; i < args->size(); ++i) {
    Operand &argument = (*args)[i];
    if (refuseComplex(e, name, argument, "use its `.real` and `.imag`"))
      return Operand::error(range);
    Type wanted = Type::of(libdeviceScalar(info.arguments[i]));
    Type type = argument.isScalar() ? e.typeOf(argument) : Type::error();
    if (type.isError() || (type.isFloat() && !wanted.isFloat())) {
      e.diagnostics().emit(argument.range, diag::ArgumentType,
                           static_cast<Integer>(i + 1), name,
                           "`" + spell(wanted) + "`", e.describe(argument));
      return Operand::error(range);
    }
    call.args.push_back(e.convert(e.materialize(std::move(argument)), wanted));
  }
  return Operand::ofExpr(
      makeExpr(range, libdeviceResult(info), std::move(call)));
}

Operand checkSelp(Emitter &e, BuiltinCall &&given) {
  std::vector<Operand> &args = given.args;
  for (std::size_t i = 0; i < args.size(); ++i)
    if (!args[i].isScalar())
      return wrongArgument(e, given.builtin, i + 1, "a number", args[i]);
  Type a = e.typeOf(args[1]), b = e.typeOf(args[2]);
  Type type = a == b ? a : *e.arithmeticType(a, b);
  ir::CallBuiltin call{given.builtin, {}};
  call.args.push_back(e.toBool(std::move(args[0])));
  call.args.push_back(e.convert(e.materialize(std::move(args[1])), type));
  call.args.push_back(e.convert(e.materialize(std::move(args[2])), type));
  return Operand::ofExpr(makeExpr(given.range, type, std::move(call)));
}

/// The array of another block of the cluster, which may be anywhere.
Operand checkMapShared(Emitter &e, BuiltinCall &&given) {
  std::vector<Operand> &args = given.args;
  if (!args[0].isArray() || args[0].type.space != Space::Shared)
    return wrongArgument(e, given.builtin, 1, "a shared array", args[0]);
  Type rank = args[1].isScalar() ? e.typeOf(args[1]) : Type::error();
  if (!rank.isInteger() && !rank.isBool())
    return wrongArgument(e, given.builtin, 2, "an integer", args[1]);
  Type type = args[0].type;
  type.space = Space::Generic;
  ir::CallBuiltin call{given.builtin, {}};
  call.args.push_back(e.materialize(std::move(args[0])));
  call.args.push_back(
      e.convert(e.materialize(std::move(args[1])), Type::of(Scalar::I64)));
  return Operand::ofExpr(makeExpr(given.range, type, std::move(call)));
}

// ---- elements ----

static bool canAccess(Emitter &e, const char *name, ir::AtomicOp op,
                      const Type &array, SourceRange range) {
  bool isLocal = array.space == Space::Local && op < ir::AtomicOp::LoadCa;
  if (!array.record && isComplex(array.scalar)) {
    e.diagnostics().emit(
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
  e.diagnostics().emit(range, diag::AtomicType, std::string(name),
                       isLocal    ? std::string("local memory")
                       : isPacked ? "a `" + spell(array.element()) +
                                        "` that a packed record holds unaligned"
                                  : "`" + spell(array.element()) + "`");
  return false;
}

/// The array and the indices of an access; false after a message.
static bool elementOf(Emitter &e, const char *name, ir::AtomicOp op,
                      Operand array, Operand index, ir::Atomic &atomic,
                      SourceRange range) {
  if (!array.isArray()) {
    e.diagnostics().emit(array.range, diag::ArgumentType, Integer(1),
                         std::string(name), std::string("an array"),
                         e.describe(array));
    return false;
  }
  Type type = array.type;
  if (!isLoad(op) && e.refuseReadonly(array))
    return false;
  if (!canAccess(e, name, op, type, array.range))
    return false;
  if (index.isList()) {
    e.diagnostics().emit(index.range, diag::ArgumentType, Integer(2),
                         std::string(name),
                         std::string("an integer or a tuple of integers"),
                         std::string("a list"));
    return false;
  }
  std::vector<Operand> subscripts;
  if (!expandTuple(e, index, subscripts))
    subscripts.push_back(std::move(index));
  if (subscripts.size() < type.ndim) {
    e.diagnostics().emit(range, diag::ArgumentType, Integer(2),
                         std::string(name),
                         "a tuple of " + std::to_string(type.ndim) + " indices",
                         std::to_string(subscripts.size()) + " of them");
    return false;
  }
  if (subscripts.size() == type.ndim)
    takePartialIndex(array, atomic.indices);
  if (!makeIndices(e, array.type, std::move(subscripts), atomic.indices, range))
    return false;
  atomic.array = e.materialize(std::move(array));
  return true;
}

/// scope= and order= of an atomic.
static bool readAtomicKeywords(Emitter &e, Builtin builtin, const Call &node,
                               ir::Atomic &atomic) {
  static constexpr const char *scopes[] = {"block", "device", "system"};
  static constexpr const char *orders[] = {"relaxed", "acquire", "release",
                                           "acq_rel", "seq_cst"};
  std::string name(builtinInfo(builtin).name);
  for (const Keyword &keyword : node.keywords) {
    bool isScope = keyword.name == "scope";
    if (!isScope && keyword.name != "order") {
      e.diagnostics().emit(keyword.range, diag::UnknownKeyword, name,
                           keyword.name,
                           std::string("; it has scope and order"));
      return false;
    }
    Operand value = e.check(*keyword.value);
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
      e.diagnostics().emit(
          keyword.value->range, diag::AtomicKeyword, name, keyword.name,
          text.empty() ? e.describe(value) : "\"" + text + "\"", choices);
      return false;
    }
    if (isScope)
      atomic.scope = static_cast<ir::AtomicScope>(at);
    else
      atomic.order = static_cast<ir::AtomicOrder>(at);
  }
  return true;
}

Operand checkElement(Emitter &e, BuiltinCall &&call, ir::AtomicOp op) {
  std::vector<Operand> &args = call.args;
  SourceRange range = call.range;
  const char *name = builtinInfo(call.builtin).name.data();
  bool isSwap = call.builtin == Builtin::AtomicCompareAndSwap;
  bool isExchange = op == ir::AtomicOp::CompareExchange;
  if (isSwap) {
    // The first element, along every axis.
    std::vector<Operand> zeros(args[0].isArray() ? args[0].type.ndim : 0u);
    for (Operand &zero : zeros)
      zero = Operand::ofValue(Value::of(Number::ofInt(0)), range);
    args.insert(args.begin() + 1, Operand::tuple(std::move(zeros), range));
  }
  args[0] = pointee(e, std::move(args[0]));
  ir::Atomic atomic;
  atomic.op = op;
  if (!readAtomicKeywords(e, call.builtin, call.node, atomic))
    return Operand::error(range);
  Type element = args[0].type.element();
  bool isField = args[0].expr && args[0].type.isReference();
  if (!(isField ? fieldElement(e, name, op, args[0], std::move(args[1]), atomic,
                               element, range)
                : elementOf(e, name, op, std::move(args[0]), std::move(args[1]),
                            atomic, range)))
    return Operand::error(range);
  if (isHalf(element.scalar) && atomic.scope == ir::AtomicScope::System) {
    e.diagnostics().emit(range, diag::AtomicKeyword, std::string(name),
                         std::string("scope"),
                         std::string("\"system\" for 16-bit floats"),
                         std::string("block, device"));
    return Operand::error(range);
  }
  if (isExchange) {
    atomic.expected = e.coerce(std::move(args[2]), element);
    if (!atomic.expected)
      return Operand::error(range);
  }
  if (!isLoad(op)) {
    atomic.value = e.coerce(std::move(args.back()), element);
    if (!atomic.value)
      return Operand::error(range);
  }
  return Operand::ofExpr(
      makeExpr(range, isStore(op) ? Type::none() : element, std::move(atomic)));
}

/// The element of an atomic.add(a[i], "x", 1); false after a message.
static bool fieldElement(Emitter &e, const char *name, ir::AtomicOp op,
                         Operand &reference, Operand field, ir::Atomic &atomic,
                         Type &element, SourceRange range) {
  std::vector<Operand> names;
  names.push_back(std::move(field));
  std::optional<Operand> place = fieldSubscript(e, reference, names, range);
  if (!place || place->isError)
    return false;
  if (!place->expr || !std::get_if<ir::Load>(&place->expr->node)) {
    e.diagnostics().emit(range, diag::AtomicType, std::string(name),
                         e.describe(*place));
    return false;
  }
  element = place->type;
  std::tie(atomic.array, atomic.indices) = placeOf(std::move(place->expr));
  return canAccess(e, name, op, atomic.array->type, range);
}

} // namespace pyk2ptx
