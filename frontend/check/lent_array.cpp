// Local arrays that a device function returns. They would end with the call, as
// they do in C, so they are not the function's own: each call gives it arrays
// of its caller's, one for each place of a call, as parameters that nobody
// wrote. A caller that returns them gets them from its own caller in turn.
#include "checker.h"
#include "frontend/ir/ir_walk.h"

#include <map>
#include <utility>

namespace pyk2ptx {

void FunctionChecker::borrowArrays() {
  std::map<std::uint32_t, std::uint32_t> borrowed;
  std::vector<ir::Slot> places;
  forEachExprIn(function_.body, [&](const ir::Expr &expr) {
    const auto *storage = std::get_if<ir::ArrayStorage>(&expr.node);
    if (!storage || function_.arrays[storage->array].space != Space::Local)
      return;
    auto number = static_cast<std::uint32_t>(places.size());
    if (!borrowed.try_emplace(storage->array, number).second)
      return;
    lent_.push_back(function_.arrays[storage->array]);
    places.push_back({lent_.back().name, expr.type});
  });
  std::uint32_t first = function_.paramCount;
  auto count = static_cast<std::uint32_t>(places.size());
  auto move = [&](ir::SlotId &slot) {
    if (slot >= first)
      slot += count;
  };
  std::vector<ir::ArrayDeclaration> own;
  std::vector<std::uint32_t> ownNumbers;
  for (std::uint32_t i = 0; i < function_.arrays.size(); ++i) {
    ownNumbers.push_back(static_cast<std::uint32_t>(own.size()));
    if (!borrowed.contains(i))
      own.push_back(std::move(function_.arrays[i]));
  }
  forEachSlotNamed(function_.body, move);
  forEachExprIn(function_.body, [&](ir::Expr &expr) {
    auto *storage = std::get_if<ir::ArrayStorage>(&expr.node);
    if (!storage)
      return;
    auto found = borrowed.find(storage->array);
    if (found == borrowed.end())
      storage->array = ownNumbers[storage->array];
    else
      expr.node = ir::SlotValue{first + found->second};
  });
  function_.arrays = std::move(own);
  function_.slots.insert(function_.slots.begin() + first, places.begin(),
                         places.end());
  function_.paramCount += count;
}

/// The array of this function that the call at `range` lends for the one at
/// `at`: the same one in each round of a loop.
ir::ExprPtr FunctionChecker::lentArray(const Instance &instance, std::size_t at,
                                       SourceRange range) {
  auto [found, isNew] = lentArrays_.try_emplace(
      {placeOf(range) + "-" + std::to_string(range.end), unrolledKey_,
       instance.function, at},
      static_cast<std::uint32_t>(function_.arrays.size()));
  if (isNew)
    function_.arrays.push_back(instance.lent[at]);
  const ir::Function &callee = file_.module().functions[instance.function];
  std::size_t slot = callee.paramCount - instance.lent.size() + at;
  return makeExpr(range, callee.slots[slot].type,
                  ir::ArrayStorage{found->second});
}

} // namespace pyk2ptx
