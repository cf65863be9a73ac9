// A function of the prelude is read at its first use in the process, by itself,
// and never changed; its tree was made by the build (prelude/pack.cpp). What a
// call may pass is checked before, so nothing in these files can be wrong for a
// user to see.
#include "prelude.h"

#include "frontend/messages/internal_error.h"
#include "frontend/parse/packed_tree.h"
#include "frontend/prelude/texts.h"

#include <map>
#include <mutex>
#include <unordered_map>

namespace pyk2ptx {

namespace {

struct PreludeFile {
  Source source;
  syntax::Module tree;
  std::unique_ptr<Scope> scope;

  explicit PreludeFile(const PreludeText &text)
      : source("<prelude/" + std::string(text.file) + ".py>",
               std::string(text.text)),
        tree(unpackTree(text.tree, source)) {
    scope = makeScope(tree);
    scope->isPrelude = true;
    // What is told of their text is told of the user's call.
    for (std::string_view primitive : {"coop", "tensor", "matmul", "fft"})
      scope->isExpanded = scope->isExpanded || text.file.starts_with(primitive);
  }
};

const Scope &scopeOf(const PreludeText &text) {
  static std::mutex mutex;
  static std::map<const PreludeText *, std::unique_ptr<PreludeFile>> files;
  std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<PreludeFile> &file = files[&text];
  if (!file)
    file = std::make_unique<PreludeFile>(text);
  return *file->scope;
}

/// The texts of functions, by their names.
const PreludeText *findText(std::string_view function) {
  static const auto texts = [] {
    std::unordered_map<std::string_view, const PreludeText *> result;
    for (const PreludeText &text : preludeTexts())
      if (!text.function.empty())
        result.emplace(text.function, &text);
    return result;
  }();
  auto found = texts.find(function);
  return found == texts.end() ? nullptr : found->second;
}

} // namespace

FunctionValue preludeFunction(std::string_view name) {
  static const auto jit = std::make_shared<const JitOptions>();
  const PreludeText *text = findText(name);
  if (!text)
    internalError("the prelude has no `" + std::string(name) + "`");
  const Scope &scope = scopeOf(*text);
  for (const syntax::FunctionDef *def : scope.functions)
    if (def->name == name)
      return {def, scope.inner.at(def).get(), jit, nullptr};
  internalError("`" + std::string(name) + "` of the prelude was not read");
}

const Scope &preludeScope(std::string_view file) {
  for (const PreludeText &text : preludeTexts())
    if (text.file == file && text.function.empty())
      return scopeOf(text);
  internalError("the prelude has no file `" + std::string(file) + "`");
}

} // namespace pyk2ptx
