// Each launch is looked at: what is true of it is a key, and kernels are nodes
// of a list that only grows. The list is short, because few variants are
// compiled for one combination of types; launches of which yet other things are
// true get a node without a kernel, and take the one for all launches. A node
// whose kernel is still being compiled is like one without.
//
// Small launches are over before a better kernel could gain anything, and to
// spread them over fewer threads would leave the GPU idle: they are not looked
// at at all.
#include "variant_table.h"

#include "background.h"
#include "jit_state.h"
#include "runtime/state.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <optional>
#include <utility>

namespace pyk2ptx {

namespace {

/// A program whose launches keep changing must not keep compiling.
constexpr unsigned mostVariants = 6;
/// Of launches that differ in their sizes alone.
constexpr unsigned mostSizes = 2;
/// Four times what the largest GPUs of 2026 run at once, and no less than
/// smaller ones need.
constexpr std::uint64_t manyThreads = std::uint64_t(1) << 20;
constexpr std::uint64_t smallLimit = LaunchFacts::smallLimit;

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

bool isSmall(const ArrayView &array) {
  std::uint64_t bytes = array.itemSize;
  for (int axis = 0; axis < array.ndim; ++axis) {
    std::int64_t extent = array.shape[static_cast<std::size_t>(axis)];
    if (extent < 0 || static_cast<std::uint64_t>(extent) >= smallLimit)
      return false;
    bytes *= extent > 1 ? static_cast<std::uint64_t>(extent) : 1;
    if (bytes >= smallLimit)
      return false;
  }
  return true;
}

/// An integer of a parameter block; none: it is of another kind.
std::optional<std::int64_t> integerAt(const std::byte *value, ParamType type) {
  switch (type) {
  case ParamType::I32:
  case ParamType::U32: {
    std::uint32_t bits;
    std::memcpy(&bits, value, sizeof(bits));
    return type == ParamType::U32 ? std::int64_t(bits)
                                  : static_cast<std::int32_t>(bits);
  }
  case ParamType::I64:
  case ParamType::U64: {
    // Of 64 bits, those beyond int64 are as unknown as negative ones.
    std::int64_t bits;
    std::memcpy(&bits, value, sizeof(bits));
    return bits;
  }
  default:
    return std::nullopt;
  }
}

/// Each array and each integer of a parameter block, with its number among the
/// arguments; of records nobody knows the size here: 0.
template <class OfArray, class OfInteger>
void forEachArgument(const KernelInfo &info, Span<const std::byte> params,
                     OfArray &&ofArray, OfInteger &&ofInteger) {
  const ParamInfo *next = info.params.data();
  const ParamInfo *end = next + info.params.size();
  for (std::uint32_t number = 0; number < info.args.size(); ++number) {
    const ArgInfo &arg = info.args[number];
    ArrayView view;
    view.ndim = arg.ndim;
    ParamType type = paramTypeOf(arg.dtype);
    view.itemSize = type == ParamType::Bytes ? 0 : paramTypeSize(type);
    bool hasStrides = false;
    std::optional<std::int64_t> integer;
    for (; next != end && next->arg == number; ++next) {
      std::uint64_t value = 0;
      if (arg.kind == ArgKind::Array)
        std::memcpy(&value, params.data() + next->offset, sizeof(value));
      else
        integer = integerAt(params.data() + next->offset, next->type);
      auto axis = static_cast<std::size_t>(next->axis);
      if (next->field == ParamField::Pointer)
        view.address = value;
      else if (next->field == ParamField::Shape)
        view.shape[axis] = static_cast<std::int64_t>(value);
      else if (next->field == ParamField::Stride)
        view.strides[axis] = static_cast<std::int64_t>(value);
      hasStrides = hasStrides || next->field == ParamField::Stride;
    }
    if (arg.kind != ArgKind::Array) {
      if (integer)
        ofInteger(number, *integer);
      continue;
    }
    std::int64_t stride = static_cast<std::int64_t>(view.itemSize);
    for (int axis = view.ndim - 1; axis >= 0 && !hasStrides; --axis) {
      view.strides[static_cast<std::size_t>(axis)] = stride;
      stride *= view.shape[static_cast<std::size_t>(axis)];
    }
    ofArray(number, view);
  }
}

/// Each without its lowest bits is below 16, as the JIT finds them; those that
/// a caller states are the same for all launches.
std::uint64_t packed(const std::array<std::uint8_t, 16> &numbers,
                     unsigned lowest) {
  std::uint64_t all = 0;
  for (unsigned number : numbers)
    all = all << 4 | (number >> lowest & 15);
  return all;
}

std::uint64_t product(Dim3 dim) { return std::uint64_t(dim.x) * dim.y * dim.z; }

/// What a variant would change that the user asked to see.
bool isPlain(const JitSettings &settings) {
  return settings.optLevel > 1 && settings.bounds != BoundsMode::Raise &&
         !settings.debug && !settings.debugInfo && !settings.checks.any() &&
         settings.maxThreads == 0 && settings.minBlocks == 0;
}

/// Along each axis.
bool isSmallGrid(const LaunchConfig &config) {
  constexpr std::uint64_t most = std::uint64_t(1) << 30;
  return std::uint64_t(config.grid.x) * config.block.x < most &&
         std::uint64_t(config.grid.y) * config.block.y < most &&
         std::uint64_t(config.grid.z) * config.block.z < most;
}

std::uint64_t leastThreadsOf(const JitDevice &device,
                             const JitSettings &settings) {
  if (!settings.variants.any() || !isPlain(settings))
    return 0;
  static const char *const asked = std::getenv("PYK2PTX_VARIANT_THREADS");
  if (std::uint64_t least = asked ? std::strtoull(asked, nullptr, 10) : 0)
    return least;
  bool isGiven = settings.variants.leastThreads || device.isCpu();
  return isGiven ? settings.variants.leastThreads : manyThreads;
}

/// PYK2PTX_WAIT_FOR_VARIANTS=1 asks for it in a whole process.
bool waitsFor(const JitSettings &settings) {
  const char *asked = std::getenv("PYK2PTX_WAIT_FOR_VARIANTS");
  return settings.variants.waits || (asked && *asked && *asked != '0');
}

/// Another thread may be capturing a stream, which code that is loaded by this
/// one is not part of.
void ignoreCaptures(const JitDevice &device) {
  if (device.isCpu())
    return;
  int mode = static_cast<int>(CaptureMode::Relaxed);
  (void)device.gpu()->state()->api.cuThreadExchangeStreamCaptureMode(&mode);
}

} // namespace

struct ArgumentFacts {
  /// None shares memory with another; false where it would take long to tell.
  bool areApart = true;
  bool areSmall = true;
  /// All addresses, or-ed.
  std::uint64_t addresses = 0;
  decltype(LaunchFacts::lastExtents) lastExtents = {};
  decltype(LaunchFacts::sizeBits) sizeBits = {};

