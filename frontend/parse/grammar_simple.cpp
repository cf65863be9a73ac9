// The grammar of simple statements: those of one line.
#include "grammar_rules.h"

#include <array>

namespace pyk2ptx {

// simple_statement (';' simple_statement)* [';'] NEWLINE
void Grammar::simpleStatements() {
  do {
    if (at(TokenKind::Newline))
      break;
    simpleStatement();
  } while (accept(";"));
  if (accept(TokenKind::Newline) || failed_)
    return;
  const Token &token = current();
  std::string_view before = at_ > 0 ? textOf(tokens_[at_ - 1]) : "";
  if ((before == "print" || before == "exec") && atExpressionStart())
    fail(token.begin, token.end,
         "missing parentheses in the call of `" + std::string(before) + "`");
  else
    fail(token.begin, token.end,
         "unexpected " + describe(token) + " after the statement" +
             meantHere());
}

void Grammar::simpleStatement() {
  using Rule = void (Grammar::*)();
  struct Row {
    std::string_view keyword;
    Rule rule;
  };
  static constexpr std::array<Row, 11> rows = {{
      {"return", &Grammar::returnStatement},
      {"import", &Grammar::importStatement},
      {"from", &Grammar::fromImportStatement},
      {"raise", &Grammar::raiseStatement},
      {"pass", &Grammar::jumpStatement},
      {"break", &Grammar::jumpStatement},
      {"continue", &Grammar::jumpStatement},
      {"del", &Grammar::deleteStatement},
      {"global", &Grammar::globalStatement},
      {"nonlocal", &Grammar::globalStatement},
      {"assert", &Grammar::assertStatement},
  }};
  if (at(TokenKind::Keyword))
    for (const Row &row : rows)
      if (at(row.keyword))
        return (this->*row.rule)();
  if (atWord("type") && ahead(1).kind == TokenKind::Name &&
      (is(ahead(2), tokenCode("=")) || is(ahead(2), tokenCode("["))))
    return typeAlias();
  expressionStatement();
}

void Grammar::expressionStatement() {
  if (failDeclaration() || failComment())
    return;
  if (!atExpressionStart() && !at("yield"))
    return failExpected("a statement");
  Piece first = at("yield") ? yield() : starExpressions();
  if (at("="))
    return assignments(first);
  if (at(":"))
    return annotation(first);
  std::string_view operation = textOf(current());
  if (at(TokenKind::Operator) && operation.size() > 1 &&
      operation.back() == '=' && isAugmentation(operation))
    return augmentedAssignment(first);
  if (at(":="))
    fail(current().begin, current().end,
         "`:=` as a statement needs parentheses; or write `=`");
  if (first.shape == Shape::Starred)
    reportAt(first, "a starred expression needs a tuple around it");
}

// (targets '=')+ (yield | star_expressions)
void Grammar::assignments(Piece value) {
  while (at("=")) {
    requireTarget(value);
    if (value.shape == Shape::Starred)
      reportAt(value, "a starred target needs a tuple or list around it");
    accept("=");
    value = at("yield") ? yield() : starExpressions();
  }
  if (value.shape == Shape::Starred)
    reportAt(value, "a starred expression needs a tuple around it");
  if (at(TokenKind::Operator) && isAugmentation(textOf(current())))
    fail(current().begin, current().end,
         "`" + std::string(textOf(current())) + "` cannot be chained");
}

// target ':' expression ['=' value]
void Grammar::annotation(const Piece &target) {
  if (target.shape != Shape::Name && target.shape != Shape::Place) {
    // `else:`-like slips (`elseif x:`) read better as what they are.
    if (ahead(1).kind == TokenKind::Newline)
      return fail(current().begin, current().end,
                  "unexpected `:` after the statement" + meantHere());
    reportAt(target, "only a name, attribute or item can be annotated");
  }
  accept(":");
  annotationExpression();
  if (accept("="))
    at("yield") ? yield() : starExpressions();
}

void Grammar::annotationExpression() {
  std::uint32_t begin = current().begin;
  expression();
  annotations_.push_back({begin, lastEnd()});
}

bool Grammar::isAugmentation(std::string_view operation) {
  for (std::string_view known : {"+=", "-=", "*=", "/=", "//=", "%=", "@=",
                                 "&=", "|=", "^=", ">>=", "<<=", "**="})
    if (known == operation)
      return true;
  return false;
}

void Grammar::augmentedAssignment(const Piece &target) {
  std::string operation(textOf(current()));
  if (target.shape == Shape::Tuple || target.shape == Shape::List ||
      target.shape == Shape::Starred)
    reportAt(target, "`" + operation + "` needs a single target");
  else
    requireTarget(target);
  ++at_;
  at("yield") ? yield() : starExpressions();
  if (at("=") || (at(TokenKind::Operator) && isAugmentation(textOf(current()))))
    fail(current().begin, current().end,
         "`" + operation + "` cannot be chained");
}

void Grammar::returnStatement() {
  if (scope().kind != Scope::Kind::Function && !scope().isLenient)
    reportAt(current(), "`return` outside a function");
  accept("return");
  if (!at(TokenKind::Newline) && !at(";")) {
    Piece value = starExpressions();
    if (value.shape == Shape::Starred)
      reportAt(value, "a starred expression needs a tuple around it");
  }
}

// 'pass' | 'break' | 'continue'
void Grammar::jumpStatement() {
  if (!at("pass") && scope().loops == 0 && !scope().isLenient)
    reportAt(current(),
             "`" + std::string(textOf(current())) + "` outside a loop");
  ++at_;
}

void Grammar::raiseStatement() {
  accept("raise");
  if (at(TokenKind::Newline) || at(";"))
    return;
  expression();
  if (accept("from"))
    expression();
}

void Grammar::assertStatement() {
  accept("assert");
  expression();
  if (accept(","))
    expression();
}

void Grammar::deleteStatement() {
  accept("del");
  if (at("*"))
    reportAt(current(), "cannot delete a starred expression");
  Piece target = starExpressions();
  requireTarget(target, "delete");
}

void Grammar::globalStatement() {
  bool isNonlocal = at("nonlocal");
  if (isNonlocal && scope().kind == Scope::Kind::Module && !scope().isLenient)
    reportAt(current(), "`nonlocal` outside a function");
  ++at_;
  const char *what = isNonlocal ? "nonlocal" : "global";
  do {
    const Token token = current();
    name();
    if (failed_)
      return;
    std::string spelling(textOf(token));
    if (scope().params.count(spelling))
      reportAt(token, "`" + spelling + "` is a parameter and " + what);
    else if (scope().seen.count(spelling))
      reportAt(token, "`" + spelling + "` is used before it is made " + what);
  } while (accept(","));
}

// 'import' dotted ['as' NAME], ...
void Grammar::importStatement() {
  accept("import");
  do {
    dottedName();
    if (accept("as"))
      name("a name after `as`");
  } while (accept(","));
}

void Grammar::dottedName() {
  name("a module name");
  while (accept("."))
    name("a name after `.`");
}

// 'from' '.'* [dotted] 'import' ('*' | names | '(' names [','] ')')
void Grammar::fromImportStatement() {
  accept("from");
  bool isRelative = false;
  while (accept(".") || accept("..."))
    isRelative = true;
  if (!isRelative || !at("import"))
    dottedName();
  expect("import");
  if (at("*")) {
    if (scope().kind != Scope::Kind::Module && !scope().isLenient)
      reportAt(current(), "`import *` inside a function or class");
    accept("*");
    return;
  }
  bool isParenthesized = accept("(");
  do {
    if (isParenthesized && at(")") && is(tokens_[at_ - 1], tokenCode(",")))
      break;
    name("a name to import");
    if (accept("as"))
      name("a name after `as`");
  } while (accept(","));
  if (isParenthesized)
    expect(")");
}

// 'type' NAME [type_params] '=' expression
void Grammar::typeAlias() {
  accept(TokenKind::Name);
  name();
  typeParams();
  expect("=");
  expression();
}

// ['[' (NAME [':' expression] | '*' NAME | '**' NAME) ['=' expression], ...
// ']']
void Grammar::typeParams() {
  if (!accept("["))
    return;
  do {
    if (at("]"))
      break;
    bool isPlain = !accept("*") && !accept("**");
    name("a type parameter");
    if (isPlain && accept(":"))
      expression();
    if (accept("="))
      starExpression();
  } while (accept(","));
  expect("]");
}

} // namespace pyk2ptx
