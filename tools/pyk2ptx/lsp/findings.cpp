// The kind of a message is its code. A kernel without types is no error here:
// its types may come from launches that the editor does not see.
#include "findings.h"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

#include <algorithm>
#include <utility>

namespace pyk2ptx {

namespace json = llvm::json;

std::string uriOf(const std::string &path) {
  llvm::SmallString<128> absolute(path);
  if (llvm::sys::fs::make_absolute(absolute))
    return "file://" + path;
  llvm::sys::path::remove_dots(absolute, true);
  llvm::Expected<llvm::lsp::URIForFile> uri =
      llvm::lsp::URIForFile::fromFile(absolute);
  if (uri)
    return uri->uri().str();
  llvm::consumeError(uri.takeError());
  return "file://" + absolute.str().str();
}

static llvm::lsp::Range rangeOf(const Analysis &analysis, SourceRange range) {
  return analysis.positions().range(range.begin, range.end);
}

/// The import of a module whose file is `path`; nothing when it is imported
/// by another one.
static std::optional<SourceRange> importOf(const Analysis &analysis,
                                           const std::string &path) {
  std::string stem = llvm::sys::path::stem(path).str();
  if (stem == "__init__")
    stem = llvm::sys::path::filename(llvm::sys::path::parent_path(path)).str();
  auto isIt = [&](const std::string &module) {
    return module == stem || module.ends_with("." + stem);
  };
  if (!analysis.tree())
    return std::nullopt;
  for (const syntax::Stmt &stmt : analysis.tree()->body) {
    if (const auto *from = std::get_if<syntax::ImportFrom>(&stmt.node)) {
      bool isNamed = std::any_of(
          from->names.begin(), from->names.end(),
          [&](const syntax::ImportAlias &each) { return isIt(each.name); });
      if (isIt(from->module) || isNamed)
        return stmt.range;
    } else if (const auto *import = std::get_if<syntax::Import>(&stmt.node)) {
      for (const syntax::ImportAlias &each : import->names)
        if (isIt(each.name))
          return each.range;
    }
  }
  return std::nullopt;
}

llvm::lsp::Range placeOf(const Analysis &analysis, const Diagnostic &message) {
  SourceRange range = message.range;
  if (range.source == &analysis.source())
    return rangeOf(analysis, range);
  const Settings &settings = analysis.settings();
  if (!range.source)
    return analysis.positions().range(settings.commentBegin,
                                      settings.commentEnd);
  std::optional<SourceRange> import = importOf(analysis, range.source->name());
  return import ? rangeOf(analysis, *import) : llvm::lsp::Range();
}

json::Value locationOf(const Analysis &analysis, SourceRange range,
                       const std::string &uri) {
  if (range.source == &analysis.source())
    return json::Object{{"uri", uri}, {"range", rangeOf(analysis, range)}};
  Positions positions(range.source->text());
  return json::Object{{"uri", uriOf(range.source->name())},
                      {"range", positions.range(range.begin, range.end)}};
}

static int severityOf(const Diagnostic &message) {
  if (message.kind == DiagnosticKind::UntypedKernel)
    return 3;
  return message.severity == Severity::Error ? 1 : 2;
}

json::Value toJson(const Analysis &analysis, const Finding &finding,
                   const std::string &uri) {
  const Diagnostic &message = finding.message;
  std::string text = message.text;
  bool isElsewhere =
      message.range.source && message.range.source != &analysis.source();
  json::Array related;
  if (isElsewhere) {
    text = placeOf(message.range) + ": " + text;
    related.push_back(
        json::Object{{"location", locationOf(analysis, message.range, uri)},
                     {"message", message.text}});
  }
  for (const DiagnosticNote &note : message.notes) {
    bool isSame = note.range.source == message.range.source &&
                  note.range.begin == message.range.begin;
    if (isSame || !note.range.source)
      text += "\n" + note.text;
    else if (note.range.source)
      related.push_back(
          json::Object{{"location", locationOf(analysis, note.range, uri)},
                       {"message", note.text}});
  }
  json::Object result{
      {"range", placeOf(analysis, message)},
      {"severity", severityOf(message)},
      {"code", json::fixUTF8(diagnosticInfo(message.kind).name)},
      {"source", "pyk2ptx"},
      {"message", json::fixUTF8(text)}};
  if (!related.empty())
    result["relatedInformation"] = std::move(related);
  return result;
}

} // namespace pyk2ptx
