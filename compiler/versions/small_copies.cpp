// Python's integers have 64 bits, and a GPU computes with 32. Ahead of time
// nobody knows how large arrays are, and what clamps an index, wraps it around
// or makes it of a float takes two to twenty times the instructions that it
// does where they are known to have less than 2**29 elements along each axis:
//
//   for dy in range(-radius, radius + 1):
//       row = min(max(y + dy, 0), height - 1)
//
// (2**30, and what is mirrored at the end, 2 * height - 1 - row, would not
// fit.) So such a kernel is there twice, behind a test of its extents and of
// those integers that are about them (sizes.h). In the first copy they are cut
// to as many bits, which changes nothing and is seen wherever they are used;
// the second is cold. Where indices are sums and products, as in most kernels,
// addresses have 64 bits anyway and there is little to gain: these stay as they
// are, but for loops that search, and for those that find rows of three axes or
// more, which take products of 64 bits (short_places.h): their arrays are also
// asked for the number of elements.
#include "small_copies.h"

#include "compiler/analyze/loop_span.h"
#include "compiler/analyze/short_places.h"
#include "compiler/facts/loop_facts.h"
#include "compiler/transform/guarded_indices.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/make_expr.h"
#include "own_names.h"
#include "size_tests.h"
#include "work_of_sizes.h"

namespace pyk2ptx {

using namespace ir;

namespace {

/// As long as a loop that is there twice; less for the sake of rows alone.
constexpr unsigned mostKernelNodes = 1000, mostNodesOfRows = 450;
constexpr std::size_t mostSizeTests = 12, mostSizeTestsOfRows = 24;
constexpr std::int64_t integerLimit = std::int64_t(1) << (If::smallBits - 1);
constexpr std::int64_t extentLimit = std::int64_t(1) << If::smallExtentBits;

class SmallCopier {
public:
  explicit SmallCopier(Function &kernel) : kernel_(kernel), values_(kernel) {}

  void run(const std::vector<bool> &barriers) {
    unsigned nodes = countNodes(kernel_.body);
    if (nodes > mostKernelNodes || hasBarrier(kernel_.body, barriers) ||
        tellsPlaces(kernel_))
      return;
    const Sizes sizes(kernel_);
    const ShortPlaces places = shortPlacesIn(kernel_);
    bool hasRows = nodes <= mostNodesOfRows && !kernel_.smallArrays &&
                   places.areFoundInLoops;
    if (!hasRows && !hasWorkOfSizes(kernel_, sizes))
      return;
    If choice{nullptr, {}, {}, true};
    choice.condition =
        test(sizes, places.arrays,
             hasRows ? mostSizeTestsOfRows : mostSizeTests, choice);
    if (!choice.condition)
      return;
    for (Stmt &stmt : putTwice(kernel_, kernel_.body, std::move(choice)).orElse)
      setCold(stmt, true);
  }

private:
  /// Null: there is nothing to ask, or too much. Adds the parameters that it is
  /// about to those of `choice`: none that the kernel sets anew. Of those in
  /// `few` it asks for the number of elements, too.
  ExprPtr test(const Sizes &sizes, const SlotSet &few, std::size_t most,
               If &choice) const {
    ExprPtr all;
    std::size_t count = 0;
    auto require = [&](ExprPtr value, CompareOp op, std::int64_t limit) {
      addTest(all, op, std::move(value), clone(*int64Constant(limit)));
      ++count;
    };
    for (SlotId slot = 0; slot < kernel_.paramCount; ++slot) {
      const Type &type = kernel_.slots[slot].type;
      auto value = [&] {
        return makeExpr(kernel_.range, type, SlotValue{slot});
      };
      bool isInteger = sizes.has(slot) || sizes.hasShort(slot);
      if (!values_.isParameter(slot) || (!isInteger && !type.isArray()))
        continue;
      choice.small.push_back(slot);
      bool isFew = !isInteger && few.contains(slot);
      if (isFew)
        choice.few.push_back(slot);
      if (!isInteger) {
        ExprPtr size;
        for (std::uint8_t axis = 0; axis < type.ndim; ++axis) {
          require(extentOf(kernel_, slot, axis), CompareOp::Less, extentLimit);
          if (!isFew)
            continue;
          ExprPtr part =
              lowerBits(extentOf(kernel_, slot, axis), If::smallExtentBits);
          size = size ? makeExpr(kernel_.range, Type::of(Scalar::I64),
                                 Binary{BinaryOp::Mul,
                                        lowerBits(std::move(size),
                                                  If::smallSizeBits),
                                        std::move(part)})
                      : std::move(part);
          if (axis > 0) {
            require(clone(*size), CompareOp::Less,
                    std::int64_t(1) << If::smallSizeBits);
            --count;
          }
        }
      } else {
        require(asIndex(value()), CompareOp::GreaterEqual, -integerLimit);
        require(asIndex(value()), CompareOp::Less, integerLimit);
      }
    }
    return count <= most ? std::move(all) : nullptr;
  }

  /// What a product of two cannot overflow with; the value itself, where the
  /// test before has passed.
  static ExprPtr lowerBits(ExprPtr value, unsigned bits) {
    SourceRange range = value->range;
    return makeExpr(
        range, Type::of(Scalar::I64),
        Binary{BinaryOp::BitAnd, std::move(value),
               clone(*int64Constant((std::int64_t(1) << bits) - 1))});
  }

  static ExprPtr asIndex(ExprPtr number) {
    SourceRange range = number->range;
    const Type index = Type::of(Scalar::I64);
    return number->type == index
               ? std::move(number)
               : makeExpr(range, index, Convert{std::move(number)});
  }

  Function &kernel_;
  OnlyValues values_;
};

} // namespace

void copySmall(Module &module) {
  std::vector<bool> barriers = findBarriers(module);
  for (Function &function : module.functions)
    if (function.isKernel)
      SmallCopier(function).run(barriers);
}

} // namespace pyk2ptx
