// Units of time fall into two families: years and months, and all the others,
// each a multiple of the next finer one. Only an instant can change the family,
// by the calendar (proleptic Gregorian, as NumPy's).
#include "time_type.h"

#include <array>
#include <cstddef>
#include <cstdio>

namespace pyk2ptx {

namespace {

using Unit = TimeType::Unit;

/// By unit, in the enumeration's order: how many of the next one it has.
struct UnitRow {
  const char *name;
  std::int64_t next;
};
constexpr std::array<UnitRow, 14> units = {{
    {"Y", 12},
    {"M", 0},
    {"W", 7},
    {"D", 24},
    {"h", 60},
    {"m", 60},
    {"s", 1000},
    {"ms", 1000},
    {"us", 1000},
    {"ns", 1000},
    {"ps", 1000},
    {"fs", 1000},
    {"as", 0},
    {"", 0},
}};

const UnitRow &row(Unit unit) {
  return units.at(static_cast<std::size_t>(unit));
}

std::int64_t floorDivide(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

/// Days since 1970 of a civil date, whose year is not absurd.
std::int64_t daysOf(std::int64_t year, std::int64_t month, std::int64_t day) {
  year -= month <= 2;
  std::int64_t era = floorDivide(year, 400);
  std::int64_t ofEra = year - era * 400;
  std::int64_t ofYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
  return era * 146097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719468;
}

struct Date {
  std::int64_t year, month, day;
};

Date dateOf(std::int64_t days) {
  std::int64_t era = floorDivide(days, 146097);
  std::int64_t ofEra = days - era * 146097 + 719468;
  era += ofEra / 146097;
  ofEra %= 146097;
  std::int64_t year =
      (ofEra - ofEra / 1460 + ofEra / 36524 - ofEra / 146096) / 365;
  std::int64_t ofYear = ofEra - (365 * year + year / 4 - year / 100);
  std::int64_t shifted = (5 * ofYear + 2) / 153;
  std::int64_t month = shifted < 10 ? shifted + 3 : shifted - 9;
  return {year + era * 400 + (month <= 2), month,
          ofYear - (153 * shifted + 2) / 5 + 1};
}

/// Beyond these many months the days do not fit 64 bits.
constexpr std::int64_t mostMonths = 300000000000000000;

std::int64_t daysOfMonths(std::int64_t months) {
  if (months > mostMonths || months < -mostMonths)
    return notATime;
  std::int64_t year = floorDivide(months, 12);
  return daysOf(year + 1970, months - year * 12 + 1, 1);
}

std::int64_t monthsOfDays(std::int64_t days) {
  Date date = dateOf(days);
  return (date.year - 1970) * 12 + date.month - 1;
}

std::int64_t finer(std::int64_t value, std::int64_t factor) {
  return __builtin_mul_overflow(value, factor, &value) ? notATime : value;
}

std::optional<std::int64_t> scaled(std::int64_t value, Unit from, Unit to) {
  if (value == notATime || from == to)
    return value;
  bool isFiner = to > from;
  std::optional<std::int64_t> factor =
      isFiner ? unitsIn(from, to) : unitsIn(to, from);
  if (!factor)
    return std::nullopt;
  return isFiner ? finer(value, *factor) : floorDivide(value, *factor);
}

} // namespace

const char *unitName(Unit unit) { return row(unit).name; }

std::optional<Unit> unitByName(const std::string &name) {
  for (std::size_t i = 0; i + 1 < units.size(); ++i)
    if (name == units[i].name)
      return static_cast<Unit>(i);
  // What NumPy takes for them.
  if (name == "\xce\xbcs")
    return Unit::Micro;
  if (name == "generic")
    return Unit::Generic;
  return std::nullopt;
}

std::string timeName(TimeType time) {
  std::string name =
      time.kind == TimeType::Kind::Instant ? "datetime64" : "timedelta64";
  if (time.unit == Unit::Generic)
    return name;
  return name + "[" + unitName(time.unit) + "]";
}

std::optional<TimeType> timeByName(const std::string &name) {
  struct Prefix {
    const char *text;
    TimeType::Kind kind;
  };
  static constexpr Prefix prefixes[] = {
      {"datetime64", TimeType::Kind::Instant},
      {"timedelta64", TimeType::Kind::Span},
      {"M8", TimeType::Kind::Instant},
      {"m8", TimeType::Kind::Span},
  };
  for (const Prefix &prefix : prefixes) {
    if (!name.starts_with(prefix.text))
      continue;
    std::string rest = name.substr(std::string(prefix.text).size());
    if (rest.empty())
      return TimeType{prefix.kind, Unit::Generic};
    if (rest.size() < 3 || rest.front() != '[' || rest.back() != ']')
      return std::nullopt;
    if (std::optional<Unit> unit = unitByName(rest.substr(1, rest.size() - 2)))
      return TimeType{prefix.kind, *unit};
  }
  return std::nullopt;
}

bool isCalendar(Unit unit) { return unit <= Unit::Month; }

std::optional<std::int64_t> unitsIn(Unit coarse, Unit fine) {
  if (isCalendar(coarse) != isCalendar(fine) || coarse > fine)
    return std::nullopt;
  std::int64_t factor = 1;
  for (auto i = static_cast<std::size_t>(coarse);
       i < static_cast<std::size_t>(fine); ++i)
    if (__builtin_mul_overflow(factor, units.at(i).next, &factor))
      return std::nullopt;
  return factor;
}

std::optional<Unit> commonUnit(TimeType a, TimeType b) {
  if (a.unit == Unit::Generic || b.unit == Unit::Generic)
    return a.unit == Unit::Generic ? b.unit : a.unit;
  const TimeType &coarse = a.unit < b.unit ? a : b;
  const TimeType &fine = a.unit < b.unit ? b : a;
  if (isCalendar(coarse.unit) != isCalendar(fine.unit)) {
    if (coarse.kind == TimeType::Kind::Span ||
        !unitsIn(Unit::Day, fine.unit < Unit::Day ? Unit::Day : fine.unit))
      return std::nullopt;
    return fine.unit;
  }
  if (!unitsIn(coarse.unit, fine.unit))
    return std::nullopt;
  return fine.unit;
}

std::optional<std::int64_t> convertTime(std::int64_t value, TimeType from,
                                        Unit to) {
  bool isAny = from.unit == Unit::Generic || to == Unit::Generic;
  if (value == notATime || isAny || from.unit == to)
    return value;
  if (isCalendar(from.unit) == isCalendar(to))
    return scaled(value, from.unit, to);
  if (from.kind == TimeType::Kind::Span)
    return std::nullopt;
  if (isCalendar(from.unit)) {
    std::optional<std::int64_t> months = scaled(value, from.unit, Unit::Month);
    return months ? scaled(daysOfMonths(*months), Unit::Day, to) : months;
  }
  std::optional<std::int64_t> days = scaled(value, from.unit, Unit::Day);
  if (!days || *days == notATime)
    return days;
  return scaled(monthsOfDays(*days), Unit::Month, to);
}

// ---- text ----

namespace {

/// Reads the parts of an ISO 8601 date, from the left.
class InstantReader {
public:
  explicit InstantReader(const std::string &text) : text_(text) {}

