// DLPack. The structs are written down here as dlpack.h 1.x has them, so that
// building needs no dlpack.h: a tensor's layout in memory is a contract.
#include "pyk2ptx/dlpack.h"
#include "pyk2ptx/runtime.h"

#include "state.h"

namespace pyk2ptx {

namespace {

/// DLTensor.
struct Tensor {
  void *data;
  std::int32_t deviceType;
  std::int32_t deviceId;
  std::int32_t ndim;
  std::uint8_t code;
  std::uint8_t bits;
  std::uint16_t lanes;
  std::int64_t *shape;
  /// In elements; null is C's order without gaps.
  std::int64_t *strides;
  std::uint64_t byteOffset;
};

/// DLManagedTensor.
struct Unversioned {
  Tensor tensor;
  void *context;
  void (*deleter)(Unversioned *);
};

/// DLManagedTensorVersioned.
struct Versioned {
  std::uint32_t major;
  std::uint32_t minor;
  void *context;
  void (*deleter)(Versioned *);
  std::uint64_t flags;
  Tensor tensor;
};

constexpr std::uint64_t readOnlyFlag = 1;

struct DtypeRow {
  std::uint8_t code;
  std::uint8_t bits;
  std::string_view name;
};

constexpr DtypeRow dtypeRows[] = {
#define SCALAR(enumerator, dtype, ir, bits, param, npy, dlpack, ...)           \
  {dlpack, bits, dtype},
#include "pyk2ptx/scalars.def"
};

void release(void *tensor, DlpackKind kind) {
  if (kind == DlpackKind::Versioned) {
    auto *managed = static_cast<Versioned *>(tensor);
    if (managed->deleter)
      managed->deleter(managed);
    return;
  }
  auto *managed = static_cast<Unversioned *>(tensor);
  if (managed->deleter)
    managed->deleter(managed);
}

const DtypeRow *findDtype(const Tensor &tensor) {
  for (const DtypeRow &row : dtypeRows)
    if (row.code == tensor.code && row.bits == tensor.bits && tensor.lanes == 1)
      return &row;
  return nullptr;
}

bool isOnGpu(const Tensor &tensor) {
  return tensor.deviceType == int(DlpackDevice::Cuda) ||
         tensor.deviceType == int(DlpackDevice::CudaHost) ||
         tensor.deviceType == int(DlpackDevice::Managed);
}

bool isElsewhere(const Tensor &tensor, int ordinal) {
  return tensor.deviceType == int(DlpackDevice::Cuda) &&
         tensor.deviceId != ordinal;
}

Result<void> checkPlace(const Tensor &tensor, int ordinal) {
  if (!isOnGpu(tensor))
    return Error::make("ValueError",
                       "the DLPack tensor is on a device of type " +
                           std::to_string(tensor.deviceType) +
                           ", which is no CUDA device");
  if (isElsewhere(tensor, ordinal))
    return Error::make("ValueError", "the DLPack tensor is on device " +
                                         std::to_string(tensor.deviceId) +
                                         ", not on device " +
                                         std::to_string(ordinal));
  return {};
}

/// The bytes that `view`'s elements reach before and behind its address.
struct Extent {
  std::int64_t before = 0;
  std::int64_t behind = 0;
};

Extent extentOf(const ArrayView &view) {
  Extent extent;
  extent.behind = view.itemSize;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(view.ndim);
       ++axis) {
    if (view.shape[axis] == 0)
      return {};
    std::int64_t reach = (view.shape[axis] - 1) * view.strides[axis];
    (reach < 0 ? extent.before : extent.behind) += reach;
  }
  return extent;
}

// The tensor has at most maxRank axes.
void fillView(const Tensor &tensor, const DtypeRow &dtype, ArrayView &view) {
  view.dtype = dtype.name;
  view.itemSize = dtype.bits / 8;
  view.address =
      reinterpret_cast<std::uintptr_t>(tensor.data) + tensor.byteOffset;
  view.ndim = tensor.ndim;
  std::int64_t stride = view.itemSize;
  for (int axis = tensor.ndim - 1; axis >= 0; --axis) {
    auto at = static_cast<std::size_t>(axis);
    view.shape[at] = tensor.shape[axis];
    view.strides[at] = tensor.strides
                           ? tensor.strides[axis] * std::int64_t(view.itemSize)
                           : stride;
    stride *= tensor.shape[axis];
  }
}

Result<ArrayView> viewOf(const Tensor &tensor) {
  if (tensor.ndim < 0 || tensor.ndim > maxRank)
    return Error::make("TypeError", "the DLPack tensor has " +
                                        std::to_string(tensor.ndim) +
                                        " axes; a kernel takes at most " +
                                        std::to_string(maxRank));
  const DtypeRow *dtype = findDtype(tensor);
  if (!dtype)
    return Error::make("TypeError", "a DLPack tensor's dtype (code " +
                                        std::to_string(tensor.code) + ", " +
                                        std::to_string(tensor.bits) +
                                        " bits, " +
                                        std::to_string(tensor.lanes) +
                                        " lanes) is none that a kernel takes");
  ArrayView view;
  fillView(tensor, *dtype, view);
  return view;
}

/// What an exported tensor owns.
struct Exported {
  explicit Exported(const Buffer &buffer) : buffer(buffer) {}

