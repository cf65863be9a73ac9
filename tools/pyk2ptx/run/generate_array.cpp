// Generated arrays. They are filled in C's order through one function per
// generator, so that Fortran's order is only a question of where an element
// lies.
#include "generate_array.h"

#include "arguments.h"
#include "frontend/evaluate/evaluate.h"
#include "xoroshiro.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <iterator>
#include <utility>

namespace pyk2ptx {

namespace {

/// A call of a generator, its words understood as far as all have them.
struct Request {
  std::vector<std::string_view> words;
  std::optional<Scalar> dtype;
  /// zeros and empty have elements of any type.
  std::optional<Type> record;
  bool fortran = false;
};

// One generator: its name, how many words it takes beyond DTYPE and F.
struct Generator {
  std::string_view name;
  std::size_t least, most;
  bool hasShape;
  std::string_view usage;
};
constexpr Generator generators[] = {
    {"zeros", 1, 1, true, "zeros([DTYPE,]SHAPE[,F])"},
    {"ones", 1, 1, true, "ones([DTYPE,]SHAPE[,F])"},
    {"empty", 1, 1, true, "empty([DTYPE,]SHAPE[,F])"},
    {"full", 2, 2, true, "full([DTYPE,]SHAPE,VALUE[,F])"},
    {"arange", 1, 3, false, "arange([DTYPE,]N[,START[,STEP]])"},
    {"random", 2, 2, true, "random([DTYPE,]SHAPE,SEED[,F])"},
    {"xoroshiro", 2, 3, false, "xoroshiro(N,SEED[,START])"}};

template <typename Fill> void fill(HostArray &array, Fill element) {
  std::int64_t size = array.size();
  for (std::int64_t i = 0; i < size; ++i)
    element(i, array.element(i));
}

Result<HostArray> makeFull(const Request &call, const std::string &shown,
                           std::vector<std::int64_t> shape, RunNumber value,
                           Scalar scalar) {
  if (!fits(value, scalar))
    return Error::make("OverflowError", "`" + shown +
                                            "`: the value is none of " +
                                            dtypeName(scalar) + "'s");
  Result<HostArray> array =
      makeHostArray(Type::of(scalar), std::move(shape), call.fortran);
  bool isReal = value.isFloat() || value.isComplex();
  if (array && (isReal || toBits(value)))
    fill(*array,
         [&](std::int64_t, std::byte *to) { storeNumber(to, scalar, value); });
  return array;
}

Result<HostArray> makeArange(const Request &call, const std::string &shown,
                             const std::vector<RunNumber> &numbers) {
  bool isInt = numbers[0].value.kind() == Argument::Kind::Int64 ||
               numbers[0].value.kind() == Argument::Kind::Bool;
  if (!isInt)
    return usageError("`" + shown + "`: N is the number of elements, an int");
  RunNumber start =
      numbers.size() > 1 ? numbers[1] : RunNumber{std::int64_t(0)};
  RunNumber step = numbers.size() > 2 ? numbers[2] : RunNumber{std::int64_t(1)};
  if (start.isComplex() || step.isComplex())
    return usageError("`" + shown + "`: START and STEP are real numbers");
  bool anyFloat = start.isFloat() || step.isFloat();
  Scalar scalar = call.dtype.value_or(anyFloat ? Scalar::F64 : Scalar::I64);
  bool isReal = isFloat(scalar) || isComplex(scalar);
  if (anyFloat && !isReal)
    return Error::make("TypeError", "`" + shown + "`: a float START or STEP " +
                                        "does not go with " +
                                        dtypeName(scalar));
  Result<HostArray> array = makeHostArray(
      Type::of(scalar), {static_cast<std::int64_t>(toBits(numbers[0]))}, false);
  if (!array)
    return array;
  fill(*array, [&](std::int64_t i, std::byte *to) {
    if (isReal) {
      storeNumber(to, scalar, {toDouble(start) + i * toDouble(step)});
      return;
    }
    std::uint64_t bits = toBits(start) + std::uint64_t(i) * toBits(step);
    if (scalar == Scalar::Bool)
      bits = bits != 0;
    std::memcpy(to, &bits, byteSize(scalar));
  });
  return array;
}

std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

Result<HostArray> makeRandom(const Request &call, const std::string &shown,
                             std::vector<std::int64_t> shape,
                             const RunNumber &seed) {
  if (seed.isFloat() || seed.isComplex())
    return usageError("`" + shown + "`: SEED is an int");
  Scalar scalar = call.dtype.value_or(Scalar::F64);
  Result<HostArray> array =
      makeHostArray(Type::of(scalar), std::move(shape), call.fortran);
  if (!array)
    return array;
  std::uint64_t base = toBits(seed) * 0x2545f4914f6cdd1d;
  fill(*array, [&](std::int64_t i, std::byte *to) {
    std::uint64_t z = mix(base + std::uint64_t(i + 1) * 0x9e3779b97f4a7c15);
    if (isComplex(scalar)) {
      auto part = [&](std::uint64_t bits) {
        return scalar == Scalar::C128
                   ? static_cast<double>(bits >> 11) * 0x1p-53
                   : static_cast<double>(bits >> 40) * 0x1p-24;
      };
      storeNumber(to, scalar, {std::complex<double>(part(z), part(mix(z)))});
    } else if (scalar == Scalar::F64)
      storeNumber(to, scalar, {static_cast<double>(z >> 11) * 0x1p-53});
    else if (scalar == Scalar::F32)
      storeNumber(to, scalar, {static_cast<double>(z >> 40) * 0x1p-24});
    else if (scalar == Scalar::F16)
      storeNumber(to, scalar, {static_cast<double>(z >> 53) * 0x1p-11});
    else if (scalar == Scalar::BF16)
      storeNumber(to, scalar, {static_cast<double>(z >> 56) * 0x1p-8});
    else if (scalar == Scalar::Bool)
      *to = std::byte(z >> 63);
    else if (bitWidth(scalar) <= 16)
      storeNumber(to, scalar, {z >> (64 - bitWidth(scalar))});
    else
      storeNumber(to, scalar, {(z >> 32) % 1000});
  });
  return array;
}

Result<HostArray> makeStates(const Request &call, const std::string &shown,
                             const std::vector<RunNumber> &numbers) {
  constexpr std::uint64_t maxStart = 1 << 20;
  bool valid = !call.dtype && toBits(numbers[0]) <= maxExtent;
  for (const RunNumber &number : numbers)
    valid = valid && !number.isFloat();
  std::uint64_t start = numbers.size() > 2 ? toBits(numbers[2]) : 0;
  if (!valid || start > maxStart)
    return usageError("`" + shown +
                      "`: write xoroshiro(N,SEED[,START]), ints, "
                      "START up to 1048576");
  return makeRandomStates(static_cast<std::int64_t>(toBits(numbers[0])),
                          toBits(numbers[1]), start);
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' '))
    text.remove_prefix(1);
  while (text.ends_with(' '))
    text.remove_suffix(1);
  return text;
}

