// FFT(size, precision, ...): what a Fourier transform of a power of two is
// known by. A transform of a thread is one radix; that of a block goes through
// passes of the radix that a thread's elements are, and a last, smaller one.
// What a radix computes is a list of butterflies, which the prelude unrolls.
#include "device_object.h"
#include "evaluate.h"

#include <cmath>
#include <numbers>

namespace pyk2ptx {

namespace {

constexpr std::int64_t mostOfThread = 64;
constexpr std::int64_t mostOfBlock = 32768;
constexpr std::int64_t mostElements = 32;

bool isPowerOfTwo(std::int64_t value) {
  return value > 0 && (value & (value - 1)) == 0;
}

/// `index` with its `bits` lowest bits in reverse.
std::int64_t reversed(std::int64_t index, std::int64_t radix) {
  std::int64_t result = 0;
  for (std::int64_t bit = 1; bit < radix; bit *= 2)
    result = result * 2 + (index / bit) % 2;
  return result;
}

/// (first, second, form, real, imaginary): first, second = first + w * second,
/// first - w * second. `form` 0: w is 1; 1: it is -i (forward) or i; 2: any.
Value butterflies(std::int64_t radix, bool isInverse) {
  std::vector<Value> result;
  for (std::int64_t half = 1; half < radix; half *= 2)
    for (std::int64_t at = 0; at < radix; ++at) {
      std::int64_t turn = at % (2 * half);
      if (turn >= half)
        continue;
      double angle = std::numbers::pi * static_cast<double>(turn) /
                     static_cast<double>(half);
      bool isQuarter = 2 * turn == half;
      std::int64_t form = turn == 0 ? 0 : isQuarter ? 1 : 2;
      std::vector<Value> row;
      for (std::int64_t value :
           {reversed(at, radix), reversed(at + half, radix), form})
        row.push_back(Value::of(Number::ofInt(value)));
      row.push_back(floatValue(std::cos(angle)));
      row.push_back(floatValue(isInverse ? std::sin(angle) : -std::sin(angle)));
      result.push_back(Value::tuple(std::move(row)));
    }
  return Value::tuple(std::move(result));
}

/// Where a radix leaves its results, in their order.
Value places(std::int64_t radix) {
  std::vector<std::int64_t> result;
  for (std::int64_t i = 0; i < radix; ++i)
    result.push_back(reversed(i, radix));
  return tupleOfIntegers(result);
}

struct FftPlan {
  std::int64_t size = 0, elements = 0, perBlock = 1;
  bool isBlock = false, isInverse = false;
  std::string type;
  /// Of the spectrum of a real transform: its lower half and one more, that
  /// with the one more in the imaginary part of the first, or all of it.
  std::string layout = "natural";
  /// A thread has pairs of neighbouring reals.
  bool isFolded = false;
  Scalar real = Scalar::F32;

