// The message collector and its table.
#include "frontend/messages/diagnostics.h"

#include <gtest/gtest.h>

#include <set>

using namespace pyk2ptx;

namespace {

TEST(Diagnostics, SubstitutesArguments) {
  Diagnostics diagnostics;
  Diagnostic &first =
      diagnostics.emit({}, diag::UnreadableFile, "a{1}.py", "no {0}");
  EXPECT_EQ(first.text, "cannot read `a{1}.py`: no {0}");
  EXPECT_EQ(diagnostics.emit({}, diag::NotUtf8, 7).text,
            "not valid UTF-8 at byte 7; save the file as UTF-8");
}

TEST(Diagnostics, CountsErrorsOnly) {
  Diagnostics diagnostics;
  diagnostics.emit({}, diag::UntypedKernel, "k", "k(...)");
  EXPECT_FALSE(diagnostics.hasErrors());
  diagnostics.emit({}, diag::NoKernel);
  EXPECT_EQ(diagnostics.errorCount(), 1u);
}

TEST(Diagnostics, SortsByFileThenPlaceAndFoldsDuplicates) {
  Source a("a.py", "abcdef");
  Source b("b.py", "abcdef");
  Diagnostics diagnostics;
  diagnostics.emit({&b, 4, 5}, diag::SyntaxError, "1");
  diagnostics.emit({&a, 2, 3}, diag::SyntaxError, "2");
  diagnostics.emit({&b, 1, 2}, diag::SyntaxError, "3");
  diagnostics.emit({&b, 1, 2}, diag::SyntaxError, "4");
  diagnostics.emit({&b, 1, 2}, diag::SyntaxError, "3");
  std::string order;
  for (const Diagnostic &diagnostic : diagnostics.sorted())
    order += diagnostic.text;
  EXPECT_EQ(order, "3412");
}

TEST(Diagnostics, KnowsWhatFailedWithoutAnError) {
  Diagnostics diagnostics;
  EXPECT_FALSE(diagnostics.unexplained());
  Diagnostics::Mark mark = diagnostics.mark();
  diagnostics.noteFailure({nullptr, 3, 4});
  ASSERT_TRUE(diagnostics.unexplained());
  EXPECT_EQ(diagnostics.unexplained()->begin, 3u);
  diagnostics.emit({}, diag::NoKernel);
  EXPECT_FALSE(diagnostics.unexplained());
  // What was thrown away fails no more; what another one brings does.
  diagnostics.rollback(mark);
  EXPECT_FALSE(diagnostics.unexplained());
  Diagnostics other;
  other.noteFailure({nullptr, 5, 6});
  diagnostics.append(other);
  EXPECT_TRUE(diagnostics.unexplained());
}

TEST(Diagnostics, RollsBackAndAppends) {
  Diagnostics diagnostics;
  diagnostics.emit({}, diag::NoKernel);
  Diagnostics::Mark mark = diagnostics.mark();
  diagnostics.emit({}, diag::NoTypedKernel);
  diagnostics.rollback(mark);
  EXPECT_EQ(diagnostics.errorCount(), 1u);
  Diagnostics other;
  other.emit({}, diag::NoTypedKernel);
  diagnostics.append(other);
  EXPECT_EQ(diagnostics.errorCount(), 2u);
  EXPECT_EQ(diagnostics.all().size(), 2u);
}

TEST(Diagnostics, TableIsInStyle) {
  std::set<std::string_view> names;
  for (DiagnosticKind kind : allDiagnosticKinds()) {
    const DiagnosticInfo &info = diagnosticInfo(kind);
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_FALSE(info.text.ends_with('.')) << info.name;
    EXPECT_FALSE(info.text[0] >= 'A' && info.text[0] <= 'Z') << info.name;
    EXPECT_FALSE(info.explanation.empty()) << info.name;
  }
}

TEST(Diagnostics, NearestName) {
  std::vector<std::string> names = {"threadIdx", "blockIdx", "blockDim",
                                    "grid",      "x",        "syncthreads"};
  EXPECT_EQ(nearestName("blokIdx", names), "blockIdx");
  EXPECT_EQ(nearestName("threadidx", names), "threadIdx");
  EXPECT_EQ(nearestName("SYNCTHREADS", names), "syncthreads");
  EXPECT_EQ(nearestName("gird", names), "grid");
  EXPECT_EQ(nearestName("X", names), "x");
  EXPECT_EQ(nearestName("y", names), "");
  EXPECT_EQ(nearestName("completely", names), "");
  EXPECT_EQ(nearestName("", names), "");
  EXPECT_EQ(nearestName("grid", names), "");
}

TEST(Source, LinesAndColumns) {
  Source source("k.py", "aé\r\n\n  b");
  EXPECT_EQ(source.lineCount(), 3u);
  EXPECT_EQ(source.line(1), "aé");
  EXPECT_EQ(source.line(2), "");
  EXPECT_EQ(source.line(3), "  b");
  EXPECT_EQ(source.line(4), "");
  EXPECT_EQ(source.lineColumn(3).column, 3u);
  EXPECT_EQ(placeOf({&source, 8, 9}), "k.py:3:3");
  EXPECT_EQ(placeOf({}), "");
  EXPECT_EQ(source.lineColumn(99).line, 3u);
}

TEST(Source, ColumnsOfLongLines) {
  std::string text;
  for (int i = 0; i < 1000; ++i)
    text += "é";
  Source source("k.py", "\n" + text);
  for (std::uint32_t i : {0u, 1u, 127u, 128u, 500u, 1000u})
    EXPECT_EQ(source.lineColumn(1 + 2 * i).column, i + 1);
}

TEST(Source, FindsInvalidUtf8) {
  constexpr std::size_t none = std::string::npos;
  EXPECT_EQ(findInvalidUtf8("aé∅😀"), none);
  EXPECT_EQ(findInvalidUtf8("a\xff"), 1u);
  EXPECT_EQ(findInvalidUtf8("\xc3"), 0u);
  EXPECT_EQ(findInvalidUtf8("\xc0\x80"), 0u);
  EXPECT_EQ(findInvalidUtf8("ab\xed\xa0\x80"), 2u);
  EXPECT_EQ(findInvalidUtf8("\xf4\x90\x80\x80"), 0u);
}

} // namespace
