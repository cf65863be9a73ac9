// .npy: a magic number, a version, the length of a header, the header, and the
// elements. The header is a Python literal,
//
//   {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
//
// of which only this form is read: three known keys in any order. Files come
// from anywhere, so nothing in one is believed before it is tested: lengths
// against the file's size, the shape's product against overflow.
#include "npy.h"

#include "frontend/evaluate/evaluate.h"
#include "frontend/types/time_type.h"

#include <pyk2ptx/abi.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace pyk2ptx {

namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view magic = "\x93NUMPY";

Error valueError(std::string text) {
  return Error::make("ValueError", std::move(text));
}

Error osError(const std::string &what, const std::string &path) {
  return Error::make("OSError",
                     what + " `" + path + "`: " + std::strerror(errno));
}

struct Header {
  std::string descr;
  /// The fields of a structure; `descr` is empty then.
  RecordLayout record;
  std::optional<bool> fortran;
  std::optional<std::vector<std::int64_t>> shape;
};

// Reads the header's Python literal.
class HeaderReader {
public:
  explicit HeaderReader(std::string_view text) : text_(text) {}

  // {KEY: VALUE, ...}
  bool read(Header &header) {
    if (!take('{'))
      return false;
    while (!take('}')) {
      std::string key;
      if (!readString(key) || !take(':') || !readValue(key, header))
        return false;
      if (take(','))
        continue;
      if (!take('}'))
        return false;
      break;
    }
    skipSpace();
    return at_ == text_.size();
  }

private:
  bool readValue(const std::string &key, Header &header) {
    if (key == "descr" && at('['))
      return readRecord(header.record, 0);
    if (key == "descr")
      return readString(header.descr);
    if (key == "fortran_order") {
      header.fortran = takeWord("True");
      return *header.fortran || takeWord("False");
    }
    if (key != "shape" || !take('('))
      return false;
    header.shape.emplace();
    while (!take(')')) {
      std::int64_t extent = 0;
      if (!readInteger(extent))
        return false;
      header.shape->push_back(extent);
      if (take(','))
        continue;
      if (!take(')'))
        return false;
      break;
    }
    return true;
  }

  bool at(char c) {
    skipSpace();
    return peek() == c;
  }

  // [('x', '<f4'), ('', '|V4'), ('v', '<i4', (3,)), ('p', [...])]: one field
  // behind the other, padding among them.
  bool readRecord(RecordLayout &record, int depth) {
    constexpr int maxDepth = 8;
    constexpr std::int64_t maxBytes = 1 << 16;
    std::int64_t end = 0;
    if (depth > maxDepth || !take('['))
      return false;
    while (!take(']')) {
      RecordField field;
      std::int64_t bytes = 0;
      field.offset = static_cast<std::uint32_t>(end);
      if (!readField(field, bytes, depth) || bytes > maxBytes)
        return false;
      end += bytes;
      if (end > maxBytes)
        return false;
      if (!field.name.empty())
        record.fields.push_back(std::move(field));
      if (!take(',') && !at(']'))
        return false;
    }
    record.size = static_cast<std::uint32_t>(end);
    // The file does not say whether it was aligned; equal places are equal.
    bool areDistinct = true;
    for (std::size_t i = 0; i < record.fields.size(); ++i)
      areDistinct = areDistinct && *record.find(record.fields[i].name) == i;
    record.alignment = areDistinct
                           ? placedAlignment(Type::ofRecord(
                                 std::make_shared<RecordLayout>(record)))
                           : 1;
    return !record.fields.empty() && end > 0;
  }

  bool readField(RecordField &field, std::int64_t &bytes, int depth) {
    if (!take('(') || !readString(field.name) || !take(','))
      return false;
    if (at('[')) {
      RecordLayout inner;
      if (!readRecord(inner, depth + 1))
        return false;
      field.type = Type::ofRecord(std::make_shared<RecordLayout>(inner));
      bytes = inner.size;
    } else {
      std::string descr;
      if (!readString(descr) || !readElement(descr, field, bytes))
        return false;
    }
    if (take(','))
      while (at('(') || (!at(')') && !field.name.empty()))
        if (!readExtents(field, bytes))
          return false;
    return take(')');
  }

  bool readExtents(RecordField &field, std::int64_t &bytes) {
    if (!take('('))
      return false;
    while (!take(')')) {
      std::int64_t extent = 0;
      if (!readInteger(extent) || extent < 1 || extent > 1 << 16 ||
          bytes > 1 << 16)
        return false;
      field.shape.push_back(extent);
      bytes *= extent;
      if (!take(',') && !at(')'))
        return false;
    }
    return true;
  }

