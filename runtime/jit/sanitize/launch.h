// The state of the checks during one launch. Blocks run one after the other on
// one worker, so nothing here is locked; where several blocks are under way at
// once, each has its BlockCheck.
#ifndef PYK2PTX_JIT_SANITIZE_LAUNCH_H
#define PYK2PTX_JIT_SANITIZE_LAUNCH_H

#include "calls.h"
#include "compiler/target/host_abi.h"
#include "findings.h"
#include "order.h"
#include "runtime/jit/threads/launch_options.h"
#include "runtime/jit/threads/worker.h"
#include "written_bytes.h"

#include <pyk2ptx/abi.h>
#include <pyk2ptx/compile.h>

#include <map>
#include <unordered_map>
#include <utility>

namespace pyk2ptx {

/// An array argument of the launch.
struct CheckedArray {
  std::string name;
  std::uint32_t arg = 0;
  std::uint64_t base = 0, begin = 0, bytes = 0;
  std::uint32_t elementBytes = 1;
  std::vector<std::int64_t> shape, strides;
};

class LaunchCheck {
public:
  LaunchCheck(const HostSites &sites, const HostChecks &options,
              const KernelInfo &kernel, const std::byte *params,
              std::uint32_t dynamicShared, const CpuLaunchOptions &launch);

  const HostChecks &options() const { return options_; }
  const HostSites &sites() const { return sites_; }
  const CpuLaunchOptions &launch() const { return launch_; }
  std::uint64_t *lines() { return lineCounts_.data(); }
  const std::vector<std::uint64_t> &lineCounts() const { return lineCounts_; }
  /// Null for memory that is no argument's.
  ShadowMemory *globalAt(std::uint64_t address) {
    bool isLast = lastGlobal_ && lastGlobal_->contains(address);
    return isLast ? lastGlobal_ : findGlobal(address);
  }
  /// By argument, for the kernel's code.
  const HostShadow *hostArrays() const { return hostArrays_.data(); }
  Stamps &stamps() { return stamps_; }
  const Stamps &stamps() const { return stamps_; }
  ShadowMemory &sharedAt(const std::byte *base, std::uint64_t bytes);
  PublicationLog &logOf(std::uint64_t address) { return logs_[address]; }
  /// Of atomics that the threads of one block see.
  PublicationLog &logOf(std::uint64_t address, std::uint32_t block) {
    return blockLogs_[{address, block}];
  }
  bool hasFenced = false;
  /// All blocks of the grid have met: what came before is ordered.
  void gridBarrier();

  /// "x[3]" of an argument; "" when it is none's.
  std::string globalName(std::uint64_t address) const;
  /// The start of the argument's array that `address` is in, or 0.
  std::uint64_t globalStart(std::uint64_t address) const;
  std::string sharedName(std::uint64_t offset) const;
  std::string localName(const DeclaredHostArray &array,
                        std::uint64_t offset) const;

  /// Adds a finding that `complete` is called with, or counts it if the key is
  /// known.
  template <class Complete>
  void tell(const FindingKey &key, const Complete &complete) {
    auto [known, isNew] = known_.try_emplace(key, findings_.size());
    if (!isNew) {
      ++findings_[known->second].count;
      return;
    }
    CheckFinding finding;
    finding.kind = key.kind;
    complete(finding);
    findings_.push_back(std::move(finding));
  }
  /// What was found, in the order of discovery.
  std::vector<CheckFinding> findings() const;

private:
  ShadowMemory *findGlobal(std::uint64_t address);
  void makeShadows(const KernelInfo &kernel);

  const HostSites &sites_;
  HostChecks options_;
  std::uint32_t dynamicShared_;
  const CpuLaunchOptions &launch_;
  std::vector<std::uint64_t> lineCounts_;
  std::vector<CheckedArray> arrays_;
  Stamps stamps_;
  std::vector<ShadowMemory> global_;
  std::vector<HostShadow> hostArrays_;
  ShadowMemory *lastGlobal_ = nullptr;
  std::unordered_map<const std::byte *, ShadowMemory> shared_;
  std::unordered_map<std::uint64_t, PublicationLog> logs_;
  std::map<std::pair<std::uint64_t, std::uint32_t>, PublicationLog> blockLogs_;
  std::map<FindingKey, std::size_t> known_;
  std::vector<CheckFinding> findings_;
};

/// HostBlock::check points to it.
class BlockCheck : private HostCheck {
public:
  BlockCheck(LaunchCheck &launch, const HostBlock &block,
             std::uint64_t sharedBytes);

  HostCheck *host() { return this; }
  static BlockCheck &of(const HostBlock &block) {
    return static_cast<BlockCheck &>(*block.check);
  }
  /// The thread that runs now, by its place in the block.
  void run(std::uint32_t thread) {
    current_ = thread;
    if (!order_.isPlain() || stamp == hostAskAlways) {
      setPosition();
      return;
    }
    // All threads are at the same moment: the rest stands.
    own_ = stamp = stamps_.of(epoch_, thread);
    reads = epoch_ << (hostThreadBits + 1) | thread;
    // Others learn from an atomic what was before a fence.
    atomics = launch_.hasFenced ? hostAskAlways : reads | 1u << hostThreadBits;
  }
  void access(AccessKind kind, const std::byte *place, std::uint32_t form,
              std::uint32_t site, std::uint64_t value);
  void fence(bool isBlock);
  void index(std::uint32_t site, std::int64_t index, std::int64_t extent,
             std::uint32_t axis);
  void unset(std::uint32_t site);
  void stop(std::uint32_t site) { stops_[current_] = site; }
  void traceLine(std::uint32_t site);
  void traceValue(std::uint32_t site, HostValue kind, std::uint64_t bits,
                  const std::byte *place);
  /// The thread makes a call whose work it shares (calls.h).
  void called(std::uint32_t site, std::uint32_t axes, std::uint32_t members,
              const std::byte *to) {
    calls_.note(current_, site, axes, members, to);
  }
  /// All of `threads` have ended.
  void end(const std::vector<CpuThread> &threads) {
    if (launch_.options().barriers)
      settleCalls(threads);
  }
  void addLocal(const std::byte *place, std::uint64_t bytes,
                std::uint32_t array);

