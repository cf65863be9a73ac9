// Matmul and FFT (nvmath.device, pyk2ptx.device): objects that host code makes
// of constants, whose attributes kernels read and whose calls are functions of
// the prelude. To the evaluator such an object is a named tuple of its traits
// whose text is its class; what only the prelude asks for is among them.
#ifndef PYK2PTX_FRONTEND_EVALUATE_DEVICE_OBJECT_H
#define PYK2PTX_FRONTEND_EVALUATE_DEVICE_OBJECT_H

#include "fold.h"

#include <initializer_list>
#include <string_view>

namespace pyk2ptx {

// ---- makers of cooperative primitives: coop.block.make_sum and its like ----

/// Whether the path is that of a maker, such as "cuda.coop.block.make_sum".
bool isCoopMaker(const std::string &path);
/// What it makes: a function that knows these arguments.
Value makeCoop(const std::string &path, std::vector<Value> args,
               std::vector<std::pair<std::string, Value>> keywords,
               SourceRange range);
/// `.files`, `.temp_storage_bytes`, `.temp_storage_alignment` of what a maker
/// made; nothing for all else.
std::optional<Value> coopAttribute(const Value &made, const std::string &name);

// ---- Matmul and FFT ----

/// What a block may have of the newest GPUs: threads, bytes of shared memory.
inline constexpr std::int64_t mostThreads = 1024, mostShared = 227 * 1024;

inline constexpr std::string_view deviceLibrary = "nvmath.device.";
inline constexpr const char *matmulMark = "nvmath.device.Matmul";
inline constexpr const char *fftMark = "nvmath.device.FFT";
inline constexpr const char *layoutMark = "nvmath.device.Layout";

inline bool isDeviceObject(const Value &value) {
  return value.kind == Value::Kind::Tuple &&
         (value.text == matmulMark || value.text == fftMark ||
          value.text == layoutMark);
}
/// "Matmul", "FFT"
std::string deviceObjectName(const Value &object);
/// An attribute; null when it has none of the name.
const Value *traitOf(const Value &object, std::string_view name);
/// One that is there, and an integer.
std::int64_t integerTrait(const Value &object, std::string_view name);

/// Matmul(...), FFT(...), Dim3(...) and the like; an Unknown says what is wrong
/// with the arguments, nothing that there is no such maker.
std::optional<Value> foldDeviceMaker(const HostCall &call);
/// MM.get_shared_storage_size()
std::optional<Value> foldDeviceMethod(const Value &object,
                                      const HostCall &call);

// ---- layouts of tensors ----

/// Whether `name` is a method of a Matmul that gives one.
bool isLayoutMethod(std::string_view name);
/// The one of global memory whose leading dimension the program computes: its
/// `ld` is 0.
Value runtimeLayout(const Value &object, const std::string &name,
                    SourceRange range);
/// The same places for elements of another type.
Value layoutOfType(Value layout, const Type &element);

/// Of an array that is a tensor: its layout.
struct TensorTag : TypeTag {
  Value layout;
};
std::shared_ptr<const TypeTag> tensorTag(const Value &layout);
/// Null: it is none.
const Value *tensorLayout(const Type &type);
/// Since which architecture a GPU has the unit of a product or a layout.
std::string unitSince(const Value &object);

// ---- for those who make them ----

/// The arguments of a maker. The first problem is kept.
class DeviceOptions {
public:
  /// `names`: all there are, the first `positional` by their places too.
  DeviceOptions(const HostCall &call, std::initializer_list<const char *> names,
                std::size_t positional);

  /// Null where it is not given, or None.
  const Value *find(const char *name) const;
  /// A text among `choices`, of which the first is the default.
  std::string choice(const char *name,
                     std::initializer_list<const char *> choices);
  /// An integer from `least` to `most`.
  std::int64_t integer(const char *name, std::int64_t least, std::int64_t most,
                       std::int64_t otherwise);
  /// `count` integers, none less than 1; empty where it is not given.
  std::vector<std::int64_t> integers(const char *name, std::size_t count);
  bool flag(const char *name);
  bool isText(const char *name, const char *text) const;
  void fail(std::string why);
  const std::string &problem() const { return problem_; }

private:
  const HostCall &call_;
  std::vector<const char *> names_;
  std::size_t positional_;
  std::string problem_;
};

/// The attributes of an object on the way.
class Traits {
public:
  void add(const char *name, Value value);
  void add(const char *name, std::int64_t value);
  void add(const char *name, bool value);
  Value object(const char *mark, SourceRange range);

private:
  std::vector<Value> values_;
  std::vector<std::string> names_;
};

Value tupleOfIntegers(const std::vector<std::int64_t> &values);
/// One with the names of its elements: "x y z".
Value namedIntegers(const std::vector<std::int64_t> &values,
                    const std::string &names);

Value makeMatmul(const HostCall &call);
Value makeFft(const HostCall &call);
std::optional<Value> matmulMethod(const Value &object, const HostCall &call);
/// Of a method that gives a layout.
Value foldLayout(const Value &object, const HostCall &call);

} // namespace pyk2ptx

#endif
