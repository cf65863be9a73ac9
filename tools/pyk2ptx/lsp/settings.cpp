// A comment is one where it begins its line; no kernel has such a line in a
// string.
#include "settings.h"

namespace pyk2ptx {

/// The words of a command line.
static std::vector<std::string> wordsOf(std::string_view text) {
  std::vector<std::string> words;
  bool isOpen = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == ' ' || c == '\t') {
      isOpen = false;
      continue;
    }
    if (!isOpen)
      words.emplace_back();
    isOpen = true;
    std::size_t end = c == '\'' || c == '"' ? text.find(c, i + 1) : i;
    if (end == i || end == std::string_view::npos) {
      words.back() += c;
      continue;
    }
    words.back() += text.substr(i + 1, end - i - 1);
    i = end;
  }
  return words;
}

/// The value of `--sig X` or `--sig=X` at `at`, which goes on to it.
static bool takeOption(const std::vector<std::string> &words, std::size_t &at,
                       const std::string &name, std::string &value) {
  const std::string &word = words[at];
  if (word == name && at + 1 < words.size()) {
    value = words[++at];
    return true;
  }
  bool isShort = name.size() == 2;
  std::string prefix = isShort ? name : name + "=";
  if (!word.starts_with(prefix) || word == name)
    return false;
  value = word.substr(prefix.size());
  return true;
}

static void readOptions(std::string_view text, Settings &settings) {
  std::vector<std::string> words = wordsOf(text);
  std::string value;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (takeOption(words, i, "--sig", value)) {
      settings.signatures.push_back(value);
    } else if (takeOption(words, i, "--arch", value)) {
      settings.arch = value;
    } else if (takeOption(words, i, "-I", value)) {
      settings.importFolders.push_back(value);
    } else if (takeOption(words, i, "-D", value)) {
      std::size_t equals = value.find('=');
      if (equals != std::string::npos)
        settings.defines.emplace_back(value.substr(0, equals),
                                      value.substr(equals + 1));
    }
  }
}

Settings withComments(Settings given, std::string_view text) {
  constexpr std::string_view mark = "# pyk2ptx:";
  bool isFirst = true;
  for (std::size_t at = text.find(mark); at != std::string_view::npos;
       at = text.find(mark, at + 1)) {
    std::size_t line = text.find_last_of("\r\n", at);
    line = line == std::string_view::npos ? 0 : line + 1;
    if (text.find_first_not_of(" \t", line) != at)
      continue;
    std::size_t end = text.find_first_of("\r\n", at);
    end = end == std::string_view::npos ? text.size() : end;
    if (isFirst) {
      given.commentBegin = at;
      given.commentEnd = end;
    }
    isFirst = false;
    readOptions(text.substr(at + mark.size(), end - at - mark.size()), given);
  }
  return given;
}

} // namespace pyk2ptx
