// pyk2ptx run, from the command line to the exit status: read the file, find
// the kernel, bind the arguments to its parameters, run it on the GPU or the
// CPU device, write or print the arrays.
//
// A kernel that states no types gets those of its arguments; one that does has
// the arguments converted to them, or refused.
#include "run.h"

#include "arguments.h"
#include "compiler/input_file.h"
#include "compiler/large_stack.h"
#include "compiler/project_files.h"
#include "dataclass_argument.h"
#include "describe_array.h"
#include "device.h"
#include "frontend/check/check.h"
#include "frontend/evaluate/evaluate.h"
#include "frontend/kernels/find_kernels.h"
#include "frontend/messages/diagnostics.h"
#include "frontend/messages/render.h"
#include "frontend/messages/source.h"
#include "frontend/parse/parse.h"
#include "frontend/types/time_type.h"
#include "options.h"
#include "plot_arguments.h"
#include "runtime/argument_facts.h"
#include "shared_array.h"
#include "tools/pyk2ptx/output/exit_status.h"
#include "tools/pyk2ptx/output/render_json.h"
#include "tools/pyk2ptx/output/terminal.h"

#include <algorithm>
#include <cstdio>

namespace pyk2ptx {

namespace {

// Whose fault an error is.
int statusOf(const Error &error) {
  const char *bugs[] = {"RuntimeError", "CUDA_ERROR_INVALID_PTX"};
  // What the kernel or its geometry causes; every other status of the driver
  // is the environment's.
  const char *userStatus[] = {"CUDA_ERROR_INVALID_VALUE",
                              "CUDA_ERROR_ILLEGAL_ADDRESS",
                              "CUDA_ERROR_MISALIGNED_ADDRESS",
                              "CUDA_ERROR_ILLEGAL_INSTRUCTION",
                              "CUDA_ERROR_INVALID_PC",
                              "CUDA_ERROR_LAUNCH_FAILED",
                              "CUDA_ERROR_LAUNCH_TIMEOUT",
                              "CUDA_ERROR_ASSERT",
                              "CUDA_ERROR_INVALID_ADDRESS_SPACE",
                              "CUDA_ERROR_HARDWARE_STACK_ERROR",
                              "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"};
  auto has = [&](const auto &names) {
    return std::find_if(std::begin(names), std::end(names), [&](auto name) {
             return error.name == name;
           }) != std::end(names);
  };
  if (error.name == "UsageError")
    return statusUsage;
  if (has(bugs))
    return statusBug;
  if (error.name == "NotFound" || error.name == "MemoryError")
    return statusEnvironment;
  if (error.code != 0 && !has(userStatus))
    return statusEnvironment;
  return statusUser;
}

int fail(const Error &error) {
  // A UsageError is no name that a user should learn.
  printError(error.name == "UsageError" ? error.text : error.what());
  return statusOf(error);
}

int failDiagnostics(const Diagnostics &diagnostics,
                    const RunOptions &runOptions) {
  RenderOptions options;
  options.color = wantsColor();
  std::fputs(
      renderAs(runOptions.form, diagnostics, options, PYK2PTX_VERSION).c_str(),
      stderr);
  int status = statusDone;
  for (const Diagnostic &diagnostic : diagnostics.all()) {
    bool environment = diagnostic.kind == DiagnosticKind::LibdeviceMissing ||
                       diagnostic.kind == DiagnosticKind::LibdeviceBroken;
    if (diagnostic.severity == Severity::Error)
      status =
          environment && status != statusUser ? statusEnvironment : statusUser;
  }
  return status;
}

std::string listNames(const std::vector<std::string> &names) {
  std::string list;
  for (const std::string &name : names)
    list.append(list.empty() ? "`" : ", `").append(name).append("`");
  return list;
}

Result<KernelDeclaration>
chooseKernel(const std::vector<KernelDeclaration> &kernels,
             const RunOptions &options) {
  std::vector<std::string> names;
  for (const KernelDeclaration &kernel : kernels) {
    if (kernel.name == options.kernel ||
        (options.kernel.empty() && kernels.size() == 1))
      return kernel;
    names.push_back(kernel.name);
  }
  if (names.empty())
    return Error::make("ValueError", "no kernel found in `" + options.file +
                                         "`; decorate a function with "
                                         "`@cuda.jit`");
  if (options.kernel.empty())
    return Error::make(
        "UsageError",
        "`" + options.file + "` has several kernels; name one, as " +
            options.file + "::" + names[0] + "; there are " + listNames(names));
  std::string near = nearestName(options.kernel, names);
  return Error::make("ValueError",
                     "no kernel is named `" + options.kernel + "`; " +
                         (near.empty() ? "there are " + listNames(names)
                                       : "did you mean `" + near + "`?"));
}

// For each parameter the index of its argument: named ones at their name, the
// others, in order, where none is named.
Result<std::vector<std::optional<std::size_t>>>
placeArguments(const KernelDeclaration &kernel,
               const std::vector<RunArgument> &arguments,
               const std::string &takes) {
  std::vector<std::optional<std::size_t>> places(kernel.params.size());
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string &name = arguments[i].name;
    if (name.empty())
      continue;
    auto param = std::find(kernel.params.begin(), kernel.params.end(), name);
    if (param == kernel.params.end())
      return Error::make("TypeError", std::string(takes).append(
                                          ", none named `" + name + "`"));
    std::optional<std::size_t> &place = places[param - kernel.params.begin()];
    if (place)
      return Error::make("TypeError", "`" + name + "` is given twice");
    place = i;
  }
  std::size_t next = 0;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].name.empty())
      continue;
    while (next < places.size() && places[next])
      ++next;
    if (next == places.size())
      return Error::make("TypeError", takes + ", " +
                                          std::to_string(arguments.size()) +
                                          " given");
    places[next] = i;
  }
  return places;
}

