// Where the threads of a block stop for each other: who waits at another
// barrier or has ended, who stays away from a call that a group makes together,
// and what all of them wait for when none goes on. Blocks that have met are
// ordered.
#include "launch.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace pyk2ptx {

void BlockCheck::meet(const std::vector<BlockCheck *> &blocks) {
  for (BlockCheck *block : blocks)
    block->orderAll();
  for (BlockCheck *block : blocks)
    for (const BlockCheck *other : blocks)
      if (other != block)
        block->order_.meet(other->order_);
}

void BlockCheck::barrier(const std::vector<CpuThread> &threads) {
  orderAll();
  if (!launch_.options().barriers)
    return;
  settleCalls(threads);
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
  auto tell = [&](CheckFinding::Kind kind, std::uint32_t other) {
    launch_.tell(
        {kind, {stops_[waits], stops_[other]}}, [&](CheckFinding &finding) {
          finding.thread = threadOf(order_.block(), waits, stops_[waits]);
          finding.other = threadOf(order_.block(), other, stops_[other]);
        });
  };
  if (waits == ~0u)
    return;
  if (elsewhere != ~0u)
    tell(CheckFinding::Kind::DivergentBarrier, elsewhere);
  if (ended != ~0u)
    tell(CheckFinding::Kind::MissedBarrier, ended);
}

void BlockCheck::settleCalls(const std::vector<CpuThread> &threads) {
  auto tell = [&](CheckFinding::Kind kind, std::uint32_t site,
                  std::uint32_t thread, std::uint32_t other,
                  const char *reason) {
    launch_.tell({kind, {site}}, [&](CheckFinding &finding) {
      finding.thread = threadOf(order_.block(), thread, site);
      bool isStop = kind == CheckFinding::Kind::IncompleteGroup;
      finding.other =
          threadOf(order_.block(), other, isStop ? stops_[other] : site);
      finding.reason = reason;
    });
  };
  calls_.settle(
      [&](std::uint32_t site, std::uint32_t thread, std::uint32_t other,
          bool isAbsent) {
        bool hasEnded = threads[other].state == CpuThread::State::Ended;
        tell(CheckFinding::Kind::IncompleteGroup, site, thread, other,
             !isAbsent  ? "has made it less often"
             : hasEnded ? "has ended"
                        : "waits elsewhere");
      },
      [&](std::uint32_t site, std::uint32_t thread, std::uint32_t other, bool) {
        tell(CheckFinding::Kind::SharedSum, site, thread, other, "");
      });
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
  launch_.tell(
      {CheckFinding::Kind::IncompleteGroup,
       {stops_[there], exists ? stops_[first + lane] : ~0u}},
      [&](CheckFinding &finding) {
        finding.thread = threadOf(order_.block(), there, stops_[there]);
        finding.other = threadOf(order_.block(), first + lane,
                                 stops_[exists ? first + lane : there]);
        finding.reason = exists ? "has ended" : "the block does not have";
        if (!exists)
          finding.element = "lane " + std::to_string(lane) + " of its warp";
      });
}

void BlockCheck::deadlock(const std::vector<CpuThread> &threads,
                          std::uint32_t thread, const std::string &reason,
                          std::string (*describe)(const CpuThread &)) {
  launch_.tell(
      {CheckFinding::Kind::Deadlock, {stops_[thread]}},
      [&](CheckFinding &finding) {
        finding.thread = threadOf(order_.block(), thread, stops_[thread]);
        finding.reason = reason;
        for (std::uint32_t i = 0; i < threads.size(); ++i) {
          CheckFinding::Stand one{threadOf(order_.block(), i, stops_[i]), 1,
                                  describe(threads[i])};
          auto same = std::ranges::find_if(
              finding.stands, [&](const CheckFinding::Stand &known) {
                return known.what == one.what &&
                       known.first.place.begin == one.first.place.begin;
              });
          if (same == finding.stands.end())
            finding.stands.push_back(std::move(one));
          else
            ++same->count;
        }
      });
}

} // namespace pyk2ptx
