// What the checks take as ordered, without a kernel.
#include "runtime/jit/sanitize/order.h"
#include "runtime/jit/threads/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace pyk2ptx;

namespace {

AccessStamp stampOf(const BlockOrder &order, std::uint32_t thread) {
  AccessStamp stamp = {};
  stamp.block = order.block();
  stamp.epoch = order.epoch();
  stamp.thread = static_cast<std::uint16_t>(thread);
  stamp.clock = order.clockOf(thread);
  stamp.kind = AccessKind::Write;
  return stamp;
}

TEST(CheckOrder, AThreadAndABarrierOrder) {
  BlockOrder order(0, 64);
  AccessStamp first = stampOf(order, 3);
  EXPECT_TRUE(order.isBefore(first, 3));
  EXPECT_FALSE(order.isBefore(first, 4));
  order.barrier();
  EXPECT_TRUE(order.isBefore(first, 4));
  EXPECT_FALSE(order.isBefore(stampOf(order, 3), 4));
}

TEST(CheckOrder, SyncWarpOrdersItsMask) {
  BlockOrder order(0, 64);
  AccessStamp first = stampOf(order, 32);
  order.syncWarp(32, 0x3);
  EXPECT_TRUE(order.isBefore(first, 33));
  EXPECT_FALSE(order.isBefore(first, 34));
  EXPECT_FALSE(order.isBefore(first, 0));
  // What 33 knows, 34 learns.
  order.syncWarp(32, 0x6);
  EXPECT_TRUE(order.isBefore(first, 34));
  // What comes after the meeting is not before it.
  EXPECT_FALSE(order.isBefore(stampOf(order, 33), 34));
}

TEST(CheckOrder, AFenceAndAnAtomicOrderBlocks) {
  PublicationLog log;
  BlockOrder writer(0, 32), reader(1, 32);
  AccessStamp data = stampOf(writer, 5);
  writer.barrier();
  AccessStamp own = stampOf(writer, 0);
  // Without a fence an atomic publishes nothing.
  writer.update(0, log);
  reader.update(7, log);
  EXPECT_FALSE(reader.isBefore(data, 7));
  writer.fence(0, false);
  AccessStamp late = stampOf(writer, 0);
  writer.update(0, log);
  reader.update(7, log);
  // It must fence, too, before it knows.
  EXPECT_FALSE(reader.isBefore(data, 7));
  reader.fence(7, false);
  EXPECT_TRUE(reader.isBefore(data, 7));
  EXPECT_TRUE(reader.isBefore(own, 7));
  EXPECT_FALSE(reader.isBefore(late, 7));
  EXPECT_FALSE(reader.isBefore(data, 8));
  reader.barrier();
  EXPECT_TRUE(reader.isBefore(data, 8));
}

TEST(CheckOrder, AFenceOfTheBlockIsForTheBlock) {
  PublicationLog log;
  BlockOrder writer(0, 64), reader(1, 64);
  AccessStamp data = stampOf(writer, 5);
  writer.fence(5, true);
  writer.update(5, log);
  writer.update(40, log);
  writer.fence(40, true);
  reader.update(0, log);
  reader.fence(0, false);
  EXPECT_TRUE(writer.isBefore(data, 40));
  EXPECT_FALSE(reader.isBefore(data, 0));
}

TEST(CheckOrder, WhatIsLearnedIsPassedOn) {
  PublicationLog first, second;
  BlockOrder a(0, 32), b(1, 32), c(2, 32);
  AccessStamp data = stampOf(a, 0);
  a.fence(0, false);
  a.update(0, first);
  b.update(9, first);
  b.fence(9, false);
  b.update(9, second);
  c.update(1, second);
  c.acquire(1);
  EXPECT_TRUE(c.isBefore(data, 1));
}

TEST(CheckOrder, ABarrierOrdersWhatItsThreadsHaveLearned) {
  PublicationLog log;
  BlockOrder writer(0, 32), reader(1, 32);
  AccessStamp data = stampOf(writer, 3);
  writer.fence(3, false);
  writer.update(3, log);
  reader.update(5, log);
  reader.barrier();
  EXPECT_TRUE(reader.isBefore(data, 6));
}

TEST(CheckOrder, BlocksThatHaveMetKnowEachOther) {
  BlockOrder one(0, 32), other(1, 32);
  AccessStamp before = stampOf(one, 3);
  one.barrier();
  other.barrier();
  AccessStamp behind = stampOf(one, 3);
  EXPECT_FALSE(other.isBefore(before, 3));
  other.meet(one);
  EXPECT_TRUE(other.isBefore(before, 3));
  EXPECT_FALSE(other.isBefore(behind, 3));
}

TEST(CpuSchedule, OrdersArePermutationsAndRepeat) {
  using Kind = CpuSchedule::Kind;
  ScheduleOrder reverse({Kind::Reverse, 0});
  EXPECT_EQ(reverse.next(3), (std::vector<std::uint32_t>{2, 1, 0}));
  ScheduleOrder one({Kind::Random, 7}), same({Kind::Random, 7});
  std::vector<std::uint32_t> order = one.next(100);
  EXPECT_EQ(order, same.next(100));
  EXPECT_NE(order, one.next(100));
  std::sort(order.begin(), order.end());
  for (std::uint32_t i = 0; i < 100; ++i)
    EXPECT_EQ(order[i], i);
}

TEST(CheckMoments, EachNumberGivesItsMomentBack) {
  Moments moments(1000);
  std::vector<Moment> all;
  for (std::uint32_t block : {0u, 1u, 2u, 7u})
    all.push_back({block, 0, 0});
  for (std::uint32_t epoch = 1; epoch < 5; ++epoch)
    all.push_back({7, epoch, 0});
  for (std::uint16_t clock = 1; clock < 4; ++clock)
    all.push_back({7, 4, clock});
  // Two blocks in turn, then again what there was.
  for (std::uint32_t epoch = 5; epoch < 8; ++epoch) {
    all.push_back({7, epoch, 0});
    all.push_back({8, epoch, 0});
  }
  all.push_back({0, 0, 0});
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_EQ(moments.add(all[i]), i + 1);
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(moments.at(i + 1), all[i]);
    EXPECT_EQ(moments.at(all.size() - i), all[all.size() - 1 - i]);
  }
}

