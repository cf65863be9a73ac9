// NumPy's .npy files, read and written without NumPy.
#ifndef PYK2PTX_TOOLS_PYK2PTX_RUN_NPY_H
#define PYK2PTX_TOOLS_PYK2PTX_RUN_NPY_H

#include "frontend/types/types.h"

#include <pyk2ptx/argument.h>
#include <pyk2ptx/error.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pyk2ptx {

/// Zeroed bytes whose allocation may fail. 64-byte aligned. Copies are the same
/// bytes.
class HostBytes {
public:
  HostBytes() = default;
  /// Nothing when the machine has not that much memory.
  [[nodiscard]] static std::optional<HostBytes> make(std::size_t size);

  std::byte *data() const { return data_.get(); }
  std::size_t size() const { return size_; }

private:
  std::shared_ptr<std::byte> data_;
  std::size_t size_ = 0;
};

/// An array in host memory, its elements without gaps in C's or, when
/// `fortran`, in Fortran's order; or a part of one.
struct HostArray {
  Scalar scalar = Scalar::F32;
  /// Set where the elements, of I64, count time.
  TimeType time = {};
  /// Set for an array of records, whose `scalar` means nothing.
  std::shared_ptr<const RecordLayout> record = {};
  std::vector<std::int64_t> shape;
  bool fortran = false;
  HostBytes bytes;
  bool isPart = false;
  /// Of a part, in bytes: where in them it begins, and what each axis steps.
  std::int64_t offset = 0;
  std::vector<std::int64_t> strides = {};
  /// The spelling of a record or a time, to which views refer.
  std::string elementText = {};

  std::int64_t size() const;
  const char *dtypeText() const {
    return elementText.empty() ? dtypeName(scalar) : elementText.c_str();
  }
  Type elementType() const {
    Type type = record ? Type::ofRecord(record) : Type::of(scalar);
    type.time = time;
    return type;
  }
  /// The address of the element whose place in C's order is `index`.
  std::byte *element(std::int64_t index) const;
  /// The array in the bytes at `address`, which is bytes.data() or a device's
  /// copy of it.
  ArrayView view(std::uint64_t address) const;
};

/// An array of zeros. ValueError for a negative extent, more than maxRank axes
/// or a size that overflows; MemoryError when there is too little memory.
[[nodiscard]] Result<HostArray> makeHostArray(const Type &element,
                                              std::vector<std::int64_t> shape,
                                              bool fortran);

/// Reads versions 1 to 3, either byte order, either element order. Bytes after
/// the last element are ignored, as NumPy does. The error is a ValueError that
/// says what is wrong with the bytes.
[[nodiscard]] Result<HostArray> parseNpy(Span<const std::byte> file);
/// The same from a file; OSError when it cannot be read. Errors name `path`.
[[nodiscard]] Result<HostArray> readNpy(const std::string &path);

/// The bytes of a version 1 file up to the first element.
[[nodiscard]] std::string npyHeader(const HostArray &array);
/// OSError when the file cannot be written.
[[nodiscard]] Result<void> writeNpy(const std::string &path,
                                    const HostArray &array);

} // namespace pyk2ptx

#endif
