// Imported project files, found where Python would find them.
#ifndef PYK2PTX_COMPILER_PROJECT_FILES_H
#define PYK2PTX_COMPILER_PROJECT_FILES_H

#include "frontend/parse/source_loader.h"
#include "input_file.h"

#include <cstdint>
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
  /// What stands where a module is looked for.
  enum class Place : std::uint8_t { Nothing, File, Folder };
  /// Nothing but a plain file is read: a pipe would be waited for.
  [[nodiscard]] static Place placeAt(const std::string &path);

  /// `forbidden`: --no-imports, every import fails.
  ProjectFiles(std::vector<std::string> folders, bool forbidden);
  /// `path` is "-" for standard input.
  void addInput(const Source &source, const std::string &path);
  [[nodiscard]] LoadedSource load(const Source &importer, int level,
                                  const std::string &module) override;

  /// The imported files that were asked for since forgetAsked, sorted.
  [[nodiscard]] const std::set<std::string> &asked() const { return asked_; }
  void forgetAsked() { asked_.clear(); }
  /// All places that were looked at: where one of them changes, imports may
  /// lead elsewhere.
  [[nodiscard]] const std::map<std::string, Place> &seen() const {
    return seen_;
  }

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
  bool isFile(const std::string &path);
  bool isFolder(const std::string &path);

  std::vector<std::string> folders_;
  bool forbidden_;
  std::map<const Source *, Home> homes_;
  std::map<std::string, File> files_;
  std::set<std::string> asked_;
  std::map<std::string, Place> seen_;
};

} // namespace pyk2ptx

#endif