  /// Transforms that a thread does at once, and a line of the block: two of
  /// float16, whose numbers it has beside each other.
  std::int64_t batch() const { return real == Scalar::F16 ? 2 : 1; }
  std::int64_t lines() const { return perBlock / batch(); }
  std::int64_t stride() const { return size / elements; }
  /// Complex elements of a thread.
  std::int64_t storage() const {
    if (type == "c2c" || layout == "full")
      return elements;
    return layout == "packed" ? elements / 2 : elements / 2 + 1;
  }
  /// Of a complex element, and of a real one.
  Type value() const {
    return real == Scalar::F16
               ? *vectorByName("half4")
               : Type::of(real == Scalar::F32 ? Scalar::C64 : Scalar::C128);
  }
  Type realValue() const {
    return real == Scalar::F16 ? *vectorByName("half2") : Type::of(real);
  }
  std::int64_t sharedBytes() const {
    return lines() * size * byteSize(value());
  }
};

/// A dict's texts, or a tuple of pairs'.
std::vector<std::pair<std::string, std::string>> pairsOf(const Value &value) {
  std::vector<std::pair<std::string, std::string>> result;
  if (value.kind == Value::Kind::Dict)
    for (std::size_t i = 0; i + 1 < value.elements.size(); i += 2)
      result.emplace_back(value.elements[i].text, value.elements[i + 1].text);
  else if (value.kind == Value::Kind::Tuple)
    for (const Value &pair : value.elements)
      if (pair.elements.size() == 2)
        result.emplace_back(pair.elements[0].text, pair.elements[1].text);
  return result;
}

void readRealOptions(DeviceOptions &options, FftPlan &plan) {
  const Value *real = options.find("real_fft_options");
  if (!real)
    return;
  for (const auto &[name, value] : pairsOf(*real)) {
    bool isLayout =
        name == "complex_layout" &&
        (value == "natural" || value == "packed" || value == "full");
    bool isMode =
        name == "real_mode" && (value == "normal" || value == "folded");
    if (!isLayout && !isMode)
      options.fail("real_fft_options= has a complex_layout, \"natural\", "
                   "\"packed\" or \"full\", and a real_mode, \"normal\" or "
                   "\"folded\"");
    else if (isLayout)
      plan.layout = value;
    else
      plan.isFolded = value == "folded";
  }
}

void readKind(DeviceOptions &options, FftPlan &plan) {
  plan.size = options.integer("size", 2, mostOfBlock, 0);
  if (!isPowerOfTwo(plan.size))
    options.fail("size= is a power of two from 2 to " +
                 std::to_string(mostOfBlock));
  const Value *precision = options.find("precision");
  bool fits = precision && precision->kind == Value::Kind::Type &&
              precision->type.isScalar() &&
              (precision->type.scalar == Scalar::F16 ||
               precision->type.scalar == Scalar::F32 ||
               precision->type.scalar == Scalar::F64);
  if (fits)
    plan.real = precision->type.scalar;
  else
    options.fail("precision= is np.float16, np.float32 or np.float64");
  if (!options.find("fft_type"))
    options.fail("fft_type= is missing: \"c2c\", \"r2c\" or \"c2r\"");
  plan.type = options.choice("fft_type", {"c2c", "r2c", "c2r"});
  if (!options.find("execution"))
    options.fail("execution= is missing: \"Block\" or \"Thread\"");
  plan.isBlock = options.choice("execution", {"Block", "Thread"}) == "Block";
  std::string direction = options.choice("direction", {"forward", "inverse"});
  if (!options.find("direction") && plan.type == "c2c")
    options.fail("direction= is missing: \"forward\" or \"inverse\"");
  plan.isInverse = direction == "inverse" ||
                   (plan.type == "c2r" && !options.find("direction"));
  bool goesBack = plan.type == "c2r";
  if (plan.type != "c2c" && plan.isInverse != goesBack)
    options.fail("direction= of r2c is \"forward\", of c2r \"inverse\"");
  readRealOptions(options, plan);
}

void readShares(DeviceOptions &options, FftPlan &plan) {
  if (!plan.isBlock) {
    if (plan.size > mostOfThread)
      options.fail("a thread transforms " + std::to_string(mostOfThread) +
                   " elements at most; use execution=\"Block\"");
    for (const char *name : {"elements_per_thread", "ffts_per_block"})
      if (options.find(name))
        options.fail(std::string(name) + "= is for execution=\"Block\"");
    plan.elements = plan.size;
    return;
  }
  if (!options.isText("elements_per_thread", "suggested"))
    plan.elements = options.integer("elements_per_thread", 2, mostElements, 0);
  if (plan.elements == 0)
    for (plan.elements = std::min<std::int64_t>(plan.size, 8);
         plan.stride() > mostThreads;)
      plan.elements *= 2;
  if (!isPowerOfTwo(plan.elements) || plan.elements > plan.size) {
    options.fail("elements_per_thread= is a power of two from 2 to 32, and not "
                 "more than size=");
    plan.elements = plan.size;
  }
  if (!options.isText("ffts_per_block", "suggested"))
    plan.perBlock =
        options.integer("ffts_per_block", 1, mostThreads, plan.batch());
  else
    plan.perBlock = plan.batch();
  if (plan.perBlock % plan.batch() != 0)
    options.fail("ffts_per_block= is even: of float16 a thread transforms two "
                 "at once");
  if (plan.stride() * plan.lines() > mostThreads)
    options.fail("a block of " + std::to_string(plan.stride() * plan.lines()) +
                 " threads is too large; give a thread more elements, or a "
                 "block fewer transforms");
  std::int64_t bytes = plan.sharedBytes();
  if (bytes > mostShared)
    options.fail("the block takes " + std::to_string(bytes) +
                 " bytes of shared memory, and has " +
                 std::to_string(mostShared) + " at most");
}

/// The passes of a block: each has its radix, the product of those before it,
/// whether it is the last, its butterflies and where they leave their results,
/// and how many butterflies a thread has. Its `kind`, a text, makes it a
/// constant wherever it goes.
Value passes(const FftPlan &plan) {
  std::vector<Value> result;
  for (std::int64_t before = 1; before < plan.size;) {
    std::int64_t radix = std::min(plan.elements, plan.size / before);
    Value pass =
        Value::tuple({Value::string("pass"), Value::of(Number::ofInt(radix)),
                      Value::of(Number::ofInt(before)),
                      boolValue(before * radix == plan.size),
                      butterflies(radix, plan.isInverse), places(radix),
                      Value::of(Number::ofInt(plan.elements / radix))});
    pass.fields = std::make_shared<const std::vector<std::string>>(fieldNames(
        Value::string("kind radix before is_last rows places count")));
    result.push_back(std::move(pass));
    before *= radix;
  }
  return Value::tuple(std::move(result));
}

void addTraits(const DeviceOptions &options, const FftPlan &plan,
               Traits &traits) {
  Type value = plan.value();
  Type real = plan.realValue();
  traits.add("size", plan.size);
  traits.add("precision", Value::ofType(Type::of(plan.real)));
  traits.add("fft_type", Value::string(plan.type));
  traits.add("direction",
             Value::string(plan.isInverse ? "inverse" : "forward"));
  traits.add("execution", Value::string(plan.isBlock ? "Block" : "Thread"));
  traits.add("value_type", Value::ofType(value));
  traits.add("input_type", Value::ofType(plan.type == "r2c" ? real : value));
  traits.add("output_type", Value::ofType(plan.type == "c2r" ? real : value));
  traits.add("elements_per_thread", plan.elements);
  traits.add("stride", plan.stride());
  traits.add("storage_size", plan.storage());
  Value none = Value::none();
  traits.add("ffts_per_block",
             plan.isBlock ? Value::of(Number::ofInt(plan.perBlock)) : none);
  traits.add("block_dim",
             plan.isBlock
                 ? namedIntegers({plan.stride(), plan.lines(), 1}, "x y z")
                 : none);
  traits.add("shared_memory_size",
             plan.isBlock ? Value::of(Number::ofInt(plan.sharedBytes()))
                          : none);
  traits.add("max_threads_per_block",
             plan.isBlock
                 ? Value::of(Number::ofInt(plan.stride() * plan.lines()))
                 : none);
  traits.add("requires_workspace", false);
  traits.add("workspace_size", std::int64_t(0));
  traits.add("implicit_type_batching", plan.batch());
  const Value *layout = options.find("real_fft_options");
  traits.add("real_fft_options", layout ? *layout : none);
  const Value *sm = options.find("sm");
  traits.add("sm", sm ? *sm : none);
  Value files = Value::tuple({});
  files.isList = true;
  traits.add("files", files);
  // What the prelude reads.
  // What it is computed in.
  traits.add("real_type",
             Value::ofType(
                 Type::of(plan.real == Scalar::F16 ? Scalar::F32 : plan.real)));
  traits.add("lines", plan.lines());
  traits.add("held", plan.elements * plan.batch());
  traits.add("is_block", plan.isBlock);
  traits.add("shared_elements", plan.lines() * plan.size);
  traits.add("is_inverse", plan.isInverse);
  traits.add("layout", Value::string(plan.layout));
  traits.add("is_folded", plan.isFolded && plan.isBlock && plan.type != "c2c");
  traits.add("passes", passes(plan));
}

} // namespace

Value makeFft(const HostCall &call) {
  DeviceOptions options(call,
                        {"size", "precision", "fft_type", "execution", "sm",
                         "direction", "ffts_per_block", "elements_per_thread",
                         "real_fft_options", "compiler", "code_type",
                         "execute_api"},
                        4);
  FftPlan plan;
  readKind(options, plan);
  if (options.problem().empty())
    readShares(options, plan);
  if (!options.problem().empty())
    return call.fails(std::string(deviceLibrary) + call.name + ": " +
                      options.problem());
  Traits traits;
  addTraits(options, plan, traits);
  return traits.object(fftMark, call.range);
}

} // namespace pyk2ptx
