// The command line of the compiler.
#ifndef PYK2PTX_TOOLS_OPTIONS_H
#define PYK2PTX_TOOLS_OPTIONS_H

#include "tools/pyk2ptx/output/render_json.h"

#include <pyk2ptx/compile.h>

#include <optional>
#include <string>
#include <vector>

namespace pyk2ptx {

/// What is made of the PTX.
enum class ImageKind : std::uint8_t { None, Cubin, Fatbin, Header };

/// What a header holds (--embed).
enum class EmbedKind : std::uint8_t { None, Ptx, Cubin, Fatbin };

struct CommandOptions {
  bool help = false;
  bool version = false;
  /// "-" is standard input. Never empty unless help or version is asked for.
  std::vector<std::string> inputs;
  /// FILE.py::KERNEL: the only kernel that is made of each input, or "".
  std::vector<std::string> kernels;
  /// -o; "-" is standard output.
  std::optional<std::string> output;
  /// What -o's suffix, --emit or the default say.
  Product product = Product::Ptx;
  /// Instead of `product`, unless None.
  ImageKind image = ImageKind::None;
  EmbedKind embed = EmbedKind::Ptx;
  /// --code-facts
  bool codeFacts = false;
  /// --arch: one unless the image is a fatbin; the first is compile.arch.
  /// "native" is to be found out.
  std::vector<std::string> archs = {"sm_75"};
  /// --emit was given: without -o it goes to standard output.
  bool emitGiven = false;
  /// --save-temps; "" is no.
  std::string saveTemps;
  /// -MD, and -MF's file; "" is the output's name with the suffix .d.
  bool dependencies = false;
  std::string dependencyFile;
  /// What messages call standard input.
  std::string inputName = "<stdin>";
  DiagnosticForm form = DiagnosticForm::Text;
  bool verbose = false;
  bool werror = false;
  unsigned errorLimit = 20;
  /// -I, and --no-imports.
  std::vector<std::string> importFolders;
  bool noImports = false;
  CompileOptions compile;
};

/// Reads what stands after the program's name; @FILE is replaced by the words
/// in FILE. Nothing, with `error` set to a sentence, when it cannot be read.
[[nodiscard]] std::optional<CommandOptions>
parseOptions(int argc, const char *const *argv, std::string &error);

/// What --help prints, from the table.
[[nodiscard]] std::string optionsHelp();

/// "llvm-opt"
[[nodiscard]] const char *productName(Product product);
/// All of them, in the order of the pipeline.
[[nodiscard]] const std::vector<Product> &allProducts();

} // namespace pyk2ptx

#endif
