// parse: check the grammar, let tree-sitter build its tree, convert that.
//
// The grammar check comes first (grammar.h). So tree-sitter sees only text
// that is Python and nested within bounds: its error recovery, which can be
// slow and whose places are rough, is not needed, and the conversion meets no
// broken tree. Should the two disagree, tree-sitter's ERROR node is reported.
#include "parse.h"

#include "builder.h"
#include "grammar.h"

#include <algorithm>
#include <utility>

namespace pyk2ptx {

// ---- tree-sitter's nodes ----

std::uint32_t ParserText::toSource(std::uint32_t offset) const {
  auto behind = std::lower_bound(inserted.begin(), inserted.end(), offset);
  return offset + base - static_cast<std::uint32_t>(behind - inserted.begin());
}

TreeBuilder::TreeBuilder(const Source &source, const ParserText &text,
                         TSNode root)
    : source_(source), parserText_(text), cursor_(ts_tree_cursor_new(root)),
      // The same for every text, of which a signature is one.
      rules_([]() -> const Rules & {
        static const Rules rules = readRules();
        return rules;
      }()) {}

TreeBuilder::~TreeBuilder() { ts_tree_cursor_delete(&cursor_); }

std::vector<TreeBuilder::Child> TreeBuilder::children(TSNode node) {
  std::vector<Child> result;
  ts_tree_cursor_reset(&cursor_, node);
  if (!ts_tree_cursor_goto_first_child(&cursor_))
    return result;
  do {
    TSNode child = ts_tree_cursor_current_node(&cursor_);
    // Comments and line continuations.
    if (!ts_node_is_extra(child))
      result.push_back({child, ts_tree_cursor_current_field_id(&cursor_)});
  } while (ts_tree_cursor_goto_next_sibling(&cursor_));
  return result;
}

std::vector<TSNode> TreeBuilder::namedChildren(TSNode node) {
  std::vector<TSNode> result;
  for (const Child &child : children(node))
    if (ts_node_is_named(child.node))
      result.push_back(child.node);
  return result;
}

bool TreeBuilder::isOneOf(TSNode node,
                          std::initializer_list<std::string_view> types) {
  for (std::string_view type : types)
    if (isType(node, type))
      return true;
  return false;
}

bool TreeBuilder::hasChild(TSNode node, std::string_view type) {
  for (const Child &child : children(node))
    if (isType(child.node, type))
      return true;
  return false;
}

SourceRange TreeBuilder::range(TSNode node) const {
  return {&source_, parserText_.toSource(ts_node_start_byte(node)),
          parserText_.toSource(ts_node_end_byte(node))};
}

std::string_view TreeBuilder::text(TSNode node) const {
  return source_.text(range(node));
}

// a.b.c without the spaces that Python allows in it
std::string TreeBuilder::dotted(TSNode node) {
  std::string result;
  for (TSNode part : namedChildren(node)) {
    if (!result.empty())
      result += '.';
    result += text(part);
  }
  return result;
}

TreeBuilder::Rules TreeBuilder::readRules() {
  using B = TreeBuilder;
  static constexpr std::pair<std::string_view, ExprRule> exprs[] = {
      {"identifier", &B::identifier},
      {"integer", &B::number},
      {"float", &B::number},
      {"true", &B::trueLiteral},
      {"false", &B::falseLiteral},
      {"none", &B::noneLiteral},
      {"ellipsis", &B::ellipsis},
      {"string", &B::string},
      {"concatenated_string", &B::string},
      {"tuple", &B::tuple},
      {"tuple_pattern", &B::tuple},
      {"expression_list", &B::tuple},
      {"pattern_list", &B::tuple},
      {"list", &B::list},
      {"list_pattern", &B::list},
      {"attribute", &B::attribute},
      {"subscript", &B::subscript},
      {"slice", &B::slice},
      {"call", &B::call},
      {"list_splat", &B::starred},
      {"list_splat_pattern", &B::starred},
      {"splat_type", &B::starred},
      {"unary_operator", &B::unary},
      {"not_operator", &B::notOperator},
      {"binary_operator", &B::binary},
      {"boolean_operator", &B::boolean},
      {"comparison_operator", &B::comparison},
      {"conditional_expression", &B::conditional},
      {"named_expression", &B::namedExpression},
      {"lambda", &B::lambda},
      {"list_comprehension", &B::comprehension},
      {"set_comprehension", &B::comprehension},
      {"dictionary_comprehension", &B::comprehension},
      {"generator_expression", &B::comprehension},
  };
  static constexpr std::pair<std::string_view, StmtRule> stmts[] = {
      {"expression_statement", &B::expressionStatement},
      {"if_statement", &B::ifStatement},
      {"while_statement", &B::whileStatement},
      {"for_statement", &B::forStatement},
      {"with_statement", &B::withStatement},
      {"try_statement", &B::tryStatement},
      {"return_statement", &B::returnStatement},
      {"break_statement", &B::breakStatement},
      {"continue_statement", &B::continueStatement},
      {"pass_statement", &B::passStatement},
      {"assert_statement", &B::assertStatement},
      {"raise_statement", &B::raiseStatement},
      {"delete_statement", &B::deleteStatement},
      {"global_statement", &B::globalStatement},
      {"nonlocal_statement", &B::globalStatement},
      {"import_statement", &B::importStatement},
      {"import_from_statement", &B::importFromStatement},
      {"future_import_statement", &B::importFromStatement},
      {"function_definition", &B::functionDefinition},
      {"class_definition", &B::classDefinition},
      {"decorated_definition", &B::decoratedDefinition},
      {"match_statement", &B::matchStatement},
      {"type_alias_statement", &B::typeAlias},
      {"print_statement", &B::pythonTwoStatement},
      {"exec_statement", &B::pythonTwoStatement},
  };
  const TSLanguage *language = tree_sitter_python();
  std::uint32_t count = ts_language_symbol_count(language);
  Rules rules;
  rules.exprs.resize(count);
  rules.stmts.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    auto symbol = static_cast<TSSymbol>(i);
    if (ts_language_symbol_type(language, symbol) != TSSymbolTypeRegular)
      continue;
    std::string_view name = ts_language_symbol_name(language, symbol);
    for (auto [type, rule] : exprs)
      if (type == name)
        rules.exprs[i] = rule;
    for (auto [type, rule] : stmts)
      if (type == name)
        rules.stmts[i] = rule;
  }
  return rules;
}

