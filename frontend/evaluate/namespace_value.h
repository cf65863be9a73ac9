// Internal to captured.cpp and check_*.cpp: what a running program's modules,
// classes and objects are known as. They are tuples whose fields are what the
// kernel asks of them, which is no tuple that Python has; an enumeration's are
// all its members, in their order.
#ifndef PYK2PTX_FRONTEND_EVALUATE_NAMESPACE_VALUE_H
#define PYK2PTX_FRONTEND_EVALUATE_NAMESPACE_VALUE_H

#include "evaluate.h"

namespace pyk2ptx {

inline constexpr const char *namespaceMark = "namespace";
inline constexpr const char *enumerationMark = "enumeration";
/// Of one whose members equal their values: IntEnum, StrEnum and their like.
inline constexpr const char *valuesMark = "enumeration of values";

inline bool isNamespace(const Value &value) {
  return value.kind == Value::Kind::Tuple && value.text == namespaceMark;
}
inline bool isEnumeration(const Value &value) {
  return value.kind == Value::Kind::Tuple &&
         (value.text == enumerationMark || value.text == valuesMark);
}
/// What a captured class of named tuples is known by: its name, then its
/// fields'; and a dataclass: its name, then each field's name, type and
/// default, if it has one.
inline constexpr const char *namedTupleMember = "__named_tuple__";
inline constexpr const char *dataclassMember = "__dataclass__";
/// A member of a namespace; null where it has none of that name.
const Value *namespaceMember(const Value &value, std::string_view name);
/// A class of named tuples as namedtuple("P", "x y") is known, be it captured
/// or of the file; nothing for others.
std::optional<Value> namedTupleOf(Evaluator &evaluator, const Value &value);
/// Of an enumeration, be it captured or a class of the file, all members, as
/// one that was captured; nothing where they are not known, or for others.
std::optional<Value> enumerationOf(Evaluator &evaluator, const Value &value);
/// Whether both are the same class's.
inline bool isSameEnumeration(const Value &a, const Value &b) {
  return a.classScope == b.classScope && a.text == b.text &&
         *a.fields == *b.fields && a.elements == b.elements;
}

} // namespace pyk2ptx

#endif
