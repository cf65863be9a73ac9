// Places as editors count them: lines and UTF-16 code units, from 0.
#ifndef PYK2PTX_TOOLS_LSP_POSITIONS_H
#define PYK2PTX_TOOLS_LSP_POSITIONS_H

#include <llvm/Support/LSP/Protocol.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pyk2ptx {

/// Of one text, which outlives it. A line ends with \n, \r\n or \r.
class Positions {
public:
  explicit Positions(std::string_view text);
  llvm::lsp::Position at(std::size_t offset) const;
  llvm::lsp::Range range(std::size_t begin, std::size_t end) const {
    return {at(begin), at(end)};
  }
  /// What is behind a line's end is its end, what is behind the text the
  /// text's; inside of a character is before it.
  std::size_t offset(llvm::lsp::Position position) const;
  std::size_t lineCount() const { return starts_.size(); }
  /// Without its line break.
  std::string_view line(std::size_t number) const;

private:
  std::string_view text_;
  std::vector<std::size_t> starts_;
};

/// `text` with what is between two positions replaced.
std::string edited(const std::string &text, llvm::lsp::Range range,
                   std::string_view by);

} // namespace pyk2ptx

#endif
