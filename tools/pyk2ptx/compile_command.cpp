// pyk2ptx FILE.py...: from the command line to files and the exit status.
//
// Work is cut into units, one output each: all inputs together when there is
// one place for the result, else a unit an input. A unit that fails writes
// nothing and does not stop the others.
#include "commands.h"
#include "compiler/input_file.h"
#include "compiler/project_files.h"
#include "dependencies.h"
#include "device_image.h"
#include "find_native_arch.h"
#include "frontend/messages/render.h"
#include "frontend/messages/source.h"
#include "options.h"
#include "tools/pyk2ptx/output/exit_status.h"
#include "tools/pyk2ptx/output/output_file.h"
#include "tools/pyk2ptx/output/render_json.h"
#include "tools/pyk2ptx/output/terminal.h"

#include <llvm/Config/llvm-config.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace pyk2ptx {

namespace {

int usageError(const std::string &text) {
  printError(text);
  return statusUsage;
}

struct Unit {
  std::vector<std::string> inputs;
  std::string output;
  /// Where --save-temps goes; "" is nowhere.
  std::string temps;
  /// The only kernel that is made, or "".
  std::string kernel = "";
};

bool isSameFile(const std::string &a, const std::string &b) {
  struct stat first, second;
  return a != "-" && b != "-" && stat(a.c_str(), &first) == 0 &&
         stat(b.c_str(), &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino && S_ISREG(first.st_mode);
}

const char *suffixOf(ImageKind image) {
  switch (image) {
  case ImageKind::Cubin:
    return ".cubin";
  case ImageKind::Fatbin:
    return ".fatbin";
  case ImageKind::Header:
    return ".h";
  case ImageKind::None:
    break;
  }
  return ".ptx";
}

/// Nothing, with `error` set, when outputs would overwrite inputs or each
/// other.
std::optional<std::vector<Unit>> planUnits(const CommandOptions &options,
                                           std::string &error) {
  const std::vector<std::string> &inputs = options.inputs;
  bool isStandardInput =
      std::find(inputs.begin(), inputs.end(), "-") != inputs.end();
  std::vector<Unit> units;
  // Machine code is nothing for a terminal.
  bool isBinary =
      options.image == ImageKind::Cubin || options.image == ImageKind::Fatbin;
  bool toStandardOutput = options.emitGiven && !isBinary;
  if (options.output || toStandardOutput || isStandardInput) {
    units.push_back({inputs, options.output.value_or("-"), options.saveTemps});
    bool hasKernel =
        std::any_of(options.kernels.begin(), options.kernels.end(),
                    [](const std::string &name) { return !name.empty(); });
    if (hasKernel && inputs.size() > 1)
      error = "FILE::KERNEL is one file's; compile the files apart";
    units.back().kernel = options.kernels[0];
  } else {
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const std::string &input = inputs[i];
      std::string stem = std::filesystem::path(input).stem();
      std::string temps = options.saveTemps;
      if (!temps.empty() && inputs.size() > 1)
        temps += "/" + stem;
      units.push_back(
          {{input}, stem + suffixOf(options.image), temps, options.kernels[i]});
    }
  }
  for (std::size_t i = 0; i < units.size(); ++i) {
    for (const std::string &input : inputs)
      if (isSameFile(input, units[i].output))
        error = "the output `" + units[i].output +
                "` is an input; name another with -o";
    for (std::size_t j = 0; j < i; ++j)
      if (units[i].output == units[j].output)
        error = "`" + units[j].inputs[0] + "` and `" + units[i].inputs[0] +
                "` would both become `" + units[i].output +
                "`; compile them apart, or name the output with -o";
  }
  if (!error.empty())
    return std::nullopt;
  return units;
}

/// mkdir -p; false with errno set.
bool makeFolders(const std::string &path) {
  for (std::size_t slash = path.find('/', 1);;
       slash = path.find('/', slash + 1)) {
    bool last = slash == std::string::npos;
    struct stat status;
    if (mkdir(path.substr(0, slash).c_str(), 0777) != 0 &&
        (errno != EEXIST || (last && stat(path.c_str(), &status) == 0 &&
                             !S_ISDIR(status.st_mode)))) {
      if (errno == EEXIST)
        errno = ENOTDIR;
      return false;
    }
    if (last)
      return true;
  }
}

void printTimes(const CompileResult &result) {
  double total = 0;
  for (const PhaseTime &time : result.times) {
    std::fprintf(stderr, "%-10s %8.2f ms\n", time.phase.c_str(),
                 time.milliseconds);
    total += time.milliseconds;
  }
  std::fprintf(stderr, "%-10s %8.2f ms\n", "total", total);
  std::fprintf(stderr, "libdevice: %s\n",
               result.libdevice.empty() ? "not needed"
                                        : result.libdevice.c_str());
}

class CompileRun {
public:
  explicit CompileRun(const CommandOptions &options)
      : options_(options), files_(options.importFolders, options.noImports) {}

