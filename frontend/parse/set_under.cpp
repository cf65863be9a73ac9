// A program that sets a name under a condition and reads it under the same is
// right, and common: options of a kernel.
//
//   if verbose: start = x[i]
//   ...
//   if verbose: y[i] = x[i] - start
//
// Of two such statements of one block the first has run before the second. The
// condition is the same if it is made of names and constants alone, and none of
// the names is given a value from the first statement's beginning to the
// second's end, wherever loops may lead. An `if` in an `if` asks for both.
//
// Nothing depends on this but a warning: the code reads zero where a name has
// not been set, whatever is found here.
#include "set_under.h"

#include "syntax_walk.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

namespace {

/// Statements before a place that are looked at, and steps outwards to where
/// both stand. Programs that go beyond are warned.
constexpr std::ptrdiff_t mostSettings = 64;
constexpr unsigned mostSteps = 64;

bool contains(SourceRange outer, SourceRange inner) {
  return outer.source == inner.source && outer.begin <= inner.begin &&
         inner.end <= outer.end;
}

SourceRange rangeOf(const Block &block) {
  SourceRange range = block.front().range;
  range.end = block.back().range.end;
  return range;
}

bool isExtent(const std::string &name) {
  return name == "size" || name == "ndim" || name == "shape";
}

bool isSame(const Expr &a, const Expr &b);

bool areSame(const std::vector<ExprPtr> &a, const std::vector<ExprPtr> &b) {
  return std::ranges::equal(a, b, [](const ExprPtr &one, const ExprPtr &other) {
    return isSame(*one, *other);
  });
}

// Of what SetUnder::isStable takes.
bool isSame(const Name &a, const Name &b) { return a.id == b.id; }
bool isSame(const IntLiteral &a, const IntLiteral &b) {
  return a.value == b.value && !a.tooLarge && !b.tooLarge;
}
bool isSame(const FloatLiteral &a, const FloatLiteral &b) {
  return a.value == b.value;
}
bool isSame(const StringLiteral &a, const StringLiteral &b) {
  return a.value == b.value && a.isBytes == b.isBytes;
}
bool isSame(const BoolLiteral &a, const BoolLiteral &b) {
  return a.value == b.value;
}
bool isSame(const NoneLiteral &, const NoneLiteral &) { return true; }
bool isSame(const Attribute &a, const Attribute &b) {
  return a.name == b.name && isSame(*a.value, *b.value);
}
bool isSame(const Subscript &a, const Subscript &b) {
  return isSame(*a.value, *b.value) && areSame(a.indices, b.indices);
}
bool isSame(const Unary &a, const Unary &b) {
  return a.op == b.op && isSame(*a.operand, *b.operand);
}
bool isSame(const Binary &a, const Binary &b) {
  return a.op == b.op && isSame(*a.left, *b.left) && isSame(*a.right, *b.right);
}
bool isSame(const BoolOp &a, const BoolOp &b) {
  return a.isAnd == b.isAnd && areSame(a.operands, b.operands);
}
bool isSame(const Compare &a, const Compare &b) {
  return a.ops == b.ops && areSame(a.operands, b.operands);
}
template <class Node> bool isSame(const Node &, const Node &) { return false; }

bool isSame(const Expr &a, const Expr &b) {
  return a.node.index() == b.node.index() &&
         std::visit(
             [&](const auto &node) {
               using Node = std::decay_t<decltype(node)>;
               return isSame(node, std::get<Node>(b.node));
             },
             a.node);
}

/// `a != b` is `a == b` that does not hold.
std::optional<CompareOp> oppositeOf(CompareOp op) {
  switch (op) {
  case CompareOp::NotEqual:
    return CompareOp::Equal;
  case CompareOp::IsNot:
    return CompareOp::Is;
  default:
    return std::nullopt;
  }
}

/// Whether the second condition holds, or does not, where the first one does.
bool isSameOutcome(const Expr &one, bool holds, const Expr &other,
                   bool otherHolds) {
  const auto *a = std::get_if<Compare>(&one.node),
             *b = std::get_if<Compare>(&other.node);
  if (!a || !b || a->ops.size() != 1 || b->ops.size() != 1)
    return holds == otherHolds && isSame(one, other);
  CompareOp op = a->ops[0], otherOp = b->ops[0];
  if (std::optional<CompareOp> opposite = oppositeOf(op))
    std::tie(op, holds) = std::pair(*opposite, !holds);
  if (std::optional<CompareOp> opposite = oppositeOf(otherOp))
    std::tie(otherOp, otherHolds) = std::pair(*opposite, !otherHolds);
  return op == otherOp && holds == otherHolds &&
         areSame(a->operands, b->operands);
}

/// Calls visit(condition, holds) for what is known where `expr` holds, or does
/// not: of `a and b` that holds each part does.
template <class F>
void forEachKnown(const Expr &expr, bool holds, const F &visit) {
  const auto *negated = std::get_if<Unary>(&expr.node);
  if (negated && negated->op == UnaryOp::Not)
    return forEachKnown(*negated->operand, !holds, visit);
  if (const auto *parts = std::get_if<BoolOp>(&expr.node);
      parts && parts->isAnd == holds)
    for (const ExprPtr &part : parts->operands)
      forEachKnown(*part, holds, visit);
  visit(expr, holds);
}

/// Whether `known`, of which each holds or does not, says that `expr` holds, or
/// does not: of `a or b` one part is enough.
template <class Literals>
bool isImplied(const Expr &expr, bool holds, const Literals &known) {
  const auto *negated = std::get_if<Unary>(&expr.node);
  if (negated && negated->op == UnaryOp::Not)
    return isImplied(*negated->operand, !holds, known);
  if (std::ranges::any_of(known, [&](const auto &literal) {
        return isSameOutcome(*literal.condition, literal.holds, expr, holds);
      }))
    return true;
  const auto *parts = std::get_if<BoolOp>(&expr.node);
  if (!parts)
    return false;
  auto isPartImplied = [&](const ExprPtr &part) {
    return isImplied(*part, holds, known);
  };
  return parts->isAnd == holds
             ? std::ranges::all_of(parts->operands, isPartImplied)
             : std::ranges::any_of(parts->operands, isPartImplied);
}

} // namespace

