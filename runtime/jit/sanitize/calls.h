// Calls whose work threads share without waiting for each other: a block's
// product of matrices, a copy of a tensor. A thread that stays away leaves its
// part undone, and nothing hangs.
#ifndef PYK2PTX_JIT_SANITIZE_CALLS_H
#define PYK2PTX_JIT_SANITIZE_CALLS_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace pyk2ptx {

/// How often the threads of one block have made each such call since they last
/// met. Threads share a call with those of their line of the block (one axis),
/// of their plane (two), or with all (three), the first so many of these.
class SharedCalls {
public:
  explicit SharedCalls(const std::uint32_t (&block)[3])
      : x_(block[0]), y_(block[1]), threads_(block[0] * block[1] * block[2]) {}

  /// `to`: what the call adds to, or null.
  void note(std::uint32_t thread, std::uint32_t site, std::uint32_t axes,
            std::uint32_t members, const std::byte *to);

  /// Of a call at `site`: `other` is one of the same part of the block, and has
  /// made it less often; or one of another part, and they add to one array.
  using Tell = std::function<void(std::uint32_t site, std::uint32_t thread,
                                  std::uint32_t other, bool isAbsent)>;
  /// All threads have met, or ended. Tells of each call once, and forgets all.
  void settle(const Tell &absent, const Tell &twice);

private:
  struct Call {
    std::uint32_t part = 0, members = 0;
    /// By thread.
    std::vector<std::uint32_t> counts;
    /// By part.
    std::vector<const std::byte *> targets;
  };

  void settlePart(std::uint32_t site, const Call &call, std::uint32_t first,
                  const Tell &absent) const;
  void settleTargets(std::uint32_t site, const Call &call,
                     const Tell &twice) const;

  std::uint32_t x_, y_, threads_;
  std::map<std::uint32_t, Call> calls_;
};

} // namespace pyk2ptx

#endif
