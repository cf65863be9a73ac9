// Where all threads of a block have met, each has made a shared call as often
// as those that share it. Who makes it does not wait, so it is no meeting to
// the other checks: what a missing barrier lets happen they find as before.
#include "calls.h"

#include <algorithm>

namespace pyk2ptx {

void SharedCalls::note(std::uint32_t thread, std::uint32_t site,
                       std::uint32_t axes, std::uint32_t members,
                       const std::byte *to) {
  Call &call = calls_[site];
  if (call.counts.empty()) {
    call.part = axes == 1 ? x_ : axes == 2 ? x_ * y_ : threads_;
    call.members = std::min(members, call.part);
    call.counts.resize(threads_);
    call.targets.resize(threads_ / call.part);
  }
  ++call.counts[thread];
  if (to)
    call.targets[thread / call.part] = to;
}

void SharedCalls::settlePart(std::uint32_t site, const Call &call,
                             std::uint32_t first, const Tell &absent) const {
  auto begin = call.counts.begin() + first;
  auto [least, most] = std::minmax_element(begin, begin + call.members);
  if (*least == *most)
    return;
  auto numberOf = [&](auto place) {
    return static_cast<std::uint32_t>(place - call.counts.begin());
  };
  absent(site, numberOf(most), numberOf(least), *least == 0);
}

void SharedCalls::settleTargets(std::uint32_t site, const Call &call,
                                const Tell &twice) const {
  for (std::uint32_t i = 1; i < call.targets.size(); ++i)
    for (std::uint32_t j = 0; call.targets[i] && j < i; ++j)
      if (call.targets[i] == call.targets[j])
        return twice(site, i * call.part, j * call.part, false);
}

void SharedCalls::settle(const Tell &absent, const Tell &twice) {
  for (const auto &[site, call] : calls_) {
    for (std::uint32_t first = 0; first < threads_; first += call.part)
      settlePart(site, call, first, absent);
    settleTargets(site, call, twice);
  }
  calls_.clear();
}

} // namespace pyk2ptx
