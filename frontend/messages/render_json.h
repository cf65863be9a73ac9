// What the JSON forms of diagnostics share.
#ifndef PYK2PTX_FRONTEND_MESSAGES_RENDER_JSON_H
#define PYK2PTX_FRONTEND_MESSAGES_RENDER_JSON_H

#include "render.h"

#include <string>
#include <string_view>
#include <vector>

namespace pyk2ptx {

/// What is shown, and how many errors are left out.
[[nodiscard]] std::vector<Diagnostic> shownOf(const Diagnostics &diagnostics,
                                              const RenderOptions &options,
                                              std::size_t &hidden);

/// "error", "warning", "note"
[[nodiscard]] const char *severityName(Severity severity);

/// Appends `text` in quotes; what is no UTF-8 (a file name need not be) becomes
/// U+FFFD.
void appendJsonString(std::string &out, std::string_view text);

} // namespace pyk2ptx

#endif
