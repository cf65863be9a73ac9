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

#include <array>
#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <utility>

namespace pyk2ptx {

namespace {

/// The kernel that launches with such arguments take.
struct Known {
  std::vector<std::uint64_t> key;
  JitKernel kernel;
  const Known *next = nullptr;
};

/// What is known of a launch, as far as variants are wanted.
struct Facts {
  bool noAlias = false;
  LaunchFacts launch;

  bool any() const {
    return noAlias || launch.smallArrays || launch.alignment || launch.block[0];
  }
  std::string spelling() const {
    std::string text = noAlias ? "noalias " : "";
    text += launch.smallArrays ? "small " : "";
    for (std::uint32_t number :
         {launch.alignment, launch.block[0], launch.block[1], launch.block[2]})
      text += std::to_string(number) + " ";
    return text;
  }
  void addTo(JitKey &key) const {
    key.add(std::uint64_t(noAlias) | std::uint64_t(launch.smallArrays) << 1 |
            std::uint64_t(launch.alignment) << 2);
    key.add(launch.block[0] | std::uint64_t(launch.block[1]) << 32);
    key.add(launch.block[2]);
  }
};

/// The kernels for a spelling of types on a device, made by one thread.
struct Made {
  std::mutex mutex;
  std::condition_variable changed;
  bool isReady = false;
  /// For some launches only.
  bool isVariant = false;
  std::optional<Result<std::vector<JitKernel>>> kernels;
};

} // namespace

struct detail::JitFunctionState {
  static constexpr std::size_t bucketCount = 64;

  CapturedProgram program;
  JitSettings settings;
  std::array<std::atomic<const Known *>, bucketCount> buckets = {};
  /// Guards insertions, and `made`.
  std::mutex mutex;
  std::map<std::pair<const void *, std::string>, std::shared_ptr<Made>> made;

  JitFunctionState(CapturedProgram given, JitSettings chosen)
      : program(std::move(given)), settings(std::move(chosen)) {}
  JitFunctionState(const JitFunctionState &) = delete;
  JitFunctionState &operator=(const JitFunctionState &) = delete;
  ~JitFunctionState() {
    for (std::atomic<const Known *> &bucket : buckets)
      for (const Known *at = bucket.load(); at;)
        delete std::exchange(at, at->next);
  }

  const JitKernel *find(const JitKey &key) const {
    for (const Known *at =
             buckets[key.hash() % bucketCount].load(std::memory_order_acquire);
         at; at = at->next)
      if (key.equals(at->key))
        return &at->kernel;
    return nullptr;
  }

  void insert(const JitKey &key, const JitKernel &kernel) {
    std::lock_guard lock(mutex);
    if (find(key))
      return;
    std::atomic<const Known *> &bucket = buckets[key.hash() % bucketCount];
    bucket.store(new Known{key.words(), kernel, bucket.load()},
                 std::memory_order_release);
  }

  Result<std::vector<JitKernel>> make(const JitDevice &device,
                                      const std::string &types,
                                      const Facts &facts) const {
    Result<std::string> arch = device.arch();
    if (!arch)
      return arch.error();
    CapturedProgram typed = program;
    typed.types = types;
    if (!facts.any())
      return loadKernels(device, compileCached(typed, *arch, settings));
    JitSettings special = settings;
    special.noAlias = settings.noAlias || facts.noAlias;
    special.facts = facts.launch;
    return loadKernels(device, compileCached(typed, *arch, special));
  }