  /// `number`: which of the arguments it is.
  void add(std::size_t number, const Argument &argument) {
    if (argument.kind() == Argument::Kind::Array)
      add(number, argument.asArray());
    else if (argument.kind() == Argument::Kind::Int64)
      add(number, argument.asInt64());
    else if (argument.kind() == Argument::Kind::UInt64)
      add(number, static_cast<std::int64_t>(argument.asUInt64()));
  }

  void add(std::size_t number, std::int64_t integer) {
    if (number < sizeBits.size())
      sizeBits[number] = LaunchFacts::bitsOfSize(integer);
  }

  void add(std::size_t number, const ArrayView &array) {
    // A launch with such an array fails, whatever it is compiled for.
    if (array.ndim < 0 || array.ndim > maxRank || array.itemSize == 0 ||
        count_ == most) {
      areApart = areSmall = false;
      return;
    }
    areSmall = areSmall && isSmall(array);
    if (number < lastExtents.size())
      lastExtents[number] =
          LaunchFacts::shortLastExtent(array.shape.data(), array.ndim);
    if (number < sizeBits.size())
      sizeBits[number] =
          LaunchFacts::bitsOfSizes(array.shape.data(), array.ndim);
    addresses |= array.address;
    MemoryRange range = rangeOf(array);
    for (std::size_t i = 0; i < count_; ++i)
      if (range.begin < ranges_[i].end && ranges_[i].begin < range.end)
        areApart = false;
    ranges_[count_++] = range;
  }

private:
  static constexpr std::size_t most = 16;
  MemoryRange ranges_[most];
  std::size_t count_ = 0;
};

struct VariantTable::Node {
  Key key;
  Node *next = nullptr;
  /// Those of the program, which does not change once it is ready; none: the
  /// kernel for all launches.
  std::vector<JitKernel> kernels;
  std::atomic<bool> isReady = false;
  /// Of several signatures the one that such launches have.
  std::atomic<const JitKernel *> chosen = nullptr;

  const JitKernel *kernelFor(Span<const Argument> arguments) {
    if (const JitKernel *kernel = chosen.load(std::memory_order_acquire))
      return kernel;
    if (!isReady.load(std::memory_order_acquire) || kernels.empty())
      return nullptr;
    const JitKernel *kernel = &chooseFor(kernels, arguments);
    chosen.store(kernel, std::memory_order_release);
    return kernel;
  }
};

struct VariantTable::State {
  JitDevice device;
  CapturedProgram program;
  JitSettings settings;
  std::atomic<Node *> first = nullptr;
  /// Whether some are compiled for blocks that were too large.
  std::atomic<bool> hasFitting = false;
  /// Guards insertions.
  std::mutex mutex;
  unsigned counted = 0;

