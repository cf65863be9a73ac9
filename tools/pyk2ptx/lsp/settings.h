// What an editor, or a comment in the file, says of how kernels are compiled.
#ifndef PYK2PTX_TOOLS_LSP_SETTINGS_H
#define PYK2PTX_TOOLS_LSP_SETTINGS_H

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pyk2ptx {

struct Settings {
  /// -I
  std::vector<std::string> importFolders;
  /// -D
  std::vector<std::pair<std::string, std::string>> defines;
  /// --arch; of the newest everything can be used.
  std::string arch = "sm_121";
  /// --sig
  std::vector<std::string> signatures = {};
  /// Of the first comment, in the text.
  std::size_t commentBegin = 0, commentEnd = 0;
};

/// `given` with what the file's comments add:
///
///   # pyk2ptx: --sig 'k(float32[:], int64)' -D N=4 --arch=sm_90
///
/// Words are quoted as in a shell; other options are left alone, for they may
/// be for other commands.
[[nodiscard]] Settings withComments(Settings given, std::string_view text);

} // namespace pyk2ptx

#endif
