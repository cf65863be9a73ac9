// Complex numbers are taken apart here: their arithmetic becomes arithmetic on
// the parts, so that everything behind the checker (contraction, ranges, both
// devices) sees only floats, and a complex number is what `complex(re, im)`
// makes and `np.real`, `np.imag` read.
//
// Where a real and a complex number meet, the real one has no imaginary part,
// rather than one of zero: infinities and the signs of zeros survive, and half
// of the products are saved. (CPython has it so from 3.14.) Products are the
// textbook formula; quotients and powers are written in Python
// (prelude/arithmetic.py).
#include "complex.h"

#include "arguments.h"
#include "frontend/emit/emitter.h"
#include "frontend/evaluate/prelude.h"
#include "frontend/ir/compare_op.h"
#include "frontend/tables/builtin_enum.h"
#include "tuple.h"

#include <set>
#include <utility>

namespace pyk2ptx {

static Operand complexPower(Emitter &e, Operand base, Operand exponent,
                            SourceRange range);

using syntax::BinaryOp;

bool refuseComplex(Emitter &e, const std::string &name, const Operand &operand,
                   const char *wayOut) {
  if (!operand.isScalar() || !e.typeOf(operand).isComplex())
    return false;
  e.diagnostics().emit(operand.range, diag::ComplexNumber, name,
                       std::string(wayOut));
  return true;
}

// ---- parts ----

ir::ExprPtr makeComplex(ir::ExprPtr real, ir::ExprPtr imag, SourceRange range) {
  // Of parts of 32 bits by numba's rules too.
  Type type = *pyk2ptx::arithmeticType(real->type, Type::weakComplex());
  ir::CallBuiltin call{Builtin::Complex, {}};
  call.args.push_back(std::move(real));
  call.args.push_back(std::move(imag));
  return makeExpr(range, type, std::move(call));
}

static ir::ExprPtr partOf(Emitter &e, const Operand &number, bool isImag,
                          SourceRange range) {
  if (number.known)
    return makeNumber(range, number.known->number.part(isImag));
  ir::CallBuiltin call{isImag ? Builtin::ImagPart : Builtin::RealPart, {}};
  call.args.push_back(e.materialize(again(number)));
  return makeExpr(range, number.type.part(), std::move(call));
}

Operand complexPart(Emitter &e, Operand number, bool isImag,
                    SourceRange range) {
  Type type = e.typeOf(number);
  if (number.known)
    return Operand::ofValue(Value::of(number.known->number.part(isImag)),
                            range);
  if (!type.isComplex())
    return isImag ? Operand::ofExpr(makeNumber(
                        range, convertNumber(Number::ofInt(0), type)))
                  : std::move(number);
  ir::CallBuiltin call{isImag ? Builtin::ImagPart : Builtin::RealPart, {}};
  call.args.push_back(e.materialize(std::move(number)));
  return Operand::ofExpr(makeExpr(range, type.part(), std::move(call)));
}

/// A number as one of `type`, evaluated once; a real one as a part of it.
static Type sideType(const Type &own, const Type &type) {
  return own.isComplex() ? type : type.part();
}

Operand complexSigns(Emitter &e, Operand number, bool isNegative,
                     SourceRange range) {
  std::vector<ir::Let> lets;
  number = e.once(std::move(number), lets);
  auto part = [&](bool isImag) {
    ir::ExprPtr value = partOf(e, number, isImag, range);
    Type type = value->type;
    if (!isNegative && !isImag)
      return value;
    return makeExpr(range, type,
                    ir::Unary{ir::UnaryOp::Negative, std::move(value)});
  };
  ir::ExprPtr real = part(false);
  ir::ExprPtr imag = part(true);
  return Operand::ofExpr(e.finishLets(
      makeComplex(std::move(real), std::move(imag), range), std::move(lets)));
}

Operand complexAbs(Emitter &e, Operand number, SourceRange range) {
  std::vector<ir::Let> lets;
  number = e.once(std::move(number), lets);
  ir::CallBuiltin call{Builtin::Hypot, {}};
  call.args.push_back(partOf(e, number, false, range));
  call.args.push_back(partOf(e, number, true, range));
  Type type = call.args[0]->type;
  return Operand::ofExpr(
      e.finishLets(makeExpr(range, type, std::move(call)), std::move(lets)));
}

// ---- operators ----

static ir::ExprPtr arithmetic(ir::BinaryOp op, ir::ExprPtr left,
                              ir::ExprPtr right, SourceRange range) {
  Type type = left->type;
  return makeExpr(range, type,
                  ir::Binary{op, std::move(left), std::move(right)});
}

Operand complexBinary(Emitter &e, BinaryOp op, Operand left, Operand right,
                      SourceRange range) {
  Type a = e.typeOf(left);
  Type b = e.typeOf(right);
  Type type = *e.arithmeticType(a, b);
  bool isSum = op == BinaryOp::Add || op == BinaryOp::Sub;
  if (op == BinaryOp::Pow)
    return complexPower(e, std::move(left), std::move(right), range);
  if (!isSum && op != BinaryOp::Mul && op != BinaryOp::TrueDiv) {
    e.diagnostics().emit(range, diag::ComplexNumber,
                         std::string(syntax::spelling(op)),
                         std::string("use `z.real` and `z.imag`"));
    return Operand::error(range);
  }
  if (op == BinaryOp::TrueDiv && b.isComplex()) {
    std::vector<Operand> args;
    args.push_back(std::move(left));
    args.push_back(std::move(right));
    return callPrelude(e, preludeFunction("divide"), "/", std::move(args),
                       range);
  }
  std::vector<ir::Let> lets;
  auto side = [&](Operand operand, const Type &own) {
    ir::ExprPtr value =
        e.convert(e.materialize(std::move(operand)), sideType(own, type));
    if (const auto *constant = std::get_if<ir::Constant>(&value->node)) {
      Number number{value->type, constant->bits, constant->number};
      number.imag = constant->imag;
      return Operand::ofValue(Value::of(number), range);
    }
    return e.once(Operand::ofExpr(std::move(value)), lets);
  };
  Operand x = side(std::move(left), a);
  Operand y = side(std::move(right), b);
  auto part = [&](const Operand &operand, const Type &own, bool isImag) {
    return own.isComplex() ? partOf(e, operand, isImag, range)
                           : e.materialize(again(operand));
  };
  auto combine = [&](ir::BinaryOp with, bool xImag, bool yImag) {
    ir::ExprPtr p = part(x, a, xImag);
    ir::ExprPtr q = part(y, b, yImag);
    return arithmetic(with, std::move(p), std::move(q), range);
  };
  ir::ExprPtr real;
  ir::ExprPtr imag;
  if (isSum) {
    bool isAdd = op == BinaryOp::Add;
    ir::BinaryOp with = isAdd ? ir::BinaryOp::Add : ir::BinaryOp::Sub;
    real = combine(with, false, false);
    if (a.isComplex() && b.isComplex()) {
      imag = combine(with, true, true);
    } else {
      imag = part(a.isComplex() ? x : y, type, true);
      Type partType = imag->type;
      if (!a.isComplex() && !isAdd)
        imag = makeExpr(range, partType,
                        ir::Unary{ir::UnaryOp::Negative, std::move(imag)});
    }
  } else if (a.isComplex() && b.isComplex()) {
    ir::ExprPtr reals = combine(ir::BinaryOp::Mul, false, false);
    ir::ExprPtr imags = combine(ir::BinaryOp::Mul, true, true);
    real = arithmetic(ir::BinaryOp::Sub, std::move(reals), std::move(imags),
                      range);
    ir::ExprPtr cross = combine(ir::BinaryOp::Mul, false, true);
    ir::ExprPtr other = combine(ir::BinaryOp::Mul, true, false);
    imag = arithmetic(ir::BinaryOp::Add, std::move(cross), std::move(other),
                      range);
  } else {
    ir::BinaryOp with =
        op == BinaryOp::Mul ? ir::BinaryOp::Mul : ir::BinaryOp::TrueDiv;
    real = combine(with, false, false);
    imag = combine(with, a.isComplex(), b.isComplex());
  }
  return Operand::ofExpr(e.finishLets(
      makeComplex(std::move(real), std::move(imag), range), std::move(lets)));
}

/// Small constant exponents are products, as CPython computes them too.
static Operand complexPower(Emitter &e, Operand base, Operand exponent,
                            SourceRange range) {
  Type type = *e.arithmeticType(e.typeOf(base), e.typeOf(exponent));
  double power = 0;
  if (exponent.isNumber() && exponent.known->number.imag == 0)
    power = exponent.known->number.asDouble();
  if (power != 1 && power != 2 && power != 3 && power != 4) {
    std::vector<Operand> args;
    args.push_back(std::move(base));
    args.push_back(std::move(exponent));
    return callPrelude(e, preludeFunction("power"), "**", std::move(args),
                       range);
  }
  std::vector<ir::Let> lets;
  base = Operand::ofExpr(e.convert(e.materialize(std::move(base)), type));
  if (power == 1)
    return base;
  base = e.once(std::move(base), lets);
  Operand square =
      complexBinary(e, BinaryOp::Mul, again(base), again(base), range);
  if (power > 2)
    square = e.once(std::move(square), lets);
  if (power == 3)
    square = complexBinary(e, BinaryOp::Mul, std::move(base), std::move(square),
                           range);
  else if (power == 4)
    square =
        complexBinary(e, BinaryOp::Mul, again(square), again(square), range);
  return Operand::ofExpr(
      e.finishLets(e.materialize(std::move(square)), std::move(lets)));
}

Operand complexCompare(Emitter &e, syntax::CompareOp op, Operand left,
                       Operand right, SourceRange range) {
  bool isEqual = op == syntax::CompareOp::Equal;
  bool isOrder = !isEqual && op != syntax::CompareOp::NotEqual;
  Type type = *e.arithmeticType(e.typeOf(left), e.typeOf(right));
  std::vector<ir::Let> lets;
  Operand x = e.once(
      Operand::ofExpr(e.convert(e.materialize(std::move(left)), type)), lets);
  Operand y = e.once(
      Operand::ofExpr(e.convert(e.materialize(std::move(right)), type)), lets);
  auto compareParts = [&](ir::CompareOp how, bool isImag, const Operand &a,
                          const Operand &b) {
    ir::Compare node;
    node.op = how;
    node.left = partOf(e, a, isImag, range);
    node.right = partOf(e, b, isImag, range);
    return makeExpr(range, Type::of(Scalar::Bool), std::move(node));
  };
  auto logical = [&](bool isAnd, ir::ExprPtr a, ir::ExprPtr b) {
    return makeExpr(range, Type::of(Scalar::Bool),
                    ir::Logical{isAnd, std::move(a), std::move(b)});
  };
  if (isOrder) {
    // As NumPy has it: by the real parts, then by the imaginary ones; an
    // imaginary part that is nan is in no order.
    bool isLess =
        op == syntax::CompareOp::Less || op == syntax::CompareOp::LessEqual;
    ir::ExprPtr first = compareParts(
        isLess ? ir::CompareOp::Less : ir::CompareOp::Greater, false, x, y);
    for (const Operand *side : {&x, &y})
      first = logical(true, std::move(first),
                      compareParts(ir::CompareOp::Equal, true, *side, *side));
    ir::ExprPtr second =
        logical(true, compareParts(ir::CompareOp::Equal, false, x, y),
                compareParts(compareOpOf(op), true, x, y));
    return Operand::ofExpr(e.finishLets(
        logical(false, std::move(first), std::move(second)), std::move(lets)));
  }
  auto compare = [&](bool isImag) {
    return compareParts(
        isEqual ? ir::CompareOp::Equal : ir::CompareOp::NotEqual, isImag, x, y);
  };
  ir::Logical both;
  both.isAnd = isEqual;
  both.left = compare(false);
  both.right = compare(true);
  return Operand::ofExpr(
      e.finishLets(makeExpr(range, Type::of(Scalar::Bool), std::move(both)),
                   std::move(lets)));
}

Operand complexExtreme(Emitter &e, bool isMin, bool keepsNan,
                       std::vector<Operand> operands, SourceRange range) {
  std::optional<Type> type;
  for (const Operand &operand : operands) {
    if (operand.isError)
      return Operand::error(range);
    if (!operand.isScalar())
      return e.operandError(isMin ? "min" : "max", operands[0], operand, range);
    Type own = e.typeOf(operand);
    type = e.arithmeticType(type ? *type : own, own);
  }
  std::vector<ir::Let> lets;
  auto taken = [&](Operand operand) {
    return e.once(
        Operand::ofExpr(e.convert(e.materialize(std::move(operand)), *type)),
        lets);
  };
  Operand best = taken(std::move(operands[0]));
  for (std::size_t i = 1; i < operands.size(); ++i) {
    Operand next = taken(std::move(operands[i]));
    // Python's takes a later one that is less; NumPy's keeps what is not more,
    // and nan.
    Operand stays =
        keepsNan ? e.compareTwo(isMin ? syntax::CompareOp::LessEqual
                                      : syntax::CompareOp::GreaterEqual,
                                again(best), again(next), range)
                 : negation(e,
                            e.compareTwo(isMin ? syntax::CompareOp::Less
                                               : syntax::CompareOp::Greater,
                                         again(next), again(best), range),
                            range);
    if (keepsNan)
      stays = e.bothTrue(false, std::move(stays),
                         e.compareTwo(syntax::CompareOp::NotEqual, again(best),
                                      again(best), range),
                         range);
    if (stays.isError)
      return stays;
    best = e.once(
        Operand::ofExpr(makeExpr(range, *type,
                                 ir::Select{e.materialize(std::move(stays)),
                                            e.materialize(again(best)),
                                            e.materialize(again(next))})),
        lets);
  }
  return Operand::ofExpr(
      e.finishLets(e.materialize(std::move(best)), std::move(lets)));
}

// ---- calls ----

Operand callComplex(Emitter &e, std::vector<Operand> args, SourceRange range) {
  std::vector<Value> values;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!args[i].isScalar()) {
      e.diagnostics().emit(args[i].range, diag::ArgumentType,
                           static_cast<Integer>(i + 1), std::string("complex"),
                           std::string("a number"), e.describe(args[i]));
      return Operand::error(range);
    }
    if (args[i].known)
      values.push_back(*args[i].known);
  }
  if (values.size() == args.size()) {
    Value folded = e.evaluator().call(Value::path("complex"), values, range);
    if (folded.isKnown())
      return Operand::ofValue(std::move(folded), range);
  }
  Type type = Type::weakComplex();
  for (const Operand &arg : args)
    type = *e.arithmeticType(type, e.typeOf(arg));
  if (args.size() == 1)
    return Operand::ofExpr(e.convert(e.materialize(std::move(args[0])), type));
  if (e.typeOf(args[0]).isComplex() || e.typeOf(args[1]).isComplex()) {
    Operand rotated = e.binaryOperation(
        BinaryOp::Mul, std::move(args[1]),
        Operand::ofValue(Value::of(Number::ofComplex(0, 1)), range), range);
    return e.binaryOperation(BinaryOp::Add, std::move(args[0]),
                             std::move(rotated), range);
  }
  ir::ExprPtr real = e.convert(e.materialize(std::move(args[0])), type.part());
  ir::ExprPtr imag = e.convert(e.materialize(std::move(args[1])), type.part());
  return Operand::ofExpr(makeComplex(std::move(real), std::move(imag), range));
}

