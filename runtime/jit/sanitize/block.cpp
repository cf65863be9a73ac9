// The checks of one block: each access against the cells that it touches.
//
// A read conflicts with the last write, an atomic with a plain write or read, a
// write with all; what is ordered before the access (order.h) conflicts
// with nothing and is forgotten. Shared memory belongs to one block after the
// other: stamps of another block are none.
#include "launch.h"
#include "watch.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace pyk2ptx {

struct BlockCheck::Conflict {
  std::uint64_t address;
  /// The access: its first byte, its size with flags, what is written.
  const std::byte *place;
  std::uint32_t form;
  std::uint64_t value;

  /// Of a write: the bytes that memory gets are those that it has.
  [[nodiscard]] bool isOfSameValue() const {
    std::uint64_t size = form & hostFormSize;
    return (form & hostFormHasValue) && size <= 8 &&
           std::memcmp(place, &value, size) == 0;
  }
};

namespace {

void spread(std::uint32_t number, const std::uint32_t (&extent)[3],
            std::uint32_t (&at)[3]) {
  at[0] = number % extent[0];
  at[1] = number / extent[0] % extent[1];
  at[2] = number / extent[0] / extent[1];
}

} // namespace

BlockCheck::BlockCheck(LaunchCheck &launch, const HostBlock &block,
                       std::uint64_t sharedBytes)
    : HostCheck(), launch_(launch), stamps_(launch.stamps()), host_(block),
      threads_(block.blockDim[0] * block.blockDim[1] * block.blockDim[2]),
      order_(static_cast<std::uint32_t>(linearBlock(block)), threads_),
      shared_(launch.sharedAt(block.shared, sharedBytes)),
      isQuick_(launch.options().races && !launch.launch().accesses),
      stops_(threads_), calls_(block.blockDim) {
  const AccessRecording *accesses = launch.launch().accesses;
  if (accesses && accesses->block == order_.block())
    recorded_ = accesses->warp * 32;
  shared = shared_.host();
  arrays = launch.hostArrays();
  beginEpoch();
  birth_ = epoch_;
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

void BlockCheck::beginEpoch() {
  std::uint64_t moment =
      launch_.stamps().moments().add({order_.block(), order_.epoch(), 0});
  // Another block may have got numbers since.
  if (moment != last_ + 1)
    begin_ = moment;
  last_ = epoch_ = moment;
  clocks_.clear();
  earlier_ = begin_ << hostThreadBits;
  earlierCount_ = (epoch_ - begin_) << hostThreadBits;
  setPosition();
}

std::uint64_t BlockCheck::momentOf(std::uint32_t thread) {
  std::uint16_t clock = order_.clockOf(thread);
  if (clock == 0)
    return epoch_;
  if (clocks_.size() <= clock)
    clocks_.resize(clock + 1u);
  if (std::uint64_t &moment = clocks_[clock]; moment == 0) {
    moment =
        launch_.stamps().moments().add({order_.block(), order_.epoch(), clock});
    if (moment != last_ + 1)
      begin_ = moment;
    last_ = moment;
  }
  return clocks_[clock];
}

void BlockCheck::setPosition() {
  std::uint64_t moment = momentOf(current_);
  own_ = stamps_.of(moment, current_);
  if (!isQuick_ || moment == stamps_.limit()) {
    reads = atomics = stamp = untouched = hostAskAlways;
    orderedLength = sharedLength = sharedQuietLength = 0;
    return;
  }
  constexpr unsigned threadAndKind = hostThreadBits + 1;
  reads = moment << threadAndKind | current_;
  atomics = launch_.hasFenced ? hostAskAlways : reads | 1u << hostThreadBits;
  stamp = own_;
  untouched = 0;
  orderedBegin = earlier_;
  orderedLength = earlierCount_;
  // What is older than the block is no access to its shared memory.
  bool isAlone = cluster_.empty();
  sharedLength = isAlone ? epoch_ << hostThreadBits : 0;
  sharedQuietLength =
      isAlone ? (epoch_ << (threadAndKind + hostThreadBits)) - 1 : 0;
}

inline std::uint64_t BlockCheck::stampOf(AccessKind kind, std::uint32_t form,
                                         std::uint32_t site) const {
  HostStamp stamp = kind == AccessKind::Read    ? HostStamp::Read
                    : kind == AccessKind::Write ? HostStamp::Write
                    : form & hostFormBlockScope ? HostStamp::BlockAtomic
                                                : HostStamp::Atomic;
  return own_ | std::uint64_t(site) << hostStampSite |
         static_cast<std::uint64_t>(stamp);
}

/// Whether it is of this block, from before its epoch.
inline bool BlockCheck::isEarlier(std::uint64_t stamp) const {
  return stamps_.position(stamp) - earlier_ < earlierCount_;
}

inline bool BlockCheck::isBefore(std::uint64_t stamp) const {
  std::uint64_t position = stamps_.position(stamp);
  if (isEarlier(stamp) || position == stamps_.position(own_) ||
      kindOf(stamp) == HostStamp::Ordered)
    return true;
  std::uint64_t moment = stamps_.moment(stamp);
  if (order_.isPlain() && (moment == epoch_ || moment < birth_))
    return false;
  return isKnownBefore(stamp);
}

[[gnu::noinline]]
bool BlockCheck::isKnownBefore(std::uint64_t stamp) const {
  return stamps_.moment(stamp) == stamps_.limit() ||
         order_.isBefore(stamps_.unpack(stamp), current_);
}

/// Most reads that code does not settle itself: of shared memory that threads
/// of the block have written before, and may have read since. They conflict
/// with nothing; false where it is not such a one.
inline bool BlockCheck::readAfterAll(std::uint64_t address, std::uint64_t size,
                                     std::uint64_t now) {
  if (!isQuick_ || !cluster_.empty() || !shared_.contains(address))
    return false;
  HostShadow shadow = shared_.host();
  std::size_t end = shared_.piece(shared_.endOf(address, size) - 1);
  for (std::size_t piece = shared_.piece(address); piece <= end; ++piece)
    if (!readAfterAll(shadow, piece, now))
      return false;
  return true;
}

inline bool BlockCheck::readAfterAll(const HostShadow &shadow,
                                     std::size_t piece, std::uint64_t now) {
  std::uint64_t first = shadow.first[piece];
  bool isWritten =
      kindOf(first) == HostStamp::Write || kindOf(first) == HostStamp::Ordered;
  if (!isWritten || !isEarlier(first))
    return false;
  if (first & hostStampHasOthers)
    for (std::uint64_t other : shadow.others[piece])
      if (other &&
          (kindOf(other) != HostStamp::Read || stamps_.moment(other) < birth_))
        return false;
  addOther(shadow, piece, now);
  return true;
}

/// Every access that code does not settle itself comes here: what it calls but
/// for what it finds is part of it.
[[gnu::flatten]]
void BlockCheck::access(AccessKind kind, const std::byte *place,
                        std::uint32_t form, std::uint32_t site,
                        std::uint64_t value) {
  auto address = reinterpret_cast<std::uintptr_t>(place);
  std::uint64_t size = form & hostFormSize, now = stampOf(kind, form, site);
  if (kind == AccessKind::Read && readAfterAll(address, size, now))
    return;
  if (touchLocal(kind, address, size, site))
    return;
  BlockCheck *owner = ownerOf(address);
  ShadowMemory *shadow = owner ? &owner->shared_ : launch_.globalAt(address);
  if (!shadow)
    return;
  if (recorded_ != ~0u && current_ / 32 == recorded_ / 32)
    record(kind, address, static_cast<std::uint32_t>(size), site, owner);
  if (kind == AccessKind::Atomic && launch_.hasFenced)
    synchronize(address, (form & hostFormBlockScope) != 0);
  HostShadow stamps = shadow->host();
  if (!stamps.first || (!owner && !launch_.options().races))
    return;
  Conflict context = {address, place, form, value};
  std::uint64_t end = shadow->endOf(address, size);
  for (std::uint64_t at = address; at < end; at += shadow->granule()) {
    context.address = at;
    if (owner)
      touchShared(stamps, shadow->piece(at), now, context);
    else
      touch(stamps, shadow->piece(at), now, context);
  }
}

inline bool BlockCheck::isForeign(std::uint64_t stamp) const {
  if (kindOf(stamp) == HostStamp::None)
    return false;
  return cluster_.empty() ? stamps_.moment(stamp) < birth_
                          : !isOfCluster(stamps_.block(stamp));
}

inline void BlockCheck::touchShared(const HostShadow &shadow, std::size_t piece,
                                    std::uint64_t now,
                                    const Conflict &context) {
  std::uint64_t &first = shadow.first[piece];
  if (first & hostStampHasOthers) {
    Pair &others = shadow.others[piece];
    for (std::uint64_t &other : others)
      if (isForeign(other))
        other = 0;
    if (!others[0] && !others[1])
      first &= ~hostStampHasOthers;
  }
  if (isForeign(first))
    first &= hostStampHasOthers;
  AccessKind kind = Stamps::kind(now);
  if (kindOf(first) == HostStamp::None && kind != AccessKind::Write) {
    if (launch_.options().uninit)
      uninitialized(stamps_.unpack(now).site, context.address);
    // Once is enough; an atomic has also written.
    first |=
        (now & ~hostStampKind) | static_cast<std::uint64_t>(HostStamp::Ordered);
  }
  if (launch_.options().races)
    touch(shadow, piece, now, context);
  else if (kind == AccessKind::Write)
    first = now;
}

inline void BlockCheck::touch(const HostShadow &shadow, std::size_t piece,
                              std::uint64_t now, const Conflict &context) {
  std::uint64_t &first = shadow.first[piece];
  Pair &others = shadow.others[piece];
  AccessKind kind = Stamps::kind(now);
  if (kindOf(first) == HostStamp::None && !(first & hostStampHasOthers)) {
    first = now;
    return;
  }
  if (kindOf(first) != HostStamp::Write &&
      kindOf(first) != HostStamp::Ordered && !(first & hostStampHasOthers)) {
    // There was no write: it is one of the others.
    others[0] = first;
    others[1] = 0;
    first = hostStampHasOthers;
  }
  if (kindOf(first) != HostStamp::None && !isBefore(first))
    race(first, now, context);
  if (first & hostStampHasOthers)
    touchOthers(others, now, context);
  if (kind == AccessKind::Write) {
    if (first & hostStampHasOthers)
      shadow.quiet[piece] = 0;
    first = now;
    return;
  }
  addOther(shadow, piece, now);
}

/// A read or an atomic that conflicts with nothing, or was told of.
inline void BlockCheck::addOther(const HostShadow &shadow, std::size_t piece,
                                 std::uint64_t now) const {
  std::uint64_t &first = shadow.first[piece];
  Pair &others = shadow.others[piece];
  if (first & hostStampHasOthers) {
    remember(others, now);
  } else {
    others[0] = now;
    others[1] = 0;
    first |= hostStampHasOthers;
  }
  shadow.quiet[piece] = quietAfter(first, others, now);
}

inline void BlockCheck::touchOthers(const Pair &others, std::uint64_t now,
                                    const Conflict &context) {
  AccessKind kind = Stamps::kind(now);
  for (std::uint64_t other : others) {
    AccessKind otherKind = Stamps::kind(other);
    bool areReads = kind == AccessKind::Read && otherKind == AccessKind::Read;
    if (!other || areReads || isBefore(other))
      continue;
    bool areAtomic =
        kind == AccessKind::Atomic && otherKind == AccessKind::Atomic;
    bool isNarrow = areAtomic &&
                    (kindOf(other) == HostStamp::BlockAtomic ||
                     kindOf(now) == HostStamp::BlockAtomic) &&
                    distance(other, now) == 3;
    if (isNarrow || (!areAtomic && kind != otherKind))
      race(other, now, context);
  }
}

/// 3: of two blocks, 2: of two warps, 1: of two threads.
inline unsigned BlockCheck::distance(std::uint64_t a, std::uint64_t b) const {
  std::uint64_t first = stamps_.moment(a), second = stamps_.moment(b);
  // What is not as old as the block may still be another's.
  bool areApart = (first == epoch_ && second < birth_) ||
                  (second == epoch_ && first < birth_);
  if (areApart || (first != second && stamps_.block(a) != stamps_.block(b)))
    return 3;
  std::uint32_t one = stamps_.thread(a), other = stamps_.thread(b);
  return one / 32 != other / 32 ? 2 : one != other ? 1 : 0;
}

/// Keeps of the unordered accesses the pair that is furthest apart, and of
/// those of one thread the first.
inline void BlockCheck::remember(Pair &others, std::uint64_t now) const {
  for (std::uint64_t other : others)
    if (other && kindOf(other) == kindOf(now) &&
        stamps_.position(other) == stamps_.position(now))
      return;
  for (std::uint64_t &other : others)
    if (!other ||
        (Stamps::kind(other) == Stamps::kind(now) && isBefore(other))) {
      other = now;
      return;
    }
  if (distance(others[0], now) > distance(others[0], others[1]))
    others[1] = now;
}

/// HostShadow::quiet. Both others are what threads of the block have just done,
/// in this epoch, or what earlier blocks did, which nothing orders; and the
/// last write comes before all of the epoch. Then another thread's same access
/// conflicts with nothing, and is not remembered if it is no further from the
/// first of them than they are from each other. Threads count that come behind
/// both, as they do where they run in order. Who is the only one to have read
/// so far may do it again.
inline std::uint64_t BlockCheck::quietAfter(std::uint64_t first,
                                            const Pair &others,
                                            std::uint64_t now) const {
  AccessKind kind = Stamps::kind(now);
  bool isFirstBefore = kindOf(first) == HostStamp::None ||
                       kindOf(first) == HostStamp::Ordered || isEarlier(first);
  if (!isQuick_ || !isFirstBefore)
    return 0;
  auto isOver = [&](std::uint64_t other) { return !other || isEarlier(other); };
  auto isSelf = [&](std::uint64_t other) {
    return kindOf(other) == HostStamp::Read &&
           stamps_.position(other) == stamps_.position(now);
  };
  if (kind == AccessKind::Read && stamps_.moment(now) == epoch_ &&
      ((isSelf(others[0]) && isOver(others[1])) ||
       (isSelf(others[1]) && isOver(others[0])))) {
    std::uint64_t place = epoch_ << (hostThreadBits + 1) | stamps_.thread(now);
    return place << hostThreadBits;
  }
  // Atomics of two blocks conflict if one is of scope block.
  bool areOthersQuiet = order_.isPlain() && (kind == AccessKind::Read ||
                                             !launch_.sites().hasBlockAtomics);
  std::uint32_t begin = 0;
  for (std::uint64_t other : others) {
    std::uint64_t moment = stamps_.moment(other);
    bool isOwn = moment == epoch_;
    if (!other || Stamps::kind(other) != kind ||
        !(isOwn || (areOthersQuiet && moment < birth_)))
      return 0;
    if (isOwn)
      begin = std::max(begin, stamps_.thread(other) + 1);
  }
  std::uint32_t end = 1u << hostThreadBits;
  unsigned apart = distance(others[0], others[1]);
  bool isOfWarp = apart < 2;
  if (isOfWarp)
    end = (begin + 31) / 32 * 32;
  if (begin >= end || (apart < 3 && stamps_.moment(others[0]) != epoch_))
    return 0;
  std::uint64_t isAtomic = kind == AccessKind::Atomic;
  std::uint64_t place = (epoch_ << 1 | isAtomic) << hostThreadBits | begin;
  return place << hostThreadBits | (end - begin - 1);
}

[[gnu::noinline]]
void BlockCheck::race(std::uint64_t earlier, std::uint64_t later,
                      const Conflict &context) {
  AccessStamp first = stamps_.unpack(earlier), now = stamps_.unpack(later);
  bool isSame = first.kind == AccessKind::Write &&
                now.kind == AccessKind::Write && context.isOfSameValue();
  // The same two places, whichever came first.
  std::uint64_t a =
      first.site * std::uint64_t(4) + static_cast<std::uint64_t>(first.kind);
  std::uint64_t b =
      now.site * std::uint64_t(4) + static_cast<std::uint64_t>(now.kind);
  auto kind = isSame ? CheckFinding::Kind::SameValue : CheckFinding::Kind::Race;
  launch_.tell(
      {kind, {std::min(a, b), std::max(a, b), first.block != now.block}},
      [&](CheckFinding &finding) {
        finding.thread = threadOf(now.block, now.thread, now.site);
        finding.access = now.kind;
        finding.other = threadOf(first.block, first.thread, first.site);
        finding.otherAccess = first.kind;
        finding.isSameWarp =
            first.block == now.block && first.thread / 32 == now.thread / 32;
        finding.element = nameOf(context.address);
      });
}

[[gnu::noinline]]
void BlockCheck::uninitialized(std::uint32_t site, std::uint64_t address) {
  note(CheckFinding::Kind::Uninitialized, site, nameOf(address));
}

void BlockCheck::note(CheckFinding::Kind kind, std::uint32_t site,
                      const std::string &element) {
  launch_.tell({kind, {site}}, [&](CheckFinding &finding) {
    finding.thread = threadOf(order_.block(), current_, site);
    finding.element = element;
  });
}

inline BlockCheck *BlockCheck::ownerOf(std::uint64_t address) {
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
  setPosition();
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
  // Of two threads of one moment one may now come before the other.
  isQuick_ = false;
  setPosition();
}

void BlockCheck::fence(bool isBlock) {
  launch_.hasFenced = true;
  order_.fence(current_, isBlock);
  setPosition();
}

void BlockCheck::index(std::uint32_t site, std::int64_t index,
                       std::int64_t extent, std::uint32_t axis) {
  launch_.tell({CheckFinding::Kind::Index, {site, axis}},
               [&](CheckFinding &finding) {
                 finding.thread = threadOf(order_.block(), current_, site);
                 finding.element = launch_.sites().sites[site].name;
                 finding.index = index;
                 finding.extent = extent;
                 finding.axis = axis;
               });
}

void BlockCheck::unset(std::uint32_t site) {
  note(CheckFinding::Kind::Unset, site, launch_.sites().sites[site].name);
}

std::string BlockCheck::nameOf(std::uint64_t address) const {
  for (const BlockCheck *block : cluster_)
    if (block != this && block->shared_.contains(address))
      return launch_.sharedName(address - block->shared_.begin());
  if (shared_.contains(address))
    return launch_.sharedName(address - shared_.begin());
  if (!locals_.empty())
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
  if (locals_.empty())
    locals_.resize(threads_);
  std::vector<LocalArray> &arrays = locals_[current_];
  for (const LocalArray &known : arrays)
    if (known.begin == begin && known.array == array)
      return;
  // What lay here belongs to calls that have returned.
  std::erase_if(arrays, [&](const LocalArray &old) {
    return old.begin < begin + bytes && begin < old.begin + old.bytes;
  });
  arrays.push_back({begin, bytes, array, WrittenBytes(bytes)});
}

[[gnu::noinline]]
bool BlockCheck::touchLocal(AccessKind kind, std::uint64_t address,
                            std::uint64_t size, std::uint32_t site) {
  if (locals_.empty())
    return false;
  for (LocalArray &local : locals_[current_]) {
    if (address - local.begin >= local.bytes)
      continue;
    std::uint64_t offset = address - local.begin;
    bool wereWritten =
        local.written.add(offset, std::min(size, local.bytes - offset));
    if (!wereWritten && kind != AccessKind::Write && launch_.options().uninit)
      uninitialized(site, address);
    return true;
  }
  return false;
}

// ---- what host code calls ----

static BlockCheck &checkOf(HostBlock *block) { return BlockCheck::of(*block); }

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

void pyk2ptx_check_called(HostBlock *block, std::uint32_t site,
                          std::uint32_t axes, std::uint32_t members,
                          const std::byte *to) {
  checkOf(block).called(site, axes, members, to);
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
