// pyk2ptx explain: a row of diagnostics.def as prose.
#include "commands.h"
#include "frontend/messages/diagnostics.h"
#include "frontend/messages/render.h"
#include "tools/pyk2ptx/output/exit_status.h"
#include "tools/pyk2ptx/output/terminal.h"

#include <algorithm>
#include <cstdio>

namespace pyk2ptx {

namespace {

/// {0}, {1} as a reader would write them.
std::string withoutPlaceholders(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    bool placeholder = text[i] == '{' && i + 2 < text.size() &&
                       text[i + 1] >= '0' && text[i + 1] <= '9' &&
                       text[i + 2] == '}';
    if (!placeholder) {
      result += text[i];
      continue;
    }
    result += "...";
    i += 2;
  }
  return result;
}

int listKinds() {
  std::size_t width = 0;
  for (DiagnosticKind kind : allDiagnosticKinds())
    width = std::max(width, diagnosticInfo(kind).name.size());
  for (DiagnosticKind kind : allDiagnosticKinds()) {
    const DiagnosticInfo &info = diagnosticInfo(kind);
    std::printf("%-*s  %s\n", static_cast<int>(width),
                std::string(info.name).c_str(),
                withoutPlaceholders(info.text).c_str());
  }
  return statusDone;
}

/// Breaks at spaces, at most 80 columns.
void printWrapped(std::string_view text) {
  constexpr std::size_t width = 80;
  while (text.size() > width) {
    std::size_t space = text.rfind(' ', width);
    if (space == std::string_view::npos)
      break;
    std::printf("%s\n", std::string(text.substr(0, space)).c_str());
    text.remove_prefix(space + 1);
  }
  std::printf("%s\n", std::string(text).c_str());
}

} // namespace

int explainCommand(int argc, const char *const *argv) {
  std::string_view first = argc ? argv[0] : "";
  if (argc == 0)
    return listKinds();
  if (argc > 1 || (first.size() > 1 && first.front() == '-')) {
    bool help = argc == 1 && (first == "--help" || first == "-h");
    std::fputs("usage: pyk2ptx explain [KIND]\n\nTells more about a message; "
               "KIND is what stands in [brackets] behind it.\nWithout KIND all "
               "are listed.\n",
               help ? stdout : stderr);
    return help ? statusDone : statusUsage;
  }
  // Copied from a message, the brackets may be there.
  if (first.size() > 2 && first.front() == '[' && first.back() == ']')
    first = first.substr(1, first.size() - 2);
  std::vector<std::string> names;
  for (DiagnosticKind kind : allDiagnosticKinds()) {
    const DiagnosticInfo &info = diagnosticInfo(kind);
    names.emplace_back(info.name);
    if (info.name != first)
      continue;
    std::printf("%s (%s)\n\n", names.back().c_str(),
                severityName(info.severity));
    printWrapped(withoutPlaceholders(info.text));
    std::printf("\n");
    printWrapped(info.explanation);
    return statusDone;
  }
  std::string near = nearestName(first, names);
  printError("no message is called `" + std::string(first) + "`; " +
             (near.empty() ? "pyk2ptx explain lists all"
                           : "did you mean `" + near + "`?"));
  return statusUsage;
}

} // namespace pyk2ptx
