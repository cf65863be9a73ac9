// A PNG file is three chunks around what zlib packs, and LLVM has both zlib and
// the chunks' checksum. libpng would be one more thing that whoever builds
// pyk2ptx must have, for these thirty lines.
#include "png.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/CRC.h>
#include <llvm/Support/Compression.h>

#include <algorithm>
#include <limits>

namespace pyk2ptx {

namespace {

constexpr std::size_t lineWidth = 800, lineHeight = 240, gap = 8;
/// A side of an image whose elements would be too small to see.
constexpr std::size_t smallSide = 400;

std::size_t factorOf(const Plotted &image) {
  return std::max<std::size_t>(1,
                               smallSide / std::max(image.rows, image.columns));
}

std::size_t widthOf(const Plotted &plotted) {
  return plotted.isLine ? lineWidth : plotted.columns * factorOf(plotted);
}

std::size_t heightOf(const Plotted &plotted) {
  return plotted.isLine ? lineHeight : plotted.rows * factorOf(plotted);
}

/// `at` is the first pixel of a panel.
void drawLine(const Plotted &plotted, Picture &picture, std::size_t at) {
  constexpr Color ink{31, 119, 180}, frame{208, 215, 222};
  auto pixel = [&](std::size_t y, std::size_t x) -> Color & {
    return picture.pixels[at + y * picture.width + x];
  };
  for (std::size_t x = 0; x < lineWidth; ++x)
    pixel(0, x) = pixel(lineHeight - 1, x) = frame;
  for (std::size_t y = 0; y < lineHeight; ++y)
    pixel(y, 0) = pixel(y, lineWidth - 1) = frame;
  // Within the frame, two pixels thick.
  constexpr int inside = static_cast<int>(lineHeight) - 4;
  std::vector<DotSpan> spans = lineOf(plotted, scaleOf(plotted),
                                      static_cast<int>(lineWidth) - 4, inside);
  for (std::size_t x = 0; x < spans.size(); ++x)
    for (int up = spans[x].from; up <= spans[x].to; ++up)
      for (std::size_t thick = 0; thick < 4; ++thick)
        pixel(static_cast<std::size_t>(inside - up) + thick / 2,
              x + 1 + thick % 2) = ink;
}

void drawImage(const Plotted &plotted, Picture &picture, std::size_t at) {
  Scale scale = scaleOf(plotted);
  std::size_t factor = factorOf(plotted);
  for (std::size_t y = 0; y < heightOf(plotted); ++y)
    for (std::size_t x = 0; x < widthOf(plotted); ++x)
      picture.pixels[at + y * picture.width + x] = colorOf(scale.placeOf(
          plotted.values[y / factor * plotted.columns + x / factor]));
}

void appendNumber(std::string &bytes, std::size_t value) {
  for (int shift = 24; shift >= 0; shift -= 8)
    bytes += static_cast<char>(value >> shift & 0xff);
}

std::string chunk(const char *kind, llvm::StringRef content) {
  std::string bytes;
  appendNumber(bytes, content.size());
  bytes += kind;
  bytes += content;
  appendNumber(bytes,
               llvm::crc32(llvm::arrayRefFromStringRef(bytes).drop_front(4)));
  return bytes;
}

} // namespace

Picture drawPicture(const std::vector<Plotted> &all) {
  constexpr Color paper{255, 255, 255};
  Picture picture;
  for (const Plotted &plotted : all) {
    if (plotted.values.empty())
      continue;
    picture.width = std::max(picture.width, widthOf(plotted));
    picture.height += (picture.height ? gap : 0) + heightOf(plotted);
  }
  picture.pixels.assign(picture.width * picture.height, paper);
  std::size_t top = 0;
  for (const Plotted &plotted : all) {
    if (plotted.values.empty())
      continue;
    (plotted.isLine ? drawLine : drawImage)(plotted, picture,
                                            top * picture.width);
    top += heightOf(plotted) + gap;
  }
  return picture;
}

std::optional<std::string> pngOf(const Picture &picture) {
  constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
  if (!llvm::compression::zlib::isAvailable() || picture.width > most ||
      picture.height > most)
    return std::nullopt;
  std::string header;
  appendNumber(header, picture.width);
  appendNumber(header, picture.height);
  // Eight bits a part, red green blue, the one compression, the one set of
  // filters, not interlaced.
  header.append("\x08\x02\0\0\0", 5);
  std::vector<std::uint8_t> rows;
  rows.reserve(picture.height * (picture.width * 3 + 1));
  for (std::size_t at = 0; at < picture.pixels.size(); ++at) {
    if (at % picture.width == 0)
      rows.push_back(0); // no filter
    const Color &color = picture.pixels[at];
    rows.insert(rows.end(), {color.red, color.green, color.blue});
  }
  llvm::SmallVector<std::uint8_t, 0> packed;
  llvm::compression::zlib::compress(rows, packed);
  if (packed.size() > most)
    return std::nullopt;
  return "\x89PNG\r\n\x1a\n" + chunk("IHDR", header) +
         chunk("IDAT", llvm::toStringRef(packed)) + chunk("IEND", "");
}

} // namespace pyk2ptx
