// The ARGs of `pyk2ptx run`: every form, its type and value, and what is said
// of words that are none.
#include "tools/pyk2ptx/run/arguments.cpp"
#include "tools/pyk2ptx/run/describe_array.cpp"
#include "tools/pyk2ptx/run/generate_array.cpp"
#include "tools/pyk2ptx/run/number.cpp"
#include "tools/pyk2ptx/run/xoroshiro.cpp"

#include <gtest/gtest.h>

using namespace pyk2ptx;

namespace {

// "int64 3", "float 2.5", or "NAME: text" of the error.
std::string show(const std::string &text) {
  Result<RunArgument> argument = parseRunArgument(text);
  if (!argument)
    return argument.error().name + ": " + argument.error().text;
  std::string name = argument->name.empty() ? "" : argument->name + " = ";
  if (argument->array)
    return name + describeArray(*argument->array);
  const Argument &value = argument->number.value;
  std::string shown;
  switch (value.kind()) {
  case Argument::Kind::Bool:
    shown = value.asBool() ? "True" : "False";
    break;
  case Argument::Kind::Int64:
    shown = std::to_string(value.asInt64());
    break;
  case Argument::Kind::UInt64:
    shown = std::to_string(value.asUInt64());
    break;
  case Argument::Kind::Complex:
    shown =
        showFloat(value.asComplex()[0]) + " " + showFloat(value.asComplex()[1]);
    break;
  default:
    shown = showFloat(value.asDouble());
  }
  return name + spell(argument->type) + " " + shown;
}

} // namespace

TEST(RunArguments, Numbers) {
  EXPECT_EQ(show("3"), "int64 3");
  EXPECT_EQ(show("-3"), "int64 -3");
  EXPECT_EQ(show("+1_000"), "int64 1000");
  EXPECT_EQ(show("0x10"), "int64 16");
  EXPECT_EQ(show("-0b101"), "int64 -5");
  EXPECT_EQ(show("0o17"), "int64 15");
  EXPECT_EQ(show("9223372036854775807"), "int64 9223372036854775807");
  EXPECT_EQ(show("-9223372036854775808"), "int64 -9223372036854775808");
  EXPECT_EQ(show("9223372036854775808"), "uint64 9223372036854775808");
  EXPECT_EQ(show("0xffffffffffffffff"), "uint64 18446744073709551615");
  EXPECT_EQ(show("2.5"), "float 2.5");
  EXPECT_EQ(show("1e3"), "float 1000.");
  EXPECT_EQ(show("0e5"), "float 0.");
  EXPECT_EQ(show("-.5"), "float -0.5");
  EXPECT_EQ(show("2."), "float 2.");
  EXPECT_EQ(show("nan"), "float nan");
  EXPECT_EQ(show("-inf"), "float -inf");
  EXPECT_EQ(show("1e999"), "float inf");
  EXPECT_EQ(show("True"), "bool True");
  EXPECT_EQ(show("n=7"), "n = int64 7");
}

TEST(RunArguments, ComplexNumbers) {
  EXPECT_EQ(show("1+2j"), "complex 1. 2.");
  EXPECT_EQ(show("(-1-2.5j)"), "complex -1. -2.5");
  EXPECT_EQ(show("-2j"), "complex 0. -2.");
  EXPECT_EQ(show("1e-3+1e+2j"), "complex 0.001 100.");
  EXPECT_EQ(show("nan+infj"), "complex nan inf");
  EXPECT_EQ(show("complex64(1+2j)"), "complex64 1. 2.");
  EXPECT_EQ(show("complex128((3+0j))"), "complex128 3. 0.");
  EXPECT_EQ(show("complex64(3)"), "complex64 3. 0.");
  EXPECT_EQ(show("full(complex64,2,1-1j)"), "complex64 (2,) [1.-1.j 1.-1.j]");
  EXPECT_EQ(show("full(2,2j)"), "complex128 (2,) [0.+2.j 0.+2.j]");
  EXPECT_EQ(show("arange(complex128,2)"), "complex128 (2,) [0.+0.j 1.+0.j]");
  EXPECT_EQ(show("float32(1j)"),
            "TypeError: `float32(1j)`: the value is none of float32's");
  EXPECT_EQ(show("arange(2,1j)").substr(0, 10), "UsageError");
  EXPECT_EQ(show("1+j").substr(0, 10), "UsageError");
  EXPECT_EQ(show("1+2j+3j").substr(0, 10), "UsageError");
}

