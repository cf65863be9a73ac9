// Shifts to the right of what was to be unsigned and of 32 bits, but is an
// int64 that has kept what left these bits.
#ifndef PYK2PTX_FRONTEND_HINTS_WIDE_SHIFT_H
#define PYK2PTX_FRONTEND_HINTS_WIDE_SHIFT_H

#include "frontend/emit/emitter.h"
#include "frontend/parse/syntax.h"

#include <set>

namespace pyk2ptx {

/// Integer variables whose last value had bits above the 32 of the unsigned
/// numbers that it was made of.
class WideSlots {
public:
  void assigned(ir::SlotId slot, const ir::Expr &value);
  /// The operator whose result has such bits; null where nothing says so.
  const char *widener(const ir::Expr &value) const;

private:
  std::set<ir::SlotId> wide_;
};

/// Of a `>>` that is `shift`, whose left side is the text `left`.
void warnOfWideShift(Emitter &e, const WideSlots &slots, const Operand &shift,
                     const syntax::Expr &left);
/// Of what is an operand of `&`: the mask takes the bits away that a shift of
/// it was told of after `mark`.
void forgetMasked(Diagnostics &diagnostics, Diagnostics::Mark mark,
                  const Operand &left, const Operand &right);

} // namespace pyk2ptx

#endif
