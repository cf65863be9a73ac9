// The functions of cuda.libdevice: the rows of libdevice.def.
#ifndef PYK2PTX_FRONTEND_TABLES_LIBDEVICE_H
#define PYK2PTX_FRONTEND_TABLES_LIBDEVICE_H

#include "frontend/types/types.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace pyk2ptx {

inline constexpr std::string_view libdevicePrefix = "cuda.libdevice.";

struct LibdeviceInfo {
  /// "sinf"; the function is __nv_sinf.
  std::string_view name;
  /// Letters of libdevice.def.
  std::string_view results, arguments;
  bool isGpuOnly;
};

/// All rows, by name.
const std::vector<LibdeviceInfo> &libdeviceRows();
/// The row's index.
std::optional<std::uint16_t> libdeviceByName(std::string_view name);
Scalar libdeviceScalar(char letter);
/// One result's type, or a tuple.
Type libdeviceResult(const LibdeviceInfo &row);

} // namespace pyk2ptx

#endif
