// What is written otherwise when a person is looking.
#ifndef PYK2PTX_TOOLS_PYK2PTX_OUTPUT_TERMINAL_H
#define PYK2PTX_TOOLS_PYK2PTX_OUTPUT_TERMINAL_H

#include <functional>
#include <memory>
#include <string>

namespace pyk2ptx {

/// Whether messages on standard error are to be colored: at a terminal that
/// can, unless NO_COLOR says no.
[[nodiscard]] bool wantsColor();

/// pyk2ptx: error: TEXT, on standard error: what no place in a text is wrong
/// about.
void printError(const std::string &text);

/// What standard output can show.
struct Screen {
  /// As $COLUMNS says, else the terminal; 80 for pipes and files.
  int columns = 80;
  /// Of a terminal that can, unless NO_COLOR says no.
  bool hasColor = false;
  /// All of 24 bits, as $COLORTERM says; otherwise 256.
  bool hasAllColors = false;
};
[[nodiscard]] Screen standardOutput();

/// Tells at a terminal, on one line of standard error that is gone at the end,
/// how far something is that takes more than two seconds. In pipes and files it
/// writes nothing.
class ProgressLine {
public:
  /// `text` is called by another thread, as long as the line lives.
  explicit ProgressLine(std::function<std::string()> text);
  ~ProgressLine();
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace pyk2ptx

#endif
