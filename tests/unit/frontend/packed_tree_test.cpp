// Trees as bytes: nothing of a tree is lost, and the prelude's are those that
// the parser makes of its texts.
#include "frontend/parse/packed_tree.h"

#include "frontend/parse/parse.h"
#include "frontend/parse/print_syntax.h"
#include "frontend/prelude/texts.h"

#include <gtest/gtest.h>

using namespace pyk2ptx;

namespace {

syntax::Module parsed(const Source &source) {
  Diagnostics diagnostics;
  std::optional<syntax::Module> module = parse(source, diagnostics);
  EXPECT_TRUE(module) << source.name();
  return module ? std::move(*module) : syntax::Module();
}

/// The same tree, of another source that has the same text.
void expectTheSame(const std::string &name, const std::string &text) {
  Source source(name, text), other(name, text);
  syntax::Module module = parsed(source);
  std::string bytes = packTree(module);
  syntax::Module unpacked = unpackTree(bytes, other);
  EXPECT_EQ(unpacked.source, &other);
  EXPECT_EQ(printSyntax(unpacked), printSyntax(module)) << name;
  // Places are not printed.
  EXPECT_EQ(packTree(unpacked), bytes) << name;
}

} // namespace

TEST(PackedTree, KeepsEachConstruct) {
  expectTheSame("k.py", R"(
from a.b import c as d, e
import f.g as h
@x(1, y=2, **z)
def k(a, b: int = 0x1_0000_0000_0000_0000, /, *c, d=-1.5e-300, **e) -> 3j:
    global s
    u = v = "a\0b".x[1:2, ::3, ...], b"\xff"
    w: int = (lambda q, *r: q if r else None)(*u)
    u[0] += [i for i in u if i < 1 <= 2 if not i]
    for i, j in u:
        while i is not j or (n := 3) in {1: 2}:
            break
        else:
            continue
    match u:
        case [1, *_] | (2 as t) if t:
            del t
        case _:
            raise E
    assert u, f"{u!r:>3} {v}"
    with u as v:
        return u @ v
    pass
class C(B):
    async def m(self):
        return True
)");
}

TEST(PackedTree, KeepsPlaces) {
  std::string text = "\nx = 1\n\n  \nyy = x + 2.5\n";
  Source source("k.py", text), other("k.py", text);
  syntax::Module module = unpackTree(packTree(parsed(source)), other);
  ASSERT_EQ(module.body.size(), 2U);
  const syntax::Stmt &stmt = module.body[1];
  EXPECT_EQ(stmt.range.source, &other);
  EXPECT_EQ(other.text(stmt.range), "yy = x + 2.5");
  const auto &sum =
      std::get<syntax::Binary>(std::get<syntax::Assign>(stmt.node).value->node);
  EXPECT_EQ(other.text(sum.opRange), "+");
  EXPECT_EQ(std::get<syntax::FloatLiteral>(sum.right->node).value, 2.5);
}

TEST(PackedTree, ThePreludesTreesAreThoseOfItsTexts) {
  ASSERT_FALSE(preludeTexts().empty());
  for (const PreludeText &text : preludeTexts()) {
    Source source(std::string(text.file), std::string(text.text));
    EXPECT_EQ(packTree(parsed(source)), text.tree)
        << text.file << " " << text.function;
  }
}

TEST(PackedTreeDeathTest, EndsAtBytesThatAreNoTree) {
  Source source("k.py", "x = 1\n");
  std::string bytes = packTree(parsed(source));
  EXPECT_EXIT(unpackTree(bytes.substr(0, bytes.size() - 1), source),
              testing::ExitedWithCode(70), "ends too early");
  EXPECT_EXIT(unpackTree(bytes + "x", source), testing::ExitedWithCode(70),
              "goes on behind its end");
}
