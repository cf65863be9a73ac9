// Constant folding against CPython. The expected values are what CPython 3
// prints; what Python raises or computes beyond 64 bits is said at the test.
#include "frontend/evaluate/evaluate.h"
#include "frontend/parse/parse.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace pyk2ptx {
namespace {

/// The value of an expression in an empty module, -D names aside.
Value evaluated(const std::string &text,
                std::vector<std::pair<std::string, Value>> defines = {}) {
  Source source("test.py", text);
  Diagnostics diagnostics;
  syntax::ExprPtr expr = parseExpression(source, diagnostics);
  EXPECT_TRUE(expr) << text;
  Scope scope;
  Evaluator evaluator(std::move(defines));
  Value value = expr ? evaluator.evaluate(*expr, scope) : Value::missing();
  value.range = {};
  return value;
}

/// "int 3", "uint64 3", "float 0.5", "bool 1", "unknown: why", ...
std::string folded(const std::string &text) {
  Value value = evaluated(text);
  if (value.kind == Value::Kind::Unknown)
    return "unknown: " + value.text;
  if (!value.isNumber())
    return "no number";
  const Number &number = value.number;
  if (number.type.isFloat()) {
    char digits[40];
    std::snprintf(digits, sizeof digits, "%.17g", number.number);
    return spell(number.type) + " " + digits;
  }
  return spell(number.type) + " " +
         (number.type.scalar == Scalar::U64 ? std::to_string(number.bits)
                                            : std::to_string(number.asInt()));
}

TEST(Fold, IntegersAsPython) {
  EXPECT_EQ(folded("7 // 2"), "int64 3");
  EXPECT_EQ(folded("-7 // 2"), "int64 -4");
  EXPECT_EQ(folded("7 // -2"), "int64 -4");
  EXPECT_EQ(folded("-7 // -2"), "int64 3");
  EXPECT_EQ(folded("7 % 3"), "int64 1");
  EXPECT_EQ(folded("-7 % 3"), "int64 2");
  EXPECT_EQ(folded("7 % -3"), "int64 -2");
  EXPECT_EQ(folded("-7 % -3"), "int64 -1");
  EXPECT_EQ(folded("6 % -3"), "int64 0");
  EXPECT_EQ(folded("2 ** 10"), "int64 1024");
  EXPECT_EQ(folded("-2 ** 2"), "int64 -4");
  EXPECT_EQ(folded("(-2) ** 63"), "int64 -9223372036854775808");
  EXPECT_EQ(folded("0 ** 0"), "int64 1");
  EXPECT_EQ(folded("(-1) ** 1000000001"), "int64 -1");
  EXPECT_EQ(folded("-1 >> 100"), "int64 -1");
  EXPECT_EQ(folded("5 >> 64"), "int64 0");
  EXPECT_EQ(folded("-5 >> 1"), "int64 -3");
  EXPECT_EQ(folded("1 << 62"), "int64 4611686018427387904");
  EXPECT_EQ(folded("-6 & 0xFF"), "int64 250");
  EXPECT_EQ(folded("~5 ^ 3 | 8"), "int64 -7");
  EXPECT_EQ(folded("True + True"), "int64 2");
  EXPECT_EQ(folded("True & False"), "bool 0");
  EXPECT_EQ(folded("-True"), "int64 -1");
}

// Host code ends there, so there is no value.
TEST(Fold, DivisionByZero) {
  for (const char *text : {"1 // 0", "1 % 0", "1 / 0", "-1.0 // 0.0"})
    EXPECT_EQ(folded(text), "unknown: it divides by zero");
}

TEST(Fold, IntegersBeyond63Bits) {
  EXPECT_EQ(folded("9223372036854775807 + 1"), "uint64 9223372036854775808");
  EXPECT_EQ(folded("-9223372036854775808"), "int64 -9223372036854775808");
  EXPECT_EQ(folded("-9223372036854775808 // -1"), "uint64 9223372036854775808");
  EXPECT_EQ(folded("0xFFFFFFFFFFFFFFFF"), "uint64 18446744073709551615");
  EXPECT_EQ(folded("2 ** 63 - 1"), "int64 9223372036854775807");
  EXPECT_EQ(folded("(1 << 64) - 1"), "uint64 18446744073709551615");
  EXPECT_EQ(folded("-(2 ** 63)"), "int64 -9223372036854775808");
  EXPECT_EQ(folded("10 ** 30 // 10 ** 20"), "int64 10000000000");
  EXPECT_EQ(folded("-(2 ** 100) % 7"), "int64 5");
  EXPECT_EQ(folded("2 ** 100 > 2 ** 99"), "bool 1");
  for (const char *big : {"2 ** 64", "(-2) ** 65", "-9223372036854775808 - 1"})
    EXPECT_EQ(evaluated(big).kind, Value::Kind::BigInteger) << big;
  for (const char *tooLarge :
       {"3 ** 1000", "10 ** 40", "0xFFFFFFFFFFFFFFFF * 0xFFFFFFFFFFFFFFFF",
        "0xFFFFFFFFFFFFFFFF ** 2", "-(-2) ** 127", "2 ** 126 * 2"})
    EXPECT_EQ(folded(tooLarge), "unknown: the result is too large") << tooLarge;
}

TEST(Fold, FloatsAsPython) {
  EXPECT_EQ(folded("7.5 // 2"), "float 3");
  EXPECT_EQ(folded("-7.5 // 2"), "float -4");
  EXPECT_EQ(folded("-7.5 % 2"), "float 0.5");
  EXPECT_EQ(folded("7.5 % -2"), "float -0.5");
  EXPECT_EQ(folded("6.0 % -3"), "float -0");
  EXPECT_EQ(folded("-0.0 // 1"), "float -0");
  EXPECT_EQ(folded("1.0 // 0.1"), "float 9");
  EXPECT_EQ(folded("1.0 % 0.1"), "float 0.09999999999999995");
  EXPECT_EQ(folded("1e308 * 10"), "float inf");
  EXPECT_EQ(folded("2 ** -1"), "float 0.5");
  EXPECT_EQ(folded("2 ** 0.5"), "float 1.4142135623730951");
  EXPECT_EQ(folded("1 / 3"), "float 0.33333333333333331");
  EXPECT_EQ(folded("3 / 3"), "float 1");
  EXPECT_EQ(folded("True / 2"), "float 0.5");
}

TEST(Fold, ComparisonsAreExact) {
  EXPECT_EQ(folded("-1 < 0xFFFFFFFFFFFFFFFF"), "bool 1");
  EXPECT_EQ(folded("0.1 + 0.2 == 0.3"), "bool 0");
  EXPECT_EQ(folded("float('nan') != float('nan')"), "bool 1");
  EXPECT_EQ(folded("float('nan') <= 1"), "bool 0");
  EXPECT_EQ(folded("None is None"), "bool 1");
  EXPECT_EQ(folded("not 0"), "bool 1");
  EXPECT_EQ(folded("'a' == 'b'"), "bool 0");
}

TEST(Fold, Functions) {
  EXPECT_EQ(folded("max(1, 2.5, -3)"), "float 2.5");
  EXPECT_EQ(folded("abs(-3)"), "int64 3");
  EXPECT_EQ(folded("abs(-0.0)"), "float 0");
  EXPECT_EQ(folded("int(-2.9)"), "int64 -2");
  EXPECT_EQ(folded("bool(0.0)"), "bool 0");
  EXPECT_EQ(folded("len((1, 2, 3))"), "int64 3");
  EXPECT_EQ(folded("pow(2, 3)"), "int64 8");
  EXPECT_EQ(folded("(1, 2, 3)[-1] + [4, 5][0]"), "int64 7");
  EXPECT_EQ(folded("3 if 1 > 2 else 4"), "int64 4");
}

// Host code is CPython's: kernels have another min, and an int of 64 bits.
TEST(Fold, FunctionsAsPythonHasThem) {
  EXPECT_EQ(folded("min(float('nan'), 1.0)"), "float nan");
  EXPECT_EQ(folded("max(1.0, float('nan'))"), "float 1");
  EXPECT_EQ(folded("int(1e30)"), "no number");
}

TEST(Fold, WhatIsNotConstantSaysWhy) {
  EXPECT_EQ(folded("unknown + 1"), "unknown: `unknown` is not defined");
  EXPECT_EQ(folded("'a' + 1"), "unknown: the operands are not numbers");
  EXPECT_EQ(folded("(1, 2)[5]"), "unknown: the index is outside the tuple");
  EXPECT_EQ(folded("~1.5"), "unknown: `~` takes integers");
}

TEST(Evaluator, DefinesComeFirst) {
  Value value = evaluated("N * 2", {{"N", Value::of(Number::ofInt(21))}});
  EXPECT_EQ(value, Value::of(Number::ofInt(42)));
}

TEST(ConvertNumber, TruncatesAndSaturates) {
  auto toInt = [](double value, Scalar scalar) {
    return convertNumber(Number::ofFloat(value), Type::of(scalar)).asInt();
  };
  EXPECT_EQ(toInt(-2.9, Scalar::I64), -2);
  EXPECT_EQ(toInt(std::nan(""), Scalar::I64), 0);
  EXPECT_EQ(toInt(1e30, Scalar::I64), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(toInt(-1e30, Scalar::I64),
            std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(toInt(300.0, Scalar::U8), 44);
  EXPECT_EQ(toInt(200.0, Scalar::I8), -56);
  EXPECT_EQ(static_cast<std::uint64_t>(toInt(1e19, Scalar::U64)),
            10000000000000000000U);
  EXPECT_EQ(toInt(-1.5, Scalar::U64), -1);
}

TEST(ConvertNumber, RoundsToFloat32Once) {
  // 2**60 + 2**36 + 1 lies just above a tie of float32; by way of float64 it
  // would be one.
  std::int64_t value = (std::int64_t(1) << 60) + (std::int64_t(1) << 36) + 1;
  Number single = convertNumber(Number::ofInt(value), Type::of(Scalar::F32));
  EXPECT_EQ(single.number, static_cast<double>(static_cast<float>(value)));
  EXPECT_NE(single.number, static_cast<double>(
                               static_cast<float>(static_cast<double>(value))));
}

// ---- signatures ----

std::string typeText(const std::string &text) {
  Value value = evaluateTypeText(text, {});
  if (value.kind == Value::Kind::Type)
    return spell(value.type);
  if (value.kind != Value::Kind::Signature)
    return "unknown: " + value.text;
  std::string result = spell(value.signature->result) + "(";
  for (const Type &type : value.signature->params)
    result += spell(type) + ";";
  return result + ")";
}

TEST(TypeText, ReadsNumbasSpellings) {
  EXPECT_EQ(typeText("float32"), "float32");
  EXPECT_EQ(typeText("float32[:]"), "float32[:]");
  EXPECT_EQ(typeText("f8[:,::1]"), "float64[:, ::1]");
  EXPECT_EQ(typeText("i4[::1, :]"), "int32[::1, :]");
  EXPECT_EQ(typeText("UniTuple(int64, 3)"), "UniTuple(int64, 3)");
  EXPECT_EQ(typeText("Tuple((int64, float32[:]))"),
            "Tuple((int64, float32[:]))");
  EXPECT_EQ(typeText("Array(float32, 0, 'C')"), "float32[]");
  EXPECT_EQ(typeText("Array(float32, 1, 'F')"), "float32[::1]");
  EXPECT_EQ(typeText("void(float32[:], int32)"), "none(float32[:];int32;)");
  EXPECT_EQ(typeText("float32(boolean)"), "float32(bool;)");
  EXPECT_EQ(typeText("void()"), "none()");
}

TEST(TypeText, SaysWhatIsWrong) {
  EXPECT_EQ(typeText("flaot32[:]"), "unknown: unknown type `flaot32`");
  EXPECT_EQ(typeText("void(int33)"), "unknown: unknown type `int33`");
  EXPECT_EQ(typeText("float32[::2]"),
            "unknown: write an axis as `:`, the contiguous one as `::1`");
  EXPECT_EQ(typeText("float32[3]"),
            "unknown: write an axis as `:`, the contiguous one as `::1`");
  EXPECT_EQ(typeText("float32[:, ::1, :]"),
            "unknown: only the first or the last axis can be `::1`");
  EXPECT_EQ(typeText("void(void)"), "unknown: a parameter cannot be void");
  EXPECT_EQ(typeText("void(float32["),
            "unknown: `void(float32[` is not a signature");
  EXPECT_EQ(typeText(""), "unknown: `` is not a signature");
}

} // namespace
} // namespace pyk2ptx
