// What the checks of the CPU device find in a launch.
#ifndef PYK2PTX_JIT_SANITIZE_FINDINGS_H
#define PYK2PTX_JIT_SANITIZE_FINDINGS_H

#include "compiler/target/host_sites.h"
#include "shadow.h"

#include <pyk2ptx/argument.h>

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace pyk2ptx {

class Diagnostics;

/// One thread of a launch, and where it is.
struct CheckedThread {
  std::uint32_t block[3] = {};
  std::uint32_t thread[3] = {};
  SourceRange place;
};

struct CheckFinding {
  enum class Kind : std::uint8_t {
    Race,
    /// A race of two writes of one value.
    SameValue,
    Index,
    Uninitialized,
    Unset,
    DivergentBarrier,
    MissedBarrier,
    /// Of a group that makes one call together.
    IncompleteGroup,
    /// Of parts of a block that add to one array, each the whole.
    SharedSum,
    Deadlock
  } kind;
  /// The thread that it was found in, and what it did. For MissedBarrier the
  /// one that waits.
  CheckedThread thread;
  AccessKind access = AccessKind::None;
  /// The other thread: of a race, the one that came first; of barriers, the one
  /// that waits elsewhere or has ended.
  CheckedThread other;
  AccessKind otherAccess = AccessKind::None;
  bool isSameWarp = false;
  /// The element, "s[3]", with "shared " before it; a variable's name.
  std::string element;
  /// Index
  std::int64_t index = 0, extent = 0;
  std::uint32_t axis = 0;
  /// Deadlock: why; and of each place where threads stand, the first of them
  /// and how many there are.
  std::string reason;
  struct Stand {
    CheckedThread first;
    std::uint32_t count = 0;
    std::string what;
  };
  std::vector<Stand> stands;
  /// How often it was found: the same kind at the same places.
  std::uint64_t count = 1;
};

/// Findings are one where this is the same: a kind, and up to three numbers
/// that say where.
struct FindingKey {
  CheckFinding::Kind kind;
  std::array<std::uint64_t, 3> place;

  friend auto operator<=>(const FindingKey &, const FindingKey &) = default;
};

/// As messages with both places, in the order of discovery.
void reportFindings(const std::vector<CheckFinding> &findings,
                    Diagnostics &diagnostics);

} // namespace pyk2ptx

#endif
