// Loops in which a thread may wait for what another one does.
#ifndef PYK2PTX_COMPILER_ANALYZE_WAITS_H
#define PYK2PTX_COMPILER_ANALYZE_WAITS_H

#include "frontend/ir/ir.h"

#include <vector>

namespace pyk2ptx {

enum class Wait : std::uint8_t {
  /// It ends by what the thread does itself.
  None,
  /// An iteration leaves nothing behind but what its atomics changed: where
  /// they changed nothing, the next one is the same.
  Spins,
  /// It may also be at work.
  Works
};

class Waits {
public:
  explicit Waits(const ir::Module &module);

  [[nodiscard]] Wait of(const ir::While &loop) const;
  [[nodiscard]] Wait of(const ir::ForRange &loop) const;
  /// Whether a loop of `function` itself waits.
  [[nodiscard]] bool hasWait(const ir::Function &function) const;

private:
  friend class LoopWait;

  /// What a function's result may depend on, callees included.
  struct Sources {
    bool atomics = false, loads = false;
    /// It stores, prints, or has loops.
    bool works = false;
  };
  Sources sourcesOf(const ir::Function &function) const;

  std::vector<Sources> sources_;
  /// No function has such a slot, nor one behind it.
  ir::SlotId firstFlag_ = 0;
  /// Threads of this module tell each other of what they wrote.
  bool communicates_ = false;
};

} // namespace pyk2ptx

#endif
