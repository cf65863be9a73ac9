// The grammar of expressions. Each rule carries the production it reads, in the
// notation of Python's own grammar; operators of equal shape are one loop over
// a precedence table.
//
// Heights are counted because later phases walk the tree by recursion, and a
// loop here (`a + a + ...`, `a.b.c...`) still builds a deep tree.
#include "grammar_rules.h"

#include <algorithm>

namespace pyk2ptx {

namespace {

struct Precedence {
  std::uint64_t code;
  int level;
};
constexpr Precedence binaryOperators[] = {
    {tokenCode("|"), 1},  {tokenCode("^"), 2},  {tokenCode("&"), 3},
    {tokenCode("<<"), 4}, {tokenCode(">>"), 4}, {tokenCode("+"), 5},
    {tokenCode("-"), 5},  {tokenCode("*"), 6},  {tokenCode("/"), 6},
    {tokenCode("//"), 6}, {tokenCode("%"), 6},  {tokenCode("@"), 6},
};

int levelOf(const Token &token) {
  if (token.kind == TokenKind::Operator)
    for (const Precedence &row : binaryOperators)
      if (row.code == token.code)
        return row.level;
  return 0;
}

} // namespace

Piece Grammar::made(const Token &first, int height, const char *notTarget) {
  Piece piece;
  piece.begin = first.begin;
  piece.end = lastEnd();
  piece.height = height;
  piece.notTarget = notTarget;
  piece.notTargetBegin = piece.begin;
  piece.notTargetEnd = piece.end;
  tooDeep(height);
  return piece;
}

bool Grammar::atExpressionEnd() const {
  return at(TokenKind::Newline) || at(TokenKind::End) || at("=") || at(")") ||
         at("]") || at("}") || at(":") || at(";");
}

bool Grammar::atExpressionStart() const {
  switch (current().kind) {
  case TokenKind::Name:
  case TokenKind::Number:
  case TokenKind::String:
  case TokenKind::FStringStart:
    return true;
  case TokenKind::Keyword:
    return at("lambda") || at("not") || at("None") || at("True") ||
           at("False") || at("await");
  case TokenKind::Operator:
    return at("(") || at("[") || at("{") || at("-") || at("+") || at("~") ||
           at("...") || at("*");
  default:
    return false;
  }
}

// star_expressions: star_expression (',' star_expression)* [',']
Piece Grammar::starExpressions() {
  Piece first = starExpression();
  return at(",") ? elements(first, "", Shape::Tuple) : first;
}

// The rest of a tuple, list or set behind its first element. Without a closer,
// the elements end where no expression begins.
Piece Grammar::elements(Piece first, std::string_view closer, Shape shape) {
  Piece whole = first;
  whole.shape = shape;
  whole.isParenthesized = false;
  int starred = first.shape == Shape::Starred;
  while (accept(",")) {
    if (closer.empty() ? !atExpressionStart() : at(closer))
      break;
    Piece next = closer.empty() ? starExpression() : namedOrStarred();
    include(whole, next);
    starred += next.shape == Shape::Starred;
    if (starred > 1 && !whole.notTarget) {
      whole.notTarget = "two starred expressions at once";
      whole.notTargetBegin = next.begin;
      whole.notTargetEnd = next.end;
    }
  }
  ++whole.height;
  whole.end = lastEnd();
  tooDeep(whole.height);
  return whole;
}

// star_expression: '*' bitwise_or | expression
Piece Grammar::starExpression() {
  if (!at("*"))
    return expression();
  const Token first = current();
  accept("*");
  Piece value = binary(1);
  Piece piece = made(first, value.height + 1, value.notTarget);
  piece.shape = Shape::Starred;
  piece.notTargetBegin = value.notTargetBegin;
  piece.notTargetEnd = value.notTargetEnd;
  return piece;
}

Piece Grammar::namedOrStarred() { return at("*") ? starExpression() : named(); }

// named_expression: NAME ':=' expression | expression
Piece Grammar::named() {
  const Token first = current();
  Piece piece = expression();
  if (!at(":="))
    return piece;
  if (piece.shape != Shape::Name || piece.isParenthesized)
    fail(piece.begin, piece.end, "`:=` assigns to a plain name only");
  accept(":=");
  Piece value = expression();
  return made(first, value.height + 1, "an assignment expression");
}

// expression: disjunction ['if' disjunction 'else' expression] | lambda
Piece Grammar::expression() {
  if (at("lambda"))
    return lambda();
  const Token first = current();
  Piece body = disjunction();
  if (!accept("if"))
    return body;
  Piece condition = disjunction();
  if (!at("else"))
    failExpected("`else` of the conditional expression");
  accept("else");
  Nest nest(*this);
  Piece orElse = expression();
  return made(first,
              1 + std::max({body.height, condition.height, orElse.height}),
              "a conditional expression");
}

Piece Grammar::disjunction() {
  const Token first = current();
  Piece left = conjunction();
  if (!at("or"))
    return left;
  int height = left.height;
  while (accept("or"))
    height = std::max(height, conjunction().height);
  return made(first, height + 1, "an expression");
}

Piece Grammar::conjunction() {
  const Token first = current();
  Piece left = inversion();
  if (!at("and"))
    return left;
  int height = left.height;
  while (accept("and"))
    height = std::max(height, inversion().height);
  return made(first, height + 1, "an expression");
}

// inversion: 'not' inversion | comparison
Piece Grammar::inversion() {
  if (!at("not"))
    return comparison();
  Nest nest(*this);
  if (!nest.isGood)
    return {};
  const Token first = current();
  accept("not");
  Piece operand = inversion();
  return made(first, operand.height + 1, "an expression");
}

bool Grammar::acceptComparison() {
  for (std::string_view spelling : {"<", ">", "==", "!=", "<=", ">=", "in"})
    if (accept(spelling))
      return true;
  if (accept("is")) {
    accept("not");
    return true;
  }
  if (!at("not") || !is(ahead(1), tokenCode("in")))
    return false;
  accept("not");
  return accept("in");
}

// comparison: bitwise_or (operator bitwise_or)*
Piece Grammar::comparison() {
  const Token first = current();
  Piece left = binary(1);
  int height = left.height;
  bool found = false;
  while (acceptComparison()) {
    found = true;
    height = std::max(height, binary(1).height);
  }
  return found ? made(first, height + 1, "a comparison") : left;
}

// The operators from `|` to `*`, all associating to the left.
Piece Grammar::binary(int minimum) {
  const Token first = current();
  Piece left = unary();
  for (;;) {
    int level = levelOf(current());
    if (level < minimum || level == 0)
      return left;
    ++at_;
    Piece right = binary(level + 1);
    left =
        made(first, 1 + std::max(left.height, right.height), "an expression");
  }
}

// factor: ('+' | '-' | '~') factor | await_primary ['**' factor]
Piece Grammar::unary() {
  const Token first = current();
  Nest nest(*this);
  if (!nest.isGood)
    return {};
  for (std::string_view spelling : {"-", "+", "~"}) {
    if (accept(spelling)) {
      Piece operand = unary();
      return made(first, operand.height + 1, "an expression");
    }
  }
  Piece base;
  if (at("await")) {
    bool isAllowed =
        scope().isAsync || scope().isLenient ||
        (comprehensions_ > 0 && scope().kind != Scope::Kind::Module);
    if (!isAllowed)
      reportAt(current(), "`await` outside an async function");
    accept("await");
    base = made(first, primary().height + 1, "an await expression");
  } else {
    base = primary();
  }
  if (!accept("**"))
    return base;
  Piece exponent = unary();
  return made(first, 1 + std::max(base.height, exponent.height),
              "an expression");
}

// primary: atom ('.' NAME | '(' arguments ')' | '[' slices ']')*
Piece Grammar::primary() {
  Piece value = atom();
  while (at(".") || at("(") || at("["))
    value = afterPrimary(value);
  return value;
}

Piece Grammar::afterPrimary(Piece value) {
  Token first = current();
  first.begin = value.begin;
  if (accept(".")) {
    name("a name after `.`");
    Piece piece = made(first, value.height + 1, nullptr);
    piece.shape = Shape::Place;
    return piece;
  }
  if (accept("(")) {
    int height = callArguments();
    expect(")");
    return made(first, 1 + std::max(value.height, height), "a call");
  }
  accept("[");
  int height = subscripts();
  expect("]");
  Piece piece = made(first, 1 + std::max(value.height, height), nullptr);
  piece.shape = Shape::Place;
  return piece;
}

int Grammar::callArguments() {
  std::unordered_set<std::string_view> names;
  bool sawKeyword = false;
  bool sawUnpacking = false;
  int height = 0;
  for (std::size_t index = 0; !at(")"); ++index) {
    checkArgument(sawKeyword, sawUnpacking, names, height, index);
    if (at("="))
      fail(current().begin, current().end,
           "expected `,` or `)`, found `=`; compare with `==`");
    if (!at(")") && !at(","))
      failExpected("`,` or `)`");
    if (!accept(","))
      break;
  }
  return height;
}

// argument: NAME '=' expression | '*' expression | '**' expression
//         | named_expression [comprehension]
void Grammar::checkArgument(bool &sawKeyword, bool &sawUnpacking,
                            std::unordered_set<std::string_view> &names,
                            int &height, std::size_t index) {
  const Token first = current();
  auto grow = [&](const Piece &piece) {
    height = std::max(height, piece.height + 1);
  };
  if (accept("**")) {
    grow(expression());
    sawUnpacking = true;
    return;
  }
  if (accept("*")) {
    if (sawUnpacking)
      reportAt(first, "`*` argument follows `**` argument");
    grow(expression());
    return;
  }
  if (is(ahead(1), tokenCode("=")) &&
      (at(TokenKind::Name) || at(TokenKind::Keyword))) {
    if (at(TokenKind::Keyword))
      return fail(first.begin, first.end,
                  "the keyword `" + std::string(textOf(first)) +
                      "` cannot name an argument");
    if (!names.insert(textOf(first)).second)
      reportAt(first, "keyword argument `" + std::string(textOf(first)) +
                          "` is repeated");
    at_ += 2;
    sawKeyword = true;
    grow(expression());
    return;
  }
  Piece value = named();
  grow(value);
  if (at("for") || at("async")) {
    height = std::max(height, comprehension(value) + 1);
    if (index > 0 || at(","))
      report(value.begin, lastEnd(),
             "a generator expression beside other arguments needs parentheses");
    return;
  }
  if (sawUnpacking)
    reportAt(value, "positional argument follows `**` argument");
  else if (sawKeyword)
    reportAt(value, "positional argument follows keyword argument");
}

int Grammar::subscripts() {
  if (at("]"))
    failExpected("an index");
  int height = 0;
  do {
    if (at("]"))
      break;
    height = std::max(height, slice());
  } while (accept(","));
  if (!at("]"))
    failExpected("`,` or `]`");
  return height;
}

// slice: [expression] ':' [expression] [':' [expression]] | named_expression
int Grammar::slice() {
  int height = 0;
  if (!at(":")) {
    Piece index = namedOrStarred();
    height = index.height;
    if (!at(":"))
      return height;
    if (index.shape == Shape::Starred)
      failExpected("`,` or `]`");
  }
  for (int part = 0; part < 2 && accept(":"); ++part)
    if (!at(":") && !at("]") && !at(","))
      height = std::max(height, expression().height);
  return height + 1;
}

// comprehension: (['async'] 'for' targets 'in' disjunction
//                 ('if' disjunction)*)+
int Grammar::comprehension(const Piece &element) {
  if (element.shape == Shape::Starred)
    fail(element.begin, element.end, "a comprehension cannot unpack with `*`");
  int height = element.height;
  bool isFirst = true;
  ++comprehensions_;
  while (at("for") || at("async")) {
    accept("async");
    if (!expect("for"))
      break;
    requireTarget(targets());
    if (!expect("in"))
      break;
    // The first iterable is evaluated outside.
    comprehensions_ -= isFirst;
    height = std::max(height, disjunction().height);
    comprehensions_ += isFirst;
    isFirst = false;
    while (accept("if"))
      height = std::max(height, disjunction().height);
  }
  --comprehensions_;
  return height + 1;
}

Piece Grammar::lambda() {
  const Token first = current();
  accept("lambda");
  Params params = parameters(":", true);
  expect(":");
  Nest nest(*this);
  pushScope(Scope::Kind::Lambda);
  scope().params.insert(params.names.begin(), params.names.end());
  Piece body = expression();
  scopes_.pop_back();
  return made(first, body.height + 1, "a lambda");
}

// yield: 'yield' 'from' expression | 'yield' [star_expressions]
Piece Grammar::yield() {
  const Token first = current();
  accept("yield");
  const Scope &here = scope();
  bool isFunction =
      here.kind == Scope::Kind::Function || here.kind == Scope::Kind::Lambda;
  if (!here.isLenient && !isFunction)
    reportAt(first, "`yield` outside a function");
  else if (comprehensions_ > 0)
    reportAt(first, "`yield` inside a comprehension");
  int height = 0;
  if (accept("from")) {
    if (here.isAsync)
      reportAt(first, "`yield from` inside an async function");
    height = expression().height;
  } else if (atExpressionStart()) {
    height = starExpressions().height;
  }
  return made(first, height + 1, "a yield expression");
}

} // namespace pyk2ptx
