// MM.suggest_layout_smem_a() and its like: where a tensor has the elements of
// a matrix. In memory lines of elements follow each other at the leading
// dimension; in a suggested layout of shared memory eight lines have their
// pieces of 16 bytes in different banks, by exchanging the pieces of a line
// (swizzle) or where these are no power of two by longer lines. In registers
// each thread has the elements of C that the matrix unit gives it, or a tile.
// A layout is a named tuple as other objects are; the text that works with
// tensors (prelude/tensor.py) reads it as a constant.
#include "device_object.h"

#include <algorithm>

namespace pyk2ptx {

namespace {

struct LayoutName {
  bool isSuggested = false;
  /// 'g', 's' or 'r'
  char memory = 'g';
  std::size_t matrix = 0;
};

/// "suggest_layout_smem_a"
std::optional<LayoutName> layoutName(std::string_view name) {
  LayoutName result;
  if (name.starts_with("suggest_"))
    result.isSuggested = true;
  else if (!name.starts_with("get_"))
    return std::nullopt;
  name.remove_prefix(name.find('_') + 1);
  constexpr std::string_view form = "layout_?mem_?";
  if (name.size() != form.size())
    return std::nullopt;
  for (std::size_t i = 0; i < form.size(); ++i)
    if (form[i] != '?' && form[i] != name[i])
      return std::nullopt;
  result.memory = name[7];
  if (name[12] < 'a' || name[12] > 'c')
    return std::nullopt;
  result.matrix = static_cast<std::size_t>(name[12] - 'a');
  bool isC = result.matrix == 2;
  bool exists = result.memory == 's' ||
                (result.memory == 'g' && !result.isSuggested) ||
                (result.memory == 'r' && isC);
  return exists ? std::optional(result) : std::nullopt;
}

const char *memoryName(char memory) {
  return memory == 'g' ? "global" : memory == 's' ? "shared" : "registers";
}

/// What the lines of a matrix are like in memory.
struct Lines {
  std::int64_t length = 0, count = 0, ld = 0;
  /// Pieces of 16 bytes that are exchanged among themselves, and the lines that
  /// do it alike; 1: none are.
  std::int64_t swizzle = 1, alike = 1;
  std::int64_t alignment = 1;
};

/// For shared memory, where `piece` elements are 16 bytes.
void spread(Lines &lines, std::int64_t piece) {
  std::int64_t pieces = lines.length / piece;
  bool isPower = pieces > 0 && (pieces & (pieces - 1)) == 0;
  if (lines.length % piece == 0 && isPower) {
    lines.swizzle = std::min<std::int64_t>(pieces, 8);
    lines.alike = 8 / lines.swizzle;
  } else {
    lines.ld = ((lines.length + piece - 1) / piece | 1) * piece;
  }
  lines.alignment = 16;
}

/// All that the layout is known by, as one text.
std::string keyOf(const Value &value) {
  if (value.kind == Value::Kind::Number)
    return std::to_string(value.number.asInt());
  if (value.kind == Value::Kind::Type)
    return spell(value.type);
  if (value.kind != Value::Kind::Tuple)
    return value.text;
  std::string text;
  for (const Value &element : value.elements)
    text += (text.empty() ? "(" : ",") + keyOf(element);
  return text + ")";
}

/// What follows of the matrix unit: how many inner elements it multiplies at
/// once, which rows and columns of its tile a thread has, whether they cover C
/// without rest, and whether ldmatrix loads the tiles of A or B.
void addUnit(const Value &object, const LayoutName &name, Traits &traits,
             bool byRows, const Lines &lines, std::int64_t bytes) {
  auto integer = [&](const char *trait) { return integerTrait(object, trait); };
  const std::string &unit = traitOf(object, "unit")->text;
  bool isFma = unit == "fma", isDouble = unit == "f64";
  std::int64_t rows = isFma || isDouble ? 1 : 2, columns = isFma ? 1 : 2;
  std::int64_t step = isDouble ? 4 : 32 / bytes, tile = isFma ? 1 : 8;
  std::int64_t height =
      integer("fragments_m") * integer("fragment_m") * rows * tile;
  std::int64_t width = integer("fragments_n") * integer("fragment_n") * tile;
  std::int64_t piece = std::max<std::int64_t>(16 / bytes, 1);
  bool isA = name.matrix == 0;
  bool isAlong = isA == byRows;
  std::int64_t outer = isA ? integer("m") : integer("n");
  bool isLoaded = !isFma && !isDouble && lines.alignment == 16 &&
                  lines.length % piece == 0 && lines.ld % piece == 0 &&
                  outer % 16 == 0 && integer("k") % step == 0 &&
                  (isAlong || bytes == 2) &&
                  (isA || integer("fragment_n") % 2 == 0);
  traits.add("bytes", bytes);
  traits.add("step", step);
  traits.add("unit_rows", rows);
  traits.add("unit_columns", columns);
  traits.add("is_whole", height == integer("m") && width == integer("n"));
  traits.add("is_loaded", isLoaded);
  traits.add("is_beyond", (isA ? height : width) > outer);
}

Value makeLayout(const Value &object, const LayoutName &name, std::int64_t ld,
                 SourceRange range) {
  static constexpr const char *letters[] = {"a", "b", "c"};
  const std::string letter = letters[name.matrix];
  auto integer = [&](const std::string &trait) {
    return integerTrait(object, trait);
  };
  const char *across[] = {"m", "k", "m"}, *along[] = {"k", "n", "n"};
  std::int64_t rows = integer(across[name.matrix]);
  std::int64_t columns = integer(along[name.matrix]);
  bool byRows = traitOf(object, letter + "_rows")->isTrue();
  Type element = traitOf(object, letter + "_value_type")->type;
  std::int64_t bytes = byteSize(element.scalar);
  bool isFragment = name.memory == 'r';
  Lines lines{byRows ? columns : rows, byRows ? rows : columns};
  lines.ld = name.memory == 's' ? integer("ld" + letter) : lines.length;
  lines.alignment =
      name.memory == 'g' || !name.isSuggested
          ? traitOf(object, "alignment")->elements[name.matrix].number.asInt()
          : 16;
  if (name.memory == 's' && name.isSuggested) {
    lines.ld = lines.length;
    spread(lines, 16 / bytes);
  }
  if (isFragment)
    lines.alignment = 16;
  if (ld >= 0)
    lines.ld = ld;
  std::int64_t parts = integer("fragment_parts");
  std::int64_t size =
      isFragment ? integer("fragment_m") * integer("fragment_n") * parts
                 : rows * columns;
  std::int64_t span = isFragment ? size : lines.ld * lines.count;
  Traits traits;
  traits.add("size", size);
  traits.add("cosize", span);
  traits.add("alignment", lines.alignment);
  traits.add("storage_bytes", span * bytes);
  traits.add("dtype", Value::ofType(element));
  traits.add("shape", tupleOfIntegers({rows, columns}));
  // What the prelude reads.
  traits.add("matrix", Value::string(letter));
  traits.add("memory", Value::string(memoryName(name.memory)));
  traits.add("rows", rows);
  traits.add("columns", columns);
  traits.add("by_rows", byRows);
  traits.add("length", lines.length);
  traits.add("lines", lines.count);
  traits.add("ld", lines.ld);
  traits.add("piece", std::max<std::int64_t>(16 / bytes, 1));
  traits.add("swizzle", lines.swizzle);
  traits.add("alike", lines.alike);
  traits.add("conjugate", name.matrix < 2 &&
                              traitOf(object, letter + "_conjugate")->isTrue());
  traits.add("format", name.matrix < 2 ? *traitOf(object, letter + "_format")
                                       : Value::string(""));
  addUnit(object, name, traits, byRows, lines, bytes);
  for (const char *trait :
       {"m", "n", "k", "unit", "sum_type", "axes", "block_size", "fragment_m",
        "fragment_n", "fragments_m", "fragments_n", "fragment_parts"})
    traits.add(trait, *traitOf(object, trait));
  return traits.object(layoutMark, range);
}

} // namespace

bool isLayoutMethod(std::string_view name) {
  return layoutName(name).has_value();
}

Value foldLayout(const Value &object, const HostCall &call) {
  LayoutName name = *layoutName(call.name);
  std::size_t most = name.memory == 'g' ? 1 : 0;
  if (call.args.size() + call.keywords.size() > most)
    return call.fails("`" + call.name + "` takes " +
                      (most ? "a leading dimension at most" : "no arguments"));
  const Value *given = call.argument(0, "leading_dimension");
  std::int64_t ld = -1;
  if (given && given->kind != Value::Kind::None) {
    if (!given->isInteger())
      return call.fails("a leading dimension is an integer");
    ld = given->number.asInt();
  }
  for (const char *type : {"a_value_type", "b_value_type", "c_value_type"})
    if (traitOf(object, type)->type.isRecord())
      return call.fails("tensors have no complex numbers of float16; call the "
                        "product with arrays");
  Value layout = makeLayout(object, name, ld, call.range);
  std::int64_t length = integerTrait(layout, "length");
  if (ld >= 0 && ld < length)
    return call.fails("the leading dimension is at least " +
                      std::to_string(length));
  if (name.memory == 'r' && integerTrait(layout, "cosize") > 512)
    return call.fails(
        "each thread has " + std::to_string(integerTrait(layout, "cosize")) +
        " elements of C, and 512 at most are kept in registers; give the "
        "block more threads or make the tile smaller");
  return layout;
}

Value runtimeLayout(const Value &object, const std::string &name,
                    SourceRange range) {
  return makeLayout(object, *layoutName(name), 0, range);
}

Value layoutOfType(Value layout, const Type &element) {
  std::int64_t bytes = byteSize(element.scalar);
  for (std::size_t i = 0; i < layout.elements.size(); ++i) {
    Value &value = layout.elements[i];
    const std::string &name = (*layout.fields)[i];
    if (name == "dtype")
      value = Value::ofType(element);
    else if (name == "storage_bytes")
      value = Value::of(Number::ofInt(integerTrait(layout, "cosize") * bytes));
    else if (name == "piece")
      value = Value::of(Number::ofInt(std::max<std::int64_t>(16 / bytes, 1)));
  }
  return layout;
}

std::shared_ptr<const TypeTag> tensorTag(const Value &layout) {
  auto tag = std::make_shared<TensorTag>();
  tag->layout = layout;
  tag->name = "Tensor(" + traitOf(layout, "matrix")->text + ", " +
              spell(traitOf(layout, "dtype")->type) + ", " +
              keyOf(*traitOf(layout, "shape")) + ", " +
              traitOf(layout, "memory")->text + ")#" + keyOf(layout);
  return tag;
}

std::string unitSince(const Value &object) {
  return traitOf(object, "unit")->text.starts_with("e") ? "89" : "80";
}

const Value *tensorLayout(const Type &type) {
  const auto *tag = dynamic_cast<const TensorTag *>(type.tag.get());
  return tag ? &tag->layout : nullptr;
}

} // namespace pyk2ptx
