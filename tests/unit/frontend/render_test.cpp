// Messages as the user and tools see them.
#include "frontend/messages/render.h"

#include <gtest/gtest.h>

using namespace pyk2ptx;

namespace {

std::string text(const Source &source, std::uint32_t begin, std::uint32_t end) {
  Diagnostics diagnostics;
  diagnostics.emit({&source, begin, end}, diag::SyntaxError, "bad");
  return renderText(diagnostics, {});
}

TEST(Render, LineAndCaretRange) {
  Source source("k.py", "a = 1\nfoo bar\n");
  EXPECT_EQ(text(source, 10, 13), "k.py:2:5: error: bad [SyntaxError]\n"
                                  "  foo bar\n"
                                  "      ^~~\n");
  // At a line's end, and at the file's.
  EXPECT_EQ(text(source, 13, 13), "k.py:2:8: error: bad [SyntaxError]\n"
                                  "  foo bar\n"
                                  "         ^\n");
  EXPECT_EQ(text(source, 14, 14), "k.py:3:1: error: bad [SyntaxError]\n"
                                  "  \n"
                                  "  ^\n");
}

TEST(Render, RangeIsClippedToItsFirstLine) {
  Source source("k.py", "ab(\ncd)\n");
  EXPECT_EQ(text(source, 1, 7), "k.py:1:2: error: bad [SyntaxError]\n"
                                "  ab(\n"
                                "   ^~\n");
}

TEST(Render, TabsAndWideCharactersLineUp) {
  Source tabs("k.py", "\tx\ty");
  EXPECT_EQ(text(tabs, 3, 4), "k.py:1:4: error: bad [SyntaxError]\n"
                              "  \tx\ty\n"
                              "  \t \t^\n");
  Source wide("k.py", "漢é = x");
  EXPECT_EQ(text(wide, 8, 9), "k.py:1:6: error: bad [SyntaxError]\n"
                              "  漢é = x\n"
                              "        ^\n");
}

TEST(Render, LongLinesAreWindowed) {
  Source source("k.py", std::string(500, 'a') + "!" + std::string(500, 'b'));
  EXPECT_EQ(text(source, 500, 501),
            "k.py:1:501: error: bad [SyntaxError]\n  ..." +
                std::string(100, 'a') + "!" + std::string(99, 'b') + "...\n  " +
                std::string(103, ' ') + "^\n");
}

TEST(Render, NotesAndPlacelessMessages) {
  Source source("k.py", "(]");
  Diagnostics diagnostics;
  diagnostics.emit({&source, 1, 2}, diag::SyntaxError, "bad")
      .notes.push_back({{&source, 0, 1}, "here"});
  diagnostics.emit({}, diag::NoKernel).notes.push_back({{}, "hint"});
  EXPECT_EQ(renderText(diagnostics, {}),
            "k.py:1:2: error: bad [SyntaxError]\n"
            "  (]\n"
            "   ^\n"
            "k.py:1:1: note: here\n"
            "  (]\n"
            "  ^\n"
            "pyk2ptx: error: no kernel found; decorate a function with "
            "`@cuda.jit` [NoKernel]\n"
            "pyk2ptx: note: hint\n");
}

TEST(Render, ErrorLimit) {
  Source source("k.py", "abc");
  Diagnostics diagnostics;
  for (std::uint32_t i = 0; i < 3; ++i)
    diagnostics.emit({&source, i, i}, diag::SyntaxError, "bad");
  RenderOptions options;
  options.errorLimit = 1;
  std::string shown = renderText(diagnostics, options);
  EXPECT_NE(shown.find("\n2 more errors were not shown; --error-limit=0 shows "
                       "all\n"),
            std::string::npos);
  EXPECT_EQ(shown.find("1:2"), std::string::npos);
  options.errorLimit = 0;
  EXPECT_NE(renderText(diagnostics, options).find("1:3"), std::string::npos);
}

TEST(Render, ColorOnlyWhenAsked) {
  Diagnostics diagnostics;
  diagnostics.emit({}, diag::NoKernel);
  RenderOptions options;
  EXPECT_EQ(renderText(diagnostics, options).find('\033'), std::string::npos);
  options.color = true;
  EXPECT_NE(renderText(diagnostics, options).find('\033'), std::string::npos);
}

} // namespace
