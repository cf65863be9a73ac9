// A function of the prelude is parsed at its first use in the process, by
// itself, and never changed; so nobody pays for what no kernel calls: a scan of
// a block needs 26 of the 135 functions in coop*.py. What is parsed is its
// text, with what its file has outside of functions, each in its line. Of the
// prelude's other functions those are imported that it names, be they of its
// file or of another. What a call may pass is checked before, so nothing in
// these files can be wrong for a user to see.
#include "prelude.h"

#include "frontend/messages/internal_error.h"
#include "frontend/parse/parse.h"
#include "frontend/prelude/texts.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <mutex>

namespace pyk2ptx {

namespace {

bool isWordPart(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

bool mentions(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    std::size_t end = at + word.size();
    if ((at == 0 || !isWordPart(text[at - 1])) &&
        (end == text.size() || !isWordPart(text[end])))
      return true;
  }
  return false;
}

/// What begins at the left margin, up to the next such line.
struct Part {
  std::string_view text;
  /// The function that it defines, or empty.
  std::string_view function;

  /// A comment or empty lines.
  bool isEmpty() const { return text[0] == '\n' || text[0] == '#'; }
  bool isImport() const { return text.starts_with("from ."); }
};

/// Decorators are parts of their functions.
std::vector<Part> partsOf(std::string_view text) {
  auto lineAt = [&](std::size_t at) {
    return text.substr(at, text.find('\n', at) - at);
  };
  constexpr std::string_view head = "def ";
  std::vector<Part> parts;
  bool isDecorated = false;
  for (std::size_t at = 0, end = 0; at < text.size(); at = end) {
    std::string_view line = lineAt(at);
    end = std::min(at + line.size() + 1, text.size());
    bool isMargin = !line.empty() && line[0] != ' ' && line[0] != ')' &&
                    line[0] != ']' && line[0] != '}';
    if (parts.empty() || (isMargin && !isDecorated))
      parts.push_back({text.substr(at, 0), ""});
    Part &part = parts.back();
    part.text = {part.text.data(), part.text.size() + (end - at)};
    isDecorated = isMargin && line[0] == '@';
    if (line.starts_with(head))
      part.function =
          line.substr(head.size(), line.find_first_of("([") - head.size());
  }
  return parts;
}

/// The prelude's functions that a file knows by name.
std::vector<std::string_view> namesOf(const std::vector<Part> &parts) {
  std::vector<std::string_view> names;
  for (const Part &part : parts) {
    if (!part.function.empty())
      names.push_back(part.function);
    if (!part.isImport())
      continue;
    constexpr std::string_view import = " import ";
    std::size_t at = part.text.find(import) + import.size();
    while (at < part.text.size()) {
      auto begin = part.text.begin() + at;
      auto end = std::find_if_not(begin, part.text.end(), isWordPart);
      if (begin != end)
        names.emplace_back(begin, end);
      at += (end - begin) + 1;
    }
  }
  return names;
}

/// The text of `function` among the parts of its file, or of no function and
/// the names of all.
std::string textFor(std::string_view function, std::string_view file) {
  std::vector<Part> parts = partsOf(file);
  std::string text;
  for (const Part &part : parts)
    if (part.isEmpty() || part.isImport() ||
        (!part.function.empty() && part.function != function))
      text.append(std::ranges::count(part.text, '\n'), '\n');
    else
      text += part.text;
  std::string imports;
  for (std::string_view name : namesOf(parts))
    if (name != function && (function.empty() || mentions(text, name)))
      imports += (imports.empty() ? "from .prelude import " : ", ") +
                 std::string(name);
  return text + imports + "\n";
}

struct PreludeFile {
  Source source;
  syntax::Module tree;
  std::unique_ptr<Scope> scope;

  PreludeFile(const PreludeText &file, std::string_view function)
      : source("<prelude/" + std::string(file.file) + ".py>",
               textFor(function, file.text)) {
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

/// Of one of a text's functions, or of what stands outside of them.
const Scope &scopeOf(std::size_t text, std::string_view function) {
  static std::mutex mutex;
  static std::map<std::pair<std::size_t, std::string_view>,
                  std::unique_ptr<PreludeFile>>
      files;
  std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<PreludeFile> &file = files[{text, function}];
  if (!file)
    file = std::make_unique<PreludeFile>(preludeTexts()[text], function);
  return *file->scope;
}

} // namespace

FunctionValue preludeFunction(std::string_view name) {
  static const auto jit = std::make_shared<const JitOptions>();
  std::span<const PreludeName> names = preludeNames();
  auto found = std::ranges::find(names, name, &PreludeName::name);
  if (found == names.end())
    internalError("the prelude has no `" + std::string(name) + "`");
  // The table's names live as long as the process.
  const Scope &scope = scopeOf(found->text, found->name);
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
  return scopeOf(static_cast<std::size_t>(found - texts.begin()), "");
}

} // namespace pyk2ptx