  int run(const std::vector<Unit> &units) {
    for (const Unit &unit : units)
      runUnit(unit);
    return report();
  }

private:
  void runUnit(const Unit &unit) {
    Diagnostics diagnostics;
    kernel_ = unit.kernel;
    files_.forgetAsked();
    std::vector<const Source *> sources = readInputs(unit, diagnostics);
    std::optional<CompileResult> result;
    std::vector<Product> products = {
        options_.image == ImageKind::None ? options_.product : Product::Ptx};
    if (!unit.temps.empty())
      products.insert(products.end(), allProducts().begin(),
                      allProducts().end());
    if (!diagnostics.hasErrors())
      result = compileSources(sources, products, diagnostics);
    if (result && options_.verbose)
      printTimes(*result);
    if (result && !isRefused(diagnostics)) {
      writeTemps(unit, *result, diagnostics);
      std::optional<std::string> output = std::move(result->texts[0]);
      if (options_.image != ImageKind::None)
        output = makeImage(sources, unit.output, *output, *result, diagnostics);
      if (output) {
        write(unit.output, *output, diagnostics);
        writeDependencies(unit, *result, diagnostics);
      }
    }
    all_.append(diagnostics);
  }

  std::optional<std::string>
  makeImage(const std::vector<const Source *> &sources,
            const std::string &output, const std::string &ptx,
            const CompileResult &result, Diagnostics &diagnostics) {
    CompileOptions compileOptions = options_.compile;
    compileOptions.loader = &files_;
    compileOptions.onlyKernel = kernel_;
    ImageRequest request{options_.image,
                         options_.embed,
                         options_.codeFacts,
                         options_.archs,
                         compileOptions,
                         sources,
                         std::filesystem::path(output).stem(),
                         PYK2PTX_VERSION};
    return makeDeviceImage(request, ptx, result, diagnostics);
  }

  std::optional<CompileResult>
  compileSources(const std::vector<const Source *> &sources,
                 const std::vector<Product> &products,
                 Diagnostics &diagnostics) {
    CompileOptions compileOptions = options_.compile;
    compileOptions.loader = &files_;
    compileOptions.onlyKernel = kernel_;
    return compile(sources, compileOptions, products, diagnostics);
  }

  std::vector<const Source *> readInputs(const Unit &unit,
                                         Diagnostics &diagnostics) {
    std::vector<const Source *> sources;
    for (const std::string &path : unit.inputs) {
      const std::string &name = path == "-" ? options_.inputName : path;
      inputs_.push_back(readInput(path, name, diagnostics));
      if (inputs_.back().source)
        files_.addInput(*inputs_.back().source, path);
      if (inputs_.back().usable)
        sources.push_back(inputs_.back().source.get());
    }
    return sources;
  }

  /// --werror.
  bool isRefused(const Diagnostics &diagnostics) {
    auto isWarning = [](const Diagnostic &diagnostic) {
      return diagnostic.severity == Severity::Warning;
    };
    const std::vector<Diagnostic> &all = diagnostics.all();
    bool refused =
        options_.werror && std::any_of(all.begin(), all.end(), isWarning);
    refused_ |= refused;
    return refused;
  }

