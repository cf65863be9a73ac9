// From which declaration or parameter an array value comes, through views of
// it.
#ifndef PYK2PTX_COMPILER_ANALYZE_ARRAY_ROOTS_H
#define PYK2PTX_COMPILER_ANALYZE_ARRAY_ROOTS_H

#include "frontend/ir/ir.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace pyk2ptx {

class ArrayRoots {
public:
  /// The function must outlive it.
  explicit ArrayRoots(const ir::Function &function);
  /// Whether two arrays cannot share memory, whatever the arguments are.
  bool areDistinct(const ir::Expr &left, const ir::Expr &right) const;
  /// The parameter that the array is, or is part of.
  std::optional<ir::SlotId> parameterOf(const ir::Expr &array) const;

private:
  std::int64_t rootOf(const ir::Expr &expr) const;

  const ir::Function &function_;
  /// Of each slot: the declaration that every value of it comes from or, behind
  /// those, the parameter; or one of the marks in array_roots.cpp.
  std::vector<std::int64_t> roots_;
};

} // namespace pyk2ptx

#endif
