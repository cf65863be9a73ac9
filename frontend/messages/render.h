// Diagnostics as text. JSON and SARIF are the command line's to write.
#ifndef PYK2PTX_FRONTEND_MESSAGES_RENDER_H
#define PYK2PTX_FRONTEND_MESSAGES_RENDER_H

#include "diagnostics.h"

#include <string>
#include <vector>

namespace pyk2ptx {

struct RenderOptions {
  /// At most so many errors are shown; 0 is all. What was left out is counted
  /// in a closing line.
  unsigned errorLimit = 20;
  /// ANSI colours.
  bool color = false;
};

/// `file.py:3:9: error: text [Kind]`, the source line, a caret range below it,
/// then notes. Sorted by place.
std::string renderText(const Diagnostics &diagnostics,
                       const RenderOptions &options);

/// For other forms: what is shown, sorted by place, and how many errors are
/// left out.
[[nodiscard]] std::vector<Diagnostic> shownOf(const Diagnostics &diagnostics,
                                              const RenderOptions &options,
                                              std::size_t &hidden);

/// "error", "warning", "note"
[[nodiscard]] const char *severityName(Severity severity);

} // namespace pyk2ptx

#endif
