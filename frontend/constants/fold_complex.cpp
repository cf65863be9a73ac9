// Complex arithmetic on compile-time values, in the width that it has at run
// time and by the same rules (values/complex.cpp, prelude/).
#include "value.h"

#include <cmath>
#include <complex>

namespace pyk2ptx {

namespace {

/// One side of an operator: a real number has no imaginary part.
template <class Real> struct Side {
  Real real = 0, imag = 0;
  bool isComplex = false;
};

template <class Real> Side<Real> sideOf(const Number &number) {
  return {static_cast<Real>(number.asDouble()), static_cast<Real>(number.imag),
          number.type.isComplex()};
}

template <class Real>
Side<Real> product(const Side<Real> &a, const Side<Real> &b) {
  if (!a.isComplex || !b.isComplex)
    return {a.real * b.real, a.isComplex ? a.imag * b.real : a.real * b.imag,
            true};
  Real reals = a.real * b.real;
  Real imags = a.imag * b.imag;
  Real cross = a.real * b.imag;
  Real other = a.imag * b.real;
  return {reals - imags, cross + other, true};
}

template <class Real>
Side<Real> quotient(const Side<Real> &a, const Side<Real> &b) {
  if (!b.isComplex || (b.real == 0 && b.imag == 0)) {
    Real divisor = b.isComplex ? std::fabs(b.real) : b.real;
    return {a.real / divisor, a.imag / divisor, true};
  }
  if (std::fabs(b.real) >= std::fabs(b.imag)) {
    Real ratio = b.imag / b.real;
    Real scale = b.real + b.imag * ratio;
    return {(a.real + a.imag * ratio) / scale,
            (a.imag - a.real * ratio) / scale, true};
  }
  Real ratio = b.real / b.imag;
  Real scale = b.real * ratio + b.imag;
  return {(a.real * ratio + a.imag) / scale, (a.imag * ratio - a.real) / scale,
          true};
}

template <class Real> Side<Real> power(Side<Real> a, const Side<Real> &b) {
  Side<Real> one = {1, 0, true};
  if (b.imag == 0 && std::fabs(b.real) <= 100 && b.real == std::floor(b.real)) {
    Side<Real> result = one;
    a.isComplex = true;
    bool isFirst = true;
    for (int n = static_cast<int>(std::fabs(b.real)); n > 0; n >>= 1) {
      if (n & 1)
        result = isFirst ? a : product(result, a);
      isFirst = isFirst && (n & 1) == 0;
      a = product(a, a);
    }
    return b.real < 0 ? quotient(one, result) : result;
  }
  if (a.real == 0 && a.imag == 0) {
    Real value = b.imag != 0 || b.real < 0 ? Real(NAN) : Real(0);
    return {value, value, true};
  }
  Real size = std::hypot(a.real, a.imag);
  Real angle = std::atan2(a.imag, a.real);
  Real length = std::pow(size, b.real);
  Real turn = angle * b.real;
  if (b.imag != 0) {
    length *= std::exp(-angle * b.imag);
    turn += b.imag * std::log(size);
  }
  return {length * std::cos(turn), length * std::sin(turn), true};
}

template <class Real>
std::optional<Side<Real>> foldSides(syntax::BinaryOp op, const Side<Real> &a,
                                    const Side<Real> &b) {
  switch (op) {
  case syntax::BinaryOp::Add:
    return Side<Real>{a.real + b.real,
                      a.isComplex && b.isComplex ? a.imag + b.imag
                      : a.isComplex              ? a.imag
                                                 : b.imag,
                      true};
  case syntax::BinaryOp::Sub:
    return Side<Real>{a.real - b.real,
                      a.isComplex && b.isComplex ? a.imag - b.imag
                      : a.isComplex              ? a.imag
                                                 : -b.imag,
                      true};
  case syntax::BinaryOp::Mul:
    return product(a, b);
  case syntax::BinaryOp::TrueDiv:
    return quotient(a, b);
  case syntax::BinaryOp::Pow:
    return power(a, b);
  default:
    return std::nullopt;
  }
}

template <class Real>
std::optional<Number> foldIn(syntax::BinaryOp op, const Number &a,
                             const Number &b, const Type &type) {
  std::optional<Side<Real>> side =
      foldSides(op, sideOf<Real>(a), sideOf<Real>(b));
  if (!side)
    return std::nullopt;
  Number result = Number::ofComplex(static_cast<double>(side->real),
                                    static_cast<double>(side->imag));
  result.type = type;
  return result;
}

using Complex = std::complex<double>;

struct ComplexFunction {
  const char *name;
  Complex (*function)(const Complex &);
};

const ComplexFunction functions[] = {
    {"exp", [](const Complex &z) { return std::exp(z); }},
    {"log", [](const Complex &z) { return std::log(z); }},
    {"log10", [](const Complex &z) { return std::log10(z); }},
    {"sqrt", [](const Complex &z) { return std::sqrt(z); }},
    {"sin", [](const Complex &z) { return std::sin(z); }},
    {"cos", [](const Complex &z) { return std::cos(z); }},
    {"tan", [](const Complex &z) { return std::tan(z); }},
    {"sinh", [](const Complex &z) { return std::sinh(z); }},
    {"cosh", [](const Complex &z) { return std::cosh(z); }},
    {"tanh", [](const Complex &z) { return std::tanh(z); }},
};

/// complex(), complex(re), complex(re, im) of constants.
Value makeComplex(const std::vector<Value> &args, SourceRange range) {
  Type type = Type::weakComplex();
  for (const Value &arg : args) {
    if (!arg.isNumeric())
      return Value::unknown(range, "the parts are not numbers");
    type = *arithmeticType(type, arg.number.type);
  }
  Number result = args.empty() ? Number::ofComplex(0, 0) : args[0].number;
  if (args.size() == 2) {
    const Number &imag = args[1].number;
    if (!args[0].number.type.isComplex() && !imag.type.isComplex())
      result = Number::ofComplex(args[0].number.asDouble(), imag.asDouble());
    else
      result = *foldComplex(syntax::BinaryOp::Add, result,
                            *foldComplex(syntax::BinaryOp::Mul, imag,
                                         Number::ofComplex(0, 1), type),
                            type);
  }
  return Value::of(convertNumber(result, type));
}

} // namespace

std::optional<Number> foldComplex(syntax::BinaryOp op, const Number &a,
                                  const Number &b, const Type &type) {
  return type.scalar == Scalar::C64 ? foldIn<float>(op, a, b, type)
                                    : foldIn<double>(op, a, b, type);
}

Value foldComplexMath(const std::string &path, const std::vector<Value> &args,
                      SourceRange range) {
  Value unknown = Value::unknown(range, "it is no function of constants");
  if (path == "complex" && args.size() <= 2)
    return makeComplex(args, range);
  bool isRect = path == "cmath.rect" && args.size() == 2;
  for (const Value &arg : args)
    if (!arg.isNumber())
      return unknown;
  if (isRect && !args[0].number.type.isComplex() &&
      !args[1].number.type.isComplex()) {
    Complex z = std::polar(args[0].number.asDouble(), 0.0);
    double angle = args[1].number.asDouble();
    return Value::of(Number::ofComplex(z.real() * std::cos(angle),
                                       z.real() * std::sin(angle)));
  }
  if (args.size() != 1)
    return unknown;
  const Number &number = args[0].number;
  bool isComplex = number.type.isComplex();
  Complex z(number.asDouble(), number.imag);
  Type complex = *arithmeticType(number.type, Type::weakComplex());
  auto real = [&](double value) {
    return Value::of(convertNumber(Number::ofFloat(value), complex.part()));
  };
  if (isComplex && (path == "abs" || path == "np.abs"))
    return real(std::hypot(z.real(), z.imag()));
  if (path == "cmath.phase" || path == "np.angle")
    return real(std::atan2(z.imag(), z.real()));
  if (isComplex && (path == "np.conj" || path == "np.conjugate")) {
    Number result = number;
    result.imag = -result.imag;
    return Value::of(result);
  }
  if (isComplex && (path == "np.real" || path == "np.imag"))
    return Value::of(number.part(path == "np.imag"));
  bool isCmath = path.starts_with("cmath.");
  if (!isCmath && !(isComplex && path.starts_with("np.")))
    return unknown;
  std::string name = path.substr(path.find('.') + 1);
  for (const ComplexFunction &row : functions)
    if (name == row.name) {
      Complex value = row.function(z);
      return Value::of(convertNumber(
          Number::ofComplex(value.real(), value.imag()), complex));
    }
  return unknown;
}

} // namespace pyk2ptx
