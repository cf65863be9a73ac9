// NumPy's datetime64 and timedelta64: their names, units and constants.
#ifndef PYK2PTX_FRONTEND_TYPES_TIME_TYPE_H
#define PYK2PTX_FRONTEND_TYPES_TIME_TYPE_H

#include "types.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace pyk2ptx {

/// Not a time.
inline constexpr std::int64_t notATime =
    std::numeric_limits<std::int64_t>::min();

/// "datetime64[ns]"; "timedelta64" without a unit.
std::string timeName(TimeType time);
/// The inverse; "M8[ns]" and "m8[ns]" too. Nothing for other names.
std::optional<TimeType> timeByName(const std::string &name);
/// "ns"; "" for Generic.
const char *unitName(TimeType::Unit unit);
std::optional<TimeType::Unit> unitByName(const std::string &name);

/// Years and months have no fixed length in the other units.
bool isCalendar(TimeType::Unit unit);
/// How many of `fine` one of `coarse` has, both of calendars or neither of
/// them; nothing when that does not fit 63 bits.
std::optional<std::int64_t> unitsIn(TimeType::Unit coarse, TimeType::Unit fine);
/// The unit in which two times meet: the finer. Nothing when a span of years or
/// months meets another unit, or there is no number between the units.
std::optional<TimeType::Unit> commonUnit(TimeType a, TimeType b);
/// `value` in another unit, rounded down; a span of years or months has none
/// in others (nothing). What does not fit is notATime.
std::optional<std::int64_t> convertTime(std::int64_t value, TimeType from,
                                        TimeType::Unit to);

/// A constant: its type with its unit, and what it counts.
struct TimeConstant {
  TimeType type;
  std::int64_t value = notATime;
};
/// "2020-01-01T12:30:00.5": the unit is that of the last part. "NaT" too.
std::optional<TimeConstant> parseInstant(const std::string &text);
/// As NumPy prints it: "2020-01-01T12", "5 days" is "5".
std::string showTime(TimeType time, std::int64_t value);

} // namespace pyk2ptx

#endif
