// Where something is to be completed the text is no Python: `a.` has no name.
// So a name is put there, the text checked as if it had been written, and what
// stands before the dot is asked for its members. If other parts of the text
// are wrong, too, the last text that was Python tells what the names are.
#include "answers.h"
#include "documentation.h"
#include "frontend/parse/parse.h"
#include "names.h"

#include <algorithm>
#include <set>
#include <utility>

namespace pyk2ptx {

namespace json = llvm::json;
using namespace syntax;

namespace {

constexpr std::string_view placeholder = "pyk2ptx_completed";

bool isNameByte(char c) {
  auto byte = static_cast<unsigned char>(c);
  return c == '_' || byte >= 0x80 || (c >= '0' && c <= '9') ||
         (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Where the expression that ends at `end` begins: names, dots, and what is in
/// brackets.
std::size_t beginOfBase(std::string_view text, std::size_t end) {
  int depth = 0;
  std::size_t at = end;
  while (at > 0) {
    char c = text[at - 1];
    if (c == '\n' || c == '\r')
      break;
    if (c == ')' || c == ']')
      ++depth;
    else if ((c == '(' || c == '[') && --depth < 0)
      break;
    else if (depth == 0 && !isNameByte(c) && c != '.')
      break;
    --at;
  }
  return at;
}

class Completion {
public:
  Completion(Document &document, std::size_t offset)
      : document_(document), text_(*document.text), offset_(offset) {
    begin_ = std::min(offset, text_.size());
    while (begin_ > 0 && isNameByte(text_[begin_ - 1]))
      --begin_;
  }

  std::vector<Member> find(const Settings &settings) {
    bool isMember = begin_ > 0 && text_[begin_ - 1] == '.';
    bool isNumber =
        begin_ < offset_ && text_[begin_] >= '0' && text_[begin_] <= '9';
    if (isNumber || isInComment())
      return {};
    if (!isMember)
      return names(settings);
    base_ = beginOfBase(text_, begin_ - 1);
    if (base_ + 1 >= begin_)
      return {};
    std::vector<Member> found = membersByText(withPlaceholder(false), settings);
    if (found.empty())
      found = membersByText(withPlaceholder(true), settings);
    return found.empty() ? membersByLastGood() : found;
  }

private:
  bool isInComment() const {
    std::size_t line = text_.rfind('\n', begin_ ? begin_ - 1 : 0);
    line = line == text_.npos ? 0 : line;
    std::size_t mark = text_.find('#', line);
    return mark < begin_ &&
           std::count(text_.begin() + static_cast<std::ptrdiff_t>(line),
                      text_.begin() + static_cast<std::ptrdiff_t>(mark), '"') %
                   2 ==
               0;
  }

  /// The text with a name behind the dot; `alone`: in place of all that is in
  /// the line.
  std::string withPlaceholder(bool alone) const {
    std::size_t end = offset_, from = 0;
    while (end < text_.size() && isNameByte(text_[end]))
      ++end;
    std::string result;
    if (!alone) {
      result = text_.substr(0, begin_);
    } else {
      from = text_.rfind('\n', base_ ? base_ - 1 : 0);
      from = from == text_.npos || from >= base_ ? 0 : from + 1;
      std::size_t code = text_.find_first_not_of(" \t", from);
      result = text_.substr(0, std::min(code, base_));
      result += text_.substr(base_, begin_ - base_);
      end = std::min(text_.find('\n', offset_), text_.size());
    }
    result += placeholder;
    return result.append(text_, end);
  }

  std::vector<Member> membersByText(std::string text,
                                    const Settings &settings) const {
    Analysis analysis(document_.path, std::move(text), settings,
                      document_.open);
    analysis.run();
    if (!analysis.tree())
      return {};
    std::vector<Definition> outline =
        outlineOf(*analysis.tree(), analysis.scope());
    const Expr *found = findExpr(analysis, outline, [](const Expr &expr) {
      const auto *access = std::get_if<Attribute>(&expr.node);
      return access && access->name == placeholder;
    });
    if (!found)
      return {};
    const Expr &base = *std::get<Attribute>(found->node).value;
    for (const CompiledFunction &function : analysis.functions()) {
      auto fact = function.facts.find({base.range.begin, base.range.end});
      if (fact != function.facts.end() && !fact->second.type.isError())
        return membersOf(fact->second.type);
    }
    const Scope &scope = scopeAt(outline, analysis.scope(), base.range.begin);
    return membersOfValue(analysis.evaluator().evaluate(base, scope));
  }

  std::vector<Member> membersByLastGood() const {
    std::string text = text_.substr(base_, begin_ - 1 - base_);
    if (!document_.lastGood)
      return membersOf(canonicalPath(text));
    Analysis &analysis = *document_.lastGood;
    Source source("base", std::move(text));
    Diagnostics ignored;
    ExprPtr base = parseExpression(source, ignored);
    if (!base)
      return {};
    std::vector<Definition> outline =
        outlineOf(*analysis.tree(), analysis.scope());
    std::size_t at = document_.inLastGood(begin_).value_or(begin_);
    const Scope &scope = scopeAt(outline, analysis.scope(), at);
    const auto *name = std::get_if<Name>(&base->node);
    const Scope *owner = name ? ownerOf(name->id, scope) : nullptr;
    if (owner && owner->kind == Scope::Kind::Function)
      return membersOfVariable(analysis, name->id, *owner);
    return membersOfValue(analysis.evaluator().evaluate(*base, scope));
  }

  /// By what it is anywhere in its function.
  static std::vector<Member> membersOfVariable(const Analysis &analysis,
                                               const std::string &name,
                                               const Scope &owner) {
    for (const CompiledFunction &function : analysis.functions())
      for (const auto &[place, fact] : function.facts)
        if (owner.parent && owner.parent->inner.contains(function.def) &&
            owner.parent->inner.at(function.def).get() == &owner &&
            !fact.type.isError() &&
            analysis.source().text(
                {&analysis.source(), place.first, place.second}) == name)
          return membersOf(fact.type);
    return {};
  }

  static std::vector<Member> membersOfValue(const Value &value) {
    if (value.kind == Value::Kind::Path)
      return membersOf(value.text);
    if (isArray(value))
      return membersOf(value.type);
    const Scope *scope = value.kind == Value::Kind::Module && value.module
                             ? value.module->scope.get()
                             : value.classScope;
    std::vector<Member> result;
    if (!scope)
      return result;
    for (const auto &[name, bindings] : scope->bindings)
      result.push_back({bindings.back().kind == Binding::Kind::Function
                            ? Member::Kind::Function
                            : Member::Kind::Property,
                        name});
    return result;
  }

  /// Names alone: variables, what the file defines, Python's functions; the
  /// options of cuda.jit in its parentheses.
  std::vector<Member> names(const Settings &settings) const {
    std::vector<Member> result = plainFunctions();
    if (isInJit())
      for (Member &option : jitOptions()) {
        option.name += "=";
        result.push_back(std::move(option));
      }
    // A text that was never Python may be with a name there.
    Analysis with(document_.path, withPlaceholder(false), settings,
                  document_.open);
    if (!document_.lastGood)
      with.run();
    Analysis &analysis = document_.lastGood ? *document_.lastGood : with;
    if (!analysis.tree())
      return result;
    std::vector<Definition> outline =
        outlineOf(*analysis.tree(), analysis.scope());
    std::size_t at = document_.inLastGood(begin_).value_or(begin_);
    const Scope &scope = scopeAt(outline, analysis.scope(), at);
    for (const Scope *each = &scope; each; each = each->parent)
      for (const auto &[name, bindings] : each->bindings) {
        Binding::Kind kind = bindings.back().kind;
        if (name != placeholder)
          result.push_back(
              {kind == Binding::Kind::Function ? Member::Kind::Function
               : kind == Binding::Kind::Module ? Member::Kind::Module
                                               : Member::Kind::Property,
               name});
      }
    return result;
  }

  bool isInJit() const {
    std::size_t line = text_.rfind('\n', begin_ ? begin_ - 1 : 0);
    line = line == text_.npos ? 0 : line + 1;
    std::string_view before =
        std::string_view(text_).substr(line, begin_ > line ? begin_ - line : 0);
    std::size_t jit = before.rfind("jit(");
    return jit != before.npos && before.find('@') < jit &&
           before.find(')', jit) == before.npos;
  }

  Document &document_;
  const std::string &text_;
  std::size_t offset_, begin_ = 0, base_ = 0;
};

int kindOf(Member::Kind kind) {
  switch (kind) {
  case Member::Kind::Module:
    return 9;
  case Member::Kind::Function:
    return 3;
  case Member::Kind::Constant:
    return 21;
  case Member::Kind::Type:
    return 7;
  case Member::Kind::Property:
    return 10;
  case Member::Kind::Method:
    break;
  }
  return 2;
}

} // namespace

json::Value complete(Document &document, const Request &request) {
  std::optional<llvm::lsp::Position> position = request.position();
  if (!position)
    return nullptr;
  Positions now(*document.text);
  Completion completion(document, now.offset(*position));
  json::Array items;
  std::set<std::string> seen;
  for (const Member &member : completion.find(document.settings)) {
    if (!seen.insert(member.name).second)
      continue;
    json::Object item{{"label", json::fixUTF8(member.name)},
                      {"kind", kindOf(member.kind)}};
    if (!member.documentation.empty())
      item["documentation"] = json::Object{
          {"kind", "markdown"}, {"value", json::fixUTF8(member.documentation)}};
    items.push_back(std::move(item));
  }
  return json::Object{{"isIncomplete", false}, {"items", std::move(items)}};
}

} // namespace pyk2ptx
