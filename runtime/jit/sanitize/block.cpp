// The checks of one block: each access against the cells that it touches.
//
// A read conflicts with the last write, an atomic with a plain write or read, a
// write with all; what is ordered before the access (order.h) conflicts
// with nothing and is forgotten. Shared memory belongs to one block after the
// other: stamps of another block are none.
#include "launch.h"
#include "watch.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace pyk2ptx {

struct BlockCheck::Conflict {
  std::uint64_t address;
  /// The bytes that memory gets are those that it has.
  bool isSameValue;
  bool isShared;
};

namespace {

enum KeyKind : std::uint64_t {
  KeyRace,
  KeySame,
  KeyIndex,
  KeyUninit,
  KeyUnset,
  KeyDivergent,
  KeyMissed,
  KeyIncomplete,
  KeyDeadlock
};

/// Whether `size` bytes, at most eight, are those of `value`.
bool holds(const std::byte *place, std::uint64_t value, std::uint64_t size) {
  if (size == 4)
    return std::memcmp(place, &value, 4) == 0;
  if (size == 8)
    return std::memcmp(place, &value, 8) == 0;
  return std::memcmp(place, &value, size) == 0;
}

void spread(std::uint32_t number, const std::uint32_t (&extent)[3],
            std::uint32_t (&at)[3]) {
  at[0] = number % extent[0];
  at[1] = number / extent[0] % extent[1];
  at[2] = number / extent[0] / extent[1];
}

} // namespace

BlockCheck::BlockCheck(LaunchCheck &launch, const HostBlock &block,
                       std::uint64_t sharedBytes)
    : launch_(launch), host_(block),
      threads_(block.blockDim[0] * block.blockDim[1] * block.blockDim[2]),
      order_(static_cast<std::uint32_t>(linearBlock(block)), threads_),
      shared_(launch.sharedAt(block.shared, sharedBytes)), stops_(threads_),
      locals_(threads_) {
  const AccessRecording *accesses = launch.launch().accesses;
  if (accesses && accesses->block == order_.block())
    recorded_ = accesses->warp * 32;
}

CheckedThread BlockCheck::threadOf(std::uint32_t block, std::uint32_t thread,
                                   std::uint32_t site) const {
  CheckedThread result;
  spread(block, host_.gridDim, result.block);
  spread(thread, host_.blockDim, result.thread);
  if (site < launch_.sites().sites.size())
    result.place = launch_.sites().sites[site].range;
  return result;
}

AccessStamp BlockCheck::stampOf(AccessKind kind, std::uint32_t form,
                                std::uint32_t site) const {
  AccessStamp stamp = {};
  stamp.block = order_.block();
  stamp.epoch = order_.epoch();
  stamp.thread = static_cast<std::uint16_t>(current_);
  stamp.clock = order_.clockOf(current_);
  stamp.site = site & 0xfffffff;
  stamp.kind = static_cast<std::uint32_t>(kind) & 3;
  stamp.isBlockScope = (form & hostFormBlockScope) != 0;
  return stamp;
}

/// Every access comes here: what it calls but for what it finds is part of it.
[[gnu::flatten]]
void BlockCheck::access(AccessKind kind, const std::byte *place,
                        std::uint32_t form, std::uint32_t site,
                        std::uint64_t value) {
  auto address = reinterpret_cast<std::uintptr_t>(place);
  std::uint64_t size = form & hostFormSize;
  BlockCheck *owner = ownerOf(address);
  bool isShared = owner;
  ShadowMemory *shadow = owner ? &owner->shared_ : launch_.globalAt(address);
  if (!shadow) {
    touchLocal(kind, address, size, site);
    return;
  }
  if (recorded_ != ~0u && current_ / 32 == recorded_ / 32)
    record(kind, address, static_cast<std::uint32_t>(size), site, isShared);
  if (kind == AccessKind::Atomic && launch_.hasFenced)
    synchronize(address, (form & hostFormBlockScope) != 0);
  AccessStamp now = stampOf(kind, form, site);
  Conflict context = {address, false, isShared};
  context.isSameValue = kind == AccessKind::Write &&
                        (form & hostFormHasValue) && size <= 8 &&
                        holds(place, value, size);
  std::uint64_t end = shadow->endOf(address, size);
  for (std::uint64_t at = address; at < end; at += shadow->granule()) {
    context.address = at;
    ShadowCell &cell = shadow->cell(at);
    if (isShared)
      touchShared(cell, now, context);
    else if (launch_.options().races)
      touch(cell, now, context);
  }
}

