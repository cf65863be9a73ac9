// Matmul(size, precision, ...): what a product of matrices in shared memory is
// known by, and how a block shares its work: each thread has a tile of C in
// registers, or each warp one of the matrix unit's.
#include "device_object.h"
#include "evaluate.h"

#include <algorithm>
#include <array>

namespace pyk2ptx {

namespace {

using Sizes = std::vector<std::int64_t>;

/// The most shared memory that a block of any GPU has.

struct MatmulPlan {
  Sizes size, ld, alignment, block;
  std::array<Type, 3> types;
  Type sum;
  bool byRows[3] = {};
  bool conjugate[2] = {};
  bool isTransposed[2] = {};
  /// "tf32", "e4m3" or "e5m2" of A and B; "half2" of complex numbers of
  /// float16, which are vectors; "" where the type says it.
  std::string formats[3];
  bool isComplex = false;
  /// What multiplies: "fma", or the kind of mma_sync.
  std::string unit = "fma";
  /// Of a thread's or a warp's tile, in the unit's own; and how many there are.
  std::int64_t tileM = 1, tileN = 1, tilesM = 1, tilesN = 1;

  std::int64_t rows(std::size_t matrix) const {
    return matrix == 1 ? size[2] : size[0];
  }
  std::int64_t columns(std::size_t matrix) const {
    return matrix == 0 ? size[2] : size[1];
  }
  /// Elements that lie side by side, and how many such lines there are.
  std::int64_t line(std::size_t matrix) const {
    return byRows[matrix] ? columns(matrix) : rows(matrix);
  }
  std::int64_t lines(std::size_t matrix) const {
    return byRows[matrix] ? rows(matrix) : columns(matrix);
  }
  std::int64_t elements(std::size_t matrix) const {
    return ld[matrix] * lines(matrix);
  }
  std::int64_t threads() const { return block[0] * block[1] * block[2]; }
};

std::int64_t partsOf(std::int64_t whole, std::int64_t part) {
  return (whole + part - 1) / part;
}

constexpr const char *precisions =
    "float16, bfloat16, float32, float64 and the integers, or of A and B "
    "\"tf32\", \"e4m3\" or \"e5m2\"";

/// Floats that the matrix unit knows and NumPy does not: what arrays have of
/// them.
std::optional<Scalar> scalarOfFormat(const Value &value) {
  if (value.kind != Value::Kind::String)
    return std::nullopt;
  if (value.text == "tf32")
    return Scalar::F32;
  bool isByte = value.text == "e4m3" || value.text == "e5m2";
  return isByte ? std::optional(Scalar::U8) : std::nullopt;
}

/// What arrays have of complex numbers of such parts.
std::optional<Type> complexOf(Scalar part) {
  if (part == Scalar::F16)
    return vectorByName("half2");
  if (part == Scalar::F32)
    return Type::of(Scalar::C64);
  return part == Scalar::F64 ? std::optional(Type::of(Scalar::C128))
                             : std::nullopt;
}

void readPrecision(DeviceOptions &options, MatmulPlan &plan) {
  const Value *given = options.find("precision");
  if (!given)
    return options.fail("precision= is missing: a type of NumPy's, or those of "
                        "A, B and C");
  std::vector<Value> types(3, *given);
  if (given->kind == Value::Kind::Tuple) {
    if (given->elements.size() != 3)
      return options.fail("precision= is a type, or those of A, B and C");
    types = given->elements;
  }
  bool isComplex = options.choice("data_type", {"real", "complex"}) != "real";
  for (std::size_t i = 0; i < 3; ++i) {
    const Value &value = types[i];
    std::optional<Scalar> format = scalarOfFormat(value);
    if (format && i < 2 && !isComplex) {
      plan.types[i] = Type::of(*format);
      plan.formats[i] = value.text;
      continue;
    }
    bool fits = value.kind == Value::Kind::Type && value.type.isNumber() &&
                !value.type.isBool() && !value.type.isComplex();
    if (!fits)
      return options.fail(std::string("precision= is of ") + precisions);
    plan.types[i] = Type::of(value.type.scalar);
    if (!isComplex)
      continue;
    std::optional<Type> type = complexOf(value.type.scalar);
    if (!type)
      return options.fail("complex matrices have the precision float16, "
                          "float32 or float64");
    plan.types[i] = *type;
    if (type->isRecord())
      plan.formats[i] = "half2";
  }
  plan.isComplex = isComplex;
  plan.sum = plan.types[2].isRecord() ? Type::of(Scalar::C64)
             : plan.types[2].isHalf() ? Type::of(Scalar::F32)
                                      : plan.types[2];
  for (std::size_t i = 0; i < 2; ++i) {
    const Type &type = plan.types[i];
    bool isInteger = type.isInteger() && plan.formats[i].empty();
    bool fits = isInteger == plan.sum.isInteger() &&
                byteSize(type) <= byteSize(plan.sum);
    if (!fits)
      return options.fail("a product of `" + spell(plan.types[0]) + "` and `" +
                          spell(plan.types[1]) + "` is not added up in `" +
                          spell(plan.types[2]) +
                          "`; C is as wide as A and B, and all are floats or "
                          "all integers");
  }
}

void readOrder(DeviceOptions &options, MatmulPlan &plan) {
  const Value *arrangement = options.find("arrangement");
  const Value *mode = options.find("transpose_mode");
  if (!arrangement == !mode)
    return options.fail(mode ? "arrangement= and transpose_mode= say the same; "
                               "give one"
                             : "arrangement= is missing, such as (\"row_major\""
                               ", \"row_major\", \"row_major\")");
  const Value &given = arrangement ? *arrangement : *mode;
  std::size_t count = arrangement ? 3 : 2;
  bool isTuple = given.kind == Value::Kind::Tuple;
  for (std::size_t i = 0; i < count; ++i) {
    std::string text = isTuple && given.elements.size() == count &&
                               given.elements[i].kind == Value::Kind::String
                           ? given.elements[i].text
                           : "";
    if (arrangement) {
      plan.byRows[i] = text == "row_major";
      if (!plan.byRows[i] && text != "col_major")
        return options.fail("arrangement= is \"row_major\" or \"col_major\" of "
                            "each of A, B and C");
      continue;
    }
    plan.isTransposed[i] = text == "transposed" || text == "conj_transposed";
    plan.byRows[i] = plan.isTransposed[i];
    plan.conjugate[i] = text == "conj_transposed";
    if (!plan.byRows[i] && text != "non_transposed")
      return options.fail("transpose_mode= is \"non_transposed\", "
                          "\"transposed\" or \"conj_transposed\" of A and B");
  }
}

void readLeading(DeviceOptions &options, MatmulPlan &plan) {
  bool isSuggested = options.isText("leading_dimension", "suggested");
  if (!isSuggested)
    plan.ld = options.integers("leading_dimension", 3);
  if (plan.ld.empty())
    for (std::size_t i = 0; i < 3; ++i) {
      std::int64_t line = plan.line(i);
      std::int64_t words = 16 / byteSize(plan.types[i]);
      // Lines begin in different banks of shared memory.
      if (isSuggested)
        line = (partsOf(line, words) | 1) * words;
      plan.ld.push_back(line);
    }
  static constexpr const char *names[] = {"A", "B", "C"};
  for (std::size_t i = 0; i < 3; ++i)
    if (plan.ld[i] < plan.line(i))
      options.fail("the leading dimension of " + std::string(names[i]) +
                   " is at least " + std::to_string(plan.line(i)));
  plan.alignment = options.integers("alignment", 3);
  bool isGiven = !plan.alignment.empty();
  plan.alignment.resize(3, 0);
  for (std::size_t i = 0; i < 3; ++i) {
    std::int64_t own = byteSize(plan.types[i]);
    std::int64_t &alignment = plan.alignment[i];
    if (!isGiven)
      alignment = own;
    bool isPower = (alignment & (alignment - 1)) == 0;
    if (alignment < own || alignment > 16 || !isPower)
      options.fail("the alignment of " + std::string(names[i]) +
                   " is a power of two from " + std::to_string(own) + " to 16");
  }
}

/// The threads that a product is worth: a tile of 4x4 for each.
std::int64_t suggestedThreads(const MatmulPlan &plan) {
  std::int64_t tiles = partsOf(plan.size[0], 4) * partsOf(plan.size[1], 4);
  std::int64_t threads = 32;
  while (threads < 256 && threads < tiles)
    threads *= 2;
  return threads;
}

void readBlock(DeviceOptions &options, MatmulPlan &plan) {
  if (options.find("block_size") && options.find("block_dim"))
    options.fail("block_size= and block_dim= say the same; give one");
  std::int64_t size = 0;
  if (!options.isText("block_size", "suggested"))
    size = options.integer("block_size", 1, mostThreads, 0);
  if (!options.isText("block_dim", "suggested"))
    plan.block = options.integers("block_dim", 3);
  if (plan.block.empty())
    plan.block = {size ? size : suggestedThreads(plan), 1, 1};
  if (plan.block[0] > mostThreads || plan.block[1] > mostThreads ||
      plan.threads() > mostThreads)
    options.fail("a block has at most 1024 threads");
}

/// The matrix unit, for what it multiplies; small matrices are not worth it.
std::string unitOf(const MatmulPlan &plan) {
  const auto &[a, b, c] = plan.formats;
  bool isOne = plan.types[0] == plan.types[1] && a.empty() == b.empty();
  if (plan.threads() % 32 != 0 || !isOne || plan.isComplex ||
      *std::min_element(plan.size.begin(), plan.size.end()) < 8)
    return "fma";
  Scalar sum = plan.sum.scalar;
  if (!a.empty())
    return sum != Scalar::F32 ? "fma" : a == b ? a : a + "." + b;
  switch (plan.types[0].scalar) {
  case Scalar::F16:
    return sum == Scalar::F32 ? "f16" : "fma";
  case Scalar::BF16:
    return sum == Scalar::F32 ? "bf16" : "fma";
  case Scalar::F64:
    return "f64";
  case Scalar::I8:
    return sum == Scalar::I32 ? "s8" : "fma";
  case Scalar::U8:
    return sum == Scalar::I32 ? "u8" : "fma";
  default:
    return "fma";
  }
}

/// Tiles grow until each thread (or warp) has one, or its registers are full.
void shareWork(MatmulPlan &plan) {
  bool isFma = plan.unit == "fma";
  std::int64_t unitM = isFma ? 1 : plan.unit == "f64" ? 8 : 16;
  std::int64_t unitN = isFma ? 1 : 8;
  std::int64_t workers = isFma ? plan.threads() : plan.threads() / 32;
  std::int64_t most =
      isFma ? std::min<std::int64_t>(256 / byteSize(plan.sum.scalar), 64) : 16;
  auto count = [&] {
    plan.tilesM = partsOf(plan.size[0], unitM * plan.tileM);
    plan.tilesN = partsOf(plan.size[1], unitN * plan.tileN);
    return plan.tilesM * plan.tilesN;
  };
  while (count() > workers && plan.tileM * plan.tileN < most) {
    bool growsM = unitM * plan.tileM < unitN * plan.tileN;
    if (growsM ? plan.tilesM == 1 : plan.tilesN == 1)
      growsM = !growsM;
    (growsM ? plan.tileM : plan.tileN) *= 2;
  }
}

/// The same for C in registers all the time: each thread or warp has one tile.
void shareFragments(MatmulPlan &plan) {
  bool isFma = plan.unit == "fma";
  std::int64_t unitM = isFma ? 1 : plan.unit == "f64" ? 8 : 16;
  std::int64_t unitN = isFma ? 1 : 8;
  std::int64_t workers = isFma ? plan.threads() : plan.threads() / 32;
  plan.tileM = plan.tileN = 1;
  for (;;) {
    plan.tilesM = partsOf(plan.size[0], unitM * plan.tileM);
    plan.tilesN = partsOf(plan.size[1], unitN * plan.tileN);
    if (plan.tilesM * plan.tilesN <= workers)
      return;
    bool growsM = unitM * plan.tileM < unitN * plan.tileN;
    if (growsM ? plan.tilesM == 1 : plan.tilesN == 1)
      growsM = !growsM;
    (growsM ? plan.tileM : plan.tileN) *= 2;
  }
}

/// Bytes of A, B and C behind each other, of as many as are wanted.
std::int64_t storage(const Sizes &alignment, const Sizes &bytes) {
  std::int64_t end = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    end = partsOf(end, alignment[i]) * alignment[i] + bytes[i];
  return end;
}

Sizes bytesOf(const MatmulPlan &plan) {
  Sizes bytes;
  for (std::size_t i = 0; i < 3; ++i)
    bytes.push_back(plan.elements(i) * byteSize(plan.types[i]));
  return bytes;
}

Value textOrNone(const Value *value) { return value ? *value : Value::none(); }

/// What programs read.
void addTraits(const DeviceOptions &options, const MatmulPlan &plan,
               Traits &traits) {
  static constexpr const char *dims[] = {"a_dim", "b_dim", "c_dim"};
  static constexpr const char *sizes[] = {"a_size", "b_size", "c_size"};
  static constexpr const char *types[] = {"a_value_type", "b_value_type",
                                          "c_value_type"};
  traits.add("size", tupleOfIntegers(plan.size));
  for (std::size_t i = 0; i < 3; ++i) {
    Sizes dim = {plan.rows(i), plan.columns(i)};
    if (i < 2 && plan.isTransposed[i])
      std::swap(dim[0], dim[1]);
    traits.add(dims[i], tupleOfIntegers(dim));
    traits.add(sizes[i], plan.elements(i));
    traits.add(types[i], Value::ofType(plan.types[i]));
  }
  bool isOne = plan.types[0] == plan.types[1];
  if (isOne)
    traits.add("input_type", Value::ofType(plan.types[0]));
  if (isOne && plan.types[0] == plan.types[2])
    traits.add("value_type", Value::ofType(plan.types[0]));
  traits.add("output_type", Value::ofType(plan.types[2]));
  traits.add("precision", *options.find("precision"));
  const Value *data = options.find("data_type");
  traits.add("data_type", data ? *data : Value::string("real"));
  traits.add("arrangement", textOrNone(options.find("arrangement")));
  traits.add("transpose_mode", textOrNone(options.find("transpose_mode")));
  traits.add("alignment", namedIntegers(plan.alignment, "a b c"));
  traits.add("leading_dimension", namedIntegers(plan.ld, "a b c"));
  traits.add("block_dim", namedIntegers(plan.block, "x y z"));
  traits.add("block_size", plan.threads());
  traits.add("max_threads_per_block", plan.threads());
  const Value *isStatic = options.find("static_block_dim");
  traits.add("static_block_dim", isStatic && isStatic->isTrue());
  traits.add("shared_memory_size", storage(plan.alignment, bytesOf(plan)));
  traits.add("function", Value::string("MM"));
  traits.add("execution", Value::string("Block"));
  traits.add("sm", textOrNone(options.find("sm")));
  Value none = Value::tuple({});
  none.isList = true;
  traits.add("files", none);
  traits.add("codes", none);
}

/// What the prelude reads.
void addPlan(const MatmulPlan &plan, Traits &traits) {
  static constexpr const char *names[][3] = {
      {"m", "n", "k"}, {"lda", "ldb", "ldc"}, {"a_rows", "b_rows", "c_rows"}};
  for (std::size_t i = 0; i < 3; ++i) {
    traits.add(names[0][i], plan.size[i]);
    traits.add(names[1][i], plan.ld[i]);
    traits.add(names[2][i], plan.byRows[i]);
  }
  traits.add("a_conjugate", plan.conjugate[0]);
  traits.add("b_conjugate", plan.conjugate[1]);
  traits.add("a_format", Value::string(plan.formats[0]));
  traits.add("b_format", Value::string(plan.formats[1]));
  traits.add("c_format", Value::string(plan.formats[2]));
  traits.add("sum_type", Value::ofType(plan.sum));
  traits.add("axes", std::int64_t(plan.block[2] > 1   ? 3
                                  : plan.block[1] > 1 ? 2
                                                      : 1));
  traits.add("unit", Value::string(plan.unit));
  traits.add("bytes", byteSize(plan.types[0]));
  traits.add("tile_m", plan.tileM);
  traits.add("tile_n", plan.tileN);
  traits.add("tiles_m", plan.tilesM);
  traits.add("tiles_n", plan.tilesN);
}

/// The plan for vector instructions beside that for the matrix unit, which the
/// GPU may lack.
void addPlans(MatmulPlan &plan, Traits &traits) {
  MatmulPlan vector = plan;
  shareWork(vector);
  plan.unit = unitOf(plan);
  shareWork(plan);
  addPlan(plan, traits);
  traits.add("vector_tile_m", vector.tileM);
  traits.add("vector_tile_n", vector.tileN);
  traits.add("vector_tiles_m", vector.tilesM);
  traits.add("vector_tiles_n", vector.tilesN);
  shareFragments(plan);
  traits.add("fragment_m", plan.tileM);
  traits.add("fragment_n", plan.tileN);
  traits.add("fragments_m", plan.tilesM);
  traits.add("fragments_n", plan.tilesN);
  traits.add("fragment_parts", std::int64_t(plan.unit == "fma"   ? 1
                                            : plan.unit == "f64" ? 2
                                                                 : 4));
}

} // namespace

Value makeMatmul(const HostCall &call) {
  DeviceOptions options(call,
                        {"size",
                         "precision",
                         "data_type",
                         "sm",
                         "block_size",
                         "block_dim",
                         "leading_dimension",
                         "transpose_mode",
                         "arrangement",
                         "alignment",
                         "function",
                         "static_block_dim",
                         "execution",
                         "with_pipeline",
                         "enable_input_streaming",
                         "compiler",
                         "code_type",
                         "execute_api",
                         "tensor_types",
                         "global_memory_alignment"},
                        3);
  MatmulPlan plan;
  plan.size = options.integers("size", 3);
  if (plan.size.empty())
    options.fail("size= is missing: (m, n, k)");
  (void)options.choice("function", {"MM"});
  (void)options.choice("execution", {"Block"});
  (void)options.flag("static_block_dim");
  if (options.flag("with_pipeline"))
    options.fail("with_pipeline=True is not supported; load the tiles in the "
                 "kernel");
  (void)options.flag("enable_input_streaming");
  for (void (*read)(DeviceOptions &, MatmulPlan &) :
       {readPrecision, readOrder, readLeading, readBlock})
    if (options.problem().empty())
      read(options, plan);
  if (options.problem().empty()) {
    std::int64_t bytes = storage(plan.alignment, bytesOf(plan));
    if (bytes > mostShared)
      options.fail("A, B and C take " + std::to_string(bytes) +
                   " bytes of shared memory, and a block has " +
                   std::to_string(mostShared) +
                   " at most; make the tile smaller");
  }
  if (!options.problem().empty())
    return call.fails(std::string(deviceLibrary) + call.name + ": " +
                      options.problem());
  Traits traits;
  addTraits(options, plan, traits);
  addPlans(plan, traits);
  return traits.object(matmulMark, call.range);
}

/// MM.get_shared_storage_size(), of A, B and C with other leading dimensions.
std::optional<Value> matmulMethod(const Value &object, const HostCall &call) {
  bool isAb = call.name == "get_shared_storage_size_ab";
  if (!isAb && call.name != "get_shared_storage_size")
    return std::nullopt;
  std::size_t count = isAb ? 2 : 3;
  if ((!call.args.empty() && call.args.size() != count) ||
      !call.keywords.empty())
    return call.fails("`" + call.name + "` takes no arguments or " +
                      std::to_string(count) + " leading dimensions");
  static constexpr const char *names[][3] = {
      {"lda", "ldb", "ldc"},
      {"a_size", "b_size", "c_size"},
      {"a_value_type", "b_value_type", "c_value_type"}};
  Sizes bytes, alignment;
  for (std::size_t i = 0; i < count; ++i) {
    std::int64_t lines =
        integerTrait(object, names[1][i]) / integerTrait(object, names[0][i]);
    std::int64_t ld = integerTrait(object, names[0][i]);
    bool isLayout = !call.args.empty() && call.args[i].text == layoutMark;
    if (!call.args.empty() && !isLayout && !call.args[i].isInteger())
      return call.fails("a leading dimension is an integer, or a layout");
    if (!call.args.empty() && !isLayout)
      ld = call.args[i].number.asInt();
    const Type &type = traitOf(object, names[2][i])->type;
    std::int64_t span =
        isLayout ? integerTrait(call.args[i], "cosize") : lines * ld;
    bytes.push_back(span * byteSize(type));
    alignment.push_back(
        traitOf(object, "alignment")->elements[i].number.asInt());
  }
  return Value::of(Number::ofInt(storage(alignment, bytes)));
}

} // namespace pyk2ptx
