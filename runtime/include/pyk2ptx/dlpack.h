// Arrays handed to and taken from other libraries by DLPack, both its managed
// tensors: DLManagedTensor ("dltensor" capsules) and DLManagedTensorVersioned
// ("dltensor_versioned"). Pointers to them are void here, so that a program may
// include dlpack.h too.
#ifndef PYK2PTX_DLPACK_H
#define PYK2PTX_DLPACK_H

#include "pyk2ptx/argument.h"
#include "pyk2ptx/buffer.h"

#include <cstdint>

namespace pyk2ptx {

class Device;

/// Which of the two structs a pointer is to.
enum class DlpackKind : std::uint8_t { Unversioned, Versioned };

/// DLDeviceType, as far as a GPU reads it.
enum class DlpackDevice : std::uint8_t { Cuda = 2, CudaHost = 3, Managed = 13 };

struct DlpackArray {
  /// All of the array's memory; the last handle gives the tensor back.
  Buffer buffer;
  /// What a kernel takes.
  ArrayView view;
  DlpackDevice device = DlpackDevice::Cuda;
  /// The producer forbids writing (versioned tensors only say so).
  bool readOnly = false;
};

/// Takes over a tensor, which the caller then must not delete. It must be on
/// `device`, or pinned or managed memory. On an error it is still the caller's:
/// TypeError (a dtype or a number of axes that no kernel takes), ValueError
/// (another device, a version that is not 1).
[[nodiscard]] Result<DlpackArray> fromDlpack(const Device &device, void *tensor,
                                             DlpackKind kind);

/// A tensor of `view`, which must lie in `buffer`; it keeps that alive until
/// its consumer calls its deleter.
[[nodiscard]] Result<void *> toDlpack(const Buffer &buffer,
                                      const ArrayView &view, DlpackKind kind,
                                      DlpackDevice device = DlpackDevice::Cuda);

/// Bytes of a DLTensor.
inline constexpr std::size_t dltensorBytes = 48;

/// What a kernel on GPU `ordinal` takes of a DLTensor that stays another's.
/// False where it is elsewhere, or of a dtype or rank that no kernel takes.
[[nodiscard]] bool readDltensor(const void *tensor, int ordinal,
                                ArrayView &view);

/// Deletes a tensor that no consumer took.
void deleteDlpack(void *tensor, DlpackKind kind);

} // namespace pyk2ptx

#endif
