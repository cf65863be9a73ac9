// LLVM's option library does the spelling: prefixes, aliases, joined and
// separate values, the nearest known option. What the values mean is read here.
// Of repeated options the last one counts, as with every compiler.
#include "options.h"

#include "frontend/types.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Option/OptTable.h>
#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/raw_ostream.h>

#include <charconv>

namespace pyk2ptx {

namespace {

namespace opt = llvm::opt;
using llvm::StringRef;
using opt::DefaultVis;
using opt::HelpHidden;

#define OPTTABLE_STR_TABLE_CODE
#include "options.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

enum OptionId {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "options.inc"
#undef OPTION
};

constexpr opt::OptTable::Info optionRows[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "options.inc"
#undef OPTION
};

class OptionTable : public opt::GenericOptTable {
public:
  OptionTable()
      : GenericOptTable(OptionStrTable, OptionPrefixesTable, optionRows) {
    setDashDashParsing(true);
  }
};

/// nvcc's, clang's or our own options that have no effect yet, and the nearest
/// thing that has.
struct UnsupportedRow {
  OptionId id;
  const char *instead;
};
constexpr UnsupportedRow unsupportedRows[] = {
    {OPT_cubin, "make PTX and give it to ptxas"},
    {OPT_fatbin, "make PTX and give it to ptxas and fatbinary"},
    {OPT_device_c, "PTX is what can be made"},
    {OPT_fast_math, "--ftz=true is"},
    {OPT_G, "--lineinfo is"},
    {OPT_noalias, "arrays may overlap, as in Python"},
    {OPT_MD, "the output depends on the FILE.py alone"},
    {OPT_MF, "the output depends on the FILE.py alone"},
    {OPT_max_registers_EQ, "cuda.jit(max_registers=N) is"},
    {OPT_launch_bounds_EQ, "cuda.jit(launch_bounds=N) is"},
    {OPT_check_EQ, "--bounds=raise is; --check is an option of pyk2ptx run"},
};

struct ProductRow {
  const char *name;
  Product product;
};
constexpr ProductRow productRows[] = {
    {"syntax", Product::Syntax}, {"ir", Product::Ir},
    {"llvm", Product::Llvm},     {"llvm-opt", Product::LlvmOpt},
    {"ptx", Product::Ptx},       {"manifest", Product::Manifest}};

/// Reads the arguments in turn; the first fault stops it.
class Reader {
public:
  explicit Reader(const opt::InputArgList &args) : args_(args) {}

  std::optional<CommandOptions> read(std::string &error) {
    readFlags();
    if (!options_.help && !options_.version) {
      readKernels();
      readCode();
      readMessages();
      readOutput();
      readInputs();
    }
    error = fault_;
    if (!fault_.empty())
      return std::nullopt;
    return std::move(options_);
  }

private:
  void fail(const std::string &text) {
    if (fault_.empty())
      fault_ = text;
  }

  std::optional<std::string> value(OptionId id) const {
    const opt::Arg *arg = args_.getLastArg(id);
    if (!arg)
      return std::nullopt;
    return std::string(arg->getValue());
  }

  void readFlags() {
    options_.help = args_.hasArg(OPT_help);
    options_.version = args_.hasArg(OPT_version);
    options_.verbose = args_.hasArg(OPT_v);
    options_.werror = args_.hasArg(OPT_werror);
    options_.compile.lineInfo = args_.hasArg(OPT_lineinfo);
    for (const UnsupportedRow &row : unsupportedRows)
      if (const opt::Arg *arg = args_.getLastArg(row.id))
        fail(arg->getAsString(args_) + " is not supported yet; " + row.instead);
  }

  void readKernels() {
    options_.compile.signatures = args_.getAllArgValues(OPT_sig_EQ);
    options_.importFolders = args_.getAllArgValues(OPT_I);
    options_.noImports = args_.hasArg(OPT_no_imports);
    for (const std::string &text : args_.getAllArgValues(OPT_D)) {
      std::size_t equals = text.find('=');
      if (equals == std::string::npos || equals == 0)
        fail("-D takes NAME=VALUE, not `" + text + "`");
      else
        options_.compile.defines.emplace_back(text.substr(0, equals),
                                              text.substr(equals + 1));
    }
  }