SetUnder::SetUnder(const FunctionDef &def) {
  for (const Parameter &parameter : def.params)
    parameters_.insert(parameter.name);
  if (def.body.empty())
    return;
  parts_.push_back({rangeOf(def.body), 0, 0, {}, std::nullopt, false, {}});
  addBlock(def.body, 0);
  for (auto &[name, places] : changes_)
    std::ranges::sort(places);
}

bool SetUnder::isSet(const std::string &name, SourceRange place) const {
  auto found = settings_.find(name);
  if (found == settings_.end() || deleted_.contains(name) ||
      !contains(parts_.front().range, place))
    return false;
  std::size_t part = partOf(place, 0);
  const std::vector<Setting> &settings = found->second;
  auto end = std::ranges::upper_bound(
      settings, place.begin, {},
      [](const Setting &setting) { return setting.statement.begin; });
  auto begin = end - std::min(end - settings.begin(), mostSettings);
  return std::any_of(begin, end, [&](const Setting &setting) {
    return covers(setting, part, place);
  });
}

// ---- what the function does ----

void SetUnder::addBlock(const Block &block, std::size_t part) {
  for (const Stmt &stmt : block)
    addStatement(stmt, part);
}

void SetUnder::addStatement(const Stmt &stmt, std::size_t part) {
  if (const auto *choice = std::get_if<If>(&stmt.node))
    return addBranches(*choice, stmt.range, part);
  forEachPart(
      stmt, [&](const Expr &expr) { addExpr(expr, stmt.range, part); },
      [&](const Block &block) {
        addInner(block, stmt.range, part, std::nullopt);
      });
  auto setsAll = [&](const std::vector<ExprPtr> &targets) {
    for (const ExprPtr &target : targets) {
      addTarget(*target);
      addSetting(*target, stmt, part);
    }
  };
  if (const auto *node = std::get_if<Assign>(&stmt.node)) {
    setsAll(node->targets);
  } else if (const auto *node = std::get_if<AnnAssign>(&stmt.node)) {
    if (node->value)
      setsAll({node->target});
  } else if (const auto *node = std::get_if<AugAssign>(&stmt.node)) {
    addTarget(*node->target);
  } else if (const auto *node = std::get_if<For>(&stmt.node)) {
    addTarget(*node->target);
  } else if (const auto *node = std::get_if<Match>(&stmt.node)) {
    for (const MatchCase &matchCase : node->cases) {
      std::vector<std::string> names;
      collectCaptures(*matchCase.pattern, names);
      for (const std::string &name : names)
        addChange(name, matchCase.pattern->range);
    }
  } else if (const auto *node = std::get_if<Delete>(&stmt.node)) {
    for (const ExprPtr &target : node->targets)
      if (const auto *name = std::get_if<Name>(&target->node))
        deleted_.insert(name->id);
  } else if (const auto *node = std::get_if<FunctionDef>(&stmt.node)) {
    addChange(node->name, stmt.range);
  } else if (const auto *node = std::get_if<ClassDef>(&stmt.node)) {
    addChange(node->name, stmt.range);
  } else if (const auto *node = std::get_if<UnsupportedStmt>(&stmt.node)) {
    for (const Block &block : node->blocks)
      addInner(block, stmt.range, part, std::nullopt);
  }
}

