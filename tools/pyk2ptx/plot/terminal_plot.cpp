// A character of Braille is 2 x 4 dots, enough for a line; the upper half block
// is two squares, its own color and that of the background, enough for an
// image.
#include "terminal_plot.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string_view>

namespace pyk2ptx {

namespace {

constexpr int lineRows = 8, imageRows = 24;

/// UTF-8 of U+2800, to whose code the dots' bits are added.
std::string braille(unsigned dots) {
  return {'\xe2', static_cast<char>(0xa0 + (dots >> 6)),
          static_cast<char>(0x80 + (dots & 0x3f))};
}

std::string padded(const std::string &text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

/// Whether the dot `up` above the bottom of the drawing's column is set.
bool isSet(const DotSpan &span, int up) {
  return span.from <= up && up <= span.to;
}

std::string lineText(const Plotted &plotted, const Scale &scale,
                     const Screen &screen) {
  std::string high = plotLabel(scale.high), low = plotLabel(scale.low);
  std::size_t margin = std::max(high.size(), low.size());
  int cells = std::max(10, screen.columns - static_cast<int>(margin) - 1);
  std::vector<DotSpan> spans = lineOf(plotted, scale, cells * 2, lineRows * 4);
  bool isFlat = scale.low == scale.high;
  std::string text;
  for (int row = 0; row < lineRows; ++row) {
    bool isLabelled = isFlat ? row == lineRows / 2 - 1 : row == 0;
    std::string label = isLabelled                       ? high
                        : row == lineRows - 1 && !isFlat ? low
                                                         : "";
    std::string line = padded(label, margin) + " ";
    std::size_t end = line.size();
    for (int cell = 0; cell < cells; ++cell) {
      // Bits 0 to 2 and 6 are the left dots downward, 3 to 5 and 7 the right.
      static constexpr int bits[2][4] = {{0, 1, 2, 6}, {3, 4, 5, 7}};
      unsigned dots = 0;
      for (int side = 0; side < 2; ++side)
        for (int down = 0; down < 4; ++down)
          if (isSet(spans[2 * static_cast<std::size_t>(cell) +
                          static_cast<std::size_t>(side)],
                    lineRows * 4 - 1 - (row * 4 + down)))
            dots |= 1U << bits[side][down];
      line += dots ? braille(dots) : " ";
      if (dots)
        end = line.size();
    }
    if (end == margin + 1)
      end = label.empty() ? 0 : margin;
    text += line.substr(0, end) + "\n";
  }
  std::string last = std::to_string(plotted.columns - 1);
  text += std::string(margin + 1, ' ') + "0";
  if (plotted.columns > 1)
    text += padded(last, static_cast<std::size_t>(cells) - 1);
  return text + "\n";
}

/// The escape for one color: of the character (38) or what is behind it (48).
std::string escapeOf(int what, Color color, const Screen &screen) {
  char text[40];
  if (screen.hasAllColors) {
    std::snprintf(text, sizeof(text), "\x1b[%d;2;%d;%d;%dm", what, color.red,
                  color.green, color.blue);
    return text;
  }
  // The 6 x 6 x 6 colors of terminals that have 256.
  auto level = [](int part) { return (part * 5 + 127) / 255; };
  std::snprintf(text, sizeof(text), "\x1b[%d;5;%dm", what,
                16 + 36 * level(color.red) + 6 * level(color.green) +
                    level(color.blue));
  return text;
}

constexpr const char *colorsOff = "\x1b[0m";

char shadeOf(double place) {
  constexpr std::string_view shades = " .:-=+*#%@";
  if (std::isnan(place))
    return '?';
  return shades[std::min(static_cast<std::size_t>(place * 10), std::size_t{9})];
}

/// "0 ▀▀▀▀▀▀▀▀▀▀ 7", and what stands for what has no place in it.
std::string legend(const Scale &scale, const Screen &screen) {
  std::string text = plotLabel(scale.low) + " ";
  for (int at = 0; at < 10; ++at)
    text += screen.hasColor
                ? escapeOf(38, colorOf(at / 9.0), screen) + "\xe2\x96\x80"
                : std::string(1, shadeOf(at / 9.0));
  text += (screen.hasColor ? colorsOff : "") + (" " + plotLabel(scale.high));
  if (std::string missing = scale.missing(); !missing.empty())
    text +=
        std::string("; ") + (screen.hasColor ? "red" : "?") + " is " + missing;
  return text + "\n";
}

std::string imageText(const Plotted &plotted, const Scale &scale,
                      const Screen &screen) {
  // Squares, two of them in a character: smaller than the array where the
  // screen is, at most four times as large.
  double across = static_cast<double>(plotted.columns);
  double down = static_cast<double>(plotted.rows);
  double factor = std::min(screen.columns / across, imageRows * 2 / down);
  if (factor > 1)
    factor = std::min(std::floor(factor), 4.0);
  auto scaled = [&](double size, int most) {
    return std::clamp(static_cast<int>(std::lround(size * factor)), 1, most);
  };
  int width = scaled(across, screen.columns);
  int height = scaled(down, imageRows * 2);
  std::string text;
  if (!screen.hasColor) {
    int rows = (height + 1) / 2;
    std::vector<double> places = imageOf(plotted, scale, width, rows);
    for (std::size_t at = 0; at < places.size(); ++at) {
      text += shadeOf(places[at]);
      if ((at + 1) % static_cast<std::size_t>(width) != 0)
        continue;
      text.erase(text.find_last_not_of(' ') + 1);
      text += '\n';
    }
    return text + legend(scale, screen);
  }
  std::vector<double> places = imageOf(plotted, scale, width, height);
  auto color = [&](int y, int x) {
    return colorOf(
        places[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
               static_cast<std::size_t>(x)]);
  };
  for (int y = 0; y < height; y += 2) {
    for (int x = 0; x < width; ++x) {
      bool isFirst = x == 0, hasLower = y + 1 < height;
      if (isFirst || color(y, x) != color(y, x - 1))
        text += escapeOf(38, color(y, x), screen);
      if (hasLower && (isFirst || color(y + 1, x) != color(y + 1, x - 1)))
        text += escapeOf(48, color(y + 1, x), screen);
      text += "\xe2\x96\x80";
    }
    text += std::string(colorsOff) + "\n";
  }
  return text + legend(scale, screen);
}

} // namespace

std::string terminalPlot(const Plotted &plotted, const Screen &screen) {
  if (plotted.values.empty())
    return "nothing to draw: it is empty\n";
  Scale scale = scaleOf(plotted);
  if (!scale.finite)
    return "nothing to draw: " + scale.missing() + "\n";
  if (!plotted.isLine)
    return imageText(plotted, scale, screen);
  std::string missing = scale.missing();
  return lineText(plotted, scale, screen) +
         (missing.empty() ? "" : "not drawn: " + missing + "\n");
}

} // namespace pyk2ptx