  std::optional<TimeConstant> read() {
    std::int64_t sign = take('-') ? -1 : 1;
    std::optional<std::int64_t> year = number(4, 6);
    if (!year)
      return std::nullopt;
    year_ = sign * *year;
    unit_ = Unit::Year;
    if (!readDate() || !readClock() || at_ != text_.size())
      return std::nullopt;
    return result();
  }

private:
  bool readDate() {
    static constexpr int lengths[] = {31, 28, 31, 30, 31, 30,
                                      31, 31, 30, 31, 30, 31};
    if (!take('-'))
      return true;
    std::optional<std::int64_t> month = number(2, 2);
    if (!month || *month < 1 || *month > 12)
      return false;
    month_ = *month;
    unit_ = Unit::Month;
    if (!take('-'))
      return true;
    bool isLeap = year_ % 4 == 0 && (year_ % 100 != 0 || year_ % 400 == 0);
    int most = lengths[month_ - 1] + (month_ == 2 && isLeap ? 1 : 0);
    std::optional<std::int64_t> day = number(2, 2);
    if (!day || *day < 1 || *day > most)
      return false;
    day_ = *day;
    unit_ = Unit::Day;
    return true;
  }

  /// T12, T12:30, T12:30:01, T12:30:01.250
  bool readClock() {
    if (unit_ != Unit::Day || (!take('T') && !take(' ')))
      return true;
    static constexpr std::int64_t limits[] = {23, 59, 59};
    clock_ = 0;
    for (int part = 0; part < 3; ++part) {
      if (part > 0 && !take(':'))
        return true;
      std::optional<std::int64_t> value = number(2, 2);
      if (!value || *value > limits[part])
        return false;
      clock_ = clock_ * (part ? 60 : 1) + *value;
      unit_ = static_cast<Unit>(static_cast<int>(Unit::Hour) + part);
    }
    if (!take('.'))
      return true;
    // Three digits are milliseconds, one and two of them too.
    std::size_t begin = at_;
    std::optional<std::int64_t> digits = number(1, 18);
    if (!digits)
      return false;
    fraction_ = *digits;
    std::size_t count = at_ - begin;
    for (; count % 3 != 0; ++count)
      fraction_ *= 10;
    unit_ =
        static_cast<Unit>(static_cast<std::size_t>(Unit::Second) + count / 3);
    return true;
  }