  static bool readElement(const std::string &descr, RecordField &field,
                          std::int64_t &bytes);

  bool readString(std::string &value) {
    skipSpace();
    char quote = peek();
    if (quote != '\'' && quote != '"')
      return false;
    std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos)
      return false;
    value = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return value.find('\\') == std::string::npos;
  }

  bool readInteger(std::int64_t &value) {
    skipSpace();
    std::size_t begin = at_;
    for (; std::isdigit(static_cast<unsigned char>(peek())); ++at_)
      if (__builtin_mul_overflow(value, 10, &value) ||
          __builtin_add_overflow(value, peek() - '0', &value))
        return false;
    bool any = at_ != begin;
    // Python 2 wrote 3L.
    if (peek() == 'L')
      ++at_;
    return any;
  }

  bool take(char c) {
    skipSpace();
    if (peek() != c)
      return false;
    ++at_;
    return true;
  }
  bool takeWord(std::string_view word) {
    skipSpace();
    if (text_.substr(at_, word.size()) != word)
      return false;
    at_ += word.size();
    return true;
  }
  void skipSpace() {
    while (at_ < text_.size() &&
           std::isspace(static_cast<unsigned char>(text_[at_])))
      ++at_;
  }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  std::string_view text_;
  std::size_t at_ = 0;
};

struct DescrRow {
  std::string_view code;
  Scalar scalar;
};
constexpr DescrRow descrs[] = {
#define SCALAR(enumerator, dtype, ir, bits, param, npy, ...)                   \
  {npy, Scalar::enumerator},
#include <pyk2ptx/scalars.def>
};

// "<f4" -> float32; `swapped` for big-endian.
std::optional<Type> typeOfDescr(std::string_view descr, bool &swapped) {
  if (descr.empty() ||
      std::string_view("<>|=").find(descr[0]) == std::string_view::npos)
    return std::nullopt;
  swapped = descr[0] == '>';
  for (const DescrRow &row : descrs)
    if (row.code == descr.substr(1))
      return Type::of(row.scalar);
  std::string name(descr.substr(1));
  if (std::optional<TimeType> time = timeByName(name))
    return Type::ofTime(*time);
  // Text, whose parts are not swapped here.
  return swapped ? std::nullopt : charsByName(name);
}

bool HeaderReader::readElement(const std::string &descr, RecordField &field,
                               std::int64_t &bytes) {
  if (field.name.empty() && descr.compare(0, 2, "|V") == 0) {
    bytes = std::strtol(descr.c_str() + 2, nullptr, 10);
    return bytes > 0;
  }
  bool swapped = false;
  std::optional<Type> type = typeOfDescr(descr, swapped);
  if (!type || swapped)
    return false;
  field.type = *type;
  bytes = byteSize(*type);
  return true;
}

std::string descrOf(Scalar scalar) {
  for (const DescrRow &row : descrs)
    if (row.scalar == scalar)
      return (byteSize(scalar) == 1 ? "|" : "<") + std::string(row.code);
  return "";
}

// A field's or an array's type as np.save writes it.
std::string descrText(const Type &type) {
  if (type.isTime()) {
    bool isInstant = type.time.kind == TimeType::Kind::Instant;
    std::string unit = unitName(type.time.unit);
    return std::string(isInstant ? "'<M8" : "'<m8") +
           (unit.empty() ? "'" : "[" + unit + "]'");
  }
  if (!type.isRecord())
    return "'" + descrOf(type.scalar) + "'";
  if (type.record->kind == RecordLayout::Kind::Chars) {
    const RecordField &chars = type.record->fields[0];
    return (chars.type.scalar == Scalar::U32 ? "'<U" : "'|S") +
           std::to_string(chars.shape[0]) + "'";
  }
  std::string text = "[";
  std::int64_t end = 0;
  auto pad = [&](std::int64_t to) {
    if (to > end)
      text += "('', '|V" + std::to_string(to - end) + "'), ";
  };
  for (const RecordField &field : type.record->fields) {
    pad(field.offset);
    text += "('" + field.name + "', " + descrText(field.type);
    end = byteSize(field.type);
    for (std::size_t axis = 0; axis < field.shape.size(); ++axis) {
      text += (axis ? ", " : ", (") + std::to_string(field.shape[axis]);
      end *= field.shape[axis];
    }
    text += field.shape.empty()       ? "), "
            : field.shape.size() == 1 ? ",)), "
                                      : ")), ";
    end += field.offset;
  }
  pad(type.record->size);
  text.erase(text.size() - 2);
  return text + "]";
}

