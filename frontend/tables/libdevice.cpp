// The rows of libdevice.def as data; they are sorted by name.
#include "libdevice.h"

#include <algorithm>

namespace pyk2ptx {

const std::vector<LibdeviceInfo> &libdeviceRows() {
  enum : bool { Both = false, Gpu = true };
  static const std::vector<LibdeviceInfo> rows = {
#define LIBDEVICE(name, results, arguments, where)                             \
  {#name, results, arguments, where},
#include "libdevice.def"
#undef LIBDEVICE
  };
  return rows;
}

std::optional<std::uint16_t> libdeviceByName(std::string_view name) {
  const std::vector<LibdeviceInfo> &rows = libdeviceRows();
  auto found =
      std::lower_bound(rows.begin(), rows.end(), name,
                       [](const LibdeviceInfo &row, std::string_view key) {
                         return row.name < key;
                       });
  if (found == rows.end() || found->name != name)
    return std::nullopt;
  return static_cast<std::uint16_t>(found - rows.begin());
}

Scalar libdeviceScalar(char letter) {
  switch (letter) {
  case 'h':
    return Scalar::I16;
  case 'i':
    return Scalar::I32;
  case 'l':
    return Scalar::I64;
  case 'f':
    return Scalar::F32;
  default:
    return Scalar::F64;
  }
}

Type libdeviceResult(const LibdeviceInfo &row) {
  std::vector<Type> types;
  for (char letter : row.results)
    types.push_back(Type::of(libdeviceScalar(letter)));
  return types.size() == 1 ? types[0] : Type::tuple(std::move(types));
}

} // namespace pyk2ptx