Operand callComplexPart(Emitter &e, Builtin builtin, Operand arg,
                        SourceRange range) {
  if (!arg.isScalar()) {
    e.diagnostics().emit(arg.range, diag::ArgumentType, Integer(1),
                         std::string(builtinInfo(builtin).name),
                         std::string("a number"), e.describe(arg));
    return Operand::error(range);
  }
  if (builtin == Builtin::RealPart || builtin == Builtin::ImagPart)
    return complexPart(e, std::move(arg), builtin == Builtin::ImagPart, range);
  if (builtin == Builtin::NpConj)
    return e.typeOf(arg).isComplex()
               ? complexSigns(e, std::move(arg), false, range)
               : std::move(arg);
  std::vector<Operand> args;
  args.push_back(std::move(arg));
  return callPrelude(e, preludeFunction("phase"), "np.angle", std::move(args),
                     range);
}

// ---- the prelude ----

/// "cmath.sqrt" -> "sqrt"
static std::string lastPart(std::string_view name) {
  return std::string(name.substr(name.rfind('.') + 1));
}

Operand callPrelude(Emitter &e, Builtin builtin, const syntax::Call &node,
                    SourceRange range) {
  std::string name(builtinInfo(builtin).name);
  FunctionValue function = preludeFunction(lastPart(name));
  std::vector<Operand> args;
  std::vector<ir::Let> lets;
  if (!e.bindArguments(function, node, range, args, lets))
    return Operand::error(range);
  return behind(e, std::move(lets),
                callPrelude(e, function, name, std::move(args), range));
}