/// What follows a branch is under its condition that does not hold.
void SetUnder::addBranches(const If &choice, SourceRange range,
                           std::size_t part) {
  for (std::size_t i = 0; i < choice.branches.size(); ++i) {
    const IfBranch &branch = choice.branches[i];
    const Expr *condition = branch.condition.get();
    addExpr(*condition, range, part);
    addInner(branch.body, range, part, Literal{condition, true});
    if (i + 1 == choice.branches.size())
      return addInner(choice.orElse, range, part, Literal{condition, false});
    SourceRange rest = range;
    rest.begin = choice.branches[i + 1].condition->range.begin;
    part = addPart(rest, range, part, Literal{condition, false}, true);
  }
}

void SetUnder::addInner(const Block &block, SourceRange statement,
                        std::size_t outer, std::optional<Literal> literal) {
  if (block.empty())
    return;
  addBlock(block, addPart(rangeOf(block), statement, outer, literal,
                          literal.has_value()));
}

std::size_t SetUnder::addPart(SourceRange range, SourceRange statement,
                              std::size_t outer, std::optional<Literal> literal,
                              bool isBranch) {
  std::size_t part = parts_.size();
  parts_.push_back({range,
                    outer,
                    parts_[outer].depth + 1,
                    statement,
                    literal,
                    isBranch,
                    {}});
  std::vector<std::size_t> &inner = parts_[outer].inner;
  inner.insert(firstAfter(inner, range.begin), part);
  return part;
}

void SetUnder::addExpr(const Expr &expr, SourceRange statement,
                       std::size_t part) {
  auto under = [&](SourceRange range, const ExprPtr &condition, bool holds) {
    addPart(range, statement, partOf(range, part),
            Literal{condition.get(), holds}, false);
  };
  visitExprs(expr, [&](const Expr &each) {
    if (const auto *choice = std::get_if<IfExpr>(&each.node)) {
      under(choice->body->range, choice->condition, true);
      under(choice->orElse->range, choice->condition, false);
    } else if (const auto *chain = std::get_if<BoolOp>(&each.node)) {
      for (std::size_t i = 1; i < chain->operands.size(); ++i) {
        SourceRange rest = chain->operands[i]->range;
        rest.end = chain->operands.back()->range.end;
        under(rest, chain->operands[i - 1], chain->isAnd);
      }
    } else if (const auto *named = std::get_if<NamedExpr>(&each.node)) {
      addChange(named->name, named->nameRange);
    } else if (const auto *lambda = std::get_if<Lambda>(&each.node)) {
      for (const Parameter &parameter : lambda->function->params)
        addChange(parameter.name, parameter.range);
    } else if (const auto *made = std::get_if<Comprehension>(&each.node)) {
      for (const ComprehensionFor &turn : made->fors)
        addTarget(*turn.target);
    }
  });
}

void SetUnder::addTarget(const Expr &target) {
  if (const auto *name = std::get_if<Name>(&target.node)) {
    addChange(name->id, target.range);
  } else if (const auto *star = std::get_if<Starred>(&target.node)) {
    addTarget(*star->value);
  } else if (const auto *field = std::get_if<Attribute>(&target.node)) {
    fields_.insert(field->name);
  } else if (const std::vector<ExprPtr> *elements = elementsOf(target)) {
    for (const ExprPtr &element : *elements)
      addTarget(*element);
  }
}

void SetUnder::addSetting(const Expr &target, const Stmt &stmt,
                          std::size_t part) {
  if (const auto *name = std::get_if<Name>(&target.node))
    settings_[name->id].push_back({part, stmt.range});
  else if (const auto *star = std::get_if<Starred>(&target.node))
    addSetting(*star->value, stmt, part);
  else if (const std::vector<ExprPtr> *elements = elementsOf(target))
    for (const ExprPtr &element : *elements)
      addSetting(*element, stmt, part);
}

void SetUnder::addChange(const std::string &name, SourceRange range) {
  changes_[name].push_back(range.begin);
}

// ---- what follows from it ----

