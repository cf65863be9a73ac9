// Kernels as a running program holds them: functions as text, and what their
// free names are at that moment. Plain data, C++17 and the standard library
// only: JITs fill it in, the compiler reads it.
//
// A program is a list of functions; the first is the kernel. A function that
// another one calls is named by its place in the list, so that functions may
// call each other in circles and share what they share.
#ifndef PYK2PTX_CAPTURED_H
#define PYK2PTX_CAPTURED_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace pyk2ptx {

/// The value of a global or a closure's variable: a constant to the kernel.
struct CapturedValue {
  enum class Kind : std::uint8_t {
    /// No value that a kernel could use; `text` says why, as the end of a
    /// sentence. It is an error only if the kernel reads the name.
    Unusable,
    None,
    /// `low` is 0 or 1.
    Bool,
    /// `high`:`low`, two's complement of 128 bits.
    Int,
    /// `real`
    Float,
    /// `real`, `imag`
    Complex,
    /// `text`
    String,
    /// `elements`; `names`, if there are any, are those of a named tuple;
    /// `text`
    /// is "list" where Python has a list.
    Tuple,
    /// A namespace, a module or a class: its attribute names[i] is elements[i].
    /// `text` is "enumeration" where these are all of an enumeration's members.
    Namespace,
    /// A NumPy array: `dtype`, `shape`, and `bytes` in C order. Of records,
    /// `dtype` is their type in numba's spelling.
    Array,
    /// Another function of the program: `index`.
    Function,
    /// A type or a dtype, in numba's spelling: `text`, "float32[:, ::1]".
    Type,
    /// A name of cuda, math, NumPy or Python: `text`, "cuda", "math.sqrt",
    /// "np.float32", "int".
    Library,
    /// cuda.declare_device: the function `text` of signature `dtype`, defined
    /// by the files `names`; `low` is 1 for abi="c", `high` 1 for
    /// use_cooperative=True.
    External,
    /// An array in the device's memory, contiguous in C order: elements of type
    /// `text`, in numba's spelling, from the address `low` on, of `shape`.
    DeviceArray,
    /// slice(...): `elements` are its start, stop and step, None or Int.
    Slice
  };
  Kind kind = Kind::Unusable;
  std::uint64_t low = 0;
  std::int64_t high = 0;
  double real = 0, imag = 0;
  std::string text;
  /// NumPy's name of a Bool's, Int's, Float's or Complex's type where it is a
  /// NumPy scalar ("float32"), and of an Array's elements. A number without it
  /// is Python's.
  std::string dtype;
  std::vector<CapturedValue> elements;
  std::vector<std::string> names;
  std::vector<std::int64_t> shape;
  std::vector<std::byte> bytes;
  std::uint32_t index = 0;

  static CapturedValue unusable(std::string why) {
    return ofText(Kind::Unusable, std::move(why));
  }
  static CapturedValue none() { return of(Kind::None); }
  static CapturedValue boolean(bool value) {
    CapturedValue result = of(Kind::Bool);
    result.low = value;
    return result;
  }
  static CapturedValue integer(std::int64_t value) {
    CapturedValue result = of(Kind::Int);
    result.low = static_cast<std::uint64_t>(value);
    result.high = value < 0 ? -1 : 0;
    return result;
  }
  static CapturedValue number(double value) {
    CapturedValue result = of(Kind::Float);
    result.real = value;
    return result;
  }
  static CapturedValue complex(double real, double imag) {
    CapturedValue result = of(Kind::Complex);
    result.real = real;
    result.imag = imag;
    return result;
  }
  static CapturedValue string(std::string text) {
    return ofText(Kind::String, std::move(text));
  }
  static CapturedValue tuple(std::vector<CapturedValue> elements) {
    CapturedValue result = of(Kind::Tuple);
    result.elements = std::move(elements);
    return result;
  }
  static CapturedValue array(std::string dtype, std::vector<std::int64_t> shape,
                             std::vector<std::byte> bytes) {
    CapturedValue result = of(Kind::Array);
    result.dtype = std::move(dtype);
    result.shape = std::move(shape);
    result.bytes = std::move(bytes);
    return result;
  }
  static CapturedValue function(std::uint32_t index) {
    CapturedValue result = of(Kind::Function);
    result.index = index;
    return result;
  }
  static CapturedValue type(std::string spelling) {
    return ofText(Kind::Type, std::move(spelling));
  }
  static CapturedValue library(std::string dotted) {
    return ofText(Kind::Library, std::move(dotted));
  }

private:
  static CapturedValue of(Kind kind) {
    CapturedValue value;
    value.kind = kind;
    return value;
  }
  static CapturedValue ofText(Kind kind, std::string text) {
    CapturedValue value = of(kind);
    value.text = std::move(text);
    return value;
  }
};

/// Values by name. Sorted, so that equal programs are equal bytes.
using CapturedNames = std::map<std::string, CapturedValue>;

/// A function's text and what it needs from around it.
struct CapturedFunction {
  enum class Form : std::uint8_t {
    /// `text` is one function, as inspect.getsource has it: it may be indented,
    /// and its decorators and annotations mean nothing. Every free name is in
    /// `names`, or is one of Python's.
    Function,
    /// `text` is a lambda, or a statement that holds one; the first counts.
    Lambda,
    /// `text` is a file as the command line compiles it; `name` is the kernel
    /// in it, "Class.k". Values in `names` replace those of the file's names.
    /// Only the program's first function can be a file.
    File
  };
  Form form = Form::Function;
  std::string text;
  /// What messages call the file.
  std::string file = "<string>";
  /// Form::File: where the text is from. Imports of project files are looked
  /// for beside it, as the command line does; "": in JitSettings::importFolders
  /// alone.
  std::string path;
  /// Of the text's first line.
  std::uint32_t firstLine = 1;
  /// What the kernel is called; "" is the name in the text.
  std::string name;
  CapturedNames names;
  /// "python" or "numba"; "": as the options, or the caller, have it.
  std::string typing;
  /// Of a device function that states its types: "float32(float32, float32)".
  std::vector<std::string> signatures;
  /// link=: files that define functions it declares.
  std::vector<std::string> links;
  /// A kernel's cluster_dims; 0: none.
  std::uint32_t cluster[3] = {};
};

/// A device function that code of other compilers calls (cuda.compile with
/// device=True), instead of a kernel.
struct CapturedExport {
  /// No kernel but this is made of the program's first function.
  bool isWanted = false;
  /// numba's convention, else C's (compiler/lower/external.cpp).
  bool isNumba = false;
  /// What callers call it; "" is the function's own name.
  std::string symbol;
  /// The type of its result, in numba's spelling; "" is what it returns.
  std::string result;
};

struct CapturedProgram {
  std::vector<CapturedFunction> functions;
  /// The kernel's parameters, in numba's spelling: "float32[::1], int64". A
  /// Python float or complex number is `float` or `complex`.
  std::string types;
  /// Parameters whose value is known when compiling and has no type, as a
  /// function: (parameter, value). In `types` they are `none`.
  std::vector<std::pair<std::uint32_t, CapturedValue>> constantArguments;
  /// Parameters whose type is an array of one record, and which the function
  /// knows as that record: what it stores reaches the caller.
  std::vector<std::uint32_t> recordPlaces;
  CapturedExport exported;
};

} // namespace pyk2ptx

#endif
