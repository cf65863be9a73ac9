// A clock that has reached its end stays there; what it stamps then counts as
// ordered, so that a very long epoch may hide a race but never invents one.
#include "order.h"

#include <algorithm>
#include <utility>

namespace pyk2ptx {

namespace {} // namespace

void PublicationLog::append(const Publication &entry) {
  auto place = static_cast<std::uint32_t>(entries.size());
  entries.push_back(entry);
  if (entry.kind == Publication::Kind::Log)
    logs.push_back(place);
  else
    ofBlock[entry.block].push_back(place);
}

BlockOrder::BlockOrder(std::uint32_t block, std::size_t threads)
    : block_(block), count_(threads) {}

void BlockOrder::makeThreads() {
  threads_.resize(count_);
  warps_.resize((count_ + warpSize - 1) / warpSize);
}

/// Of accesses that are not before by barriers of the block, nor the thread's
/// own.
bool BlockOrder::isKnownBefore(const AccessStamp &access,
                               std::uint32_t thread) const {
  bool hasThreads = !threads_.empty();
  if (access.block == block_) {
    std::uint32_t warp = thread / warpSize;
    if (access.thread / warpSize == warp && hasThreads && warps_[warp] &&
        (*warps_[warp])[thread % warpSize][access.thread % warpSize] >
            access.clock)
      return true;
  } else if (auto met = met_.find(access.block);
             met != met_.end() && access.epoch < met->second) {
    return true;
  }
  return (hasThreads && knows(threads_[thread].known, access)) ||
         knows(known_, access);
}

bool BlockOrder::knows(const std::vector<KnownLog> &known,
                       const AccessStamp &access) const {
  if (known.empty())
    return false;
  std::vector<KnownLog> seen;
  return std::any_of(known.begin(), known.end(), [&](const KnownLog &log) {
    return covers(log, access, seen);
  });
}

bool BlockOrder::covers(const KnownLog &first, const AccessStamp &access,
                        std::vector<KnownLog> &seen) const {
  // A list in place of a recursion: chains of logs may be long.
  std::vector<KnownLog> open = {first};
  while (!open.empty()) {
    KnownLog known = open.back();
    open.pop_back();
    auto again =
        std::find_if(seen.begin(), seen.end(),
                     [&](const KnownLog &log) { return log.log == known.log; });
    std::size_t from = 0;
    if (again == seen.end()) {
      seen.push_back(known);
    } else {
      if (again->count >= known.count)
        continue;
      from = std::exchange(again->count, known.count);
    }
    const PublicationLog &log = *known.log;
    auto isUsable = [&](std::uint32_t place) {
      const Publication &entry = log.entries[place];
      return place >= from && place < known.count &&
             (!entry.isForBlock || entry.owner == block_);
    };
    auto found = log.ofBlock.find(access.block);
    if (found != log.ofBlock.end())
      for (std::uint32_t place : found->second) {
        const Publication &entry = log.entries[place];
        bool isEarlier =
            access.epoch < entry.epoch ||
            (entry.kind == Publication::Kind::Thread &&
             access.thread == entry.thread && access.epoch == entry.epoch &&
             access.clock < entry.clock);
        if (isEarlier && isUsable(place))
          return true;
      }
    for (std::uint32_t place : log.logs)
      if (isUsable(place))
        open.push_back(log.entries[place].known);
  }
  return false;
}

/// Callers have set isPlain_.
void BlockOrder::learn(std::vector<KnownLog> &known, KnownLog more) {
  for (KnownLog &log : known)
    if (log.log == more.log) {
      log.count = std::max(log.count, more.count);
      return;
    }
  known.push_back(more);
}

void BlockOrder::touch(std::uint32_t thread) {
  if (!std::exchange(orderOf(thread).isTouched, true))
    touched_.push_back(thread);
}

void BlockOrder::barrier() {
  ++epoch_;
  for (std::unique_ptr<WarpClocks> &warp : warps_)
    warp.reset();
  for (ThreadOrder &thread : threads_)
    thread.clock = 0;
  for (std::uint32_t index : touched_) {
    ThreadOrder &thread = threads_[index];
    acquire(index);
    for (const KnownLog &log : thread.known)
      learn(known_, log);
    thread.known.clear();
    fenced_.insert(fenced_.end(), thread.fenced.begin(), thread.fenced.end());
    thread.fenced.clear();
    thread.published.clear();
    thread.isTouched = false;
  }
  touched_.clear();
}

void BlockOrder::syncWarp(std::uint32_t first, std::uint32_t members) {
  isPlain_ = false;
  if (threads_.empty())
    makeThreads();
  std::unique_ptr<WarpClocks> &clocks = warps_[first / warpSize];
  if (!clocks)
    clocks = std::make_unique<WarpClocks>();
  std::array<std::uint16_t, warpSize> joined = {};
  std::vector<KnownLog> known;
  std::vector<Publication> fenced;
  for (std::uint32_t lane = 0; lane < warpSize; ++lane) {
    if (!(members >> lane & 1))
      continue;
    ThreadOrder &thread = threads_[first + lane];
    if (thread.clock < lastClock)
      ++thread.clock;
    for (std::uint32_t other = 0; other < warpSize; ++other)
      joined[other] = std::max(joined[other], (*clocks)[lane][other]);
    joined[lane] = std::max(joined[lane], thread.clock);
    acquire(first + lane);
    for (const KnownLog &log : thread.known)
      learn(known, log);
    for (const Publication &entry : thread.fenced)
      if (std::find(fenced.begin(), fenced.end(), entry) == fenced.end())
        fenced.push_back(entry);
  }
  for (std::uint32_t lane = 0; lane < warpSize; ++lane) {
    if (!(members >> lane & 1))
      continue;
    (*clocks)[lane] = joined;
    if (known.empty() && fenced.empty())
      continue;
    ThreadOrder &thread = threads_[first + lane];
    thread.known = known;
    if (fenced.size() != thread.fenced.size())
      ++thread.fences;
    thread.fenced = fenced;
    touch(first + lane);
  }
}

void BlockOrder::fence(std::uint32_t index, bool isBlock) {
  isPlain_ = false;
  ThreadOrder &thread = orderOf(index);
  if (thread.clock < lastClock)
    ++thread.clock;
  ++thread.fences;
  touch(index);
  acquire(index);
  using Kind = Publication::Kind;
  Publication entry;
  entry.isForBlock = isBlock;
  entry.owner = entry.block = block_;
  entry.epoch = epoch_;
  std::erase_if(thread.fenced, [&](const Publication &old) {
    return old.isForBlock || !isBlock;
  });
  auto add = [&](Kind kind, std::uint32_t of, std::uint16_t clock) {
    entry.kind = kind;
    entry.thread = static_cast<std::uint16_t>(of);
    entry.clock = clock;
    thread.fenced.push_back(entry);
  };
  add(Kind::Block, 0, 0);
  add(Kind::Thread, index, thread.clock);
  std::uint32_t first = index / warpSize * warpSize;
  if (const std::unique_ptr<WarpClocks> &clocks = warps_[index / warpSize])
    for (std::uint32_t lane = 0; lane < warpSize; ++lane)
      if (first + lane != index && (*clocks)[index - first][lane])
        add(Kind::Thread, first + lane, (*clocks)[index - first][lane]);
  for (const std::vector<KnownLog> *list : {&thread.known, &known_})
    for (const KnownLog &log : *list) {
      entry.known = log;
      add(Kind::Log, 0, 0);
    }
}

void BlockOrder::acquire(std::uint32_t index) {
  ThreadOrder &thread = orderOf(index);
  for (const KnownLog &log : thread.pending)
    learn(thread.known, log);
  thread.pending.clear();
}

void BlockOrder::update(std::uint32_t index, PublicationLog &log) {
  ThreadOrder &thread = orderOf(index);
  if (!log.entries.empty()) {
    isPlain_ = false;
    learn(thread.pending, {&log, log.entries.size()});
    touch(index);
  }
  std::size_t &shared = published_[&log];
  for (; shared < fenced_.size(); ++shared)
    log.append(fenced_[shared]);
  auto own = std::find_if(thread.published.begin(), thread.published.end(),
                          [&](const auto &pair) { return pair.first == &log; });
  if (own != thread.published.end() && own->second == thread.fences)
    return;
  for (const Publication &entry : thread.fenced)
    log.append(entry);
  if (own == thread.published.end())
    thread.published.emplace_back(&log, thread.fences);
  else
    own->second = thread.fences;
}

} // namespace pyk2ptx
