// Diagnostics as text or JSON: the only place that formats them.
#ifndef PYK2PTX_FRONTEND_MESSAGES_RENDER_H
#define PYK2PTX_FRONTEND_MESSAGES_RENDER_H

#include "diagnostics.h"

#include <string>

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

/// One JSON object {"diagnostics": [...]}, each with file, line, column,
/// endLine, endColumn, severity, kind, message, notes.
std::string renderJson(const Diagnostics &diagnostics,
                       const RenderOptions &options);

/// The same as a SARIF 2.1.0 log of the program's `version`.
std::string renderSarif(const Diagnostics &diagnostics,
                        const RenderOptions &options,
                        const std::string &version);

} // namespace pyk2ptx

#endif
