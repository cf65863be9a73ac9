// Walks over the syntax tree that look for names.
#include "syntax_walk.h"

namespace pyk2ptx {

using namespace syntax;

namespace {

/// Values that a pattern compares with.
void forEachValue(const MatchPattern &whole, const OnExpr &visit) {
  if (const auto *value = std::get_if<ValuePattern>(&whole.node)) {
    visit(*value->value);
  } else if (const auto *any = std::get_if<OrPattern>(&whole.node)) {
    for (const auto &each : any->alternatives)
      forEachValue(*each, visit);
  } else if (const auto *all = std::get_if<SequencePattern>(&whole.node)) {
    for (const auto &each : all->elements)
      forEachValue(*each, visit);
  } else if (const auto *as = std::get_if<AsPattern>(&whole.node)) {
    forEachValue(*as->pattern, visit);
  }
}

struct NameWalk {
  std::set<std::string> &names;
  /// Targets of `:=` alone, nested functions left out.
  bool walrusOnly;
  const OnExpr *visit = nullptr;

  void list(const std::vector<ExprPtr> &exprs) {
    for (const ExprPtr &each : exprs)
      expr(each);
  }
  void expr(const ExprPtr &each) {
    if (each)
      expr(*each);
  }
  void function(const FunctionDef &def) {
    for (const Parameter &param : def.params)
      expr(param.defaultValue);
    if (!walrusOnly)
      block(def.body);
  }
  void expr(const Expr &whole);
  void block(const Block &body) {
    for (const Stmt &each : body)
      stmt(each);
  }
  void stmt(const Stmt &whole);
};

void NameWalk::expr(const Expr &whole) {
  const auto &node = whole.node;
  if (visit)
    (*visit)(whole);
  if (const auto *name = std::get_if<Name>(&node)) {
    if (!walrusOnly)
      names.insert(name->id);
  } else if (const auto *named = std::get_if<NamedExpr>(&node)) {
    names.insert(named->name);
    expr(named->value);
  } else if (const auto *tuple = std::get_if<TupleExpr>(&node)) {
    list(tuple->elements);
  } else if (const auto *each = std::get_if<ListExpr>(&node)) {
    list(each->elements);
  } else if (const auto *access = std::get_if<Attribute>(&node)) {
    expr(access->value);
  } else if (const auto *access = std::get_if<Subscript>(&node)) {
    expr(access->value);
    list(access->indices);
  } else if (const auto *slice = std::get_if<Slice>(&node)) {
    expr(slice->lower);
    expr(slice->upper);
    expr(slice->step);
  } else if (const auto *call = std::get_if<Call>(&node)) {
    expr(call->callee);
    list(call->args);
    for (const Keyword &keyword : call->keywords)
      expr(keyword.value);
  } else if (const auto *star = std::get_if<Starred>(&node)) {
    expr(star->value);
  } else if (const auto *operation = std::get_if<Unary>(&node)) {
    expr(operation->operand);
  } else if (const auto *operation = std::get_if<Binary>(&node)) {
    expr(operation->left);
    expr(operation->right);
  } else if (const auto *operation = std::get_if<BoolOp>(&node)) {
    list(operation->operands);
  } else if (const auto *chain = std::get_if<Compare>(&node)) {
    list(chain->operands);
  } else if (const auto *choice = std::get_if<IfExpr>(&node)) {
    expr(choice->condition);
    expr(choice->body);
    expr(choice->orElse);
  } else if (const auto *lambda = std::get_if<Lambda>(&node)) {
    function(*lambda->function);
  } else if (const auto *text = std::get_if<FString>(&node)) {
    for (const FormattedPiece &piece : text->pieces)
      expr(piece.value);
  } else if (const auto *made = std::get_if<Comprehension>(&node)) {
    expr(made->element);
    for (const ComprehensionFor &each : made->fors) {
      expr(each.target);
      expr(each.iterable);
      list(each.conditions);
    }
  } else if (const auto *other = std::get_if<UnsupportedExpr>(&node)) {
    list(other->elements);
  }
}

void NameWalk::stmt(const Stmt &whole) {
  forEachPart(
      whole, [&](const Expr &each) { expr(each); },
      [&](const Block &body) { block(body); });
  if (const auto *def = std::get_if<FunctionDef>(&whole.node))
    function(*def);
}

} // namespace

void forEachPart(const Stmt &stmt, const OnExpr &onExpr,
                 const OnBlock &onBlock) {
  auto expr = [&](const ExprPtr &each) {
    if (each)
      onExpr(*each);
  };
  const auto &node = stmt.node;
  if (const auto *each = std::get_if<ExprStmt>(&node)) {
    expr(each->value);
  } else if (const auto *assign = std::get_if<Assign>(&node)) {
    for (const ExprPtr &target : assign->targets)
      expr(target);
    expr(assign->value);
  } else if (const auto *assign = std::get_if<AnnAssign>(&node)) {
    expr(assign->target);
    expr(assign->value);
  } else if (const auto *assign = std::get_if<AugAssign>(&node)) {
    expr(assign->target);
    expr(assign->value);
  } else if (const auto *branch = std::get_if<If>(&node)) {
    for (const IfBranch &each : branch->branches) {
      expr(each.condition);
      onBlock(each.body);
    }
    onBlock(branch->orElse);
  } else if (const auto *loop = std::get_if<While>(&node)) {
    expr(loop->condition);
    onBlock(loop->body);
    onBlock(loop->orElse);
  } else if (const auto *loop = std::get_if<For>(&node)) {
    expr(loop->target);
    expr(loop->iterable);
    onBlock(loop->body);
    onBlock(loop->orElse);
  } else if (const auto *result = std::get_if<Return>(&node)) {
    expr(result->value);
  } else if (const auto *assertion = std::get_if<Assert>(&node)) {
    expr(assertion->condition);
  } else if (const auto *match = std::get_if<Match>(&node)) {
    expr(match->subject);
    for (const MatchCase &each : match->cases) {
      forEachValue(*each.pattern, onExpr);
      expr(each.guard);
      onBlock(each.body);
    }
  }
}

void collectNames(const Block &body, std::set<std::string> &names) {
  NameWalk{names, false}.block(body);
}

void collectWalrus(const Block &body, std::set<std::string> &names) {
  NameWalk{names, true}.block(body);
}

void collectWalrus(const Expr &expr, std::set<std::string> &names) {
  NameWalk{names, true}.expr(expr);
}

void visitExprs(const Expr &expr, const OnExpr &visit) {
  std::set<std::string> unused;
  NameWalk{unused, false, &visit}.expr(expr);
}

void visitExprs(const Block &body, const OnExpr &visit) {
  std::set<std::string> unused;
  NameWalk{unused, false, &visit}.block(body);
}

const std::vector<ExprPtr> *elementsOf(const Expr &target) {
  if (const auto *tuple = std::get_if<TupleExpr>(&target.node))
    return &tuple->elements;
  const auto *list = std::get_if<ListExpr>(&target.node);
  return list ? &list->elements : nullptr;
}

void collectCaptures(const MatchPattern &pattern,
                     std::vector<std::string> &names) {
  if (const auto *capture = std::get_if<CapturePattern>(&pattern.node)) {
    if (capture->name != "_")
      names.push_back(capture->name);
  } else if (const auto *any = std::get_if<OrPattern>(&pattern.node)) {
    for (const auto &each : any->alternatives)
      collectCaptures(*each, names);
  } else if (const auto *all = std::get_if<SequencePattern>(&pattern.node)) {
    for (const auto &each : all->elements)
      collectCaptures(*each, names);
  } else if (const auto *as = std::get_if<AsPattern>(&pattern.node)) {
    collectCaptures(*as->pattern, names);
    names.push_back(as->name);
  }
}

} // namespace pyk2ptx
