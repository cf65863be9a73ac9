// What is drawn of an array, whatever it is drawn on.
#ifndef PYK2PTX_TOOLS_PYK2PTX_PLOT_PLOTTED_H
#define PYK2PTX_TOOLS_PYK2PTX_PLOT_PLOTTED_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pyk2ptx {

/// An array of one axis, which is a line, or of two, which is an image.
struct Plotted {
  std::string name;
  bool isLine = false;
  /// A line has one row.
  std::size_t rows = 0, columns = 0;
  /// In C's order. What is not finite leaves a gap.
  std::vector<double> values;
};

/// What lies between the bottom of a line's drawing and its top, or between the
/// darkest and the brightest of an image.
struct Scale {
  double low = 0, high = 0;
  std::size_t finite = 0, nans = 0, infinities = 0;

  /// 0 at `low`, 1 at `high`; the middle where all values are the same, nan
  /// for what is not finite.
  [[nodiscard]] double placeOf(double value) const;
  /// "1 nan, 2 inf", or "".
  [[nodiscard]] std::string missing() const;
};

[[nodiscard]] Scale scaleOf(const Plotted &plotted);

/// The dots of a column, counted from the bottom.
struct DotSpan {
  int from = 0, to = -1;
  [[nodiscard]] bool isEmpty() const { return to < from; }
};

/// The line in `width` columns of `height` dots: where many values share a
/// column, all that lies between the least and the greatest of them.
[[nodiscard]] std::vector<DotSpan>
lineOf(const Plotted &plotted, const Scale &scale, int width, int height);

/// The image in rows of `width` places, `height` of them: where many values
/// share a place, the mean of those that are finite.
[[nodiscard]] std::vector<double>
imageOf(const Plotted &plotted, const Scale &scale, int width, int height);

struct Color {
  std::uint8_t red = 0, green = 0, blue = 0;
  bool operator==(const Color &other) const = default;
};

/// Dark blue at 0, yellow at 1; red for nan.
[[nodiscard]] Color colorOf(double place);

/// The shortest text of at most six digits.
[[nodiscard]] std::string plotLabel(double value);

} // namespace pyk2ptx

#endif