// ---- entry points ----

namespace {

struct DeleteParser {
  void operator()(TSParser *parser) const { ts_parser_delete(parser); }
};
struct DeleteTree {
  void operator()(TSTree *tree) const { ts_tree_delete(tree); }
};
using TreePtr = std::unique_ptr<TSTree, DeleteTree>;

TreePtr readTree(std::string_view text) {
  std::unique_ptr<TSParser, DeleteParser> parser(ts_parser_new());
  ts_parser_set_language(parser.get(), tree_sitter_python());
  return TreePtr(
      ts_parser_parse_string(parser.get(), nullptr, text.data(),
                             static_cast<std::uint32_t>(text.size())));
}

/// The text with its logical lines joined: what is between two tokens of one
/// (line breaks, comments) becomes spaces, and every token keeps its place.
std::string joinLines(std::string_view text) {
  std::string joined(text);
  auto isInLine = [](const Token &token) {
    return token.kind != TokenKind::Newline &&
           token.kind != TokenKind::Indent && token.kind != TokenKind::Dedent &&
           token.kind != TokenKind::End;
  };
  TokenList list = tokenize(text);
  for (std::size_t i = 1; i < list.tokens.size(); ++i) {
    const Token &before = list.tokens[i - 1];
    const Token &after = list.tokens[i];
    if (isInLine(before) && isInLine(after))
      std::fill(joined.begin() + before.end, joined.begin() + after.begin, ' ');
  }
  return joined;
}

/// The tree of text that is Python. tree-sitter takes some line breaks inside
/// brackets for the end of a block; such a text is read again without them.
TreePtr readPython(std::string_view text) {
  TreePtr tree = readTree(text);
  if (ts_node_has_error(ts_tree_root_node(tree.get())))
    tree = readTree(joinLines(text));
  return tree;
}

/// Emits what the check found; true if there was nothing.
bool emitProblems(const GrammarCheck &check, const Source &source,
                  Diagnostics &diagnostics) {
  for (const SyntaxProblem &problem : check.problems) {
    Diagnostic &diagnostic = diagnostics.emit(
        {&source, problem.begin, problem.end}, diag::SyntaxError, problem.text);
    if (!problem.note.empty())
      diagnostic.notes.push_back(
          {{&source, problem.noteBegin, problem.noteBegin + 1}, problem.note});
  }
  if (check.tooDeepAt)
    diagnostics.emit({&source, *check.tooDeepAt, *check.tooDeepAt},
                     diag::NestingTooDeep, maxNesting);
  return check.problems.empty() && !check.tooDeepAt;
}

/// tree-sitter reads annotations by a grammar of their own, which does not
/// know `float32[:, ::1]`; parentheses around them make it read an expression.
ParserText wrapAnnotations(const Source &source, std::uint32_t base,
                           const GrammarCheck &check) {
  ParserText result;
  result.base = base;
  std::uint32_t at = base;
  auto insert = [&](std::uint32_t place, char parenthesis) {
    result.text += source.text().substr(at, place - at);
    result.inserted.push_back(static_cast<std::uint32_t>(result.text.size()));
    result.text += parenthesis;
    at = place;
  };
  for (auto [begin, end] : check.annotations) {
    insert(begin, '(');
    insert(end, ')');
  }
  result.text += source.text().substr(at);
  return result;
}

/// The first ERROR or MISSING node, without recursion.
void emitTreeError(TSNode root, const Source &source, const ParserText &text,
                   Diagnostics &diagnostics) {
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  TSNode node = root;
  // Down along the first child that has an error.
  while (!ts_node_is_error(node) && !ts_node_is_missing(node) &&
         ts_tree_cursor_goto_first_child(&cursor)) {
    while (!ts_node_has_error(ts_tree_cursor_current_node(&cursor)) &&
           ts_tree_cursor_goto_next_sibling(&cursor)) {
    }
    node = ts_tree_cursor_current_node(&cursor);
  }
  ts_tree_cursor_delete(&cursor);
  diagnostics.emit({&source, text.toSource(ts_node_start_byte(node)),
                    text.toSource(ts_node_end_byte(node))},
                   diag::SyntaxError, "invalid syntax");
}

} // namespace

