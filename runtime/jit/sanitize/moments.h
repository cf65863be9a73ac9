// Moments of a launch, and their numbers: an access is stamped with one number
// in place of its block, the block's barriers and the thread's clock.
//
// Numbers are given in the order in which moments are asked for. Those that
// follow each other nearly always differ by one block, one barrier or one tick,
// so that a run of any length is one entry.
#ifndef PYK2PTX_JIT_SANITIZE_MOMENTS_H
#define PYK2PTX_JIT_SANITIZE_MOMENTS_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pyk2ptx {

struct Moment {
  /// x fastest.
  std::uint32_t block = 0;
  /// Barriers of the block before it.
  std::uint32_t epoch = 0;
  /// Warp synchronizations and fences of the thread since the last barrier.
  std::uint16_t clock = 0;

  bool operator==(const Moment &) const = default;
};

class Moments {
public:
  /// Numbers are below `limit`, which stands for all moments that got none.
  explicit Moments(std::uint64_t limit) : limit_(limit) {}

  /// A new number, greater than all before; never 0.
  std::uint64_t add(const Moment &moment);
  /// The moment of a number that was given.
  [[nodiscard]] Moment at(std::uint64_t number) const;
  [[nodiscard]] std::uint64_t limit() const { return limit_; }

private:
  enum class Step : std::uint8_t { None, Block, Epoch, Clock };
  struct Run {
    std::uint64_t first;
    Moment begin;
    Step step;

    [[nodiscard]] Moment at(std::uint64_t number) const;
  };

  std::uint64_t limit_;
  std::uint64_t next_ = 1;
  std::vector<Run> runs_;
  /// The run that was asked for last.
  mutable std::size_t last_ = 0;
};

} // namespace pyk2ptx

#endif