  void writeTemps(const Unit &unit, const CompileResult &result,
                  Diagnostics &diagnostics) {
    if (unit.temps.empty())
      return;
    if (!makeFolders(unit.temps)) {
      diagnostics.emit({}, diag::UnwritableFile, unit.temps,
                       std::string(std::strerror(errno)));
      return;
    }
    for (std::size_t i = 0; i < allProducts().size(); ++i)
      write(unit.temps + "/" + std::to_string(i + 1) + "." +
                productName(allProducts()[i]),
            result.texts[i + 1], diagnostics);
  }

  void writeDependencies(const Unit &unit, const CompileResult &result,
                         Diagnostics &diagnostics) {
    if (!options_.dependencies)
      return;
    std::vector<std::string> files = unit.inputs;
    files.insert(files.end(), files_.asked().begin(), files_.asked().end());
    files.insert(files.end(), result.filesRead.begin(), result.filesRead.end());
    std::string path = options_.dependencyFile;
    if (path.empty())
      path = dependencyPath(unit.output);
    write(path, dependencyRule(unit.output, files), diagnostics);
  }

  void write(const std::string &path, const std::string &text,
             Diagnostics &diagnostics) {
    std::string error;
    if (!writeFile(path, text, error))
      diagnostics.emit({}, diag::UnwritableFile,
                       path == "-" ? "standard output" : path, error);
  }

  /// Prints what was collected and makes the exit status of it.
  int report() {
    RenderOptions render;
    render.errorLimit = options_.errorLimit;
    bool isText = options_.form == DiagnosticForm::Text;
    render.color = isText && wantsColor();
    std::string text = renderAs(options_.form, all_, render, PYK2PTX_VERSION);
    std::fputs(text.c_str(), stderr);
    if (refused_ && isText)
      printError("warnings are errors (--werror); nothing was written");
    return exitStatus();
  }

  static int statusOf(DiagnosticKind kind) {
    switch (kind) {
    case DiagnosticKind::LibdeviceMissing:
    case DiagnosticKind::LibdeviceBroken:
    case DiagnosticKind::ToolMissing:
      return statusEnvironment;
    case DiagnosticKind::UnknownArch:
    case DiagnosticKind::BadSignature:
    case DiagnosticKind::BadDefine:
    case DiagnosticKind::SignatureGivenTwice:
    case DiagnosticKind::UnknownKernel:
      return statusUsage;
    default:
      return statusUser;
    }
  }

  /// The kernel's faults come before the command line's, and those before the
  /// environment's.
  int exitStatus() const {
    int status = refused_ ? statusUser : statusDone;
    for (const Diagnostic &diagnostic : all_.all()) {
      if (diagnostic.severity != Severity::Error)
        continue;
      int own = statusOf(diagnostic.kind);
      status = status == statusDone ? own : std::min(status, own);
    }
    return status;
  }

  const CommandOptions &options_;
  /// Messages point into these.
  std::vector<InputFile> inputs_;
  ProjectFiles files_;
  Diagnostics all_;
  bool refused_ = false;
  /// Of the unit that is compiled.
  std::string kernel_;
};

} // namespace

int compileCommand(int argc, const char *const *argv) {
  std::string error;
  std::optional<CommandOptions> options = parseOptions(argc, argv, error);
  if (!options)
    return usageError(error);
  if (options->help) {
    std::fputs(optionsHelp().c_str(), stdout);
    return statusDone;
  }
  if (options->version) {
    std::printf("pyk2ptx %s (kernel ABI %d, LLVM %s)\n", PYK2PTX_VERSION,
                abiVersion, LLVM_VERSION_STRING);
    return statusDone;
  }
  for (std::string &arch : options->archs) {
    if (arch != "native")
      continue;
    Result<std::string> native = findNativeArch();
    if (!native) {
      printError("--arch=native: " + native.error().what());
      return statusEnvironment;
    }
    arch = *native;
    options->compile.arch = options->archs.front();
  }
  std::optional<std::vector<Unit>> units = planUnits(*options, error);
  if (!units)
    return usageError(error);
  if (options->dependencies && options->dependencyFile.empty() &&
      units->front().output == "-")
    return usageError("-MD needs an output file, or -MF FILE");
  if (!options->dependencyFile.empty() && units->size() > 1)
    return usageError("-MF is for one output; compile the files apart");
  return CompileRun(*options).run(*units);
}

} // namespace pyk2ptx
