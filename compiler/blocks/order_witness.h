// What shows in which order, and as which of a block's, threads run.
#ifndef PYK2PTX_COMPILER_BLOCKS_ORDER_WITNESS_H
#define PYK2PTX_COMPILER_BLOCKS_ORDER_WITNESS_H

#include "frontend/ir/ir.h"

#include <functional>
#include <utility>

namespace pyk2ptx {

class OrderWitness {
public:
  /// Of which expressions of a function that does not matter: they are not
  /// looked into.
  using Known = std::function<bool(const ir::Expr &, const ir::Function &)>;

  /// The module must outlive it.
  OrderWitness(const ir::Module &module, Known isKnown)
      : module_(module), isKnown_(std::move(isKnown)) {}

  /// Whether the function or one that it calls prints or reports, has atomics
  /// elsewhere than in the kernel itself, shares an array with others of its
  /// block, asks where it is, or waits.
  [[nodiscard]] bool isIn(const ir::Function &function) const;

private:
  bool isIn(const ir::Expr &expr, const ir::Function &function) const;

  const ir::Module &module_;
  Known isKnown_;
};

} // namespace pyk2ptx

#endif
