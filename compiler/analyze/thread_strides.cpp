// Where a warp's threads access neighbouring elements, each of its requests
// uses all of the memory that it touches. Where they access a field of records,
// or a column of a matrix with short rows, a request uses a part of it, and the
// rest is used by the next requests of the same threads, if it is still in the
// cache then. So what matters is by how many bytes an access moves when
// threadIdx.x does by one: the sum over the axes of the index's step times the
// axis's stride, of which only the last is known.
#include "thread_strides.h"

#include "frontend/ir/ir_walk.h"
#include "frontend/tables/registers.h"
#include "frontend/types/magnitude.h"
#include "loop_span.h"
#include "uniform.h"

#include <cstdlib>
#include <optional>

namespace pyk2ptx {

using namespace ir;

namespace {

/// The largest elements that one access has: further apart, memory lies between
/// them.
constexpr std::uint64_t largestAccess = 16;
/// Of an axis that is not the last nobody knows the stride. Elements of less
/// are colours of pixels, more often than not.
constexpr std::int64_t leastElement = 4;
constexpr int deepest = 16;

class Strides {
public:
  explicit Strides(const Function &kernel)
      : uniform_(kernel, 0), values_(kernel) {}

  bool areApart(const Expr &array, const std::vector<const Expr *> &indices) {
    if (indices.empty() || array.type.space != Space::Global)
      return false;
    const auto *field = std::get_if<Field>(&array.node);
    const Type &type = field ? field->array->type : array.type;
    std::int64_t element = byteSize(type.element());
    for (std::size_t axis = 0; axis + 1 < indices.size(); ++axis)
      if (type.layout != Layout::F && element >= leastElement &&
          stepOf(*indices[axis], 0).value_or(0) != 0)
        return true;
    std::int64_t step = stepOf(*indices.back(), 0).value_or(0);
    std::uint64_t far = magnitudeOf(step);
    return far > largestAccess ||
           far * static_cast<std::uint64_t>(element) > largestAccess;
  }

private:
  using Step = std::optional<std::int64_t>;

  /// By how much it changes from a thread to the next; none: not known.
  Step stepOf(const Expr &expr, int depth) const {
    if (uniform_.of(expr))
      return 0;
    if (depth > deepest)
      return std::nullopt;
    if (const auto *call = std::get_if<CallBuiltin>(&expr.node)) {
      std::optional<unsigned> axis = threadIdx.axisOf(call->builtin);
      return axis ? Step(1) : std::nullopt;
    }
    if (const auto *slot = std::get_if<SlotValue>(&expr.node)) {
      const Expr *value = values_.of(slot->slot);
      return value ? stepOf(*value, depth + 1) : std::nullopt;
    }
    if (const auto *convert = std::get_if<Convert>(&expr.node))
      return isInteger(convert->operand->type.scalar)
                 ? stepOf(*convert->operand, depth + 1)
                 : std::nullopt;
    if (const auto *binary = std::get_if<Binary>(&expr.node))
      return stepOf(*binary, depth + 1);
    return std::nullopt;
  }

  Step stepOf(const Binary &binary, int depth) const {
    Step left = stepOf(*binary.left, depth);
    Step right = stepOf(*binary.right, depth);
    if (!left || !right)
      return std::nullopt;
    std::int64_t result = 0;
    if (binary.op == BinaryOp::Add &&
        !__builtin_add_overflow(*left, *right, &result))
      return result;
    if (binary.op == BinaryOp::Sub &&
        !__builtin_sub_overflow(*left, *right, &result))
      return result;
    if (binary.op != BinaryOp::Mul)
      return std::nullopt;
    bool isLeft = *right == 0;
    const auto *factor =
        std::get_if<Constant>(&(isLeft ? binary.right : binary.left)->node);
    if (!factor || __builtin_mul_overflow(
                       isLeft ? *left : *right,
                       static_cast<std::int64_t>(factor->bits), &result))
      return std::nullopt;
    return result;
  }

  const Uniformity uniform_;
  const OnlyValues values_;
};

} // namespace

bool accessesApart(const Function &kernel) {
  Strides strides(kernel);
  bool areApart = false;
  auto look = [&](const Expr &array, const std::vector<Index> &indices) {
    std::vector<const Expr *> values;
    for (const Index &index : indices)
      values.push_back(index.value.get());
    areApart = areApart || strides.areApart(array, values);
  };
  forEachExprIn(kernel.body, [&](const Expr &expr) {
    if (const auto *load = std::get_if<Load>(&expr.node))
      look(*load->array, load->indices);
    const auto *view = std::get_if<View>(&expr.node);
    if (!view || !expr.type.isReference())
      return;
    std::vector<const Expr *> values;
    for (const ViewSubscript &subscript : view->subscripts)
      values.push_back(subscript.index.value.get());
    areApart = areApart || strides.areApart(*view->array, values);
  });
  forEachStmt(kernel.body, [&](const Stmt &stmt) {
    if (const auto *store = std::get_if<Store>(&stmt.node))
      look(*store->array, store->indices);
  });
  return areApart;
}

} // namespace pyk2ptx
