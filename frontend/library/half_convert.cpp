// Conversions of cuda.bf16 and cuda.fp16. They round as their names say and
// saturate, as the instructions do. Directions other than to nearest work on
// the bits of a float32, whose upper half is the bfloat16: rounding twice in
// one direction is rounding once.
#include "frontend/emit/emitter.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/tables/libdevice.h"
#include "half_conversions.h"

#include <utility>

namespace pyk2ptx {

namespace {

std::optional<HalfRounding> roundingOf(std::string_view suffix) {
  if (suffix == "rn")
    return HalfRounding::Nearest;
  if (suffix == "rz")
    return HalfRounding::Zero;
  if (suffix == "rd")
    return HalfRounding::Down;
  if (suffix == "ru")
    return HalfRounding::Up;
  return std::nullopt;
}

ir::ExprPtr libdeviceCall(const std::string &name, ir::ExprPtr arg) {
  SourceRange range = arg->range;
  std::uint16_t row = *libdeviceByName(name);
  ir::CallLibdevice call{row, {}};
  call.args.push_back(std::move(arg));
  return makeExpr(range, libdeviceResult(libdeviceRows()[row]),
                  std::move(call));
}

ir::ExprPtr limited(ir::BinaryOp op, ir::ExprPtr value, std::int64_t limit) {
  SourceRange range = value->range;
  Type type = value->type;
  ir::ExprPtr bound =
      makeNumber(range, convertNumber(Number::ofInt(limit), type));
  return makeExpr(range, type,
                  ir::Binary{op, std::move(value), std::move(bound)});
}

ir::ExprPtr toInteger(const BrainConversion &conversion, ir::ExprPtr value) {
  static constexpr Builtin functions[] = {
      Builtin::RoundReal, Builtin::TruncReal, Builtin::FloorReal,
      Builtin::CeilReal};
  SourceRange range = value->range;
  Type single = Type::of(Scalar::F32);
  ir::CallBuiltin call{functions[static_cast<int>(conversion.rounding)], {}};
  call.args.push_back(makeConvert(std::move(value), single));
  ir::ExprPtr whole = makeExpr(range, single, std::move(call));
  Scalar to = conversion.to.scalar;
  if (to == Scalar::U64)
    return makeConvert(limited(ir::BinaryOp::Max, std::move(whole), 0),
                       conversion.to);
  whole = makeConvert(std::move(whole), Type::of(Scalar::I64));
  if (to == Scalar::I64)
    return whole;
  int bits = bitWidth(to) - (isSigned(to) ? 1 : 0);
  std::int64_t most = (std::int64_t(1) << bits) - 1;
  whole = limited(ir::BinaryOp::Min, std::move(whole), most);
  whole = limited(ir::BinaryOp::Max, std::move(whole),
                  isSigned(to) ? -most - 1 : 0);
  return makeConvert(std::move(whole), conversion.to);
}

/// The float32 that `value` is, rounded in the direction.
ir::ExprPtr singleOf(const BrainConversion &conversion, ir::ExprPtr value) {
  static constexpr const char *suffixes[] = {"_rn", "_rz", "_rd", "_ru"};
  Scalar from = conversion.from.scalar;
  if (isInteger(from)) {
    bool isWide = bitWidth(from) == 64;
    Scalar wide = isSigned(from) ? (isWide ? Scalar::I64 : Scalar::I32)
                                 : (isWide ? Scalar::U64 : Scalar::U32);
    std::string name =
        isSigned(from) ? (isWide ? "ll" : "int") : (isWide ? "ull" : "uint");
    name += "2float";
    name += suffixes[static_cast<int>(conversion.rounding)];
    value = makeConvert(std::move(value), Type::of(wide));
    // libdevice has no unsigned integers.
    Type given = Type::of(
        libdeviceScalar(libdeviceRows()[*libdeviceByName(name)].arguments[0]));
    value = libdeviceCall(name, makeConvert(std::move(value), given));
  }
  return value;
}

/// CUDA's word for a type.
std::optional<Scalar> scalarOfWord(std::string_view word) {
  struct Row {
    std::string_view word;
    Scalar scalar;
  };
  static constexpr Row rows[] = {
      {"double", Scalar::F64}, {"float", Scalar::F32}, {"int", Scalar::I32},
      {"uint", Scalar::U32},   {"short", Scalar::I16}, {"ushort", Scalar::U16},
      {"ll", Scalar::I64},     {"ull", Scalar::U64},   {"char", Scalar::I8},
      {"uchar", Scalar::U8},
  };
  for (const Row &row : rows)
    if (word == row.word)
      return row.scalar;
  return std::nullopt;
}

} // namespace

std::optional<BrainConversion> brainConversion(std::string_view name) {
  BrainConversion conversion;
  std::size_t split = name.find("_to_");
  conversion.isBits = split == name.npos;
  if (conversion.isBits)
    split = name.find("_as_");
  if (split == name.npos)
    return std::nullopt;
  std::string_view target = name.substr(split + 4);
  std::string_view suffix;
  if (std::size_t last = target.rfind('_'); last != target.npos) {
    suffix = target.substr(last + 1);
    target = target.substr(0, last);
  }
  std::optional<Scalar> from = scalarByName(std::string(name.substr(0, split)));
  std::optional<Scalar> to = scalarByName(std::string(target));
  std::optional<HalfRounding> rounding = roundingOf(suffix);
  if (!from || !to || (!rounding && !suffix.empty()))
    return std::nullopt;
  conversion.from = Type::of(*from);
  conversion.to = Type::of(*to);
  conversion.rounding = rounding.value_or(HalfRounding::Nearest);
  bool isTo = *to == Scalar::BF16;
  Scalar other = isTo ? *from : *to;
  int bits = bitWidth(other);
  if (isTo == (*from == Scalar::BF16))
    return std::nullopt;
  bool fits = false;
  if (conversion.isBits)
    fits = suffix.empty() && isInteger(other) && bits == 16;
  else if (isInteger(other))
    fits = bits == 8 ? !isTo && suffix == "rz" : rounding.has_value();
  else if (isTo)
    fits = other == Scalar::F32 || (other == Scalar::F64 && suffix.empty());
  else
    fits = other == Scalar::F32 && suffix.empty();
  if (!fits)
    return std::nullopt;
  return conversion;
}

std::optional<BrainConversion> rawConversion(std::string_view name,
                                             Scalar half) {
  std::string_view word = half == Scalar::F16 ? "half" : "bfloat16";
  BrainConversion conversion;
  std::string_view other, suffix;
  std::size_t split = name.find("_as_");
  conversion.isBits = split != name.npos;
  bool isFrom = name.starts_with(word);
  std::size_t skipped = conversion.isBits ? 4 : 1;
  if (isFrom) {
    bool isSplit = conversion.isBits
                       ? split == word.size()
                       : name.substr(word.size()).starts_with('2');
    if (!isSplit)
      return std::nullopt;
    other = name.substr(word.size() + skipped);
  } else {
    if (!conversion.isBits)
      split = name.find("2" + std::string(word));
    if (split == name.npos || !name.substr(split + skipped).starts_with(word))
      return std::nullopt;
    other = name.substr(0, split);
    suffix = name.substr(split + skipped + word.size());
  }
  if (std::size_t last = other.find('_'); isFrom && last != other.npos) {
    suffix = other.substr(last);
    other = other.substr(0, last);
  }
  std::optional<Scalar> scalar = scalarOfWord(other);
  std::optional<HalfRounding> rounding;
  if (suffix.starts_with('_'))
    rounding = roundingOf(suffix.substr(1));
  if (!scalar || (!rounding && !suffix.empty()))
    return std::nullopt;
  conversion.rounding = rounding.value_or(HalfRounding::Nearest);
  conversion.from = Type::of(isFrom ? half : *scalar);
  conversion.to = Type::of(isFrom ? *scalar : half);
  bool fits = false;
  if (conversion.isBits)
    fits = isInteger(*scalar) && bitWidth(*scalar) == 16 && suffix.empty();
  else if (isInteger(*scalar))
    fits = bitWidth(*scalar) == 8 ? isFrom && suffix == "_rz"
                                  : rounding.has_value();
  else
    fits = suffix.empty() || (!isFrom && *scalar == Scalar::F32);
  fits = fits && !(isFrom && *scalar == Scalar::F64);
  return fits ? std::optional(conversion) : std::nullopt;
}

bool leavesBits(const BrainConversion &conversion) {
  return conversion.to.isHalf() && conversion.rounding != HalfRounding::Nearest;
}

ir::ExprPtr brainOfBits(ir::ExprPtr bits) {
  ir::ExprPtr word = makeConvert(std::move(bits), Type::of(Scalar::I32));
  return makeConvert(libdeviceCall("int_as_float", std::move(word)),
                     Type::of(Scalar::BF16));
}

ir::ExprPtr convertBrain(const BrainConversion &conversion, ir::ExprPtr value) {
  SourceRange range = value->range;
  Type wide = Type::of(Scalar::I64);
  auto shifted = [&](ir::BinaryOp op, ir::ExprPtr bits) {
    return makeExpr(range, wide,
                    ir::Binary{op, std::move(bits), makeInt(range, 16)});
  };
  bool isTo = conversion.to.isHalf();
  bool isHalf = conversion.to.scalar == Scalar::F16 ||
                conversion.from.scalar == Scalar::F16;
  if (conversion.isBits && isHalf && isTo)
    return makeConvert(
        libdeviceCall("half2float",
                      makeConvert(std::move(value), Type::of(Scalar::I16))),
        conversion.to);
  if (conversion.isBits && isHalf)
    return makeConvert(
        libdeviceCall("float2half_rn",
                      makeConvert(std::move(value), Type::of(Scalar::F32))),
        conversion.to);
  if (conversion.isBits && isTo)
    return brainOfBits(
        shifted(ir::BinaryOp::LeftShift, makeConvert(std::move(value), wide)));
  if (conversion.isBits) {
    value = makeConvert(std::move(value), Type::of(Scalar::F32));
    value = makeConvert(libdeviceCall("float_as_int", std::move(value)), wide);
    return makeConvert(shifted(ir::BinaryOp::RightShift, std::move(value)),
                       conversion.to);
  }
  if (!isTo && conversion.to.isInteger())
    return toInteger(conversion, std::move(value));
  if (leavesBits(conversion)) {
    value = singleOf(conversion, std::move(value));
    if (isHalf)
      return value;
    return makeConvert(libdeviceCall("float_as_int", std::move(value)), wide);
  }
  // Integers by way of float64, which is exact for all but the largest.
  if (isTo && conversion.from.isInteger())
    value = makeConvert(std::move(value), Type::of(Scalar::F64));
  return makeConvert(std::move(value), conversion.to);
}

} // namespace pyk2ptx