  /// Its cluster's blocks, itself included, which may use each other's shared
  /// memory. All of them outlive what its threads do.
  void join(std::vector<BlockCheck *> cluster);
  /// All threads of these blocks have met.
  static void meet(const std::vector<BlockCheck *> &blocks);
  /// The thread arrives at the mbarrier in `word`, or has waited for it.
  void arrive(const std::uint64_t *word);
  void pass(const std::uint64_t *word);

  /// The barrier opens for `threads`; those that have ended missed it.
  void barrier(const std::vector<CpuThread> &threads);
  void orderAll() {
    order_.barrier();
    beginEpoch();
  }
  void syncWarp(std::uint32_t first, std::uint32_t members) {
    order_.syncWarp(first, members);
  }
  /// Lanes of the warp that begins with the thread `first` and has `size` make
  /// a call that all of `mask` have to make.
  void together(std::uint32_t first, std::uint32_t size, std::uint32_t mask,
                std::uint32_t members);
  void deadlock(const std::vector<CpuThread> &threads, std::uint32_t thread,
                const std::string &reason,
                std::string (*describe)(const CpuThread &thread));

private:
  struct LocalArray {
    std::uint64_t begin, bytes;
    std::uint32_t array;
    WrittenBytes written;
  };
  struct Conflict;
  void settleCalls(const std::vector<CpuThread> &threads);
  using Pair = std::uint64_t[2];

  /// The block of the cluster whose shared memory this is; null for none.
  BlockCheck *ownerOf(std::uint64_t address);
  bool isOfCluster(std::uint32_t block) const;
  void synchronize(std::uint64_t address, bool isBlockScope);

  /// All threads have met, or begin.
  void beginEpoch();
  /// What code and checks know of the thread that runs.
  void setPosition();
  std::uint64_t momentOf(std::uint32_t thread);
  std::uint64_t stampOf(AccessKind kind, std::uint32_t form,
                        std::uint32_t site) const;
  CheckedThread threadOf(std::uint32_t block, std::uint32_t thread,
                         std::uint32_t site) const;
  bool isBefore(std::uint64_t stamp) const;
  bool isKnownBefore(std::uint64_t stamp) const;
  /// Of a block that had this shared memory earlier.
  bool isForeign(std::uint64_t stamp) const;
  void touch(const HostShadow &shadow, std::size_t piece, std::uint64_t now,
             const Conflict &context);
  bool isEarlier(std::uint64_t stamp) const;
  void addOther(const HostShadow &shadow, std::size_t piece,
                std::uint64_t now) const;
  bool readAfterAll(std::uint64_t address, std::uint64_t size,
                    std::uint64_t now);
  bool readAfterAll(const HostShadow &shadow, std::size_t piece,
                    std::uint64_t now);
  void touchShared(const HostShadow &shadow, std::size_t piece,
                   std::uint64_t now, const Conflict &context);
  void touchOthers(const Pair &others, std::uint64_t now,
                   const Conflict &context);
  unsigned distance(std::uint64_t a, std::uint64_t b) const;
  std::uint64_t quietAfter(std::uint64_t first, const Pair &others,
                           std::uint64_t now) const;
  bool touchLocal(AccessKind kind, std::uint64_t address, std::uint64_t size,
                  std::uint32_t site);
  void remember(Pair &others, std::uint64_t now) const;
  void race(std::uint64_t first, std::uint64_t now, const Conflict &context);
  bool isTraced() const;
  std::string nameOf(std::uint64_t address) const;
  void record(AccessKind kind, std::uint64_t address, std::uint32_t bytes,
              std::uint32_t site, bool isShared);
  /// Once for each site.
  void note(CheckFinding::Kind kind, std::uint32_t site,
            const std::string &element);
  void uninitialized(std::uint32_t site, std::uint64_t address);

  LaunchCheck &launch_;
  const Stamps &stamps_;
  const HostBlock &host_;
  std::uint32_t threads_;
  BlockOrder order_;
  ShadowMemory &shared_;
  /// Code may decide by itself that an access is nothing to the checks.
  bool isQuick_;
  /// Numbers of moments: the block's first; from where on all are the block's;
  /// its last; of its epoch, and in it by the threads' clock.
  std::uint64_t birth_ = 0, begin_ = 0, last_ = ~std::uint64_t(0), epoch_ = 0;
  std::vector<std::uint64_t> clocks_;
  /// Of the thread that runs: its stamps but for place and kind.
  std::uint64_t own_ = 0;
  /// Accesses at so many positions from `earlier_` on come before all of this
  /// epoch.
  std::uint64_t earlier_ = 0, earlierCount_ = 0;
  /// Empty where the block is alone.
  std::vector<BlockCheck *> cluster_;
  std::uint32_t current_ = 0;
  /// Where each thread last stopped.
  std::vector<std::uint32_t> stops_;
  SharedCalls calls_;
  /// The first thread of the warp whose accesses are recorded, or none.
  std::uint32_t recorded_ = ~0u;
  /// By thread; empty until one has any.
  std::vector<std::vector<LocalArray>> locals_;
};

} // namespace pyk2ptx

#endif