bool isWhole(std::string_view word) {
  return !word.empty() &&
         word.find_first_not_of("0123456789") == std::string_view::npos;
}

/// "64x2" of (64, 2), [64, 2], 64 x 2 and 64X2; "" of what is none of them.
std::string meantShape(std::string_view word) {
  bool isBracketed =
      word.size() > 2 && ((word.front() == '(' && word.back() == ')') ||
                          (word.front() == '[' && word.back() == ']'));
  if (isBracketed)
    word = word.substr(1, word.size() - 2);
  std::string shape;
  while (!word.empty()) {
    std::size_t end = std::min(word.find_first_of(",xX"), word.size());
    std::string_view extent = trimmed(word.substr(0, end));
    if (!isWhole(extent))
      return "";
    shape.append(shape.empty() ? "" : "x").append(extent);
    word.remove_prefix(std::min(end + 1, word.size()));
    word = trimmed(word);
  }
  return shape;
}

Error noShape(std::string_view word, const std::string &shown) {
  std::string meant = meantShape(word);
  std::string wayOut = meant.empty()
                           ? "` is no shape such as 1024 or 1024x8"
                           : "` is no shape; it is written `" + meant + "`";
  return usageError("`" + shown + "`: `" + std::string(word) + wayOut);
}

Result<HostArray> makeGenerated(const Generator &generator, const Request &call,
                                const std::string &shown) {
  std::vector<std::int64_t> shape;
  std::vector<RunNumber> numbers;
  for (std::size_t i = 0; i < call.words.size(); ++i) {
    if (i == 0 && generator.hasShape) {
      std::optional<std::vector<std::int64_t>> parsed =
          parseShape(call.words[0]);
      if (!parsed)
        return noShape(call.words[0], shown);
      shape = std::move(*parsed);
      continue;
    }
    std::optional<RunNumber> number = parseNumber(call.words[i]);
    if (!number)
      return usageError("`" + shown + "`: `" + std::string(call.words[i]) +
                        "` is no number; write " +
                        std::string(generator.usage));
    numbers.push_back(*number);
  }
  if (generator.name == "xoroshiro")
    return makeStates(call, shown, numbers);
  if (generator.name == "arange")
    return makeArange(call, shown, numbers);
  if (generator.name == "random")
    return makeRandom(call, shown, std::move(shape), numbers[0]);
  if (generator.name == "full")
    return makeFull(call, shown, std::move(shape), numbers[0],
                    call.dtype.value_or(typeOfNumber(numbers[0]).scalar));
  if (call.record)
    return makeHostArray(*call.record, std::move(shape), call.fortran);
  std::int64_t value = generator.name == "ones";
  return makeFull(call, shown, std::move(shape), {value},
                  call.dtype.value_or(Scalar::F64));
}

