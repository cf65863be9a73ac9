// Integers of the typed IR that are known as they stand.
#ifndef PYK2PTX_FRONTEND_IR_WHOLE_CONSTANT_H
#define PYK2PTX_FRONTEND_IR_WHOLE_CONSTANT_H

#include "ir.h"

#include <cstdint>
#include <optional>

namespace pyk2ptx {

/// An integer that the text or a name gives, or a pass has put there.
[[nodiscard]] inline std::optional<std::int64_t>
wholeConstant(const ir::Expr &expr) {
  const auto *constant = std::get_if<ir::Constant>(&expr.node);
  if (!constant || !expr.type.isInteger())
    return std::nullopt;
  return static_cast<std::int64_t>(constant->bits);
}

} // namespace pyk2ptx

#endif
