// What to write where something is not used as what it is.
#include "misuse.h"
#include "frontend/tables/refused.h"
#include "near_names.h"
#include "text_of.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pyk2ptx {

using namespace syntax;

namespace {

bool isBuiltin(const std::string &path) {
  return builtinByName(path).has_value();
}

/// How a function is called, for messages.
std::string callOf(const std::string &path) {
  if (path == "cuda.grid" || path == "cuda.gridsize")
    return path + "(1)";
  const CallForm &form = builtinInfo(*builtinByName(path)).form;
  bool takesNone = form.most == 0 && form.takes != Takes::Syntax;
  return path + (takesNone ? "()" : "(...)");
}

/// The subscripts of an element.
std::string subscriptsOf(std::size_t ndim) {
  return ndim == 1   ? "[i]"
         : ndim == 2 ? "[i, j]"
         : ndim == 3 ? "[i, j, k]"
                     : "[...]";
}

struct Insertion {
  std::uint32_t at;
  std::string text;
};

/// Where subscripts are missing behind arrays' names.
void findArrays(Emitter &e, const Expr &expr, std::vector<Insertion> &found) {
  auto findIn = [&](const std::vector<ExprPtr> &parts) {
    for (const ExprPtr &part : parts)
      findArrays(e, *part, found);
  };
  if (std::holds_alternative<Name>(expr.node)) {
    Diagnostics::Mark mark = e.diagnostics().mark();
    Operand operand = e.check(expr);
    e.diagnostics().rollback(mark);
    if (operand.isArray() && operand.type.ndim > 0)
      found.push_back({expr.range.end, subscriptsOf(operand.type.ndim)});
  } else if (const auto *compare = std::get_if<Compare>(&expr.node)) {
    findIn(compare->operands);
  } else if (const auto *chain = std::get_if<BoolOp>(&expr.node)) {
    findIn(chain->operands);
  } else if (const auto *call = std::get_if<Call>(&expr.node)) {
    findIn(call->args);
  } else if (const auto *unary = std::get_if<Unary>(&expr.node)) {
    findArrays(e, *unary->operand, found);
  } else if (const auto *binary = std::get_if<Binary>(&expr.node)) {
    findArrays(e, *binary->left, found);
    findArrays(e, *binary->right, found);
  }
}

} // namespace

std::string asElement(Emitter &e, const Expr &expr) {
  std::vector<Insertion> found;
  findArrays(e, expr, found);
  if (found.empty())
    return "";
  // What was written for the program, as the loop of max(x for x in t) is, has
  // parts that stand elsewhere.
  for (const Insertion &each : found)
    if (each.at < expr.range.begin || each.at > expr.range.end)
      return "";
  std::string text = textOf(expr.range);
  for (auto at = found.rbegin(); at != found.rend(); ++at)
    text.insert(at->at - expr.range.begin, at->text);
  return text;
}

void noteElement(Emitter &e, const Expr &expr, Diagnostics::Mark mark) {
  if (std::string element = asElement(e, expr); !element.empty())
    e.diagnostics().noteErrors(
        mark, {expr.range, "of one element it is `" + element + "`"});
}

std::string elementText(SourceRange range, std::size_t ndim) {
  return textOf(range) + subscriptsOf(ndim);
}

bool isOnlyOfArrays(const Diagnostics &diagnostics, Diagnostics::Mark mark) {
  const std::vector<Diagnostic> &all = diagnostics.all();
  return all.size() == mark.messages + 1 &&
         all.back().kind == DiagnosticKind::ArrayExpression;
}

void noteShape(Diagnostic &message, const Operand &operand) {
  if (operand.isShape)
    message.notes.push_back(
        {operand.range, "write `" + textOf(operand.range) + "[0]`"});
}

/// "i, j" of two.
static std::string namesOf(std::size_t count) {
  return count == 2 ? "i, j" : "i, j, k";
}

void noteTupleIndex(Diagnostic &message, SourceRange range, std::size_t count) {
  std::string text = textOf(range);
  std::size_t open = text.rfind('[');
  bool isTuple = open != text.npos && text.find(',', open) == text.npos;
  if (isTuple && (count == 2 || count == 3))
    message.notes.push_back(
        {range, "the index is a tuple; its parts have names of their own by `" +
                    namesOf(count) + " = cuda.grid(" + std::to_string(count) +
                    ")`"});
}

void noteUnpacked(Diagnostic &message, SourceRange range, std::size_t wanted) {
  std::string text = textOf(range);
  std::size_t open = text.rfind('(');
  bool isGrid = open != text.npos && text.size() == open + 3 &&
                (text.substr(0, open).ends_with("grid") ||
                 text.substr(0, open).ends_with("gridsize"));
  if (isGrid && (wanted == 2 || wanted == 3))
    message.notes.push_back({range, "write `" + text.substr(0, open + 1) +
                                        std::to_string(wanted) + ")`"});
}

std::string meantByCall(const std::string &path) {
  if (const char *instead = nearestThing(path))
    return std::string("; ") + instead;
  if (isBuiltin(path + ".x"))
    return "; write `" + path + ".x`";
  for (const char *member : {".array", ".add"})
    if (isBuiltin(path + member))
      return didYouMean(path + member);
  return hasPublicNamesIn(path) ? "; it is a module" : "";
}

void noteValue(Diagnostic &message, const Operand &operand) {
  if (!operand.known || operand.known->kind != Value::Kind::Path)
    return;
  const std::string &path = operand.known->text;
  if (isBuiltin(path + ".x"))
    message.notes.push_back({operand.range, "write `" + path + ".x`"});
  else if (isBuiltin(path))
    message.notes.push_back(
        {operand.range, "it is a function: write `" + callOf(path) + "`"});
}

void noteCall(Diagnostic &message, const Operand &callee,
              const syntax::Call &node) {
  SourceRange range = node.callee->range;
  if (callee.isScalar() && node.args.empty()) {
    message.notes.push_back({range, "it is a number: leave out `()`"});
    return;
  }
  // x.shape(0)
  bool isTuple = callee.isTuple || callee.type.isTuple() ||
                 (callee.known && callee.known->kind == Value::Kind::Tuple);
  if ((isTuple || callee.isArray()) && node.args.size() == 1 &&
      node.keywords.empty())
    message.notes.push_back({range, "write `" + textOf(range) + "[" +
                                        textOf(node.args[0]->range) +
                                        "]` for an element"});
  else if (isTuple && node.args.empty())
    message.notes.push_back({range, "it is a tuple: leave out `()`"});
}

} // namespace pyk2ptx