TEST(RunArguments, Halves) {
  EXPECT_EQ(show("float16(0.1)"), "float16 0.1");
  EXPECT_EQ(show("full(float16,2,0.1)"), "float16 (2,) [0.1 0.1]");
  EXPECT_EQ(show("full(bfloat16,1,0.1)"), "bfloat16 (1,) [0.1]");
  EXPECT_EQ(show("arange(float16,3)"), "float16 (3,) [0. 1. 2.]");
  EXPECT_EQ(show("full(float16,1,1e9)"), "float16 (1,) [inf]");
}

TEST(RunArguments, NoNumbers) {
  for (const char *text : {"", "-", "1__0", "1_", "0x", "12a", "1e", "--3",
                           "0xg", "18446744073709551616",
                           "-9223372036854775809", "hello!", "x=", "1 2"}) {
    Result<RunArgument> argument = parseRunArgument(text);
    ASSERT_FALSE(argument) << text;
    EXPECT_EQ(argument.error().name, "UsageError") << text;
  }
}

TEST(RunArguments, TypedScalars) {
  EXPECT_EQ(show("float32(2.5)"), "float32 2.5");
  EXPECT_EQ(show("a=float64(2)"), "a = float64 2.");
  EXPECT_EQ(show("uint8(255)"), "uint8 255");
  EXPECT_EQ(show("int8(-128)"), "int8 -128");
  EXPECT_EQ(show("bool(1)"), "bool 1");
  EXPECT_EQ(show("uint64(18446744073709551615)"),
            "uint64 18446744073709551615");
  for (const char *text :
       {"uint8(256)", "uint8(-1)", "int8(128)", "int8(-129)",
        "int64(9223372036854775808)", "uint64(-1)", "bool(2)"})
    EXPECT_EQ(show(text).substr(0, 14), "OverflowError:") << text;
  EXPECT_EQ(show("int32(2.5)"),
            "TypeError: `int32(2.5)`: the value is none of int32's");
  EXPECT_EQ(show("int32()"),
            "UsageError: `int32()`: write one number, as int32(2)");
  EXPECT_EQ(show("foo(1)"),
            "UsageError: `foo(1)`: `foo` is neither a dtype nor one of zeros, "
            "ones, empty, full, arange, random, xoroshiro");
}

TEST(RunArguments, Generators) {
  EXPECT_EQ(show("zeros(float32,2x2)"), "float32 (2, 2) [0. 0. 0. 0.]");
  EXPECT_EQ(show("x=ones(int8,3)"), "x = int8 (3,) [1 1 1]");
  EXPECT_EQ(show("zeros(4)"), "float64 (4,) [0. 0. 0. 0.]");
  EXPECT_EQ(show("zeros(bool, 2)"), "bool (2,) [False False]");
  EXPECT_EQ(show("empty(int32,0)"), "int32 (0,) []");
  EXPECT_EQ(show("full(uint8,(),200)"), "uint8 () [200]");
  EXPECT_EQ(show("full(2,-1.5)"), "float64 (2,) [-1.5 -1.5]");
  EXPECT_EQ(show("full(2,7)"), "int64 (2,) [7 7]");
  EXPECT_EQ(show("arange(3)"), "int64 (3,) [0 1 2]");
  EXPECT_EQ(show("arange(float32,1000)"),
            "float32 (1000,) [0. 1. 2. ... 997. 998. 999.]");
  EXPECT_EQ(show("arange(int16,3,-5,2)"), "int16 (3,) [-5 -3 -1]");
  EXPECT_EQ(show("arange(3,0.5)"), "float64 (3,) [0.5 1.5 2.5]");
  EXPECT_EQ(show("arange(uint8,3,254)"), "uint8 (3,) [254 255 0]");
}

TEST(RunArguments, FortranOrderKeepsTheValues) {
  for (const char *form : {"random(int32,5x7,1", "full(int8,2x3,4"}) {
    Result<RunArgument> c = parseRunArgument(std::string(form) + ")");
    Result<RunArgument> f = parseRunArgument(std::string(form) + ",F)");
    ASSERT_TRUE(c && f);
    EXPECT_EQ(c->type.layout, Layout::C);
    EXPECT_EQ(f->type.layout, Layout::F);
    EXPECT_EQ(describeArray(*c->array), describeArray(*f->array));
  }
  // NumPy's flags: a single row is contiguous either way, and C comes first.
  EXPECT_EQ(parseRunArgument("zeros(float32,1x7,F)")->type.layout, Layout::C);
  EXPECT_EQ(parseRunArgument("zeros(float32,7,F)")->type.layout, Layout::C);
  EXPECT_EQ(spell(parseRunArgument("zeros(float32,2x3,F)")->type),
            "float32[::1, :]");
}

