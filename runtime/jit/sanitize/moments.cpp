// A run is where it begins, and what grows by one from a moment to the next.
#include "moments.h"

#include <algorithm>

namespace pyk2ptx {

Moment Moments::Run::at(std::uint64_t number) const {
  Moment moment = begin;
  std::uint64_t steps = number - first;
  if (step == Step::Block)
    moment.block += static_cast<std::uint32_t>(steps);
  else if (step == Step::Epoch)
    moment.epoch += static_cast<std::uint32_t>(steps);
  else if (step == Step::Clock)
    moment.clock = static_cast<std::uint16_t>(moment.clock + steps);
  return moment;
}

std::uint64_t Moments::add(const Moment &moment) {
  if (next_ >= limit_)
    return limit_;
  std::uint64_t number = next_++;
  if (!runs_.empty()) {
    Run &run = runs_.back();
    if (run.step != Step::None && run.at(number) == moment)
      return number;
    if (run.step == Step::None)
      for (Step step : {Step::Block, Step::Epoch, Step::Clock}) {
        Run longer = {run.first, run.begin, step};
        if (longer.at(number) == moment) {
          run = longer;
          return number;
        }
      }
  }
  runs_.push_back({number, moment, Step::None});
  return number;
}

Moment Moments::at(std::uint64_t number) const {
  auto isOf = [&](std::size_t run) {
    return runs_[run].first <= number &&
           (run + 1 == runs_.size() || number < runs_[run + 1].first);
  };
  if (!isOf(last_)) {
    auto behind = std::upper_bound(runs_.begin(), runs_.end(), number,
                                   [](std::uint64_t wanted, const Run &run) {
                                     return wanted < run.first;
                                   });
    last_ = static_cast<std::size_t>(behind - runs_.begin()) - 1;
  }
  return runs_[last_].at(number);
}

} // namespace pyk2ptx
