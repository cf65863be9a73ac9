// Whose the rows of members.def are.
#ifndef PYK2PTX_FRONTEND_TABLES_MEMBERS_H
#define PYK2PTX_FRONTEND_TABLES_MEMBERS_H

#include <cstdint>

namespace pyk2ptx {

/// members.def says what each holds of.
enum class MemberOwner : std::uint8_t {
  Array,
  RealArray,
  ComplexArray,
  Number,
  TypedNumber,
  Integer,
  Time,
  Tuple,
  NumberType
};

} // namespace pyk2ptx

#endif
