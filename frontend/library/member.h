// What values have behind a dot: the rows of members.def, each with a function
// that says what it is.
#ifndef PYK2PTX_FRONTEND_LIBRARY_MEMBER_H
#define PYK2PTX_FRONTEND_LIBRARY_MEMBER_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

/// An attribute that is read, or a method that is called.
struct MemberUse {
  /// As the row has it.
  std::string name;
  Operand base;
  /// Of a method, as its row says; none is an error.
  std::vector<Operand> args;
  SourceRange nameRange, range;
  /// Of a method.
  const syntax::Call *call = nullptr;
  /// The function that the row is like.
  std::optional<Builtin> like;

  /// After a message.
  Operand error() const { return Operand::error(range); }
};

/// Nothing for a name that is no attribute of such a value; else `base` is used
/// up.
std::optional<Operand> readMember(Emitter &e, Operand &base,
                                  const std::string &name, SourceRange range);
/// a.flags.c_contiguous; nothing for other names than such.
std::optional<Operand>
nestedAttribute(Emitter &e, const syntax::Attribute &node, SourceRange range);
/// Nothing for a name that is no method of such a value; else `base` is used
/// up.
std::optional<Operand> callMember(Emitter &e, Operand &base,
                                  const syntax::Attribute &access,
                                  const syntax::Call &node, SourceRange range);
bool hasMethod(Emitter &e, const Operand &base, const std::string &name);
/// What the value has behind a dot, by the first of its names.
std::vector<std::string> memberNames(Emitter &e, const Operand &base);

// ---- those that the rows name ----
#define ATTRIBUTE(owner, name, function, doc, test)                            \
  Operand function(Emitter &e, MemberUse &&use);
#define METHOD(owner, name, function, arguments, doc, test)                    \
  Operand function(Emitter &e, MemberUse &&use);
#include "frontend/tables/members.def"
#undef METHOD
#undef ATTRIBUTE

} // namespace pyk2ptx

#endif