TEST(RunArguments, RandomIsReproducible) {
  EXPECT_EQ(show("random(float32,4,1)"), show("random(float32,4,1)"));
  EXPECT_NE(show("random(float32,4,1)"), show("random(float32,4,2)"));
  Result<RunArgument> floats = parseRunArgument("random(float32,10000,7)");
  ASSERT_TRUE(floats);
  double sum = 0;
  for (std::int64_t i = 0; i < 10000; ++i) {
    float value = 0;
    std::memcpy(&value, floats->array->element(i), 4);
    ASSERT_TRUE(value >= 0 && value < 1);
    sum += value;
  }
  EXPECT_NEAR(sum / 10000, 0.5, 0.02);
}

TEST(RunArguments, GeneratorErrors) {
  EXPECT_EQ(show("zeros(float32)"),
            "UsageError: `zeros(float32)`: write zeros([DTYPE,]SHAPE[,F])");
  EXPECT_EQ(show("zeros(float32,2y3)"),
            "UsageError: `zeros(float32,2y3)`: `2y3` is no shape such as 1024 "
            "or 1024x8");
  EXPECT_EQ(show("zeros(int32,64,2)"),
            "UsageError: `zeros(int32,64,2)`: SHAPE is written `64x2`; write "
            "zeros([DTYPE,]SHAPE[,F])");
  EXPECT_EQ(show("x=random(4,5,6,7,F)"),
            "UsageError: `x=random(4,5,6,7,F)`: SHAPE is written `4x5x6`; "
            "write random([DTYPE,]SHAPE,SEED[,F])");
  EXPECT_EQ(show("full(4,5,1.5)"),
            "UsageError: `full(4,5,1.5)`: SHAPE is written `4x5`; write "
            "full([DTYPE,]SHAPE,VALUE[,F])");
  EXPECT_EQ(show("zeros(4,1.5)"),
            "UsageError: `zeros(4,1.5)`: write zeros([DTYPE,]SHAPE[,F])");
  EXPECT_EQ(show("zeros(64,int32)"),
            "UsageError: `zeros(64,int32)`: DTYPE stands first; write "
            "zeros([DTYPE,]SHAPE[,F])");
  for (const char *text : {"(4, 2)", "[4,2]", "4X2", "4 x 2", "(4,2,)"})
    EXPECT_EQ(show("ones(int32," + std::string(text) + ")"),
              "UsageError: `ones(int32," + std::string(text) + ")`: `" + text +
                  "` is no shape; it is written `4x2`");
  EXPECT_EQ(show("ones((4,))"), "UsageError: `ones((4,))`: `(4,)` is no shape; "
                                "it is written `4`");
  for (const char *text : {"4*2", "(4,-2)", "(n,2)", "[]"})
    EXPECT_EQ(show("ones(" + std::string(text) + ")"),
              "UsageError: `ones(" + std::string(text) + ")`: `" + text +
                  "` is no shape such as 1024 or 1024x8");
  EXPECT_EQ(show("full(uint8,2,300)"),
            "OverflowError: `full(uint8,2,300)`: the value is none of "
            "uint8's");
  EXPECT_EQ(show("full(int8,2,1.5)"),
            "OverflowError: `full(int8,2,1.5)`: the value is none of int8's");
  EXPECT_EQ(show("arange(2.5)"),
            "UsageError: `arange(2.5)`: N is the number of elements, an int");
  EXPECT_EQ(show("arange(-2)"),
            "ValueError: `arange(-2)`: an extent cannot be negative");
  EXPECT_EQ(show("arange(int8,2,0.5)"),
            "TypeError: `arange(int8,2,0.5)`: a float START or STEP does not "
            "go with int8");
  EXPECT_EQ(show("zeros(float32,4294967296x4294967296)"),
            "ValueError: `zeros(float32,4294967296x4294967296)`: the shape's "
            "size overflows 64 bits");
  EXPECT_EQ(show("missing.npy"),
            "OSError: cannot read `missing.npy`: No such file or directory");
}
