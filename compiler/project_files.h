// Imported project files, found where Python would find them.
#ifndef PYK2PTX_COMPILER_PROJECT_FILES_H
#define PYK2PTX_COMPILER_PROJECT_FILES_H

#include "../frontend/source_loader.h"
#include "input_file.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace pyk2ptx {

/// An absolute import is looked for in the folders of -I, beside the input,
/// beside the importing file, and beside the outermost package that holds it; a
/// relative one from the importing file's folder. Standard input has no
/// folder: its relative imports are looked for in those of -I.
class ProjectFiles : public SourceLoader {
public:
  /// `forbidden`: --no-imports, every import fails.
  ProjectFiles(std::vector<std::string> folders, bool forbidden);
  /// `path` is "-" for standard input.
  void addInput(const Source &source, const std::string &path);
  [[nodiscard]] LoadedSource load(const Source &importer, int level,
                                  const std::string &module) override;

  /// The imported files that were asked for since forgetAsked, sorted.
  [[nodiscard]] const std::set<std::string> &asked() const { return asked_; }
  void forgetAsked() { asked_.clear(); }

private:
  /// Where a file's imports are looked for.
  struct Home {
    /// "" is none.
    std::string folder;
    std::string inputFolder;
  };
  struct File {
    InputFile input;
    std::string problem;
    SourceRange place;
  };
  LoadedSource loadFrom(const std::string &folder, const std::string &module,
                        const Home &home);
  LoadedSource readModule(const std::string &path, const Home &home);

  std::vector<std::string> folders_;
  bool forbidden_;
  std::map<const Source *, Home> homes_;
  std::map<std::string, File> files_;
  std::set<std::string> asked_;
};

} // namespace pyk2ptx

#endif
