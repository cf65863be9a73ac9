// The grammar of compound statements: those with blocks.
#include "grammar_rules.h"

#include <utility>

namespace pyk2ptx {

// 'if' named ':' block ('elif' named ':' block)* ['else' ':' block]
void Grammar::ifStatement() {
  for (std::string_view word = "if"; accept(word); word = "elif") {
    named();
    if (at("="))
      fail(current().begin, current().end,
           "expected `:`, found `=`; compare with `==`");
    expect(":");
    block(word);
  }
  if (!accept("else"))
    return;
  if (at("if"))
    fail(current().begin, current().end,
         "expected `:`, found `if`; `else if` is written `elif`");
  expect(":");
  block("else");
}

void Grammar::whileStatement() {
  accept("while");
  named();
  if (at("="))
    fail(current().begin, current().end,
         "expected `:`, found `=`; compare with `==`");
  expect(":");
  loopBlock("while");
  if (accept("else")) {
    expect(":");
    block("else");
  }
}

// 'for' targets 'in' star_expressions ':' block ['else' ':' block]
void Grammar::forStatement() {
  accept("for");
  if (failLoop())
    return;
  requireTarget(targets());
  expect("in");
  starExpressions();
  expect(":");
  loopBlock("for");
  if (accept("else")) {
    expect(":");
    block("else");
  }
}

// 'try' ':' block except_clause* ['else' ':' block] ['finally' ':' block]
void Grammar::tryStatement() {
  const Token first = current();
  accept("try");
  expect(":");
  block("try");
  bool hasBare = false;
  bool hasExcept = false;
  bool isStar = false;
  while (at("except") && !tooDeepAt_) {
    const Token keyword = current();
    accept("except");
    bool star = at("*");
    if (hasExcept && star != isStar)
      reportAt(keyword, "`except` and `except*` cannot be mixed");
    if (hasBare)
      reportAt(keyword, "an `except:` for everything must be the last");
    isStar = star;
    hasExcept = true;
    exceptClause(keyword, hasBare);
  }
  if (hasExcept && accept("else")) {
    expect(":");
    block("else");
  }
  if (accept("finally")) {
    expect(":");
    block("finally");
  } else if (!hasExcept && !failed_ && !tooDeepAt_ && !afterBroken_) {
    reportAt(first, "`try` without `except` or `finally`");
  }
}

// 'except' ['*'] [expression ['as' NAME]] ':' block
void Grammar::exceptClause(const Token &keyword, bool &hasBare) {
  bool isStar = accept("*");
  if (at(":") && !isStar) {
    hasBare = true;
  } else {
    expression();
    if (at(","))
      fail(keyword.begin, current().end,
           "several exception types need parentheses");
    if (accept("as"))
      name("a name after `as`");
  }
  expect(":");
  block("except");
}

// 'with' items ':' block | 'with' '(' items [','] ')' ':' block
void Grammar::withStatement() {
  accept("with");
  if (!withItemsInParentheses()) {
    do
      withItem();
    while (accept(","));
  }
  expect(":");
  block("with");
}

// `with (a, b):` and `with (a, b) as c:` differ only behind the parenthesis, so
// this form is tried first and taken back when it does not fit.
bool Grammar::withItemsInParentheses() {
  if (!at("("))
    return false;
  std::size_t start = at_;
  std::size_t problems = problems_.size();
  std::size_t scopes = scopes_.size();
  int comprehensions = comprehensions_;
  accept("(");
  do {
    if (at(")"))
      break;
    withItem();
  } while (accept(","));
  expect(")");
  if (!failed_ && at(":") && ahead(1).code != tokenCode("="))
    return true;
  if (tooDeepAt_)
    return true;
  failed_ = false;
  pending_.reset();
  problems_.resize(problems);
  scopes_.resize(scopes);
  comprehensions_ = comprehensions;
  at_ = start;
  return false;
}

// expression ['as' target]
void Grammar::withItem() {
  expression();
  if (!accept("as"))
    return;
  Piece target = starExpression();
  if (target.shape == Shape::Starred)
    reportAt(target, "a starred target needs a tuple or list around it");
  requireTarget(target);
}

void Grammar::asyncStatement() {
  const Token first = current();
  accept("async");
  if (at("def"))
    return functionDefinition();
  if (!scope().isAsync && !scope().isLenient)
    reportAt(first, "`async` outside an async function");
  if (at("for"))
    return forStatement();
  if (at("with"))
    return withStatement();
  failExpected("`def`, `for` or `with` after `async`");
}

// ('@' named NEWLINE)+ (function | class)
void Grammar::decorated() {
  while (accept("@")) {
    named();
    if (!accept(TokenKind::Newline))
      failExpected("end of line after the decorator");
  }
  if (at("def"))
    return functionDefinition();
  if (at("class"))
    return classDefinition();
  if (at("async"))
    return asyncStatement();
  failExpected("a function or class after the decorator");
}

// 'def' NAME [type_params] '(' parameters ')' ['->' expression] ':' block
void Grammar::functionDefinition() {
  bool isAsync = at_ > 0 && is(tokens_[at_ - 1], tokenCode("async"));
  accept("def");
  name("a function name");
  typeParams();
  if (!at("("))
    failExpected("`(` and parameters");
  accept("(");
  Params params = parameters(")", false);
  expect(")");
  if (accept("->"))
    annotationExpression();
  expect(":");
  pushScope(Scope::Kind::Function, isAsync);
  scope().params.insert(params.names.begin(), params.names.end());
  int comprehensions = std::exchange(comprehensions_, 0);
  block("def");
  comprehensions_ = comprehensions;
  scopes_.pop_back();
}

// 'class' NAME [type_params] ['(' arguments ')'] ':' block
void Grammar::classDefinition() {
  accept("class");
  name("a class name");
  typeParams();
  if (accept("(")) {
    callArguments();
    expect(")");
  }
  expect(":");
  pushScope(Scope::Kind::Class);
  block("class");
  scopes_.pop_back();
}

// A simple statement never ends in `:`, so the line's last token tells whether
// `match` here is the keyword.
bool Grammar::startsMatch() const {
  if (!atWord("match") || is(ahead(1), tokenCode("=")) ||
      is(ahead(1), tokenCode(".")) || is(ahead(1), tokenCode(":")))
    return false;
  std::size_t end = at_;
  while (tokens_[end].kind != TokenKind::Newline &&
         tokens_[end].kind != TokenKind::End)
    ++end;
  return is(tokens_[end - 1], tokenCode(":"));
}

// 'match' subject ':' NEWLINE INDENT ('case' patterns ['if' named] ':' block)+
void Grammar::matchStatement() {
  accept(TokenKind::Name);
  Piece subject = namedOrStarred();
  if (at(","))
    elements(subject, "", Shape::Tuple);
  else if (subject.shape == Shape::Starred)
    reportAt(subject, "a starred expression needs a tuple around it");
  expect(":");
  if (!accept(TokenKind::Newline) || !at(TokenKind::Indent))
    return failExpected("an indented `case` after `match`");
  Nest nest(*this);
  accept(TokenKind::Indent);
  while (!at(TokenKind::Dedent) && !at(TokenKind::End) && !tooDeepAt_) {
    if (!atWord("case") && !at(TokenKind::Indent))
      failExpected("`case`");
    if (at(TokenKind::Indent)) {
      statements();
      continue;
    }
    accept(TokenKind::Name);
    patterns();
    if (accept("if"))
      named();
    expect(":");
    block("case");
    afterBroken_ = recover();
  }
  accept(TokenKind::Dedent);
}

} // namespace pyk2ptx
