// Functions as Python holds them -> CapturedProgram.
//
// The package (_functions.py) finds a kernel's text and what its free names
// are, and hands both over as tuples and dicts; here they become captured.h's.
#include "capture.h"

namespace pyk2ptx::python {

namespace {

bool readText(PyObject *object, std::string &text) {
  return toText(object, text);
}

// Calls read(item) for each item of a sequence. False with an exception set.
template <typename Read> bool readEach(PyObject *sequence, Read read) {
  Py_ssize_t count = PySequence_Size(sequence);
  for (Py_ssize_t i = 0; i < count; ++i) {
    Ref item(PySequence_GetItem(sequence, i));
    if (!item || !read(item.get()))
      return false;
  }
  return count >= 0;
}

bool readTexts(PyObject *sequence, std::vector<std::string> &texts) {
  return readEach(sequence, [&](PyObject *item) {
    return readText(item, texts.emplace_back());
  });
}

// ---- values ----

using Kind = CapturedValue::Kind;

struct NamedKind {
  const char *name;
  Kind kind;
};

constexpr NamedKind kinds[] = {{"unusable", Kind::Unusable},
                               {"none", Kind::None},
                               {"bool", Kind::Bool},
                               {"int", Kind::Int},
                               {"float", Kind::Float},
                               {"complex", Kind::Complex},
                               {"string", Kind::String},
                               {"tuple", Kind::Tuple},
                               {"namespace", Kind::Namespace},
                               {"array", Kind::Array},
                               {"function", Kind::Function},
                               {"type", Kind::Type},
                               {"library", Kind::Library},
                               {"external", Kind::External},
                               {"device array", Kind::DeviceArray},
                               {"slice", Kind::Slice}};

bool readValue(PyObject *object, CapturedValue &value);

// The parts behind a value's kind, by what PyArg_ParseTuple calls them.
bool readNumber(PyObject *parts, CapturedValue &value) {
  const char *dtype = "";
  unsigned long long low = 0;
  long long high = 0;
  bool isRead = false;
  if (value.kind == Kind::Bool || value.kind == Kind::Int)
    isRead = PyArg_ParseTuple(parts, "sKLs", &dtype, &low, &high, &dtype) != 0;
  else
    isRead = PyArg_ParseTuple(parts, "sdds", &dtype, &value.real, &value.imag,
                              &dtype) != 0;
  value.low = low;
  value.high = high;
  value.dtype = isRead ? dtype : "";
  return isRead;
}

/// What sort of a namespace it is, if that is told.
bool readMark(PyObject *parts, CapturedValue &value) {
  if (PySequence_Size(parts) < 4)
    return true;
  Ref mark(PySequence_GetItem(parts, 3));
  const char *text =
      mark ? PyUnicode_AsUTF8AndSize(mark.get(), nullptr) : nullptr;
  if (text)
    value.text = text;
  return text != nullptr;
}

bool readElements(PyObject *parts, CapturedValue &value) {
  Ref elements(PySequence_GetItem(parts, 1));
  Ref names(PySequence_GetItem(parts, 2));
  return elements && names &&
         readEach(elements.get(),
                  [&](PyObject *item) {
                    return readValue(item, value.elements.emplace_back());
                  }) &&
         readTexts(names.get(), value.names) && readMark(parts, value);
}

bool readShape(PyObject *shape, CapturedValue &value) {
  return readEach(shape, [&](PyObject *item) {
    value.shape.push_back(PyLong_AsLongLong(item));
    return PyErr_Occurred() == nullptr;
  });
}

bool readArray(PyObject *parts, CapturedValue &value) {
  const char *kind = nullptr;
  const char *dtype = nullptr;
  PyObject *shape = nullptr;
  const char *bytes = nullptr;
  Py_ssize_t size = 0;
  if (!PyArg_ParseTuple(parts, "ssOy#", &kind, &dtype, &shape, &bytes, &size))
    return false;
  value.dtype = dtype;
  const auto *first = reinterpret_cast<const std::byte *>(bytes);
  value.bytes.assign(first, first + size);
  return readShape(shape, value);
}

// (kind, element's type, shape, address)
bool readDeviceArray(PyObject *parts, CapturedValue &value) {
  const char *kind = nullptr;
  const char *type = nullptr;
  PyObject *shape = nullptr;
  unsigned long long address = 0;
  if (!PyArg_ParseTuple(parts, "ssOK", &kind, &type, &shape, &address))
    return false;
  value.text = type;
  value.low = address;
  return readShape(shape, value);
}

bool readExternal(PyObject *parts, CapturedValue &value) {
  const char *kind = nullptr;
  const char *name = nullptr;
  const char *signature = nullptr;
  PyObject *files = nullptr;
  int isC = 0;
  int isCooperative = 0;
  if (!PyArg_ParseTuple(parts, "sssOpp", &kind, &name, &signature, &files, &isC,
                        &isCooperative))
    return false;
  value.text = name;
  value.dtype = signature;
  value.low = isC != 0;
  value.high = isCooperative;
  return readTexts(files, value.names);
}

bool readValue(PyObject *object, CapturedValue &value) {
  Ref name(PySequence_GetItem(object, 0));
  std::string text;
  if (!name || !readText(name.get(), text))
    return false;
  bool isKnown = false;
  for (const NamedKind &row : kinds) {
    if (text != row.name)
      continue;
    value.kind = row.kind;
    isKnown = true;
  }
  if (!isKnown) {
    PyErr_Format(PyExc_SystemError, "no captured value is a `%s`",
                 text.c_str());
    return false;
  }
  switch (value.kind) {
  case Kind::None:
    return true;
  case Kind::Bool:
  case Kind::Int:
  case Kind::Float:
  case Kind::Complex:
    return readNumber(object, value);
  case Kind::Tuple:
  case Kind::Namespace:
  case Kind::Slice:
    return readElements(object, value);
  case Kind::Array:
    return readArray(object, value);
  case Kind::DeviceArray:
    return readDeviceArray(object, value);
  case Kind::External:
    return readExternal(object, value);
  case Kind::Function: {
    Ref index(PySequence_GetItem(object, 1));
    value.index =
        index ? static_cast<std::uint32_t>(PyLong_AsUnsignedLong(index.get()))
              : 0;
    return PyErr_Occurred() == nullptr;
  }
  default: {
    Ref spelled(PySequence_GetItem(object, 1));
    return spelled && readText(spelled.get(), value.text);
  }
  }
}

// ---- functions ----

bool readNames(PyObject *dict, CapturedNames &names) {
  PyObject *key = nullptr;
  PyObject *value = nullptr;
  Py_ssize_t at = 0;
  while (PyDict_Next(dict, &at, &key, &value)) {
    std::string name;
    if (!readText(key, name) || !readValue(value, names[name]))
      return false;
  }
  return true;
}

// (form, text, file, first line, name, names, typing, signatures, links,
// cluster)
bool readFunction(PyObject *object, CapturedFunction &function) {
  const char *form = nullptr;
  PyObject *text = nullptr;
  PyObject *file = nullptr;
  const char *name = nullptr;
  PyObject *names = nullptr;
  const char *typing = nullptr;
  PyObject *signatures = nullptr;
  PyObject *links = nullptr;
  if (!PyArg_ParseTuple(object, "sUUIsO!sOO(III)", &form, &text, &file,
                        &function.firstLine, &name, &PyDict_Type, &names,
                        &typing, &signatures, &links, &function.cluster[0],
                        &function.cluster[1], &function.cluster[2]))
    return false;
  function.form = std::string_view(form) == "lambda"
                      ? CapturedFunction::Form::Lambda
                      : CapturedFunction::Form::Function;
  function.name = name;
  function.typing = typing;
  return readText(text, function.text) && readText(file, function.file) &&
         readNames(names, function.names) &&
         readTexts(signatures, function.signatures) &&
         readTexts(links, function.links);
}

// ---- settings ----

// The settings that are one flag, by their names in Python.
bool *flagOf(JitSettings &settings, std::string_view name) {
  struct Row {
    std::string_view name;
    bool *flag;
  } rows[] = {{"debug", &settings.debug},
              {"lineinfo", &settings.lineInfo},
              {"debug_info", &settings.debugInfo},
              {"fmad", &settings.fmad},
              {"fastmath", &settings.fastMath},
              {"noalias", &settings.noAlias},
              {"check_bounds", &settings.checks.bounds},
              {"check_races", &settings.checks.races},
              {"check_barriers", &settings.checks.barriers},
              {"check_uninit", &settings.checks.uninit},
              {"keep_ir", &settings.keepIr},
              {"keep_llvm", &settings.keepLlvm},
              {"keep_optimized", &settings.keepOptimized},
              {"use_cache", &settings.useCache}};
  for (Row &row : rows)
    if (row.name == name)
      return row.flag;
  return nullptr;
}

std::uint32_t *numberOf(JitSettings &settings, std::string_view name) {
  if (name == "max_registers")
    return &settings.maxRegisters;
  if (name == "max_threads")
    return &settings.maxThreads;
  if (name == "block_threads")
    return &settings.blockThreads;
  return name == "min_blocks" ? &settings.minBlocks : nullptr;
}

bool readSetting(JitSettings &settings, const std::string &name,
                 PyObject *value) {
  if (bool *flag = flagOf(settings, name)) {
    int truth = PyObject_IsTrue(value);
    *flag = truth > 0;
    return truth >= 0;
  }
  if (std::uint32_t *number = numberOf(settings, name)) {
    *number = static_cast<std::uint32_t>(PyLong_AsUnsignedLong(value));
    return PyErr_Occurred() == nullptr;
  }
  if (name == "opt_level") {
    settings.optLevel = static_cast<int>(PyLong_AsLong(value));
    return PyErr_Occurred() == nullptr;
  }
  if (name == "links")
    return readTexts(value, settings.links);
  std::string text;
  if (!readText(value, text))
    return false;
  if (name == "typing") {
    settings.typing = text;
  } else if (name == "libdevice") {
    settings.libdevice = text;
  } else if (name == "bounds") {
    settings.bounds = text == "raise"  ? BoundsMode::Raise
                      : text == "none" ? BoundsMode::None
                                       : BoundsMode::Guard;
  } else {
    PyErr_Format(PyExc_SystemError, "there is no setting `%s`", name.c_str());
    return false;
  }
  return true;
}

// What of a program is about its first function's parameters and callers: a
// dict of "constants" {parameter: value}, "places" [parameter], "export"
// (whether by numba's convention, symbol, result).
bool readUse(PyObject *dict, CapturedProgram &program) {
  if (PyObject *constants = PyDict_GetItemString(dict, "constants")) {
    PyObject *key = nullptr;
    PyObject *value = nullptr;
    Py_ssize_t at = 0;
    while (PyDict_Next(constants, &at, &key, &value)) {
      auto &[parameter, captured] = program.constantArguments.emplace_back();
      parameter = static_cast<std::uint32_t>(PyLong_AsUnsignedLong(key));
      if (PyErr_Occurred() || !readValue(value, captured))
        return false;
    }
  }
  if (PyObject *places = PyDict_GetItemString(dict, "places"))
    if (!readEach(places, [&](PyObject *item) {
          program.recordPlaces.push_back(
              static_cast<std::uint32_t>(PyLong_AsUnsignedLong(item)));
          return PyErr_Occurred() == nullptr;
        }))
      return false;
  if (PyObject *exported = PyDict_GetItemString(dict, "export")) {
    int isNumba = 0;
    const char *symbol = nullptr;
    const char *result = nullptr;
    if (!PyArg_ParseTuple(exported, "pss", &isNumba, &symbol, &result))
      return false;
    program.exported = {true, isNumba != 0, symbol, result};
  }
  return PyErr_Occurred() == nullptr;
}

} // namespace

bool readProgram(PyObject *functions, PyObject *use, CapturedProgram &program) {
  return readEach(functions,
                  [&](PyObject *item) {
                    return readFunction(item, program.functions.emplace_back());
                  }) &&
         (!use || readUse(use, program));
}

bool readCaptured(PyObject *object, CapturedValue &value) {
  return readValue(object, value);
}

bool readSettings(PyObject *dict, JitSettings &settings) {
  PyObject *key = nullptr;
  PyObject *value = nullptr;
  Py_ssize_t at = 0;
  while (PyDict_Next(dict, &at, &key, &value)) {
    std::string name;
    if (!readText(key, name) || !readSetting(settings, name, value))
      return false;
  }
  return true;
}

} // namespace pyk2ptx::python
