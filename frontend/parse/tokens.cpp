// Text -> tokens, by Python's lexical rules: indentation, brackets that join
// lines, numbers, strings, f-strings with their nested expressions.
//
// tree-sitter has a lexer of its own; this one exists for the errors. Bracket,
// string, number and indentation mistakes are lexical, and only a lexer that
// reads from the start knows their place exactly. After a mistake it goes on
// where the text is probably sound again: the next line, or for a bracket that
// was never closed the next line that begins with a word no expression holds.
#include "tokens.h"

#include "literals.h"
#include "near_characters.h"
#include "parse.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace pyk2ptx {

namespace {

constexpr std::array<std::string_view, 35> keywords = {
    "False",  "None",   "True",    "and",      "as",       "assert", "async",
    "await",  "break",  "class",   "continue", "def",      "del",    "elif",
    "else",   "except", "finally", "for",      "from",     "global", "if",
    "import", "in",     "is",      "lambda",   "nonlocal", "not",    "or",
    "pass",   "raise",  "return",  "try",      "while",    "with",   "yield"};

/// CPython's, the outermost level included.
constexpr std::size_t maxIndents = 100;
constexpr std::size_t maxColumns = 255;

/// Words that begin a statement and occur in no expression.
bool isStatementWord(std::string_view word) {
  constexpr std::array<std::string_view, 18> words = {
      "assert", "break",  "class",   "continue", "def",    "del",
      "elif",   "except", "finally", "global",   "import", "nonlocal",
      "pass",   "raise",  "return",  "try",      "while",  "with"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array<std::string_view, 47> operators = {
    "**=", "//=", ">>=", "<<=", "...", "**", "//", ">>", "<<", "<=", ">=", "==",
    "!=",  "->",  "+=",  "-=",  "*=",  "/=", "%=", "&=", "|=", "^=", "@=", ":=",
    "+",   "-",   "*",   "/",   "%",   "@",  "&",  "|",  "^",  "~",  "<",  ">",
    "(",   ")",   "[",   "]",   "{",   "}",  ",",  ":",  ".",  ";",  "="};

char closerOf(char open) { return open == '(' ? ')' : open == '[' ? ']' : '}'; }

class Lexer {
public:
  explicit Lexer(std::string_view text) : text_(text) {}

  TokenList run() {
    // A byte order mark is no part of the text.
    if (text_.starts_with("\xEF\xBB\xBF"))
      at_ = 3;
    while (at_ < text_.size())
      lexLine();
    finish();
    return std::move(list_);
  }

private:
  struct Bracket {
    char open;
    std::uint32_t at;
  };
  struct Indentation {
    // In columns with tabs to multiples of 8, and with tabs as one column:
    // Python wants both to agree.
    int columns;
    int characters;
  };

  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool atEnd() const { return at_ >= text_.size(); }
  bool atLineBreak() const { return peek() == '\n' || isCrLf(); }
  bool isCrLf() const { return peek() == '\r' && peek(1) == '\n'; }
  void skipLineBreak() { at_ += isCrLf() ? 2 : 1; }

  void add(TokenKind kind, std::uint32_t begin) {
    Token token;
    token.kind = kind;
    token.begin = begin;
    token.end = at_;
    if (kind <= TokenKind::Keyword || kind == TokenKind::Operator)
      token.code = tokenCode(text_.substr(begin, at_ - begin));
    list_.tokens.push_back(token);
    lineHasTokens_ = true;
  }

  SyntaxProblem &problem(std::uint32_t begin, std::uint32_t end,
                         std::string text) {
    add(TokenKind::Bad, begin);
    list_.problems.push_back({begin, end, std::move(text), "", 0, 0});
    return list_.problems.back();
  }

  void endLine() {
    if (lineHasTokens_) {
      Token token;
      token.kind = TokenKind::Newline;
      token.begin = token.end = at_;
      list_.tokens.push_back(token);
    }
    lineHasTokens_ = false;
  }

  void finish() {
    if (!brackets_.empty())
      reportUnclosed();
    endLine();
    Token token;
    token.begin = token.end = static_cast<std::uint32_t>(text_.size());
    token.kind = TokenKind::Dedent;
    for (; indents_.size() > 1; indents_.pop_back())
      list_.tokens.push_back(token);
    token.kind = TokenKind::End;
    list_.tokens.push_back(token);
  }

  // A string without an end has the brackets' ends in it.
  void reportUnclosed() {
    const Bracket &bracket = brackets_.back();
    if (unterminated_ > bracket.at)
      add(TokenKind::Bad, bracket.at);
    else
      problem(bracket.at, bracket.at + 1,
              std::string("`") + bracket.open + "` was never closed" +
                  (isBlock(bracket) ? "; a block has no braces, and is indented"
                                    : ""));
    brackets_.clear();
  }

  // `if (a) {`: a dictionary or set stands behind no value.
  bool isBlock(const Bracket &bracket) const {
    std::size_t at = list_.tokens.size();
    while (at > 0 && list_.tokens[at - 1].begin >= bracket.at)
      --at;
    if (bracket.open != '{' || at == 0)
      return false;
    const Token &before = list_.tokens[at - 1];
    return before.kind == TokenKind::Name || before.code == tokenCode(")") ||
           before.code == tokenCode("else");
  }

  // After a problem that leaves the rest of the line without meaning; false, as
  // the result of who gives up.
  bool skipToLineEnd() {
    while (!atEnd() && !atLineBreak())
      ++at_;
    return false;
  }

  // One logical line from its first column.
  void lexLine() {
    Indentation indent = readIndentation();
    if (atEnd() || atLineBreak() || peek() == '#') {
      lexComment();
      if (!atEnd())
        skipLineBreak();
      return;
    }
    applyIndentation(indent);
    while (!atEnd()) {
      if (atLineBreak()) {
        if (brackets_.empty()) {
          endLine();
          skipLineBreak();
          return;
        }
        skipLineBreak();
        if (beginsStatement()) {
          reportUnclosed();
          endLine();
          skipDeeperLines();
          return;
        }
        continue;
      }
      lexToken();
    }
  }

  Indentation readIndentation() {
    Indentation indent{0, 0};
    for (;; ++at_) {
      if (peek() == ' ') {
        ++indent.columns;
        ++indent.characters;
      } else if (peek() == '\t') {
        indent.columns = (indent.columns / 8 + 1) * 8;
        ++indent.characters;
      } else if (peek() == '\f') {
        indent = {0, 0};
      } else {
        return indent;
      }
    }
  }

  void applyIndentation(Indentation indent) {
    auto addAt = [&](TokenKind kind) {
      add(kind, at_);
      lineHasTokens_ = false;
    };
    if (indent.columns > indents_.back().columns) {
      // As CPython has it.
      if (indents_.size() == maxIndents)
        problem(at_, at_, "too many levels of indentation");
      else
        checkWidth(indent);
      bool consistent = indent.characters > indents_.back().characters;
      indents_.push_back(indent);
      addAt(TokenKind::Indent);
      if (!consistent)
        reportTabs();
      return;
    }
    std::size_t level = indents_.size() - 1;
    while (indent.columns < indents_[level].columns)
      --level;
    bool matches = indent.columns == indents_[level].columns;
    // A line between two levels counts to the inner one, so that those after it
    // are not reported again.
    std::size_t kept = matches ? level + 1 : level + 2;
    for (; indents_.size() > kept; indents_.pop_back())
      addAt(TokenKind::Dedent);
    if (!matches) {
      indents_.back() = indent;
      problem(at_, at_, "unindent does not match any outer indentation level");
    } else if (indent.characters != indents_.back().characters) {
      reportTabs();
    }
  }

  // The grammar that builds the tree keeps a level's columns in a byte, with 8
  // for each tab, and would lose its way.
  void checkWidth(Indentation indent) {
    std::string_view blanks =
        text_.substr(at_ - indent.characters, indent.characters);
    auto tabs = std::count(blanks.begin(), blanks.end(), '\t');
    std::size_t columns =
        indent.characters + 7 * static_cast<std::size_t>(tabs);
    if (columns > maxColumns)
      problem(at_, at_,
              "indented by " + std::to_string(columns) + " columns, of which " +
                  std::to_string(maxColumns) +
                  " can be read; indent by less, or make it a function");
  }

  void reportTabs() {
    problem(at_, at_, "inconsistent use of tabs and spaces in indentation");
  }

  // Inside brackets, at the first column of a line: can only a statement begin
  // here, so that a bracket was forgotten?
  bool beginsStatement() const {
    std::string_view line = text_.substr(at_, text_.find('\n', at_) - at_);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    std::size_t end = line.find_last_not_of(" \t\r") + 1;
    line = line.substr(0, end);
    std::size_t wordEnd = 0;
    while (wordEnd < line.size() && isNameByte(line[wordEnd]))
      ++wordEnd;
    std::string_view word = line.substr(0, wordEnd);
    // `=` follows the name of a keyword argument that should be none.
    if (isStatementWord(word))
      return wordEnd == line.size() || line[wordEnd] != '=';
    if ((word != "if" && word != "for" && word != "else") ||
        !line.ends_with(':'))
      return false;
    // These occur in expressions, but there no `:` follows at their depth.
    int depth = 0;
    for (char c : line) {
      depth += c == '(' || c == '[' || c == '{';
      depth -= c == ')' || c == ']' || c == '}';
      if (depth < 0 || c == '"' || c == '\'' || c == '#')
        return false;
    }
    bool isOther = line.find("lambda") != line.npos ||
                   (word == "if" && line.find("else") != line.npos) ||
                   (word == "else" && line != "else:");
    return depth == 0 && !isOther;
  }

  // After a bracket that was never closed: lines deeper than its own may belong
  // to headers that it swallowed.
  void skipDeeperLines() {
    while (!atEnd()) {
      std::uint32_t begin = at_;
      bool isDeeper = readIndentation().columns > indents_.back().columns;
      bool isBlank = atLineBreak() || atEnd();
      at_ = begin;
      if (!isDeeper && !isBlank)
        return;
      skipToLineEnd();
      if (!atEnd())
        skipLineBreak();
    }
  }

  void lexComment() {
    while (!atEnd() && !atLineBreak()) {
      if (peek() == '\r' || peek() == '\0')
        return lexStray();
      ++at_;
    }
  }

  void lexToken() {
    char c = peek();
    std::uint32_t begin = at_;
    if (c == ' ' || c == '\t' || c == '\f') {
      ++at_;
    } else if (c == '#') {
      lexComment();
    } else if (c == '\\') {
      lexContinuation();
    } else if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
      lexNumber();
    } else if (c == '"' || c == '\'') {
      lexString(begin);
    } else if (isNameByte(c)) {
      lexName();
    } else {
      lexOperator();
    }
  }

  void lexContinuation() {
    std::uint32_t begin = at_++;
    if (atLineBreak())
      skipLineBreak();
    else if (!atEnd())
      return reportContinuation(begin);
    if (atEnd())
      problem(begin, begin + 1, "unexpected end of file after `\\`");
  }

  void reportContinuation(std::uint32_t begin) {
    problem(begin, begin + 1,
            "unexpected character after line continuation character");
    skipToLineEnd();
  }

  void lexNumber() {
    std::uint32_t begin = at_;
    NumberScan scan = scanNumber(text_.substr(at_));
    at_ += static_cast<std::uint32_t>(scan.length);
    if (scan.error)
      problem(begin, at_,
              scan.error + withoutSuffix(text_.substr(begin, at_ - begin)));
    else
      add(TokenKind::Number, begin);
  }

  void lexName() {
    std::uint32_t begin = at_;
    while (!atEnd() && isNameByte(peek())) {
      if (static_cast<unsigned char>(peek()) >= 0x80 &&
          !skipUnicode(at_ == begin))
        return;
      if (static_cast<unsigned char>(peek()) < 0x80 && isNameByte(peek()))
        ++at_;
    }
    std::string_view name = text_.substr(begin, at_ - begin);
    if ((peek() == '"' || peek() == '\'') && isStringPrefix(name))
      return lexString(begin);
    add(isKeyword(name) ? TokenKind::Keyword : TokenKind::Name, begin);
  }

  // A character beyond ASCII in a name; false after reporting one that no name
  // may hold.
  bool skipUnicode(bool isFirst) {
    std::uint32_t begin = at_;
    std::uint32_t codePoint = decodeUtf8(text_, at_);
    if (!isNeverInNames(codePoint) && !(isFirst && isOtherDigit(codePoint)))
      return true;
    problem(begin, at_,
            invalidCharacter(text_.substr(begin, at_ - begin), codePoint));
    return false;
  }

  void lexOperator() {
    std::uint32_t begin = at_;
    for (std::string_view spelling : operators) {
      if (!text_.substr(at_).starts_with(spelling))
        continue;
      at_ += static_cast<std::uint32_t>(spelling.size());
      if (spelling.size() == 1 && std::strchr("([{", spelling[0]))
        return openBracket(spelling[0], begin);
      if (spelling.size() == 1 && std::strchr(")]}", spelling[0]))
        return closeBracket(spelling[0], begin);
      return add(TokenKind::Operator, begin);
    }
    lexStray();
  }

  void openBracket(char open, std::uint32_t begin) {
    brackets_.push_back({open, begin});
    add(TokenKind::Operator, begin);
  }

  void closeBracket(char close, std::uint32_t begin) {
    if (brackets_.empty()) {
      problem(begin, at_, std::string("unmatched `") + close + "`");
      return;
    }
    Bracket bracket = brackets_.back();
    brackets_.pop_back();
    if (closerOf(bracket.open) == close)
      return add(TokenKind::Operator, begin);
    SyntaxProblem &mismatch =
        problem(begin, at_,
                std::string("closing `") + close +
                    "` does not match opening `" + bracket.open + "`");
    mismatch.note = std::string("`") + bracket.open + "` was opened here";
    mismatch.noteBegin = bracket.at;
  }

  // A character that begins no token.
  void lexStray() {
    std::uint32_t begin = at_++;
    char c = text_[begin];
    if (c == '\0')
      problem(begin, at_, "unexpected NUL byte");
    else if (c == '\r')
      problem(begin, at_, "carriage return without a line feed");
    else if (c == '!')
      problem(begin, at_, "unexpected `!`; the negation is `not`");
    else if (c == '?')
      problem(begin, at_, "unexpected `?`; a choice is `a if c else b`");
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      problem(begin, at_,
              "unexpected control character " +
                  codePointName(static_cast<unsigned char>(c)));
    else
      problem(begin, at_, std::string("unexpected `") + c + "`");
  }

  // ---- strings ----

  // At the quote; `begin` is the prefix's.
  void lexString(std::uint32_t begin) {
    bool formatted = false;
    for (char c : text_.substr(begin, at_ - begin))
      formatted |= c == 'f' || c == 'F';
    char quote = peek();
    std::size_t quotes = peek(1) == quote && peek(2) == quote ? 3 : 1;
    at_ += static_cast<std::uint32_t>(quotes);
    if (formatted)
      return lexFString(begin, quote, quotes);
    while (!atClosingQuote(quote, quotes)) {
      if (atEnd() || (quotes == 1 && atLineBreak()))
        return reportUnterminated(begin, quotes, "string literal");
      if (peek() == '\\' && at_ + 1 < text_.size())
        ++at_;
      if (isCrLf())
        ++at_;
      ++at_;
    }
    at_ += static_cast<std::uint32_t>(quotes);
    add(TokenKind::String, begin);
  }

  bool atClosingQuote(char quote, std::size_t quotes) const {
    for (std::size_t i = 0; i < quotes; ++i)
      if (peek(i) != quote || at_ + i >= text_.size())
        return false;
    return true;
  }

  void reportUnterminated(std::uint32_t begin, std::size_t quotes,
                          const char *what) {
    std::uint32_t end = quotes == 1 ? at_ : begin + 3;
    unterminated_ = begin;
    problem(begin, end,
            std::string("unterminated ") +
                (quotes == 3 ? "triple-quoted " : "") + what);
  }

  void lexFString(std::uint32_t begin, char quote, std::size_t quotes) {
    if (++fStringDepth_ > maxNesting) {
      problem(begin, at_, "f-strings nested too deeply");
      at_ = static_cast<std::uint32_t>(text_.size());
      return;
    }
    std::string_view head = text_.substr(begin, at_ - begin);
    bool isRaw = head.find_first_of("rR") != head.npos;
    add(TokenKind::FStringStart, begin);
    if (lexFStringText(begin, quote, quotes, isRaw, false)) {
      std::uint32_t end = at_;
      at_ += static_cast<std::uint32_t>(quotes);
      add(TokenKind::FStringEnd, end);
    }
    --fStringDepth_;
  }

  // Up to the closing quote, or in a format spec to its `}`. False after a
  // problem.
  bool lexFStringText(std::uint32_t stringBegin, char quote, std::size_t quotes,
                      bool isRaw, bool isSpec) {
    std::uint32_t begin = at_;
    auto endText = [&] {
      if (at_ > begin)
        add(TokenKind::FStringText, begin);
    };
    while (true) {
      if (atClosingQuote(quote, quotes)) {
        endText();
        if (isSpec)
          problem(at_, at_, "f-string: expected `}`");
        return !isSpec;
      }
      if (atEnd() || (quotes == 1 && atLineBreak())) {
        reportUnterminated(stringBegin, quotes, "f-string literal");
        return false;
      }
      char c = peek();
      if (c == '}' && isSpec) {
        endText();
        return true;
      }
      if ((c == '{' || c == '}') && peek(1) == c && !isSpec) {
        at_ += 2;
      } else if (c == '{') {
        endText();
        if (!lexField(stringBegin, quote, quotes, isRaw))
          return false;
        begin = at_;
      } else if (c == '}') {
        ++at_;
        problem(at_ - 1, at_, "f-string: single `}` is not allowed");
        return skipToLineEnd();
      } else if (c == '\\' && !isRaw && peek(1) == 'N' && peek(2) == '{') {
        while (!atEnd() && peek() != '}' && !atLineBreak() &&
               !atClosingQuote(quote, quotes))
          ++at_;
        at_ += peek() == '}';
      } else {
        // A backslash before a brace escapes nothing.
        if (c == '\\' && at_ + 1 < text_.size() && peek(1) != '{' &&
            peek(1) != '}')
          ++at_;
        if (isCrLf())
          ++at_;
        ++at_;
      }
    }
  }

  // {expression [=] [!conversion] [:spec]}
  bool lexField(std::uint32_t stringBegin, char quote, std::size_t quotes,
                bool isRaw) {
    if (++fStringDepth_ > maxNesting) {
      problem(at_, at_ + 1, "f-strings nested too deeply");
      at_ = static_cast<std::uint32_t>(text_.size());
      return false;
    }
    std::uint32_t begin = at_++;
    std::size_t outer = brackets_.size();
    brackets_.push_back({'{', begin});
    add(TokenKind::Operator, begin);
    bool good = lexFieldParts(stringBegin, quote, quotes, isRaw, outer + 1);
    brackets_.resize(std::min(brackets_.size(), outer));
    --fStringDepth_;
    return good;
  }

  bool lexFieldParts(std::uint32_t stringBegin, char quote, std::size_t quotes,
                     bool isRaw, std::size_t depth) {
    std::size_t problems = list_.problems.size();
    while (list_.problems.size() == problems) {
      bool own = brackets_.size() == depth;
      // A quote as the string's own may begin a string inside the field; where
      // no `}` follows, it was meant to end the outer one.
      if (atEnd() ||
          (atClosingQuote(quote, quotes) && !fieldCloses(quote, quotes))) {
        const Bracket &bracket = brackets_.back();
        problem(bracket.at, bracket.at + 1,
                std::string("f-string: `") + bracket.open +
                    "` was never closed");
        return skipToLineEnd();
      }
      std::uint32_t begin = at_;
      if (own && peek() == '}') {
        ++at_;
        add(TokenKind::Operator, begin);
        return true;
      }
      if (own && peek() == '!' && peek(1) != '=') {
        ++at_;
        add(TokenKind::Operator, begin);
      } else if (own && peek() == ':') {
        ++at_;
        add(TokenKind::Operator, begin);
        // The text stops at this field's `}`, which the loop then takes.
        if (!lexFStringText(stringBegin, quote, quotes, isRaw, true))
          return skipToLineEnd();
      } else if (atLineBreak()) {
        skipLineBreak();
      } else {
        lexToken();
      }
    }
    return skipToLineEnd();
  }

  // Whether the quote here may begin a string of the field: a closing one and a
  // `}` follow on its line.
  bool fieldCloses(char quote, std::size_t quotes) const {
    std::size_t at = at_ + quotes;
    for (; at < text_.size() && text_[at] != '\n'; ++at)
      if (text_[at] == quote)
        return text_.substr(at, text_.find('\n', at) - at).find('}') !=
               std::string_view::npos;
    return false;
  }

  std::string_view text_;
  std::uint32_t at_ = 0;
  TokenList list_;
  std::vector<Bracket> brackets_;
  std::vector<Indentation> indents_ = {{0, 0}};
  int fStringDepth_ = 0;
  // Where the last string without an end begins.
  std::uint32_t unterminated_ = 0;
  bool lineHasTokens_ = false;
};

} // namespace

bool isKeyword(std::string_view name) {
  return std::binary_search(keywords.begin(), keywords.end(), name);
}

TokenList tokenize(std::string_view text) { return Lexer(text).run(); }

} // namespace pyk2ptx
