// `match` of tree-sitter's tree -> syntax tree. In its patterns a minus sign is
// not part of the number's node but a sibling before it.
#include "builder.h"

namespace pyk2ptx {

using namespace syntax;

TreeBuilder::StmtNode TreeBuilder::matchStatement(TSNode node) {
  Match result;
  std::vector<ExprPtr> subjects;
  bool isTuple = false;
  SourceRange subjectRange = range(node);
  for (const Child &child : children(node)) {
    isTuple |= isType(child.node, ",");
    if (isType(child.node, "block")) {
      for (TSNode clause : namedChildren(child.node))
        result.cases.push_back(matchCase(clause));
    } else if (ts_node_is_named(child.node)) {
      subjects.push_back(expr(child.node));
    }
  }
  if (!isTuple && subjects.size() == 1) {
    result.subject = std::move(subjects.front());
    return result;
  }
  subjectRange.begin = subjects.front()->range.begin;
  subjectRange.end = subjects.back()->range.end;
  result.subject = make(subjectRange, TupleExpr{std::move(subjects)});
  return result;
}

MatchCase TreeBuilder::matchCase(TSNode node) {
  MatchCase result;
  std::vector<PatternPtr> parts;
  for (TSNode child : namedChildren(node))
    if (isType(child, "case_pattern"))
      parts.push_back(pattern(child));
  if (parts.size() == 1 && !hasChild(node, ",")) {
    result.pattern = std::move(parts.front());
  } else {
    result.pattern = std::make_unique<MatchPattern>();
    result.pattern->range = parts.front()->range;
    result.pattern->range.end = parts.back()->range.end;
    result.pattern->node = SequencePattern{std::move(parts)};
  }
  TSNode guard = field(node, "guard");
  if (!ts_node_is_null(guard))
    result.guard = exprOfChildren(guard);
  result.body = block(field(node, "consequence"));
  return result;
}

bool TreeBuilder::isValuePattern(TSNode node) {
  return isOneOf(node, {"integer", "float", "string", "concatenated_string",
                        "true", "false", "none"});
}

// [-] number [(+ | -) number]: all children of `node`
ExprPtr TreeBuilder::patternNumbers(TSNode node) {
  ExprPtr result;
  bool isNegative = false;
  bool isSum = false;
  SourceRange op = range(node);
  for (const Child &child : children(node)) {
    if (!ts_node_is_named(child.node)) {
      isNegative = isType(child.node, "-");
      isSum = result != nullptr;
      op = range(child.node);
      continue;
    }
    ExprPtr number = expr(child.node);
    if (isSum) {
      result =
          make(range(node), Binary{isNegative ? BinaryOp::Sub : BinaryOp::Add,
                                   std::move(result), std::move(number), op});
    } else if (isNegative) {
      SourceRange whole = number->range;
      whole.begin = op.begin;
      result = make(whole, Unary{UnaryOp::Negative, std::move(number)});
    } else {
      result = std::move(number);
    }
  }
  return result;
}

// The patterns among the children, a sign belonging to the number behind it.
std::vector<TreeBuilder::PatternPtr> TreeBuilder::patterns(TSNode node) {
  std::vector<PatternPtr> result;
  bool isNegative = false;
  std::uint32_t sign = 0;
  for (const Child &child : children(node)) {
    if (isType(child.node, "-")) {
      isNegative = true;
      sign = range(child.node).begin;
      continue;
    }
    if (!ts_node_is_named(child.node) && !isType(child.node, "_"))
      continue;
    PatternPtr part = pattern(child.node);
    auto *value = std::get_if<ValuePattern>(&part->node);
    if (isNegative && value) {
      part->range.begin = sign;
      value->value =
          make(part->range, Unary{UnaryOp::Negative, std::move(value->value)});
    }
    isNegative = false;
    result.push_back(std::move(part));
  }
  return result;
}

TreeBuilder::PatternPtr TreeBuilder::pattern(TSNode node) {
  // Wrappers, and one pattern in parentheses.
  while (isType(node, "case_pattern") ||
         (isType(node, "tuple_pattern") && !hasChild(node, ","))) {
    std::vector<Child> parts = children(node);
    if (isType(parts.front().node, "("))
      parts.erase(parts.begin());
    if (parts.empty() || isType(parts.front().node, ")"))
      break;
    if (isType(parts.front().node, "-")) {
      auto result = std::make_unique<MatchPattern>();
      result->range = range(node);
      result->node = ValuePattern{patternNumbers(node)};
      return result;
    }
    node = parts.front().node;
  }
  auto result = std::make_unique<MatchPattern>();
  result->range = range(node);
  if (isValuePattern(node)) {
    result->node = ValuePattern{expr(node)};
  } else if (isType(node, "complex_pattern")) {
    result->node = ValuePattern{patternNumbers(node)};
  } else if (isType(node, "_")) {
    result->node = CapturePattern{"_"};
  } else if (isOneOf(node, {"identifier", "dotted_name"})) {
    std::vector<TSNode> names = namedChildren(node);
    if (names.size() < 2) {
      result->node = CapturePattern{std::string(text(node))};
    } else {
      ExprPtr value = expr(names.front());
      for (std::size_t i = 1; i < names.size(); ++i) {
        SourceRange whole = range(names[i]);
        whole.begin = value->range.begin;
        value =
            make(whole, Attribute{std::move(value), std::string(text(names[i])),
                                  range(names[i])});
      }
      result->node = ValuePattern{std::move(value)};
    }
  } else if (isType(node, "union_pattern")) {
    result->node = OrPattern{patterns(node)};
  } else if (isOneOf(node, {"tuple_pattern", "list_pattern"})) {
    result->node = SequencePattern{patterns(node)};
  } else if (isType(node, "as_pattern")) {
    std::vector<TSNode> parts = namedChildren(node);
    result->node =
        AsPattern{pattern(parts.front()), std::string(text(parts.back()))};
  } else {
    std::string_view what = isType(node, "dict_pattern")    ? "mapping pattern"
                            : isType(node, "class_pattern") ? "class pattern"
                            : isType(node, "splat_pattern") ? "star pattern"
                                                            : "pattern";
    result->node = UnsupportedPattern{std::string(what)};
  }
  return result;
}

} // namespace pyk2ptx
