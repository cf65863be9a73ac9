// Arguments straight into the parameter block.
//
// Reading arguments of any sort, spelling their types, finding the kernel for
// them and packing them costs more than the driver's launch if there are many.
// But programs launch a kernel with the same types again and again: so the
// first launch leaves a plan, which says for each argument which Python type to
// expect and where its words go. Whatever is not as expected, or would be an
// error, is left to the careful way.
#include "plan.h"

#include "arguments.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace pyk2ptx::python {

namespace {

// Numbers -> parameters; false where the value is out of the type's range.

template <typename T> bool storeInteger(std::int64_t value, std::byte *to) {
  auto narrow = static_cast<T>(value);
  if (static_cast<std::int64_t>(narrow) != value ||
      (std::is_unsigned_v<T> && value < 0))
    return false;
  std::memcpy(to, &narrow, sizeof(T));
  return true;
}

bool storeReal(ParamType type, double value, std::byte *to) {
  if (type == ParamType::F64) {
    std::memcpy(to, &value, 8);
    return true;
  }
  // Of numbers that are near float32's largest the careful way knows more.
  if (std::isfinite(value) && std::fabs(value) > 0x1p127)
    return false;
  auto narrow = static_cast<float>(value);
  std::memcpy(to, &narrow, 4);
  return true;
}

bool storeInteger(ParamType type, std::int64_t value, std::byte *to) {
  switch (type) {
  case ParamType::I8:
    return storeInteger<std::int8_t>(value, to);
  case ParamType::I16:
    return storeInteger<std::int16_t>(value, to);
  case ParamType::I32:
    return storeInteger<std::int32_t>(value, to);
  case ParamType::I64:
    return storeInteger<std::int64_t>(value, to);
  case ParamType::U8:
    return storeInteger<std::uint8_t>(value, to);
  case ParamType::U16:
    return storeInteger<std::uint16_t>(value, to);
  case ParamType::U32:
    return storeInteger<std::uint32_t>(value, to);
  case ParamType::U64:
    return storeInteger<std::uint64_t>(value, to);
  default:
    return storeReal(type, static_cast<double>(value), to);
  }
}

bool isInteger(ParamType type) { return type <= ParamType::U64; }

bool isReal(ParamType type) {
  return type == ParamType::F32 || type == ParamType::F64;
}

} // namespace

// Making ---------------------------------------------------------------------

bool LaunchPlan::plan(Step &step, PyObject *object, int ordinal) {
  step.python = Py_TYPE(object);
  if (object == Py_None) {
    step.kind = Kind::None;
  } else if (PyBool_Check(object)) {
    step.kind = Kind::Bool;
  } else if (PyLong_CheckExact(object)) {
    step.kind = Kind::Int;
  } else if (PyFloat_CheckExact(object)) {
    step.kind = Kind::Float;
  } else if (isBox<ArrayRef>(object)) {
    const ArrayRef &array = unbox<ArrayRef>(object);
    step.kind = Kind::Array;
    step.type = array.type;
    step.layout = array.layout;
    step.ndim = array.view.ndim;
  } else if (int scalar = scalarTypeOf(step.python); scalar >= 0) {
    char first = element(static_cast<std::uint16_t>(scalar)).name[0];
    step.kind = first == 'b'                   ? Kind::NumpyBool
                : first == 'i' || first == 'u' ? Kind::NumpyInt
                                               : Kind::NumpyFloat;
    return first != 'c';
  } else {
    step.kind = Kind::Foreign;
    step.foreign = ordinal >= 0 ? foreignTypeOf(object) : nullptr;
    ReadArray array;
    if (!step.foreign || !step.foreign->read(object, ordinal, array))
      return false;
    step.type = array.type;
    step.layout = array.layout;
    step.ndim = array.view.ndim;
  }
  return true;
}

// The parameters that argument `arg` of the kernel becomes.
bool LaunchPlan::addStores(Step &step, const KernelInfo &kernel,
                           std::uint32_t arg) {
  bool isArray = step.kind == Kind::Array || step.kind == Kind::Foreign;
  bool isFloat = step.kind == Kind::Float || step.kind == Kind::NumpyFloat;
  const ArgInfo &info = kernel.args[arg];
  if (isArray != (info.kind == ArgKind::Array))
    return false;
  for (const ParamInfo &param : kernel.params) {
    if (param.arg != arg)
      continue;
    if (isArray
            ? param.field == ParamField::Value
            : param.field != ParamField::Value || stores_.size() != step.begin)
      return false;
    if (!isArray && !(isReal(param.type) ||
                      (isInteger(param.type) && !isFloat &&
                       (info.dtype != "bool" || step.kind == Kind::Bool ||
                        step.kind == Kind::NumpyBool))))
      return false;
    stores_.push_back({param.offset, param.field,
                       static_cast<std::uint8_t>(param.axis), param.type});
    step.offset = param.offset;
    if (step.kind == Kind::Int && param.type == ParamType::I64)
      step.kind = Kind::Int64;
    if (step.kind == Kind::Float && param.type == ParamType::F64)
      step.kind = Kind::Float64;
  }
  return true;
}

