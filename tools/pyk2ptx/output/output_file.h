// Files that are written whole or not at all.
#ifndef PYK2PTX_TOOLS_PYK2PTX_OUTPUT_OUTPUT_FILE_H
#define PYK2PTX_TOOLS_PYK2PTX_OUTPUT_OUTPUT_FILE_H

#include <string>

namespace pyk2ptx {

/// Writes beside `path` and renames, so that a reader never sees a part and an
/// older file stays as it was when something fails. Symbolic links are
/// followed, an older file's permissions kept; what is no regular file (a pipe,
/// /dev/null) is written to directly; "-" is standard output. False, with
/// `error` set to the reason, when it cannot be written.
[[nodiscard]] bool writeFile(const std::string &path, const std::string &text,
                             std::string &error);

} // namespace pyk2ptx

#endif
