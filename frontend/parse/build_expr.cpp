// Expressions of tree-sitter's tree -> syntax tree.
//
// Parentheses and `type` wrappers dissolve. `a and b and c`, which is a chain
// of nodes, becomes one node by a loop, because its length is not bounded.
#include "builder.h"

#include <algorithm>
#include <array>

namespace pyk2ptx {

using namespace syntax;

TSNode TreeBuilder::field(TSNode node, std::string_view name) {
  return ts_node_child_by_field_name(node, name.data(),
                                     static_cast<std::uint32_t>(name.size()));
}

ExprPtr TreeBuilder::make(SourceRange range, ExprNode node) const {
  auto result = std::make_shared<Expr>();
  result->range = range;
  result->node = std::move(node);
  return result;
}

ExprPtr TreeBuilder::optionalExpr(TSNode node) {
  return ts_node_is_null(node) ? nullptr : expr(node);
}

ExprPtr TreeBuilder::expr(TSNode node) {
  // One that only groups, or a target in parentheses.
  while (isOneOf(node, {"parenthesized_expression", "type",
                        "parenthesized_list_splat", "as_pattern_target"}) ||
         (isType(node, "tuple_pattern") && !hasChild(node, ",") &&
          !namedChildren(node).empty())) {
    std::vector<TSNode> inner = namedChildren(node);
    if (inner.empty())
      break;
    node = inner.front();
  }
  ExprRule rule = rules_.exprs[ts_node_symbol(node)];
  if (rule)
    return make(range(node), (this->*rule)(node));
  // tree-sitter's names are Python's with underscores.
  std::string what(typeOf(node));
  std::replace(what.begin(), what.end(), '_', ' ');
  UnsupportedExpr result{std::move(what)};
  // Host code and options of cuda.jit have these; a pair is what a
  // comprehension makes of a dictionary.
  if (isOneOf(node, {"set", "dictionary", "pair"}))
    for (TSNode child : namedChildren(node)) {
      if (isType(child, "pair"))
        for (TSNode part : namedChildren(child))
          result.elements.push_back(expr(part));
      else if (isType(child, "dictionary_splat"))
        result.what = "dictionary of others";
      else
        result.elements.push_back(expr(child));
    }
  return make(range(node), std::move(result));
}

std::vector<ExprPtr> TreeBuilder::exprs(TSNode node) {
  std::vector<ExprPtr> list;
  for (TSNode child : namedChildren(node))
    list.push_back(expr(child));
  return list;
}

ExprPtr TreeBuilder::exprOfChildren(TSNode node) {
  std::vector<ExprPtr> list = exprs(node);
  if (list.size() == 1 && !hasChild(node, ","))
    return std::move(list.front());
  return make(range(node), TupleExpr{std::move(list)});
}

void TreeBuilder::commaList(TSNode node, std::vector<ExprPtr> &list) {
  if (!isOneOf(node, {"expression_list", "pattern_list"}))
    return list.push_back(expr(node));
  for (TSNode child : namedChildren(node))
    list.push_back(expr(child));
}

// ---- names and literals ----

TreeBuilder::ExprNode TreeBuilder::identifier(TSNode node) {
  return Name{std::string(text(node))};
}

TreeBuilder::ExprNode TreeBuilder::number(TSNode node) {
  return numberNode(text(node));
}

TreeBuilder::ExprNode TreeBuilder::trueLiteral(TSNode) {
  return BoolLiteral{true};
}

TreeBuilder::ExprNode TreeBuilder::falseLiteral(TSNode) {
  return BoolLiteral{false};
}

TreeBuilder::ExprNode TreeBuilder::noneLiteral(TSNode) { return NoneLiteral{}; }

TreeBuilder::ExprNode TreeBuilder::ellipsis(TSNode) {
  return EllipsisLiteral{};
}

// "a" 'b' f"{c}": one literal, formatted if any part is.
TreeBuilder::ExprNode TreeBuilder::string(TSNode node) {
  std::vector<TSNode> parts;
  if (isType(node, "concatenated_string"))
    parts = namedChildren(node);
  else
    parts.push_back(node);
  FString formatted;
  StringLiteral plain;
  bool isFormatted = false;
  for (TSNode part : parts) {
    StringParts string = splitString(text(part));
    if (string.isFormatted) {
      isFormatted = true;
      if (!plain.value.empty())
        formatted.pieces.push_back({std::move(plain.value), nullptr, "", ""});
      plain.value.clear();
      formattedPieces(part, formatted);
      // Text at the end may go on in the next literal.
      if (!formatted.pieces.empty() && !formatted.pieces.back().value) {
        plain.value = std::move(formatted.pieces.back().text);
        formatted.pieces.pop_back();
      }
      continue;
    }
    plain.isBytes = string.isBytes;
    appendUnescaped(string.body, string, plain.value);
  }
  if (!isFormatted)
    return plain;
  if (!plain.value.empty())
    formatted.pieces.push_back({std::move(plain.value), nullptr, "", ""});
  // Neighbouring texts come from `x=` fields and joined literals.
  std::vector<FormattedPiece> joined;
  for (FormattedPiece &piece : formatted.pieces) {
    if (!piece.value && !joined.empty() && !joined.back().value)
      joined.back().text += piece.text;
    else
      joined.push_back(std::move(piece));
  }
  return FString{std::move(joined)};
}

void TreeBuilder::formattedPieces(TSNode node, FString &result) {
  std::string_view whole = text(node);
  StringParts parts = splitString(whole);
  std::uint32_t start = ts_node_start_byte(node);
  auto addText = [&](std::size_t begin, std::size_t end) {
    FormattedPiece piece;
    appendUnescaped(whole.substr(begin, end - begin), parts, piece.text);
    if (!piece.text.empty())
      result.pieces.push_back(std::move(piece));
  };
  std::size_t at = parts.bodyOffset;
  for (TSNode child : namedChildren(node)) {
    if (!isType(child, "interpolation"))
      continue;
    addText(at, ts_node_start_byte(child) - start);
    interpolation(child, result);
    at = ts_node_end_byte(child) - start;
  }
  addText(at, parts.bodyOffset + parts.body.size());
}

// {expression [=] [!conversion] [:spec]}
void TreeBuilder::interpolation(TSNode node, FString &result) {
  FormattedPiece piece;
  std::string_view whole = text(node);
  std::uint32_t start = ts_node_start_byte(node);
  bool showsItself = false;
  for (const Child &child : children(node)) {
    if (isType(child.node, "type_conversion")) {
      piece.conversion = text(child.node).substr(1);
    } else if (isType(child.node, "format_specifier")) {
      piece.spec = text(child.node).substr(1);
    } else if (isType(child.node, "=")) {
      // `{x = }` is the text "x = ", as it is written, and the value's repr.
      std::size_t end = ts_node_end_byte(child.node) - start;
      end = std::min(whole.find_first_not_of(" \t\n\r", end), whole.size());
      result.pieces.push_back(
          {std::string(whole.substr(1, end - 1)), nullptr, "", ""});
      showsItself = true;
    } else if (ts_node_is_named(child.node)) {
      piece.value = expr(child.node);
    }
  }
  if (showsItself && piece.conversion.empty() && piece.spec.empty())
    piece.conversion = "r";
  if (!piece.value)
    piece.value = make(range(node), UnsupportedExpr{"f-string field"});
  result.pieces.push_back(std::move(piece));
}

// ---- displays and comprehensions ----

TreeBuilder::ExprNode TreeBuilder::tuple(TSNode node) {
  return TupleExpr{exprs(node)};
}

TreeBuilder::ExprNode TreeBuilder::list(TSNode node) {
  return ListExpr{exprs(node)};
}

// [element for target in iterable if condition...], (...), {...}
TreeBuilder::ExprNode TreeBuilder::comprehension(TSNode node) {
  Comprehension result;
  result.kind = text(node).front();
  for (TSNode child : namedChildren(node)) {
    if (isType(child, "for_in_clause")) {
      if (hasChild(child, "async"))
        return UnsupportedExpr{"async comprehension"};
      result.fors.push_back(
          {expr(field(child, "left")), expr(field(child, "right")), {}});
    } else if (isType(child, "if_clause")) {
      result.fors.back().conditions.push_back(exprOfChildren(child));
    } else {
      result.element = expr(child);
    }
  }
  return result;
}

// ---- primaries ----

TreeBuilder::ExprNode TreeBuilder::attribute(TSNode node) {
  TSNode name = field(node, "attribute");
  return Attribute{expr(field(node, "object")), std::string(text(name)),
                   range(name)};
}

TreeBuilder::ExprNode TreeBuilder::subscript(TSNode node) {
  Subscript result;
  for (const Child &child : children(node)) {
    if (isType(child.node, ","))
      result.isTuple = true;
    else if (!ts_node_is_named(child.node))
      continue;
    else if (!result.value)
      result.value = expr(child.node);
    else
      result.indices.push_back(expr(child.node));
  }
  return result;
}

// lower:upper:step
TreeBuilder::ExprNode TreeBuilder::slice(TSNode node) {
  std::array<ExprPtr, 3> parts;
  std::size_t part = 0;
  for (const Child &child : children(node)) {
    if (isType(child.node, ":"))
      ++part;
    else if (part < parts.size())
      parts[part] = expr(child.node);
  }
  return Slice{std::move(parts[0]), std::move(parts[1]), std::move(parts[2])};
}

TreeBuilder::ExprNode TreeBuilder::call(TSNode node) {
  Call result;
  result.callee = expr(field(node, "function"));
  TSNode arguments = field(node, "arguments");
  if (isType(arguments, "generator_expression")) {
    result.args.push_back(expr(arguments));
    return result;
  }
  for (TSNode child : namedChildren(arguments)) {
    if (isType(child, "keyword_argument")) {
      result.keywords.push_back({std::string(text(field(child, "name"))),
                                 expr(field(child, "value")), range(child)});
    } else if (isType(child, "dictionary_splat")) {
      result.keywords.push_back({"", exprOfChildren(child), range(child)});
    } else {
      result.args.push_back(expr(child));
    }
  }
  return result;
}

TreeBuilder::ExprNode TreeBuilder::starred(TSNode node) {
  return Starred{exprOfChildren(node)};
}

// ---- operators ----

BinaryOp TreeBuilder::binaryOp(std::string_view spelling) {
  constexpr int count = static_cast<int>(BinaryOp::BitXor) + 1;
  for (int i = 0; i < count; ++i)
    if (spelling == syntax::spelling(static_cast<BinaryOp>(i)))
      return static_cast<BinaryOp>(i);
  return BinaryOp::Add;
}

TreeBuilder::ExprNode TreeBuilder::unary(TSNode node) {
  char op = text(field(node, "operator")).front();
  return Unary{op == '-'   ? UnaryOp::Negative
               : op == '+' ? UnaryOp::Positive
                           : UnaryOp::Invert,
               expr(field(node, "argument"))};
}

TreeBuilder::ExprNode TreeBuilder::notOperator(TSNode node) {
  return Unary{UnaryOp::Not, expr(field(node, "argument"))};
}

namespace {

/// Python's, from weak to strong; all of these associate to the left.
int precedenceOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::BitOr:
    return 1;
  case BinaryOp::BitXor:
    return 2;
  case BinaryOp::BitAnd:
    return 3;
  case BinaryOp::LeftShift:
  case BinaryOp::RightShift:
    return 4;
  case BinaryOp::Add:
  case BinaryOp::Sub:
    return 5;
  default:
    return 6;
  }
}

} // namespace

