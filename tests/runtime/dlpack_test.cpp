// DLPack tensors in both directions, on the fake driver. The structs are
// dlpack.h's, written down once more so that the runtime's are checked.
#include "driver_fixture.h"
#include "pyk2ptx/dlpack.h"

namespace pyk2ptx {
namespace {

struct DLTensor {
  void *data;
  struct {
    std::int32_t type;
    std::int32_t id;
  } device;
  std::int32_t ndim;
  struct {
    std::uint8_t code;
    std::uint8_t bits;
    std::uint16_t lanes;
  } dtype;
  std::int64_t *shape;
  std::int64_t *strides;
  std::uint64_t byteOffset;
};
struct DLManagedTensor {
  DLTensor tensor;
  void *context;
  void (*deleter)(DLManagedTensor *);
};
struct DLManagedTensorVersioned {
  struct {
    std::uint32_t major;
    std::uint32_t minor;
  } version;
  void *context;
  void (*deleter)(DLManagedTensorVersioned *);
  std::uint64_t flags;
  DLTensor tensor;
};

class DlpackTest : public DriverTest {
protected:
  DlpackTest() {
    tensor.tensor.data = memory;
    tensor.tensor.device = {2, 0};
    tensor.tensor.ndim = 2;
    tensor.tensor.dtype = {2, 32, 1};
    tensor.tensor.shape = shape;
    tensor.context = &deleted;
    tensor.deleter = [](DLManagedTensor *self) {
      ++*static_cast<int *>(self->context);
    };
  }
  Error refused() {
    Result<DlpackArray> array =
        fromDlpack(gpu, &tensor, DlpackKind::Unversioned);
    EXPECT_FALSE(array);
    EXPECT_EQ(deleted, 0);
    return array ? Error() : array.error();
  }
  Device gpu = device();
  float memory[64] = {};
  std::int64_t shape[9] = {3, 4};
  std::int64_t strides[2] = {1, 3};
  int deleted = 0;
  DLManagedTensor tensor = {};
};

TEST_F(DlpackTest, IsTakenOverAndGivenBack) {
  tensor.tensor.byteOffset = 16;
  {
    DlpackArray array =
        fromDlpack(gpu, &tensor, DlpackKind::Unversioned).value();
    EXPECT_EQ(array.view.address, reinterpret_cast<std::uintptr_t>(memory + 4));
    EXPECT_EQ(array.view.dtype, "float32");
    EXPECT_EQ(array.view.itemSize, 4u);
    EXPECT_EQ(array.view.ndim, 2);
    EXPECT_EQ(array.view.shape[1], 4);
    EXPECT_EQ(array.view.strides[0], 16);
    EXPECT_EQ(array.view.strides[1], 4);
    EXPECT_EQ(array.buffer.size(), 48u);
    EXPECT_FALSE(array.readOnly);
    array.buffer.fill(0xff).value();
    EXPECT_EQ(memory[3], 0.0f);
    EXPECT_EQ(deleted, 0);
  }
  EXPECT_EQ(deleted, 1);
}

TEST_F(DlpackTest, StridesAreInElementsAndMayBeNegative) {
  tensor.tensor.strides = strides;
  DlpackArray fortran =
      fromDlpack(gpu, &tensor, DlpackKind::Unversioned).value();
  EXPECT_EQ(fortran.view.strides[0], 4);
  EXPECT_EQ(fortran.view.strides[1], 12);
  EXPECT_EQ(fortran.buffer.size(), 48u);
  strides[0] = -1;
  tensor.tensor.byteOffset = 8;
  DlpackArray reversed =
      fromDlpack(gpu, &tensor, DlpackKind::Unversioned).value();
  EXPECT_EQ(reversed.view.strides[0], -4);
  EXPECT_EQ(reversed.buffer.address(),
            reinterpret_cast<std::uintptr_t>(memory));
  EXPECT_EQ(reversed.buffer.size(), 48u);
}

TEST_F(DlpackTest, VersionedTensorsSayWhetherTheyMayBeWritten) {
  DLManagedTensorVersioned versioned = {};
  versioned.version = {1, 7};
  versioned.context = &deleted;
  versioned.flags = 1;
  versioned.tensor = tensor.tensor;
  versioned.deleter = [](DLManagedTensorVersioned *self) {
    ++*static_cast<int *>(self->context);
  };
  EXPECT_TRUE(
      fromDlpack(gpu, &versioned, DlpackKind::Versioned).value().readOnly);
  EXPECT_EQ(deleted, 1);
  versioned.version.major = 2;
  Result<DlpackArray> later =
      fromDlpack(gpu, &versioned, DlpackKind::Versioned);
  ASSERT_FALSE(later);
  EXPECT_THAT(later.error().what(), HasSubstr("version 2.7"));
  EXPECT_EQ(deleted, 1);
}

TEST_F(DlpackTest, WhatNoKernelTakesIsRefused) {
  tensor.tensor.dtype = {2, 8, 1};
  EXPECT_EQ(refused().name, "TypeError");
  tensor.tensor.dtype = {2, 32, 4};
  EXPECT_THAT(refused().what(), HasSubstr("4 lanes"));
  tensor.tensor.dtype = {2, 32, 1};
  tensor.tensor.ndim = 9;
  EXPECT_THAT(refused().what(), HasSubstr("9 axes"));
  tensor.tensor.ndim = 2;
  tensor.tensor.device = {2, 1};
  EXPECT_THAT(refused().what(), HasSubstr("on device 1, not on device 0"));
  tensor.tensor.device = {1, 0};
  EXPECT_THAT(refused().what(), HasSubstr("no CUDA device"));
  EXPECT_FALSE(fromDlpack(gpu, nullptr, DlpackKind::Versioned));
  tensor.tensor.device = {3, 0};
  EXPECT_TRUE(fromDlpack(gpu, &tensor, DlpackKind::Unversioned));
}

TEST_F(DlpackTest, OursKeepTheirBuffer) {
  std::optional<Buffer> buffer = gpu.allocate(48).value();
  ArrayView view = arrayView(buffer->as<float>(), {3, 4});
  std::uint64_t address = buffer->address();
  int live = fakeLiveObjects();
  auto *plain = static_cast<DLManagedTensor *>(
      toDlpack(*buffer, view, DlpackKind::Unversioned).value());
  auto *versioned = static_cast<DLManagedTensorVersioned *>(
      toDlpack(*buffer, view, DlpackKind::Versioned).value());
  buffer.reset();
  EXPECT_EQ(fakeLiveObjects(), live);
  for (const DLTensor &made : {plain->tensor, versioned->tensor}) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(made.data), address);
    EXPECT_EQ(made.device.type, 2);
    EXPECT_EQ(made.device.id, 0);
    EXPECT_EQ(made.dtype.code, 2);
    EXPECT_EQ(made.dtype.bits, 32);
    EXPECT_EQ(made.dtype.lanes, 1);
    ASSERT_EQ(made.ndim, 2);
    EXPECT_EQ(made.shape[0], 3);
    EXPECT_EQ(made.strides[0], 4);
    EXPECT_EQ(made.strides[1], 1);
  }
  EXPECT_EQ(versioned->version.major, 1u);
  plain->deleter(plain);
  EXPECT_EQ(fakeLiveObjects(), live);
  deleteDlpack(versioned, DlpackKind::Versioned);
  EXPECT_EQ(fakeLiveObjects(), live - 1);
}

