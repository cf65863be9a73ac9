// Any bytes give PTX or messages, never a crash, and never both or neither.
#include "frontend/messages/diagnostics.h"
#include "frontend/messages/render.h"
#include "frontend/messages/source.h"

#include <pyk2ptx/compile.h>

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data,
                                      std::size_t size) {
  using namespace pyk2ptx;
  std::string text(reinterpret_cast<const char *>(data), size);
  if (findInvalidUtf8(text) != std::string::npos)
    return -1;
  Source source("fuzz.py", std::move(text));
  CompileOptions options;
  // Code generation at full length would take most of the time.
  options.optLevel = 1;
  options.bounds = size % 2 ? BoundsMode::Guard : BoundsMode::Raise;
  Diagnostics diagnostics;
  std::optional<CompileResult> result =
      compile({&source}, options, {Product::Ir, Product::Ptx}, diagnostics);
  if (result.has_value() == diagnostics.hasErrors())
    std::abort();
  (void)renderText(diagnostics, {});
  return 0;
}