void BlockCheck::touchShared(ShadowCell &cell, AccessStamp now,
                             const Conflict &context) {
  if (!isOfCluster(cell.write.block))
    cell.write = {};
  for (AccessStamp &other : cell.others)
    if (!isOfCluster(other.block))
      other = {};
  bool isWritten = cell.write.accessKind() != AccessKind::None;
  if (!isWritten && now.accessKind() != AccessKind::Write) {
    if (launch_.options().uninit)
      uninitialized(now.site, context.address);
    // Once is enough; an atomic has also written.
    cell.write = now;
    cell.write.isOrdered = true;
  }
  if (launch_.options().races)
    touch(cell, now, context);
  else if (now.accessKind() == AccessKind::Write)
    cell.write = now;
}

void BlockCheck::touch(ShadowCell &cell, const AccessStamp &now,
                       const Conflict &context) {
  auto isUnordered = [&](const AccessStamp &stamp) {
    return stamp.accessKind() != AccessKind::None &&
           !order_.isBefore(stamp, current_);
  };
  AccessKind kind = now.accessKind();
  if (isUnordered(cell.write))
    race(cell.write, now, context);
  for (AccessStamp &other : cell.others) {
    bool areReads =
        kind == AccessKind::Read && other.accessKind() == AccessKind::Read;
    if (areReads || !isUnordered(other))
      continue;
    bool areAtomic =
        kind == AccessKind::Atomic && other.accessKind() == AccessKind::Atomic;
    bool isNarrow = areAtomic && other.block != now.block &&
                    (other.isBlockScope || now.isBlockScope);
    if (isNarrow || (!areAtomic && kind != other.accessKind()))
      race(other, now, context);
  }
  if (kind != AccessKind::Write) {
    remember(cell, now);
    return;
  }
  cell.write = now;
  cell.others[0] = cell.others[1] = {};
}

/// Keeps of the unordered accesses the pair that is furthest apart.
void BlockCheck::remember(ShadowCell &cell, const AccessStamp &now) const {
  for (AccessStamp &other : cell.others)
    if (other.accessKind() == AccessKind::None ||
        (other.accessKind() == now.accessKind() &&
         order_.isBefore(other, current_))) {
      other = now;
      return;
    }
  auto distance = [](const AccessStamp &a, const AccessStamp &b) {
    return a.block != b.block               ? 3
           : a.thread / 32 != b.thread / 32 ? 2
           : a.thread != b.thread           ? 1
                                            : 0;
  };
  if (distance(cell.others[0], now) > distance(cell.others[0], cell.others[1]))
    cell.others[1] = now;
}

[[gnu::noinline]]
void BlockCheck::race(const AccessStamp &first, const AccessStamp &now,
                      const Conflict &context) {
  bool isSame = context.isSameValue &&
                first.accessKind() == AccessKind::Write &&
                now.accessKind() == AccessKind::Write;
  // The same two places, whichever came first.
  std::uint64_t a = first.site * 4u + first.kind;
  std::uint64_t b = now.site * 4u + now.kind;
  std::array<std::uint64_t, 4> key = {isSame ? KeySame : KeyRace,
                                      std::min(a, b), std::max(a, b),
                                      first.block != now.block};
  if (launch_.isKnown(key))
    return;
  CheckFinding finding;
  finding.kind =
      isSame ? CheckFinding::Kind::SameValue : CheckFinding::Kind::Race;
  finding.thread = threadOf(now.block, now.thread, now.site);
  finding.access = now.accessKind();
  finding.other = threadOf(first.block, first.thread, first.site);
  finding.otherAccess = first.accessKind();
  finding.isSameWarp =
      first.block == now.block && first.thread / 32 == now.thread / 32;
  finding.element = nameOf(context.address);
  launch_.add(key, finding);
}

