// The grammar's smaller parts: names, targets, parameters, match patterns.
#include "grammar_rules.h"

#include <utility>

namespace pyk2ptx {

void Grammar::name(const char *what) {
  if (at(TokenKind::Name)) {
    ++at_;
    return;
  }
  failExpected(what);
}

// ---- targets ----

// A list of targets after `for`, up to `in`, which no target holds outside
// brackets.
Piece Grammar::targets() {
  auto target = [&] {
    const Token first = current();
    if (!accept("*"))
      return binary(1);
    Piece value = binary(1);
    value.shape = Shape::Starred;
    value.begin = first.begin;
    return value;
  };
  Piece whole = target();
  if (!at(",")) {
    if (whole.shape == Shape::Starred)
      reportAt(whole, "a starred target needs a tuple or list around it");
    return whole;
  }
  int starred = whole.shape == Shape::Starred;
  whole.shape = Shape::Tuple;
  while (accept(",")) {
    if (!atExpressionStart())
      break;
    Piece next = target();
    include(whole, next);
    starred += next.shape == Shape::Starred;
    if (starred > 1)
      reportAt(next, "a second starred target");
  }
  ++whole.height;
  return whole;
}

// `part` becomes an element of `whole`: the first that is no target counts.
void Grammar::include(Piece &whole, const Piece &part) {
  whole.end = part.end;
  whole.height = std::max(whole.height, part.height);
  if (whole.notTarget)
    return;
  whole.notTarget = part.notTarget;
  whole.notTargetBegin = part.notTargetBegin;
  whole.notTargetEnd = part.notTargetEnd;
}

void Grammar::requireTarget(const Piece &piece, const char *verb) {
  if (piece.notTarget)
    report(piece.notTargetBegin, piece.notTargetEnd,
           std::string("cannot ") + verb + " " + piece.notTarget);
}

// ---- parameters ----

// (parameter ',')* [parameter]
Grammar::Params Grammar::parameters(std::string_view closer, bool isLambda) {
  Params params;
  while (!at(closer)) {
    parameter(params, closer, isLambda);
    if (!accept(","))
      break;
  }
  if (params.bareStarEnd && !failed_)
    report(params.bareStarEnd - 1, params.bareStarEnd,
           "no parameter follows the bare `*`");
  if (!at(closer))
    failExpected(isLambda ? "`,` or `:`" : "`,` or `)`");
  return params;
}

// parameter: NAME [':' expression] ['=' expression]
//          | '/' | '*' | '*' NAME | '**' NAME
void Grammar::parameter(Params &params, std::string_view closer,
                        bool isLambda) {
  const Token first = current();
  if (params.sawDoubleStar)
    return fail(first.begin, first.end, "parameter after `**` parameter");
  if (accept("/")) {
    if (params.sawSlash)
      reportAt(first, "`/` twice in the parameters");
    else if (params.sawStar)
      reportAt(first, "`/` after `*` in the parameters");
    else if (params.names.empty())
      reportAt(first, "`/` without a parameter before it");
    params.sawSlash = true;
    return;
  }
  bool isStar = accept("*");
  params.sawDoubleStar = !isStar && accept("**");
  if (isStar && params.sawStar)
    return fail(first.begin, first.end, "`*` twice in the parameters");
  params.sawStar |= isStar;
  if (isStar && (at(",") || at(closer))) {
    params.bareStarEnd = first.end;
    return;
  }
  if (!params.sawDoubleStar)
    params.bareStarEnd = 0;
  namedParameter(params, isStar, isLambda);
}

// NAME [':' expression] ['=' expression]
void Grammar::namedParameter(Params &params, bool isStar, bool isLambda) {
  const Token token = current();
  if (at("("))
    fail(token.begin, token.end,
         "a parameter is a name; unpack tuples in the body");
  name("a parameter name");
  if (failed_)
    return;
  if (!params.names.insert(textOf(token)).second)
    reportAt(token,
             "parameter `" + std::string(textOf(token)) + "` is repeated");
  if (!isLambda && accept(":")) {
    if (isStar && at("*"))
      starExpression();
    else
      annotationExpression();
  }
  bool isPlain = !isStar && !params.sawDoubleStar;
  if (at("=") && !isPlain)
    fail(current().begin, current().end,
         "a `*` or `**` parameter cannot have a default");
  if (accept("=")) {
    expression();
    params.sawDefault = true;
  } else if (isPlain && params.sawDefault && !params.sawStar) {
    reportAt(token, "parameter without a default follows one with a default");
  }
}

// ---- patterns ----

// patterns: pattern (',' pattern)* [',']
void Grammar::patterns() {
  bool isStarred = at("*");
  const Token first = current();
  asPattern();
  bool isSequence = at(",");
  while (accept(","))
    if (!at(":") && !at("if"))
      asPattern();
  if (isStarred && !isSequence)
    reportAt(first, "a starred pattern needs a sequence around it");
}

// pattern: '*' NAME | or_pattern ['as' NAME]
void Grammar::asPattern() {
  Nest nest(*this);
  if (!nest.isGood)
    return;
  if (accept("*"))
    return name("a name after `*`");
  orPattern();
  if (!accept("as"))
    return;
  if (atWord("_"))
    reportAt(current(), "`_` names nothing in a pattern");
  name("a name after `as`");
}

void Grammar::orPattern() {
  do
    closedPattern();
  while (accept("|"));
}

void Grammar::closedPattern() {
  if (at(TokenKind::Number) || at("-"))
    return literalPattern();
  if (at(TokenKind::String)) {
    strings();
    return;
  }
  if (accept("None") || accept("True") || accept("False"))
    return;
  if (at(TokenKind::Name))
    return namePattern();
  if (accept("("))
    return patternsUntil(")");
  if (accept("["))
    return patternsUntil("]");
  if (accept("{"))
    return mappingPattern();
  failExpected("a pattern");
}

// ['-'] NUMBER [('+' | '-') NUMBER]
void Grammar::literalPattern() {
  auto number = [&] {
    if (!accept(TokenKind::Number))
      failExpected("a number");
  };
  accept("-");
  number();
  if (accept("+") || accept("-"))
    number();
}

// NAME | NAME ('.' NAME)+ | dotted '(' arguments ')'
void Grammar::namePattern() {
  accept(TokenKind::Name);
  while (accept("."))
    name("a name after `.`");
  if (accept("("))
    classPattern();
}

void Grammar::patternsUntil(std::string_view closer) {
  while (!at(closer)) {
    asPattern();
    if (!at(closer) && !at(","))
      failExpected("`,` or `" + std::string(closer) + "`");
    if (!accept(","))
      break;
  }
  expect(closer);
}

// '{' (key ':' pattern | '**' NAME), ... '}'
void Grammar::mappingPattern() {
  while (!at("}")) {
    if (accept("**")) {
      name("a name after `**`");
    } else {
      closedPattern();
      expect(":");
      asPattern();
    }
    if (!accept(","))
      break;
  }
  expect("}");
}

// '(' (pattern | NAME '=' pattern), ... ')'
void Grammar::classPattern() {
  bool sawKeyword = false;
  while (!at(")")) {
    bool isKeyword = at(TokenKind::Name) && is(ahead(1), tokenCode("="));
    if (isKeyword)
      at_ += 2;
    else if (sawKeyword)
      reportAt(current(), "positional pattern follows keyword pattern");
    sawKeyword |= isKeyword;
    asPattern();
    if (!accept(","))
      break;
  }
  expect(")");
}

} // namespace pyk2ptx
