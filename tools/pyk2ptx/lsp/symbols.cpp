// The outline of a text, with what each function is to the compiler.
#include "answers.h"
#include "outline.h"

#include <utility>

namespace pyk2ptx {

namespace json = llvm::json;

namespace {

std::string detailOf(Analysis &analysis, const Definition &definition) {
  if (!definition.function || !definition.scope->parent)
    return "";
  Value value = analysis.evaluator().functionValue(*definition.function,
                                                   *definition.scope->parent);
  if (value.kind != Value::Kind::Function || !value.function.jit)
    return "";
  std::string text = value.function.jit->device ? "device function" : "kernel";
  for (const CompiledFunction &function : analysis.functions())
    if (function.def == definition.function && !function.isGuess)
      return text + " " + function.spelled;
  return text;
}

class SymbolTree {
public:
  SymbolTree(Analysis &analysis, std::vector<Definition> outline)
      : analysis_(analysis), outline_(std::move(outline)) {}

  json::Array from(int depth) {
    json::Array result;
    while (at_ < outline_.size() && outline_[at_].depth >= depth)
      result.push_back(symbol(outline_[at_++]));
    return result;
  }

private:
  json::Value symbol(const Definition &definition) {
    constexpr int classKind = 5, methodKind = 6, functionKind = 12;
    SourceRange name = definition.function ? definition.function->nameRange
                                           : definition.type->nameRange;
    bool isMethod = definition.scope->parent &&
                    definition.scope->parent->kind == Scope::Kind::Class;
    const Positions &positions = analysis_.positions();
    json::Object result{
        {"name", definition.function ? definition.function->name
                                     : definition.type->name},
        {"kind", !definition.function ? classKind
                 : isMethod           ? methodKind
                                      : functionKind},
        {"range",
         positions.range(definition.range.begin, definition.range.end)},
        {"selectionRange", positions.range(name.begin, name.end)}};
    std::string detail = detailOf(analysis_, definition);
    if (!detail.empty())
      result["detail"] = json::fixUTF8(detail);
    json::Array children = from(definition.depth + 1);
    if (!children.empty())
      result["children"] = std::move(children);
    return result;
  }

  Analysis &analysis_;
  std::vector<Definition> outline_;
  std::size_t at_ = 0;
};

} // namespace

json::Value symbols(Document &document, const Request &) {
  if (!document.lastGood)
    return json::Array();
  Analysis &analysis = *document.lastGood;
  return SymbolTree(analysis, outlineOf(*analysis.tree(), analysis.scope()))
      .from(0);
}

} // namespace pyk2ptx
