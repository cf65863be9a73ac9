// Imported files, as an editor has them: what is open counts, not what is on
// the disk.
#ifndef PYK2PTX_TOOLS_LSP_OPEN_FILES_H
#define PYK2PTX_TOOLS_LSP_OPEN_FILES_H

#include "compiler/project_files.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace pyk2ptx {

/// Texts by path.
using OpenTexts = std::map<std::string, std::shared_ptr<const std::string>>;

class OpenFiles : public SourceLoader {
public:
  OpenFiles(std::vector<std::string> folders, OpenTexts texts)
      : files_(std::move(folders), false), texts_(std::move(texts)) {}
  /// `path` is "" for a text without a file.
  void addInput(const Source &source, const std::string &path) {
    files_.addInput(source, path.empty() ? "-" : path);
  }
  [[nodiscard]] LoadedSource load(const Source &importer, int level,
                                  const std::string &module) override;
  /// Paths of all that was imported.
  const std::set<std::string> &asked() const { return files_.asked(); }

private:
  ProjectFiles files_;
  OpenTexts texts_;
  std::map<std::string, std::unique_ptr<Source>> opened_;
};

} // namespace pyk2ptx

#endif