std::vector<std::size_t>::const_iterator
SetUnder::firstAfter(const std::vector<std::size_t> &parts,
                     std::uint32_t place) const {
  return std::ranges::upper_bound(parts, place, {}, [&](std::size_t part) {
    return parts_[part].range.begin;
  });
}

std::size_t SetUnder::partOf(SourceRange place, std::size_t from) const {
  while (true) {
    const std::vector<std::size_t> &inner = parts_[from].inner;
    auto after = firstAfter(inner, place.begin);
    if (after == inner.begin() ||
        !contains(parts_[*std::prev(after)].range, place))
      return from;
    from = *std::prev(after);
  }
}

/// Goes outwards from both to the block that has the two statements.
bool SetUnder::covers(const Setting &setting, std::size_t part,
                      SourceRange place) const {
  std::vector<Literal> needed, held;
  std::size_t own = setting.part;
  SourceRange first = setting.statement, second = place;
  for (unsigned steps = 0; own != part; ++steps) {
    bool isOwn = parts_[own].depth >= parts_[part].depth;
    const Part &at = parts_[isOwn ? own : part];
    if (steps == mostSteps || (isOwn && !at.isBranch))
      return false;
    if (at.literal)
      (isOwn ? needed : held).push_back(*at.literal);
    (isOwn ? first : second) = at.statement;
    (isOwn ? own : part) = at.outer;
  }
  if (needed.empty() || first.end > second.begin)
    return false;
  SourceRange between = first;
  between.end = second.end;
  std::vector<Literal> known;
  for (const Literal &literal : held)
    forEachKnown(*literal.condition, literal.holds,
                 [&](const Expr &condition, bool holds) {
                   known.push_back({&condition, holds});
                 });
  return std::ranges::all_of(needed, [&](const Literal &literal) {
    return isImplied(*literal.condition, literal.holds, known) &&
           isStill(*literal.condition, between);
  });
}

bool SetUnder::isStill(const Expr &condition, SourceRange between) const {
  Names names;
  return isStable(condition, names) &&
         std::ranges::none_of(names, [&](const std::string &name) {
           auto found = changes_.find(name);
           if (deleted_.contains(name) || found == changes_.end())
             return deleted_.contains(name);
           auto next = std::ranges::lower_bound(found->second, between.begin);
           return next != found->second.end() && *next < between.end;
         });
}

/// Whether `expr` is the same as long as its names are, which it adds.
bool SetUnder::isStable(const Expr &expr, Names &names) const {
  auto areStable = [&](const std::vector<ExprPtr> &parts) {
    return std::ranges::all_of(
        parts, [&](const ExprPtr &part) { return isStable(*part, names); });
  };
  if (const auto *name = std::get_if<Name>(&expr.node)) {
    names.insert(name->id);
    return true;
  }
  if (const auto *unary = std::get_if<Unary>(&expr.node))
    return isStable(*unary->operand, names);
  if (const auto *binary = std::get_if<Binary>(&expr.node))
    return isStable(*binary->left, names) && isStable(*binary->right, names);
  if (const auto *both = std::get_if<BoolOp>(&expr.node))
    return areStable(both->operands);
  if (const auto *compare = std::get_if<Compare>(&expr.node))
    return areStable(compare->operands);
  if (const auto *attribute = std::get_if<Attribute>(&expr.node))
    return isStable(*attribute->value, names) && isStable(*attribute);
  if (const auto *item = std::get_if<Subscript>(&expr.node)) {
    const auto *shape = std::get_if<Attribute>(&item->value->node);
    return shape && shape->name == "shape" && isStable(*item->value, names) &&
           areStable(item->indices);
  }
  return std::holds_alternative<IntLiteral>(expr.node) ||
         std::holds_alternative<FloatLiteral>(expr.node) ||
         std::holds_alternative<StringLiteral>(expr.node) ||
         std::holds_alternative<BoolLiteral>(expr.node) ||
         std::holds_alternative<NoneLiteral>(expr.node);
}

/// cuda.threadIdx.x, x.size; a record's field may be stored to.
bool SetUnder::isStable(const Attribute &attribute) const {
  if (isExtent(attribute.name) && !fields_.contains(attribute.name))
    return true;
  const Expr *root = attribute.value.get();
  while (const auto *part = std::get_if<Attribute>(&root->node))
    root = part->value.get();
  const auto *name = std::get_if<Name>(&root->node);
  return name && !parameters_.contains(name->id) &&
         !changes_.contains(name->id);
}

} // namespace pyk2ptx
