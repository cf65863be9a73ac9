// Operators of datetime64 and timedelta64, and constants of them.
#ifndef PYK2PTX_FRONTEND_CONSTANTS_TIMES_H
#define PYK2PTX_FRONTEND_CONSTANTS_TIMES_H

#include "frontend/types/time_type.h"
#include "value.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace pyk2ptx {

/// What an operator of two operands, one of which is a time, does by NumPy's
/// rules.
struct TimeOperation {
  enum class Form : std::uint8_t {
    /// Both in `unit`.
    Sum,
    Difference,
    Ratio,
    FloorRatio,
    Remainder,
    /// By a number, int64 or float64: the span may be the right operand.
    Scale,
    Divide
  };
  Form form;
  TimeType::Unit unit = TimeType::Unit::Generic;
  /// A time, int64 or float64.
  Type result;
};
/// Nothing when there is no such operator.
std::optional<TimeOperation> timeOperation(syntax::BinaryOp op, const Type &a,
                                           const Type &b);
/// The unit in which two times, or a span and an integer, are compared.
std::optional<TimeType::Unit> timeComparison(const Type &a, const Type &b);
/// What an integer is where a time is expected: a span without a unit.
TimeType timeOf(const Type &type);

/// np.datetime64(...) and np.timedelta64(...) of constants.
Value makeTime(TimeType type, const std::vector<Value> &args,
               SourceRange range);
Value foldTime(syntax::UnaryOp op, const Value &operand, SourceRange range);
Value foldTime(syntax::BinaryOp op, const Value &left, const Value &right,
               SourceRange range);
Value foldTime(syntax::CompareOp op, const Value &left, const Value &right,
               SourceRange range);

} // namespace pyk2ptx

#endif