std::optional<LaunchPlan> LaunchPlan::make(const KernelInfo &kernel,
                                           PyObject *const *arguments,
                                           Py_ssize_t count, int ordinal) {
  if (kernel.paramBytes > mostBytes)
    return std::nullopt;
  LaunchPlan plan;
  plan.bytes_ = kernel.paramBytes;
  plan.ordinal_ = ordinal;
  std::uint32_t arg = 0;
  for (Py_ssize_t i = 0; i < count; ++i) {
    Step step;
    if (!plan.plan(step, arguments[i], ordinal))
      return std::nullopt;
    step.begin = static_cast<std::uint32_t>(plan.stores_.size());
    if (step.kind != Kind::None) {
      if (arg >= kernel.args.size() || !plan.addStores(step, kernel, arg))
        return std::nullopt;
      ++arg;
    }
    step.end = static_cast<std::uint32_t>(plan.stores_.size());
    plan.types_.push_back(
        Ref::share(reinterpret_cast<PyObject *>(step.python)));
    if (step.foreign && std::find(plan.owners_.begin(), plan.owners_.end(),
                                  step.foreign) == plan.owners_.end())
      plan.owners_.push_back(step.foreign);
    plan.steps_.push_back(step);
  }
  if (arg != kernel.args.size())
    return std::nullopt;
  std::size_t written = 0;
  for (const ParamInfo &param : kernel.params)
    written += param.size;
  plan.hasGaps_ = written != plan.bytes_;
  return plan;
}

// Packing --------------------------------------------------------------------

bool LaunchPlan::packScalar(const Step &step, PyObject *object,
                            std::byte *block) const {
  // An argument that the kernel does not read has no parameter, but a value
  // that may be too large for its type.
  std::byte unused[8];
  ParamType type = ParamType::I64;
  std::byte *to = unused;
  if (step.begin != step.end) {
    const Store &store = stores_[step.begin];
    type = store.type;
    to = block + store.offset;
  }
  switch (step.kind) {
  case Kind::None:
    return true;
  case Kind::Bool:
    return storeInteger(type, object == Py_True, to);
  case Kind::Int: {
    int overflow = 0;
    long long value = PyLong_AsLongLongAndOverflow(object, &overflow);
    return overflow == 0 && storeInteger(type, value, to);
  }
  case Kind::Float:
    return storeReal(isReal(type) ? type : ParamType::F64,
                     PyFloat_AsDouble(object), to);
  case Kind::NumpyBool:
    return storeInteger(type, PyObject_IsTrue(object) == 1, to);
  case Kind::NumpyInt: {
    Ref number(PyNumber_Index(object));
    int overflow = 1;
    long long value =
        number ? PyLong_AsLongLongAndOverflow(number.get(), &overflow) : 0;
    PyErr_Clear();
    return overflow == 0 && storeInteger(type, value, to);
  }
  default:
    double value = PyFloat_AsDouble(object);
    if (value == -1 && PyErr_Occurred()) {
      PyErr_Clear();
      return false;
    }
    return storeReal(isReal(type) ? type : ParamType::F64, value, to);
  }
}

bool LaunchPlan::packArray(const Step &step, const ReadArray &array,
                           std::byte *block) const {
  const ArrayView &view = array.view;
  if (array.type != step.type || array.layout != step.layout ||
      view.ndim != step.ndim)
    return false;
  const Store *store = stores_.data() + step.begin;
  const Store *end = stores_.data() + step.end;
  for (; store != end; ++store) {
    const void *word = store->field == ParamField::Pointer
                           ? static_cast<const void *>(&view.address)
                       : store->field == ParamField::Shape
                           ? &view.shape[store->axis]
                           : &view.strides[store->axis];
    std::memcpy(block + store->offset, word, 8);
  }
  return true;
}

bool LaunchPlan::packForeign(const Step &step, PyObject *object,
                             std::byte *block) const {
  ReadArray array;
  return step.foreign->read(object, ordinal_, array) && isSound(array.view) &&
         packArray(step, array, block);
}

bool LaunchPlan::pack(PyObject *const *arguments, Py_ssize_t count,
                      std::byte *block, OwnerStreams &streams) const {
  if (static_cast<std::size_t>(count) != steps_.size())
    return false;
  if (hasGaps_)
    std::memset(block, 0, bytes_);
  for (const Step &step : steps_) {
    PyObject *object = *arguments++;
    if (Py_TYPE(object) != step.python)
      return false;
    switch (step.kind) {
    case Kind::Int64: {
      int overflow = 0;
      long long value = PyLong_AsLongLongAndOverflow(object, &overflow);
      if (overflow != 0)
        return false;
      std::memcpy(block + step.offset, &value, 8);
      break;
    }
    case Kind::Float64: {
      double value = PyFloat_AsDouble(object);
      std::memcpy(block + step.offset, &value, 8);
      break;
    }
    case Kind::Array: {
      const ArrayRef &array = unbox<ArrayRef>(object);
      if (!array.isSound || (array.isOnGpu && ordinal_ < 0) ||
          !packArray(step, array, block))
        return false;
      break;
    }
    case Kind::Foreign:
      if (!packForeign(step, object, block))
        return false;
      break;
    default:
      if (!packScalar(step, object, block))
        return false;
    }
  }
  for (const ForeignType *owner : owners_)
    if (!owner->addStream(ordinal_, streams))
      return false;
  return true;
}

} // namespace pyk2ptx::python
