// What the variables of a function are at one point of it.
#ifndef PYK2PTX_FRONTEND_EMIT_VARIABLES_H
#define PYK2PTX_FRONTEND_EMIT_VARIABLES_H

#include "frontend/evaluate/evaluate.h"
#include "frontend/ir/ir.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pyk2ptx {

/// What is known of the number of an array's elements along an axis.
struct Extent {
  std::optional<std::int64_t> most;
  /// It has as many, unless an index before was outside.
  bool isExact = false;
  friend bool operator==(const Extent &, const Extent &) = default;
};
/// One an axis; empty: nothing is known.
using Extents = std::vector<Extent>;

/// What a variable is at one point.
struct Variable {
  /// Assigned on some path that leads here.
  bool isSet = false;
  /// Not assigned on some other.
  bool maybeUnset = false;
  /// That other way is none: it goes around a loop that turns once at least.
  bool isSure = false;
  /// Its types cannot meet; an error if it is read.
  bool isConflict = false;
  std::string conflictA, conflictB;
  /// Known at compile time on every path.
  std::optional<Value> known;
  /// Has a run-time value in `slot` of type `type`.
  bool hasSlot = false;
  Type type = Type::error();
  ir::SlotId slot = 0;
  /// Of an array.
  Extents extents;

  /// Assigned what cannot be typed (yet): nothing.
  bool isError() const { return isSet && !isConflict && !hasSlot && !known; }
  friend bool operator==(const Variable &, const Variable &);
};

/// All variables of a function, by index. Two of them are kept for every loop
/// and every `if` around a statement, and most variables are the same in all:
/// so copies share what neither has set since, some variables at a time. What
/// is read is a reference until the next `set`.
class Variables {
public:
  Variables() = default;
  /// None is set.
  explicit Variables(std::size_t count)
      : size_(count),
        parts_((count + perPart - 1) / perPart, std::make_shared<Part>()) {}

  std::size_t size() const { return size_; }
  const Variable &operator[](std::size_t index) const {
    return (*parts_[index / perPart])[index % perPart];
  }
  void set(std::size_t index, Variable variable) {
    std::shared_ptr<Part> &part = parts_[index / perPart];
    if (part.use_count() > 1)
      part = std::make_shared<Part>(*part);
    (*part)[index % perPart] = std::move(variable);
  }

  /// Calls visit(index) for all that may differ: those that are not shared.
  /// It may set them.
  template <class Visit>
  static void forEachUnshared(const Variables &a, const Variables &b,
                              const Visit &visit) {
    for (std::size_t at = 0; at < a.parts_.size(); ++at) {
      if (a.parts_[at] == b.parts_[at])
        continue;
      std::size_t end = std::min((at + 1) * perPart, a.size_);
      for (std::size_t index = at * perPart; index < end; ++index)
        visit(index);
    }
  }

  friend bool operator==(const Variables &a, const Variables &b) {
    return std::ranges::equal(
        a.parts_, b.parts_,
        [](const std::shared_ptr<Part> &x, const std::shared_ptr<Part> &y) {
          return x == y || *x == *y;
        });
  }

private:
  static constexpr std::size_t perPart = 16;
  using Part = std::array<Variable, perPart>;
  std::size_t size_ = 0;
  std::vector<std::shared_ptr<Part>> parts_;
};

/// Variables at one point; not `isReachable` after return, break, continue.
struct Environment {
  bool isReachable = true;
  Variables variables;
};

} // namespace pyk2ptx

#endif
