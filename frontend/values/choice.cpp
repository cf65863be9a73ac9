// What a constant chooses: `x if FLAG else y`, `FLAG and x`, min(3, 4.5). Only
// the operand that is chosen is evaluated. Its type is still the one that a
// choice at run time would give it, the join of all operands' types: what a
// program computes must not depend on how much of it the compiler happens to
// know. Every choice of this kind goes through `chosen`.
//
// An operand that is not evaluated is checked for its type alone, on trial:
// whatever that adds to the function and to the module is taken back, and what
// is wrong with it is nobody's business, since a condition that is known is how
// programs keep away what does not work for this type or this machine.
#include "choice.h"

#include "frontend/emit/emitter.h"
#include "frontend/types/optional_type.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

static Operand asType(Emitter &e, Operand value, const Type &type,
                      SourceRange range);

/// `own` joined with `other` where they are numbers, and tuples element by
/// element; else `own`: what is no number is the same whatever else it could
/// have been.
static Type joinNumbers(const Emitter &e, const Type &own, const Type &other) {
  if (own.isNumber() && other.isNumber())
    return e.join(own, other).value_or(own);
  if (isOptionalType(own) != isOptionalType(other))
    return own;
  if (!own.isTuple() || !other.isTuple() ||
      own.elements->size() != other.elements->size())
    return own;
  std::vector<Type> elements;
  for (std::size_t i = 0; i < own.elements->size(); ++i)
    elements.push_back(
        joinNumbers(e, (*own.elements)[i], (*other.elements)[i]));
  Type type = own;
  type.elements =
      std::make_shared<const std::vector<Type>>(std::move(elements));
  return type;
}

/// A constant as one of `type`, which joinNumbers made of its own. Python's
/// integers stay exact.
static Value valueAs(Value value, const Type &type) {
  if (value.isNumber() && !(value.number.type == type)) {
    bool isExact = value.number.exact || value.number.type.isBool();
    value.number = convertNumber(value.number, type);
    value.number.exact = isExact && type == Type::of(Scalar::I64);
  } else if (value.kind == Value::Kind::Tuple && type.isTuple()) {
    for (std::size_t i = 0; i < value.elements.size(); ++i)
      value.elements[i] =
          valueAs(std::move(value.elements[i]), (*type.elements)[i]);
  }
  return value;
}

Operand chosen(Emitter &e, Operand value, const std::vector<Type> &others,
               SourceRange range) {
  Type own = e.typeOf(value, false);
  Type type = own;
  for (const Type &other : others)
    type = joinNumbers(e, type, other);
  return type == own ? std::move(value)
                     : asType(e, std::move(value), type, range);
}

/// The operand as one of `type`; what is known of it stays known.
static Operand asType(Emitter &e, Operand value, const Type &type,
                      SourceRange range) {
  if (value.known)
    return Operand::ofValue(valueAs(std::move(*value.known), type), range);
  if (!value.isTuple)
    return Operand::ofExpr(e.convert(e.materialize(std::move(value)), type));
  for (std::size_t i = 0; i < value.parts.size(); ++i)
    value.parts[i] =
        asType(e, std::move(value.parts[i]), (*type.elements)[i], range);
  return value;
}

} // namespace pyk2ptx
