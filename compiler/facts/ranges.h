// Value ranges of integer expressions of the IR.
#ifndef PYK2PTX_COMPILER_FACTS_RANGES_H
#define PYK2PTX_COMPILER_FACTS_RANGES_H

#include "float_range.h"
#include "frontend/ir/ir.h"

#include <pyk2ptx/abi.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace pyk2ptx {

/// All values an int64 expression may have, both ends included. The whole of
/// int64 when nothing is known (of a uint64 too, whose interval is narrower
/// only when it fits int64 and is not negative).
struct Interval {
  std::int64_t low = INT64_MIN;
  std::int64_t high = INT64_MAX;

  bool isNonNegative() const { return low >= 0; }
  /// Whether an int32 holds all of them.
  bool isWord() const { return low >= INT32_MIN && high <= INT32_MAX; }
  bool contains(std::int64_t value) const {
    return low <= value && value <= high;
  }
  friend bool operator==(const Interval &, const Interval &) = default;
};

/// What is known of a function's slots and expressions, independent of the
/// place in the program: a slot's range covers everything ever assigned to it
/// (its initial zero too). The function must outlive it, unchanged but for the
/// flags of its indices.
class Ranges {
public:
  explicit Ranges(const ir::Function &function);
  /// Integers and bools only.
  Interval of(const ir::Expr &expr) const;
  /// Of an integer or bool slot.
  Interval ofSlot(ir::SlotId slot) const;
  /// The extent of an axis of an array expression: exact for a shared or local
  /// array that the function declares.
  Interval extent(const ir::Expr &array, unsigned axis) const;

  /// Whatever an element of the array is: of constants, what they are.
  Interval elements(const ir::Expr &array) const;

private:
  friend class RangeAnalysis;
  /// The array that the function declares, or -1.
  std::int64_t declarationOf(const ir::Expr &array) const;

  const ir::Function &function_;
  std::vector<Interval> slots_;
  /// Of float32 and float64 slots; empty where no integer is made of any.
  std::vector<FloatRange> reals_;
  /// The declaration that an array slot always holds, or -1.
  std::vector<std::int64_t> declarations_;
  /// By declaration, its constants' range.
  std::vector<Interval> data_;
  mutable std::unordered_map<const ir::Expr *, Interval> known_;
};

/// An integer or bool parameter, as the function is given it.
Interval parameterRange(const ir::Function &function, ir::SlotId slot);
/// The largest extent of an array that the function is given.
std::int64_t largestExtent(const ir::Function &function);
/// The same of an array that it has as this parameter.
std::int64_t largestExtent(const ir::Function &function, ir::SlotId parameter);
/// The range of a thread register (Signature::Register).
Interval registerRange(Builtin builtin);
/// The same in a function that may know its block.
Interval registerRange(Builtin builtin, const ir::Function &function);
/// Whether no value of left op right leaves int64: op is Add, Sub or Mul.
bool staysInInt64(ir::BinaryOp op, Interval left, Interval right);

} // namespace pyk2ptx

#endif
