// Constant folding against CPython. The expected values are what CPython 3
// prints; what Python raises or computes beyond 64 bits is said at the test.
#include "frontend/evaluate/evaluate.h"
#include "frontend/parse/parse.h"

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
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

struct Folded {
  const char *text, *value;
};
void expectFolded(std::initializer_list<Folded> cases) {
  for (const Folded &each : cases)
    EXPECT_EQ(folded(each.text), each.value) << each.text;
}

TEST(Fold, IntegersAsPython) {
  expectFolded({
      {"7 // 2", "int64 3"},      {"-7 // 2", "int64 -4"},
      {"7 // -2", "int64 -4"},    {"-7 // -2", "int64 3"},
      {"7 % 3", "int64 1"},       {"-7 % 3", "int64 2"},
      {"7 % -3", "int64 -2"},     {"-7 % -3", "int64 -1"},
      {"6 % -3", "int64 0"},      {"2 ** 10", "int64 1024"},
      {"-2 ** 2", "int64 -4"},    {"(-2) ** 63", "int64 -9223372036854775808"},
      {"0 ** 0", "int64 1"},      {"(-1) ** 1000000001", "int64 -1"},
      {"-1 >> 100", "int64 -1"},  {"5 >> 64", "int64 0"},
      {"-5 >> 1", "int64 -3"},    {"1 << 62", "int64 4611686018427387904"},
      {"-6 & 0xFF", "int64 250"}, {"~5 ^ 3 | 8", "int64 -7"},
      {"True + True", "int64 2"}, {"True & False", "bool 0"},
      {"-True", "int64 -1"},
  });
}

// Host code ends there, so there is no value.
TEST(Fold, DivisionByZero) {
  for (const char *text : {"1 // 0", "1 % 0", "1 / 0", "-1.0 // 0.0"})
    EXPECT_EQ(folded(text), "unknown: it divides by zero");
}

TEST(Fold, IntegersBeyond63Bits) {
  expectFolded({
      {"9223372036854775807 + 1", "uint64 9223372036854775808"},
      {"-9223372036854775808", "int64 -9223372036854775808"},
      {"-9223372036854775808 // -1", "uint64 9223372036854775808"},
      {"0xFFFFFFFFFFFFFFFF", "uint64 18446744073709551615"},
      {"2 ** 63 - 1", "int64 9223372036854775807"},
      {"(1 << 64) - 1", "uint64 18446744073709551615"},
      {"-(2 ** 63)", "int64 -9223372036854775808"},
      {"10 ** 30 // 10 ** 20", "int64 10000000000"},
      {"-(2 ** 100) % 7", "int64 5"},
      {"2 ** 100 > 2 ** 99", "bool 1"},
  });
  for (const char *big : {"2 ** 64", "(-2) ** 65", "-9223372036854775808 - 1"})
    EXPECT_EQ(evaluated(big).kind, Value::Kind::BigInteger) << big;
  for (const char *tooLarge :
       {"3 ** 1000", "10 ** 40", "0xFFFFFFFFFFFFFFFF * 0xFFFFFFFFFFFFFFFF",
        "0xFFFFFFFFFFFFFFFF ** 2", "-(-2) ** 127", "2 ** 126 * 2"})
    EXPECT_EQ(folded(tooLarge), "unknown: the result is too large") << tooLarge;
}

TEST(Fold, FloatsAsPython) {
  expectFolded({
      {"7.5 // 2", "float 3"},
      {"-7.5 // 2", "float -4"},
      {"-7.5 % 2", "float 0.5"},
      {"7.5 % -2", "float -0.5"},
      {"6.0 % -3", "float -0"},
      {"-0.0 // 1", "float -0"},
      {"1.0 // 0.1", "float 9"},
      {"1.0 % 0.1", "float 0.09999999999999995"},
      {"1e308 * 10", "float inf"},
      {"2 ** -1", "float 0.5"},
      {"2 ** 0.5", "float 1.4142135623730951"},
      {"1 / 3", "float 0.33333333333333331"},
      {"3 / 3", "float 1"},
      {"True / 2", "float 0.5"},
  });
}

TEST(Fold, ComparisonsAreExact) {
  expectFolded({
      {"-1 < 0xFFFFFFFFFFFFFFFF", "bool 1"},
      {"0.1 + 0.2 == 0.3", "bool 0"},
      {"float('nan') != float('nan')", "bool 1"},
      {"float('nan') <= 1", "bool 0"},
      {"None is None", "bool 1"},
      {"not 0", "bool 1"},
      {"'a' == 'b'", "bool 0"},
  });
}

TEST(Fold, Functions) {
  expectFolded({
      {"max(1, 2.5, -3)", "float 2.5"},
      {"abs(-3)", "int64 3"},
      {"abs(-0.0)", "float 0"},
      {"int(-2.9)", "int64 -2"},
      {"bool(0.0)", "bool 0"},
      {"len((1, 2, 3))", "int64 3"},
      {"pow(2, 3)", "int64 8"},
      {"(1, 2, 3)[-1] + [4, 5][0]", "int64 7"},
      {"3 if 1 > 2 else 4", "int64 4"},
  });
}

// Host code is CPython's: kernels have another min, and an int of 64 bits.
TEST(Fold, FunctionsAsPythonHasThem) {
  expectFolded({
      {"min(float('nan'), 1.0)", "float nan"},
      {"max(1.0, float('nan'))", "float 1"},
      {"int(1e30)", "no number"},
  });
}

TEST(Fold, WhatIsNotConstantSaysWhy) {
  expectFolded({
      {"unknown + 1", "unknown: `unknown` is not defined"},
      {"'a' + 1", "unknown: the operands are not numbers"},
      {"(1, 2)[5]", "unknown: the index is outside the tuple"},
      {"~1.5", "unknown: `~` takes integers"},
  });
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

void expectTypes(std::initializer_list<Folded> cases) {
  for (const Folded &each : cases)
    EXPECT_EQ(typeText(each.text), each.value) << each.text;
}

TEST(TypeText, ReadsNumbasSpellings) {
  expectTypes({
      {"float32", "float32"},
      {"float32[:]", "float32[:]"},
      {"f8[:,::1]", "float64[:, ::1]"},
      {"i4[::1, :]", "int32[::1, :]"},
      {"UniTuple(int64, 3)", "UniTuple(int64, 3)"},
      {"Tuple((int64, float32[:]))", "Tuple((int64, float32[:]))"},
      {"Array(float32, 0, 'C')", "float32[]"},
      {"Array(float32, 1, 'F')", "float32[::1]"},
      {"void(float32[:], int32)", "none(float32[:];int32;)"},
      {"float32(boolean)", "float32(bool;)"},
      {"void()", "none()"},
  });
}

TEST(TypeText, SaysWhatIsWrong) {
  expectTypes({
      {"flaot32[:]", "unknown: unknown type `flaot32`"},
      {"void(int33)", "unknown: unknown type `int33`"},
      {"float32[::2]",
       "unknown: write an axis as `:`, the contiguous one as `::1`"},
      {"float32[3]",
       "unknown: write an axis as `:`, the contiguous one as `::1`"},
      {"float32[:, ::1, :]",
       "unknown: only the first or the last axis can be `::1`"},
      {"void(void)", "unknown: a parameter cannot be void"},
      {"void(float32[", "unknown: `void(float32[` is not a signature"},
      {"", "unknown: `` is not a signature"},
  });
}

} // namespace
} // namespace pyk2ptx
