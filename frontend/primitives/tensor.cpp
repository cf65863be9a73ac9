// Tensors of nvmath.device: arrays that know where a product has its matrices'
// elements. To the checker one is an array whose type has the layout as its
// tag: of memory an array of lines, of registers the thread's elements. What is
// done with them is text of the prelude (tensor.py), expanded where it is
// called; here is what the text cannot say: an array's layout, an array of
// another, which of two functions the GPU has the instructions for.
#include "tensor.h"

#include "frontend/evaluate/device_object.h"
#include "frontend/evaluate/prelude.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/values/arguments.h"
#include "frontend/values/array.h"
#include "frontend/values/array_view.h"
#include "frontend/values/iterate.h"

#include <algorithm>
#include <span>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

namespace {

/// Functions of the prelude, there with `tensor_` before their names.
constexpr std::string_view functions[] = {"copy",      "copy_fragment",
                                          "copy_wait", "clear",
                                          "axpby",     "make_fragment_like"};
/// The same of methods, there with `tensor_method_`.
constexpr std::string_view methods[] = {
    "get_results",        "is_thread_active",        "is_predicated",
    "map_fragment_index", "is_index_in_bounds",      "make_empty_fragment",
    "partition_and_copy", "make_partition_and_copy", "clear",
    "partition_and_store"};

std::string functionName(const std::string &path) {
  return path.starts_with(deviceLibrary) ? path.substr(deviceLibrary.size())
                                         : "";
}

std::int64_t numberOf(const Value &layout, const char *name) {
  return integerTrait(layout, name);
}

const std::string &textOf(const Value &layout, const char *name) {
  return traitOf(layout, name)->text;
}

/// An array's memory as one of `shape`, in C order, with a layout or none.
Operand reshaped(Emitter &e, const Operand &array, std::vector<Operand> shape,
                 const Value *layout, ir::ExprPtr fits, SourceRange range) {
  Type type = array.type;
  type.ndim = static_cast<std::uint8_t>(shape.size());
  type.layout = Layout::C;
  type.tag = layout ? tensorTag(*layout) : nullptr;
  ir::Recast node;
  node.array = e.materialize(again(array));
  for (Operand &extent : shape)
    node.shape.push_back(e.materialize(std::move(extent)));
  node.fits = std::move(fits);
  return Operand::ofExpr(makeExpr(range, type, std::move(node)));
}

Operand sizeOf(Emitter &e, const Operand &array, SourceRange range) {
  return arrayProperty(e, array, ir::ArrayField::Size, 0, range);
}

Operand isAligned(Emitter &e, const Operand &array, SourceRange range) {
  ir::CallBuiltin call{Builtin::IsAligned, {}};
  call.args.push_back(e.materialize(again(array)));
  return Operand::ofExpr(
      makeExpr(range, Type::of(Scalar::Bool), std::move(call)));
}

/// make_tensor(array, layout)
class TensorMaker {
public:
  TensorMaker(Emitter &e, Value layout, std::optional<Operand> ld,
              SourceRange range)
      : e_(e), layout_(std::move(layout)), ld_(std::move(ld)), range_(range) {}

  Operand make(Operand array);

private:
  Operand integer(std::int64_t value) { return intOperand(value, range_); }
  Operand property(ir::ArrayField field, std::size_t axis) {
    return arrayProperty(e_, array_, field, static_cast<int>(axis), range_);
  }
  /// The thread ends with `text` where this is false.
  void want(Operand condition, const std::string &text);
  void wantElements(Operand count, Operand least);
  Operand wrong(const std::string &wanted);
  bool isWellTyped(const Operand &array);
  Operand inRegisters();
  Operand inShared();
  Operand inGlobal();
  void ownLines();