[[gnu::noinline]]
void BlockCheck::uninitialized(std::uint32_t site, std::uint64_t address) {
  note(KeyUninit, CheckFinding::Kind::Uninitialized, site, nameOf(address));
}

void BlockCheck::note(std::uint64_t keyKind, CheckFinding::Kind kind,
                      std::uint32_t site, const std::string &element) {
  std::array<std::uint64_t, 4> key = {keyKind, site, 0, 0};
  if (launch_.isKnown(key))
    return;
  CheckFinding finding;
  finding.kind = kind;
  finding.thread = threadOf(order_.block(), current_, site);
  finding.element = element;
  launch_.add(key, finding);
}

BlockCheck *BlockCheck::ownerOf(std::uint64_t address) {
  if (shared_.contains(address))
    return this;
  for (BlockCheck *block : cluster_)
    if (block->shared_.contains(address))
      return block;
  return nullptr;
}

bool BlockCheck::isOfCluster(std::uint32_t block) const {
  if (block == order_.block() || cluster_.empty())
    return block == order_.block();
  return std::any_of(
      cluster_.begin(), cluster_.end(),
      [&](const BlockCheck *other) { return other->order_.block() == block; });
}

void BlockCheck::join(std::vector<BlockCheck *> cluster) {
  cluster_ = std::move(cluster);
  // The memory may have been another cluster's.
  shared_.clear();
}

void BlockCheck::meet(const std::vector<BlockCheck *> &blocks) {
  for (BlockCheck *block : blocks)
    block->order_.barrier();
  for (BlockCheck *block : blocks)
    for (const BlockCheck *other : blocks)
      if (other != block)
        block->order_.meet(other->order_);
}

/// An atomic: whoever updates the place after a fence publishes to those that
/// do so later; one of scope block to its own block.
[[gnu::noinline]]
void BlockCheck::synchronize(std::uint64_t address, bool isBlockScope) {
  if (!isBlockScope)
    order_.update(current_, launch_.logOf(address));
  if (launch_.sites().hasBlockAtomics)
    order_.update(current_, launch_.logOf(address, order_.block()));
}

void BlockCheck::arrive(const std::uint64_t *word) {
  fence(false);
  order_.update(current_,
                launch_.logOf(reinterpret_cast<std::uintptr_t>(word)));
}

void BlockCheck::pass(const std::uint64_t *word) {
  order_.update(current_,
                launch_.logOf(reinterpret_cast<std::uintptr_t>(word)));
  order_.acquire(current_);
}

void BlockCheck::fence(bool isBlock) {
  launch_.hasFenced = true;
  order_.fence(current_, isBlock);
}

void BlockCheck::index(std::uint32_t site, std::int64_t index,
                       std::int64_t extent, std::uint32_t axis) {
  std::array<std::uint64_t, 4> key = {KeyIndex, site, axis, 0};
  if (launch_.isKnown(key))
    return;
  CheckFinding finding;
  finding.kind = CheckFinding::Kind::Index;
  finding.thread = threadOf(order_.block(), current_, site);
  finding.element = launch_.sites().sites[site].name;
  finding.index = index;
  finding.extent = extent;
  finding.axis = axis;
  launch_.add(key, finding);
}

void BlockCheck::unset(std::uint32_t site) {
  note(KeyUnset, CheckFinding::Kind::Unset, site,
       launch_.sites().sites[site].name);
}

