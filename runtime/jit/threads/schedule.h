// The order in which the CPU device runs blocks, warps and threads, where
// nothing else decides it.
#ifndef PYK2PTX_JIT_THREADS_SCHEDULE_H
#define PYK2PTX_JIT_THREADS_SCHEDULE_H

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace pyk2ptx {

struct CpuSchedule {
  enum class Kind : std::uint8_t {
    Forward,
    Reverse,
    Random
  } kind = Kind::Forward;
  /// Random: the same seed gives the same order.
  std::uint64_t seed = 0;
  /// One block after the other, Forward too; else Forward may use all cores.
  bool oneByOne = false;
};

/// Makes the orders of one launch, one after the other.
class ScheduleOrder {
public:
  explicit ScheduleOrder(CpuSchedule schedule = {})
      : kind_(schedule.kind), state_(schedule.seed) {}

  bool isForward() const { return kind_ == CpuSchedule::Kind::Forward; }
  /// The numbers below `count`, in the order to take.
  std::vector<std::uint32_t> next(std::uint32_t count) {
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0u);
    for (std::uint32_t i = 0; i < count; ++i) {
      std::uint32_t other = count - 1 - i;
      if (kind_ == CpuSchedule::Kind::Random)
        other = i + static_cast<std::uint32_t>(random() % (count - i));
      else if (kind_ == CpuSchedule::Kind::Forward || other <= i)
        break;
      std::swap(order[i], order[other]);
    }
    return order;
  }

private:
  /// splitmix64
  std::uint64_t random() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }

  CpuSchedule::Kind kind_;
  std::uint64_t state_;
};

} // namespace pyk2ptx

#endif
