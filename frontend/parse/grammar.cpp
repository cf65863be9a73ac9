// The grammar of statements, and the check as a whole.
//
// tree-sitter accepts a superset of Python and, where a text is broken, says so
// somewhere near; users deserve better. So before tree-sitter sees a text, it
// is read here by Python's own grammar, without building anything: this finds
// the first token at which no program can go on, and what was expected there.
// What passes is Python, and tree-sitter's tree of it is complete.
#include "grammar.h"

#include "grammar_rules.h"
#include "parse.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pyk2ptx {

Grammar::Grammar(std::string_view text, TokenList list)
    : text_(text), tokens_(std::move(list.tokens)),
      problems_(std::move(list.problems)) {
  // Where fail() goes; rules may look one token ahead.
  Token sentinel;
  sentinel.kind = TokenKind::Bad;
  sentinel.begin = sentinel.end = static_cast<std::uint32_t>(text.size());
  tokens_.push_back(sentinel);
}

GrammarCheck Grammar::checkFile() {
  statements();
  while (!at(TokenKind::End) && !tooDeepAt_) {
    // A Dedent without its Indent, after broken lines.
    ++at_;
    statements();
  }
  return finish();
}

GrammarCheck Grammar::checkExpression() {
  scope().isLenient = true;
  // Spaces before it.
  accept(TokenKind::Indent);
  expression();
  accept(TokenKind::Newline);
  while (accept(TokenKind::Dedent)) {
  }
  if (!at(TokenKind::End) && !failed_)
    failExpected("the end");
  recover();
  return finish();
}

bool Grammar::isSameLine(std::uint32_t a, std::uint32_t b) const {
  auto [first, last] = std::minmax(a, b);
  return text_.substr(first, last - first).find('\n') == text_.npos;
}

GrammarCheck Grammar::finish() {
  // The tokenizer's of a line come first.
  for (std::uint32_t i = 0; i < problems_.size(); ++i)
    problems_[i].order = i;
  std::sort(problems_.begin(), problems_.end(),
            [](const SyntaxProblem &a, const SyntaxProblem &b) {
              return std::pair(a.begin, a.order) < std::pair(b.begin, b.order);
            });
  GrammarCheck check;
  check.annotations = std::move(annotations_);
  check.tooDeepAt = tooDeepAt_;
  for (SyntaxProblem &problem : problems_) {
    if (check.problems.empty() ||
        !isSameLine(check.problems.back().begin, problem.begin))
      check.problems.push_back(std::move(problem));
  }
  for (const SyntaxProblem &problem : check.problems)
    if (tooDeepAt_ && isSameLine(problem.begin, *tooDeepAt_))
      check.tooDeepAt.reset();
  return check;
}

// ---- tokens and problems ----

bool Grammar::accept(std::string_view spelling) {
  if (!at(spelling))
    return false;
  ++at_;
  return true;
}

bool Grammar::accept(TokenKind kind) {
  if (!at(kind))
    return false;
  ++at_;
  return true;
}

bool Grammar::expect(std::string_view spelling) {
  if (accept(spelling))
    return true;
  if (at("{") && spelling == ":")
    fail(current().begin, current().end,
         "expected `:`, found `{`; a block has no braces, and is indented");
  failExpected("`" + std::string(spelling) + "`");
  return false;
}

std::uint32_t Grammar::lastEnd() const {
  return at_ > 0 && !failed_ ? tokens_[at_ - 1].end : current().begin;
}

std::string Grammar::describe(const Token &token) const {
  switch (token.kind) {
  case TokenKind::Newline:
    return "end of line";
  case TokenKind::End:
    return "end of file";
  case TokenKind::Indent:
    return "an indented line";
  case TokenKind::Dedent:
    return "end of the block";
  case TokenKind::String:
  case TokenKind::FStringStart:
  case TokenKind::FStringText:
  case TokenKind::FStringEnd:
    return "a string";
  case TokenKind::Keyword:
    return "the keyword `" + std::string(textOf(token)) + "`";
  default:
    return "`" + std::string(textOf(token)) + "`";
  }
}

void Grammar::failExpected(const std::string &expected) {
  if (failed_)
    return;
  const Token &token = current();
  fail(token.begin, token.end,
       "expected " + expected + ", found " + describe(token) + meantHere());
}

void Grammar::fail(std::uint32_t begin, std::uint32_t end, std::string text) {
  if (failed_)
    return;
  pending_ = SyntaxProblem{begin, end, std::move(text), "", 0, 0};
  failedAt_ = at_;
  failed_ = true;
  at_ = tokens_.size() - 1;
}

void Grammar::report(std::uint32_t begin, std::uint32_t end, std::string text) {
  if (!failed_)
    problems_.push_back({begin, end, std::move(text), "", 0, 0});
}

