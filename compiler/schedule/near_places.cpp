// The elements p[8 * i + 1] and p[i * 8 + 2] are neighbours, though one address
// is not the other plus a constant: LLVM has added what both have in common in
// another order. So an address is taken apart into what it is a sum of.
#include "near_places.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Operator.h>

#include <cstdint>

namespace pyk2ptx {

/// Bytes, of a line of the cache.
static constexpr std::uint64_t near = 128;

Place::Place(const llvm::Value &pointer, const llvm::DataLayout &layout)
    : root_(&pointer) {
  unsigned bits = layout.getIndexTypeSizeInBits(pointer.getType());
  constant_ = llvm::APInt(bits, 0);
  while (const auto *step = llvm::dyn_cast<llvm::GEPOperator>(root_)) {
    if (!step->collectOffset(layout, bits, values_, constant_))
      break;
    root_ = step->getPointerOperand();
  }
}

bool Place::isNear(const Place &other) const {
  return root_ == other.root_ && values_.size() == other.values_.size() &&
         llvm::all_of(values_,
                      [&](const auto &value) {
                        auto same = other.values_.find(value.first);
                        return same != other.values_.end() &&
                               same->second == value.second;
                      }) &&
         (constant_ - other.constant_).abs().ult(near);
}

} // namespace pyk2ptx
