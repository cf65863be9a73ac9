// A file of the prelude is parsed at the first use of one of its functions in
// the process, and never changed; so nobody pays for what no kernel calls. What
// a call may pass is checked before, so nothing in these files can be wrong for
// a user to see.
#include "prelude.h"

#include "frontend/messages/internal_error.h"
#include "frontend/parse/parse.h"
#include "frontend/prelude/texts.h"

#include <algorithm>
#include <mutex>

namespace pyk2ptx {

namespace {

struct PreludeFile {
  Source source;
  syntax::Module tree;
  std::unique_ptr<Scope> scope;

  explicit PreludeFile(const PreludeText &file)
      : source("<prelude/" + std::string(file.file) + ".py>",
               std::string(file.text)) {
    Diagnostics messages;
    if (std::optional<syntax::Module> parsed = parse(source, messages))
      tree = std::move(*parsed);
    scope = makeScope(tree);
    scope->isPrelude = true;
    // What is told of their text is told of the user's call.
    for (std::string_view primitive : {"coop", "tensor", "matmul", "fft"})
      scope->isExpanded = scope->isExpanded || file.file.starts_with(primitive);
  }
};

const Scope &scopeOf(std::size_t text) {
  static std::mutex mutex;
  static std::vector<std::unique_ptr<PreludeFile>> files(preludeTexts().size());
  std::lock_guard<std::mutex> lock(mutex);
  if (!files[text])
    files[text] = std::make_unique<PreludeFile>(preludeTexts()[text]);
  return *files[text]->scope;
}

} // namespace

FunctionValue preludeFunction(std::string_view name) {
  static const auto jit = std::make_shared<const JitOptions>();
  std::span<const PreludeName> names = preludeNames();
  auto found = std::ranges::find(names, name, &PreludeName::name);
  if (found == names.end())
    internalError("the prelude has no `" + std::string(name) + "`");
  const Scope &scope = scopeOf(found->text);
  for (const syntax::FunctionDef *def : scope.functions)
    if (def->name == name)
      return {def, scope.inner.at(def).get(), jit, nullptr};
  internalError("`" + std::string(name) + "` of the prelude was not read");
}

const Scope &preludeScope(std::string_view file) {
  std::span<const PreludeText> texts = preludeTexts();
  auto found = std::ranges::find(texts, file, &PreludeText::file);
  if (found == texts.end())
    internalError("the prelude has no file `" + std::string(file) + "`");
  return scopeOf(static_cast<std::size_t>(found - texts.begin()));
}

} // namespace pyk2ptx
