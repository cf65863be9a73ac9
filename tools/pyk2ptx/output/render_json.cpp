// Diagnostics -> JSON, by LLVM's writer. What is no UTF-8 (a file's name need
// not be) becomes U+FFFD.
#include "render_json.h"

#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

namespace pyk2ptx {

namespace {

/// `write` fills one object, whose members keep their order.
template <typename Write> std::string textOf(const Write &write) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, 1);
  json.object([&] { write(json); });
  return text + "\n";
}

void writeText(llvm::json::OStream &json, llvm::StringRef key,
               llvm::StringRef text) {
  json.attribute(key, llvm::json::fixUTF8(text));
}

// Nothing for a message that belongs to no file.
void writePlace(llvm::json::OStream &json, SourceRange range) {
  if (!range.source)
    return;
  LineColumn begin = range.source->lineColumn(range.begin);
  LineColumn end = range.source->lineColumn(std::max(range.begin, range.end));
  writeText(json, "file", range.source->name());
  json.attribute("line", begin.line);
  json.attribute("column", begin.column);
  json.attribute("endLine", end.line);
  json.attribute("endColumn", end.column);
}

void writeDiagnostic(llvm::json::OStream &json, const Diagnostic &value) {
  writePlace(json, value.range);
  json.attribute("severity", severityName(value.severity));
  writeText(json, "kind", diagnosticInfo(value.kind).name);
  writeText(json, "message", value.text);
  json.attributeArray("notes", [&] {
    for (const DiagnosticNote &note : value.notes)
      json.object([&] {
        writePlace(json, note.range);
        writeText(json, "message", note.text);
      });
  });
}

} // namespace

std::string renderJson(const Diagnostics &diagnostics,
                       const RenderOptions &options) {
  return textOf([&](llvm::json::OStream &json) {
    std::size_t hidden = 0;
    std::vector<Diagnostic> shown = shownOf(diagnostics, options, hidden);
    json.attributeArray("diagnostics", [&] {
      for (const Diagnostic &each : shown)
        json.object([&] { writeDiagnostic(json, each); });
    });
    if (hidden != 0)
      json.attribute("hiddenErrors", hidden);
  });
}

std::string renderAs(DiagnosticForm form, const Diagnostics &diagnostics,
                     const RenderOptions &options, const std::string &version) {
  switch (form) {
  case DiagnosticForm::Text:
    return renderText(diagnostics, options);
  case DiagnosticForm::Json:
    return renderJson(diagnostics, options);
  case DiagnosticForm::Sarif:
    return renderSarif(diagnostics, options, version);
  }
  return "";
}

} // namespace pyk2ptx
