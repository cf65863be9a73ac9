// Offsets are what the phases carry; lines and columns are worked out only for
// messages, from a table of line starts.
#include "source.h"

#include <algorithm>

namespace pyk2ptx {

namespace {

bool isContinuation(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

} // namespace

Source::Source(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)), lineStarts_({0}) {
  std::uint32_t codePoints = 0;
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (i % blockSize == 0)
      codePoints_.push_back(codePoints);
    codePoints += !isContinuation(text_[i]);
    if (text_[i] == '\n')
      lineStarts_.push_back(static_cast<std::uint32_t>(i + 1));
  }
  codePoints_.push_back(codePoints);
}

std::uint32_t Source::codePointsBefore(std::uint32_t offset) const {
  std::uint32_t block = offset / blockSize;
  std::uint32_t count = codePoints_[block];
  for (std::uint32_t i = block * blockSize; i < offset; ++i)
    count += !isContinuation(text_[i]);
  return count;
}

std::string_view Source::text(SourceRange range) const {
  std::size_t begin = std::min<std::size_t>(range.begin, text_.size());
  std::size_t end = std::min<std::size_t>(range.end, text_.size());
  return std::string_view(text_).substr(begin, end > begin ? end - begin : 0);
}

LineColumn Source::lineColumn(std::uint32_t offset) const {
  offset = std::min(offset, static_cast<std::uint32_t>(text_.size()));
  auto next = std::upper_bound(lineStarts_.begin(), lineStarts_.end(), offset);
  auto line = static_cast<std::uint32_t>(next - lineStarts_.begin());
  std::uint32_t column =
      codePointsBefore(offset) - codePointsBefore(lineStarts_[line - 1]) + 1;
  // A byte order mark is no part of the first line.
  if (line == 1 && offset >= 3 && text_.starts_with("\xEF\xBB\xBF"))
    --column;
  return {line, column};
}

std::uint32_t Source::lineCount() const {
  return static_cast<std::uint32_t>(lineStarts_.size());
}

std::string_view Source::line(std::uint32_t number) const {
  if (number == 0 || number > lineStarts_.size())
    return {};
  std::size_t begin = lineStarts_[number - 1];
  std::size_t end =
      number < lineStarts_.size() ? lineStarts_[number] - 1 : text_.size();
  if (end > begin && text_[end - 1] == '\r')
    --end;
  return std::string_view(text_).substr(begin, end - begin);
}

namespace {

/// Length of the valid sequence at the text's begin; 0 if there is none.
std::size_t sequenceLength(std::string_view text) {
  auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  unsigned first = byte(0);
  if (first < 0x80)
    return 1;
  std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4)
    return 0;
  for (std::size_t i = 1; i < length; ++i)
    if (i >= text.size() || !isContinuation(text[i]))
      return 0;
  // Overlong forms, surrogates, and what is beyond U+10FFFF.
  unsigned second = byte(1);
  if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
      (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f))
    return 0;
  return length;
}

} // namespace

std::size_t findInvalidUtf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t length = sequenceLength(text.substr(at));
    if (length == 0)
      return at;
    at += length;
  }
  return std::string_view::npos;
}

std::string placeOf(SourceRange range) {
  if (!range.source)
    return "";
  LineColumn place = range.source->lineColumn(range.begin);
  return range.source->name() + ":" + std::to_string(place.line) + ":" +
         std::to_string(place.column);
}

} // namespace pyk2ptx
