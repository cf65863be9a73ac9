// Of a kernel that is there twice one copy runs. A slot that both set is
// nothing that anybody knows the one value of (only_values.h); and a local
// array that both fill is in memory if it is for one of them, whose loops are
// not unrolled, while the other would have its elements in registers.
#include "own_names.h"

#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/types/types.h"

#include <cstdint>
#include <unordered_map>
#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Bytes of arrays that are in registers, where they can be. More would be
/// memory of each thread that one copy needs and the other does not.
constexpr std::uint64_t mostBytes = 1024;

bool isForRegisters(const ArrayDeclaration &array) {
  return array.space == Space::Local && array.parameter < 0 &&
         array.count() * byteSize(array.element) <= mostBytes;
}

} // namespace

static void giveOwnNames(Function &kernel, Block &copy) {
  std::unordered_map<SlotId, SlotId> slots;
  std::unordered_map<std::uint32_t, std::uint32_t> arrays;
  auto own = [&](auto &id, auto &ids, auto &all) {
    auto [place, isNew] = ids.try_emplace(id, 0);
    if (isNew) {
      place->second = static_cast<decltype(place->second)>(all.size());
      auto same = all[id];
      all.push_back(std::move(same));
    }
    id = place->second;
  };
  forEachSlotNamed(copy, [&](SlotId &slot) {
    if (slot >= kernel.paramCount)
      own(slot, slots, kernel.slots);
  });
  forEachExprIn(copy, [&](Expr &expr) {
    auto *storage = std::get_if<ArrayStorage>(&expr.node);
    if (storage && isForRegisters(kernel.arrays[storage->array]))
      own(storage->array, arrays, kernel.arrays);
  });
}

If &putTwice(Function &kernel, Block &body, If choice) {
  choice.body = std::move(body);
  choice.orElse = clone(choice.body);
  giveOwnNames(kernel, choice.orElse);
  body.clear();
  body.push_back({kernel.range, std::move(choice)});
  return std::get<If>(body.back().node);
}

bool tellsPlaces(const Function &kernel) {
  bool does = false;
  forEachStmt(kernel.body, [&](const Stmt &stmt) {
    const auto *raise = std::get_if<Raise>(&stmt.node);
    does = does || (raise && raise->report);
  });
  return does;
}

} // namespace pyk2ptx
