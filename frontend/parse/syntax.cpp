// Spellings of the operators, in the order of their enumerations.
#include "syntax.h"

namespace pyk2ptx::syntax {

const char *spelling(UnaryOp op) {
  static constexpr const char *spellings[] = {"-", "+", "~", "not "};
  return spellings[static_cast<int>(op)];
}

const char *spelling(BinaryOp op) {
  static constexpr const char *spellings[] = {
      "+", "-", "*", "/", "//", "%", "**", "@", "<<", ">>", "&", "|", "^"};
  return spellings[static_cast<int>(op)];
}

const char *spelling(CompareOp op) {
  static constexpr const char *spellings[] = {
      "<", "<=", ">", ">=", "==", "!=", "is", "is not", "in", "not in"};
  return spellings[static_cast<int>(op)];
}

} // namespace pyk2ptx::syntax