  Buffer buffer;
  std::int64_t shape[maxRank] = {};
  std::int64_t strides[maxRank] = {};
  Versioned versioned = {};
  Unversioned unversioned = {};
};

static_assert(sizeof(Tensor) == dltensorBytes);

} // namespace

bool readDltensor(const void *tensor, int ordinal, ArrayView &view) {
  const auto &read = *static_cast<const Tensor *>(tensor);
  if (!isOnGpu(read) || isElsewhere(read, ordinal) || read.ndim < 0 ||
      read.ndim > maxRank)
    return false;
  const DtypeRow *dtype = findDtype(read);
  if (dtype)
    fillView(read, *dtype, view);
  return dtype != nullptr;
}

void deleteDlpack(void *tensor, DlpackKind kind) {
  if (tensor)
    release(tensor, kind);
}

Result<DlpackArray> fromDlpack(const Device &device, void *tensor,
                               DlpackKind kind) {
  if (!tensor)
    return Error::make("ValueError", "the DLPack tensor is null");
  std::uint64_t flags = 0;
  const Tensor *read = nullptr;
  if (kind == DlpackKind::Versioned) {
    auto *managed = static_cast<Versioned *>(tensor);
    if (managed->major != 1)
      return Error::make(
          "ValueError",
          "the DLPack tensor is of version " + std::to_string(managed->major) +
              "." + std::to_string(managed->minor) + "; 1.x is understood");
    flags = managed->flags;
    read = &managed->tensor;
  } else {
    read = &static_cast<Unversioned *>(tensor)->tensor;
  }
  if (Result<void> ours = checkPlace(*read, device.ordinal()); !ours)
    return ours.error();
  Result<ArrayView> view = viewOf(*read);
  if (!view)
    return view.error();
  Extent extent = extentOf(*view);
  auto type = static_cast<DlpackDevice>(read->deviceType);
  std::shared_ptr<void> owner(tensor,
                              [kind](void *owned) { release(owned, kind); });
  Buffer buffer = device.wrapMemory(
      view->address + static_cast<std::uint64_t>(extent.before),
      static_cast<std::size_t>(extent.behind - extent.before),
      std::move(owner));
  return DlpackArray{std::move(buffer), *view, type,
                     (flags & readOnlyFlag) != 0};
}

Result<void *> toDlpack(const Buffer &buffer, const ArrayView &view,
                        DlpackKind kind, DlpackDevice device) {
  const DtypeRow *dtype = nullptr;
  for (const DtypeRow &row : dtypeRows)
    if (row.name == view.dtype)
      dtype = &row;
  if (!dtype || view.ndim < 0 || view.ndim > maxRank)
    return Error::make("TypeError",
                       "DLPack has no dtype `" + std::string(view.dtype) + "`");
  Extent extent = extentOf(view);
  std::uint64_t first =
      view.address + static_cast<std::uint64_t>(extent.before);
  auto bytes = static_cast<std::uint64_t>(extent.behind - extent.before);
  if (bytes && (first < buffer.address() || bytes > buffer.size() ||
                first - buffer.address() > buffer.size() - bytes))
    return Error::make("ValueError", "the array does not lie in the buffer");
  auto *exported = new Exported(buffer);
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(view.ndim);
       ++axis) {
    exported->shape[axis] = view.shape[axis];
    if (view.strides[axis] % std::int64_t(view.itemSize)) {
      delete exported;
      return Error::make("ValueError",
                         "DLPack counts strides in elements; these are no "
                         "whole numbers of them");
    }
    exported->strides[axis] = view.strides[axis] / std::int64_t(view.itemSize);
  }
  Tensor tensor = {};
  tensor.data =
      reinterpret_cast<void *>(static_cast<std::uintptr_t>(view.address));
  tensor.deviceType = static_cast<std::int32_t>(device);
  tensor.deviceId =
      device == DlpackDevice::CudaHost ? 0 : buffer.state()->device->ordinal;
  tensor.ndim = view.ndim;
  tensor.code = dtype->code;
  tensor.bits = dtype->bits;
  tensor.lanes = 1;
  tensor.shape = exported->shape;
  tensor.strides = exported->strides;
  if (kind == DlpackKind::Versioned) {
    exported->versioned.major = 1;
    exported->versioned.context = exported;
    exported->versioned.deleter = [](Versioned *self) {
      delete static_cast<Exported *>(self->context);
    };
    exported->versioned.tensor = tensor;
    return static_cast<void *>(&exported->versioned);
  }
  exported->unversioned.tensor = tensor;
  exported->unversioned.context = exported;
  exported->unversioned.deleter = [](Unversioned *self) {
    delete static_cast<Exported *>(self->context);
  };
  return static_cast<void *>(&exported->unversioned);
}

} // namespace pyk2ptx
