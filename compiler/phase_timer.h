// Who spends the time: one row a phase.
#ifndef PYK2PTX_COMPILER_PHASE_TIMER_H
#define PYK2PTX_COMPILER_PHASE_TIMER_H

#include <pyk2ptx/compile.h>

#include <chrono>

namespace pyk2ptx {

/// Each lap is the time since the last one.
class PhaseTimer {
public:
  explicit PhaseTimer(std::vector<PhaseTime> &times) : times_(times) {}

  void lap(const char *phase) {
    Clock::time_point now = Clock::now();
    std::chrono::duration<double, std::milli> spent = now - last_;
    times_.push_back({phase, spent.count()});
    last_ = now;
  }

private:
  using Clock = std::chrono::steady_clock;
  std::vector<PhaseTime> &times_;
  Clock::time_point last_ = Clock::now();
};

} // namespace pyk2ptx

#endif
