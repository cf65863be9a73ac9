// The words for what goes wrong, the same on both devices.
#include "pyk2ptx/error.h"

#include <cstring>
#include <gmock/gmock.h>

namespace pyk2ptx {
namespace {

using testing::HasSubstr;

std::string faultOf(Dim3 grid, Dim3 block, std::uint32_t shared = 0) {
  std::optional<Error> error = checkGeometry("k", grid, block, shared);
  if (!error)
    return "";
  EXPECT_EQ(error->code, 1);
  EXPECT_EQ(error->name, "CUDA_ERROR_INVALID_VALUE");
  EXPECT_EQ(error->text, "invalid argument");
  EXPECT_EQ(error->kernel, "k");
  return error->detail;
}

TEST(Geometry, SaysEverything) {
  std::optional<Error> error = checkGeometry("vecadd", 8193, 2048, 0);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->what(),
            "CUDA_ERROR_INVALID_VALUE: invalid argument (cuLaunchKernel of "
            "kernel vecadd, grid (8193,1,1), block (2048,1,1), 0 bytes of "
            "dynamic shared memory); 2048 threads a block, at most 1024 are "
            "allowed");
}

TEST(Geometry, TheLimitsThemselvesAreAllowed) {
  EXPECT_EQ(faultOf(1, 1024), "");
  EXPECT_EQ(faultOf(1, {1, 1024, 1}), "");
  EXPECT_EQ(faultOf(1, {16, 1, 64}), "");
  EXPECT_EQ(faultOf({2147483647, 65535, 65535}, 1), "");
  EXPECT_EQ(faultOf(1, 1, 227 * 1024), "");
}

TEST(Geometry, OneBeyondIsNot) {
  EXPECT_THAT(faultOf(1, 1025), HasSubstr("1025 threads"));
  EXPECT_THAT(faultOf(1, {1, 1, 65}), HasSubstr("(1024,1024,64)"));
  EXPECT_THAT(faultOf(2147483648u, 1), HasSubstr("grid"));
  EXPECT_THAT(faultOf({1, 65536}, 1), HasSubstr("grid"));
  EXPECT_THAT(faultOf({1, 1, 65536}, 1), HasSubstr("grid"));
  EXPECT_THAT(faultOf(1, 1, 227 * 1024 + 1), HasSubstr("shared"));
}

TEST(Geometry, ZeroIsNot) {
  for (int axis = 0; axis < 3; ++axis) {
    Dim3 zero(axis != 0, axis != 1, axis != 2);
    EXPECT_THAT(faultOf(zero, 1), HasSubstr("must not be 0"));
    EXPECT_THAT(faultOf(1, zero), HasSubstr("must not be 0"));
  }
}

TEST(Geometry, ProductDoesNotOverflow) {
  EXPECT_THAT(faultOf(1, {0x80000000u, 0x80000000u, 4}), HasSubstr("threads"));
  EXPECT_THAT(faultOf(1, {0xffffffffu, 0xffffffffu, 0xffffffffu}),
              HasSubstr("threads"));
}

ModuleInfo moduleWith(ReportSite site) {
  ModuleInfo module;
  module.sites.push_back(std::move(site));
  return module;
}

TEST(ReportError, IndexError) {
  Report report = {2, 0, {0, 0, 0}, {12, 0, 0}, 12, 10, 0, 0};
  Error error =
      reportError(moduleWith({"k.py:9:9", "IndexError", "x"}), report, "saxpy");
  EXPECT_EQ(error.name, "IndexError");
  EXPECT_EQ(error.code, 0);
  EXPECT_FALSE(error.sticky);
  EXPECT_EQ(error.text,
            "k.py:9:9: IndexError: index 12 is out of bounds for axis 0 with "
            "size 10 in x, block (0,0,0) thread (12,0,0)");
  EXPECT_EQ(error.what(), error.text + " (kernel saxpy)");
}

TEST(ReportError, OtherKinds) {
  Report report = {2, 0, {1, 2, 3}, {4, 5, 6}, 0, 0, 0, 0};
  EXPECT_EQ(
      reportError(moduleWith({"k.py:3:5", "ValueError", "too big"}), report, "")
          .what(),
      "k.py:3:5: ValueError: too big, block (1,2,3) thread (4,5,6)");
  EXPECT_EQ(
      reportError(moduleWith({"k.py:3:5", "AssertionError", ""}), report, "")
          .text,
      "k.py:3:5: AssertionError, block (1,2,3) thread (4,5,6)");
}

TEST(ReportError, AnyBytesAreSafe) {
  Report report;
  std::memset(&report, 0xff, sizeof(report));
  Error error =
      reportError(moduleWith({"k.py:1:1", "IndexError", "x"}), report, "k");
  EXPECT_EQ(error.name, "RuntimeError");
  EXPECT_THAT(error.what(), HasSubstr("4294967295"));
}

TEST(Result, ValueThrowsTheError) {
  Result<int> failed = Error::make("NotFound", "no such thing");
  EXPECT_FALSE(failed);
  try {
    (void)failed.value();
    FAIL();
  } catch (const ErrorException &exception) {
    EXPECT_STREQ(exception.what(), "NotFound: no such thing");
    EXPECT_EQ(exception.error().name, "NotFound");
  }
  EXPECT_EQ(Result<int>(3).value(), 3);
  Result<void> done;
  EXPECT_TRUE(done);
  EXPECT_NO_THROW(done.value());
  Result<void> bad = Error::make("NotFound", "no such thing");
  EXPECT_THROW(bad.value(), ErrorException);
}

} // namespace
} // namespace pyk2ptx
