// Views: a[i], a[i:j:k], a[..., newaxis] as array values. Nothing of a view
// touches memory. A slice is clamped as Python's slice.indices does; an index
// that is outside gives a view with zero extents.
#include "lowerer.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include <cstdint>
#include <optional>

namespace pyk2ptx {

namespace {

/// A slice of one axis, clamped.
struct Slice {
  llvm::Value *first, *count, *step;
};

struct SliceLowerer {
  FunctionLowerer &f;
  llvm::IRBuilder<> &b;

  llvm::Value *max(llvm::Value *x, llvm::Value *y) {
    return b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, x, y);
  }
  llvm::Value *min(llvm::Value *x, llvm::Value *y) {
    return b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, x, y);
  }

  /// A bound as slice.indices has it: wrapped once, then clamped to
  /// [lowest, highest]. `known` is the bound's range.
  llvm::Value *clamp(llvm::Value *bound, Interval known, llvm::Value *extent,
                     llvm::Value *lowest, llvm::Value *highest) {
    if (!known.isNonNegative()) {
      llvm::Value *isNegative = b.CreateICmpSLT(bound, f.i64(0));
      llvm::Value *wrapped = b.CreateAdd(bound, extent);
      bound = b.CreateSelect(isNegative, wrapped, bound);
    }
    return min(max(bound, lowest), highest);
  }

  /// x[::s] and x[a::s] of a < s: without a choice for what is empty.
  std::optional<Slice> lowerStride(const ir::ViewSubscript &subscript,
                                   llvm::Value *extent) {
    // What is more than a variable is computed, for what it may do besides.
    auto constantOf = [&](const ir::ExprPtr &bound, std::int64_t none) {
      Interval range = bound ? f.ranges.of(*bound) : Interval{none, none};
      bool isPlain = !bound ||
                     std::holds_alternative<ir::Constant>(bound->node) ||
                     std::holds_alternative<ir::SlotValue>(bound->node);
      return isPlain && range.low == range.high ? range.low : -1;
    };
    std::int64_t step = constantOf(subscript.step, 1),
                 first = constantOf(subscript.lower, 0);
    if (subscript.upper || step < 1 || step > INT32_MAX || first < 0 ||
        first >= step)
      return std::nullopt;
    if (step == 1)
      return Slice{f.i64(0), extent, f.i64(1)};
    llvm::Value *end = b.CreateNUWAdd(
        extent, f.i64(static_cast<std::uint64_t>(step - 1 - first)));
    llvm::Value *by = f.i64(static_cast<std::uint64_t>(step));
    llvm::Value *count = b.CreateUDiv(end, by), *zero = f.i64(0);
    llvm::Value *isEmpty = b.CreateICmpEQ(count, zero);
    llvm::Value *start = f.i64(static_cast<std::uint64_t>(first));
    return Slice{b.CreateSelect(isEmpty, zero, start), count, by};
  }

  Slice lower(const ir::ViewSubscript &subscript, llvm::Value *extent) {
    if (std::optional<Slice> stride = lowerStride(subscript, extent))
      return *stride;
    llvm::Value *zero = f.i64(0), *one = f.i64(1);
    llvm::Value *lower = subscript.lower ? f.lower(*subscript.lower) : nullptr;
    llvm::Value *upper = subscript.upper ? f.lower(*subscript.upper) : nullptr;
    llvm::Value *step = subscript.step ? f.lower(*subscript.step) : one;
    Interval steps =
        subscript.step ? f.ranges.of(*subscript.step) : Interval{1, 1};
    llvm::Value *isBackward = steps.low >= 0   ? b.getFalse()
                              : steps.high < 0 ? b.getTrue()
                                               : b.CreateICmpSLT(step, zero);
    // Forward, bounds lie in [0, extent]; backward, in [-1, extent - 1].
    llvm::Value *lowest = b.CreateSelect(isBackward, f.i64(~0ull), zero);
    llvm::Value *highest =
        b.CreateSelect(isBackward, b.CreateNSWSub(extent, one), extent);
    llvm::Value *first = lower ? clamp(lower, f.ranges.of(*subscript.lower),
                                       extent, lowest, highest)
                               : b.CreateSelect(isBackward, highest, lowest);
    llvm::Value *last = upper ? clamp(upper, f.ranges.of(*subscript.upper),
                                      extent, lowest, highest)
                              : b.CreateSelect(isBackward, lowest, highest);
    llvm::Value *backward = b.CreateNSWSub(first, last);
    llvm::Value *forward = b.CreateNSWSub(last, first);
    llvm::Value *distance = b.CreateSelect(isBackward, backward, forward);
    llvm::Value *count = distance;
    llvm::Value *isEmpty = b.CreateICmpSLE(distance, zero);
    if (steps.low != 1 || steps.high != 1) {
      llvm::Value *stride = b.CreateSelect(isBackward, b.CreateNeg(step), step);
      if (steps.contains(0)) {
        llvm::Value *isZero = b.CreateICmpEQ(step, zero);
        isEmpty = b.CreateOr(isEmpty, isZero);
        stride = b.CreateSelect(isZero, one, stride);
      }
      count =
          b.CreateAdd(b.CreateUDiv(b.CreateSub(distance, one), stride), one);
    }
    count = b.CreateSelect(isEmpty, zero, count);
    // An empty view points at the axis's start.
    return {b.CreateSelect(isEmpty, zero, first), count, step};
  }
};

} // namespace

