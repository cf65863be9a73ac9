// Statements of tree-sitter's tree -> syntax tree.
#include "builder.h"

namespace pyk2ptx {

using namespace syntax;

Block TreeBuilder::module(TSNode root) { return block(root); }

ExprPtr TreeBuilder::onlyExpression(TSNode root) {
  std::vector<TSNode> statements = namedChildren(root);
  if (statements.size() != 1 ||
      !isType(statements.front(), "expression_statement"))
    return nullptr;
  Block block;
  statement(statements.front(), block);
  auto *only = std::get_if<ExprStmt>(&block.front().node);
  return only ? std::move(only->value) : nullptr;
}

Block TreeBuilder::block(TSNode node) {
  Block result;
  if (ts_node_is_null(node))
    return result;
  for (TSNode child : namedChildren(node))
    statement(child, result);
  return result;
}

void TreeBuilder::statement(TSNode node, Block &block) {
  StmtRule rule = rules_.stmts[ts_node_symbol(node)];
  Stmt result;
  result.range = range(node);
  if (isType(node, "decorated_definition"))
    result.range = range(field(node, "definition"));
  if (rule)
    result.node = (this->*rule)(node);
  else
    result.node = UnsupportedStmt{std::string(typeOf(node)), {}};
  block.push_back(std::move(result));
}

// ---- simple statements ----

TreeBuilder::StmtNode TreeBuilder::expressionStatement(TSNode node) {
  std::vector<TSNode> parts = namedChildren(node);
  if (isType(parts.front(), "assignment"))
    return assignment(parts.front());
  if (isType(parts.front(), "augmented_assignment"))
    return augmentedAssignment(parts.front());
  return ExprStmt{exprOfChildren(node)};
}

// a = b = value is nested to the right; a: int = value is one of these too.
TreeBuilder::StmtNode TreeBuilder::assignment(TSNode node) {
  TSNode type = field(node, "type");
  if (!ts_node_is_null(type))
    return AnnAssign{expr(field(node, "left")), expr(type),
                     optionalExpr(field(node, "right"))};
  Assign result;
  while (isType(node, "assignment")) {
    result.targets.push_back(expr(field(node, "left")));
    node = field(node, "right");
  }
  result.value = expr(node);
  return result;
}

TreeBuilder::StmtNode TreeBuilder::augmentedAssignment(TSNode node) {
  TSNode op = field(node, "operator");
  std::string_view spelling = text(op);
  spelling.remove_suffix(1);
  return AugAssign{expr(field(node, "left")), binaryOp(spelling),
                   expr(field(node, "right")), range(op)};
}

TreeBuilder::StmtNode TreeBuilder::returnStatement(TSNode node) {
  if (namedChildren(node).empty())
    return Return{nullptr};
  return Return{exprOfChildren(node)};
}

TreeBuilder::StmtNode TreeBuilder::breakStatement(TSNode) { return Break{}; }

TreeBuilder::StmtNode TreeBuilder::continueStatement(TSNode) {
  return Continue{};
}

TreeBuilder::StmtNode TreeBuilder::passStatement(TSNode) { return Pass{}; }

TreeBuilder::StmtNode TreeBuilder::assertStatement(TSNode node) {
  std::vector<ExprPtr> parts = exprs(node);
  return Assert{std::move(parts[0]),
                parts.size() > 1 ? std::move(parts[1]) : nullptr};
}

TreeBuilder::StmtNode TreeBuilder::raiseStatement(TSNode node) {
  std::vector<TSNode> parts = namedChildren(node);
  return Raise{parts.empty() ? nullptr : expr(parts.front())};
}

TreeBuilder::StmtNode TreeBuilder::deleteStatement(TSNode node) {
  Delete result;
  for (TSNode child : namedChildren(node))
    commaList(child, result.targets);
  return result;
}

TreeBuilder::StmtNode TreeBuilder::globalStatement(TSNode node) {
  Global result;
  result.nonlocal = isType(node, "nonlocal_statement");
  for (TSNode child : namedChildren(node))
    result.names.emplace_back(text(child));
  return result;
}

std::vector<ImportAlias> TreeBuilder::aliases(TSNode node) {
  std::vector<ImportAlias> result;
  for (const Child &child : children(node)) {
    if (isType(child.node, "wildcard_import"))
      result.push_back({"*", "", range(child.node)});
    // The module of `from module import` is a dotted name as well.
    if (child.field == 0 || ts_node_eq(child.node, field(node, "module_name")))
      continue;
    if (isType(child.node, "aliased_import"))
      result.push_back({dotted(field(child.node, "name")),
                        std::string(text(field(child.node, "alias"))),
                        range(child.node)});
    else if (isType(child.node, "dotted_name"))
      result.push_back({dotted(child.node), "", range(child.node)});
  }
  return result;
}

TreeBuilder::StmtNode TreeBuilder::importStatement(TSNode node) {
  return Import{aliases(node)};
}

// from ..module import a as b; from __future__ import c
TreeBuilder::StmtNode TreeBuilder::importFromStatement(TSNode node) {
  ImportFrom result;
  result.names = aliases(node);
  TSNode name = field(node, "module_name");
  if (ts_node_is_null(name)) {
    result.module = "__future__";
  } else if (isType(name, "relative_import")) {
    for (TSNode part : namedChildren(name)) {
      if (isType(part, "dotted_name"))
        result.module = dotted(part);
      else
        for (char c : text(part))
          result.level += c == '.';
    }
  } else {
    result.module = dotted(name);
  }
  return result;
}

/// Of `(a).b[c]` the expression `type(a).b[c]`.
static ExprPtr calledType(const ExprPtr &expr, SourceRange name) {
  Expr result{{name.source, name.begin, expr->range.end}, Name{}};
  if (const auto *access = std::get_if<Attribute>(&expr->node)) {
    result.node = Attribute{calledType(access->value, name), access->name,
                            access->nameRange};
  } else if (const auto *access = std::get_if<Subscript>(&expr->node)) {
    result.node = Subscript{calledType(access->value, name), access->indices,
                            access->isTuple};
  } else {
    auto type = std::make_shared<Expr>(Expr{name, Name{"type"}});
    const auto *tuple = std::get_if<TupleExpr>(&expr->node);
    std::vector<ExprPtr> args = tuple ? tuple->elements : std::vector{expr};
    result.node = Call{std::move(type), std::move(args), {}};
  }
  return std::make_shared<const Expr>(std::move(result));
}

// The grammar takes `type(a).b = c` for one, too.
TreeBuilder::StmtNode TreeBuilder::typeAlias(TSNode node) {
  TSNode left = field(node, "left");
  if (ts_node_is_null(left) || !text(left).starts_with('('))
    return UnsupportedStmt{"type alias", {}};
  SourceRange name = range(node);
  name.end = name.begin + 4;
  Assign result;
  result.targets.push_back(calledType(expr(left), name));
  result.value = expr(field(node, "right"));
  return result;
}

// `print >> file, x` is Python 3 by accident.
TreeBuilder::StmtNode TreeBuilder::pythonTwoStatement(TSNode node) {
  return ExprStmt{make(range(node), UnsupportedExpr{"print statement"})};
}

// ---- compound statements ----

Block TreeBuilder::elseBlock(TSNode node) {
  return ts_node_is_null(node) ? Block() : block(field(node, "body"));
}

TreeBuilder::StmtNode TreeBuilder::ifStatement(TSNode node) {
  If result;
  result.branches.push_back(
      {expr(field(node, "condition")), block(field(node, "consequence"))});
  for (TSNode child : namedChildren(node)) {
    if (isType(child, "elif_clause"))
      result.branches.push_back({expr(field(child, "condition")),
                                 block(field(child, "consequence"))});
    else if (isType(child, "else_clause"))
      result.orElse = elseBlock(child);
  }
  return result;
}

TreeBuilder::StmtNode TreeBuilder::whileStatement(TSNode node) {
  return While{expr(field(node, "condition")), block(field(node, "body")),
               elseBlock(field(node, "alternative"))};
}

TreeBuilder::StmtNode TreeBuilder::forStatement(TSNode node) {
  Block body = block(field(node, "body"));
  Block orElse = elseBlock(field(node, "alternative"));
  if (hasChild(node, "async")) {
    UnsupportedStmt result{"async for", {}};
    result.blocks.push_back(std::move(body));
    result.blocks.push_back(std::move(orElse));
    return result;
  }
  return For{expr(field(node, "left")), expr(field(node, "right")),
             std::move(body), std::move(orElse)};
}

TreeBuilder::StmtNode TreeBuilder::withStatement(TSNode node) {
  UnsupportedStmt result{hasChild(node, "async") ? "async with" : "with", {}};
  result.blocks.push_back(block(field(node, "body")));
  return result;
}

TreeBuilder::StmtNode TreeBuilder::tryStatement(TSNode node) {
  UnsupportedStmt result{"try", {}};
  for (TSNode child : namedChildren(node)) {
    if (isType(child, "block")) {
      result.blocks.push_back(block(child));
      continue;
    }
    for (TSNode part : namedChildren(child))
      if (isType(part, "block"))
        result.blocks.push_back(block(part));
  }
  return result;
}

// ---- definitions ----

TreeBuilder::StmtNode TreeBuilder::functionDefinition(TSNode node) {
  FunctionDef result;
  TSNode name = field(node, "name");
  result.name = text(name);
  result.nameRange = range(name);
  result.params = parameters(field(node, "parameters"));
  result.returns = optionalExpr(field(node, "return_type"));
  result.body = block(field(node, "body"));
  result.isAsync = hasChild(node, "async");
  return result;
}

TreeBuilder::StmtNode TreeBuilder::classDefinition(TSNode node) {
  ClassDef result;
  TSNode name = field(node, "name");
  result.name = text(name);
  result.nameRange = range(name);
  TSNode bases = field(node, "superclasses");
  if (!ts_node_is_null(bases))
    for (TSNode base : namedChildren(bases))
      if (!isOneOf(base, {"keyword_argument", "dictionary_splat"}))
        result.bases.push_back(expr(base));
  result.body = block(field(node, "body"));
  return result;
}

TreeBuilder::StmtNode TreeBuilder::decoratedDefinition(TSNode node) {
  std::vector<ExprPtr> decorators;
  for (TSNode child : namedChildren(node))
    if (isType(child, "decorator"))
      decorators.push_back(exprOfChildren(child));
  TSNode definition = field(node, "definition");
  if (isType(definition, "class_definition")) {
    StmtNode result = classDefinition(definition);
    std::get<ClassDef>(result).decorators = std::move(decorators);
    return result;
  }
  StmtNode result = functionDefinition(definition);
  std::get<FunctionDef>(result).decorators = std::move(decorators);
  return result;
}

std::vector<Parameter> TreeBuilder::parameters(TSNode node) {
  std::vector<Parameter> result;
  bool isKeywordOnly = false;
  for (TSNode child : namedChildren(node)) {
    if (isType(child, "positional_separator")) {
      for (Parameter &before : result)
        before.kind = Parameter::Kind::PositionalOnly;
      continue;
    }
    if (isType(child, "keyword_separator")) {
      isKeywordOnly = true;
      continue;
    }
    Parameter next = parameter(child);
    if (next.kind == Parameter::Kind::Args)
      isKeywordOnly = true;
    else if (isKeywordOnly && next.kind == Parameter::Kind::Normal)
      next.kind = Parameter::Kind::KeywordOnly;
    result.push_back(std::move(next));
  }
  return result;
}

// name, name: type, name = value, name: type = value, *name, **name
Parameter TreeBuilder::parameter(TSNode node) {
  Parameter result;
  TSNode name = node;
  if (isOneOf(node, {"default_parameter", "typed_default_parameter"})) {
    name = field(node, "name");
    result.annotation = optionalExpr(field(node, "type"));
    result.defaultValue = optionalExpr(field(node, "value"));
  } else if (isType(node, "typed_parameter")) {
    name = namedChildren(node).front();
    result.annotation = optionalExpr(field(node, "type"));
  }
  if (isType(name, "list_splat_pattern"))
    result.kind = Parameter::Kind::Args;
  else if (isType(name, "dictionary_splat_pattern"))
    result.kind = Parameter::Kind::KeywordArgs;
  if (result.kind != Parameter::Kind::Normal)
    name = namedChildren(name).front();
  result.name = text(name);
  result.range = range(name);
  return result;
}

} // namespace pyk2ptx
