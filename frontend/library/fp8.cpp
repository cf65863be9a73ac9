// cuda.fp8: numbers to and from the bits of 8-bit floats, by the names of
// cuda_fp8.h. The bits are kept in arrays of uint8. Where the device has an
// instruction, the number is a float32 and what is too large is saturated, that
// is taken; fp8_text.cpp says the same in Python.
#include "fp8.h"

#include "frontend/emit/emitter.h"
#include "frontend/evaluate/prelude.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/values/arguments.h"
#include "frontend/values/tuple.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

namespace {

enum class Fp8Form : std::uint8_t {
  /// (x, saturate, format) -> uint8
  Encode,
  /// (bits, format) -> `number`
  Decode,
  /// The same of an exponent alone: (x, saturate, rounding), (bits).
  EncodeExponent,
  DecodeExponent
};

struct Fp8Row {
  const char *name;
  Fp8Form form;
  Scalar number;
};

constexpr Fp8Row fp8Rows[] = {
#define FP8(name, form, scalar) {name, Fp8Form::form, Scalar::scalar},
#define FP8_ALIAS(name, of)
#include "frontend/tables/fp8.def"
#undef FP8
#undef FP8_ALIAS
};

/// The header's own spellings of them.
struct Fp8Alias {
  std::string_view written, name;
};
constexpr Fp8Alias fp8Aliases[] = {
#define FP8(name, form, scalar)
#define FP8_ALIAS(name, of) {name, of},
#include "frontend/tables/fp8.def"
#undef FP8
#undef FP8_ALIAS
};

constexpr std::string_view fp8Prefix = "cuda.fp8.";

/// What the formats differ in.
struct Fp8Format {
  std::int64_t digits, bias, most, beyond;
  Builtin native;
};
constexpr Fp8Format fp8Formats[] = {
    {3, 7, 126, 127, Builtin::Fp8E4m3},
    {2, 15, 123, 124, Builtin::Fp8E5m2},
};

const Fp8Row *fp8ByName(const std::string &path) {
  if (!path.starts_with(fp8Prefix))
    return nullptr;
  std::string_view name = std::string_view(path).substr(fp8Prefix.size());
  if (name.starts_with("__nv_"))
    name.remove_prefix(5);
  for (const Fp8Alias &alias : fp8Aliases)
    if (name == alias.written)
      name = alias.name;
  const auto *row =
      std::find_if(std::begin(fp8Rows), std::end(fp8Rows),
                   [&](const Fp8Row &each) { return name == each.name; });
  return row == std::end(fp8Rows) ? nullptr : row;
}

} // namespace

bool isFp8Name(const std::string &path) {
  return path == "cuda.fp8" || fp8ByName(path) != nullptr;
}

/// A float32 by the device's instruction, where it has one.
static ir::ExprPtr nativeOr(Builtin native, ir::ExprPtr number,
                            ir::ExprPtr isNan, ir::ExprPtr otherwise) {
  SourceRange range = number->range;
  Type bits = Type::of(Scalar::U8);
  ir::CallBuiltin call{native, {}};
  call.args.push_back(std::move(number));
  // What the instruction gives for nan is left open.
  ir::ExprPtr value = makeExpr(
      range, bits,
      ir::Select{std::move(isNan), makeConvert(makeInt(range, 127), bits),
                 makeExpr(range, bits, std::move(call))});
  ir::ExprPtr hasIt = makeExpr(range, Type::of(Scalar::Bool),
                               ir::CallBuiltin{Builtin::Fp8Native, {}});
  return makeExpr(
      range, bits,
      ir::Select{std::move(hasIt), std::move(value), std::move(otherwise)});
}

/// Whether the function makes bits of a number.
static bool isEncode(const Fp8Row &row) {
  return row.form == Fp8Form::Encode || row.form == Fp8Form::EncodeExponent;
}

/// The arguments behind the first, each one of two constants; nothing after a
/// message.
static std::optional<std::array<std::int64_t, 2>>
optionsOf(Emitter &e, const std::string &path, const Fp8Row &row,
          const std::vector<Operand> &args) {
  std::array<std::int64_t, 2> options = {0, 0};
  bool isExponent = row.form == Fp8Form::EncodeExponent;
  for (std::size_t i = 1; i < args.size(); ++i) {
    std::int64_t least = isExponent && i == 2 ? 1 : 0;
    std::int64_t value = args[i].known && args[i].known->isInteger()
                             ? args[i].known->number.asInt()
                             : -1;
    if (value < least || value > least + 1) {
      e.diagnostics().emit(
          args[i].range, diag::ConstantNeeded,
          "argument " + std::to_string(i + 1) + " of `" + path + "`",
          isEncode(row) && i == 1 ? std::string(": cuda.fp8.SATFINITE or NOSAT")
          : isExponent            ? std::string(": cuda.fp8.ROUND_ZERO or "
                                                "ROUND_POS_INF")
                                  : std::string(": cuda.fp8.E4M3 or E5M2"));
      return std::nullopt;
    }
    options[i - 1] = value;
  }
  return options;
}

