// Source text and places in it.
#ifndef PYK2PTX_FRONTEND_MESSAGES_SOURCE_H
#define PYK2PTX_FRONTEND_MESSAGES_SOURCE_H

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pyk2ptx {

class Source;

/// Half-open range of byte offsets into one Source. A range without a source
/// belongs to no place (a message about the environment).
struct SourceRange {
  const Source *source = nullptr;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// Counted from 1; the column counts Unicode code points.
struct LineColumn {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

/// One file's text. Immutable; ranges point into it, so it outlives whatever
/// was made from it and never moves.
class Source {
public:
  /// `name` is what messages call the file; `text` must be valid UTF-8
  /// (findInvalidUtf8 tells) and below 2 GiB.
  Source(std::string name, std::string text);
  Source(const Source &) = delete;
  Source &operator=(const Source &) = delete;

  const std::string &name() const { return name_; }
  std::string_view text() const { return text_; }
  std::string_view text(SourceRange range) const;
  LineColumn lineColumn(std::uint32_t offset) const;
  std::uint32_t lineCount() const;
  /// A line (from 1) without its line break.
  std::string_view line(std::uint32_t number) const;

private:
  std::string name_;
  std::string text_;
  std::uint32_t codePointsBefore(std::uint32_t offset) const;

  std::vector<std::uint32_t> lineStarts_;
  /// Code points before each block of blockSize bytes, so that a column in a
  /// line of a megabyte costs no more than another.
  static constexpr std::uint32_t blockSize = 256;
  std::vector<std::uint32_t> codePoints_;
};

/// The offset of the first byte that is no valid UTF-8, or npos.
std::size_t findInvalidUtf8(std::string_view text);

/// "k.py:3:9" of the range's begin; empty for a range without a source.
std::string placeOf(SourceRange range);

} // namespace pyk2ptx

#endif
