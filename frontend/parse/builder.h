// tree-sitter's tree -> syntax tree. Private to parse*.cpp.
#ifndef PYK2PTX_FRONTEND_PARSE_BUILDER_H
#define PYK2PTX_FRONTEND_PARSE_BUILDER_H

#include "literals.h"
#include "syntax.h"

#include <tree_sitter/api.h>

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

extern "C" const TSLanguage *tree_sitter_python();

namespace pyk2ptx {

/// What tree-sitter reads in place of a source, and how their offsets relate.
struct ParserText {
  std::string text;
  /// Where in the source it begins.
  std::uint32_t base = 0;
  /// Offsets in `text`, in order, of the characters that the source lacks.
  std::vector<std::uint32_t> inserted;

  /// The place in the source of an offset in `text`.
  [[nodiscard]] std::uint32_t toSource(std::uint32_t offset) const;
};

/// Converts a tree without ERROR and MISSING nodes of a text that
/// checkGrammar() passed: it knows nothing of mistakes, and its recursion is
/// bounded by maxNesting.
class TreeBuilder {
public:
  TreeBuilder(const Source &source, const ParserText &text, TSNode root);
  ~TreeBuilder();
  TreeBuilder(const TreeBuilder &) = delete;
  TreeBuilder &operator=(const TreeBuilder &) = delete;

  syntax::Block module(TSNode root);
  /// The expression that the module consists of; null if it is none.
  syntax::ExprPtr onlyExpression(TSNode root);

private:
  using ExprNode = decltype(syntax::Expr::node);
  using StmtNode = decltype(syntax::Stmt::node);
  using ExprRule = ExprNode (TreeBuilder::*)(TSNode);
  using StmtRule = StmtNode (TreeBuilder::*)(TSNode);
  struct Child {
    TSNode node;
    TSFieldId field;
  };
  /// `range` includes the parentheses that its expression's does not.
  struct Operand {
    syntax::ExprPtr expr;
    SourceRange range;
  };
  /// a + b * c: operands one more than operators.
  struct OperatorRun {
    std::vector<Operand> operands;
    std::vector<std::pair<syntax::BinaryOp, SourceRange>> operators;
    std::size_t next = 0;
  };

  // ---- tree-sitter ----
  /// By grammar symbol; null where the symbol is none of that kind.
  struct Rules {
    std::vector<ExprRule> exprs;
    std::vector<StmtRule> stmts;
  };
  static Rules readRules();
  /// All children but comments and line continuations.
  std::vector<Child> children(TSNode node);
  /// Those that are named.
  std::vector<TSNode> namedChildren(TSNode node);
  static TSNode field(TSNode node, std::string_view name);
  static std::string_view typeOf(TSNode node) { return ts_node_type(node); }
  static bool isType(TSNode node, std::string_view type) {
    return typeOf(node) == type;
  }
  static bool isOneOf(TSNode node,
                      std::initializer_list<std::string_view> types);
  bool hasChild(TSNode node, std::string_view type);
  std::string_view text(TSNode node) const;
  SourceRange range(TSNode node) const;
  std::string dotted(TSNode node);

  // ---- statements (build_stmt.cpp) ----
  syntax::Block block(TSNode node);
  void statement(TSNode node, syntax::Block &block);
  StmtNode expressionStatement(TSNode node);
  StmtNode assignment(TSNode node);
  StmtNode augmentedAssignment(TSNode node);
  StmtNode ifStatement(TSNode node);
  StmtNode whileStatement(TSNode node);
  StmtNode forStatement(TSNode node);
  StmtNode withStatement(TSNode node);
  StmtNode tryStatement(TSNode node);
  StmtNode returnStatement(TSNode node);
  StmtNode breakStatement(TSNode node);
  StmtNode continueStatement(TSNode node);
  StmtNode passStatement(TSNode node);
  StmtNode assertStatement(TSNode node);
  StmtNode raiseStatement(TSNode node);
  StmtNode deleteStatement(TSNode node);
  StmtNode globalStatement(TSNode node);
  StmtNode importStatement(TSNode node);
  StmtNode importFromStatement(TSNode node);
  StmtNode functionDefinition(TSNode node);
  StmtNode classDefinition(TSNode node);
  StmtNode decoratedDefinition(TSNode node);
  StmtNode typeAlias(TSNode node);
  StmtNode pythonTwoStatement(TSNode node);
  syntax::Block elseBlock(TSNode node);
  std::vector<syntax::ImportAlias> aliases(TSNode node);
  std::vector<syntax::Parameter> parameters(TSNode node);
  syntax::Parameter parameter(TSNode node);

  // ---- match (build_match.cpp) ----
  using PatternPtr = std::unique_ptr<syntax::MatchPattern>;
  StmtNode matchStatement(TSNode node);
  syntax::MatchCase matchCase(TSNode node);
  PatternPtr pattern(TSNode node);
  std::vector<PatternPtr> patterns(TSNode node);
  syntax::ExprPtr patternNumbers(TSNode node);
  static bool isValuePattern(TSNode node);

  // ---- expressions (build_expr.cpp) ----
  syntax::ExprPtr expr(TSNode node);
  /// Null for a null node.
  syntax::ExprPtr optionalExpr(TSNode node);
  std::vector<syntax::ExprPtr> exprs(TSNode node);
  /// The children as one expression: a tuple if there is a comma.
  syntax::ExprPtr exprOfChildren(TSNode node);
  syntax::ExprPtr make(SourceRange range, ExprNode node) const;
  void commaList(TSNode node, std::vector<syntax::ExprPtr> &list);
  static syntax::BinaryOp binaryOp(std::string_view spelling);
  ExprNode identifier(TSNode node);
  ExprNode number(TSNode node);
  ExprNode trueLiteral(TSNode node);
  ExprNode falseLiteral(TSNode node);
  ExprNode noneLiteral(TSNode node);
  ExprNode ellipsis(TSNode node);
  ExprNode tuple(TSNode node);
  ExprNode list(TSNode node);
  ExprNode attribute(TSNode node);
  ExprNode subscript(TSNode node);
  ExprNode slice(TSNode node);
  ExprNode call(TSNode node);
  ExprNode starred(TSNode node);
  ExprNode unary(TSNode node);
  ExprNode notOperator(TSNode node);
  ExprNode binary(TSNode node);
  void flatten(TSNode node, OperatorRun &run);
  Operand climb(OperatorRun &run, int minimum);
  ExprNode boolean(TSNode node);
  ExprNode comparison(TSNode node);
  ExprNode conditional(TSNode node);
  ExprNode namedExpression(TSNode node);
  ExprNode lambda(TSNode node);
  ExprNode comprehension(TSNode node);
  ExprNode string(TSNode node);
  void formattedPieces(TSNode node, syntax::FString &result);
  void interpolation(TSNode node, syntax::FString &result);

  const Source &source_;
  const ParserText &parserText_;
  TSTreeCursor cursor_;
  const Rules &rules_;
};

} // namespace pyk2ptx

#endif