// tree-sitter-python's grammar binds `^` stronger than `&`. So a run of binary
// operators is taken apart and put together again by Python's precedence. `**`
// binds stronger than the signs between, and is right in the grammar.
TreeBuilder::ExprNode TreeBuilder::binary(TSNode node) {
  if (text(field(node, "operator")) == "**")
    return Binary{BinaryOp::Pow, expr(field(node, "left")),
                  expr(field(node, "right")), range(field(node, "operator"))};
  OperatorRun run;
  flatten(node, run);
  // Just built: nobody else has it.
  return std::move(std::const_pointer_cast<Expr>(climb(run, 1).expr)->node);
}

void TreeBuilder::flatten(TSNode node, OperatorRun &run) {
  TSNode op = {};
  if (isType(node, "binary_operator"))
    op = field(node, "operator");
  if (ts_node_is_null(op) || text(op) == "**") {
    run.operands.push_back({expr(node), range(node)});
    return;
  }
  flatten(field(node, "left"), run);
  run.operators.push_back({binaryOp(text(op)), range(op)});
  flatten(field(node, "right"), run);
}

// The operand at `run.next` and the operators behind it that bind at least as
// strongly as `minimum`.
TreeBuilder::Operand TreeBuilder::climb(OperatorRun &run, int minimum) {
  Operand left = std::move(run.operands[run.next]);
  while (run.next < run.operators.size()) {
    auto [op, opRange] = run.operators[run.next];
    int precedence = precedenceOf(op);
    if (precedence < minimum)
      break;
    ++run.next;
    Operand right = climb(run, precedence + 1);
    SourceRange whole = left.range;
    whole.end = right.range.end;
    left = {make(whole, Binary{op, std::move(left.expr), std::move(right.expr),
                               opRange}),
            whole};
  }
  return left;
}