bool Grammar::tooDeep(int height) {
  if (failed_ || depth_ + height <= maxNesting)
    return failed_;
  if (!tooDeepAt_)
    tooDeepAt_ = current().begin;
  fail(current().begin, current().end, "");
  pending_.reset();
  return true;
}

// Behind a broken line. Its problem counts unless the tokenizer reported one in
// the same line, which then is the cause. True if there was something to
// recover from.
bool Grammar::recover() {
  if (!failed_)
    return false;
  failed_ = false;
  at_ = failedAt_;
  bool isReported = false;
  while (!at(TokenKind::Newline) && !at(TokenKind::Indent) &&
         !at(TokenKind::Dedent) && !at(TokenKind::End)) {
    isReported |= at(TokenKind::Bad);
    ++at_;
  }
  accept(TokenKind::Newline);
  if (pending_ && !isReported)
    problems_.push_back(std::move(*pending_));
  pending_.reset();
  return true;
}

void Grammar::pushScope(Scope::Kind kind, bool isAsync) {
  Scope scope;
  scope.kind = kind;
  scope.isAsync = isAsync;
  scope.isLenient = scopes_.back().isLenient;
  scopes_.push_back(std::move(scope));
}

// ---- blocks ----

// Up to the Dedent of this level, which is left.
void Grammar::statements() {
  while (!at(TokenKind::Dedent) && !at(TokenKind::End) && !tooDeepAt_) {
    std::size_t scopes = scopes_.size();
    int comprehensions = comprehensions_;
    if (at(TokenKind::Indent)) {
      const Token &line = ahead(1);
      if (!afterBroken_)
        report(line.begin, line.end, "unexpected indent");
      ++at_;
      ++depth_;
      bool wasLenient = scope().isLenient;
      scope().isLenient = true;
      if (!tooDeep(0))
        statements();
      scope().isLenient = wasLenient;
      --depth_;
      accept(TokenKind::Dedent);
      afterBroken_ = true;
      continue;
    }
    bool isClauseOfBroken = afterBroken_ && (at("elif") || at("else") ||
                                             at("except") || at("finally"));
    statement();
    afterBroken_ = recover() || isClauseOfBroken;
    scopes_.resize(scopes);
    comprehensions_ = comprehensions;
  }
}

// block: NEWLINE INDENT statements DEDENT | simple_statements
void Grammar::block(std::string_view after) {
  if (!accept(TokenKind::Newline))
    return simpleStatements();
  if (!at(TokenKind::Indent)) {
    if (!failed_) {
      const Token &next = current();
      report(next.begin, next.end,
             "expected an indented block after `" + std::string(after) + "`");
    }
    return;
  }
  Nest nest(*this);
  if (!nest.isGood)
    return;
  accept(TokenKind::Indent);
  afterBroken_ = false;
  statements();
  afterBroken_ = false;
  accept(TokenKind::Dedent);
}

void Grammar::loopBlock(std::string_view after) {
  ++scope().loops;
  block(after);
  --scope().loops;
}

void Grammar::statement() {
  if (at("@"))
    return decorated();
  if (startsMatch())
    return matchStatement();
  if (at(TokenKind::Keyword))
    return compoundStatement();
  simpleStatements();
}

void Grammar::compoundStatement() {
  using Rule = void (Grammar::*)();
  struct Row {
    std::string_view keyword;
    Rule rule;
  };
  static constexpr std::array<Row, 12> rows = {{
      {"if", &Grammar::ifStatement},
      {"while", &Grammar::whileStatement},
      {"for", &Grammar::forStatement},
      {"try", &Grammar::tryStatement},
      {"with", &Grammar::withStatement},
      {"def", &Grammar::functionDefinition},
      {"class", &Grammar::classDefinition},
      {"async", &Grammar::asyncStatement},
      {"elif", &Grammar::strayClause},
      {"else", &Grammar::strayClause},
      {"except", &Grammar::strayClause},
      {"finally", &Grammar::strayClause},
  }};
  for (const Row &row : rows)
    if (at(row.keyword))
      return (this->*row.rule)();
  simpleStatements();
}

// `else` and its like where no statement waits for one.
void Grammar::strayClause() {
  const Token first = current();
  if (!afterBroken_)
    return fail(first.begin, first.end,
                "`" + std::string(textOf(first)) + "` without its statement");
  while (!at(TokenKind::Newline) && !at(TokenKind::End) &&
         !(at(":") && ahead(1).kind == TokenKind::Newline))
    ++at_;
  if (accept(":"))
    return block(textOf(first));
  accept(TokenKind::Newline);
}

// ---- entry points ----

GrammarCheck checkGrammar(std::string_view text) {
  return Grammar(text, tokenize(text)).checkFile();
}

GrammarCheck checkExpressionGrammar(std::string_view text) {
  return Grammar(text, tokenize(text)).checkExpression();
}

} // namespace pyk2ptx
