// Arguments -> parameter block.
//
// Packing is on the path of every launch, so it walks the kernel's params once
// and allocates only to word an error. The params' offsets come from a file;
// one that does not fit the block is an error, not a write.
#include "pyk2ptx/argument.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace pyk2ptx {

namespace {

constexpr auto maxAxes = static_cast<std::uint32_t>(maxRank);

std::string describeWanted(const ArgInfo &arg) {
  if (arg.kind == ArgKind::Scalar)
    return "a " + arg.dtype + " scalar";
  return "a " + std::to_string(arg.ndim) + "-dimensional " + arg.dtype +
         " array";
}

std::string describeGiven(const Argument &argument) {
  switch (argument.kind()) {
  case Argument::Kind::Bool:
    return "a bool";
  case Argument::Kind::Int64:
  case Argument::Kind::UInt64:
    return "an int";
  case Argument::Kind::Double:
    return "a float";
  case Argument::Kind::Complex:
    return "a complex";
  case Argument::Kind::Array:
    return "a " + std::to_string(argument.asArray().ndim) + "-dimensional " +
           std::string(argument.asArray().dtype) + " array";
  case Argument::Kind::Record:
    return "a record of " + std::to_string(argument.asRecord().size) + " bytes";
  }
  return "nothing";
}

// The shortest decimal text that reads back as `value`.
std::string toText(double value) {
  char text[40];
  for (int digits = 6; digits <= 17; ++digits) {
    std::snprintf(text, sizeof(text), "%.*g", digits, value);
    if (std::strtod(text, nullptr) == value || std::isnan(value))
      break;
  }
  return text;
}

// An error on a value that was found wrong, without the argument's name.
struct Fault {
  const char *name = nullptr;
  std::string text;
  explicit operator bool() const { return name != nullptr; }
};

Fault outOfRange(const std::string &value, const std::string &low,
                 const std::string &high) {
  return {"OverflowError", value + " is out of range, " + low + " to " + high};
}

Fault packSigned(std::int64_t low, std::int64_t high, std::uint32_t size,
                 const Argument &argument, std::byte *to) {
  std::int64_t value = 0;
  if (argument.kind() == Argument::Kind::Bool) {
    value = argument.asBool();
  } else if (argument.kind() == Argument::Kind::UInt64) {
    if (argument.asUInt64() > static_cast<std::uint64_t>(high))
      return outOfRange(std::to_string(argument.asUInt64()),
                        std::to_string(low), std::to_string(high));
    value = static_cast<std::int64_t>(argument.asUInt64());
  } else {
    value = argument.asInt64();
  }
  if (value < low || value > high)
    return outOfRange(std::to_string(value), std::to_string(low),
                      std::to_string(high));
  // Every host of CUDA is little-endian: the low bytes come first.
  std::memcpy(to, &value, size);
  return {};
}

Fault packUnsigned(std::uint64_t high, std::uint32_t size,
                   const Argument &argument, std::byte *to) {
  std::uint64_t value = 0;
  if (argument.kind() == Argument::Kind::Bool) {
    value = argument.asBool();
  } else if (argument.kind() == Argument::Kind::Int64) {
    if (argument.asInt64() < 0)
      return outOfRange(std::to_string(argument.asInt64()), "0",
                        std::to_string(high));
    value = static_cast<std::uint64_t>(argument.asInt64());
  } else {
    value = argument.asUInt64();
  }
  if (value > high)
    return outOfRange(std::to_string(value), "0", std::to_string(high));
  std::memcpy(to, &value, size);
  return {};
}

Fault packInteger(ParamType type, const Argument &argument, std::byte *to) {
  std::uint32_t size = paramTypeSize(type);
  unsigned bits = size * 8;
  if (type >= ParamType::U8)
    return packUnsigned(~std::uint64_t(0) >> (64 - bits), size, argument, to);
  std::int64_t high =
      static_cast<std::int64_t>(~std::uint64_t(0) >> (65 - bits));
  return packSigned(-high - 1, high, size, argument, to);
}

double toDouble(const Argument &argument) {
  switch (argument.kind()) {
  case Argument::Kind::Bool:
    return argument.asBool();
  case Argument::Kind::Int64:
    return static_cast<double>(argument.asInt64());
  case Argument::Kind::UInt64:
    return static_cast<double>(argument.asUInt64());
  default:
    return argument.asDouble();
  }
}

Fault packFloat32(double value, std::byte *to) {
  // The largest double that rounds to a finite float32 lies halfway between
  // its maximum and the next power of two.
  constexpr double limit = 0x1.ffffffp127;
  if (std::isfinite(value) && std::fabs(value) >= limit)
    return outOfRange(toText(value), "-3.4028235e+38", "3.4028235e+38");
  float narrow = static_cast<float>(value);
  std::memcpy(to, &narrow, 4);
  return {};
}

Fault packFloat(ParamType type, double value, std::byte *to) {
  if (type == ParamType::F64) {
    std::memcpy(to, &value, 8);
    return {};
  }
  if (type == ParamType::F32)
    return packFloat32(value, to);
  bool isHalf = type == ParamType::F16;
  std::uint16_t bits = isHalf ? toFloat16(value) : toBfloat16(value);
  std::uint16_t infinity = isHalf ? 0x7c00 : 0x7f80;
  if (std::isfinite(value) && (bits & 0x7fff) == infinity)
    return isHalf
               ? outOfRange(toText(value), "-65504", "65504")
               : outOfRange(toText(value), "-3.3895314e+38", "3.3895314e+38");
  std::memcpy(to, &bits, 2);
  return {};
}

bool isFloat(ParamType type) {
  return type == ParamType::F16 || type == ParamType::BF16 ||
         type == ParamType::F32 || type == ParamType::F64;
}

Fault packScalar(const ArgInfo &arg, const ParamInfo &param,
                 const Argument &argument, std::byte *to) {
  Argument::Kind kind = argument.kind();
  bool isInt = kind == Argument::Kind::Bool || kind == Argument::Kind::Int64 ||
               kind == Argument::Kind::UInt64;
  bool isReal = isInt || kind == Argument::Kind::Double;
  if (param.type <= ParamType::U64 && isInt) {
    if (arg.dtype != "bool")
      return packInteger(param.type, argument, to);
    bool value = kind == Argument::Kind::Bool    ? argument.asBool()
                 : kind == Argument::Kind::Int64 ? argument.asInt64() != 0
                                                 : argument.asUInt64() != 0;
    *to = std::byte(value);
    return {};
  }
  if (isFloat(param.type) && isReal)
    return packFloat(param.type, toDouble(argument), to);
  bool isComplex =
      param.type == ParamType::C64 || param.type == ParamType::C128;
  if (isComplex && (isReal || kind == Argument::Kind::Complex)) {
    std::array<double, 2> parts = {0, 0};
    if (isReal)
      parts[0] = toDouble(argument);
    else
      parts = argument.asComplex();
    ParamType part =
        param.type == ParamType::C64 ? ParamType::F32 : ParamType::F64;
    Fault fault = packFloat(part, parts[0], to);
    return fault ? fault : packFloat(part, parts[1], to + paramTypeSize(part));
  }
  if (param.type == ParamType::Bytes && kind == Argument::Kind::Record) {
    Argument::RecordView record = argument.asRecord();
    if (record.size != param.size || (!record.data && param.size))
      return {"ValueError", "wants a record of " + std::to_string(param.size) +
                                " bytes, not of " +
                                std::to_string(record.size)};
    if (param.size)
      std::memcpy(to, record.data, param.size);
    return {};
  }
  return {"TypeError",
          "wants " + describeWanted(arg) + ", not " + describeGiven(argument)};
}

bool isEmpty(const ArrayView &array) {
  for (int axis = 0; axis < array.ndim; ++axis)
    if (array.shape[axis] == 0)
      return true;
  return false;
}

Fault checkArray(const ArgInfo &arg, const Argument &argument) {
  if (argument.kind() != Argument::Kind::Array)
    return {"TypeError", "wants " + describeWanted(arg) + ", not " +
                             describeGiven(argument)};
  const ArrayView &array = argument.asArray();
  if (array.ndim < 0 || array.ndim > maxRank || arg.ndim > maxRank)
    return {"TypeError", "arrays of more than " + std::to_string(maxRank) +
                             " dimensions cannot be passed"};
  if (array.dtype != arg.dtype || array.ndim != arg.ndim)
    return {"TypeError", "wants " + describeWanted(arg) + ", not " +
                             describeGiven(argument)};
  for (int axis = 0; axis < array.ndim; ++axis)
    if (array.shape[axis] < 0)
      return {"ValueError", "axis " + std::to_string(axis) +
                                " has the negative extent " +
                                std::to_string(array.shape[axis])};
  for (int axis = 0; axis < array.ndim; ++axis)
    if (array.shape[axis] > maxExtent)
      return {"ValueError",
              "axis " + std::to_string(axis) + " has more than 2**48 elements"};
  // Records of 12 bytes are aligned to 4, and nothing to more than 16.
  std::uint32_t alignment = array.itemSize & (~array.itemSize + 1);
  if (alignment != 0 && array.address % std::min(alignment, 16u) != 0)
    return {"ValueError", "is not aligned to its elements of " +
                              std::to_string(array.itemSize) + " bytes"};
  if (array.address == 0 && !isEmpty(array))
    return {"ValueError", "is a null pointer with elements"};
  if (arg.layout == 'C' && !isContiguous(array, false))
    return {"ValueError", "wants a C-contiguous array; compile the kernel with "
                          "`[:]` in place of `[::1]` to take any layout"};
  if (arg.layout == 'F' && !isContiguous(array, true))
    return {"ValueError", "wants a Fortran-contiguous array"};
  return {};
}

Fault packParam(const ArgInfo &arg, const ParamInfo &param,
                const Argument &argument, std::byte *to) {
  if (param.field == ParamField::Value)
    return packScalar(arg, param, argument, to);
  // A hand-made KernelInfo may name an axis that no array has.
  if (param.axis >= maxAxes)
    return {"TypeError", "has no axis " + std::to_string(param.axis)};
  // A pointer, or no array at all.
  if (Fault fault = checkArray(arg, argument))
    return fault;
  std::memcpy(to, &argument.asArray().address, 8);
  return {};
}

// Whether the param can be written: inside the block, of its type's size, and a
// field that its argument has.
bool isSound(const KernelInfo &kernel, const ParamInfo &param) {
  if (param.arg >= kernel.args.size())
    return false;
  bool isArray = kernel.args[param.arg].kind == ArgKind::Array;
  std::uint32_t size =
      param.field == ParamField::Value ? paramTypeSize(param.type) : 8;
  if (param.field >= ParamField::Shape &&
      param.axis >= static_cast<std::uint32_t>(kernel.args[param.arg].ndim))
    return false;
  return isArray == (param.field != ParamField::Value) &&
         (size == param.size || param.type == ParamType::Bytes) &&
         std::uint64_t(param.offset) + param.size <= kernel.paramBytes;
}

} // namespace

