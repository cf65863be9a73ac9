// `row = table[0]`, `rows = [row]`, `flat = np.ravel(table)`: the same object
// has two names, or is a part of another one. What a call gives may be what it
// was given, unless its name is one of those that make something new
// (known_calls.h).
#include "held.h"

#include "frontend/parse/syntax_walk.h"
#include "known_calls.h"

#include <algorithm>

namespace pyk2ptx {

using namespace syntax;

const Name *rootOf(const Expr &expr) {
  const Expr *at = &expr;
  while (true) {
    if (const auto *access = std::get_if<Attribute>(&at->node))
      at = access->value.get();
    else if (const auto *access = std::get_if<Subscript>(&at->node))
      at = access->value.get();
    else if (const auto *call = std::get_if<Call>(&at->node))
      at = call->callee.get();
    else
      return std::get_if<Name>(&at->node);
  }
}

std::string lastNameOf(const Expr &expr) {
  const auto *access = std::get_if<Attribute>(&expr.node);
  const auto *name = std::get_if<Name>(&expr.node);
  return access ? access->name : name ? name->id : "";
}

std::string decoratorName(const Expr &decorator) {
  const auto *call = std::get_if<Call>(&decorator.node);
  return lastNameOf(call ? *call->callee : decorator);
}

static void addHeld(const Expr &expr, bool isWhole, std::vector<Held> &held);

static void addAll(const std::vector<ExprPtr> &exprs, bool isWhole,
                   std::vector<Held> &held) {
  for (const ExprPtr &expr : exprs)
    addHeld(*expr, isWhole, held);
}

/// An element of `max([a, b])` is `a`.
static bool isDisplay(const Expr &expr) {
  return elementsOf(expr) || std::get_if<Comprehension>(&expr.node) ||
         std::get_if<UnsupportedExpr>(&expr.node);
}

static void addOfCall(const Expr &expr, const Call &call,
                      std::vector<Held> &held) {
  std::string called = lastNameOf(*call.callee);
  // np.array(a, copy=False)
  bool isNew = makesNew(called) &&
               std::ranges::find(call.keywords, "copy", &Keyword::name) ==
                   call.keywords.end();
  for (const ExprPtr &arg : call.args)
    if (!isNew || (copiesElements(called) && isDisplay(*arg)))
      addHeld(*arg, true, held);
  for (const Keyword &keyword : call.keywords)
    if (!isNew || called == "dict")
      addHeld(*keyword.value, true, held);
  if (isNew)
    return;
  held.push_back({&expr, true});
  if (const auto *access = std::get_if<Attribute>(&call.callee->node))
    addHeld(*access->value, true, held);
}

/// `x.T` is the same array; `x.size` a number.
static void addOfAttribute(const Attribute &access, bool isWhole,
                           std::vector<Held> &held) {
  static constexpr const char *views[] = {"T",    "flat", "real",
                                          "imag", "base", "data"};
  if (!isNumberOfArray(access.name))
    addHeld(*access.value,
            isWhole && std::ranges::find(views, access.name) != std::end(views),
            held);
}

static void addHeld(const Expr &expr, bool isWhole, std::vector<Held> &held) {
  const auto &node = expr.node;
  if (std::get_if<Name>(&node)) {
    held.push_back({&expr, isWhole});
  } else if (const auto *access = std::get_if<Attribute>(&node)) {
    held.push_back({&expr, true});
    addOfAttribute(*access, isWhole, held);
  } else if (const auto *access = std::get_if<Subscript>(&node)) {
    bool isView = std::ranges::any_of(access->indices, [](const auto &index) {
      return std::get_if<Slice>(&index->node) ||
             std::get_if<EllipsisLiteral>(&index->node);
    });
    addHeld(*access->value, isWhole && isView, held);
  } else if (const auto *call = std::get_if<Call>(&node)) {
    addOfCall(expr, *call, held);
  } else if (const std::vector<ExprPtr> *elements = elementsOf(expr)) {
    // [*a]: what is in it is copied.
    for (const ExprPtr &element : *elements) {
      const auto *star = std::get_if<Starred>(&element->node);
      if (!star || isDisplay(*star->value))
        addHeld(*element, isWhole, held);
    }
  } else if (const auto *other = std::get_if<UnsupportedExpr>(&node)) {
    addAll(other->elements, isWhole, held);
  } else if (const auto *star = std::get_if<Starred>(&node)) {
    addHeld(*star->value, isWhole && isDisplay(*star->value), held);
  } else if (const auto *either = std::get_if<IfExpr>(&node)) {
    addHeld(*either->body, isWhole, held);
    addHeld(*either->orElse, isWhole, held);
  } else if (const auto *some = std::get_if<BoolOp>(&node)) {
    addAll(some->operands, isWhole, held);
  } else if (const auto *named = std::get_if<NamedExpr>(&node)) {
    addHeld(*named->value, isWhole, held);
  } else if (const auto *lambda = std::get_if<Lambda>(&node)) {
    addHeld(*bodyOf(*lambda), isWhole, held);
    for (const Parameter &param : lambda->function->params)
      if (param.defaultValue)
        addHeld(*param.defaultValue, isWhole, held);
  } else if (const auto *made = std::get_if<Comprehension>(&node)) {
    addHeld(*made->element, isWhole, held);
    for (const ComprehensionFor &part : made->fors)
      addHeld(*part.iterable, false, held);
  } else if (const auto *sum = std::get_if<Binary>(&node)) {
    // Of [x] * 3 the elements.
    for (const Expr *part : {sum->left.get(), sum->right.get()})
      if (elementsOf(*part))
        addHeld(*part, isWhole, held);
  }
}

std::vector<Held> heldBy(const Expr &expr, bool isWhole) {
  std::vector<Held> held;
  addHeld(expr, isWhole, held);
  return held;
}

std::vector<Held> copiedBy(const Expr &expr) {
  std::vector<Held> held;
  if (const auto *call = std::get_if<Call>(&expr.node)) {
    if (!copiesElements(lastNameOf(*call->callee)))
      return held;
    if (const auto *access = std::get_if<Attribute>(&call->callee->node))
      addHeld(*access->value, true, held);
    addAll(call->args, true, held);
    for (const Keyword &keyword : call->keywords)
      addHeld(*keyword.value, true, held);
  } else if (const auto *sum = std::get_if<Binary>(&expr.node)) {
    addHeld(*sum->left, true, held);
    addHeld(*sum->right, true, held);
  } else if (const std::vector<ExprPtr> *elements = elementsOf(expr)) {
    for (const ExprPtr &element : *elements)
      if (const auto *star = std::get_if<Starred>(&element->node))
        addHeld(*star->value, true, held);
  }
  return held;
}

} // namespace pyk2ptx
