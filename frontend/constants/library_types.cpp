// Record types that libraries name: CUDA's vectors and the state of numba's
// random numbers.
#include "library.h"

#include <algorithm>

namespace pyk2ptx {

namespace {

/// CUDA's name of a vector's parts.
struct VectorRow {
  const char *name;
  Scalar scalar;
};
constexpr VectorRow vectorRows[] = {
#define VECTOR(name, scalar) {name, Scalar::scalar},
#include "frontend/tables/vectors.def"
#undef VECTOR
};

Type makeVector(const char *name, Scalar scalar, std::uint32_t count) {
  static constexpr const char *parts[] = {"x", "y", "z", "w"};
  RecordLayout record;
  record.kind = RecordLayout::Kind::Vector;
  record.name = name + std::to_string(count);
  auto size = static_cast<std::uint32_t>(byteSize(scalar));
  for (std::uint32_t i = 0; i < count; ++i)
    record.fields.push_back({parts[i], Type::of(scalar), {}, i * size});
  record.size = count * size;
  // The widest access is of 16 bytes; three parts have none of their own.
  record.alignment = count == 3 ? size : std::min(count * size, 16u);
  return Type::ofRecord(
      std::make_shared<const RecordLayout>(std::move(record)));
}

/// The first row of a scalar names the type: int64x2 and longlong2 are long2.
const char *nameOf(Scalar scalar) {
  for (const VectorRow &row : vectorRows)
    if (row.scalar == scalar)
      return row.name;
  return nullptr;
}

} // namespace

std::optional<Type> vectorByName(const std::string &name) {
  if (name.size() < 4 || name.back() < '1' || name.back() > '4')
    return std::nullopt;
  auto count = static_cast<std::uint32_t>(name.back() - '0');
  std::string stem = name.substr(0, name.size() - 1);
  if (stem.back() == 'x') {
    // float32x4
    std::optional<Scalar> scalar =
        scalarByName(stem.substr(0, stem.size() - 1));
    if (!scalar || stem.substr(0, stem.size() - 1) != dtypeName(*scalar) ||
        !nameOf(*scalar))
      return std::nullopt;
    return makeVector(nameOf(*scalar), *scalar, count);
  }
  for (const VectorRow &row : vectorRows)
    if (stem == row.name)
      return makeVector(nameOf(row.scalar), row.scalar, count);
  return std::nullopt;
}

std::optional<Type> charsOfLength(bool isUnicode, std::int64_t length) {
  if (length < 1 || length > 4096)
    return std::nullopt;
  RecordLayout record;
  record.kind = RecordLayout::Kind::Chars;
  record.name = (isUnicode ? "UnicodeCharSeq(" : "CharSeq(") +
                std::to_string(length) + ")";
  Scalar character = isUnicode ? Scalar::U32 : Scalar::U8;
  record.fields = {{"chars", Type::of(character), {length}, 0}};
  layOut(record, false);
  return Type::ofRecord(
      std::make_shared<const RecordLayout>(std::move(record)));
}

std::optional<Type> charsByName(const std::string &name) {
  bool isKnown = name.size() > 1 && name.size() < 6 &&
                 (name[0] == 'S' || name[0] == 'U') &&
                 name.find_first_not_of("0123456789", 1) == name.npos;
  if (!isKnown)
    return std::nullopt;
  return charsOfLength(name[0] == 'U', std::stol(name.substr(1)));
}

Type randomStateType() {
  RecordLayout record;
  record.fields = {{"s0", Type::of(Scalar::U64), {}, 0},
                   {"s1", Type::of(Scalar::U64), {}, 8}};
  layOut(record, false);
  return Type::ofRecord(
      std::make_shared<const RecordLayout>(std::move(record)));
}

std::optional<Type> libraryType(const std::string &path) {
  if (path == "numba.xoroshiro128p_type" ||
      path == "cuda.random.xoroshiro128p_type" ||
      path == "cuda.random.xoroshiro128p_dtype")
    return randomStateType();
  // Its bytes; carray says what they are.
  if (path == "numba.voidptr")
    return Type::pointer(Type::of(Scalar::U8));
  for (const char *prefix : {"numba.", "cuda."}) {
    std::string_view start(prefix);
    if (path.compare(0, start.size(), start) == 0)
      return vectorByName(path.substr(start.size()));
  }
  // nvmath has the vectors under names of its own: float16x2, float16x2_type.
  constexpr std::string_view nvmath = "nvmath.device.";
  constexpr std::string_view type = "_type";
  if (!path.starts_with(nvmath))
    return std::nullopt;
  std::string name = path.substr(nvmath.size());
  bool isHost = name.starts_with("np_");
  if (isHost)
    name.erase(0, 3);
  else if (name.ends_with(type))
    name.erase(name.size() - type.size());
  std::optional<Type> vector =
      name.starts_with("float") ? vectorByName(name) : std::nullopt;
  if (!vector || !isHost)
    return vector;
  // Of host code: NumPy's record of the same fields.
  RecordLayout record = *vector->record;
  record.kind = RecordLayout::Kind::Structure;
  record.name.clear();
  layOut(record, false);
  return Type::ofRecord(
      std::make_shared<const RecordLayout>(std::move(record)));
}

} // namespace pyk2ptx
