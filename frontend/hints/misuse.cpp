// What to write where something is not used as what it is.
#include "misuse.h"
#include "frontend/tables/refused.h"
#include "near_names.h"
#include "text_of.h"

#include <optional>
#include <string>

namespace pyk2ptx {

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

} // namespace

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