TEST_F(DlpackTest, OursLieInTheirBuffer) {
  Buffer buffer = gpu.allocate(48).value();
  ArrayView view = arrayView(buffer.as<float>(), {3, 5});
  Result<void *> large = toDlpack(buffer, view, DlpackKind::Versioned);
  ASSERT_FALSE(large);
  EXPECT_THAT(large.error().what(), HasSubstr("does not lie in the buffer"));
  view = arrayView(buffer.as<float>(), {3, 4});
  view.strides[1] = 2;
  EXPECT_FALSE(toDlpack(buffer, view, DlpackKind::Versioned));
  view = arrayView(buffer.as<float>(), {3, 4});
  view.dtype = "datetime64";
  EXPECT_FALSE(toDlpack(buffer, view, DlpackKind::Versioned));
}

TEST_F(DlpackTest, BorrowedTensorsAreReadInPlace) {
  static_assert(sizeof(DLTensor) == dltensorBytes);
  DLTensor &read = tensor.tensor;
  ArrayView view;
  read.byteOffset = 8;
  ASSERT_TRUE(readDltensor(&read, 0, view));
  EXPECT_EQ(view.address, reinterpret_cast<std::uintptr_t>(memory) + 8);
  EXPECT_EQ(view.dtype, "float32");
  EXPECT_EQ(view.itemSize, 4u);
  ASSERT_EQ(view.ndim, 2);
  EXPECT_EQ(view.shape[1], shape[1]);
  EXPECT_EQ(view.strides[0], shape[1] * 4);
  EXPECT_EQ(view.strides[1], 4);
  EXPECT_FALSE(readDltensor(&read, 1, view));
  read.device.type = 3;
  EXPECT_TRUE(readDltensor(&read, 1, view));
  read.device.type = 1;
  EXPECT_FALSE(readDltensor(&read, 0, view));
  read.device.type = 2;
  read.dtype.lanes = 4;
  EXPECT_FALSE(readDltensor(&read, 0, view));
  read.dtype.lanes = 1;
  read.ndim = maxRank + 1;
  EXPECT_FALSE(readDltensor(&read, 0, view));
}

} // namespace
} // namespace pyk2ptx