bool isContiguous(const ArrayView &array, bool fortran) {
  if (isEmpty(array))
    return true;
  std::uint64_t stride = array.itemSize;
  for (int i = 0; i < array.ndim; ++i) {
    int axis = fortran ? i : array.ndim - 1 - i;
    if (array.shape[axis] == 1)
      continue;
    if (static_cast<std::uint64_t>(array.strides[axis]) != stride)
      return false;
    stride *= static_cast<std::uint64_t>(array.shape[axis]);
  }
  return true;
}

Result<void> packArgumentsInto(const KernelInfo &kernel,
                               Span<const Argument> arguments,
                               std::byte *block) {
  if (arguments.size() != kernel.args.size())
    return Error::make(
        "TypeError",
        kernel.name + "() takes " + std::to_string(kernel.args.size()) +
            " arguments, not " + std::to_string(arguments.size()),
        kernel.name);
  if (kernel.paramBytes)
    std::memset(block, 0, kernel.paramBytes);
  for (const ParamInfo &param : kernel.params) {
    if (!isSound(kernel, param))
      return Error::make("ValueError",
                         "the kernel's parameter layout is not sound",
                         kernel.name);
    // Half of all params, and nothing to check that the pointer's did not.
    const Argument &argument = arguments[param.arg];
    if (param.field >= ParamField::Shape && param.axis < maxAxes &&
        argument.kind() == Argument::Kind::Array) {
      const ArrayView &array = argument.asArray();
      const auto &words =
          param.field == ParamField::Shape ? array.shape : array.strides;
      std::memcpy(block + param.offset, &words[param.axis], 8);
      continue;
    }
    Fault fault = packParam(kernel.args[param.arg], param, arguments[param.arg],
                            block + param.offset);
    if (!fault)
      continue;
    return Error::make(fault.name,
                       "argument `" + kernel.args[param.arg].name + "` (" +
                           kernel.args[param.arg].dtype + "): " + fault.text,
                       kernel.name);
  }
  return {};
}

Result<std::vector<std::byte>> packArguments(const KernelInfo &kernel,
                                             Span<const Argument> arguments) {
  std::vector<std::byte> block(kernel.paramBytes);
  if (Result<void> packed = packArgumentsInto(kernel, arguments, block.data());
      !packed)
    return packed.error();
  return block;
}

} // namespace pyk2ptx
