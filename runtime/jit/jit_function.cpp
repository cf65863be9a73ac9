// A kernel for each combination of argument types.
//
// A launch whose types were met before finds its kernel without a lock: kernels
// are nodes of lists that only grow, one list a bucket, reached by atomic
// pointers. A launch with new types spells them, and takes or makes the kernel
// by that spelling: whoever comes first compiles, others that want the same
// wait for it alone.
#include "cuda_tools.h"
#include "jit_key.h"
#include "jit_state.h"
#include "runtime/driver_api.h"
#include "variant_table.h"

#include <array>
#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <utility>

namespace pyk2ptx {

namespace {

/// What launches with such arguments take.
struct Known {
  std::vector<std::uint64_t> key;
  /// In numba's spelling; nothing where the kernel's file has to state them.
  std::optional<std::string> types;
  VariantTable variants;
  /// The kernel for all launches, once it is compiled.
  std::atomic<const JitKernel *> kernel = nullptr;
  Known *next = nullptr;

  Known(JitKey &words, const JitDevice &device, CapturedProgram program,
        const JitSettings &settings)
      : key(words.words()), variants(device, std::move(program), settings) {}
  Known(const Known &) = delete;
  Known &operator=(const Known &) = delete;
  ~Known() { delete kernel.load(); }
};

/// The kernels for a spelling of types on a device, made by one thread.
struct Made {
  std::mutex mutex;
  std::condition_variable changed;
  bool isReady = false;
  std::optional<Result<std::vector<JitKernel>>> kernels;
};

} // namespace

struct detail::JitFunctionState {
  static constexpr std::size_t bucketCount = 64;

  CapturedProgram program;
  JitSettings settings;
  std::array<std::atomic<Known *>, bucketCount> buckets = {};
  /// Guards insertions, and `made`.
  std::mutex mutex;
  std::map<std::pair<const void *, std::string>, std::shared_ptr<Made>> made;

  JitFunctionState(CapturedProgram given, JitSettings chosen)
      : program(std::move(given)), settings(std::move(chosen)) {}
  JitFunctionState(const JitFunctionState &) = delete;
  JitFunctionState &operator=(const JitFunctionState &) = delete;
  ~JitFunctionState() {
    for (std::atomic<Known *> &bucket : buckets)
      for (Known *at = bucket.load(); at;)
        delete std::exchange(at, at->next);
  }

  Known *find(const JitKey &key) const {
    for (Known *at =
             buckets[key.hash() % bucketCount].load(std::memory_order_acquire);
         at; at = at->next)
      if (key.equals(at->key))
        return at;
    return nullptr;
  }

  Known *insert(const JitKey &key, std::unique_ptr<Known> made) {
    std::lock_guard lock(mutex);
    if (Known *known = find(key))
      return known;
    std::atomic<Known *> &bucket = buckets[key.hash() % bucketCount];
    made->next = bucket.load();
    bucket.store(made.get(), std::memory_order_release);
    return made.release();
  }

  CapturedProgram typedAs(const std::string &types) const {
    CapturedProgram typed = program;
    typed.types = types;
    return typed;
  }

  Result<std::vector<JitKernel>> make(const JitDevice &device,
                                      const std::string &types,
                                      std::uint32_t blockThreads) const {
    Result<std::string> arch = device.arch();
    if (!arch)
      return arch.error();
    JitSettings special = settings;
    if (blockThreads)
      special.blockThreads = blockThreads;
    return loadKernels(device, compileCached(typedAs(types), *arch, special));
  }