  State(JitDevice on, CapturedProgram of, JitSettings by)
      : device(std::move(on)), program(std::move(of)), settings(std::move(by)) {
  }
  State(const State &) = delete;
  State &operator=(const State &) = delete;
  ~State() {
    for (Node *at = first.load(); at;)
      delete std::exchange(at, at->next);
  }

  /// No facts have this key, and no kernel that asks for its block.
  static Key fittingKey(std::uint64_t threads) {
    return {~std::uint64_t(0), threads, 1, 0, 0};
  }

  Node *lookUp(const Key &key) const {
    Node *at = first.load(std::memory_order_acquire);
    while (at && at->key != key)
      at = at->next;
    return at;
  }

  /// How many nodes differ from `key` in nothing but known sizes.
  unsigned countAlike(const Key &key) const {
    unsigned count = 0;
    for (Node *at = first.load(std::memory_order_acquire); at; at = at->next)
      count += at->key[sizeWord] != 0 &&
               std::equal(key.begin(), key.begin() + sizeWord, at->key.begin());
    return count;
  }

  void insert(Node *node) {
    node->next = first.load();
    first.store(node, std::memory_order_release);
  }

  /// Loading code may wait for the device, which no capture allows.
  bool mayCompile(const Stream *stream) const {
    if (!stream || device.isCpu())
      return true;
    Result<bool> isCapturing = stream->isCapturing();
    return isCapturing && !*isCapturing;
  }

  /// Why one cannot be compiled, the kernel for all launches will say.
  void compile(Node &node, const JitSettings &special) const {
    if (Result<std::string> arch = device.arch())
      if (Result<std::vector<JitKernel>> kernels =
              loadKernels(device, compileCached(program, *arch, special)))
        node.kernels = std::move(*kernels);
    node.isReady.store(true, std::memory_order_release);
  }

  /// Whether there may be one more.
  bool count() {
    if (counted == mostVariants)
      return false;
    ++counted;
    return true;
  }

  /// The node of a key, with what `special` makes; who comes at the same time
  /// waits for it. `isCounted`: if there may be one more.
  Node *make(const Key &key, const JitSettings &special, bool isCounted) {
    std::lock_guard lock(mutex);
    if (Node *known = lookUp(key))
      return known;
    auto node = std::make_unique<Node>();
    node->key = key;
    if (!isCounted || count())
      compile(*node, special);
    insert(node.get());
    return node.release();
  }

