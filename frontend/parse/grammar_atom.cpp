// The grammar of atoms: names, literals, and what stands in brackets.
#include "grammar_rules.h"

#include "literals.h"

#include <algorithm>

namespace pyk2ptx {

Piece Grammar::word() {
  const Token first = current();
  if (at("None") || at("True") || at("False")) {
    ++at_;
    return made(first, 1,
                first.code == tokenCode("None")   ? "`None`"
                : first.code == tokenCode("True") ? "`True`"
                                                  : "`False`");
  }
  if (at(TokenKind::Keyword))
    failExpected("an expression");
  if (comprehensions_ == 0 && scope().kind == Scope::Kind::Function)
    scope().seen.insert(textOf(first));
  ++at_;
  Piece piece = made(first, 1, nullptr);
  piece.shape = Shape::Name;
  return piece;
}

Piece Grammar::constant(const char *what) {
  const Token first = current();
  ++at_;
  return made(first, 1, what);
}

Piece Grammar::atom() {
  switch (current().kind) {
  case TokenKind::Name:
    return word();
  case TokenKind::Keyword:
    if (at("None") || at("True") || at("False"))
      return word();
    break;
  case TokenKind::Number:
    return constant("a literal");
  case TokenKind::String:
  case TokenKind::FStringStart:
    return strings();
  case TokenKind::Operator:
    if (at("("))
      return parenthesized();
    if (at("["))
      return list();
    if (at("{"))
      return braces();
    if (at("..."))
      return constant("an ellipsis");
    break;
  default:
    break;
  }
  if (!failOperator())
    failExpected("an expression");
  return {};
}

// '(' [yield | star_named_expressions | named_expression comprehension] ')'
Piece Grammar::parenthesized() {
  const Token first = current();
  accept("(");
  Piece inner;
  inner.shape = Shape::Tuple;
  if (at("yield")) {
    inner = yield();
  } else if (!at(")")) {
    inner = namedOrStarred();
    if (at("for") || at("async")) {
      inner.height = comprehension(inner);
      inner.shape = Shape::Other;
      inner.notTarget = "a generator expression";
      inner.notTargetBegin = first.begin;
      inner.notTargetEnd = lastEnd();
    } else if (at(",")) {
      inner = elements(inner, ")", Shape::Tuple);
    } else if (inner.shape == Shape::Starred) {
      fail(inner.begin, inner.end,
           "a starred expression needs a tuple, list or call around it");
    }
    if (!at(")"))
      failExpected("`,` or `)`");
  }
  expect(")");
  inner.begin = first.begin;
  inner.end = lastEnd();
  inner.isParenthesized = true;
  tooDeep(++inner.height);
  return inner;
}

// '[' [star_named_expressions | named_expression comprehension] ']'
Piece Grammar::list() {
  const Token first = current();
  accept("[");
  if (accept("]")) {
    Piece empty = made(first, 1, nullptr);
    empty.shape = Shape::List;
    return empty;
  }
  Piece inner = namedOrStarred();
  if (at("for") || at("async")) {
    int height = comprehension(inner);
    if (!at("]"))
      failExpected("`]`");
    expect("]");
    return made(first, height, "a list comprehension");
  }
  inner = elements(inner, "]", Shape::List);
  if (!at("]"))
    failExpected("`,` or `]`");
  expect("]");
  inner.begin = first.begin;
  inner.end = lastEnd();
  return inner;
}

// '{' [(expression ':' expression | '**' bitwise_or), ...] '}', sets, and the
// comprehensions of both
Piece Grammar::braces() {
  const Token first = current();
  accept("{");
  int height = 0;
  bool isDictionary = at("}") || at("**");
  bool isFirst = true;
  while (!at("}")) {
    Piece item;
    if (isDictionary && accept("**")) {
      item = binary(1);
    } else {
      item = namedOrStarred();
      isDictionary |= isFirst && at(":");
      if (isDictionary && expect(":")) {
        Piece value = expression();
        item.height = std::max(item.height, value.height);
      }
    }
    if (isFirst && (at("for") || at("async")))
      item.height = comprehension(item);
    height = std::max(height, item.height);
    isFirst = false;
    if (!at(",") && !at("}"))
      failExpected("`,` or `}`");
    if (!accept(","))
      break;
  }
  expect("}");
  return made(first, height + 1,
              isDictionary ? "a dictionary display" : "a set display");
}

// Adjacent literals, which are one.
Piece Grammar::strings() {
  const Token first = current();
  int height = 1;
  bool hasBytes = false;
  bool hasText = false;
  while (at(TokenKind::String) || at(TokenKind::FStringStart)) {
    if (at(TokenKind::FStringStart)) {
      hasText = true;
      height = std::max(height, fString());
      continue;
    }
    StringParts parts = splitString(textOf(current()));
    (parts.isBytes ? hasBytes : hasText) = true;
    std::string value;
    EscapeError error = appendUnescaped(parts.body, parts, value);
    if (error.text) {
      auto offset =
          current().begin + static_cast<std::uint32_t>(parts.bodyOffset);
      report(offset + static_cast<std::uint32_t>(error.begin),
             offset + static_cast<std::uint32_t>(error.end), error.text);
    }
    ++at_;
  }
  Piece piece = made(first, height, "a literal");
  if (hasBytes && hasText)
    reportAt(piece, "bytes and text literals cannot be joined");
  return piece;
}

int Grammar::fString() {
  StringParts parts = splitString(textOf(current()));
  int height = 1;
  ++at_;
  while (at(TokenKind::FStringText) || at("{")) {
    if (at("{")) {
      height = std::max(height, fStringField() + 1);
      continue;
    }
    std::string value;
    EscapeError error = appendUnescaped(textOf(current()), parts, value);
    if (error.text)
      report(current().begin + static_cast<std::uint32_t>(error.begin),
             current().begin + static_cast<std::uint32_t>(error.end),
             error.text);
    ++at_;
  }
  if (!accept(TokenKind::FStringEnd))
    failExpected("end of the f-string");
  return height;
}

// '{' (yield | star_expressions) ['='] ['!' NAME] [':' spec] '}'
int Grammar::fStringField() {
  accept("{");
  if (at("}") || at(":") || at("!") || at("="))
    fail(current().begin, current().end,
         "f-string: expected an expression before `" +
             std::string(textOf(current())) + "`");
  int height = (at("yield") ? yield() : starExpressions()).height;
  accept("=");
  if (accept("!")) {
    std::string_view conversion = textOf(current());
    if (conversion != "r" && conversion != "s" && conversion != "a")
      failExpected("`r`, `s` or `a` after `!`");
    accept(TokenKind::Name);
  }
  if (accept(":")) {
    while (at(TokenKind::FStringText) || at("{")) {
      if (at("{"))
        height = std::max(height, fStringField() + 1);
      else
        ++at_;
    }
  }
  expect("}");
  return height;
}

} // namespace pyk2ptx