  /// Of a kernel that asks for them, compiled by whoever comes first for the
  /// threads of its blocks.
  Result<std::vector<JitKernel>> makeOnce(const JitDevice &device,
                                          const std::string &types,
                                          std::uint32_t blockThreads = 0);
};

/// What tells devices apart: two handles of one GPU are the same.
static const void *identityOf(const JitDevice &device) {
  return device.isCpu() ? static_cast<const void *>(device.state().get())
                        : device.gpu()->state().get();
}

Result<std::vector<JitKernel>>
detail::JitFunctionState::makeOnce(const JitDevice &device,
                                   const std::string &types,
                                   std::uint32_t blockThreads) {
  std::pair<const void *, std::string> name(identityOf(device), types);
  std::shared_ptr<Made> entry;
  bool isMine = false;
  {
    std::lock_guard lock(mutex);
    auto [place, isNew] = made.try_emplace(name);
    if (isNew)
      place->second = std::make_shared<Made>();
    entry = place->second;
    isMine = isNew;
  }
  if (isMine) {
    Result<std::vector<JitKernel>> kernels = make(device, types, blockThreads);
    if (!kernels) {
      // What was missing may be there the next time.
      std::lock_guard lock(mutex);
      made.erase(name);
    }
    std::lock_guard lock(entry->mutex);
    entry->kernels.emplace(std::move(kernels));
    entry->isReady = true;
    entry->changed.notify_all();
    return *entry->kernels;
  }
  std::unique_lock lock(entry->mutex);
  entry->changed.wait(lock, [&] { return entry->isReady; });
  return *entry->kernels;
}

// ---- keys and spellings ----

char layoutOf(const ArrayView &array) {
  if (isContiguous(array, false))
    return 'C';
  return array.ndim > 1 && isContiguous(array, true) ? 'F' : 'A';
}

void JitKey::add(Span<const Argument> arguments) {
  for (const Argument &argument : arguments) {
    auto kind = static_cast<std::uint64_t>(argument.kind());
    if (argument.kind() != Argument::Kind::Array) {
      add(kind);
      continue;
    }
    const ArrayView &array = argument.asArray();
    bool isValid = array.ndim >= 0 && array.ndim <= maxRank;
    add(kind | static_cast<std::uint64_t>(array.ndim & 0xff) << 8 |
        static_cast<std::uint64_t>(isValid ? layoutOf(array) : 0) << 16);
    add(array.dtype);
  }
}

static std::string spellArray(const ArrayView &array) {
  std::string element(array.dtype);
  if (element == "bool")
    element = "boolean";
  if (array.ndim == 0)
    return "Array(" + element + ", 0, 'C')";
  char layout = layoutOf(array);
  std::string axes;
  for (int axis = 0; axis < array.ndim; ++axis) {
    bool isDense = (layout == 'C' && axis == array.ndim - 1) ||
                   (layout == 'F' && axis == 0);
    axes += std::string(axis ? ", " : "") + (isDense ? "::1" : ":");
  }
  return element + "[" + axes + "]";
}

Result<std::string> spellTypes(Span<const Argument> arguments) {
  std::string types;
  for (const Argument &argument : arguments) {
    types += types.empty() ? "" : ", ";
    switch (argument.kind()) {
    case Argument::Kind::Bool:
      types += "boolean";
      break;
    case Argument::Kind::Int64:
      types += "int64";
      break;
    case Argument::Kind::UInt64:
      types += "uint64";
      break;
    case Argument::Kind::Double:
      types += "float";
      break;
    case Argument::Kind::Complex:
      types += "complex";
      break;
    case Argument::Kind::Array: {
      const ArrayView &array = argument.asArray();
      if (array.ndim < 0 || array.ndim > maxRank)
        return Error::make("TypeError", "an array has at most " +
                                            std::to_string(maxRank) + " axes");
      types += spellArray(array);
      break;
    }
    case Argument::Kind::Record:
      return Error::make("TypeError", "a record's fields are not known from "
                                      "its bytes; give the kernel's types");
    }
  }
  return types;
}

// ---- the handle ----

JitFunction::JitFunction(CapturedProgram program, JitSettings settings)
    : state_(std::make_shared<detail::JitFunctionState>(std::move(program),
                                                        std::move(settings))) {}

static CapturedProgram programOf(std::string text, std::string name) {
  CapturedFunction function;
  function.form = CapturedFunction::Form::File;
  function.text = std::move(text);
  function.name = std::move(name);
  CapturedProgram program;
  program.functions.push_back(std::move(function));
  return program;
}

JitFunction::JitFunction(std::string text, std::string name,
                         JitSettings settings)
    : JitFunction(programOf(std::move(text), std::move(name)),
                  std::move(settings)) {}

Result<JitFunction> JitFunction::fromFile(const std::string &path,
                                          std::string name,
                                          JitSettings settings) {
  Result<std::string> text = readWholeFile(path);
  if (!text)
    return text.error();
  CapturedProgram program = programOf(std::move(*text), std::move(name));
  program.functions[0].file = program.functions[0].path = path;
  return JitFunction(std::move(program), std::move(settings));
}

const JitKernel &chooseFor(const std::vector<JitKernel> &kernels,
                           Span<const Argument> arguments) {
  if (kernels.size() > 1)
    for (const JitKernel &kernel : kernels)
      if (packArguments(kernel.info(), arguments))
        return kernel;
  return kernels.front();
}

/// launch(kernel), or of the kernel that is compiled for blocks so large.
template <typename Launch>
static Result<void>
launchFitting(VariantTable &variants, const JitKernel &kernel,
              const LaunchConfig &config, Span<const Argument> arguments,
              const Stream *stream, const Launch &launch) {
  Result<void> done = launch(kernel);
  if (done || done.error().code != driver::launchOutOfResources)
    return done;
  const JitKernel *fitting =
      variants.findFitting(config, kernel, arguments, stream);
  return fitting ? launch(*fitting) : done;
}

/// What launches with such arguments take: types, but nothing compiled yet.
static Result<Known *> findOrAdd(detail::JitFunctionState &state,
                                 const JitDevice &device,
                                 Span<const Argument> arguments) {
  JitKey key;
  key.add(reinterpret_cast<std::uintptr_t>(identityOf(device)));
  key.add(arguments);
  if (Known *known = state.find(key))
    return known;
  Result<std::string> types = spellTypes(arguments);
  // A kernel in a file may state its types itself.
  bool mayStateTypes =
      !state.program.functions.empty() &&
      state.program.functions[0].form == CapturedFunction::Form::File;
  if (!types && !mayStateTypes)
    return types.error();
  auto made = std::make_unique<Known>(
      key, device, state.typedAs(types ? *types : ""), state.settings);
  if (types)
    made->types = *types;
  return state.insert(key, std::move(made));
}

/// The kernel for all launches with such arguments.
static Result<const JitKernel *> kernelOf(detail::JitFunctionState &state,
                                          Known &known, const JitDevice &device,
                                          Span<const Argument> arguments,
                                          std::uint32_t blockThreads = 0) {
  if (const JitKernel *kernel = known.kernel.load(std::memory_order_acquire))
    return kernel;
  Result<std::vector<JitKernel>> kernels =
      state.makeOnce(device, known.types.value_or(""), blockThreads);
  if (!kernels) {
    bool statesNone =
        kernels.error().text.find("[NoTypedKernel]") != std::string::npos;
    if (!known.types && statesNone)
      return spellTypes(arguments).error();
    return kernels.error();
  }
  auto kernel = std::make_unique<JitKernel>(chooseFor(*kernels, arguments));
  const JitKernel *none = nullptr;
  if (known.kernel.compare_exchange_strong(none, kernel.get()))
    return kernel.release();
  return none;
}

Result<JitKernel>
JitFunction::specialize(const JitDevice &device,
                        Span<const Argument> arguments) const {
  Result<Known *> known = findOrAdd(*state_, device, arguments);
  if (!known)
    return known.error();
  Result<const JitKernel *> kernel =
      kernelOf(*state_, **known, device, arguments);
  if (!kernel)
    return kernel.error();
  return **kernel;
}

Result<JitKernel> JitFunction::specialize(const JitDevice &device,
                                          const std::string &types) const {
  Result<std::vector<JitKernel>> kernels = state_->makeOnce(device, types);
  if (!kernels)
    return kernels.error();
  return kernels->front();
}

std::vector<JitKernel> JitFunction::specializations() const {
  std::vector<JitKernel> all;
  std::lock_guard lock(state_->mutex);
  for (const auto &[name, entry] : state_->made) {
    std::lock_guard inner(entry->mutex);
    if (entry->isReady && *entry->kernels)
      all.insert(all.end(), (*entry->kernels)->begin(),
                 (*entry->kernels)->end());
  }
  return all;
}

Result<void> JitFunction::launchArguments(const JitDevice &device,
                                          const LaunchConfig &config,
                                          Span<const Argument> arguments,
                                          const Stream *stream) const {
  Result<Known *> known = findOrAdd(*state_, device, arguments);
  if (!known)
    return known.error();
  if (const JitKernel *variant = (*known)->variants.find(
          config, arguments, stream, (*known)->kernel.load() != nullptr))
    return variant->launchArguments(config, arguments, stream);
  std::uint64_t threads =
      std::uint64_t(config.block.x) * config.block.y * config.block.z;
  Result<const JitKernel *> kernel =
      kernelOf(*state_, **known, device, arguments,
               threads <= 1024 ? static_cast<std::uint32_t>(threads) : 0);
  if (!kernel)
    return kernel.error();
  const JitKernel *forBlock = (*known)->variants.findForBlock(
      config, (*kernel)->info(), arguments, stream);
  return launchFitting((*known)->variants, forBlock ? *forBlock : **kernel,
                       config, arguments, stream, [&](const JitKernel &chosen) {
                         return chosen.launchArguments(config, arguments,
                                                       stream);
                       });
}

// ---- a kernel and its variants ----

struct detail::JitLauncherState {
  JitKernel kernel;
  VariantTable variants;
};

JitLauncher::JitLauncher(JitKernel kernel, const JitDevice &device,
                         CapturedProgram program, JitSettings settings)
    : state_(new detail::JitLauncherState{
          std::move(kernel),
          {device, std::move(program), std::move(settings)}}) {}

const JitKernel &JitLauncher::kernel() const { return state_->kernel; }

const JitKernel &JitLauncher::choose(const LaunchConfig &config,
                                     Span<const Argument> arguments,
                                     const Stream *stream) const {
  const JitKernel *variant =
      state_->variants.find(config, arguments, stream, true);
  if (!variant)
    variant = state_->variants.findForBlock(config, state_->kernel.info(),
                                            arguments, stream);
  return variant ? *variant : state_->kernel;
}

const JitKernel &JitLauncher::choose(const LaunchConfig &config,
                                     Span<const std::byte> params,
                                     const Stream *stream) const {
  const JitKernel *variant =
      state_->variants.find(config, state_->kernel.info(), params, stream);
  if (!variant)
    variant = state_->variants.findForBlock(config, state_->kernel.info(), {},
                                            stream);
  return variant ? *variant : state_->kernel;
}

Result<void> JitLauncher::launchArguments(const LaunchConfig &config,
                                          Span<const Argument> arguments,
                                          const Stream *stream) const {
  return launchFitting(state_->variants, choose(config, arguments, stream),
                       config, arguments, stream, [&](const JitKernel &chosen) {
                         return chosen.launchArguments(config, arguments,
                                                       stream);
                       });
}

Result<void> JitLauncher::launchPacked(const LaunchConfig &config,
                                       Span<const std::byte> params,
                                       const Stream *stream) const {
  return launchFitting(state_->variants, choose(config, params, stream), config,
                       {}, stream, [&](const JitKernel &chosen) {
                         return chosen.launchPacked(config, params, stream);
                       });
}

} // namespace pyk2ptx
