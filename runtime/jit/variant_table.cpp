// Each launch is looked at: what is true of it is a key, and kernels are nodes
// of a list that only grows. The list is short, because few variants are
// compiled for one combination of types; launches of which yet other things are
// true get a node without a kernel, and take the one for all launches. A node
// whose kernel is still being compiled is like one without.
//
// Small launches are over before a better kernel could gain anything: they are
// not looked at at all. Those of few threads that go over large arrays, each
// thread over many elements, are: but to spread them over fewer threads yet
// would leave the GPU idle, and so nothing is made of what their block is.
#include "variant_table.h"

#include "background.h"
#include "jit_state.h"
#include "runtime/argument_facts.h"
#include "runtime/state.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <utility>

namespace pyk2ptx {

namespace {

/// A program whose launches keep changing must not keep compiling.
constexpr unsigned mostVariants = 6;
/// Of launches that differ in their sizes alone.
constexpr unsigned mostSizes = 2;
/// An array of so many for each thread of a launch that is not small takes as
/// long as that.
constexpr std::uint64_t bytesOfThread = 8;
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

std::uint64_t leastThreadsOf(const JitDevice &device,
                             const JitSettings &settings) {
  if (!settings.variants.any() || !isPlain(settings))
    return 0;
  static const char *const asked = std::getenv("PYK2PTX_VARIANT_THREADS");
  if (std::uint64_t least = asked ? std::strtoull(asked, nullptr, 10) : 0)
    return least;
  bool isGiven = settings.variants.leastThreads || device.isCpu();
  return isGiven ? settings.variants.leastThreads : LaunchFacts::manyThreads;
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

template <class Bytes>
VariantTable::Size VariantTable::sizeOf(const LaunchConfig &config,
                                        Bytes &&largestArray) const {
  bool canBe = hasThreads(config.grid, config.block, 1);
  if (leastThreads_ == 0 || config.cooperative || !canBe)
    return Size::Small;
  if (hasThreads(config.grid, config.block, leastThreads_))
    return Size::Large;
  return largestArray() / bytesOfThread >= leastThreads_ ? Size::FewThreads
                                                         : Size::Small;
}

LaunchFacts VariantTable::factsOf(const LaunchConfig &config, Size size,
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
  if (wanted.block && size == Size::Large) {
    facts.block[0] = config.block.x;
    facts.block[1] = config.block.y;
    facts.block[2] = config.block.z;
    facts.perThread = wanted.perThread;
    facts.smallGrid = isSmallGrid(config.grid, config.block);
  }
  return facts;
}

const JitKernel *VariantTable::find(const LaunchConfig &config,
                                    Span<const Argument> arguments,
                                    const Stream *stream, bool hasOther) {
  Size size = sizeOf(config, [&] { return largestArray(arguments); });
  if (size == Size::Small)
    return nullptr;
  ArgumentFacts known;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    known.add(i, arguments[i]);
  return find(factsOf(config, size, known), config, stream, arguments,
              waits_ || (!hasOther && !state_->first.load()));
}

const JitKernel *VariantTable::find(const LaunchConfig &config,
                                    const KernelInfo &info,
                                    Span<const std::byte> params,
                                    const Stream *stream) {
  if (params.size() != info.paramBytes)
    return nullptr;
  Size size = sizeOf(config, [&] { return largestArray(info, params); });
  if (size == Size::Small)
    return nullptr;
  ArgumentFacts known;
  known.add(info, params);
  return find(factsOf(config, size, known), config, stream, {}, waits_);
}

const JitKernel *VariantTable::find(const LaunchFacts &facts,
                                    const LaunchConfig &config,
                                    const Stream *stream,
                                    Span<const Argument> arguments,
                                    bool waits) {
  // A kernel may ask how many threads its block has.
  std::uint64_t threads = facts.block[0] ? 0 : product(config.block);
  Key key = {std::uint64_t(facts.noAlias) |
                 std::uint64_t(facts.smallArrays) << 1 |
                 std::uint64_t(facts.smallGrid) << 2 |
                 std::uint64_t(facts.alignment) << 3,
             facts.block[0] | std::uint64_t(facts.block[1]) << 32,
             facts.block[2] | threads << 32, packed(facts.lastExtents, 0),
             packed(facts.sizeBits, 2)};
  if (Node *known = state_->lookUp(key))
    return known->kernelFor(arguments);
  JitSettings special = state_->settings;
  special.facts = facts;
  if (threads)
    special.blockThreads = static_cast<std::uint32_t>(threads);
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
