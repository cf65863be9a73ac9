// A plan packs what packArgumentsInto packs, to the byte, or leaves it alone:
// every argument of a list against every parameter of a list.
#include "pyk2ptx/argument.h"

#include "pack_plan.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace pyk2ptx {
namespace {

std::vector<ArgInfo> parameters() {
  std::vector<ArgInfo> all;
  for (const char *dtype :
       {"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32",
        "uint64", "float16", "bfloat16", "float32", "float64", "complex64",
        "complex128", "datetime64[ns]"})
    all.push_back({"n", ArgKind::Scalar, dtype, 0, 'C', 0, 1});
  all.push_back({"n", ArgKind::Scalar, "record", 0, 'C', 0, 1});
  all.push_back({"n", ArgKind::Scalar, "record", 0, 'C', 12, 4});
  for (const char *dtype : {"bool", "int8", "float32", "complex128", "record"})
    for (int ndim : {0, 1, 2, 3})
      for (char layout : {'C', 'F', 'A'})
        all.push_back({"x", ArgKind::Array, dtype, ndim, layout, 0, 1});
  return all;
}

void addArrays(std::vector<Argument> &all) {
  struct Shape {
    std::vector<std::int64_t> extents, strides;
  };
  const Shape shapes[] = {{{}, {}},
                          {{5}, {4}},
                          {{5}, {8}},
                          {{1}, {-64}},
                          {{0}, {12}},
                          {{-1}, {4}},
                          {{maxExtent}, {4}},
                          {{maxExtent + 1}, {4}},
                          {{3, 5}, {20, 4}},
                          {{3, 5}, {4, 12}},
                          {{3, 1}, {4, 400}},
                          {{0, 5}, {1, 1}},
                          {{2, 3, 4}, {48, 16, 4}},
                          {{2, 3, 4}, {4, 8, 24}}};
  for (const char *dtype : {"float32", "float64", "int8", "bool", "record", ""})
    for (std::uint32_t itemSize : {0u, 1u, 4u, 12u, 16u})
      for (std::uint64_t address : {0u, 64u, 66u})
        for (const Shape &shape : shapes) {
          ArrayView view;
          view.address = address;
          view.dtype = dtype;
          view.itemSize = itemSize;
          view.ndim = static_cast<int>(shape.extents.size());
          for (std::size_t axis = 0; axis < shape.extents.size(); ++axis) {
            view.shape[axis] = shape.extents[axis];
            view.strides[axis] = shape.strides[axis];
          }
          all.emplace_back(view);
        }
  ArrayView tooMany;
  tooMany.ndim = -1;
  all.emplace_back(tooMany);
}

std::vector<Argument> arguments() {
  std::vector<Argument> all = {true, false, std::complex<float>(1, 2)};
  for (std::int64_t value :
       {std::int64_t(0), std::int64_t(-1), std::int64_t(127), std::int64_t(128),
        std::int64_t(-128), std::int64_t(-129), std::int64_t(255),
        std::int64_t(256), std::int64_t(65535), std::int64_t(65536),
        std::int64_t(0x7fffffff), std::int64_t(0x80000000),
        std::int64_t(0xffffffff), std::int64_t(0x100000000),
        std::numeric_limits<std::int64_t>::max(),
        std::numeric_limits<std::int64_t>::min()}) {
    all.emplace_back(value);
    all.emplace_back(static_cast<std::uint64_t>(value));
  }
  for (double value :
       {0.0, -0.0, 1.5, 0.1, 3.4028234663852886e38, 3.4028235e38, 1e39, -1e300,
        65504.0, 1e-320, double(INFINITY), double(NAN)})
    all.emplace_back(value);
  static const char record[16] = "fifteen letters";
  for (std::size_t size : {0, 4, 12})
    all.push_back(Argument::record(record, size));
  addArrays(all);
  return all;
}

TEST(PackPlan, PacksAsPackArgumentsDoes) {
  std::vector<Argument> given = arguments();
  int packed = 0;
  // Behind a byte, so that there is padding.
  for (bool isPadded : {false, true})
    for (const ArgInfo &arg : parameters()) {
      KernelInfo kernel;
      if (isPadded)
        kernel.args.push_back({"b", ArgKind::Scalar, "int8", 0, 'C', 0, 1});
      kernel.args.push_back(arg);
      layOutParams(kernel);
      detail::PackPlan plan(kernel);
      for (const Argument &argument : given) {
        std::vector<Argument> all;
        if (isPadded)
          all.emplace_back(-1);
        all.push_back(argument);
        std::byte block[256];
        std::memset(block, 0xcd, sizeof(block));
        bool isPacked = plan.pack(all, block);
        // Nothing behind the block is touched, whatever comes of it.
        for (std::size_t i = kernel.paramBytes; i < sizeof(block); ++i)
          ASSERT_EQ(block[i], std::byte(0xcd)) << arg.dtype;
        if (!isPacked)
          continue;
        ++packed;
        auto expected = packArguments(kernel, all);
        ASSERT_TRUE(expected) << arg.dtype << expected.error().what();
        ASSERT_EQ(std::memcmp(block, expected->data(), expected->size()), 0)
            << arg.dtype << " of kind " << static_cast<int>(argument.kind());
      }
    }
  EXPECT_GT(packed, 500);
}

TEST(PackPlan, PacksWhatLaunchesUsuallyPass) {
  KernelInfo kernel;
  kernel.args = {{"n", ArgKind::Scalar, "int32", 0, 'C', 0, 1},
                 {"a", ArgKind::Scalar, "float32", 0, 'C', 0, 1},
                 {"f", ArgKind::Scalar, "bool", 0, 'C', 0, 1},
                 {"x", ArgKind::Array, "float32", 2, 'C', 0, 1},
                 {"y", ArgKind::Array, "float32", 1, 'A', 0, 1}};
  layOutParams(kernel);
  detail::PackPlan plan(kernel);
  float data[6] = {};
  std::byte block[256];
  const Argument all[] = {7, 0.1f, true, arrayView(data, {2, 3}),
                          arrayView(data, {6})};
  EXPECT_TRUE(plan.pack(all, block));
  EXPECT_FALSE(plan.pack({all, 4}, block));
}

TEST(PackPlan, LeavesOtherLayoutsAlone) {
  KernelInfo kernel;
  kernel.args = {{"n", ArgKind::Scalar, "int64", 0, 'C', 0, 1}};
  layOutParams(kernel);
  kernel.params[0].offset = 8;
  kernel.paramBytes = 16;
  std::byte block[16];
  const Argument all[] = {7};
  EXPECT_FALSE(detail::PackPlan(kernel).pack(all, block));
}

} // namespace
} // namespace pyk2ptx