/// Whether the prelude declares the parameter as complex; else it is real.
static bool isComplexParameter(const syntax::Parameter &param) {
  const auto *name = param.annotation
                         ? std::get_if<syntax::Name>(&param.annotation->node)
                         : nullptr;
  return name && name->id == "complex";
}

/// Arguments become complex or real as the parameter's annotation says, and all
/// of them as wide as the widest.
Operand callPrelude(Emitter &e, const FunctionValue &function,
                    const std::string &name, std::vector<Operand> args,
                    SourceRange range) {
  Type common = Type::weakFloat();
  for (std::size_t i = 0; i < args.size(); ++i) {
    const syntax::Parameter &param = function.def->params[i];
    bool isComplex = isComplexParameter(param);
    bool isNone = args[i].known && args[i].known->kind == Value::Kind::None;
    if (isNone && param.defaultValue)
      continue;
    if (!args[i].isScalar()) {
      e.diagnostics().emit(
          args[i].range, diag::ArgumentType, static_cast<Integer>(i + 1), name,
          std::string(isComplex ? "a number" : "a real number"),
          e.describe(args[i]));
      return Operand::error(range);
    }
    if (!isComplex && refuseComplex(e, name, args[i], "give it real numbers"))
      return Operand::error(range);
    common = *e.arithmeticType(common, e.typeOf(args[i]));
  }
  Type real = common.isComplex() ? common.part() : common;
  Type complex = *e.arithmeticType(common, Type::weakComplex());
  for (std::size_t i = 0; i < args.size(); ++i)
    if (args[i].isScalar())
      args[i] = Operand::ofExpr(e.convert(
          e.materialize(std::move(args[i])),
          isComplexParameter(function.def->params[i]) ? complex : real));
  return e.callInstance(function, std::move(args), std::nullopt, range);
}

std::optional<Operand> numpyComplex(Emitter &e, Builtin builtin, Operand &arg,
                                    SourceRange range) {
  if (!arg.isScalar() || !e.typeOf(arg).isComplex())
    return std::nullopt;
  std::string name = lastPart(builtinInfo(builtin).name);
  // NumPy's alone.
  static const std::set<std::string> others = {"exp2", "expm1", "log1p",
                                               "log2", "rint",  "sign"};
  if (!builtinByName("cmath." + name) && !others.contains(name))
    return std::nullopt;
  std::vector<Operand> args;
  FunctionValue function = preludeFunction(name);
  args.push_back(std::move(arg));
  // log(z, base)
  while (args.size() < function.def->params.size())
    args.push_back(Operand::ofValue(Value::none(), range));
  return callPrelude(e, function, "np." + name, std::move(args), range);
}

} // namespace pyk2ptx
