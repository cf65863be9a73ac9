// conditions: what an LLVM condition is made of.
#ifndef PYK2PTX_COMPILER_TARGET_CONDITIONS_H
#define PYK2PTX_COMPILER_TARGET_CONDITIONS_H

#include <llvm/IR/PatternMatch.h>

namespace pyk2ptx {

/// Whether a condition that is true, or (`isTrue` false) one that is not, says
/// the same of two others, and of which: `left and right`, `left or right`, of
/// bits or one asked behind the other.
template <class Value>
bool isOfBoth(Value *condition, bool isTrue, Value *&left, Value *&right) {
  using namespace llvm::PatternMatch;
  return isTrue ? match(condition, m_LogicalAnd(m_Value(left), m_Value(right)))
                : match(condition, m_LogicalOr(m_Value(left), m_Value(right)));
}

} // namespace pyk2ptx

#endif
