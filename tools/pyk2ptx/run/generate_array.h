// The arrays of `pyk2ptx run` that are made and not read: zeros(8),
// random(8,1).
#ifndef PYK2PTX_TOOLS_PYK2PTX_RUN_GENERATE_ARRAY_H
#define PYK2PTX_TOOLS_PYK2PTX_RUN_GENERATE_ARRAY_H

#include "npy.h"

#include <pyk2ptx/error.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pyk2ptx {

/// The words between a call's parentheses.
struct Call {
  std::string_view name;
  std::vector<std::string_view> words;
};

/// What arguments.h says of zeros, random and the like; nothing when the call
/// is of no generator. `shown` is the argument, for messages.
[[nodiscard]] std::optional<Result<HostArray>>
generateArray(const Call &call, const std::string &shown);

/// "1024x8" or "()".
[[nodiscard]] std::optional<std::vector<std::int64_t>>
parseShape(std::string_view text);

} // namespace pyk2ptx

#endif
