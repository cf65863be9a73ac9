// From numbers to places: a drawing has fewer places than an array has values,
// or more, and must not hide a value of a line because it is alone.
#include "plotted.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <limits>

namespace pyk2ptx {

double Scale::placeOf(double value) const {
  if (!std::isfinite(value))
    return std::numeric_limits<double>::quiet_NaN();
  // Of halves, whose difference no two doubles make infinite.
  double range = high / 2 - low / 2;
  return range > 0 ? (value / 2 - low / 2) / range : 0.5;
}

std::string Scale::missing() const {
  std::string text;
  if (nans)
    text = std::to_string(nans) + " nan";
  if (infinities)
    text += (nans ? ", " : "") + std::to_string(infinities) + " inf";
  return text;
}

Scale scaleOf(const Plotted &plotted) {
  Scale scale;
  for (double value : plotted.values) {
    if (std::isnan(value)) {
      ++scale.nans;
    } else if (std::isinf(value)) {
      ++scale.infinities;
    } else {
      bool isFirst = scale.finite++ == 0;
      scale.low = isFirst ? value : std::min(scale.low, value);
      scale.high = isFirst ? value : std::max(scale.high, value);
    }
  }
  return scale;
}

namespace {

void extend(DotSpan &span, double place, int height) {
  int dot = static_cast<int>(std::lround(place * (height - 1)));
  bool isFirst = span.isEmpty();
  span.from = isFirst ? dot : std::min(span.from, dot);
  span.to = isFirst ? dot : std::max(span.to, dot);
}

} // namespace

std::vector<DotSpan> lineOf(const Plotted &plotted, const Scale &scale,
                            int width, int height) {
  std::vector<DotSpan> spans(static_cast<std::size_t>(width));
  std::size_t count = plotted.values.size();
  double step =
      count > 1 ? double(width - 1) / static_cast<double>(count - 1) : 0;
  double x = count > 1 ? 0 : (width - 1) / 2.0, before = 0, placeBefore = NAN;
  for (std::size_t i = 0; i < count; ++i) {
    double place = scale.placeOf(plotted.values[i]);
    if (count > 1)
      x = static_cast<double>(i) * step;
    auto column = static_cast<std::size_t>(std::lround(x));
    if (!std::isnan(place)) {
      extend(spans[column], place, height);
      // The line from the value before: at the edges of each column between.
      if (!std::isnan(placeBefore))
        for (auto at = static_cast<std::size_t>(std::lround(before));
             at < column; ++at) {
          double edge = std::clamp(
              (static_cast<double>(at) + 0.5 - before) / step, 0., 1.);
          double there = placeBefore + (place - placeBefore) * edge;
          extend(spans[at], there, height);
          extend(spans[at + 1], there, height);
        }
    }
    before = x;
    placeBefore = place;
  }
  return spans;
}

std::vector<double> imageOf(const Plotted &plotted, const Scale &scale,
                            int width, int height) {
  // The values of the place `at` of `places`, at least one.
  auto part = [](std::size_t at, std::size_t places, std::size_t values) {
    std::size_t from = at * values / places;
    return std::pair(from, std::max(from + 1, (at + 1) * values / places));
  };
  auto across = static_cast<std::size_t>(width);
  auto down = static_cast<std::size_t>(height);
  std::vector<double> places;
  places.reserve(across * down);
  for (std::size_t y = 0; y < down; ++y) {
    auto [top, bottom] = part(y, down, plotted.rows);
    for (std::size_t x = 0; x < across; ++x) {
      auto [left, right] = part(x, across, plotted.columns);
      double sum = 0;
      std::size_t count = 0;
      for (std::size_t row = top; row < bottom; ++row)
        for (std::size_t column = left; column < right; ++column) {
          double place =
              scale.placeOf(plotted.values[row * plotted.columns + column]);
          if (std::isnan(place))
            continue;
          sum += place;
          ++count;
        }
      places.push_back(count ? sum / static_cast<double>(count) : NAN);
    }
  }
  return places;
}

Color colorOf(double place) {
  if (std::isnan(place))
    return {208, 32, 48};
  // Equally spaced points of matplotlib's viridis, whose brightness grows
  // evenly, for those too who do not see all colors.
  static constexpr Color points[] = {
      {68, 1, 84},    {71, 44, 122},  {59, 81, 139},
      {44, 113, 142}, {33, 144, 141}, {39, 173, 129},
      {92, 200, 99},  {170, 220, 50}, {253, 231, 37}};
  constexpr int last = static_cast<int>(std::size(points)) - 1;
  double scaled = place * last;
  int at = std::clamp(static_cast<int>(scaled), 0, last - 1);
  double part = scaled - at;
  auto mix = [&](std::uint8_t from, std::uint8_t to) {
    return static_cast<std::uint8_t>(std::lround(from + (to - from) * part));
  };
  const Color &from = points[at], &to = points[at + 1];
  return {mix(from.red, to.red), mix(from.green, to.green),
          mix(from.blue, to.blue)};
}

std::string plotLabel(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.6g", value);
  return text;
}

} // namespace pyk2ptx
