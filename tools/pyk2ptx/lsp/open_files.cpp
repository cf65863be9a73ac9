// ProjectFiles finds the file; if that is open its text is another.
#include "open_files.h"

namespace pyk2ptx {

LoadedSource OpenFiles::load(const Source &importer, int level,
                             const std::string &module) {
  LoadedSource loaded = files_.load(importer, level, module);
  if (!loaded.source)
    return loaded;
  const std::string &path = loaded.source->name();
  auto text = texts_.find(path);
  if (text == texts_.end())
    return loaded;
  std::unique_ptr<Source> &source = opened_[path];
  if (!source) {
    source = std::make_unique<Source>(path, *text->second);
    files_.addInput(*source, path);
  }
  LoadedSource opened;
  opened.source = source.get();
  return opened;
}

} // namespace pyk2ptx