// Puts the arguments in the order of the parameters and gives each its name.
Result<std::vector<RunArgument>>
bindArguments(const KernelDeclaration &kernel,
              std::vector<RunArgument> arguments) {
  std::string takes = "`" + kernel.name + "` takes " +
                      std::to_string(kernel.params.size()) +
                      (kernel.params.size() == 1 ? " argument" : " arguments");
  if (!kernel.params.empty())
    takes += " (" + listNames(kernel.params) + ")";
  auto places = placeArguments(kernel, arguments, takes);
  if (!places)
    return places.error();
  std::vector<RunArgument> ordered;
  std::vector<std::string> missing;
  for (std::size_t param = 0; param < places->size(); ++param) {
    if (!(*places)[param] && !kernel.defaults[param].empty()) {
      Result<RunArgument> value = parseRunArgument(kernel.defaults[param]);
      if (!value)
        return value.error();
      ordered.push_back(std::move(*value));
      ordered.back().name = kernel.params[param];
      ordered.back().isDefault = true;
      continue;
    }
    if (!(*places)[param]) {
      missing.push_back(kernel.params[param]);
      continue;
    }
    ordered.push_back(std::move(arguments[*(*places)[param]]));
    ordered.back().name = kernel.params[param];
  }
  if (missing.empty())
    return ordered;
  return Error::make("TypeError", takes + ", " +
                                      std::to_string(arguments.size()) +
                                      " given; missing: " + listNames(missing));
}

// A kernel that states its types takes no function, and a file by another name
// than .npy is taken for the name of one.
Result<void> refuseFunctions(const KernelDeclaration &kernel,
                             const std::vector<RunArgument> &arguments) {
  for (const RunArgument &argument : arguments)
    if (kernel.typed && !argument.function.empty())
      return Error::make(
          "TypeError",
          "argument `" + argument.name + "`: `" + argument.function +
              "` is neither a number nor an array, such as FILE.npy or "
              "zeros(float32,1024); a function needs a kernel that states no "
              "types");
  return {};
}

