// Arguments become the bytes of a parameter block, or an error that names the
// argument.
#include "pyk2ptx/argument.h"

#include <cfloat>
#include <cmath>
#include <cstring>
#include <gmock/gmock.h>
#include <limits>

namespace pyk2ptx {
namespace {

using testing::HasSubstr;

KernelInfo kernelOf(std::vector<ArgInfo> args) {
  KernelInfo kernel;
  kernel.name = kernel.entry = "k";
  kernel.args = std::move(args);
  layOutParams(kernel);
  return kernel;
}

KernelInfo scalarKernel(const std::string &dtype) {
  return kernelOf({{"n", ArgKind::Scalar, dtype, 0, 'C', 0, 1}});
}

KernelInfo arrayKernel(const std::string &dtype, int ndim, char layout) {
  return kernelOf({{"x", ArgKind::Array, dtype, ndim, layout, 0, 1}});
}

template <typename T>
T packed(const std::string &dtype, const Argument &argument) {
  Result<std::vector<std::byte>> block =
      packArguments(scalarKernel(dtype), Span<const Argument>(&argument, 1));
  EXPECT_TRUE(block) << (block ? "" : block.error().what());
  T value = {};
  if (!block)
    return value;
  EXPECT_EQ(block->size(), sizeof(T));
  std::memcpy(&value, block->data(), sizeof(T));
  return value;
}

Error failure(const KernelInfo &kernel, std::vector<Argument> arguments) {
  Result<std::vector<std::byte>> block = packArguments(kernel, arguments);
  EXPECT_FALSE(block);
  return block ? Error() : block.error();
}

Error scalarFailure(const std::string &dtype, const Argument &argument) {
  Error error = failure(scalarKernel(dtype), {argument});
  EXPECT_THAT(error.text, HasSubstr("`n`")) << dtype;
  return error;
}

template <typename T> void expectIntegerRange(const std::string &dtype) {
  using Limits = std::numeric_limits<T>;
  EXPECT_EQ(packed<T>(dtype, Limits::max()), Limits::max());
  EXPECT_EQ(packed<T>(dtype, Limits::min()), Limits::min());
  EXPECT_EQ(packed<T>(dtype, true), T(1));
  EXPECT_EQ(packed<T>(dtype, 100u), T(100));
  EXPECT_EQ(packed<T>(dtype, 100), T(100));
  if constexpr (sizeof(T) < 8) {
    auto above = std::int64_t(Limits::max()) + 1;
    auto below = std::int64_t(Limits::min()) - 1;
    for (const Argument &argument :
         {Argument(above), Argument(below), Argument(std::uint64_t(above))}) {
      Error error = scalarFailure(dtype, argument);
      EXPECT_EQ(error.name, "OverflowError");
      EXPECT_THAT(error.text, HasSubstr("out of range"));
    }
  }
  EXPECT_EQ(scalarFailure(dtype, 1.0).name, "TypeError");
}

TEST(Pack, EveryInteger) {
  expectIntegerRange<std::int8_t>("int8");
  expectIntegerRange<std::int16_t>("int16");
  expectIntegerRange<std::int32_t>("int32");
  expectIntegerRange<std::int64_t>("int64");
  expectIntegerRange<std::uint8_t>("uint8");
  expectIntegerRange<std::uint16_t>("uint16");
  expectIntegerRange<std::uint32_t>("uint32");
  expectIntegerRange<std::uint64_t>("uint64");
  EXPECT_EQ(scalarFailure("uint64", -1).name, "OverflowError");
  EXPECT_EQ(scalarFailure("int64", ~std::uint64_t(0)).name, "OverflowError");
  EXPECT_EQ(packed<std::int64_t>("datetime64[ns]", 7), 7);
}

TEST(Pack, RangeErrorSaysValueAndRange) {
  EXPECT_EQ(scalarFailure("int8", 200).text,
            "argument `n` (int8): 200 is out of range, -128 to 127");
}

TEST(Pack, Bool) {
  EXPECT_EQ(packed<std::uint8_t>("bool", true), 1);
  EXPECT_EQ(packed<std::uint8_t>("bool", 256), 1);
  EXPECT_EQ(packed<std::uint8_t>("bool", 0u), 0);
  EXPECT_EQ(scalarFailure("bool", 0.5).name, "TypeError");
}

TEST(Pack, Floats) {
  EXPECT_EQ(packed<double>("float64", 0.1), 0.1);
  EXPECT_EQ(packed<float>("float32", 0.1), 0.1f);
  EXPECT_EQ(packed<float>("float32", 3), 3.0f);
  EXPECT_EQ(packed<double>("float64", ~std::uint64_t(0)), 0x1p64);
  EXPECT_TRUE(std::isnan(packed<float>("float32", std::nan(""))));
  EXPECT_EQ(packed<float>("float32", -INFINITY), -INFINITY);
  EXPECT_EQ(packed<float>("float32", double(FLT_MAX)), FLT_MAX);
  // The next representable rounding limit is where overflow begins.
  EXPECT_EQ(packed<float>("float32", 0x1.fffffefp127), FLT_MAX);
  EXPECT_EQ(scalarFailure("float32", 0x1.ffffffp127).name, "OverflowError");
  EXPECT_THAT(scalarFailure("float32", -1e39).text, HasSubstr("-1e+39"));
}

TEST(Pack, HalfRoundsOnceToNearestEven) {
  struct {
    double value;
    std::uint16_t bits;
  } const cases[] = {{0.0, 0x0000},
                     {-0.0, 0x8000},
                     {1.0, 0x3c00},
                     {-2.0, 0xc000},
                     {65504.0, 0x7bff},
                     {65519.9, 0x7bff},
                     {0x1p-14, 0x0400},
                     {0x1p-24, 0x0001},
                     {0x1p-25, 0x0000},
                     {0x1.8p-24, 0x0002},
                     {0x1.000001p-25, 0x0001},
                     {1.0 + 0x1p-11, 0x3c00},
                     {1.0 + 0x1.8p-10, 0x3c02},
                     {INFINITY, 0x7c00},
                     {0x1.ffcp-15, 0x0400},
                     {0.1, 0x2e66}};
  for (const auto &c : cases)
    EXPECT_EQ(packed<std::uint16_t>("float16", c.value), c.bits) << c.value;
  EXPECT_EQ(scalarFailure("float16", 65520.0).name, "OverflowError");
  EXPECT_EQ(toFloat16(std::nan("")) & 0x7fff, 0x7e00);
  EXPECT_EQ(toFloat16(1e300), 0x7c00);
}

TEST(Pack, BfloatRoundsOnceToNearestEven) {
  struct {
    double value;
    std::uint16_t bits;
  } const cases[] = {{0.0, 0x0000},
                     {1.0, 0x3f80},
                     {-1.5, 0xbfc0},
                     {1.0 + 0x1p-8, 0x3f80},
                     {1.0 + 0x1.8p-7, 0x3f82},
                     {0x1p-126, 0x0080},
                     {0x1p-133, 0x0001},
                     {0x1p-134, 0x0000},
                     {0x1.fep127, 0x7f7f},
                     {-INFINITY, 0xff80},
                     {3.14159265, 0x4049}};
  for (const auto &c : cases)
    EXPECT_EQ(packed<std::uint16_t>("bfloat16", c.value), c.bits) << c.value;
  EXPECT_EQ(scalarFailure("bfloat16", 0x1.ffp127).name, "OverflowError");
  EXPECT_EQ(toBfloat16(std::nan("")) & 0x7fff, 0x7fc0);
}

TEST(Pack, HalfAgreesWithTheHardwareTypeOnEveryBitPattern) {
  for (unsigned bits = 0; bits < 0x7c00; ++bits) {
    int exponent = static_cast<int>(bits >> 10);
    double fraction = bits & 0x3ff;
    double value = exponent ? std::ldexp(1024 + fraction, exponent - 25)
                            : std::ldexp(fraction, -24);
    ASSERT_EQ(toFloat16(value), bits);
    ASSERT_EQ(toFloat16(-value), bits | 0x8000);
  }
}

TEST(Pack, Complex) {
  using C64 = std::complex<float>;
  using C128 = std::complex<double>;
  EXPECT_EQ(packed<C64>("complex64", C64(1, -2)), C64(1, -2));
  EXPECT_EQ(packed<C64>("complex64", C128(1, -2)), C64(1, -2));
  EXPECT_EQ(packed<C128>("complex128", C64(1, -2)), C128(1, -2));
  EXPECT_EQ(packed<C128>("complex128", 3), C128(3, 0));
  EXPECT_EQ(scalarFailure("float64", C128(1, 0)).name, "TypeError");
  EXPECT_EQ(scalarFailure("complex64", C128(0, 1e39)).name, "OverflowError");
}

TEST(Pack, Record) {
  KernelInfo kernel =
      kernelOf({{"p", ArgKind::Scalar, "record(a: int32)", 0, 'C', 4, 4}});
  int value = 42;
  Argument right = Argument::record(&value, 4);
  Result<std::vector<std::byte>> block =
      packArguments(kernel, Span<const Argument>(&right, 1));
  ASSERT_TRUE(block);
  EXPECT_EQ(std::memcmp(block->data(), &value, 4), 0);
  EXPECT_EQ(failure(kernel, {Argument::record(&value, 2)}).name, "ValueError");
  EXPECT_EQ(failure(kernel, {1}).name, "TypeError");
}

TEST(Pack, PaddingIsZero) {
  KernelInfo kernel = kernelOf({{"a", ArgKind::Scalar, "int8", 0, 'C', 0, 1},
                                {"b", ArgKind::Scalar, "int64", 0, 'C', 0, 1}});
  std::vector<Argument> arguments = {-1, 2};
  std::byte block[16];
  std::memset(block, 0xee, sizeof(block));
  ASSERT_TRUE(packArgumentsInto(kernel, arguments, block));
  for (int i = 1; i < 8; ++i)
    EXPECT_EQ(block[i], std::byte(0));
}

TEST(Pack, ArraysByLayout) {
  float data[6];
  ArrayView view = arrayView(data, {2, 3});
  std::int64_t words[5];
  auto pack = [&](char layout, const ArrayView &array) {
    Argument argument(array);
    Result<std::vector<std::byte>> block = packArguments(
        arrayKernel("float32", 2, layout), Span<const Argument>(&argument, 1));
    EXPECT_TRUE(block) << (block ? "" : block.error().what());
    if (block)
      std::memcpy(words, block->data(), block->size());
    return block ? block->size() : 0;
  };
  auto address = static_cast<std::int64_t>(view.address);
  ASSERT_EQ(pack('C', view), 24u);
  EXPECT_THAT(std::vector(words, words + 3),
              testing::ElementsAre(address, 2, 3));
  ASSERT_EQ(pack('A', view), 40u);
  EXPECT_THAT(std::vector(words, words + 5),
              testing::ElementsAre(address, 2, 3, 12, 4));
  view.strides = {4, 8};
  ASSERT_EQ(pack('F', view), 40u);
  EXPECT_THAT(std::vector(words, words + 5),
              testing::ElementsAre(address, 2, 3, 4, 8));
}

TEST(Pack, ArrayErrorsNameTheArgument) {
  float data[6];
  KernelInfo kernel = arrayKernel("float32", 2, 'C');
  Error error = failure(kernel, {arrayView(data, {6})});
  EXPECT_EQ(error.name, "TypeError");
  EXPECT_EQ(error.kernel, "k");
  EXPECT_EQ(error.text,
            "argument `x` (float32): wants a 2-dimensional float32 array, not "
            "a 1-dimensional float32 array");
  double doubles[6];
  EXPECT_THAT(failure(kernel, {arrayView(doubles, {2, 3})}).text,
              HasSubstr("not a 2-dimensional float64 array"));
  EXPECT_THAT(failure(kernel, {1.5}).text, HasSubstr("not a float"));
  EXPECT_THAT(failure(scalarKernel("int32"), {arrayView(data, {6})}).text,
              HasSubstr("wants a int32 scalar"));
  ArrayView transposed = arrayView(data, {2, 3});
  transposed.strides = {4, 8};
  EXPECT_EQ(failure(kernel, {transposed}).name, "ValueError");
  EXPECT_THAT(failure(kernel, {transposed}).text,
              HasSubstr("wants a C-contiguous array"));
  EXPECT_THAT(
      failure(arrayKernel("float32", 2, 'F'), {arrayView(data, {2, 3})}).text,
      HasSubstr("Fortran"));
  EXPECT_THAT(failure(kernel, {arrayView<float>(nullptr, {2, 3})}).text,
              HasSubstr("null"));
  EXPECT_THAT(failure(kernel, {arrayView(data, {2, -3})}).text,
              HasSubstr("axis 1 has the negative extent -3"));
  EXPECT_THAT(
      failure(kernel, {arrayView(data, {1, 1, 1, 1, 1, 1, 1, 1, 1})}).text,
      HasSubstr("more than 8"));
}

TEST(Pack, ContiguityIsNumpys) {
  float data[6];
  ArrayView view = arrayView(data, {2, 1, 3});
  EXPECT_TRUE(isContiguous(view, false));
  EXPECT_FALSE(isContiguous(view, true));
  view.strides[1] = 12345;
  EXPECT_TRUE(isContiguous(view, false));
  view.shape[0] = 0;
  view.strides = {1, 2, 3};
  EXPECT_TRUE(isContiguous(view, false));
  EXPECT_TRUE(isContiguous(view, true));
  EXPECT_TRUE(isContiguous(arrayView(data, {}), true));
  ArrayView line = arrayView(data, {6});
  EXPECT_TRUE(isContiguous(line, true));
  line.strides[0] = -4;
  EXPECT_FALSE(isContiguous(line, false));
}

TEST(Pack, EmptyArrayMayBeNull) {
  Argument argument(arrayView<float>(nullptr, {0}));
  EXPECT_TRUE(packArguments(arrayKernel("float32", 1, 'C'),
                            Span<const Argument>(&argument, 1)));
}

TEST(Pack, Count) {
  Error error = failure(scalarKernel("int32"), {1, 2});
  EXPECT_EQ(error.name, "TypeError");
  EXPECT_EQ(error.text, "k() takes 1 arguments, not 2");
  EXPECT_EQ(failure(scalarKernel("int32"), {}).name, "TypeError");
  EXPECT_TRUE(packArguments(kernelOf({}), {}));
}

TEST(Pack, UnsoundLayoutIsAnErrorAndNoWrite) {
  KernelInfo kernel = scalarKernel("int64");
  kernel.params[0].offset = 0xfffffff8;
  EXPECT_EQ(failure(kernel, {1}).name, "ValueError");
  kernel = scalarKernel("int64");
  kernel.params[0].arg = 7;
  EXPECT_EQ(failure(kernel, {1}).name, "ValueError");
  kernel = scalarKernel("int64");
  kernel.paramBytes = 4;
  EXPECT_EQ(failure(kernel, {1}).name, "ValueError");
  kernel = arrayKernel("int64", 1, 'C');
  kernel.params[1].axis = 1;
  std::int64_t data = 0;
  EXPECT_EQ(failure(kernel, {arrayView(&data, {1})}).name, "ValueError");
  kernel.params[1].axis = 0;
  kernel.params.erase(kernel.params.begin());
  EXPECT_EQ(failure(kernel, {1}).name, "TypeError");
}

TEST(Names, OfCppTypes) {
  EXPECT_EQ(DtypeName<char>::value, std::is_signed_v<char> ? "int8" : "uint8");
  EXPECT_EQ(DtypeName<long long>::value, "int64");
  EXPECT_EQ(DtypeName<unsigned short>::value, "uint16");
  EXPECT_EQ(DtypeName<unsigned>::value, "uint32");
  EXPECT_EQ(DtypeName<bool>::value, "bool");
  EXPECT_EQ(DtypeName<std::complex<double>>::value, "complex128");
}

} // namespace
} // namespace pyk2ptx
