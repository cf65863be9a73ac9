// A text that an editor has open.
#ifndef PYK2PTX_TOOLS_LSP_DOCUMENT_H
#define PYK2PTX_TOOLS_LSP_DOCUMENT_H

#include "analysis.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace pyk2ptx {

/// Runs `work` where a mistake of the compiler's own does not end the program,
/// with room for recursion; false when it ran into one.
[[nodiscard]] bool runGuarded(const std::function<void()> &work);

struct Document {
  std::string uri;
  /// "" when it is no file.
  std::string path;
  std::int64_t version = 0;
  /// The editor's.
  Settings settings = {};
  /// Others that are open, when it was last analysed.
  OpenTexts open = {};
  std::shared_ptr<const std::string> text;
  /// Of the text as it is; null when it has changed since.
  std::shared_ptr<Analysis> analysis;
  /// Of the last text that was Python; it may be the same.
  std::shared_ptr<Analysis> lastGood;
  /// What is wrong with it has been told.
  bool isTold = false;

  /// The place in lastGood's text that `offset` is in this one's, where the two
  /// are the same around it.
  std::optional<std::size_t> inLastGood(std::size_t offset) const;
};

} // namespace pyk2ptx

#endif
