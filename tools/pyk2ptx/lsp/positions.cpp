// UTF-8 has a lead byte for each character; one of four bytes is two UTF-16
// units, a surrogate pair.
#include "positions.h"

#include <algorithm>

namespace pyk2ptx {

static bool isLead(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
}

static int unitsOf(char lead) {
  return static_cast<unsigned char>(lead) >= 0xf0 ? 2 : 1;
}

Positions::Positions(std::string_view text) : text_(text), starts_({0}) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    bool isPair = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if ((text[i] == '\n' || text[i] == '\r') && !isPair)
      starts_.push_back(i + 1);
  }
}

std::string_view Positions::line(std::size_t number) const {
  if (number >= starts_.size())
    return {};
  std::size_t end =
      number + 1 < starts_.size() ? starts_[number + 1] : text_.size();
  std::string_view line = text_.substr(starts_[number], end - starts_[number]);
  bool hasBreak = number + 1 < starts_.size();
  if (hasBreak && line.ends_with("\r\n"))
    line.remove_suffix(2);
  else if (hasBreak)
    line.remove_suffix(1);
  return line;
}

llvm::lsp::Position Positions::at(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  auto next = std::upper_bound(starts_.begin(), starts_.end(), offset);
  auto line = static_cast<std::size_t>(next - starts_.begin()) - 1;
  int units = 0;
  for (std::size_t i = starts_[line]; i < offset; ++i)
    if (isLead(text_[i]))
      units += unitsOf(text_[i]);
  return {static_cast<int>(line), units};
}

std::size_t Positions::offset(llvm::lsp::Position position) const {
  if (position.line < 0)
    return 0;
  auto number = static_cast<std::size_t>(position.line);
  if (number >= starts_.size())
    return text_.size();
  std::string_view text = line(number);
  std::size_t at = 0;
  for (int left = position.character; at < text.size(); ++at) {
    if (!isLead(text[at]))
      continue;
    left -= unitsOf(text[at]);
    if (left < 0)
      break;
  }
  return starts_[number] + at;
}

std::string edited(const std::string &text, llvm::lsp::Range range,
                   std::string_view by) {
  Positions positions(text);
  std::size_t begin = positions.offset(range.start);
  std::size_t end = std::max(begin, positions.offset(range.end));
  std::string result = text.substr(0, begin);
  result += by;
  return result.append(text, end);
}

} // namespace pyk2ptx
