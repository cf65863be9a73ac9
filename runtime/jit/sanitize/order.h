// Which accesses happen before which: what the checks know of order in a
// launch.
//
// - A thread's own accesses are ordered.
// - A barrier orders what its block did: each block counts its barriers, and
//   an access of an earlier epoch comes before.
// - A syncwarp orders the threads that meet in it: each thread counts a clock,
//   and knows of each lane of its warp up to which clock it has waited for it.
//   Other warp operations exchange values but do not order memory.
// - A barrier of a cluster orders what its blocks did, one of the grid all.
// - Atomics: a thread that has fenced and then updates a place atomically
//   publishes what came before the fence; who updates the place later, and
//   then fences or meets others, knows it. A place's publications are a log
//   that is only ever appended to, and to know them is to know the log's first
//   n entries, so that neither costs more than an entry.
#ifndef PYK2PTX_JIT_SANITIZE_ORDER_H
#define PYK2PTX_JIT_SANITIZE_ORDER_H

#include "shadow.h"

#include <array>
#include <memory>
#include <unordered_map>
#include <vector>

namespace pyk2ptx {

struct PublicationLog;

/// The first `count` entries of `log` are known.
struct KnownLog {
  const PublicationLog *log;
  std::size_t count;

  bool operator==(const KnownLog &) const = default;
};

struct Publication {
  enum class Kind : std::uint8_t {
    /// All accesses of `block` before `epoch`.
    Block,
    /// Those of its thread `thread` before (epoch, clock).
    Thread,
    /// What `known` holds.
    Log
  } kind;
  /// Valid for threads of `owner` only (threadfence_block).
  bool isForBlock = false;
  std::uint16_t thread = 0, clock = 0;
  std::uint32_t block = 0, epoch = 0, owner = 0;
  KnownLog known = {nullptr, 0};

  bool operator==(const Publication &) const = default;
};

struct PublicationLog {
  std::vector<Publication> entries;
  /// Places in `entries`: those of a block, and those of kind Log.
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> ofBlock;
  std::vector<std::uint32_t> logs;

  void append(const Publication &entry);
};

/// The order within one block, and what it knows of others.
class BlockOrder {
public:
  BlockOrder(std::uint32_t block, std::size_t threads);

  std::uint32_t block() const { return block_; }
  std::uint32_t epoch() const { return epoch_; }
  /// Nothing but barriers of the block has ordered anything.
  bool isPlain() const { return isPlain_; }
  std::uint16_t clockOf(std::uint32_t thread) const {
    return threads_.empty() ? 0 : threads_[thread].clock;
  }
  /// Whether `access` happens before what `thread` does now.
  bool isBefore(const AccessStamp &access, std::uint32_t thread) const {
    if (access.block == block_ &&
        (access.thread == thread || access.epoch < epoch_ ||
         access.clock == lastClock))
      return true;
    return !isPlain_ && isKnownBefore(access, thread);
  }

  /// All threads that live have met.
  void barrier();
  /// What `other`'s block has done so far comes before all that follows.
  void meet(const BlockOrder &other) {
    isPlain_ = false;
    met_[other.block_] = other.epoch_;
  }
  /// The lanes `members` of the warp that begins at `first` have.
  void syncWarp(std::uint32_t first, std::uint32_t members);
  void fence(std::uint32_t thread, bool isBlock);
  /// `thread` updates a place: it will know, from its next fence or acquire on,
  /// what others have published there, and publishes its own.
  void update(std::uint32_t thread, PublicationLog &log);
  void acquire(std::uint32_t thread);

private:
  struct ThreadOrder {
    std::uint16_t clock = 0;
    bool isTouched = false;
    /// Counts fences, so that a log gets each once.
    std::uint32_t fences = 0;
    std::vector<KnownLog> known;
    /// Learned, and not yet fenced.
    std::vector<KnownLog> pending;
    /// What was known at the last fence of each scope.
    std::vector<Publication> fenced;
    std::vector<std::pair<const PublicationLog *, std::uint32_t>> published;
  };
  static constexpr std::uint16_t lastClock = 0xffff;

  bool isKnownBefore(const AccessStamp &access, std::uint32_t thread) const;
  void touch(std::uint32_t thread);
  ThreadOrder &orderOf(std::uint32_t thread) {
    if (threads_.empty())
      makeThreads();
    return threads_[thread];
  }
  void makeThreads();
  static void learn(std::vector<KnownLog> &known, KnownLog more);
  bool knows(const std::vector<KnownLog> &known,
             const AccessStamp &access) const;
  bool covers(const KnownLog &known, const AccessStamp &access,
              std::vector<KnownLog> &seen) const;

  std::uint32_t block_;
  std::uint32_t epoch_ = 0;
  /// Nothing but barriers of the block has ordered anything.
  bool isPlain_ = true;
  std::size_t count_;
  /// Empty until one of them fences, meets its warp or learns.
  std::vector<ThreadOrder> threads_;
  /// By warp, made when first needed: clocks[lane][other] is the clock of
  /// `other` before which everything is known to `lane`, in this epoch.
  using WarpClocks = std::array<std::array<std::uint16_t, warpSize>, warpSize>;
  std::vector<std::unique_ptr<WarpClocks>> warps_;
  /// Since the last barrier: threads that have learned or fenced.
  std::vector<std::uint32_t> touched_;
  std::vector<KnownLog> known_;
  std::vector<Publication> fenced_;
  std::unordered_map<const PublicationLog *, std::size_t> published_;
  /// By block: the epoch before which everything is known.
  std::unordered_map<std::uint32_t, std::uint32_t> met_;
};

} // namespace pyk2ptx

#endif