TreeBuilder::ExprNode TreeBuilder::boolean(TSNode node) {
  BoolOp result;
  std::string_view op = text(field(node, "operator"));
  result.isAnd = op == "and";
  while (isType(node, "boolean_operator") &&
         text(field(node, "operator")) == op) {
    result.operands.push_back(expr(field(node, "right")));
    node = field(node, "left");
  }
  result.operands.push_back(expr(node));
  std::reverse(result.operands.begin(), result.operands.end());
  return result;
}

TreeBuilder::ExprNode TreeBuilder::comparison(TSNode node) {
  Compare result;
  constexpr int count = static_cast<int>(CompareOp::NotIn) + 1;
  for (const Child &child : children(node)) {
    if (child.field == 0) {
      result.operands.push_back(expr(child.node));
      continue;
    }
    for (int i = 0; i < count; ++i)
      if (typeOf(child.node) == spelling(static_cast<CompareOp>(i)))
        result.ops.push_back(static_cast<CompareOp>(i));
  }
  return result;
}

// body if condition else orElse
TreeBuilder::ExprNode TreeBuilder::conditional(TSNode node) {
  std::vector<TSNode> parts = namedChildren(node);
  if (!isType(parts[0], "named_expression"))
    return IfExpr{expr(parts[1]), expr(parts[0]), expr(parts[2])};
  // `n := a if b else c` without parentheses is n := (a if b else c), which
  // tree-sitter reads as (n := a) if b else c.
  TSNode value = field(parts[0], "value");
  SourceRange whole = range(node);
  whole.begin = range(value).begin;
  TSNode name = field(parts[0], "name");
  return NamedExpr{
      std::string(text(name)), range(name),
      make(whole, IfExpr{expr(parts[1]), expr(value), expr(parts[2])})};
}

TreeBuilder::ExprNode TreeBuilder::namedExpression(TSNode node) {
  TSNode name = field(node, "name");
  return NamedExpr{std::string(text(name)), range(name),
                   expr(field(node, "value"))};
}

TreeBuilder::ExprNode TreeBuilder::lambda(TSNode node) {
  Lambda result;
  result.function = std::make_unique<FunctionDef>();
  result.function->name = "lambda";
  result.function->nameRange = range(node);
  TSNode list = field(node, "parameters");
  if (!ts_node_is_null(list))
    result.function->params = parameters(list);
  ExprPtr body = expr(field(node, "body"));
  SourceRange bodyRange = body->range;
  result.function->body.push_back({bodyRange, Return{std::move(body)}});
  return result;
}

} // namespace pyk2ptx
