// A line above each kernel; what it says is found out when an editor shows it
// (code_facts.h).
#include "answers.h"

#include <set>
#include <utility>

namespace pyk2ptx {

namespace json = llvm::json;

json::Value codeLenses(Document &document, const Request &) {
  json::Array result;
  if (!document.analysis || !document.analysis->tree())
    return result;
  const Analysis &analysis = *document.analysis;
  // One for each kernel, of the first types that it is compiled for.
  std::set<std::string> seen;
  for (const CompiledFunction &function : analysis.functions()) {
    if (!function.isKernel || function.isGuess || !function.isValid ||
        !seen.insert(function.kernel).second)
      continue;
    SourceRange name = function.def->nameRange;
    result.push_back(json::Object{
        {"range", analysis.positions().range(name.begin, name.end)},
        {"data",
         json::Object{{"uri", document.uri}, {"kernel", function.kernel}}}});
  }
  return result;
}

} // namespace pyk2ptx
