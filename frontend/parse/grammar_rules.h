// The grammar check's parser: recursive descent over tokens that builds
// nothing. Private to grammar*.cpp.
//
// A rule that does not match calls fail(). That records the problem and moves
// to a token which no rule accepts, so every rule on the way out ends by
// itself; the statement loop then goes on behind the line.
#ifndef PYK2PTX_FRONTEND_PARSE_GRAMMAR_RULES_H
#define PYK2PTX_FRONTEND_PARSE_GRAMMAR_RULES_H

#include "grammar.h"

#include <unordered_set>

namespace pyk2ptx {

/// What a rule has read, as far as later rules ask.
struct Piece {
  enum class Shape : std::uint8_t { Name, Place, Tuple, List, Starred, Other };
  Shape shape = Shape::Other;
  bool isParenthesized = false;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  /// Of its syntax tree.
  int height = 1;
  /// Why it, or the part of it between the offsets, cannot be assigned to; null
  /// if it can.
  const char *notTarget = nullptr;
  std::uint32_t notTargetBegin = 0;
  std::uint32_t notTargetEnd = 0;
};

class Grammar {
public:
  Grammar(std::string_view text, TokenList list);
  GrammarCheck checkFile();
  GrammarCheck checkExpression();

private:
  using Shape = Piece::Shape;
  struct Scope {
    enum class Kind : std::uint8_t { Module, Class, Function, Lambda };
    Kind kind = Kind::Module;
    bool isAsync = false;
    /// After a broken header nobody knows what is around: say nothing.
    bool isLenient = false;
    int loops = 0;
    std::unordered_set<std::string_view> params;
    std::unordered_set<std::string_view> seen;
  };
  struct Params {
    std::unordered_set<std::string_view> names;
    bool sawDefault = false;
    bool sawSlash = false;
    bool sawStar = false;
    bool sawDoubleStar = false;
    /// Behind a bare `*` that no name has followed yet; else 0.
    std::uint32_t bareStarEnd = 0;
  };

  // ---- tokens ----
  const Token &current() const { return tokens_[at_]; }
  const Token &ahead(std::size_t count) const {
    return tokens_[std::min(at_ + count, tokens_.size() - 1)];
  }
  static bool is(const Token &token, std::uint64_t code) {
    return token.code == code && token.kind != TokenKind::Name;
  }
  bool at(std::uint64_t code) const { return is(current(), code); }
  bool at(std::string_view spelling) const { return at(tokenCode(spelling)); }
  bool at(TokenKind kind) const { return current().kind == kind; }
  bool atWord(std::string_view softKeyword) const {
    return at(TokenKind::Name) && textOf(current()) == softKeyword;
  }
  bool accept(std::string_view spelling);
  bool accept(TokenKind kind);
  bool expect(std::string_view spelling);
  std::string_view textOf(const Token &token) const {
    return text_.substr(token.begin, token.end - token.begin);
  }
  std::uint32_t lastEnd() const;

  // ---- problems ----
  /// "expected X, found Y" at the current token.
  void failExpected(const std::string &expected);
  void fail(std::uint32_t begin, std::uint32_t end, std::string text);
  /// Reports without giving the line up.
  void report(std::uint32_t begin, std::uint32_t end, std::string text);
  void reportAt(const Token &token, std::string text) {
    report(token.begin, token.end, std::move(text));
  }
  void reportAt(const Piece &piece, std::string text) {
    report(piece.begin, piece.end, std::move(text));
  }
  std::string describe(const Token &token) const;
  bool recover();
  bool isSameLine(std::uint32_t a, std::uint32_t b) const;
  GrammarCheck finish();
  bool tooDeep(int height);

  /// Counts recursion, and fails at the limit. Every recursion of expressions
  /// passes unary(), or one of the rules that recur before it.
  struct Nest {
    explicit Nest(Grammar &checker) : checker(checker) {
      ++checker.depth_;
      isGood = !checker.tooDeep(0);
    }
    ~Nest() { --checker.depth_; }
    Grammar &checker;
    bool isGood;
  };