  void readCode() {
    CompileOptions &compile = options_.compile;
    if (auto arch = value(OPT_arch_EQ)) {
      options_.nativeArch = *arch == "native";
      compile.arch = *arch;
      if (arch->find(',') != std::string::npos)
        fail("several architectures need a fatbin, which is not supported "
             "yet; compile for the oldest, whose PTX every later GPU loads");
    }
    if (auto level = value(OPT_O)) {
      if (level->size() != 1 || level->front() < '0' || level->front() > '3')
        fail("-O takes 0, 1, 2 or 3, not `" + *level + "`");
      else
        compile.optLevel = level->front() - '0';
    }
    if (args_.hasArg(OPT_debug)) {
      compile.debug = true;
      compile.bounds = BoundsMode::Raise;
    }
    if (auto mode = value(OPT_bounds_EQ)) {
      if (*mode == "guard")
        compile.bounds = BoundsMode::Guard;
      else if (*mode == "raise")
        compile.bounds = BoundsMode::Raise;
      else if (*mode == "none")
        compile.bounds = BoundsMode::None;
      else
        fail("--bounds takes guard, raise or none, not `" + *mode + "`");
    }
    if (auto rules = value(OPT_typing_EQ)) {
      if (*rules != "python" && *rules != "numba")
        fail("--typing takes python or numba, not `" + *rules + "`");
      compile.typing = *rules == "numba" ? Typing::Numba : Typing::Python;
    }
    readBool("--fmad", OPT_fmad_EQ, compile.fmad);
    readBool("--ftz", OPT_ftz_EQ, compile.ftz);
    if (auto file = value(OPT_libdevice_EQ))
      compile.libdevice = *file;
  }

  void readBool(const char *name, OptionId id, bool &result) {
    auto text = value(id);
    if (!text)
      return;
    if (*text != "true" && *text != "false")
      fail(std::string(name) + " takes true or false, not `" + *text + "`");
    result = *text == "true";
  }

  void readMessages() {
    if (auto form = value(OPT_diagnostics_EQ)) {
      options_.json = *form == "json";
      if (*form == "sarif")
        fail("--diagnostics=sarif is not supported yet; json is");
      else if (*form != "json" && *form != "text")
        fail("--diagnostics takes text or json, not `" + *form + "`");
    }
    if (options_.json && options_.verbose)
      fail("-v and --diagnostics=json both write to standard error; drop one");
    if (auto limit = value(OPT_error_limit_EQ)) {
      const char *end = limit->data() + limit->size();
      auto [at, status] =
          std::from_chars(limit->data(), end, options_.errorLimit);
      if (status != std::errc() || at != end)
        fail("--error-limit takes a number, not `" + *limit + "`");
    }
  }

  void readOutput() {
    options_.output = value(OPT_o);
    if (options_.output && options_.output->empty())
      fail("-o takes a file's name");
    if (auto folder = value(OPT_save_temps_EQ)) {
      options_.saveTemps = *folder;
      if (folder->empty())
        fail("--save-temps takes a folder's name");
    }
    if (auto kind = value(OPT_emit_EQ))
      readEmit(*kind);
    else if (options_.output)
      readSuffix(*options_.output);
  }

  void readEmit(const std::string &kind) {
    options_.emitGiven = true;
    std::string names;
    for (const ProductRow &row : productRows) {
      if (kind == row.name) {
        options_.product = row.product;
        return;
      }
      names += (names.empty() ? "" : ", ") + std::string(row.name);
    }
    if (kind == "cubin" || kind == "fatbin")
      fail("--emit=" + kind +
           " is not supported yet; make PTX and give it to ptxas");
    else if (kind == "header")
      fail("--emit=header is not supported yet; --emit=manifest states the "
           "same facts");
    else
      fail("--emit takes one of " + names + ", not `" + kind + "`");
  }

