// Diagnostics -> text.
//
// The caret line repeats the tabs of the source line before it, so that it
// lines up whatever a tab is worth, and counts display columns for the rest:
// two for wide characters, none for combining ones. A line too long to read is
// shown as a window around the range.
#include "render.h"

#include "utf8.h"

#include <algorithm>
#include <string_view>

namespace pyk2ptx {

namespace {

constexpr std::size_t maxLineColumns = 200;

} // namespace

const char *severityName(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Note:
    return "note";
  }
  return "";
}

namespace {

/// Roughly as terminals do.
std::size_t displayWidth(std::uint32_t codePoint) {
  if ((codePoint >= 0x300 && codePoint <= 0x36f) ||
      (codePoint >= 0x200b && codePoint <= 0x200f) ||
      (codePoint >= 0x20d0 && codePoint <= 0x20ff) ||
      (codePoint >= 0xfe00 && codePoint <= 0xfe0f) || codePoint == 0xfeff)
    return 0;
  if ((codePoint >= 0x1100 && codePoint <= 0x115f) ||
      (codePoint >= 0x2e80 && codePoint <= 0xa4cf) ||
      (codePoint >= 0xac00 && codePoint <= 0xd7a3) ||
      (codePoint >= 0xf900 && codePoint <= 0xfaff) ||
      (codePoint >= 0xfe30 && codePoint <= 0xfe6f) ||
      (codePoint >= 0xff00 && codePoint <= 0xff60) ||
      (codePoint >= 0x1f300 && codePoint <= 0x1faff) ||
      (codePoint >= 0x20000 && codePoint <= 0x3fffd))
    return 2;
  return 1;
}

class TextRenderer {
public:
  explicit TextRenderer(bool color) : color_(color) {}

  void message(SourceRange range, Severity severity, std::string_view text,
               std::string_view kind) {
    std::string place = range.source ? placeOf(range) : "pyk2ptx";
    paint("\033[1m");
    out += place + ": ";
    paint(severity == Severity::Error     ? "\033[31m"
          : severity == Severity::Warning ? "\033[35m"
                                          : "\033[36m");
    out += severityName(severity);
    out += ": ";
    paint("\033[0m\033[1m");
    addVisible(text);
    if (!kind.empty())
      out += " [" + std::string(kind) + "]";
    paint("\033[0m");
    out += '\n';
    if (range.source)
      snippet(range);
  }

  std::string out;

private:
  void paint(const char *code) {
    if (color_)
      out += code;
  }

  // Control characters would move the terminal's cursor.
  void addVisible(std::string_view text) {
    for (char c : text)
      out += isControl(c) ? '?' : c;
  }
  static bool isControl(char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n') ||
           c == 0x7f;
  }

  // The line, and below it the range: ^~~~
  void snippet(SourceRange range) {
    const Source &source = *range.source;
    std::uint32_t number = source.lineColumn(range.begin).line;
    std::string_view line = source.line(number);
    auto lineBegin =
        static_cast<std::uint32_t>(line.data() - source.text().data());
    std::size_t begin =
        std::min<std::size_t>(range.begin - lineBegin, line.size());
    std::size_t end = std::clamp<std::size_t>(
        range.end > lineBegin ? range.end - lineBegin : 0, begin, line.size());
    if (line.starts_with("\xEF\xBB\xBF")) {
      line.remove_prefix(3);
      begin = begin >= 3 ? begin - 3 : 0;
      end = end >= 3 ? end - 3 : 0;
    }
    std::size_t first = 0;
    std::size_t last = line.size();
    if (line.size() > maxLineColumns)
      window(line, begin, first, last);
    end = std::min(end, last);
    std::string shown = first > 0 ? "..." : "";
    std::string carets(shown.size(), ' ');
    shown += line.substr(first, last - first);
    if (last < line.size())
      shown += "...";
    out += "  ";
    addVisible(shown);
    out += "\n  ";
    addPadding(line.substr(first, begin - first), carets);
    out += carets;
    paint("\033[32m");
    out += '^';
    std::size_t width = columns(line.substr(begin, end - begin));
    out.append(width > 1 ? width - 1 : 0, '~');
    paint("\033[0m");
    out += '\n';
  }

  // A part of the line that begins somewhat before the range, at whole
  // characters.
  static void window(std::string_view line, std::size_t begin,
                     std::size_t &first, std::size_t &last) {
    auto toBoundary = [&](std::size_t at) {
      while (at < line.size() &&
             (static_cast<unsigned char>(line[at]) & 0xc0) == 0x80)
        ++at;
      return at;
    };
    first = begin > maxLineColumns / 2 ? begin - maxLineColumns / 2 : 0;
    first = std::min(toBoundary(first), begin);
    last = toBoundary(std::min(first + maxLineColumns, line.size()));
  }

  static std::size_t columns(std::string_view text) {
    std::size_t width = 0;
    for (std::uint32_t at = 0; at < text.size();)
      width += displayWidth(decodeUtf8(text, at));
    return width;
  }

  static void addPadding(std::string_view text, std::string &padding) {
    for (std::uint32_t at = 0; at < text.size();) {
      std::uint32_t codePoint = decodeUtf8(text, at);
      if (codePoint == '\t')
        padding += '\t';
      else
        padding.append(displayWidth(codePoint), ' ');
    }
  }

  bool color_;
};

} // namespace

std::vector<Diagnostic> shownOf(const Diagnostics &diagnostics,
                                const RenderOptions &options,
                                std::size_t &hidden) {
  std::vector<Diagnostic> shown;
  std::size_t errors = 0;
  hidden = 0;
  for (Diagnostic &diagnostic : diagnostics.sorted()) {
    bool isError = diagnostic.severity == Severity::Error;
    errors += isError;
    bool isBeyond = options.errorLimit != 0 && errors > options.errorLimit;
    hidden += isBeyond && isError;
    if (!isBeyond)
      shown.push_back(std::move(diagnostic));
  }
  return shown;
}

std::string renderText(const Diagnostics &diagnostics,
                       const RenderOptions &options) {
  std::size_t hidden = 0;
  TextRenderer renderer(options.color);
  for (const Diagnostic &diagnostic : shownOf(diagnostics, options, hidden)) {
    renderer.message(diagnostic.range, diagnostic.severity, diagnostic.text,
                     diagnosticInfo(diagnostic.kind).name);
    for (const DiagnosticNote &note : diagnostic.notes)
      renderer.message(note.range, Severity::Note, note.text, "");
  }
  if (hidden != 0)
    renderer.out += std::to_string(hidden) +
                    (hidden == 1 ? " more error was" : " more errors were") +
                    " not shown; --error-limit=0 shows all\n";
  return std::move(renderer.out);
}

} // namespace pyk2ptx