  // ---- other languages' spellings (grammar_habits.cpp) ----
  bool isDeclaring(const Token &token) const;
  std::size_t statementBegin() const;
  /// Whether the token stands directly behind this one.
  bool follows(std::size_t index, std::string_view spelling) const;
  std::string valueBehind(std::size_t equals) const;
  bool failDeclaration();
  bool failLoop();
  bool failOperator();
  bool failComment();
  std::string meantHere() const;

  // ---- statements (grammar.cpp) ----
  void statements();
  void statement();
  void compoundStatement();
  void simpleStatements();
  void simpleStatement();
  void expressionStatement();
  void assignments(Piece first);
  void annotation(const Piece &target);
  void augmentedAssignment(const Piece &target);
  void annotationExpression();
  static bool isAugmentation(std::string_view operation);
  void block(std::string_view after);
  void loopBlock(std::string_view after);
  void ifStatement();
  void whileStatement();
  void forStatement();
  void tryStatement();
  void exceptClause(const Token &keyword, bool &hasBare);
  void withStatement();
  bool withItemsInParentheses();
  void withItem();
  void functionDefinition();
  void classDefinition();
  void decorated();
  void asyncStatement();
  void strayClause();
  void importStatement();
  void fromImportStatement();
  void dottedName();
  void globalStatement();
  void deleteStatement();
  void returnStatement();
  void jumpStatement();
  void raiseStatement();
  void assertStatement();
  void typeAlias();
  void typeParams();
  bool startsMatch() const;
  void matchStatement();
  Scope &scope() { return scopes_.back(); }
  void pushScope(Scope::Kind kind, bool isAsync = false);

  // ---- expressions (grammar_expr.cpp) ----
  Piece starExpressions();
  Piece starExpression();
  Piece namedOrStarred();
  Piece named();
  Piece expression();
  Piece disjunction();
  Piece conjunction();
  Piece inversion();
  Piece comparison();
  Piece binary(int minimum);
  Piece unary();
  Piece primary();
  Piece atom();
  Piece word();
  Piece constant(const char *what);
  Piece lambda();
  Piece yield();
  Piece parenthesized();
  Piece list();
  Piece braces();
  Piece strings();
  int fString();
  int fStringField();
  Piece afterPrimary(Piece value);
  int callArguments();
  void checkArgument(bool &sawKeyword, bool &sawUnpacking,
                     std::unordered_set<std::string_view> &names, int &height,
                     std::size_t index);
  int subscripts();
  int slice();
  int comprehension(const Piece &element);
  Piece elements(Piece first, std::string_view closer, Shape shape);
  bool acceptComparison();
  bool atExpressionEnd() const;
  bool atExpressionStart() const;
  Piece made(const Token &first, int height, const char *notTarget);

  // ---- targets, parameters, patterns (grammar_part.cpp) ----
  Piece targets();
  void requireTarget(const Piece &piece, const char *verb = "assign to");
  static void include(Piece &whole, const Piece &part);
  Params parameters(std::string_view closer, bool isLambda);
  void parameter(Params &params, std::string_view closer, bool isLambda);
  void namedParameter(Params &params, bool isStar, bool isLambda);
  void name(const char *what = "a name");
  void patterns();
  void asPattern();
  void orPattern();
  void closedPattern();
  void literalPattern();
  void namePattern();
  void patternsUntil(std::string_view closer);
  void mappingPattern();
  void classPattern();

  std::string_view text_;
  std::vector<Token> tokens_;
  std::vector<SyntaxProblem> problems_;
  std::optional<std::uint32_t> tooDeepAt_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> annotations_;
  std::optional<SyntaxProblem> pending_;
  std::vector<Scope> scopes_ = std::vector<Scope>(1);
  std::size_t at_ = 0;
  std::size_t failedAt_ = 0;
  int depth_ = 0;
  int comprehensions_ = 0;
  bool failed_ = false;
  /// The statement before was broken: an `else` here may have been its.
  bool afterBroken_ = false;
};

} // namespace pyk2ptx

#endif