static Operand as(Emitter &e, Operand value, Scalar scalar) {
  return value.isError
             ? std::move(value)
             : Operand::ofExpr(e.convert(e.materialize(std::move(value)),
                                         Type::of(scalar)));
}

/// A function of prelude/fp8.py, of a number and of constants.
static Operand callFormat(Emitter &e, const char *name, Operand first,
                          std::initializer_list<std::int64_t> rest,
                          SourceRange range) {
  std::vector<Operand> all;
  all.push_back(std::move(first));
  for (std::int64_t each : rest)
    all.push_back(intOperand(each, range));
  return e.callInstance(preludeFunction(name), std::move(all), std::nullopt,
                        range);
}

static Operand decode(Emitter &e, const Fp8Row &row, Operand bits,
                      std::int64_t which, SourceRange range) {
  Operand code = as(e, as(e, std::move(bits), Scalar::U8), Scalar::I64);
  const Fp8Format &format = fp8Formats[which];
  return as(e,
            row.form == Fp8Form::DecodeExponent
                ? callFormat(e, "fp8_decode_e8m0", std::move(code), {}, range)
                : callFormat(e, "fp8_decode", std::move(code),
                             {format.digits, format.bias, format.most}, range),
            row.number);
}

static Operand encode(Emitter &e, const Fp8Row &row, Operand number,
                      bool isSaturated, std::int64_t which, SourceRange range) {
  std::vector<ir::Let> lets;
  Operand x = e.once(as(e, std::move(number), row.number), lets);
  Operand wide = as(e, again(x), Scalar::F64);
  if (row.form == Fp8Form::EncodeExponent)
    return finished(e,
                    as(e,
                       callFormat(e, "fp8_encode_e8m0", std::move(wide),
                                  {which - 1, isSaturated ? 254 : 255}, range),
                       Scalar::U8),
                    std::move(lets));
  const Fp8Format &format = fp8Formats[which];
  Operand code = as(e,
                    callFormat(e, "fp8_encode", std::move(wide),
                               {format.digits, format.bias, format.most,
                                isSaturated ? format.most : format.beyond},
                               range),
                    Scalar::U8);
  if (code.isError || !isSaturated || row.number == Scalar::F64)
    return finished(e, std::move(code), std::move(lets));
  Operand single = e.once(as(e, again(x), Scalar::F32), lets);
  ir::ExprPtr isNan = makeExpr(range, Type::of(Scalar::Bool),
                               ir::Compare{ir::CompareOp::NotEqual,
                                           e.materialize(again(single)),
                                           e.materialize(again(single))});
  return finished(e,
                  Operand::ofExpr(nativeOr(
                      format.native, e.materialize(again(single)),
                      std::move(isNan), e.materialize(std::move(code)))),
                  std::move(lets));
}

std::optional<Operand> callFp8(Emitter &e, const std::string &path,
                               const Call &node, SourceRange range) {
  const Fp8Row *row = fp8ByName(path);
  if (!row)
    return std::nullopt;
  std::size_t count = isEncode(*row) ? 3 : row->form == Fp8Form::Decode ? 2 : 1;
  std::optional<std::vector<Operand>> given =
      positionalArguments(e, path, node, count, count, range);
  if (!given)
    return Operand::error(range);
  std::vector<Operand> &args = *given;
  Type number = Type::of(row->number);
  Type type = args[0].isScalar() ? e.typeOf(args[0]) : Type::error();
  bool fits = isEncode(*row) ? type.isScalar() && !type.isComplex() &&
                                   *e.arithmeticType(number, type) == number
                             : type.isInteger();
  if (!fits) {
    e.diagnostics().emit(args[0].range, diag::ArgumentType, Integer(1), path,
                         isEncode(*row) ? "`" + spell(number) + "`"
                                        : std::string("the bits, a `uint8`"),
                         e.describe(args[0]));
    return Operand::error(range);
  }
  auto options = optionsOf(e, path, *row, args);
  if (!options)
    return Operand::error(range);
  auto [first, second] = *options;
  return isEncode(*row)
             ? encode(e, *row, std::move(args[0]), first != 0, second, range)
             : decode(e, *row, std::move(args[0]), first, range);
}

} // namespace pyk2ptx
