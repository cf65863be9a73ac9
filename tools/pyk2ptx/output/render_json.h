// Diagnostics for programs to read.
#ifndef PYK2PTX_TOOLS_OUTPUT_RENDER_JSON_H
#define PYK2PTX_TOOLS_OUTPUT_RENDER_JSON_H

#include "frontend/messages/render.h"

#include <cstdint>
#include <string>

namespace pyk2ptx {

/// --diagnostics
enum class DiagnosticForm : std::uint8_t { Text, Json, Sarif };

/// One JSON object {"diagnostics": [...]}, each with file, line, column,
/// endLine, endColumn, severity, kind, message, notes; "hiddenErrors" where
/// some were left out.
[[nodiscard]] std::string renderJson(const Diagnostics &diagnostics,
                                     const RenderOptions &options);

/// The same as a SARIF 2.1.0 log of the program's `version`.
[[nodiscard]] std::string renderSarif(const Diagnostics &diagnostics,
                                      const RenderOptions &options,
                                      const std::string &version);

/// Any of these, or text.
[[nodiscard]] std::string renderAs(DiagnosticForm form,
                                   const Diagnostics &diagnostics,
                                   const RenderOptions &options,
                                   const std::string &version);

} // namespace pyk2ptx

#endif
