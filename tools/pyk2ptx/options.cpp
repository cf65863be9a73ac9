// What the options of the compiler alone mean.
#include "options.h"

#include "tools/pyk2ptx/options/option_reader.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>

#include <charconv>

namespace pyk2ptx {

namespace {

namespace opt = llvm::opt;
using llvm::StringRef;

/// nvcc's, clang's or our own options that have no effect yet, and the nearest
/// thing that has.
struct UnsupportedRow {
  OptionId id;
  const char *instead;
};
constexpr UnsupportedRow unsupportedRows[] = {
    {OPT_device_c, "PTX is what can be made"},
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
class Reader : OptionReader {
public:
  explicit Reader(const opt::InputArgList &args) : OptionReader(args) {}

  std::optional<CommandOptions> read(std::string &error) {
    readFlags();
    if (!options_.help && !options_.version) {
      readKernels();
      readArchs();
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
    readGiven(options_.compile);
    options_.compile.exports = args_.getAllArgValues(OPT_export_EQ);
    if (auto abi = value(OPT_export_abi_EQ)) {
      if (*abi != "c" && *abi != "numba")
        fail("--export-abi takes c or numba, not `" + *abi + "`");
      options_.compile.exportNumba = *abi == "numba";
    }
    options_.importFolders = args_.getAllArgValues(OPT_I);
    options_.noImports = args_.hasArg(OPT_no_imports);
  }

  void readArchs() {
    CompileOptions &compile = options_.compile;
    if (auto list = value(OPT_arch_EQ)) {
      options_.archs.clear();
      for (StringRef arch : llvm::split(*list, ','))
        options_.archs.push_back(arch.str());
      compile.arch = options_.archs.front();
    }
    compile.debugInfo = args_.hasArg(OPT_G);
    if (compile.debugInfo)
      compile.optLevel = 0;
    compile.noAlias = args_.hasArg(OPT_noalias);
    readLimits();
    readCode(compile);
    if (auto list = value(OPT_facts_EQ))
      readFacts("--facts", *list, compile.facts);
    readVariants(compile);
  }

  void readLimits() {
    CompileOptions &compile = options_.compile;
    if (auto count = value(OPT_max_registers_EQ))
      if (!readCount(*count, 255, compile.maxRegisters))
        fail("--max-registers takes a number from 1 to 255, not `" + *count +
             "`");
    if (auto text = value(OPT_launch_bounds_EQ)) {
      auto [threads, blocks] = StringRef(*text).split(',');
      bool isPair = StringRef(*text).contains(',');
      if (!readCount(threads, 1024, compile.maxThreads) ||
          (isPair && !readCount(blocks, 32, compile.minBlocks)))
        fail("--launch-bounds takes THREADS (1 to 1024) or THREADS,BLOCKS (1 "
             "to 32), not `" +
             *text + "`");
    }
  }

  void readMessages() {
    options_.form = readForm();
    if (options_.form != DiagnosticForm::Text && options_.verbose)
      fail("-v and --diagnostics=" + *value(OPT_diagnostics_EQ) +
           " both write to standard error; drop one");
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
    options_.dependencies = args_.hasArg(OPT_MD) || args_.hasArg(OPT_MF);
    options_.dependencyFile = value(OPT_MF).value_or("");
    if (auto kind = value(OPT_emit_EQ))
      readEmit(*kind);
    else if (args_.hasArg(OPT_cubin) || args_.hasArg(OPT_fatbin))
      options_.image =
          args_.hasArg(OPT_fatbin) ? ImageKind::Fatbin : ImageKind::Cubin;
    else if (options_.output && !args_.hasArg(OPT_ptx))
      readSuffix(*options_.output);
    readEmbed();
    if (options_.image != ImageKind::None && !options_.compile.exports.empty())
      fail("--export makes functions that others link: take PTX (-o FILE.ptx), "
           "which nvcc, `ptxas -c` and nvJitLink read");
    bool isFatbin = options_.image == ImageKind::Fatbin ||
                    (options_.image == ImageKind::Header &&
                     options_.embed == EmbedKind::Fatbin);
    if (options_.archs.size() > 1 && !isFatbin)
      fail("several architectures need --emit=fatbin, or a header with "
           "--embed=fatbin; PTX for the oldest loads on every later GPU");
  }

  void readEmbed() {
    options_.codeFacts = args_.hasArg(OPT_code_facts);
    if (options_.codeFacts && options_.image != ImageKind::Header)
      fail("--code-facts is for --emit=header");
    auto kind = value(OPT_embed_EQ);
    if (!kind)
      return;
    if (options_.image != ImageKind::Header)
      fail("--embed is for --emit=header");
    if (*kind == "none")
      options_.embed = EmbedKind::None;
    else if (*kind == "ptx")
      options_.embed = EmbedKind::Ptx;
    else if (*kind == "cubin")
      options_.embed = EmbedKind::Cubin;
    else if (*kind == "fatbin")
      options_.embed = EmbedKind::Fatbin;
    else
      fail("--embed takes ptx, cubin, fatbin or none, not `" + *kind + "`");
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
    if (kind == "cubin")
      options_.image = ImageKind::Cubin;
    else if (kind == "fatbin")
      options_.image = ImageKind::Fatbin;
    else if (kind == "header")
      options_.image = ImageKind::Header;
    else
      fail("--emit takes one of " + names + ", cubin, fatbin, header, not `" +
           kind + "`");
  }

  void readSuffix(const std::string &file) {
    StringRef name = file;
    if (name.ends_with(".ll"))
      options_.product = Product::LlvmOpt;
    else if (name.ends_with(".json"))
      options_.product = Product::Manifest;
    else if (name.ends_with(".cubin"))
      options_.image = ImageKind::Cubin;
    else if (name.ends_with(".fatbin"))
      options_.image = ImageKind::Fatbin;
    else if (name.ends_with(".h") || name.ends_with(".hpp"))
      options_.image = ImageKind::Header;
  }

  void readInputs() {
    options_.inputs = args_.getAllArgValues(OPT_INPUT);
    std::size_t standard = 0;
    for (std::string &input : options_.inputs) {
      std::size_t colons = input.rfind("::");
      bool hasKernel = colons != std::string::npos && colons > 0;
      options_.kernels.push_back(hasKernel ? input.substr(colons + 2) : "");
      if (hasKernel)
        input.resize(colons);
      if (hasKernel && options_.kernels.back().empty())
        fail("`" + input + "::` names no kernel; write " + input + "::KERNEL");
      standard += input == "-";
    }
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

  CommandOptions options_;
};

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
  OptionTable table(DefaultVis);
  unsigned missingIndex = 0, missingCount = 0;
  opt::InputArgList args =
      table.ParseArgs(words, missingIndex, missingCount, table.whose());
  if (missingCount) {
    error = std::string(args.getArgString(missingIndex)) + " needs a value";
    return std::nullopt;
  }
  if (const opt::Arg *unknown = args.getLastArg(OPT_UNKNOWN)) {
    error = table.unknown(unknown->getAsString(args));
    return std::nullopt;
  }
  return Reader(args).read(error);
}

std::string optionsHelp() {
  return OptionTable(DefaultVis)
             .help("pyk2ptx [options] FILE.py[::KERNEL]...",
                   "compiles CUDA kernels written in Python to PTX") +
         R"(
COMMANDS:
  pyk2ptx run FILE.py[::KERNEL] ...  run a kernel (pyk2ptx run --help)
  pyk2ptx doctor [--fix]             what this machine has, lacks, and needs
  pyk2ptx lsp                        a language server, for editors
  pyk2ptx explain [KIND]             the long text behind a message's [Kind]

What stands behind a semicolon is the default. --sig and -D can be repeated; of
other options the last one counts. @FILE stands for the words in FILE. nvcc's and
clang's spellings work: -arch=sm_90, -lineinfo, -fmad=false, -ferror-limit=9.

Output: without -o, each k.py becomes k.ptx in the current folder; standard input
(-) and what --emit names go to standard output. With one place for the result,
several files become one module. The suffix of -o's FILE chooses the kind when
--emit is absent: .ll is llvm-opt, .json is manifest, .cubin, .fatbin and .h are
what they say, all else is ptx. Cubins and fatbins are made by nvJitLink or ptxas
(exit status 3 without). Indices
outside their array do nothing (guard), are reported (raise) or not tested (none).
Messages go to standard error; json is one object, also when there are none,
and so is sarif.

Exit status: 0 done; 1 the kernels or files are wrong; 2 usage; 3 the
environment lacks something (libdevice); 70 a bug of pyk2ptx.
)";
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
