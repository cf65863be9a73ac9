// libFuzzer target of the parser: any bytes give a tree or a diagnostic, never
// a crash, and either can be printed.
//
//   pyk2ptx_parse_fuzz -max_total_time=60 CORPUS tests/golden
#include "frontend/messages/render.h"
#include "frontend/parse/parse.h"
#include "frontend/parse/print_syntax.h"

#include <cstdlib>

using namespace pyk2ptx;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data,
                                      std::size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  // The program refuses these before it parses.
  if (findInvalidUtf8(text) != std::string::npos)
    return 0;
  Source source("fuzz.py", std::move(text));
  Diagnostics diagnostics;
  std::optional<syntax::Module> module = parse(source, diagnostics);
  if (module)
    printSyntax(*module);
  renderText(diagnostics, {});
  Diagnostics exprDiagnostics;
  if (syntax::ExprPtr expr = parseExpression(source, exprDiagnostics))
    spell(*expr);
  // The contract: a tree or an error, not both, not neither.
  if (module.has_value() == diagnostics.hasErrors())
    std::abort();
  return 0;
}
