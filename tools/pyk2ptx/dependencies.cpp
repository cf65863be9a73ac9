// make's way to spell file names: a backslash before spaces and #, two dollars
// for one.
#include "dependencies.h"

#include <filesystem>
#include <set>

namespace pyk2ptx {

static std::string escaped(const std::string &path) {
  std::string result;
  for (char c : path) {
    if (c == ' ' || c == '#')
      result += '\\';
    if (c == '$')
      result += '$';
    result += c;
  }
  return result;
}

std::string dependencyPath(const std::string &output) {
  return std::filesystem::path(output).replace_extension(".d");
}

std::string dependencyRule(const std::string &output,
                           const std::vector<std::string> &files) {
  std::string rule = escaped(output) + ":";
  std::set<std::string> seen;
  for (const std::string &file : files)
    if (file != "-" && seen.insert(file).second)
      rule += " \\\n  " + escaped(file);
  return rule + "\n";
}

} // namespace pyk2ptx