// Every --out names an array.
Result<void> checkOutputs(const RunOptions &options,
                          const std::vector<RunArgument> &arguments) {
  for (const auto &[name, file] : options.outputs) {
    auto isNamed = [&name = name](const RunArgument &argument) {
      return argument.name == name && argument.array;
    };
    if (std::any_of(arguments.begin(), arguments.end(), isNamed))
      continue;
    std::string text = "--out ";
    text += name;
    text += "=" + file + ": no array argument is named `";
    text += name;
    text += "`";
    return Error::make("UsageError", text);
  }
  return {};
}

// Whether a --sig is this kernel's: "NAME(...".
bool hasSignature(const std::vector<std::string> &signatures,
                  const std::string &kernel) {
  for (const std::string &signature : signatures) {
    std::string name = signature.substr(0, signature.find('('));
    while (!name.empty() && name.back() == ' ')
      name.pop_back();
    if (name == kernel)
      return true;
  }
  return false;
}

std::optional<Result<RunTime>> runOnDevice(const RunJob &job,
                                           Diagnostics &diagnostics) {
  if (job.options.device == RunDevice::Cpu)
    return runOnCpu(job, diagnostics);
  if (job.options.device == RunDevice::Auto) {
    if (Result<void> found = findGpu(); !found) {
      std::fprintf(stderr, "pyk2ptx: no GPU (%s), so the CPU device runs it\n",
                   found.error().name.c_str());
      return runOnCpu(job, diagnostics);
    }
  }
  std::optional<Result<RunTime>> ran = runOnGpu(job, diagnostics);
  if (!ran || *ran || ran->error().name != "NotFound")
    return ran;
  Error missing = ran->error();
  missing.text += "; --device=cpu needs none";
  return missing;
}

int showResults(const RunOptions &options, const RunTime &time,
                const std::vector<RunArgument> &arguments) {
  for (const auto &[name, file] : options.outputs)
    for (const RunArgument &argument : arguments)
      if (argument.name == name)
        if (Result<void> written = writeNpy(file, *argument.array); !written)
          return fail(written.error());
  bool arePrinted = options.outputs.empty();
  for (const RunArgument &argument : arguments) {
    if (!argument.array)
      continue;
    std::string plot = plotText(options, argument);
    if (arePrinted)
      std::printf("%s: %s\n", argument.name.c_str(),
                  describeArray(*argument.array).c_str());
    else if (!plot.empty())
      std::printf("%s:\n", argument.name.c_str());
    std::fputs(plot.c_str(), stdout);
  }
  if (Result<void> plots = writePlots(options, arguments); !plots)
    return fail(plots.error());
  if (!arePrinted && !options.repeat)
    return statusDone;
  std::string median;
  if (options.repeat)
    median = " (median of " + std::to_string(options.repeat) + ")";
  std::string variant;
  if (time.variant)
    variant = ", by variant " + std::to_string(time.variant);
  std::printf("time: %.3f ms%s on %s%s\n", time.milliseconds, median.c_str(),
              time.device.c_str(), variant.c_str());
  return statusDone;
}

/// What the arguments say. One that is the memory of another, or a part of it,
/// is not apart from that, and may begin anywhere.
void addFactsOf(const std::vector<RunArgument> &arguments, LaunchFacts &facts) {
  ArgumentFacts known;
  if (std::ranges::any_of(arguments, [](const RunArgument &argument) {
        return argument.array && argument.array->isPart;
      })) {
    facts.noAlias = false;
    facts.alignment = 0;
  }
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (const std::optional<HostArray> &array = arguments[i].array) {
      ArrayView view = array->view(0);
      known.addShape(i, view.shape.data(), view.ndim, view.itemSize);
    } else {
      known.add(i, arguments[i].number.value);
    }
  facts.smallArrays = known.areSmall;
  facts.lastExtents = known.lastExtents;
  facts.sizeBits = known.sizeBits;
}

