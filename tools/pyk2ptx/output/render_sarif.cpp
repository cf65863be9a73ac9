// SARIF 2.1.0, what code scanning services and editors read. Columns are those
// of the text form, so the log says that they count characters. A rule stands
// for each kind that occurs; its help is what `pyk2ptx explain` prints.
#include "render_json.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

namespace pyk2ptx {

namespace {

class SarifRenderer {
public:
  SarifRenderer(llvm::raw_ostream &stream,
                const std::vector<Diagnostic> &diagnostics)
      : json_(stream, 1), diagnostics_(diagnostics) {
    for (const Diagnostic &each : diagnostics)
      kinds_.insert(each.kind);
  }

  void log(const std::string &version) {
    json_.object([&] {
      text("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
      text("version", "2.1.0");
      json_.attributeArray("runs",
                           [&] { json_.object([&] { run(version); }); });
    });
  }

private:
  void text(llvm::StringRef key, llvm::StringRef value) {
    json_.attribute(key, llvm::json::fixUTF8(value));
  }

  void wrapped(llvm::StringRef key, llvm::StringRef inner,
               llvm::StringRef value) {
    json_.attributeObject(key, [&] { text(inner, value); });
  }

  void run(const std::string &version) {
    json_.attributeObject("tool", [&] {
      json_.attributeObject("driver", [&] {
        text("name", "pyk2ptx");
        text("version", version);
        json_.attributeArray("rules", [&] {
          for (DiagnosticKind kind : kinds_)
            json_.object([&] { rule(diagnosticInfo(kind)); });
        });
      });
    });
    text("columnKind", "unicodeCodePoints");
    json_.attributeArray("results", [&] {
      for (const Diagnostic &each : diagnostics_)
        json_.object([&] { result(each); });
    });
  }

  void rule(const DiagnosticInfo &info) {
    text("id", info.name);
    wrapped("fullDescription", "text", info.explanation);
  }

  void result(const Diagnostic &value) {
    text("ruleId", diagnosticInfo(value.kind).name);
    json_.attribute("ruleIndex",
                    llvm::find(kinds_, value.kind) - kinds_.begin());
    text("level", severityName(value.severity));
    wrapped("message", "text", value.text);
    json_.attributeArray("locations", [&] {
      if (value.range.source)
        json_.object([&] { place(value.range); });
    });
    if (value.notes.empty())
      return;
    json_.attributeArray("relatedLocations", [&] {
      for (const DiagnosticNote &note : value.notes)
        json_.object([&] {
          json_.attribute("id", &note - value.notes.data());
          wrapped("message", "text", note.text);
          if (note.range.source)
            place(note.range);
        });
    });
  }

  void place(SourceRange range) {
    LineColumn begin = range.source->lineColumn(range.begin);
    LineColumn end = range.source->lineColumn(std::max(range.begin, range.end));
    json_.attributeObject("physicalLocation", [&] {
      wrapped("artifactLocation", "uri", asUri(range.source->name()));
      json_.attributeObject("region", [&] {
        json_.attribute("startLine", begin.line);
        json_.attribute("startColumn", begin.column);
        json_.attribute("endLine", end.line);
        json_.attribute("endColumn", end.column);
      });
    });
  }

  /// What a URI cannot hold is written as %XX.
  static std::string asUri(llvm::StringRef path) {
    std::string uri;
    for (char c : path)
      if (llvm::isAlnum(c) || llvm::StringRef("/-._~").contains(c))
        uri += c;
      else
        uri += "%" + llvm::toHex(llvm::StringRef(&c, 1));
    return uri;
  }

  llvm::json::OStream json_;
  const std::vector<Diagnostic> &diagnostics_;
  llvm::SetVector<DiagnosticKind> kinds_;
};

} // namespace

std::string renderSarif(const Diagnostics &diagnostics,
                        const RenderOptions &options,
                        const std::string &version) {
  std::size_t hidden = 0;
  std::vector<Diagnostic> shown = shownOf(diagnostics, options, hidden);
  std::string text;
  llvm::raw_string_ostream stream(text);
  SarifRenderer(stream, shown).log(version);
  return text + "\n";
}

} // namespace pyk2ptx