  std::optional<TimeConstant> result() const {
    TimeConstant constant;
    constant.type = {TimeType::Kind::Instant, unit_};
    if (isCalendar(unit_)) {
      constant.value = (year_ - 1970) * (unit_ == Unit::Month ? 12 : 1) +
                       (unit_ == Unit::Month ? month_ - 1 : 0);
      return constant;
    }
    std::int64_t days = daysOf(year_, month_, day_);
    Unit clockUnit = unit_ > Unit::Second ? Unit::Second : unit_;
    std::int64_t value = days * *unitsIn(Unit::Day, clockUnit) + clock_;
    constant.value = finer(value, *unitsIn(clockUnit, unit_));
    if (constant.value == notATime ||
        __builtin_add_overflow(constant.value, fraction_, &constant.value))
      return std::nullopt;
    return constant;
  }

  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c)
      return false;
    ++at_;
    return true;
  }
  std::optional<std::int64_t> number(std::size_t least, std::size_t most) {
    std::size_t begin = at_;
    std::int64_t value = 0;
    while (at_ < text_.size() && at_ - begin < most && text_[at_] >= '0' &&
           text_[at_] <= '9')
      value = value * 10 + (text_[at_++] - '0');
    return at_ - begin >= least ? std::optional(value) : std::nullopt;
  }

  const std::string &text_;
  std::size_t at_ = 0;
  std::int64_t year_ = 0, month_ = 1, day_ = 1;
  /// Hours, minutes or seconds, and what follows the point.
  std::int64_t clock_ = 0, fraction_ = 0;
  Unit unit_ = Unit::Year;
};

} // namespace

std::optional<TimeConstant> parseInstant(const std::string &text) {
  if (text == "NaT" || text == "nat" || text.empty())
    return TimeConstant{{TimeType::Kind::Instant, Unit::Generic}, notATime};
  return InstantReader(text).read();
}

std::string showTime(TimeType time, std::int64_t value) {
  if (value == notATime)
    return "NaT";
  if (time.kind == TimeType::Kind::Span || time.unit == Unit::Generic)
    return std::to_string(value);
  char text[64];
  auto number = [](std::int64_t each) { return static_cast<long long>(each); };
  if (isCalendar(time.unit)) {
    std::int64_t months = time.unit == Unit::Year ? 0 : value;
    std::int64_t years =
        time.unit == Unit::Year ? value : floorDivide(value, 12);
    int length =
        std::snprintf(text, sizeof(text), "%04lld", number(years + 1970));
    if (time.unit == Unit::Month)
      std::snprintf(text + length, sizeof(text) - 8, "-%02lld",
                    number(months - years * 12 + 1));
    return text;
  }
  std::int64_t perDay =
      time.unit == Unit::Week ? 1 : unitsIn(Unit::Day, time.unit).value_or(0);
  // Of a unit so fine that a day does not fit, the plain number.
  if (perDay == 0)
    return std::to_string(value);
  std::int64_t days = floorDivide(value, perDay);
  std::int64_t rest = value - days * perDay;
  Date date = dateOf(time.unit == Unit::Week ? value * 7 : days);
  std::snprintf(text, sizeof(text), "%04lld-%02lld-%02lld", number(date.year),
                number(date.month), number(date.day));
  std::string result = text;
  std::int64_t part = perDay;
  static constexpr std::int64_t parts[] = {24, 60, 60};
  for (int i = 0; i < 3 && time.unit > Unit::Day && part > 1; ++i) {
    part /= parts[i];
    std::snprintf(text, sizeof(text), "%c%02lld", i == 0 ? 'T' : ':',
                  number(rest / part));
    rest %= part;
    result += text;
  }
  if (part > 1) {
    int digits =
        3 * (static_cast<int>(time.unit) - static_cast<int>(Unit::Second));
    std::snprintf(text, sizeof(text), ".%0*lld", digits, number(rest));
    result += text;
  }
  return result;
}

} // namespace pyk2ptx