int runKernel(const Source &source, const RunOptions &options,
              const KernelDeclaration &kernel, SourceLoader &loader,
              const KernelTypes &argumentTypes,
              std::vector<RunArgument> &arguments) {
  std::vector<KernelTypes> types;
  RunJob job{source, options, options.compile, kernel.name, arguments};
  if (options.hasFacts)
    addFactsOf(arguments, job.compile.facts);
  job.compile.onlyKernel = kernel.name;
  job.compile.loader = &loader;
  if (!kernel.typed && !hasSignature(options.compile.signatures, kernel.name)) {
    types.push_back(argumentTypes);
    job.compile.kernelTypes = &types;
  }
  if (options.schedule.kind == CpuSchedule::Kind::Random)
    std::fprintf(stderr, "pyk2ptx: --schedule=random:%llu\n",
                 static_cast<unsigned long long>(options.schedule.seed));
  Diagnostics diagnostics;
  std::optional<Result<RunTime>> time = runOnDevice(job, diagnostics);
  if (!time)
    return failDiagnostics(diagnostics, options);
  // Warnings, and what the checks found.
  int found = failDiagnostics(diagnostics, options);
  if (!*time)
    return fail(time->error());
  int status = showResults(options, **time, arguments);
  return found == statusDone ? status : found;
}

int run(const RunOptions &options) {
  Diagnostics diagnostics;
  InputFile input =
      readInput(options.file, options.file == "-" ? "<stdin>" : options.file,
                diagnostics);
  if (!input.usable)
    return failDiagnostics(diagnostics, options);
  const Source &source = *input.source;
  ProjectFiles files(options.importFolders, options.noImports);
  files.addInput(source, options.file);
  std::optional<syntax::Module> module;
  std::vector<KernelDeclaration> kernels;
  runOnLargeStack([&] {
    module = parse(source, diagnostics);
    if (module)
      kernels = findKernels(*module, diagnostics, &files);
  });
  if (diagnostics.hasErrors())
    return failDiagnostics(diagnostics, options);
  Result<KernelDeclaration> kernel = chooseKernel(kernels, options);
  if (!kernel)
    return fail(kernel.error());
  std::vector<RunArgument> given;
  for (const std::string &word : options.arguments) {
    std::optional<Result<RunArgument>> instance;
    runOnLargeStack([&] { instance = parseOfClass(word, *module, &files); });
    Result<RunArgument> argument =
        instance ? std::move(*instance) : parseRunArgument(word);
    if (!argument)
      return fail(argument.error());
    given.push_back(std::move(*argument));
  }
  Result<std::vector<RunArgument>> arguments =
      bindArguments(*kernel, std::move(given));
  if (!arguments)
    return fail(arguments.error());
  Result<void> shared;
  runOnLargeStack([&] { shared = shareArrays(*arguments); });
  if (!shared)
    return fail(shared.error());
  if (Result<void> refused = refuseFunctions(*kernel, *arguments); !refused)
    return fail(refused.error());
  KernelTypes types{kernel->name, {}, {}};
  for (const RunArgument &argument : *arguments) {
    if (!argument.function.empty())
      types.functions.emplace_back(types.types.size(), argument.function);
    types.types.push_back(argument.type);
  }
  std::vector<RunArgument> flat = flattenArguments(std::move(*arguments));
  if (Result<void> outputs = checkOutputs(options, flat); !outputs)
    return fail(outputs.error());
  if (Result<void> plots = checkPlots(options, flat); !plots)
    return fail(plots.error());
  return runKernel(source, options, *kernel, files, types, flat);
}

} // namespace

// How far the arguments are from what one of a kernel's signatures takes: what
// needs no conversion is nearest, what keeps the sort of number is next.
static int distanceOf(const KernelInfo &kernel,
                      const std::vector<RunArgument> &arguments) {
  int far = 0;
  for (std::size_t i = 0; i < kernel.args.size(); ++i) {
    const ArgInfo &wanted = kernel.args[i];
    const Type &type = arguments[i].type;
    std::optional<Scalar> scalar = scalarByName(wanted.dtype);
    if (arguments[i].array || !scalar) {
      far += wanted.layout == 'A';
      continue;
    }
    if (*scalar == type.scalar)
      continue;
    bool sameSort = isFloat(*scalar) == type.isFloat();
    far += !sameSort ? 20 : bitWidth(*scalar) >= bitWidth(type.scalar) ? 2 : 10;
  }
  return far;
}