void swapBytes(HostArray &array) {
  // Each part of a complex number on its own.
  auto width = static_cast<std::size_t>(byteSize(partOf(array.scalar)));
  std::byte *data = array.bytes.data();
  for (std::size_t at = 0; at < array.bytes.size(); at += width)
    std::reverse(data + at, data + at + width);
}

// The header's text, and where the elements start.
Result<std::string_view> findHeader(std::string_view file, std::size_t &data) {
  if (file.substr(0, magic.size()) != magic || file.size() < 10)
    return valueError("is no .npy file");
  int version = static_cast<unsigned char>(file[6]);
  if (version < 1 || version > 3)
    return valueError("is of .npy version " + std::to_string(version) +
                      ", which is not known");
  std::size_t lengthBytes = version == 1 ? 2 : 4;
  std::size_t length = 0;
  std::size_t begin = 8 + lengthBytes;
  if (file.size() < begin)
    return valueError("ends within its header");
  for (std::size_t i = 0; i < lengthBytes; ++i)
    length |= std::size_t(static_cast<unsigned char>(file[8 + i])) << (8 * i);
  if (length > file.size() - begin)
    return valueError("ends within its header");
  data = begin + length;
  return file.substr(begin, length);
}

} // namespace

std::optional<HostBytes> HostBytes::make(std::size_t size) {
  HostBytes bytes;
  bytes.size_ = size;
  std::size_t rounded = (size + 63) / 64 * 64;
  if (rounded < size)
    return std::nullopt;
  void *memory = std::aligned_alloc(64, rounded ? rounded : 64);
  if (!memory)
    return std::nullopt;
  std::memset(memory, 0, rounded);
  bytes.data_.reset(static_cast<std::byte *>(memory), std::free);
  return bytes;
}

std::int64_t HostArray::size() const {
  std::int64_t count = 1;
  for (std::int64_t extent : shape)
    count *= extent;
  return count;
}

std::byte *HostArray::element(std::int64_t index) const {
  if (!fortran && !isPart)
    return bytes.data() + index * byteSize(elementType());
  ArrayView places = view(0);
  auto place = static_cast<std::int64_t>(places.address);
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    place += index % shape[axis] * places.strides[axis];
    index /= shape[axis];
  }
  return bytes.data() + place;
}

ArrayView HostArray::view(std::uint64_t address) const {
  ArrayView result =
      contiguousView(address, dtypeText(), byteSize(elementType()),
                     Span<const std::int64_t>(shape));
  result.address += static_cast<std::uint64_t>(offset);
  std::copy(strides.begin(), strides.end(), result.strides.begin());
  if (!fortran)
    return result;
  std::int64_t stride = byteSize(elementType());
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    result.strides[axis] = stride;
    stride *= shape[axis];
  }
  return result;
}

Result<HostArray> makeHostArray(const Type &element,
                                std::vector<std::int64_t> shape, bool fortran) {
  if (shape.size() > maxRank)
    return valueError("an array has at most " + std::to_string(maxRank) +
                      " axes, not " + std::to_string(shape.size()));
  // Extents other than 0 are multiplied, so that strides cannot overflow even
  // where the array is empty.
  std::int64_t bytes = byteSize(element);
  bool empty = false;
  for (std::int64_t extent : shape) {
    if (extent < 0)
      return valueError("an extent cannot be negative");
    if (extent > maxExtent)
      return valueError("an extent is at most 2**48");
    empty |= extent == 0;
    if (extent && __builtin_mul_overflow(bytes, extent, &bytes))
      return valueError("the shape's size overflows 64 bits");
  }
  HostArray array;
  array.scalar = element.scalar;
  array.record = element.record;
  array.time = element.time;
  if (element.isRecord() || element.isTime())
    array.elementText = spell(element);
  array.shape = std::move(shape);
  array.fortran = fortran;
  std::optional<HostBytes> memory = HostBytes::make(empty ? 0 : bytes);
  if (!memory) {
    return Error::make("MemoryError", "there are no " + std::to_string(bytes) +
                                          " bytes of memory");
  }
  array.bytes = std::move(*memory);
  return array;
}

