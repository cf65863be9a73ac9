// What a for loop runs over besides a plain range: arrays, tuples, enumerate,
// zip, reversed, np.ndindex, np.ndenumerate, a.flat.
#ifndef PYK2PTX_FRONTEND_VALUES_ITERATE_H
#define PYK2PTX_FRONTEND_VALUES_ITERATE_H

#include "frontend/emit/emitter.h"

#include <functional>
#include <memory>

namespace pyk2ptx {

/// What a loop runs over: `count` or `length` (kept) elements. `element` is
/// element i, i known or a slot, and may be asked for again.
struct Iteration {
  bool valid = false;
  std::optional<std::int64_t> count;
  std::shared_ptr<Operand> length;
  /// Where `length` is run time's, how many there are at most, if that is
  /// known.
  std::optional<std::int64_t> most;
  std::function<Operand(const Operand &)> element;
  /// Elements differ in type.
  bool unroll = false;
};
enum class Places : std::uint8_t {
  Values,
  Indices,
  Both,
  /// Each element as an array of rank 0.
  Cells
};

Iteration iterate(Emitter &e, const syntax::Expr &iterable, ir::Block &block);
Operand lengthOf(const Iteration &iteration, SourceRange range);
/// Assigns the operand to a temporary unless it is known, so that `again`
/// gives it as often as it is needed.
Operand keep(Emitter &e, Operand operand, ir::Block &block);
Operand intBinary(Emitter &e, syntax::BinaryOp op, Operand left, Operand right,
                  SourceRange range);
Operand elementOf(Emitter &e, Operand array, std::vector<Operand> subscripts,
                  SourceRange range);

} // namespace pyk2ptx

#endif
