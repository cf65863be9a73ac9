// numba chooses an overload by what each argument's conversion costs. What
// comes of that for numbers is a handful of rules, which
// tests/unit/frontend/numba_typing_test.cpp compares with numba's own answers
// for every pair of types.
#include "numba_typing.h"

#include <algorithm>

namespace pyk2ptx {

namespace {

Type integerOf(bool isSigned, int bits) {
  switch (bits) {
  case 8:
    return Type::of(isSigned ? Scalar::I8 : Scalar::U8);
  case 16:
    return Type::of(isSigned ? Scalar::I16 : Scalar::U16);
  case 32:
    return Type::of(isSigned ? Scalar::I32 : Scalar::U32);
  default:
    return Type::of(isSigned ? Scalar::I64 : Scalar::U64);
  }
}

/// The width of the float that holds a number of the type: float16 holds a
/// bool and an int8, but no uint8 in numba's eyes.
int floatBits(const Type &type) {
  if (type.isFloat() || type.isComplex())
    return bitWidth(partOf(type.scalar));
  switch (type.scalar) {
  case Scalar::Bool:
  case Scalar::I8:
    return 16;
  case Scalar::I16:
  case Scalar::U8:
    return 32;
  default:
    return 64;
  }
}

/// The same where paths meet: an unsigned number is held by a narrower one.
int meetingBits(const Type &type) {
  bool isShort = type.scalar == Scalar::U8 || type.scalar == Scalar::U16;
  return isShort ? bitWidth(type.scalar) * 2 : floatBits(type);
}

/// The float or complex type of two numbers, one of which is one.
Type commonReal(const Type &a, const Type &b, int bits) {
  bool isBrain = a.scalar == Scalar::BF16 || b.scalar == Scalar::BF16;
  bool isHalf = a.scalar == Scalar::F16 || b.scalar == Scalar::F16;
  if (a.isComplex() || b.isComplex())
    return Type::of(bits == 64 ? Scalar::C128 : Scalar::C64);
  if (bits == 16 && !(isBrain && isHalf))
    return Type::of(isBrain ? Scalar::BF16 : Scalar::F16);
  return Type::of(bits == 64 ? Scalar::F64 : Scalar::F32);
}

bool isIntegral(const Type &type) { return type.isInteger() || type.isBool(); }

bool isUnsigned(const Type &type) {
  return type.isInteger() && !isSigned(type.scalar);
}

bool isSignedInteger(const Type &type) {
  return type.isInteger() && isSigned(type.scalar);
}

} // namespace

std::optional<Type> numbaUnify(const Type &a, const Type &b) {
  if (!a.isScalar() || !b.isScalar())
    return std::nullopt;
  if (a.scalar == b.scalar)
    return Type::of(a.scalar);
  if (!isIntegral(a) || !isIntegral(b))
    return commonReal(a, b, std::max(meetingBits(a), meetingBits(b)));
  if (a.isBool() || b.isBool())
    return Type::of(a.isBool() ? b.scalar : a.scalar);
  int aBits = bitWidth(a.scalar);
  int bBits = bitWidth(b.scalar);
  if (isSigned(a.scalar) == isSigned(b.scalar))
    return aBits > bBits ? Type::of(a.scalar) : Type::of(b.scalar);
  const Type &positive = isSigned(a.scalar) ? b : a;
  const Type &either = isSigned(a.scalar) ? a : b;
  int needed = std::max(bitWidth(positive.scalar) * 2, bitWidth(either.scalar));
  return needed > 64 ? Type::of(Scalar::F64) : integerOf(true, needed);
}

std::optional<Type> numbaArithmetic(const Type &a, const Type &b) {
  if (!a.isScalar() || !b.isScalar())
    return std::nullopt;
  if (!isIntegral(a) || !isIntegral(b))
    return commonReal(a, b, std::max(floatBits(a), floatBits(b)));
  return integerOf(!isUnsigned(a) || !isUnsigned(b), 64);
}

Type numbaComparison(const Type &a, const Type &b) {
  bool isWhole = isIntegral(a) && isIntegral(b);
  return isWhole ? *numbaUnify(a, b) : *numbaArithmetic(a, b);
}

Type numbaDivMod(const Type &a, const Type &b) {
  Type type = numbaComparison(a, b);
  return *numbaArithmetic(type, type);
}

Type numbaPower(const Type &a, const Type &b) {
  if (a.isFloat() && isIntegral(b))
    return Type::of(floatBits(a) == 64 ? Scalar::F64 : Scalar::F32);
  // The cheapest overload for these two is float32 ** int32.
  if (a.isBool() && b.scalar == Scalar::I32)
    return Type::of(Scalar::F32);
  Type type = *numbaArithmetic(a, b);
  return type.isFloat() && floatBits(type) == 16 ? Type::of(Scalar::F32) : type;
}

Type numbaReal(const Type &type) {
  if (type.isFloat())
    return Type::of(type.scalar);
  return Type::of(floatBits(type) == 64 ? Scalar::F64 : Scalar::F32);
}

Type numbaMathPower(const Type &a, const Type &b) {
  bool isInt32 = isSignedInteger(b) && bitWidth(b.scalar) <= 32;
  if (isInt32 || (a.scalar == Scalar::F32 && b.scalar == Scalar::U16))
    return numbaReal(a);
  return *numbaUnify(numbaReal(a), numbaReal(b));
}

Type numbaRange(const std::vector<Type> &types) {
  auto count = [&](auto &&holds) {
    return std::count_if(types.begin(), types.end(), holds);
  };
  auto has = [&](Scalar scalar) {
    return count([&](const Type &type) { return type.scalar == scalar; });
  };
  auto size = static_cast<std::ptrdiff_t>(types.size());
  std::ptrdiff_t allUnsigned = count(isUnsigned);
  std::ptrdiff_t allSigned = count(isSignedInteger);
  if (has(Scalar::I64)) {
    // A step that is a literal does not make these signed.
    bool onlyStep = size == 3 && allUnsigned == 2 && has(Scalar::U64);
    return Type::of(onlyStep ? Scalar::U64 : Scalar::I64);
  }
  if (allSigned == 0 && allUnsigned > 0)
    return Type::of(Scalar::U64);
  if (has(Scalar::U64))
    return Type::of(has(Scalar::I32) ? Scalar::I32 : Scalar::U64);
  return Type::of(has(Scalar::U32) ? Scalar::I64 : Scalar::I32);
}

} // namespace pyk2ptx
