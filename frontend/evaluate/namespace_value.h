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
/// Of one member of another; behind it stands where its class is:
/// "module.Outer.Color".
inline constexpr std::string_view memberMark = "member of ";

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
/// What makes a dataclass of a dict, of a record's type or of a class.
inline constexpr const char *gpuStructPath = "cuda.coop.gpu_struct";
/// Whether the class is decorated by it.
bool isGpuStruct(Evaluator &evaluator, const Scope &scope);
/// gpu_struct({"x": float32}), or of np.dtype([...]), or of a class.
Value callGpuStruct(Evaluator &evaluator, const syntax::Call &node,
                    const Scope &scope, SourceRange range);
/// The dtype of arrays of a dataclass's instances.
Value dtypeOfClass(Evaluator &evaluator, const Value &given, SourceRange range);
/// A member of a namespace; null where it has none of that name.
const Value *namespaceMember(const Value &value, std::string_view name);
/// A class of named tuples as namedtuple("P", "x y") is known, be it captured
/// or of the file; nothing for others.
std::optional<Value> namedTupleOf(Evaluator &evaluator, const Value &value);
/// Of an enumeration, be it captured or a class of the file, all members, as
/// one that was captured; nothing where they are not known, or for others.
std::optional<Value> enumerationOf(Evaluator &evaluator, const Value &value);
/// The class of members, by where it is: "module.Outer.Color".
struct EnumerationTag final : TypeTag {
  /// The bits of all flags of an enum.Flag.
  std::int64_t flags = 0;
};
/// Of a member's type.
inline const EnumerationTag &enumerationTag(const Type &type) {
  return static_cast<const EnumerationTag &>(*type.tag);
}
/// The type of an enumeration's members, whose class is `origin` and whose
/// values are of `value`, if they are numbers; `flags`: an enum.Flag's, all of
/// them.
Type memberType(const std::string &origin, const std::optional<Type> &value,
                std::optional<std::int64_t> flags);
Value makeMember(Value value, std::string name, const Type &type);
/// Flags with flags of the same class; nothing for other operands.
std::optional<Value> foldFlags(syntax::BinaryOp op, const Value &left,
                               const Value &right);
/// Whether both are the same class's.
inline bool isSameEnumeration(const Value &a, const Value &b) {
  return a.classScope == b.classScope && a.text == b.text &&
         *a.fields == *b.fields && a.elements == b.elements;
}

} // namespace pyk2ptx

#endif
