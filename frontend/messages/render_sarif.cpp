// SARIF 2.1.0, what code scanning services and editors read. Columns are those
// of the text form, so the log says that they count characters. A rule stands
// for each kind that occurs; its help is what `pyk2ptx explain` prints.
#include "render_json.h"

#include <algorithm>

namespace pyk2ptx {

namespace {

class SarifRenderer {
public:
  std::string out;

  void rules(const std::vector<Diagnostic> &shown) {
    for (const Diagnostic &each : shown)
      if (std::find(kinds_.begin(), kinds_.end(), each.kind) == kinds_.end())
        kinds_.push_back(each.kind);
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
      const DiagnosticInfo &info = diagnosticInfo(kinds_[i]);
      out += i ? ",\n      " : "\n      ";
      out += "{\"id\": ";
      appendJsonString(out, info.name);
      out += ", \"fullDescription\": {\"text\": ";
      appendJsonString(out, info.explanation);
      out += "}}";
    }
  }

  void result(const Diagnostic &value) {
    out += "{\"ruleId\": ";
    appendJsonString(out, diagnosticInfo(value.kind).name);
    auto rule = std::find(kinds_.begin(), kinds_.end(), value.kind);
    out += ", \"ruleIndex\": " + std::to_string(rule - kinds_.begin());
    out += ", \"level\": ";
    appendJsonString(out, severityName(value.severity));
    message(value.text);
    out += ", \"locations\": [";
    if (value.range.source) {
      out += "{";
      place(value.range);
      out += "}";
    }
    out += "]";
    if (!value.notes.empty())
      notes(value.notes);
    out += "}";
  }

private:
  void message(const std::string &text) {
    out += ", \"message\": {\"text\": ";
    appendJsonString(out, text);
    out += "}";
  }

  void notes(const std::vector<DiagnosticNote> &list) {
    out += ", \"relatedLocations\": [";
    for (std::size_t i = 0; i < list.size(); ++i) {
      out += i ? ", {" : "{";
      out += "\"id\": " + std::to_string(i);
      message(list[i].text);
      if (list[i].range.source) {
        out += ", ";
        place(list[i].range);
      }
      out += "}";
    }
    out += "]";
  }

  void place(SourceRange range) {
    LineColumn begin = range.source->lineColumn(range.begin);
    LineColumn end = range.source->lineColumn(std::max(range.begin, range.end));
    out += "\"physicalLocation\": {\"artifactLocation\": {\"uri\": ";
    appendJsonString(out, asUri(range.source->name()));
    out += "}, \"region\": {\"startLine\": " + std::to_string(begin.line) +
           ", \"startColumn\": " + std::to_string(begin.column) +
           ", \"endLine\": " + std::to_string(end.line) +
           ", \"endColumn\": " + std::to_string(end.column) + "}}";
  }

  /// What a URI cannot hold is written as %XX.
  static std::string asUri(const std::string &path) {
    static constexpr char digits[] = "0123456789ABCDEF";
    std::string uri;
    for (char c : path) {
      auto byte = static_cast<unsigned char>(c);
      bool isPlain =
          (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
          (c >= '0' && c <= '9') ||
          std::string_view("/-._~").find(c) != std::string_view::npos;
      if (isPlain) {
        uri += c;
      } else {
        uri += '%';
        uri += digits[byte >> 4];
        uri += digits[byte & 15];
      }
    }
    return uri;
  }

  std::vector<DiagnosticKind> kinds_;
};

} // namespace

std::string renderSarif(const Diagnostics &diagnostics,
                        const RenderOptions &options,
                        const std::string &version) {
  std::size_t hidden = 0;
  std::vector<Diagnostic> shown = shownOf(diagnostics, options, hidden);
  SarifRenderer renderer;
  renderer.out = "{\"$schema\": "
                 "\"https://json.schemastore.org/sarif-2.1.0.json\",\n"
                 " \"version\": \"2.1.0\",\n"
                 " \"runs\": [{\n"
                 "  \"tool\": {\"driver\": {\"name\": \"pyk2ptx\", "
                 "\"version\": ";
  appendJsonString(renderer.out, version);
  renderer.out += ", \"rules\": [";
  renderer.rules(shown);
  renderer.out += "]}},\n  \"columnKind\": \"unicodeCodePoints\",\n"
                  "  \"results\": [";
  for (std::size_t i = 0; i < shown.size(); ++i) {
    renderer.out += i ? ",\n    " : "\n    ";
    renderer.result(shown[i]);
  }
  renderer.out += "]\n}]}\n";
  return std::move(renderer.out);
}

} // namespace pyk2ptx