  /// The same of one that nobody waits for.
  static void makeLater(const std::shared_ptr<State> &state, const Key &key,
                        const JitSettings &special) {
    std::lock_guard lock(state->mutex);
    if (state->lookUp(key))
      return;
    auto made = std::make_unique<Node>();
    made->key = key;
    Node *node = made.release();
    state->insert(node);
    if (!state->count())
      return;
    // When nobody can launch it any more it is not compiled.
    runInBackground([node, special, weak = std::weak_ptr(state)] {
      if (std::shared_ptr<State> state = weak.lock()) {
        ignoreCaptures(state->device);
        state->compile(*node, special);
      }
    });
  }
};

VariantTable::VariantTable(JitDevice device, CapturedProgram program,
                           JitSettings settings)
    : leastThreads_(leastThreadsOf(device, settings)),
      waits_(waitsFor(settings)) {
  state_ = std::make_shared<State>(std::move(device), std::move(program),
                                   std::move(settings));
}

bool VariantTable::isLarge(const LaunchConfig &config) const {
  std::uint64_t block = product(config.block);
  // What cannot be launched is refused whatever it is compiled for.
  return block > 0 && block <= 1024 && !config.cooperative &&
         product(config.grid) >= (leastThreads_ + block - 1) / block;
}

LaunchFacts VariantTable::factsOf(const LaunchConfig &config,
                                  const ArgumentFacts &arguments) const {
  const JitVariants &wanted = state_->settings.variants;
  LaunchFacts facts = state_->settings.facts;
  facts.noAlias = facts.noAlias || (wanted.noAlias && arguments.areApart);
  facts.smallArrays =
      facts.smallArrays || (wanted.smallArrays && arguments.areSmall);
  if (wanted.alignment && arguments.addresses % 16 == 0)
    facts.alignment = 16;
  if (wanted.lastExtents)
    facts.lastExtents = arguments.lastExtents;
  if (wanted.sizes)
    facts.sizeBits = arguments.sizeBits;
  if (wanted.block) {
    facts.block[0] = config.block.x;
    facts.block[1] = config.block.y;
    facts.block[2] = config.block.z;
    facts.perThread = wanted.perThread;
    facts.smallGrid = isSmallGrid(config);
  }
  return facts;
}

const JitKernel *VariantTable::find(const LaunchConfig &config,
                                    Span<const Argument> arguments,
                                    const Stream *stream, bool hasOther) {
  if (leastThreads_ == 0 || !isLarge(config))
    return nullptr;
  ArgumentFacts known;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    known.add(i, arguments[i]);
  return find(factsOf(config, known), stream, arguments,
              waits_ || (!hasOther && !state_->first.load()));
}

const JitKernel *VariantTable::find(const LaunchConfig &config,
                                    const KernelInfo &info,
                                    Span<const std::byte> params,
                                    const Stream *stream) {
  if (leastThreads_ == 0 || !isLarge(config) ||
      params.size() != info.paramBytes)
    return nullptr;
  ArgumentFacts known;
  auto add = [&](std::size_t argument, const auto &value) {
    known.add(argument, value);
  };
  forEachArgument(info, params, add, add);
  return find(factsOf(config, known), stream, {}, waits_);
}

const JitKernel *VariantTable::find(const LaunchFacts &facts,
                                    const Stream *stream,
                                    Span<const Argument> arguments,
                                    bool waits) {
  Key key = {
      std::uint64_t(facts.noAlias) | std::uint64_t(facts.smallArrays) << 1 |
          std::uint64_t(facts.smallGrid) << 2 |
          std::uint64_t(facts.alignment) << 3,
      facts.block[0] | std::uint64_t(facts.block[1]) << 32, facts.block[2],
      packed(facts.lastExtents, 0), packed(facts.sizeBits, 2)};
  if (Node *known = state_->lookUp(key))
    return known->kernelFor(arguments);
  JitSettings special = state_->settings;
  special.facts = facts;
  // A loop's counter, or a seed, is another number at each launch.
  if (key[sizeWord] && state_->countAlike(key) >= mostSizes) {
    special.facts.sizeBits = {};
    key[sizeWord] = 0;
    if (Node *known = state_->lookUp(key))
      return known->kernelFor(arguments);
  }
  if (!state_->mayCompile(stream))
    return nullptr;
  // There is nothing to launch meanwhile.
  if (waits)
    return state_->make(key, special, true)->kernelFor(arguments);
  State::makeLater(state_, key, special);
  return nullptr;
}

const JitKernel *VariantTable::findForBlock(const LaunchConfig &config,
                                            const KernelInfo &info,
                                            Span<const Argument> arguments,
                                            const Stream *stream) {
  std::uint64_t threads = product(config.block);
  if (state_->hasFitting.load(std::memory_order_acquire))
    if (Node *known = state_->lookUp(State::fittingKey(threads)))
      return known->kernelFor(arguments);
  if (!info.asksForBlock || threads == info.threads || threads == 0 ||
      threads > 1024)
    return nullptr;
  // No facts have this key.
  Key key = {~std::uint64_t(0), threads, 0, 0, 0};
  if (Node *known = state_->lookUp(key))
    return known->kernelFor(arguments);
  if (!state_->mayCompile(stream))
    return nullptr;
  JitSettings special = state_->settings;
  special.blockThreads = static_cast<std::uint32_t>(threads);
  return state_->make(key, special, false)->kernelFor(arguments);
}

const JitKernel *VariantTable::findFitting(const LaunchConfig &config,
                                           const JitKernel &refused,
                                           Span<const Argument> arguments,
                                           const Stream *stream) {
  const JitSettings &settings = state_->settings;
  std::uint64_t threads = product(config.block);
  if (!refused.gpu() || threads > 1024 || settings.maxThreads ||
      settings.maxRegisters || !state_->mayCompile(stream))
    return nullptr;
  Result<KernelAttributes> attributes = refused.gpu()->attributes();
  if (!attributes || attributes->maxThreadsPerBlock <= 0 ||
      threads <= static_cast<std::uint64_t>(attributes->maxThreadsPerBlock))
    return nullptr;
  JitSettings special = settings;
  special.maxThreads = static_cast<std::uint32_t>(threads);
  if (refused.info().asksForBlock)
    special.blockThreads = special.maxThreads;
  Node *made = state_->make(State::fittingKey(threads), special, false);
  state_->hasFitting.store(true, std::memory_order_release);
  return made->kernelFor(arguments);
}

} // namespace pyk2ptx