std::optional<syntax::Module> parse(const Source &source,
                                    Diagnostics &diagnostics) {
  GrammarCheck check = checkGrammar(source.text());
  if (!emitProblems(check, source, diagnostics))
    return std::nullopt;
  std::uint32_t base = source.text().starts_with("\xEF\xBB\xBF") ? 3 : 0;
  ParserText text = wrapAnnotations(source, base, check);
  TreePtr tree = readPython(text.text);
  TSNode root = ts_tree_root_node(tree.get());
  if (ts_node_has_error(root)) {
    emitTreeError(root, source, text, diagnostics);
    return std::nullopt;
  }
  TreeBuilder builder(source, text, root);
  return syntax::Module{&source, builder.module(root)};
}

syntax::ExprPtr parseExpression(const Source &source,
                                Diagnostics &diagnostics) {
  GrammarCheck check = checkExpressionGrammar(source.text());
  if (!emitProblems(check, source, diagnostics))
    return nullptr;
  std::size_t begin = source.text().find_first_not_of(" \t\f\r\n");
  ParserText text =
      wrapAnnotations(source, static_cast<std::uint32_t>(begin), check);
  TreePtr tree = readPython(text.text);
  TSNode root = ts_tree_root_node(tree.get());
  syntax::ExprPtr result;
  if (!ts_node_has_error(root))
    result = TreeBuilder(source, text, root).onlyExpression(root);
  if (!result)
    emitTreeError(root, source, text, diagnostics);
  return result;
}

} // namespace pyk2ptx