/// What is said of a wrong number of words: what was to be one of them.
std::string meantWords(const Generator &generator,
                       const std::vector<std::string_view> &words) {
  bool isTypeLast = words.size() > 1 && scalarByName(std::string(words.back()));
  if (isTypeLast)
    return "DTYPE stands first; ";
  // zeros(64,2): the extents as words of their own.
  std::size_t extents =
      words.size() + 1 - std::min(words.size(), generator.most);
  bool isShape = generator.hasShape && words.size() > generator.most &&
                 std::all_of(words.begin(), words.begin() + extents, isWhole);
  if (!isShape)
    return "";
  std::string shape;
  for (std::size_t i = 0; i < extents; ++i)
    shape.append(i ? "x" : "").append(words[i]);
  return "SHAPE is written `" + shape + "`; ";
}

/// Takes DTYPE and F from the words; what is left is the generator's own.
Request makeRequest(const Generator &generator, const Call &call) {
  Request request;
  request.words = call.words;
  std::vector<std::string_view> &words = request.words;
  if (!words.empty())
    request.dtype = scalarByName(std::string(words[0]));
  bool isFilled = generator.name == "zeros" || generator.name == "empty";
  if (!request.dtype && !words.empty() && isFilled) {
    Value value = evaluateTypeText(std::string(words[0]), {});
    if (value.kind == Value::Kind::Type &&
        (value.type.isRecord() || value.type.isTime()))
      request.record = value.type;
  }
  if (request.dtype || request.record)
    words.erase(words.begin());
  request.fortran =
      generator.hasShape && words.size() > 1 && words.back() == "F";
  if (request.fortran)
    words.pop_back();
  return request;
}

} // namespace

std::optional<Result<HostArray>> generateArray(const Call &call,
                                               const std::string &shown) {
  for (const Generator &generator : generators) {
    if (generator.name != call.name)
      continue;
    Request request = makeRequest(generator, call);
    std::size_t count = request.words.size();
    if (count < generator.least || count > generator.most)
      return Result<HostArray>(usageError(
          "`" + shown + "`: " + meantWords(generator, request.words) +
          "write " + std::string(generator.usage)));
    return makeGenerated(generator, request, shown);
  }
  return std::nullopt;
}

std::optional<std::vector<std::int64_t>> parseShape(std::string_view text) {
  std::vector<std::int64_t> shape;
  if (text == "()")
    return shape;
  const char *at = text.data();
  const char *end = at + text.size();
  while (true) {
    std::int64_t extent = 0;
    auto [next, status] = std::from_chars(at, end, extent);
    if (status != std::errc() || extent < 0)
      return std::nullopt;
    shape.push_back(extent);
    if (next == end)
      return shape;
    if (*next != 'x')
      return std::nullopt;
    at = next + 1;
  }
}

} // namespace pyk2ptx
