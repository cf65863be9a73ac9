// One thread handles one message after the other. A change costs nothing until
// somebody asks: a request about the text, or that nothing else waits, when the
// editor is told what is wrong.
#include "server.h"

#include "answers.h"
#include "findings.h"

#include <llvm/Support/Path.h>

#include <algorithm>
#include <utility>

namespace pyk2ptx {

namespace json = llvm::json;
using llvm::lsp::ErrorCode;
using llvm::lsp::LSPError;

/// A request and what answers it: the transport's handlers are members.
struct Server::Asked {
  Server &server;
  Answer answer;

  void call(const Request &request, Reply reply) {
    if (!server.isInitialized_ || server.isShutDown_)
      return reply(llvm::make_error<LSPError>(
          server.isShutDown_ ? "the server was shut down"
                             : "initialize comes first",
          server.isShutDown_ ? ErrorCode::InvalidRequest
                             : ErrorCode::ServerNotInitialized));
    auto found = server.documents_.find(request.uri());
    if (found == server.documents_.end())
      return reply(llvm::make_error<LSPError>(
          "no such text is open: " + request.uri(), ErrorCode::InvalidParams));
    server.analyze(found->second);
    json::Value result = nullptr;
    bool isDone = found->second.analysis &&
                  runGuarded([&] { result = answer(found->second, request); });
    if (!isDone)
      return reply(llvm::make_error<LSPError>("internal error",
                                              ErrorCode::InternalError));
    reply(std::move(result));
  }
};

Server::Server(llvm::lsp::JSONTransport &transport)
    : handler_(transport), publish_(handler_.outgoingNotification<json::Value>(
                               "textDocument/publishDiagnostics")) {
  handler_.method("initialize", this, &Server::onInitialize);
  handler_.method("shutdown", this, &Server::onShutdown);
  answer("textDocument/hover", hover);
  answer("textDocument/completion", complete);
  answer("textDocument/definition", definition);
  answer("textDocument/documentSymbol", symbols);
  answer("textDocument/codeAction", fixes);
  answer("textDocument/inlayHint", inlayHints);
  answer("textDocument/codeLens", codeLenses);
  handler_.method("codeLens/resolve", this, &Server::onLens);
  handler_.notification("initialized", this, &Server::ignore);
  handler_.notification("textDocument/didOpen", this, &Server::onOpen);
  handler_.notification("textDocument/didChange", this, &Server::onChange);
  handler_.notification("textDocument/didClose", this, &Server::onClose);
  handler_.notification("textDocument/didSave", this, &Server::onSaved);
  handler_.notification("workspace/didChangeConfiguration", this,
                        &Server::onSettings);
}

Server::~Server() = default;

void Server::answer(llvm::StringLiteral method, Answer answer) {
  asked_.push_back(std::make_unique<Asked>(Asked{*this, std::move(answer)}));
  handler_.method(method, asked_.back().get(), &Asked::call);
}

// ---- the server's life ----

void Server::onInitialize(const Request &request, Reply reply) {
  if (isInitialized_)
    return reply(llvm::make_error<LSPError>("initialize came twice",
                                            ErrorCode::InvalidRequest));
  isInitialized_ = true;
  readSettings(request.find({"initializationOptions"}));
  json::Object sync{
      {"openClose", true}, {"change", 2}, {"save", json::Object{}}};
  json::Object capabilities{{"positionEncoding", "utf-16"},
                            {"textDocumentSync", std::move(sync)},
                            {"hoverProvider", true},
                            {"definitionProvider", true},
                            {"documentSymbolProvider", true}};
  capabilities["inlayHintProvider"] = true;
  if (CodeFacts::isPossible())
    capabilities["codeLensProvider"] = json::Object{{"resolveProvider", true}};
  capabilities["codeActionProvider"] = json::Object{
      {"codeActionKinds", json::Array{"quickfix", "refactor.rewrite"}}};
  capabilities["completionProvider"] =
      json::Object{{"triggerCharacters", json::Array{"."}}};
  reply(
      json::Object{{"capabilities", std::move(capabilities)},
                   {"serverInfo", json::Object{{"name", "pyk2ptx"},
                                               {"version", PYK2PTX_VERSION}}}});
}

void Server::onShutdown(const Request &, Reply reply) {
  isShutDown_ = true;
  documents_.clear();
  reply(nullptr);
}

static std::vector<std::string> stringsOf(const json::Value *list) {
  std::vector<std::string> result;
  const json::Array *array = list ? list->getAsArray() : nullptr;
  for (std::size_t i = 0; array && i < array->size(); ++i)
    if (std::optional<llvm::StringRef> text = (*array)[i].getAsString())
      result.push_back(text->str());
  return result;
}

/// {"arch": "sm_90", "include": [...], "define": ["N=4"], "sig": [...]}
void Server::readSettings(const json::Value *options) {
  const json::Object *object = options ? options->getAsObject() : nullptr;
  if (!object)
    return;
  settings_ = Settings();
  if (std::optional<llvm::StringRef> arch = object->getString("arch"))
    settings_.arch = arch->str();
  settings_.importFolders = stringsOf(object->get("include"));
  settings_.signatures = stringsOf(object->get("sig"));
  for (const std::string &text : stringsOf(object->get("define")))
    if (std::size_t at = text.find('='); at != std::string::npos)
      settings_.defines.emplace_back(text.substr(0, at), text.substr(at + 1));
}

void Server::onSettings(const Request &request) {
  const json::Value *given = request.find({"settings", "pyk2ptx"});
  readSettings(given ? given : request.find({"settings"}));
  for (auto &[uri, document] : documents_)
    changed(document);
}

void Server::onLens(const Request &request, Reply reply) {
  auto textAt = [&](llvm::StringRef name) {
    const json::Value *value = request.find({"data", name});
    std::optional<llvm::StringRef> text =
        value ? value->getAsString() : std::nullopt;
    return text ? text->str() : std::string();
  };
  auto found = documents_.find(textAt("uri"));
  const json::Object *lens = request.params.getAsObject();
  if (isShutDown_ || !lens || found == documents_.end())
    return reply(llvm::make_error<LSPError>("this is no lens of an open text",
                                            ErrorCode::InvalidParams));
  Document &document = found->second;
  analyze(document);
  CodeQuestion question{document.path,
                        document.text,
                        document.open,
                        document.analysis->settings(),
                        document.analysis->launches(),
                        textAt("kernel")};
  for (const CompiledFunction &function : document.analysis->functions())
    if (function.kernel == question.kernel)
      question.blockThreads = function.blockThreads;
  auto answer = std::make_shared<Reply>(std::move(reply));
  code_.ask(std::move(question), [answer, resolved = json::Object(*lens)](
                                     const std::string &line) mutable {
    resolved["command"] =
        json::Object{{"title", json::fixUTF8(line)}, {"command", ""}};
    (*answer)(std::move(resolved));
  });
}

// ---- texts ----

void Server::onOpen(const Request &request) {
  const json::Value *item = request.find({"textDocument"});
  const json::Object *object = item ? item->getAsObject() : nullptr;
  std::optional<llvm::StringRef> text =
      object ? object->getString("text") : std::nullopt;
  std::string uri = request.uri();
  if (isShutDown_ || !isInitialized_ || uri.empty() || !text)
    return;
  Document &document = documents_[uri];
  document = Document();
  document.uri = uri;
  document.version = object->getInteger("version").value_or(0);
  document.text = std::make_shared<std::string>(text->str());
  llvm::Expected<llvm::lsp::URIForFile> file =
      llvm::lsp::URIForFile::fromURI(uri);
  if (file)
    document.path = file->file().str();
  else
    llvm::consumeError(file.takeError());
  changed(document);
}

void Server::onChange(const Request &request) {
  auto found = documents_.find(request.uri());
  const json::Value *list = request.find({"contentChanges"});
  const json::Array *changes = list ? list->getAsArray() : nullptr;
  if (found == documents_.end() || !changes)
    return;
  Document &document = found->second;
  std::string text = *document.text;
  for (const json::Value &each : *changes) {
    const json::Object *change = each.getAsObject();
    std::optional<llvm::StringRef> by =
        change ? change->getString("text") : std::nullopt;
    if (!by)
      continue;
    std::optional<llvm::lsp::Range> range = readRange(change->get("range"));
    text = range ? edited(text, *range, *by) : by->str();
  }
  document.text = std::make_shared<std::string>(std::move(text));
  if (const json::Value *version = request.find({"textDocument", "version"}))
    document.version = version->getAsInteger().value_or(document.version);
  changed(document);
}

void Server::onClose(const Request &request) {
  auto found = documents_.find(request.uri());
  if (found == documents_.end())
    return;
  // What is shown of it goes, too.
  publish(found->second, {});
  Document closed = std::move(found->second);
  documents_.erase(found);
  changed(closed);
}

/// Files on the disk may have changed with it.
void Server::onSaved(const Request &) {
  for (auto &[uri, document] : documents_)
    changed(document);
}

/// Others may import it.
void Server::changed(Document &document) {
  document.analysis = nullptr;
  document.isTold = false;
  for (auto &[uri, other] : documents_) {
    bool isImporter = other.lastGood && !document.path.empty() &&
                      other.lastGood->imports().contains(document.path);
    if (isImporter && &other != &document) {
      other.analysis = nullptr;
      other.isTold = false;
    }
  }
}

OpenTexts Server::openTexts() const {
  OpenTexts texts;
  for (const auto &[uri, document] : documents_)
    if (!document.path.empty())
      texts[document.path] = document.text;
  return texts;
}

void Server::analyze(Document &document) {
  if (document.analysis)
    return;
  document.settings = settings_;
  document.open = openTexts();
  auto analysis = std::make_shared<Analysis>(document.path, *document.text,
                                             settings_, document.open);
  if (!runGuarded([&] { analysis->run(); })) {
    // Half of it is there, in no known state: it is left alone for ever.
    new std::shared_ptr<Analysis>(std::move(analysis));
    document.analysis =
        std::make_shared<Analysis>(document.path, "", settings_, OpenTexts());
    return;
  }
  document.analysis = analysis;
  if (analysis->tree())
    document.lastGood = analysis;
}

void Server::publish(const Document &document, json::Array findings) {
  publish_(json::Object{{"uri", document.uri},
                        {"version", document.version},
                        {"diagnostics", std::move(findings)}});
}

void Server::tell(Document &document) {
  analyze(document);
  document.isTold = true;
  json::Array findings;
  bool isDone = runGuarded([&] {
    for (const Finding &finding : document.analysis->findings())
      findings.push_back(toJson(*document.analysis, finding, document.uri));
  });
  if (isDone)
    publish(document, std::move(findings));
}

void Server::onIdle() {
  for (auto &[uri, document] : documents_)
    if (!document.isTold)
      tell(document);
}

} // namespace pyk2ptx