std::string BlockCheck::nameOf(std::uint64_t address) const {
  for (const BlockCheck *block : cluster_)
    if (block != this && block->shared_.contains(address))
      return launch_.sharedName(address - block->shared_.begin());
  if (shared_.contains(address))
    return launch_.sharedName(address - shared_.begin());
  for (const LocalArray &local : locals_[current_])
    if (address - local.begin < local.bytes)
      return launch_.localName(launch_.sites().arrays[local.array],
                               address - local.begin);
  return launch_.globalName(address);
}

// ---- local arrays ----

void BlockCheck::addLocal(const std::byte *place, std::uint64_t bytes,
                          std::uint32_t array) {
  auto begin = reinterpret_cast<std::uintptr_t>(place);
  std::vector<LocalArray> &arrays = locals_[current_];
  for (const LocalArray &known : arrays)
    if (known.begin == begin && known.array == array)
      return;
  // What lay here belongs to calls that have returned.
  std::erase_if(arrays, [&](const LocalArray &old) {
    return old.begin < begin + bytes && begin < old.begin + old.bytes;
  });
  arrays.push_back({begin, bytes, array, std::vector<bool>(bytes)});
}

[[gnu::noinline]]
bool BlockCheck::touchLocal(AccessKind kind, std::uint64_t address,
                            std::uint64_t size, std::uint32_t site) {
  for (LocalArray &local : locals_[current_]) {
    if (address - local.begin >= local.bytes)
      continue;
    auto first = local.isWritten.begin() +
                 static_cast<std::ptrdiff_t>(address - local.begin);
    auto last = first + static_cast<std::ptrdiff_t>(std::min(
                            size, local.begin + local.bytes - address));
    bool isRead = kind != AccessKind::Write;
    if (isRead && launch_.options().uninit &&
        std::find(first, last, false) != last) {
      uninitialized(site, address);
    }
    std::fill(first, last, true);
    return true;
  }
  return false;
}

// ---- barriers ----

void BlockCheck::barrier(const std::vector<CpuThread> &threads) {
  order_.barrier();
  if (!launch_.options().barriers)
    return;
  std::uint32_t waits = ~0u, ended = ~0u, elsewhere = ~0u;
  for (std::uint32_t i = 0; i < threads.size(); ++i) {
    if (threads[i].state == CpuThread::State::Ended) {
      if (ended == ~0u)
        ended = i;
    } else if (waits == ~0u) {
      waits = i;
    } else if (elsewhere == ~0u && stops_[i] != stops_[waits]) {
      elsewhere = i;
    }
  }
  auto add = [&](CheckFinding::Kind kind, KeyKind number, std::uint32_t other) {
    std::array<std::uint64_t, 4> key = {number, stops_[waits], stops_[other],
                                        0};
    if (launch_.isKnown(key))
      return;
    CheckFinding finding;
    finding.kind = kind;
    finding.thread = threadOf(order_.block(), waits, stops_[waits]);
    finding.other = threadOf(order_.block(), other, stops_[other]);
    launch_.add(key, finding);
  };
  if (waits == ~0u)
    return;
  if (elsewhere != ~0u)
    add(CheckFinding::Kind::DivergentBarrier, KeyDivergent, elsewhere);
  if (ended != ~0u)
    add(CheckFinding::Kind::MissedBarrier, KeyMissed, ended);
}

