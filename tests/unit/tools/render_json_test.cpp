// The JSON forms of diagnostics, read back by LLVM.
#include "tools/pyk2ptx/output/render_json.cpp"
#include "tools/pyk2ptx/output/render_sarif.cpp"

#include "frontend/messages/source.h"

#include <gtest/gtest.h>

using namespace pyk2ptx;

namespace {

llvm::json::Value parsed(const std::string &text) {
  EXPECT_TRUE(text.ends_with("}\n"));
  return llvm::cantFail(llvm::json::parse(text));
}

TEST(RenderJson, Members) {
  Source source("k\"\xff.py", "é\n(]");
  Diagnostics diagnostics;
  diagnostics.emit({&source, 4, 5}, diag::SyntaxError, "a\\\n\x01é\xff")
      .notes.push_back({{&source, 3, 4}, "here"});
  diagnostics.emit({}, diag::NoKernel);
  EXPECT_EQ(parsed(renderJson(diagnostics, {})),
            llvm::cantFail(llvm::json::parse(R"({"diagnostics": [
      {"file": "k\"\ufffd.py", "line": 2, "column": 2, "endLine": 2,
       "endColumn": 3, "severity": "error", "kind": "SyntaxError",
       "message": "a\\\n\u0001é\ufffd",
       "notes": [{"file": "k\"\ufffd.py", "line": 2, "column": 1, "endLine": 2,
                  "endColumn": 2, "message": "here"}]},
      {"severity": "error", "kind": "NoKernel",
       "message": "no kernel found; decorate a function with `@cuda.jit`",
       "notes": []}]})")));
  EXPECT_EQ(parsed(renderJson(Diagnostics(), {})),
            llvm::cantFail(llvm::json::parse(R"({"diagnostics": []})")));
}

TEST(RenderJson, ErrorLimit) {
  Source source("k.py", "abc");
  Diagnostics diagnostics;
  for (std::uint32_t i = 0; i < 3; ++i)
    diagnostics.emit({&source, i, i}, diag::SyntaxError, "bad");
  RenderOptions options;
  options.errorLimit = 1;
  llvm::json::Value log = parsed(renderJson(diagnostics, options));
  EXPECT_EQ(log.getAsObject()->getInteger("hiddenErrors"), 2);
  EXPECT_EQ(log.getAsObject()->getArray("diagnostics")->size(), 1U);
}

TEST(RenderSarif, Results) {
  Source source("a b\xff/k.py", "é\n(]");
  Diagnostics diagnostics;
  diagnostics.emit({&source, 4, 5}, diag::SyntaxError, "bad")
      .notes.push_back({{}, "hint"});
  diagnostics.emit({}, diag::NoKernel);
  diagnostics.emit({&source, 3, 4}, diag::SyntaxError, "worse");
  llvm::json::Value log = parsed(renderSarif(diagnostics, {}, "1.2"));
  const llvm::json::Object &run =
      *log.getAsObject()->getArray("runs")->front().getAsObject();
  const llvm::json::Object &driver =
      *run.getObject("tool")->getObject("driver");
  EXPECT_EQ(driver.getString("version"), "1.2");
  ASSERT_EQ(driver.getArray("rules")->size(), 2U);
  const llvm::json::Array &results = *run.getArray("results");
  ASSERT_EQ(results.size(), 3U);
  for (const llvm::json::Value &value : results) {
    const llvm::json::Object &result = *value.getAsObject();
    const llvm::json::Object &rule =
        *(*driver.getArray("rules"))[*result.getInteger("ruleIndex")]
             .getAsObject();
    EXPECT_EQ(rule.getString("id"), result.getString("ruleId"));
    EXPECT_EQ(result.getString("level"), "error");
    if (result.getString("ruleId") == "NoKernel") {
      EXPECT_TRUE(result.getArray("locations")->empty());
      continue;
    }
    const llvm::json::Object &place = *result.getArray("locations")
                                           ->front()
                                           .getAsObject()
                                           ->getObject("physicalLocation");
    EXPECT_EQ(place.getObject("artifactLocation")->getString("uri"),
              "a%20b%FF/k.py");
    EXPECT_EQ(place.getObject("region")->getInteger("startLine"), 2);
  }
}

} // namespace
