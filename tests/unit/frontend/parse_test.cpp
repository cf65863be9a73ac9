// The parser: what goldens cannot show well (limits, encodings, values), and
// that broken text is refused with the right words at the right place.
#include "frontend/parse/parse.h"

#include "frontend/parse/print_syntax.h"

#include <gtest/gtest.h>

using namespace pyk2ptx;

namespace {

struct Parsed {
  explicit Parsed(std::string text) : source("k.py", std::move(text)) {
    module = parse(source, diagnostics);
  }
  std::string tree() const { return module ? printSyntax(*module) : ""; }
  /// "line:column text" of each message.
  std::vector<std::string> errors() const {
    std::vector<std::string> result;
    for (const Diagnostic &diagnostic : diagnostics.sorted())
      result.push_back(placeOf(diagnostic.range).substr(5) + " " +
                       diagnostic.text);
    return result;
  }

  Source source;
  Diagnostics diagnostics;
  std::optional<syntax::Module> module;
};

std::string onlyError(std::string text) {
  std::vector<std::string> errors = Parsed(std::move(text)).errors();
  return errors.size() == 1 ? errors[0]
                            : std::to_string(errors.size()) + " errors";
}

std::string spelled(std::string text) {
  Source source("e", std::move(text));
  Diagnostics diagnostics;
  syntax::ExprPtr expr = parseExpression(source, diagnostics);
  return expr ? spell(*expr) : "";
}

std::string repeat(std::string_view text, int count) {
  std::string result;
  for (int i = 0; i < count; ++i)
    result += text;
  return result;
}

TEST(Parse, EmptyAndCommentsOnly) {
  for (const char *text : {"", "\n", "# a", "  # a\n\n# b\n", "\f\n", " "}) {
    Parsed parsed(text);
    ASSERT_TRUE(parsed.module) << text;
    EXPECT_TRUE(parsed.module->body.empty()) << text;
  }
}

TEST(Parse, ByteOrderMarkIsNoPartOfTheLine) {
  EXPECT_EQ(Parsed("\xEF\xBB\xBFx").tree(), "ExprStmt @1:1\n  Name x @1:1\n");
  EXPECT_EQ(onlyError("\xEF\xBB\xBFx = ="),
            "1:5 expected an expression, found `=`");
}

TEST(Parse, LineBreaksOfWindowsAndNoneAtTheEnd) {
  EXPECT_EQ(Parsed("if a:\r\n  b\r\nc").tree(), Parsed("if a:\n  b\nc").tree());
  EXPECT_EQ(Parsed("'''a\r\nb'''").tree(),
            "ExprStmt @1:1\n  String \"a\\nb\" @1:1\n");
}

TEST(Parse, ColumnsCountCodePoints) {
  EXPECT_EQ(onlyError("é = 'ü' +"),
            "1:10 expected an expression, found end of line");
}

TEST(Parse, BracketsMayHoldDedentedLines) {
  EXPECT_TRUE(Parsed("def f():\n    (a.\nb(\n))\n").module);
}

TEST(Parse, AnnotationsMayHoldSlices) {
  EXPECT_EQ(Parsed("x: f[:, ::1]").tree(), "AnnAssign @1:1\n"
                                           "  Name x @1:1\n"
                                           "  annotation\n"
                                           "    Subscript tuple @1:4\n"
                                           "      Name f @1:4\n"
                                           "      Slice @1:6\n"
                                           "      Slice @1:9\n"
                                           "        step\n"
                                           "          Int 1 @1:11\n");
}

TEST(Parse, OperatorsBindAsInPython) {
  EXPECT_EQ(spelled("a ^ b & c | d"), "a ^ b & c | d");
  EXPECT_EQ(spelled("(a ^ b) & c"), "(a ^ b) & c");
  EXPECT_EQ(spelled("a & (b ^ c)"), "a & (b ^ c)");
  EXPECT_EQ(spelled("a << b + c * d"), "a << b + c * d");
  EXPECT_EQ(spelled("(a << b) + c"), "(a << b) + c");
  EXPECT_EQ(spelled("a - (b - c)"), "a - (b - c)");
  EXPECT_EQ(spelled("-a ** -b ** c"), "-a ** -b ** c");
  EXPECT_EQ(spelled("(-a) ** b"), "(-a) ** b");
  EXPECT_EQ(spelled("(n := a if b else c)"), "n := a if b else c");
  EXPECT_EQ(spelled("(n := a) if b else c"), "(n := a) if b else c");
  EXPECT_EQ(spelled("not (a and b) or c"), "not (a and b) or c");
}

TEST(Parse, ExpressionsAlone) {
  EXPECT_EQ(spelled("  void(float32[:, ::1], int64) "),
            "void(float32[:, ::1], int64)");
  EXPECT_EQ(spelled("x[i,]"), "x[i,]");
  EXPECT_EQ(spelled("x[(i, j)]"), "x[(i, j)]");
  for (const char *text : {"", " ", "a b", "a = 1", "a; b", "a\nb", "pass"})
    EXPECT_EQ(spelled(text), "") << text;
}

TEST(Parse, Numbers) {
  EXPECT_EQ(spelled("0xFFFF_FFFF_FFFF_FFFF"), "18446744073709551615");
  EXPECT_EQ(spelled("0x1_0000_0000_0000_0000"), "<large integer>");
  EXPECT_EQ(spelled("0b101 + 0o17 + 1_000 + 00"), "5 + 15 + 1000 + 0");
  EXPECT_EQ(spelled(".5 + 5. + 1e3 + 1_0.2_5"), "0.5 + 5.0 + 1000.0 + 10.25");
  EXPECT_EQ(spelled("0.1 + 2.2250738585072011e-308"),
            "0.1 + 2.225073858507201e-308");
  EXPECT_EQ(spelled("1e400 + 1e-400 + 3j"), "inf + 0.0 + 3.0j");
  for (const char *text : {"0777", "1__0", "1_", "12abc", "0x", "0b2", "1e"})
    EXPECT_NE(onlyError(text).find("1:1 "), std::string::npos) << text;
}

TEST(Parse, Strings) {
  EXPECT_EQ(spelled(R"('a\tb\\\x41\u00e9\101' "c")"), "\"a\\tb\\\\AéAc\"");
  EXPECT_EQ(spelled(R"(r'\n' '\d')"), "\"\\\\n\\\\d\"");
  EXPECT_EQ(spelled(R"('\N{DIGIT ONE}')"), "\"\\\\N{DIGIT ONE}\"");
  EXPECT_EQ(spelled(R"(b'\xff\0')"), "b\"\\xff\\x00\"");
  EXPECT_EQ(spelled("'a\\\nb'"), "\"ab\"");
  EXPECT_EQ(spelled("f'{a}{{' 'b' f'{c!r:>{w}}'"), "f\"{a}{{b{c!r:>{w}}\"");
  EXPECT_EQ(spelled("f'{ x = }'"), "f\" x = {x!r}\"");
  EXPECT_EQ(spelled("f'{d['k']}'"), "f\"{d[\"k\"]}\"");
}

TEST(Parse, DeepTextIsRefusedNotCrashed) {
  constexpr int many = 100000;
  for (std::string text :
       {repeat("(", many), repeat("(", many) + repeat(")", many),
        repeat("[", many), repeat("-", many) + "a", repeat("not ", many) + "a",
        repeat("a+", many) + "a", "a" + repeat(".b", many),
        "a" + repeat("()", many), repeat("a**", many) + "a",
        repeat("lambda:", many) + "a", repeat("a if b else ", many) + "a",
        repeat("f'{", many), "def f(a: " + repeat("b[", many)}) {
    Parsed parsed(text);
    EXPECT_FALSE(parsed.module);
    ASSERT_FALSE(parsed.diagnostics.all().empty());
    EXPECT_EQ(parsed.diagnostics.errorCount(), 1u) << text.substr(0, 20);
  }
}

TEST(Parse, NestingUpToTheLimitIsTaken) {
  int nearly = maxNesting - 10;
  EXPECT_TRUE(Parsed(repeat("(", nearly) + "a" + repeat(")", nearly)).module);
  EXPECT_TRUE(Parsed(repeat("a+", nearly) + "a").module);
  std::string blocks;
  for (int i = 0; i < 90; ++i)
    blocks += repeat(" ", i) + "if a:\n";
  EXPECT_TRUE(Parsed(blocks + repeat(" ", 90) + "pass\n").module);
}

TEST(Parse, WideTextIsNotDeep) {
  for (std::string text :
       {repeat("a and ", 20000) + "a", repeat("a < ", 20000) + "a",
        repeat("a = ", 20000) + "b", repeat("a, ", 20000),
        repeat("'a' ", 20000),
        "if a: pass\n" + repeat("elif b: pass\n", 20000)})
    EXPECT_TRUE(Parsed(text).module) << text.substr(0, 20);
}

TEST(Parse, OneMessageALineAndNoCascades) {
  EXPECT_EQ(
      Parsed("a = = 1\nb = 2\nc = (3]\n").errors(),
      (std::vector<std::string>{"1:5 expected an expression, found `=`",
                                "3:7 closing `]` does not match opening `(`"}));
  EXPECT_EQ(onlyError("if a\n    b\nelif c:\n    d\nelse:\n    e\n"),
            "1:5 expected `:`, found end of line");
  EXPECT_EQ(onlyError("try\n    a\nexcept B:\n    c\nfinally:\n    d\n"),
            "1:4 expected `:`, found end of line");
  EXPECT_EQ(onlyError("def f(a:\n    if a:\n        return a\n\nb = 1\n"),
            "1:6 `(` was never closed");
  EXPECT_EQ(onlyError("if a:\n    b\n  c\n  d\ne\n"),
            "3:3 unindent does not match any outer indentation level");
}

TEST(Parse, HintsForWhoWritesC) {
  EXPECT_EQ(onlyError("a && b"), "1:3 `&&` is written `and`");
  EXPECT_EQ(onlyError("a || b"), "1:3 `||` is written `or`");
  EXPECT_EQ(onlyError("i++"), "1:2 Python has no `++`; write `i += 1`");
  EXPECT_EQ(onlyError("f(x)--"), "1:5 Python has no `--`; write `-= 1`");
  EXPECT_EQ(onlyError("if a: b\nelse if c: d"),
            "2:6 expected `:`, found `if`; `else if` is written `elif`");
  EXPECT_EQ(onlyError("if a = b: c"),
            "1:6 expected `:`, found `=`; compare with `==`");
}

// What is C's is Python's, too, where it is no more than a name.
TEST(Parse, WordsOfOthersAreNames) {
  for (const char *text :
       {"float * x", "int(x)", "let = 3", "var: int = 3", "auto[3] = 4",
        "switch(a)", "x = a // b", "(int)", "(float)(x)", "foreach = 3",
        "def function(int, float): pass", "const, char = 1, 2", "elseif.x = 1",
        "for (int) in x: pass", "short -x", "x = y = -1.5e3", "{long: {void}}"})
    EXPECT_EQ(onlyError(text), "0 errors") << text;
}

// What tree-sitter would accept.
TEST(Parse, InvalidPythonIsRefused) {
  for (const char *text : {"return 1",
                           "yield",
                           "await x",
                           "break",
                           "continue",
                           "nonlocal x",
                           "1 = x",
                           "f() = x",
                           "a + b = x",
                           "None = x",
                           "(a, 1) = x",
                           "*a = b",
                           "*a, *b = c",
                           "x = *a",
                           "del f()",
                           "del *a",
                           "for 1 in x: pass",
                           "[a for f() in b]",
                           "with a as 1: pass",
                           "f() += 1",
                           "(a, b) += 1",
                           "a += b += c",
                           "(a, b): int",
                           "x = y := 1",
                           "(a.b := 1)",
                           "x.class",
                           "def f(a, a): pass",
                           "def f(a=1, b): pass",
                           "def f(*): pass",
                           "def f(*a, *b): pass",
                           "def f(**a, b): pass",
                           "def f(/): pass",
                           "def f(a, /, b, /): pass",
                           "lambda a, a: 0",
                           "f(a=1, a=2)",
                           "f(a=1, 2)",
                           "f(**a, 1)",
                           "f(**a, *b)",
                           "f(a for a in b, 1)",
                           "f(None=1)",
                           "f(1=2)",
                           "class = 1",
                           "print 'a'",
                           "exec 'a'",
                           "a <> b",
                           "else: pass",
                           "elif a: pass",
                           "try: pass",
                           "try: pass\nexcept: pass\nexcept A: pass",
                           "if a:\nb",
                           "  a",
                           "b'a' 'b'",
                           "b'é'",
                           "'\\x4'",
                           "'\\u12'",
                           "f'{}'",
                           "f'}'",
                           "f'{a!x}'",
                           "from a import",
                           "from a import b,",
                           "import a.b.",
                           "a = 1 b = 2",
                           "def f():\n  x = 1\n  global x",
                           "def f(x):\n  global x",
                           "[*a for a in b]",
                           "{**a for a in b}",
                           "a[]",
                           "()  = = 1",
                           "async def f(): yield from a",
                           "def f(): from a import *",
                           "@a\nb = 1",
                           "raise a from",
                           "case 1: pass",
                           "match a:\n  b"})
    EXPECT_FALSE(Parsed(text).module) << text;
}

TEST(Parse, OddButValidPython) {
  for (const char *text :
       {"match = type = case = _ = print = exec = 1",
        "match(a)",
        "match[a]",
        "type X = int",
        "type X[T: int, *U, **P] = a[T]",
        "def f[T](a: T): 0",
        "class C[T](A, *B, **k): 0",
        "x = 1if a else 2",
        "[0x1for x in a]",
        "a[b:=1]",
        "a[*b]",
        "f(a)(b)[c].d",
        "with (a, b): 0",
        "with (a) as b: 0",
        "with (a as b, c as d,): 0",
        "with (a, b) as c: 0",
        "try: 0\nexcept* A: 0",
        "def f(*a: *b): 0",
        "lambda *, a: 0",
        "async def f():\n  async with a as b, c: await d",
        "async def f(): return [x async for x in y]",
        "@(a := b)\ndef f(): 0",
        "for x in *a, b: 0",
        "del (a, b), [c]",
        "(a) = (b.c) = 1",
        "[a, *b] = c",
        "x = yes;",
        "x = \\\n  1",
        "match a, b:\n  case {'k': v, **r} | C(x, y=1) if a: 0\n"
        "  case [1, *_] | -1.5 + 2j | None | a.b as c: 0",
        "global a",
        "f'{x:{y:{z}}}'",
        "f'{a\n}'",
        "f'''{\na\n}'''",
        "if a:\n\tb\n\tif c:\n\t\td\n"})
    EXPECT_TRUE(Parsed(text).module) << text;
}

TEST(Parse, AnyByteInAnyPlaceIsSurvived) {
  std::string text = "def f(a, *b):\n    x = f'{a:>{b}}' + \"c\"\n    if a:\n"
                     "        return [i for i in (1, 2)]\n";
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (char c : std::string("\0\r\t\n\\'\"([{}])#:=,.@!0", 21)) {
      std::string broken = text;
      broken[at] = c;
      Parsed parsed(broken);
      EXPECT_EQ(parsed.module.has_value(), !parsed.diagnostics.hasErrors());
      Parsed cut(text.substr(0, at));
      EXPECT_EQ(cut.module.has_value(), !cut.diagnostics.hasErrors());
    }
  }
}

} // namespace