void BlockCheck::together(std::uint32_t first, std::uint32_t size,
                          std::uint32_t mask, std::uint32_t members) {
  std::uint32_t missing = mask & ~members;
  if (!missing || !launch_.options().barriers)
    return;
  auto lane = static_cast<std::uint32_t>(std::countr_zero(missing));
  std::uint32_t there =
      first + static_cast<std::uint32_t>(std::countr_zero(members));
  bool exists = lane < size;
  std::array<std::uint64_t, 4> key = {KeyIncomplete, stops_[there],
                                      exists ? stops_[first + lane] : ~0u, 0};
  if (launch_.isKnown(key))
    return;
  CheckFinding finding;
  finding.kind = CheckFinding::Kind::IncompleteGroup;
  finding.thread = threadOf(order_.block(), there, stops_[there]);
  finding.other = threadOf(order_.block(), first + lane,
                           stops_[exists ? first + lane : there]);
  finding.reason = exists ? "has ended" : "the block does not have";
  if (!exists)
    finding.element = "lane " + std::to_string(lane) + " of its warp";
  launch_.add(key, finding);
}

void BlockCheck::deadlock(const std::vector<CpuThread> &threads,
                          std::uint32_t thread, const std::string &reason,
                          std::string (*describe)(const CpuThread &)) {
  std::array<std::uint64_t, 4> key = {KeyDeadlock, stops_[thread], 0, 0};
  if (launch_.isKnown(key))
    return;
  CheckFinding finding;
  finding.kind = CheckFinding::Kind::Deadlock;
  finding.thread = threadOf(order_.block(), thread, stops_[thread]);
  finding.reason = reason;
  for (std::uint32_t i = 0; i < threads.size(); ++i) {
    std::string what = describe(threads[i]);
    CheckedThread at = threadOf(order_.block(), i, stops_[i]);
    auto same = std::find_if(finding.stands.begin(), finding.stands.end(),
                             [&](const CheckFinding::Stand &stand) {
                               return stand.what == what &&
                                      stand.first.place.begin == at.place.begin;
                             });
    if (same == finding.stands.end())
      finding.stands.push_back({at, 1, what});
    else
      ++same->count;
  }
  launch_.add(key, finding);
}

// ---- what host code calls ----

static BlockCheck &checkOf(HostBlock *block) {
  return *static_cast<BlockCheck *>(block->check);
}

extern "C" {

void pyk2ptx_check_read(HostBlock *block, const std::byte *place,
                        std::uint32_t form, std::uint32_t site) {
  checkOf(block).access(AccessKind::Read, place, form, site, 0);
}

void pyk2ptx_check_write(HostBlock *block, const std::byte *place,
                         std::uint32_t form, std::uint32_t site,
                         std::uint64_t value) {
  checkOf(block).access(AccessKind::Write, place, form, site, value);
}

void pyk2ptx_check_atomic(HostBlock *block, const std::byte *place,
                          std::uint32_t form, std::uint32_t site) {
  checkOf(block).access(AccessKind::Atomic, place, form, site, 0);
}

void pyk2ptx_check_fence(HostBlock *block, std::uint32_t isBlock) {
  checkOf(block).fence(isBlock != 0);
}

void pyk2ptx_check_index(HostBlock *block, std::uint32_t site,
                         std::int64_t index, std::int64_t extent,
                         std::uint32_t axis) {
  checkOf(block).index(site, index, extent, axis);
}

void pyk2ptx_check_unset(HostBlock *block, std::uint32_t site) {
  checkOf(block).unset(site);
}

void pyk2ptx_check_wait(HostBlock *block, std::uint32_t site) {
  checkOf(block).stop(site);
}

void pyk2ptx_check_leave(HostBlock *block, std::uint32_t site) {
  checkOf(block).stop(site);
}

void pyk2ptx_trace_line(HostBlock *block, std::uint32_t site) {
  checkOf(block).traceLine(site);
}

void pyk2ptx_trace_value(HostBlock *block, std::uint32_t site, HostValue kind,
                         std::uint64_t bits, const std::byte *place) {
  checkOf(block).traceValue(site, kind, bits, place);
}

void pyk2ptx_check_local(HostBlock *block, const std::byte *place,
                         std::uint64_t bytes, std::uint32_t array) {
  checkOf(block).addLocal(place, bytes, array);
}

} // extern "C"

} // namespace pyk2ptx
