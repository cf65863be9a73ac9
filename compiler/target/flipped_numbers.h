// flipped_numbers: the dividends of Python's divisions (lower/arith.cpp).
#ifndef PYK2PTX_COMPILER_TARGET_FLIPPED_NUMBERS_H
#define PYK2PTX_COMPILER_TARGET_FLIPPED_NUMBERS_H

#include <llvm/IR/PatternMatch.h>

namespace pyk2ptx {

/// The number that is `value`, or its complement where that is negative, and
/// `flip`, all bits of what is negative: number ^ (number >> all bits but one).
/// Null: it is something else.
template <class Value> Value *asFlipped(Value *value, Value *&flip) {
  namespace match = llvm::PatternMatch;
  Value *number = nullptr;
  unsigned bits = value->getType()->getScalarSizeInBits();
  auto sign = match::m_CombineAnd(
      match::m_AShr(match::m_Value(number), match::m_SpecificInt(bits - 1)),
      match::m_Value(flip));
  return match::match(value, match::m_c_Xor(sign, match::m_Deferred(number)))
             ? number
             : nullptr;
}

} // namespace pyk2ptx

#endif
