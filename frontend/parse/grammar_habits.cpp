// What is written from habit, as C and its kin have it. Where a rule of
// Python's grammar fails, the tokens around say whether it was one of these:
// then the message says what Python has in its place. Nothing here decides
// whether a text is Python.
#include "grammar_rules.h"

#include <algorithm>

namespace pyk2ptx {

namespace {

struct Spelling {
  std::string_view theirs, ours;
};
/// Words that begin a statement elsewhere.
constexpr Spelling statementWords[] = {
    {"elseif", "elif"}, {"elsif", "elif"},      {"switch", "match"},
    {"foreach", "for"}, {"function", "def"},    {"func", "def"},
    {"fn", "def"},      {"until", "while not"},
};

/// Words that declare elsewhere, and stand before a name.
constexpr std::string_view declaringWords[] = {
    "__constant__", "__device__", "__global__", "__restrict__", "__shared__",
    "auto",         "bool",       "char",       "const",        "dim3",
    "double",       "extern",     "float",      "float2",       "float3",
    "float4",       "half",       "inline",     "int",          "int16_t",
    "int2",         "int32_t",    "int3",       "int4",         "int64_t",
    "int8_t",       "let",        "long",       "register",     "short",
    "signed",       "size_t",     "static",     "uint",         "uint16_t",
    "uint32_t",     "uint64_t",   "uint8_t",    "unsigned",     "var",
    "void",         "volatile",
};

constexpr std::string_view comment = "a comment begins with `#`";

} // namespace

bool Grammar::isDeclaring(const Token &token) const {
  return token.kind == TokenKind::Name &&
         std::ranges::binary_search(declaringWords, textOf(token));
}

/// The first token of the statement that the current one is in.
std::size_t Grammar::statementBegin() const {
  std::size_t begin = at_;
  for (; begin > 0; --begin) {
    const Token &before = tokens_[begin - 1];
    if (before.kind == TokenKind::Newline || before.kind == TokenKind::Indent ||
        before.kind == TokenKind::Dedent || is(before, tokenCode(";")))
      break;
  }
  return begin;
}

bool Grammar::follows(std::size_t index, std::string_view spelling) const {
  return index > 0 && is(tokens_[index - 1], tokenCode(spelling)) &&
         tokens_[index - 1].end == tokens_[index].begin;
}

// `int j = 0`, `float a[4];`, `double *p = x`, `void f(`: no statement of
// Python's begins like this.
bool Grammar::failDeclaration() {
  std::size_t words = 0;
  while (isDeclaring(ahead(words)))
    ++words;
  if (words == 0)
    return false;
  std::size_t named = words;
  while (is(ahead(named), tokenCode("*")) || is(ahead(named), tokenCode("**")))
    ++named;
  const Token &name = ahead(named), &behind = ahead(named + 1);
  bool isPointer = named > words;
  // `a * b` is a product, unless it is assigned to.
  if (name.kind != TokenKind::Name ||
      (isPointer && !is(behind, tokenCode("="))))
    return false;
  std::string spelled(textOf(name));
  std::string text = "Python declares no types; write `" + spelled;
  if (is(behind, tokenCode("("))) {
    text = "a function is written `def " + spelled + "(...):`";
  } else if (is(behind, tokenCode("["))) {
    bool isShared = false;
    for (std::size_t i = 0; i < words; ++i)
      isShared = isShared || textOf(ahead(i)) == "__shared__";
    text += std::string(" = cuda.") + (isShared ? "shared" : "local") +
            ".array(shape, type)`";
  } else {
    text += " = " + valueBehind(named + 1) + "`";
  }
  fail(current().begin, ahead(words - 1).end, std::move(text));
  return true;
}

/// What stands behind the `=` so many tokens ahead, up to the statement's end;
/// "..." where that is none of Python's or long.
std::string Grammar::valueBehind(std::size_t equals) const {
  constexpr std::size_t mostQuoted = 40;
  std::size_t end = equals + 1;
  while (ahead(end).kind < TokenKind::Newline &&
         !is(ahead(end), tokenCode(";")) && !is(ahead(end), tokenCode("{")))
    ++end;
  bool isWhole =
      is(ahead(equals), tokenCode("=")) && end > equals + 1 &&
      (ahead(end).kind == TokenKind::Newline || is(ahead(end), tokenCode(";")));
  std::uint32_t from = ahead(equals + 1).begin, to = ahead(end - 1).end;
  return isWhole && to - from <= mostQuoted
             ? std::string(text_.substr(from, to - from))
             : "...";
}

// `for (int j = 0; j < n; j++)`.
bool Grammar::failLoop() {
  if (!at("("))
    return false;
  std::size_t named = 1;
  while (isDeclaring(ahead(named)))
    ++named;
  std::size_t end = named;
  while (ahead(end).kind <= TokenKind::Operator &&
         !is(ahead(end), tokenCode(";")))
    ++end;
  bool isLoop = ahead(named).kind == TokenKind::Name &&
                is(ahead(named + 1), tokenCode("=")) &&
                is(ahead(end), tokenCode(";"));
  if (!isLoop)
    return false;
  std::string name(textOf(ahead(named)));
  fail(current().begin, ahead(end).end,
       "a loop that counts is written `for " + name +
           " in range(start, stop, step):`");
  return true;
}

// Where an expression is expected and `token` begins none: the operators of
// others. False when it is none of these.
bool Grammar::failOperator() {
  const Token token = current();
  auto fails = [&](std::uint32_t length, std::string text) {
    fail(token.begin - length, token.end, std::move(text));
    return true;
  };
  if (at("&") && follows(at_, "&"))
    return fails(1, "`&&` is written `and`");
  if (at("|") && follows(at_, "|"))
    return fails(1, "`||` is written `or`");
  for (std::string_view equal : {"==", "!="})
    if (at("=") && follows(at_, equal))
      return fails(2, "`" + std::string(equal) + "=` is written `" +
                          std::string(equal) + "`");
  if (at(">") && follows(at_, "<"))
    return fails(1, "`<>` is written `!=`");
  if (at("*") && follows(at_, "/"))
    return fails(1, std::string(comment));
  if (at("&") && ahead(1).kind == TokenKind::Name)
    return fails(0, "kernels have no addresses; `x[i:]` is the array from its "
                    "element `i` on");
  for (std::string_view sign : {"+", "-"}) {
    std::string twice = std::string(sign) + std::string(sign);
    if (at_ < 2 || !atExpressionEnd() ||
        !is(tokens_[at_ - 1], tokenCode(sign)) || !follows(at_ - 1, sign))
      continue;
    std::uint32_t begin = tokens_[at_ - 2].begin;
    bool isOfName = at_ > 2 && tokens_[at_ - 3].kind == TokenKind::Name;
    std::string name =
        isOfName ? std::string(textOf(tokens_[at_ - 3])) + " " : "";
    fail(begin, lastEnd(),
         "Python has no `" + twice + "`; write `" + name + std::string(sign) +
             "= 1`");
    return true;
  }
  return false;
}

/// Where a statement is expected: the comments of others.
bool Grammar::failComment() {
  bool isLong =
      at("/") && follows(at_ + 1, "/") && is(ahead(1), tokenCode("*"));
  if (!at("//") && !isLong)
    return false;
  fail(current().begin, isLong ? ahead(1).end : current().end,
       std::string(comment));
  return true;
}

/// The way out, behind a message that the current token is not expected; "".
std::string Grammar::meantHere() const {
  std::size_t first = statementBegin();
  for (const Spelling &word : statementWords)
    if (at_ > first && tokens_[first].kind == TokenKind::Name &&
        textOf(tokens_[first]) == word.theirs)
      return "; `" + std::string(word.theirs) + "` is written `" +
             std::string(word.ours) + "`";
  if (at("->"))
    return "; what an object has stands behind `.`";
  if (at(":") && (follows(at_, ":") || is(ahead(1), tokenCode(":"))))
    return "; what a module has stands behind `.`";
  bool isName = at(TokenKind::Name);
  if (isName && at_ > first && isDeclaring(tokens_[at_ - 1]))
    return "; Python declares no types";
  // (float) x
  bool isCast = (isName || at(TokenKind::Number) || at("(")) &&
                at_ >= first + 3 && is(tokens_[at_ - 1], tokenCode(")")) &&
                isDeclaring(tokens_[at_ - 2]) &&
                is(tokens_[at_ - 3], tokenCode("("));
  if (isCast)
    return "; a conversion is a call, such as `float(x)` or `np.int32(x)`";
  for (std::size_t i = first; i + 1 < at_; ++i)
    if (is(tokens_[i], tokenCode("//")) && (isName || at(TokenKind::Keyword)))
      return "; " + std::string(comment) + ", `//` divides";
  return "";
}

} // namespace pyk2ptx