llvm::Value *FunctionLowerer::lower(const ir::View &node,
                                    const ir::Expr &expr) {
  const Type &from = node.array->type;
  llvm::Value *array = lower(*node.array);
  llvm::Value *isInside = nullptr;
  llvm::Value *offset = i64(0);
  std::vector<llvm::Value *> shape, strides;
  unsigned axis = 0;
  int site = -1;
  for (const ir::ViewSubscript &subscript : node.subscripts) {
    if (subscript.kind == ir::ViewSubscript::Kind::NewAxis) {
      shape.push_back(i64(1));
      strides.push_back(i64(0));
      continue;
    }
    llvm::Value *extent = shapeOf(array, axis);
    llvm::Value *stride = strideOf(array, from, axis);
    llvm::Value *first;
    if (subscript.kind == ir::ViewSubscript::Kind::Index) {
      first = checkedIndex(subscript.index, extent, axis, *node.array,
                           expr.range, site, isInside);
    } else {
      Slice slice = SliceLowerer{*this, b}.lower(subscript, extent);
      first = slice.first;
      shape.push_back(slice.count);
      strides.push_back(b.CreateMul(stride, slice.step));
    }
    offset = b.CreateAdd(offset, b.CreateMul(first, stride));
    ++axis;
  }
  if (isInside)
    offset = b.CreateSelect(isInside, offset, i64(0));

  const Type &to = expr.type;
  if (to.isReference())
    shape.push_back(i64(1));
  llvm::Value *view = b.CreateInsertValue(
      llvm::PoisonValue::get(m.valueType(to)),
      b.CreateGEP(b.getInt8Ty(), pointerOf(array), offset), 0);
  for (unsigned i = 0; i < shape.size(); ++i) {
    llvm::Value *extent =
        isInside ? b.CreateSelect(isInside, shape[i], i64(0)) : shape[i];
    view = b.CreateInsertValue(view, extent, 1 + i);
  }
  for (unsigned i = 0; to.layout != Layout::C && i < strides.size(); ++i)
    view = b.CreateInsertValue(view, strides[i], 1u + to.ndim + i);
  return view;
}

llvm::Value *FunctionLowerer::lower(const ir::Recast &node,
                                    const ir::Expr &expr) {
  llvm::Value *array = lower(*node.array);
  std::vector<llvm::Value *> shape, strides;
  for (const ir::ExprPtr &extent : node.shape)
    shape.push_back(lower(*extent));
  for (const ir::ExprPtr &stride : node.strides)
    strides.push_back(lower(*stride));
  llvm::Value *fits = nullptr;
  if (node.fits && node.bounds != ir::Bounds::None)
    fits = lower(*node.fits);
  if (fits && node.bounds == ir::Bounds::Raise) {
    raiseUnless(fits, addSite(expr.range, "ValueError", node.problem));
    fits = nullptr;
  }
  llvm::Value *pointer = pointerOf(array);
  if (node.offset != 0) {
    // Nothing is claimed of the place: the array may be empty.
    pointer = b.CreateGEP(b.getInt8Ty(), pointer,
                          i64(static_cast<std::uint64_t>(node.offset)));
  }
  llvm::Value *result = b.CreateInsertValue(
      llvm::PoisonValue::get(m.valueType(expr.type)), pointer, 0);
  for (unsigned i = 0; i < shape.size(); ++i) {
    llvm::Value *extent =
        fits ? b.CreateSelect(fits, shape[i], i64(0)) : shape[i];
    result = b.CreateInsertValue(result, extent, 1 + i);
  }
  for (unsigned i = 0; i < strides.size(); ++i)
    result = b.CreateInsertValue(result, strides[i], 1u + expr.type.ndim + i);
  return result;
}

} // namespace pyk2ptx
