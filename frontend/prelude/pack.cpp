// pyk2ptx_pack_prelude FOLDER OUT.cpp NAME.py...: writes the C++ that holds
// the prelude's functions (texts.h), with their trees as the parser made them.
//
// Nobody pays for what no kernel calls: a scan of a block needs 26 of the 135
// functions in coop*.py. So each function is a text of its own, with what its
// file has outside of functions, each in its line. Of the prelude's other
// functions those are imported that it names, be they of its file or of
// another.
#include "frontend/messages/diagnostics.h"
#include "frontend/messages/render.h"
#include "frontend/parse/packed_tree.h"
#include "frontend/parse/parse.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

using namespace pyk2ptx;

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

/// A string literal of any bytes.
std::string literal(std::string_view bytes) {
  std::string text = "\"";
  std::size_t line = 0;
  for (unsigned char byte : bytes) {
    if (text.size() - line > 70) {
      text += "\"\n\"";
      line = text.size();
    }
    bool isPlain = byte >= ' ' && byte < 0x7f && byte != '"' && byte != '\\' &&
                   byte != '?';
    char octal[5];
    std::snprintf(octal, sizeof octal, "\\%03o", byte);
    text += isPlain ? std::string(1, static_cast<char>(byte)) : octal;
  }
  return text + "\"";
}

/// What is written of one file.
class FileWriter {
public:
  FileWriter(std::string file, std::string text)
      : file_(std::move(file)), text_(std::move(text)) {}

  /// The rows of its functions and of what stands outside of them; false after
  /// a message.
  bool write(std::string &rows) const {
    std::vector<std::string_view> functions = {""};
    for (const Part &part : partsOf(text_))
      if (!part.function.empty())
        functions.push_back(part.function);
    return std::all_of(
        functions.begin(), functions.end(),
        [&](std::string_view function) { return writeOne(function, rows); });
  }

private:
  bool writeOne(std::string_view function, std::string &rows) const {
    Source source("<prelude/" + file_ + ".py>", textFor(function, text_));
    Diagnostics messages;
    std::optional<syntax::Module> tree = parse(source, messages);
    if (!tree) {
      std::fputs(renderText(messages, {}).c_str(), stderr);
      return false;
    }
    std::string bytes = packTree(*tree);
    rows += "    {" + literal(file_) + ", " + literal(function) + ",\n" +
            viewOf(source.text()) + ",\n" + viewOf(bytes) + "},\n";
    return true;
  }
  /// With its length: there may be zeros in it.
  static std::string viewOf(std::string_view bytes) {
    return "{" + literal(bytes) + ", " + std::to_string(bytes.size()) + "}";
  }

  std::string file_, text_;
};

/// Whether each name is one function's.
bool areDistinct(const std::map<std::string, std::string> &files) {
  std::map<std::string, std::string> owners;
  for (const auto &[file, text] : files)
    for (const Part &part : partsOf(text)) {
      if (part.function.empty())
        continue;
      auto [owner, isNew] = owners.emplace(part.function, file);
      if (isNew)
        continue;
      std::fprintf(stderr, "%s.py: %s.py of the prelude defines `%s` too\n",
                   file.c_str(), owner->second.c_str(), owner->first.c_str());
      return false;
    }
  return true;
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  std::map<std::string, std::string> files;
  for (int i = 3; i < argc; ++i) {
    std::string name = argv[i];
    std::ifstream stream(std::string(argv[1]) + "/" + name);
    files[name.substr(0, name.rfind(".py"))] = {
        std::istreambuf_iterator<char>(stream), {}};
  }
  if (!areDistinct(files))
    return 1;
  std::string rows;
  for (const auto &[file, text] : files)
    if (!FileWriter(file, text).write(rows))
      return 1;
  std::ofstream out(argv[2]);
  out << "// Made by frontend/prelude/pack.cpp.\n"
         "#include \"frontend/prelude/texts.h\"\n\n"
         "namespace pyk2ptx {\n\n"
         "static constexpr PreludeText texts[] = {\n"
      << rows
      << "};\n\n"
         "std::span<const PreludeText> preludeTexts() { return texts; }\n\n"
         "} // namespace pyk2ptx\n";
  return out.flush() ? 0 : 1;
}