  Result<std::vector<JitKernel>> makeOnce(const JitDevice &device,
                                          const std::string &types,
                                          const Facts &facts = {});
};

/// What tells devices apart: two handles of one GPU are the same.
static const void *identityOf(const JitDevice &device) {
  return device.isCpu() ? static_cast<const void *>(device.state().get())
                        : device.gpu()->state().get();
}

Result<std::vector<JitKernel>> detail::JitFunctionState::makeOnce(
    const JitDevice &device, const std::string &types, const Facts &facts) {
  std::pair<const void *, std::string> name(identityOf(device), types);
  if (facts.any())
    name.second = facts.spelling() + types;
  std::shared_ptr<Made> entry;
  bool isMine = false;
  {
    std::lock_guard lock(mutex);
    auto [place, isNew] = made.try_emplace(name);
    if (isNew) {
      place->second = std::make_shared<Made>();
      place->second->isVariant = facts.any();
    }
    entry = place->second;
    isMine = isNew;
  }
  if (isMine) {
    Result<std::vector<JitKernel>> kernels = make(device, types, facts);
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

/// Of several signatures the first that takes the arguments, as numba has it;
/// if none does, the first says why.
static const JitKernel &chooseFor(const std::vector<JitKernel> &kernels,
                                  Span<const Argument> arguments) {
  if (kernels.size() > 1)
    for (const JitKernel &kernel : kernels)
      if (packArguments(kernel.info(), arguments))
        return kernel;
  return kernels.front();
}

// ---- facts of a launch ----

namespace {

/// The bytes from the first of an array's to behind its last; empty for an
/// array without elements.
struct MemoryRange {
  std::uint64_t begin = 0, end = 0;
};

MemoryRange rangeOf(const ArrayView &array) {
  MemoryRange range{array.address, array.address + array.itemSize};
  for (int axis = 0; axis < array.ndim; ++axis) {
    auto place = static_cast<std::size_t>(axis);
    if (array.shape[place] <= 0)
      return {};
    auto reach = static_cast<std::uint64_t>(array.shape[place] - 1) *
                 static_cast<std::uint64_t>(array.strides[place]);
    (static_cast<std::int64_t>(reach) < 0 ? range.begin : range.end) += reach;
  }
  return range;
}

/// False where it would take long to tell.
bool areApart(Span<const Argument> arguments) {
  constexpr std::size_t most = 16;
  MemoryRange ranges[most];
  std::size_t count = 0;
  for (const Argument &argument : arguments) {
    if (argument.kind() != Argument::Kind::Array)
      continue;
    if (count == most)
      return false;
    MemoryRange range = rangeOf(argument.asArray());
    for (std::size_t i = 0; i < count; ++i)
      if (range.begin < ranges[i].end && ranges[i].begin < range.end)
        return false;
    ranges[count++] = range;
  }
  return true;
}

bool isSmall(const ArrayView &array) {
  constexpr std::uint64_t limit = std::uint64_t(1) << 31;
  std::uint64_t bytes = array.itemSize;
  for (int axis = 0; axis < array.ndim; ++axis) {
    std::int64_t extent = array.shape[static_cast<std::size_t>(axis)];
    if (extent < 0 || static_cast<std::uint64_t>(extent) >= limit)
      return false;
    bytes *= extent > 1 ? static_cast<std::uint64_t>(extent) : 1;
    if (bytes >= limit)
      return false;
  }
  return true;
}

/// What is true of this launch, of what variants are wanted for.
Facts factsOf(const JitVariants &wanted, const LaunchConfig &config,
              Span<const Argument> arguments) {
  Facts facts;
  if (!wanted.any())
    return facts;
  bool areSmall = true;
  std::uint64_t addresses = 0;
  for (const Argument &argument : arguments) {
    if (argument.kind() != Argument::Kind::Array)
      continue;
    const ArrayView &array = argument.asArray();
    // Such a launch fails, whatever it is compiled for.
    if (array.ndim < 0 || array.ndim > maxRank)
      return facts;
    areSmall = areSmall && isSmall(array);
    addresses |= array.address;
  }
  facts.noAlias = wanted.noAlias && areApart(arguments);
  facts.launch.smallArrays = wanted.smallArrays && areSmall;
  if (wanted.alignment && addresses % 16 == 0)
    facts.launch.alignment = 16;
  if (wanted.block) {
    facts.launch.block[0] = config.block.x;
    facts.launch.block[1] = config.block.y;
    facts.launch.block[2] = config.block.z;
  }
  return facts;
}

} // namespace

static Result<const JitKernel *> findOrMake(detail::JitFunctionState &state,
                                            const JitDevice &device,
                                            Span<const Argument> arguments,
                                            const Facts &facts = {}) {
  JitKey key;
  key.add(reinterpret_cast<std::uintptr_t>(identityOf(device)));
  facts.addTo(key);
  key.add(arguments);
  if (const JitKernel *known = state.find(key))
    return known;
  Result<std::string> types = spellTypes(arguments);
  // A kernel in a file may state its types itself.
  bool mayStateTypes =
      !state.program.functions.empty() &&
      state.program.functions[0].form == CapturedFunction::Form::File;
  if (!types && !mayStateTypes)
    return types.error();
  Result<std::vector<JitKernel>> kernels =
      state.makeOnce(device, types ? *types : "", facts);
  if (!kernels) {
    bool statesNone =
        kernels.error().text.find("[NoTypedKernel]") != std::string::npos;
    return !types && statesNone ? types.error() : kernels.error();
  }
  state.insert(key, chooseFor(*kernels, arguments));
  return state.find(key);
}

Result<JitKernel>
JitFunction::specialize(const JitDevice &device,
                        Span<const Argument> arguments) const {
  Result<const JitKernel *> kernel = findOrMake(*state_, device, arguments);
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
    if (entry->isReady && !entry->isVariant && *entry->kernels)
      all.insert(all.end(), (*entry->kernels)->begin(),
                 (*entry->kernels)->end());
  }
  return all;
}

Result<void> JitFunction::launchArguments(const JitDevice &device,
                                          const LaunchConfig &config,
                                          Span<const Argument> arguments,
                                          const Stream *stream) const {
  Result<const JitKernel *> kernel =
      findOrMake(*state_, device, arguments,
                 factsOf(state_->settings.variants, config, arguments));
  if (!kernel)
    return kernel.error();
  return (*kernel)->launchArguments(config, arguments, stream);
}

} // namespace pyk2ptx