Result<HostArray> parseNpy(Span<const std::byte> file) {
  std::string_view text(reinterpret_cast<const char *>(file.data()),
                        file.size());
  std::size_t data = 0;
  Result<std::string_view> headerText = findHeader(text, data);
  if (!headerText)
    return headerText.error();
  Header header;
  if (!HeaderReader(*headerText).read(header) ||
      (header.descr.empty() && header.record.fields.empty()) ||
      !header.fortran || !header.shape)
    return valueError("has a header of a form that is not supported: plain "
                      "arrays of numbers and of little-endian records are");
  bool swapped = false;
  bool isRecord = header.descr.empty();
  std::optional<Type> plain = typeOfDescr(header.descr, swapped);
  if (!plain && !isRecord)
    return valueError("has elements of type `" + header.descr +
                      "`, which is not supported; bool, integers, floats of "
                      "16 to 64 bits, complex64 and complex128, datetime64, "
                      "timedelta64 and text are");
  // Before memory is taken: no more elements than the file holds.
  Type element = isRecord ? Type::ofRecord(std::make_shared<RecordLayout>(
                                std::move(header.record)))
                          : *plain;
  std::size_t present =
      (file.size() - data) / static_cast<std::size_t>(byteSize(element));
  std::int64_t count = 1;
  bool empty = std::count(header.shape->begin(), header.shape->end(), 0) != 0;
  for (std::int64_t extent : *header.shape)
    if (!empty && (__builtin_mul_overflow(count, extent, &count) ||
                   std::uint64_t(count) > present))
      return valueError("is shorter than its header says");
  if (!empty && std::uint64_t(count) > present)
    return valueError("is shorter than its header says");
  Result<HostArray> array =
      makeHostArray(element, *header.shape, *header.fortran);
  if (!array)
    return array;
  if (array->bytes.size())
    std::memcpy(array->bytes.data(), file.data() + data, array->bytes.size());
  if (swapped)
    swapBytes(*array);
  return array;
}

Result<HostArray> readNpy(const std::string &path) {
  std::FILE *file = std::fopen(path.c_str(), "rb");
  if (!file)
    return osError("cannot read", path);
  std::vector<std::byte> bytes;
  constexpr std::size_t piece = std::size_t(1) << 20;
  std::size_t got = piece;
  while (got == piece) {
    std::size_t size = bytes.size();
    bytes.resize(size + piece);
    got = std::fread(bytes.data() + size, 1, piece, file);
    bytes.resize(size + got);
  }
  bool failed = std::ferror(file) != 0;
  if (failed) {
    Error error = osError("cannot read", path);
    std::fclose(file);
    return error;
  }
  std::fclose(file);
  Result<HostArray> array = parseNpy(Span<const std::byte>(bytes));
  if (!array)
    array.error().text = "`" + path + "` " + array.error().text;
  return array;
}

std::string npyHeader(const HostArray &array) {
  std::string text =
      "{'descr': " + descrText(array.elementType()) +
      ", 'fortran_order': " + (array.fortran ? "True" : "False") +
      ", 'shape': (";
  for (std::size_t axis = 0; axis < array.shape.size(); ++axis)
    text += (axis ? ", " : "") + std::to_string(array.shape[axis]);
  text += array.shape.size() == 1 ? ",), }" : "), }";
  // The elements start at a multiple of 64, after a line's end.
  std::size_t before = magic.size() + 4;
  while ((before + text.size() + 1) % 64 != 0)
    text += ' ';
  text += '\n';
  std::string header(magic);
  header += {'\x01', '\x00', static_cast<char>(text.size() & 0xff),
             static_cast<char>(text.size() >> 8)};
  return header + text;
}

/// A part's elements, by themselves.
static Result<HostArray> withoutGaps(const HostArray &part) {
  Result<HostArray> array =
      makeHostArray(part.elementType(), part.shape, false);
  auto size = static_cast<std::size_t>(byteSize(part.elementType()));
  if (array)
    for (std::int64_t i = 0; i < part.size(); ++i)
      std::memcpy(array->element(i), part.element(i), size);
  return array;
}

Result<void> writeNpy(const std::string &path, const HostArray &array) {
  if (array.isPart) {
    Result<HostArray> copy = withoutGaps(array);
    return copy ? writeNpy(path, *copy) : copy.error();
  }
  std::FILE *file = std::fopen(path.c_str(), "wb");
  if (!file)
    return osError("cannot write", path);
  std::string header = npyHeader(array);
  bool written =
      std::fwrite(header.data(), 1, header.size(), file) == header.size() &&
      std::fwrite(array.bytes.data(), 1, array.bytes.size(), file) ==
          array.bytes.size();
  int status = errno;
  bool closed = std::fclose(file) == 0;
  if (written)
    status = errno;
  if (written && closed)
    return {};
  errno = status;
  return osError("cannot write", path);
}

} // namespace pyk2ptx