  void readSuffix(const std::string &file) {
    StringRef name = file;
    if (name.ends_with(".ll"))
      options_.product = Product::LlvmOpt;
    else if (name.ends_with(".json"))
      options_.product = Product::Manifest;
    else if (name.ends_with(".cubin") || name.ends_with(".fatbin"))
      fail("cannot make `" + file +
           "`: that kind is not supported yet; make PTX and give it to ptxas");
    else if (name.ends_with(".h"))
      fail("cannot make `" + file +
           "`: headers are not supported yet; a .json has the same facts");
  }

  void readInputs() {
    options_.inputs = args_.getAllArgValues(OPT_INPUT);
    std::size_t standard = 0;
    for (const std::string &input : options_.inputs)
      standard += input == "-";
    if (options_.inputs.empty())
      fail("no input; name a FILE.py, or - for standard input");
    if (standard > 1)
      fail("standard input can be read only once");
    if (auto name = value(OPT_name_EQ)) {
      options_.inputName = *name;
      if (standard == 0)
        fail("--name is for standard input; write - as the input");
    }
  }

  const opt::InputArgList &args_;
  CommandOptions options_;
  std::string fault_;
};

/// "unknown option `-bound`; did you mean `--bounds`?"
std::string unknownOption(const OptionTable &table, const std::string &word) {
  std::string near;
  // A short option is near to everything.
  bool isNear = word.size() > 3 && table.findNearest(word, near) <= 2;
  return "unknown option `" + word + "`; " +
         (isNear ? "did you mean `" + near + "`?" : "see pyk2ptx --help");
}

} // namespace

std::optional<CommandOptions> parseOptions(int argc, const char *const *argv,
                                           std::string &error) {
  llvm::BumpPtrAllocator memory;
  llvm::SmallVector<const char *> words(argv, argv + argc);
  llvm::cl::ExpansionContext expansion(memory,
                                       llvm::cl::TokenizeGNUCommandLine);
  if (llvm::Error failed = expansion.expandResponseFiles(words)) {
    error = llvm::toString(std::move(failed));
    return std::nullopt;
  }
  OptionTable table;
  unsigned missingIndex = 0, missingCount = 0;
  opt::InputArgList args = table.ParseArgs(words, missingIndex, missingCount);
  if (missingCount) {
    error = std::string(args.getArgString(missingIndex)) + " needs a value";
    return std::nullopt;
  }
  if (const opt::Arg *unknown = args.getLastArg(OPT_UNKNOWN)) {
    error = unknownOption(table, unknown->getAsString(args));
    return std::nullopt;
  }
  return Reader(args).read(error);
}

std::string optionsHelp() {
  std::string text;
  llvm::raw_string_ostream stream(text);
  OptionTable().printHelp(stream, "pyk2ptx [options] FILE.py...",
                          "compiles CUDA kernels written in Python to PTX");
  stream << R"(
COMMANDS:
  pyk2ptx run FILE.py[::KERNEL] ...  run a kernel (pyk2ptx run --help)
  pyk2ptx doctor                     what this machine has, and lacks
  pyk2ptx explain [KIND]             the long text behind a message's [Kind]

What stands behind a semicolon is the default. --sig and -D can be repeated; of
other options the last one counts. @FILE stands for the words in FILE. nvcc's and
clang's spellings work: -arch=sm_90, -lineinfo, -fmad=false, -ferror-limit=9.

Output: without -o, each k.py becomes k.ptx in the current folder; standard input
(-) and what --emit names go to standard output. With one place for the result,
several files become one module. The suffix of -o's FILE chooses the kind when
--emit is absent: .ll is llvm-opt, .json is manifest, all else is ptx. Indices
outside their array do nothing (guard), are reported (raise) or not tested (none).
Messages go to standard error; json is one object, also when there are none.

Exit status: 0 done; 1 the kernels or files are wrong; 2 usage; 3 the
environment lacks something (libdevice); 70 a bug of pyk2ptx.
)";
  return text;
}

const char *productName(Product product) {
  for (const ProductRow &row : productRows)
    if (row.product == product)
      return row.name;
  return "";
}

const std::vector<Product> &allProducts() {
  static const std::vector<Product> all = {Product::Syntax, Product::Ir,
                                           Product::Llvm,   Product::LlvmOpt,
                                           Product::Ptx,    Product::Manifest};
  return all;
}

} // namespace pyk2ptx
