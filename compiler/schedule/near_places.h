// Which addresses lie beside each other, whatever computes them.
#ifndef PYK2PTX_COMPILER_SCHEDULE_NEAR_PLACES_H
#define PYK2PTX_COMPILER_SCHEDULE_NEAR_PLACES_H

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Value.h>

namespace pyk2ptx {

/// An address: root + constant, and each value times its number, in bytes.
class Place {
public:
  Place(const llvm::Value &pointer, const llvm::DataLayout &layout);

  /// Less than a line of the cache, 128 bytes, apart.
  [[nodiscard]] bool isNear(const Place &other) const;

private:
  const llvm::Value *root_;
  llvm::SmallMapVector<llvm::Value *, llvm::APInt, 4> values_;
  llvm::APInt constant_;
};

} // namespace pyk2ptx

#endif
