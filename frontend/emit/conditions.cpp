// A program that sets a name under a condition and reads it under the same is
// right, and common: options of a kernel. Conditions are compared as texts, of
// names, constants and what is computed of them alone, since a call or an
// element may be something else each time. `a and b` is two conditions, `not a`
// one that does not hold; a name that several ifs set has several ways to be.
//
// Nothing depends on this but a warning: the code reads zero where a name has
// not been set, whatever is found here.
#include "conditions.h"

#include "frontend/parse/print_syntax.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

namespace {

/// Programs that go beyond are warned.
constexpr std::size_t mostWays = 4, mostLiterals = 6;

using IsLocal = std::function<bool(const std::string &)>;

/// Whether `expr` is the same as long as its names are, which it adds.
bool isStable(const Expr &expr, const IsLocal &isLocal,
              std::set<std::string> &names) {
  auto areStable = [&](const std::vector<ExprPtr> &parts) {
    return std::ranges::all_of(parts, [&](const ExprPtr &part) {
      return isStable(*part, isLocal, names);
    });
  };
  if (const auto *name = std::get_if<Name>(&expr.node)) {
    names.insert(name->id);
    return true;
  }
  if (const auto *unary = std::get_if<Unary>(&expr.node))
    return isStable(*unary->operand, isLocal, names);
  if (const auto *binary = std::get_if<Binary>(&expr.node))
    return isStable(*binary->left, isLocal, names) &&
           isStable(*binary->right, isLocal, names);
  if (const auto *both = std::get_if<BoolOp>(&expr.node))
    return areStable(both->operands);
  if (const auto *compare = std::get_if<Compare>(&expr.node))
    return areStable(compare->operands);
  if (const auto *attribute = std::get_if<Attribute>(&expr.node)) {
    // cuda.threadIdx.x, x.size; a record's field may be assigned.
    const Expr *root = &expr;
    while (const auto *part = std::get_if<Attribute>(&root->node))
      root = part->value.get();
    const auto *name = std::get_if<Name>(&root->node);
    bool isExtent = attribute->name == "size" || attribute->name == "ndim" ||
                    attribute->name == "shape";
    return name && (isExtent || !isLocal(name->id)) &&
           isStable(*attribute->value, isLocal, names);
  }
  if (const auto *item = std::get_if<Subscript>(&expr.node)) {
    const auto *shape = std::get_if<Attribute>(&item->value->node);
    return shape && shape->name == "shape" &&
           isStable(*item->value, isLocal, names) && areStable(item->indices);
  }
  return std::holds_alternative<IntLiteral>(expr.node) ||
         std::holds_alternative<FloatLiteral>(expr.node) ||
         std::holds_alternative<StringLiteral>(expr.node) ||
         std::holds_alternative<BoolLiteral>(expr.node) ||
         std::holds_alternative<NoneLiteral>(expr.node);
}

/// `a != b` is `a == b` that does not hold.
std::string textOf(const Expr &condition, bool &holds) {
  const auto *compare = std::get_if<Compare>(&condition.node);
  auto opposite = [](CompareOp op) {
    return op == CompareOp::NotEqual ? std::optional(CompareOp::Equal)
           : op == CompareOp::IsNot  ? std::optional(CompareOp::Is)
                                     : std::nullopt;
  };
  std::optional<CompareOp> op = compare && compare->ops.size() == 1
                                    ? opposite(compare->ops[0])
                                    : std::nullopt;
  if (!op)
    return spell(condition);
  holds = !holds;
  return spell(*compare->operands[0]) + " " + spelling(*op) + " " +
         spell(*compare->operands[1]);
}

bool contains(const Literals &all, const Literals &some) {
  return std::ranges::all_of(some, [&](const Literal &literal) {
    return std::ranges::find(all, literal) != all.end();
  });
}

} // namespace

Literals literalsOf(const Expr &condition, bool holds, const IsLocal &isLocal,
                    bool &isAll) {
  isAll = true;
  if (const auto *negated = std::get_if<Unary>(&condition.node);
      negated && negated->op == UnaryOp::Not)
    return literalsOf(*negated->operand, !holds, isLocal, isAll);
  if (const auto *parts = std::get_if<BoolOp>(&condition.node);
      parts && parts->isAnd == holds) {
    Literals all;
    bool areAll = true;
    for (const ExprPtr &part : parts->operands) {
      Literals some = literalsOf(*part, holds, isLocal, isAll);
      areAll = areAll && isAll;
      std::move(some.begin(), some.end(), std::back_inserter(all));
    }
    isAll = areAll;
    return all;
  }
  Literal literal{{}, holds, {}};
  isAll = isStable(condition, isLocal, literal.names);
  if (!isAll)
    return {};
  literal.text = textOf(condition, literal.holds);
  return {std::move(literal)};
}

void addWays(Ways &to, const std::optional<Ways> &side,
             const Literals &literals) {
  for (const Literals &way : side ? *side : Ways{{}}) {
    Literals all = way;
    for (const Literal &literal : literals)
      if (std::ranges::find(all, literal) == all.end())
        all.push_back(literal);
    if (to.size() < mostWays && all.size() <= mostLiterals)
      to.push_back(std::move(all));
  }
}

Ways commonWays(const std::optional<Ways> &one,
                const std::optional<Ways> &other) {
  if (!one || !other)
    return one ? *one : other.value_or(Ways());
  Ways common;
  for (const Literals &way : *one)
    if (std::ranges::any_of(
            *other, [&](const Literals &also) { return contains(way, also); }))
      common.push_back(way);
  return common;
}

bool isAnyHeld(const Ways &ways, const Literals &held) {
  return std::ranges::any_of(
      ways, [&](const Literals &way) { return contains(held, way); });
}

} // namespace pyk2ptx