// An array given for the parameter `taken`: one of numbers is one of vectors
// when its last axis holds a vector's parts, and a structure of one element is
// passed by value.
static Argument adapted(const RunArgument &argument, const ArgInfo &taken,
                        std::uint64_t address) {
  const HostArray &array = *argument.array;
  ArrayView view = array.view(address);
  std::optional<Type> vector = vectorByName(taken.dtype);
  bool isPart = vector && !array.record && view.ndim > 0 && !array.fortran &&
                view.strides[view.ndim - 1] == view.itemSize &&
                array.scalar == vector->record->fields[0].type.scalar &&
                array.shape.back() ==
                    static_cast<std::int64_t>(vector->record->fields.size());
  if (isPart) {
    view.dtype = taken.dtype;
    view.itemSize = vector->record->size;
    --view.ndim;
  }
  // A pointer is to the first element.
  if (taken.kind == ArgKind::Array && taken.ndim == 0)
    view.ndim = 0;
  if (taken.kind == ArgKind::Scalar && array.size() > 0 &&
      (isPart ? view.ndim == 0 : array.record && view.ndim == 0) &&
      view.dtype == taken.dtype)
    return Argument::record(array.element(0), view.itemSize);
  return view;
}

// A number, a time in the parameter's unit.
static Argument numberFor(const RunArgument &argument, const ArgInfo &taken) {
  std::optional<TimeType> wanted = timeByName(taken.dtype);
  if (!argument.type.isTime() || !wanted)
    return argument.number.value;
  return convertTime(argument.number.value.asInt64(), argument.type.time,
                     wanted->unit)
      .value_or(notATime);
}

Result<std::vector<std::byte>>
packRunArguments(const RunJob &job, const ModuleInfo &module,
                 const std::vector<std::uint64_t> &addresses,
                 std::size_t &chosen) {
  std::optional<Error> first;
  std::optional<std::vector<std::byte>> best;
  int least = 0;
  for (std::size_t i = 0; i < module.kernels.size(); ++i) {
    if (module.kernels[i].name != job.kernel ||
        !module.kernels[i].variantOf.empty())
      continue;
    const std::vector<ArgInfo> &wanted = module.kernels[i].args;
    std::vector<Argument> taken;
    for (std::size_t k = 0; k < job.arguments.size(); ++k) {
      const RunArgument &argument = job.arguments[k];
      if (!argument.array)
        taken.push_back(k < wanted.size() ? numberFor(argument, wanted[k])
                                          : argument.number.value);
      else if (wanted.size() == job.arguments.size())
        taken.push_back(adapted(argument, wanted[k], addresses[k]));
      else
        taken.push_back(argument.array->view(addresses[k]));
    }
    // A signature without types for the last parameters has their default
    // values in it.
    while (taken.size() > wanted.size() &&
           job.arguments[taken.size() - 1].isDefault)
      taken.pop_back();
    Result<std::vector<std::byte>> params =
        packArguments(module.kernels[i], taken);
    if (!params && !first)
      first = params.error();
    int far = params ? distanceOf(module.kernels[i], job.arguments) : 0;
    if (!params || (best && far >= least))
      continue;
    chosen = i;
    least = far;
    best = std::move(*params);
  }
  if (best)
    return std::move(*best);
  if (!first)
    return Error::make("NotFound", "the module lacks `" + job.kernel + "`");
  return *first;
}

double medianOf(std::vector<double> values) {
  if (values.empty())
    return 0;
  auto middle = values.begin() + values.size() / 2;
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2)
    return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

int runCommand(int argc, const char *const *argv) {
  Result<RunOptions> options = parseRunOptions(argc, argv);
  if (!options)
    return fail(options.error());
  if (options->help) {
    std::fputs(runHelp().c_str(), stdout);
    return statusDone;
  }
  return run(*options);
}

} // namespace pyk2ptx
