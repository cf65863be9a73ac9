// Units of time, and constants as NumPy reads and prints them.
#include "frontend/types/time_type.h"

#include <gtest/gtest.h>

namespace pyk2ptx {
namespace {

using Kind = TimeType::Kind;
using Unit = TimeType::Unit;

TEST(TimeType, NamesRoundTrip) {
  for (const char *name :
       {"datetime64[Y]", "datetime64[M]", "timedelta64[W]", "datetime64[D]",
        "timedelta64[h]", "datetime64[m]", "timedelta64[s]", "datetime64[ms]",
        "timedelta64[us]", "datetime64[ns]", "timedelta64[ps]",
        "datetime64[fs]", "timedelta64[as]", "datetime64", "timedelta64"}) {
    std::optional<TimeType> time = timeByName(name);
    ASSERT_TRUE(time) << name;
    EXPECT_EQ(timeName(*time), name);
  }
  EXPECT_EQ(timeByName("M8[ns]"), timeByName("datetime64[ns]"));
  EXPECT_EQ(timeByName("m8"), timeByName("timedelta64"));
  for (const char *name : {"datetime64[]", "datetime64[x]", "M8[10ns]", "M9",
                           "datetime64[ns", "int64", ""})
    EXPECT_FALSE(timeByName(name)) << name;
}

TEST(TimeType, InstantsAreReadAndShown) {
  struct Row {
    const char *text;
    std::int64_t value;
    const char *shown;
  };
  // Counts as NumPy 2 has them.
  const Row rows[] = {
      {"1969", -1, "1969"},
      {"2020-02", 601, "2020-02"},
      {"2000-02-29", 11016, "2000-02-29"},
      {"1600-12-31", -134775, "1600-12-31"},
      {"2020-01-01T12", 438300, "2020-01-01T12"},
      {"1969-12-31 23:59", -1, "1969-12-31T23:59"},
      {"2020-01-01T00:00:01", 1577836801, "2020-01-01T00:00:01"},
      {"1970-01-01T00:00:00.25", 250, "1970-01-01T00:00:00.250"},
      {"1970-01-01T00:00:00.000001", 1, "1970-01-01T00:00:00.000001"},
      {"NaT", notATime, "NaT"},
  };
  for (const Row &row : rows) {
    std::optional<TimeConstant> constant = parseInstant(row.text);
    ASSERT_TRUE(constant) << row.text;
    EXPECT_EQ(constant->value, row.value) << row.text;
    EXPECT_EQ(showTime(constant->type, constant->value), row.shown);
  }
  for (const char *text :
       {"2020-13", "2020-02-30", "2021-02-29", "1900-02-29", "2020-01-01T24",
        "2020-01-01T12:60", "2020-1-1", "20", "2020-01-01x", "2020-01T12",
        "9999-01-01T00:00:00.000000000"})
    EXPECT_FALSE(parseInstant(text)) << text;
  EXPECT_EQ(showTime({Kind::Span, Unit::Day}, -5), "-5");
}

TEST(TimeType, UnitsConvert) {
  auto instant = [](std::int64_t value, Unit from, Unit to) {
    return convertTime(value, {Kind::Instant, from}, to);
  };
  EXPECT_EQ(instant(-1, Unit::Month, Unit::Day), -31);
  EXPECT_EQ(instant(50, Unit::Year, Unit::Hour), 18262 * 24);
  EXPECT_EQ(instant(-1, Unit::Day, Unit::Month), -1);
  EXPECT_EQ(instant(59, Unit::Day, Unit::Month), 2);
  EXPECT_EQ(instant(-1, Unit::Nano, Unit::Day), -1);
  EXPECT_EQ(instant(-1, Unit::Second, Unit::Year), -1);
  EXPECT_EQ(instant(1, Unit::Week, Unit::Day), 7);
  EXPECT_EQ(instant(200000, Unit::Day, Unit::Nano), notATime);
  EXPECT_EQ(instant(notATime, Unit::Day, Unit::Month), notATime);
  EXPECT_EQ(instant(INT64_MAX, Unit::Year, Unit::Day), notATime);
  EXPECT_FALSE(instant(0, Unit::Day, Unit::Atto));
  EXPECT_FALSE(convertTime(1, {Kind::Span, Unit::Month}, Unit::Day));
  EXPECT_EQ(convertTime(2, {Kind::Span, Unit::Year}, Unit::Month), 24);
}

TEST(TimeType, TheFinerUnitIsCommon) {
  TimeType days{Kind::Span, Unit::Day}, months{Kind::Span, Unit::Month};
  TimeType date{Kind::Instant, Unit::Month}, any{Kind::Span, Unit::Generic};
  EXPECT_EQ(commonUnit(days, {Kind::Span, Unit::Hour}), Unit::Hour);
  EXPECT_EQ(commonUnit(days, any), Unit::Day);
  EXPECT_EQ(commonUnit(date, days), Unit::Day);
  EXPECT_EQ(commonUnit(days, date), Unit::Day);
  EXPECT_FALSE(commonUnit(months, days));
  EXPECT_FALSE(commonUnit({Kind::Instant, Unit::Day}, months));
  EXPECT_FALSE(commonUnit({Kind::Span, Unit::Week}, {Kind::Span, Unit::Atto}));
}

} // namespace
} // namespace pyk2ptx