TEST(CheckMoments, ThereIsAnEnd) {
  Moments moments(3);
  EXPECT_EQ(moments.add({0, 0, 0}), 1u);
  EXPECT_EQ(moments.add({0, 1, 0}), 2u);
  EXPECT_EQ(moments.add({0, 2, 0}), 3u);
  EXPECT_EQ(moments.add({5, 0, 0}), moments.limit());
}

TEST(CheckStamps, WordsAreWhatTheyWereMadeOf) {
  for (unsigned siteBits : {0u, 3u, 20u, 32u}) {
    Stamps stamps(siteBits);
    std::uint64_t moment = stamps.moments().add({5, 6, 0});
    moment = stamps.moments().add({9, 7, 3});
    std::uint64_t site = siteBits ? (std::uint64_t(1) << siteBits) - 1 : 0;
    std::uint64_t word = stamps.of(moment, 1023) | site << hostStampSite |
                         hostStampHasOthers |
                         static_cast<std::uint64_t>(HostStamp::BlockAtomic);
    AccessStamp access = stamps.unpack(word);
    EXPECT_EQ(access.block, 9u);
    EXPECT_EQ(access.epoch, 7u);
    EXPECT_EQ(access.clock, 3u);
    EXPECT_EQ(access.thread, 1023u);
    EXPECT_EQ(access.site, site);
    EXPECT_EQ(access.kind, AccessKind::Atomic);
    EXPECT_TRUE(access.isBlockScope);
    EXPECT_EQ(stamps.position(word), moment << hostThreadBits | 1023);
  }
}

TEST(CheckShadow, MemoryThatNobodyNeedsToKnowHasNoStamps) {
  ShadowMemory shadow(1000, 20, 4, false);
  EXPECT_TRUE(shadow.contains(1000));
  EXPECT_EQ(shadow.host().first, nullptr);
  shadow.clear();
}

TEST(CheckShadow, CellsAreOfWholePieces) {
  ShadowMemory shadow(1001, 20, 4);
  EXPECT_TRUE(shadow.contains(1000) && shadow.contains(1020));
  EXPECT_FALSE(shadow.contains(999) || shadow.contains(1021));
  EXPECT_EQ(shadow.piece(1004), shadow.piece(1007));
  EXPECT_NE(shadow.piece(1004), shadow.piece(1008));
  EXPECT_EQ(shadow.endOf(1016, 64), 1021u);
  std::uint64_t &first = shadow.host().first[shadow.piece(1004)];
  first = 3;
  shadow.clear();
  EXPECT_EQ(first, 0u);
}

} // namespace