  Emitter &e_;
  Value layout_;
  /// Where only the thread knows it.
  std::optional<Operand> ld_;
  SourceRange range_;
  Operand array_ = Operand::error({});
  SourceRange place_;
  std::vector<ir::Let> lets_;
  ir::ExprPtr fits_;
};

void TensorMaker::want(Operand condition, const std::string &text) {
  if (condition.isNumber() && condition.known->isTrue())
    return;
  ir::ExprPtr one =
      e_.raisingUnless(e_.toBool(std::move(condition)), "ValueError", text);
  fits_ = fits_ ? makeExpr(range_, Type::of(Scalar::Bool),
                           ir::Logical{true, std::move(fits_), std::move(one)})
                : std::move(one);
}

void TensorMaker::wantElements(Operand count, Operand least) {
  want(e_.compareTwo(CompareOp::GreaterEqual, std::move(count),
                     std::move(least), range_),
       "the array of `make_tensor` is shorter than its layout");
}

Operand TensorMaker::wrong(const std::string &wanted) {
  e_.diagnostics().emit(place_, diag::ArgumentType, Integer(1),
                        std::string("make_tensor"), wanted,
                        e_.describe(array_));
  return Operand::error(range_);
}

bool TensorMaker::isWellTyped(const Operand &array) {
  const std::string &memory = textOf(layout_, "memory");
  Space space = memory == "shared"   ? Space::Shared
                : memory == "global" ? Space::Global
                                     : Space::Local;
  if (!array.isArray() || array.type.ndim == 0 || array.type.record)
    return false;
  bool isThere =
      array.type.space == space || array.type.space == Space::Generic;
  const Type &dtype = traitOf(layout_, "dtype")->type;
  if (memory == "global")
    return isThere && array.type.element().isNumber() &&
           array.type.element().isComplex() == dtype.isComplex();
  return isThere && array.type.layout == Layout::C &&
         sameStorage(array.type.element(), dtype);
}

Operand TensorMaker::make(Operand array) {
  place_ = array.range;
  const std::string memory = textOf(layout_, "memory");
  bool isWell = isWellTyped(array);
  array_ = std::move(array);
  if (!isWell) {
    std::string of = spell(traitOf(layout_, "dtype")->type);
    return wrong(memory == "global" ? "an array of numbers in global memory"
                 : memory == "shared"
                     ? "a shared C-contiguous array of `" + of + "`"
                     : "a local array of `" + of + "`");
  }
  array_ = e_.once(std::move(array_), lets_);
  Operand result = memory == "global"   ? inGlobal()
                   : memory == "shared" ? inShared()
                                        : inRegisters();
  if (result.isError)
    return result;
  return Operand::ofExpr(
      e_.finishLets(e_.materialize(std::move(result)), std::move(lets_)));
}

Operand TensorMaker::inRegisters() {
  std::int64_t count = numberOf(layout_, "cosize");
  wantElements(sizeOf(e_, array_, range_), integer(count));
  return reshaped(e_, array_, listOf(integer(count)), &layout_,
                  std::move(fits_), range_);
}

Operand TensorMaker::inShared() {
  wantElements(sizeOf(e_, array_, range_),
               integer(numberOf(layout_, "cosize")));
  if (numberOf(layout_, "alignment") == 16)
    want(isAligned(e_, array_, range_),
         "the array of `make_tensor` begins at no multiple of 16 bytes, which "
         "its layout asks for: cuda.shared.array(..., alignment=16)");
  return reshaped(e_, array_,
                  listOf(integer(numberOf(layout_, "lines")),
                         integer(numberOf(layout_, "ld"))),
                  &layout_, std::move(fits_), range_);
}

/// The lines of an array of two axes are the tensor's: it says how far they are
/// from each other.
void TensorMaker::ownLines() {
  bool byRows = traitOf(layout_, "by_rows")->isTrue();
  std::size_t along = byRows ? 1 : 0, across = 1 - along;
  std::int64_t bytes = byteSize(array_.type.element());
  std::int64_t length = numberOf(layout_, "length");
  const char *problem =
      "the array of `make_tensor` has fewer rows or columns than its layout";
  want(e_.compareTwo(CompareOp::GreaterEqual,
                     property(ir::ArrayField::Shape, across),
                     integer(numberOf(layout_, "lines")), range_),
       problem);
  want(e_.compareTwo(CompareOp::GreaterEqual,
                     property(ir::ArrayField::Shape, along), integer(length),
                     range_),
       problem);
  Operand own = property(ir::ArrayField::Shape, along);
  if (array_.type.layout == Layout::A) {
    // Of a single element the next is nowhere.
    if (length > 1)
      want(
          e_.compareTwo(CompareOp::Equal,
                        property(ir::ArrayField::Stride, along), integer(bytes),
                        range_),
          "the lines of the array of `make_tensor` are not contiguous as those "
          "of its layout");
    own = e_.binaryOperation(BinaryOp::FloorDiv,
                             property(ir::ArrayField::Stride, across),
                             integer(bytes), range_);
  }
  std::int64_t stated = numberOf(layout_, "ld");
  own = e_.once(std::move(own), lets_);
  if (ld_ || stated != length)
    want(e_.compareTwo(CompareOp::Equal, again(own),
                       ld_ ? again(*ld_) : integer(stated), range_),
         "the leading dimension of the layout is not that of the array of "
         "`make_tensor`");
  ld_ = std::move(own);
}

Operand TensorMaker::inGlobal() {
  layout_ = layoutOfType(std::move(layout_), array_.type.element());
  bool byRows = traitOf(layout_, "by_rows")->isTrue();
  std::int64_t lines = numberOf(layout_, "lines");
  if (ld_)
    ld_ = e_.once(std::move(*ld_), lets_);
  Layout own = byRows ? Layout::C : Layout::F;
  if (array_.type.ndim == 2 &&
      (array_.type.layout == own || array_.type.layout == Layout::A)) {
    ownLines();
  } else if (array_.type.layout == Layout::A || array_.type.ndim > 2) {
    return wrong("an array of one or two axes");
  } else {
    Operand ld = ld_ ? again(*ld_) : integer(numberOf(layout_, "ld"));
    if (ld_)
      want(e_.compareTwo(CompareOp::GreaterEqual, again(*ld_),
                         integer(numberOf(layout_, "length")), range_),
           "the leading dimension of a layout is less than its lines are "
           "long");
    Operand least =
        e_.binaryOperation(BinaryOp::Add,
                           e_.binaryOperation(BinaryOp::Mul, std::move(ld),
                                              integer(lines - 1), range_),
                           integer(numberOf(layout_, "length")), range_);
    wantElements(sizeOf(e_, array_, range_), std::move(least));
  }
  if (ld_)
    for (std::size_t i = 0; i < layout_.elements.size(); ++i)
      if ((*layout_.fields)[i] == "ld")
        layout_.elements[i] = Value::of(Number::ofInt(0));
  Operand ld = ld_ ? again(*ld_) : integer(numberOf(layout_, "ld"));
  return reshaped(e_, array_, listOf(integer(lines), std::move(ld)), &layout_,
                  std::move(fits_), range_);
}

Operand makeTensor(Emitter &e, const Call &node, SourceRange range) {
  std::optional<std::vector<Operand>> args =
      positionalArguments(e, "make_tensor", node, 2, 2, range);
  if (!args)
    return Operand::error(range);
  Operand &layout = (*args)[1];
  std::optional<Operand> ld;
  const Operand *known = &layout;
  if (layout.isTuple && layout.parts.size() == 2) {
    ld = std::move(layout.parts[1]);
    known = &layout.parts[0];
  }
  if (!known->known || known->known->text != layoutMark) {
    e.diagnostics().emit(
        layout.range, diag::ArgumentType, Integer(2),
        std::string("make_tensor"),
        std::string("a layout, such as `MM.suggest_layout_smem_a()`"),
        e.describe(layout));
    return Operand::error(range);
  }
  return TensorMaker(e, *known->known, std::move(ld), range)
      .make(std::move(args->front()));
}

/// What _refuse tells, of the user's call.
Operand refuse(Emitter &e, const std::string &text, SourceRange range) {
  e.diagnostics().emit(range, diag::TensorMisuse, text);
  return Operand::error(range);
}

const Value *layoutOf(Emitter &e, const Operand &tensor, SourceRange range) {
  const Value *layout = tensor.isArray() ? tensorLayout(tensor.type) : nullptr;
  if (!layout)
    (void)refuse(e,
                 "it wants tensors, which make_tensor(array, layout) gives, "
                 "not " +
                     e.describe(tensor),
                 range);
  return layout;
}

/// _by_unit(f, g, *args): a call of f, or where the GPU has no matrix unit of
/// g.
Operand callByUnit(Emitter &e, std::vector<Operand> args, SourceRange range) {
  std::vector<ir::Let> lets;
  auto callOf = [&](const std::string &name) {
    std::vector<Operand> copies;
    for (std::size_t i = 2; i < args.size(); ++i) {
      if (args[i].expr)
        args[i] = e.once(std::move(args[i]), lets);
      copies.push_back(copyOf(args[i]));
    }
    return e.callInstance(preludeFunction(name), std::move(copies),
                          std::nullopt, range);
  };
  Operand with = callOf(args[0].known->text);
  Operand without = callOf(args[1].known->text);
  if (with.isError || without.isError)
    return Operand::error(range);
  // The first tensor has the product's unit.
  const Value *layout = args.size() > 2 && args[2].expr
                            ? tensorLayout(args[2].expr->type)
                            : nullptr;
  ir::CallBuiltin asked{Builtin::MatrixUnit, {}};
  asked.text = layout && args[0].known->text == "tensor_by_warps"
                   ? unitSince(*layout)
                   : "80";
  ir::ExprPtr hasUnit =
      makeExpr(range, Type::of(Scalar::Bool), std::move(asked));
  Type type = with.type;
  return Operand::ofExpr(e.finishLets(
      makeExpr(range, type,
               ir::Select{std::move(hasUnit), e.materialize(std::move(with)),
                          e.materialize(std::move(without))}),
      std::move(lets)));
}

/// The text's own functions.
Operand callOwn(Emitter &e, const std::string &name, const Call &node,
                SourceRange range) {
  std::vector<Operand> args;
  std::vector<ir::Let> lets;
  if (!checkPositional(e, node, args, lets))
    return Operand::error(range);
  if (name == "_refuse")
    return refuse(e, args[0].known->text, range);
  if (name == "_by_unit")
    return callByUnit(e, std::move(args), range);
  if (name == "_layout") {
    const Value *layout = layoutOf(e, args[0], range);
    return layout ? Operand::ofValue(*layout, range) : Operand::error(range);
  }
  if (name == "_layout_of_type")
    return Operand::ofValue(layoutOfType(*args[0].known, args[1].known->type),
                            range);
  if (!args[0].isArray())
    return Operand::error(range);
  Operand array = e.once(std::move(args[0]), lets);
  Operand result = Operand::error(range);
  if (name == "_is_aligned") {
    result = isAligned(e, array, range);
  } else {
    // _flat(array), _tensor(array, layout)
    const Value *layout = name == "_tensor" ? &*args[1].known : nullptr;
    result = reshaped(e, array, listOf(sizeOf(e, array, range)), layout,
                      nullptr, range);
  }
  return Operand::ofExpr(
      e.finishLets(e.materialize(std::move(result)), std::move(lets)));
}

constexpr std::string_view ownFunctions[] = {
    "_layout", "_layout_of_type", "_is_aligned", "_flat",
    "_tensor", "_by_unit",        "_refuse"};

bool isOneOf(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

} // namespace

bool isTensorName(const std::string &path) {
  std::string name = functionName(path);
  return name == "make_tensor" || isOneOf(functions, name) ||
         isOneOf(ownFunctions, name);
}

std::optional<Operand> callTensor(Emitter &e, const std::string &path,
                                  const Call &node, SourceRange range) {
  std::string name = functionName(path);
  if (name == "make_tensor")
    return makeTensor(e, node, range);
  if (isOneOf(ownFunctions, name))
    return callOwn(e, name, node, range);
  if (!isOneOf(functions, name))
    return std::nullopt;
  FunctionValue function = preludeFunction("tensor_" + name);
  std::vector<Operand> args;
  std::vector<ir::Let> lets;
  if (!e.bindArguments(function, node, range, args, lets))
    return Operand::error(range);
  return behind(e, std::move(lets),
                e.callInstance(function, std::move(args), std::nullopt, range));
}

std::optional<Operand> callTensorMethod(Emitter &e, Operand &tensor,
                                        const std::string &name,
                                        const Call &node, SourceRange range) {
  if (!tensor.isArray() || !tensorLayout(tensor.type) ||
      !isOneOf(methods, name))
    return std::nullopt;
  if (hasKeywords(e, name, node))
    return Operand::error(range);
  FunctionValue function = preludeFunction("tensor_method_" + name);
  std::size_t count = function.def->params.size() - 1;
  if (!argumentCount(e, name.c_str(), node.args.size(), count, count, range))
    return Operand::error(range);
  std::vector<Operand> args;
  std::vector<ir::Let> lets;
  if (!checkPositional(e, node, args, lets))
    return Operand::error(range);
  args.insert(args.begin(), std::move(tensor));
  return behind(e, std::move(lets),
                e.callInstance(function, std::move(args), std::nullopt, range));
}

std::optional<Operand> tensorAttribute(const Operand &operand,
                                       const std::string &name,
                                       SourceRange range) {
  const Value *layout =
      operand.isArray() ? tensorLayout(operand.type) : nullptr;
  if (!layout || name != "layout")
    return std::nullopt;
  return Operand::ofValue(*layout, range);
}

/// Whether the tensor is the matrix of that letter of this product, there.
static bool isMatrix(Emitter &e, const Value &object, const std::string &name,
                     std::vector<Operand> &args, std::size_t at,
                     const char *letter, const char *memory) {
  const Value *layout =
      args[at].isArray() ? tensorLayout(args[at].type) : nullptr;
  bool fits = layout && textOf(*layout, "matrix") == letter &&
              textOf(*layout, "memory") == memory;
  fits = fits && textOf(object, "unit") == textOf(*layout, "unit");
  for (const char *trait :
       {"m", "n", "k", "block_size", "fragment_m", "fragment_n"})
    fits = fits && numberOf(object, trait) == numberOf(*layout, trait);
  if (fits)
    return true;
  bool isFragment = std::string_view(memory) == "registers";
  e.diagnostics().emit(
      args[at].range, diag::ArgumentType, Integer(at + 1), name,
      std::string("a tensor of ") + static_cast<char>(letter[0] - 'a' + 'A') +
          (isFragment ? " in registers, or an accumulator, of this product"
                      : " in shared memory, of this product"),
      e.describe(args[at]));
  return false;
}

Operand executeTensors(Emitter &e, const Value &object, const std::string &name,
                       std::vector<Operand> args, SourceRange range) {
  bool isShared = args.size() == 5;
  std::size_t a = isShared ? 1 : 0, b = a + 1, c = isShared ? 4 : 2;
  if (!isMatrix(e, object, name, args, a, "a", "shared") ||
      !isMatrix(e, object, name, args, b, "b", "shared") ||
      !isMatrix(e, object, name, args, c, "c",
                isShared ? "shared" : "registers"))
    return Operand::error(range);
  if (isShared) {
    Value fragment =
        *foldDeviceMethod(object, {"get_layout_rmem_c", {}, {}, range, {}});
    if (!fragment.isKnown())
      return refuse(e, fragment.text, range);
    args.push_back(Operand::ofValue(std::move(fragment), range));
  }
  return e.callInstance(
      preludeFunction(isShared ? "tensor_execute_in_shared" : "tensor_execute"),
      std::move(args), std::nullopt, range);
}

Operand makeAccumulator(Emitter &e, const Value &object, SourceRange range) {
  Value layout =
      *foldDeviceMethod(object, {"get_layout_rmem_c", {}, {}, range, {}});
  if (!layout.isKnown())
    return refuse(e, layout.text, range);
  return e.callInstance(preludeFunction("tensor_accumulator"),
                        listOf(Operand::ofValue(std::move(layout), range)),
                        std::nullopt, range);
}

} // namespace pyk2ptx
