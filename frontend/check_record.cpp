// Records: fields, and what stands for a record in a kernel. An element of an
// array of NumPy's structures is a reference, as in NumPy: what is assigned to
// a field of it is assigned to the array. Vectors and dataclasses are values.
//
// The field of an element, a[i].x, is the element of a field, a.x[i]: so its
// index is checked, and leaves loops, as any other.
#include "checker.h"

#include "print_syntax.h"

#include <algorithm>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

static bool isStructure(const Type &type) {
  return type.isRecord() &&
         (type.record->kind == RecordLayout::Kind::Structure ||
          type.record->kind == RecordLayout::Kind::Chars);
}

/// One subscript for each index.
static ir::View viewAt(ir::ExprPtr array, std::vector<ir::Index> indices) {
  ir::View view;
  view.array = std::move(array);
  for (ir::Index &index : indices) {
    ir::ViewSubscript subscript;
    subscript.index = std::move(index);
    view.subscripts.push_back(std::move(subscript));
  }
  return view;
}

std::vector<ir::Index> referenceIndex(SourceRange range) {
  std::vector<ir::Index> indices(1);
  indices[0].value = makeInt(range, 0);
  indices[0].wrap = false;
  return indices;
}

Operand FunctionChecker::elementAt(ir::ExprPtr array,
                                   std::vector<ir::Index> indices,
                                   SourceRange range) {
  Type element = array->type.element();
  if (!isStructure(element))
    return Operand::ofExpr(makeExpr(
        range, element, ir::Load{std::move(array), std::move(indices)}));
  Type reference = Type::reference(element, array->type.space);
  reference.alignment = array->type.alignment;
  reference.readonly = array->type.readonly;
  return Operand::ofExpr(
      makeExpr(range, reference, viewAt(std::move(array), std::move(indices))));
}

std::optional<std::uint32_t>
FunctionChecker::fieldNamed(const Operand &base, const Value &name) const {
  if (!base.expr || !base.type.record ||
      base.type.record->kind == RecordLayout::Kind::Chars)
    return std::nullopt;
  const RecordLayout &record = *base.type.record;
  if (name.kind == Value::Kind::String)
    return record.find(name.text);
  // r[0] is the first field; a[0] is an element.
  if (base.type.isArray() || !name.isInteger())
    return std::nullopt;
  auto count = static_cast<std::int64_t>(record.fields.size());
  std::int64_t at = name.number.asInt();
  at += at < 0 ? count : 0;
  if (at < 0 || at >= count)
    return std::nullopt;
  return static_cast<std::uint32_t>(at);
}

Operand FunctionChecker::unknownField(const Operand &base,
                                      const std::string &name,
                                      SourceRange range) {
  std::vector<std::string> names;
  for (const RecordField &field : base.type.record->fields)
    names.push_back(field.name);
  std::string near = nearestName(name, names);
  diagnostics().emit(range, diag::UnknownAttribute, describe(base), name,
                     near.empty() ? std::string()
                                  : "; did you mean `" + near + "`?");
  return Operand::error(range);
}

static ir::ExprPtr makeField(ir::ExprPtr array, std::uint32_t field,
                             SourceRange range) {
  Type type = fieldOf(array->type, field);
  return makeExpr(range, std::move(type), ir::Field{std::move(array), field});
}

Operand FunctionChecker::recordField(Operand base, std::uint32_t field,
                                     SourceRange range) {
  ir::ExprPtr expr = materialize(std::move(base));
  if (expr->type.isRecord()) {
    Type type = expr->type.record->fields[field].type;
    return Operand::ofExpr(
        makeExpr(range, type, ir::TupleElement{std::move(expr), field}));
  }
  auto *view =
      expr->type.isReference() ? std::get_if<ir::View>(&expr->node) : nullptr;
  if (!view) {
    ir::ExprPtr place = makeField(std::move(expr), field, range);
    if (!place->type.isReference() || isStructure(place->type.element()))
      return Operand::ofExpr(std::move(place));
    return elementAt(std::move(place), referenceIndex(range), range);
  }
  // a[i].x: a.x[i]
  ir::ExprPtr array = makeField(std::move(view->array), field, range);
  std::vector<ir::Index> indices;
  for (ir::ViewSubscript &subscript : view->subscripts)
    indices.push_back(std::move(subscript.index));
  Type type = array->type;
  if (indices.size() == type.ndim)
    return elementAt(std::move(array), std::move(indices), range);
  type.ndim = static_cast<std::uint8_t>(type.ndim - indices.size());
  ir::View part = viewAt(std::move(array), std::move(indices));
  for (int axis = 0; axis < type.ndim; ++axis) {
    ir::ViewSubscript full;
    full.kind = ir::ViewSubscript::Kind::Slice;
    part.subscripts.push_back(std::move(full));
  }
  return Operand::ofExpr(makeExpr(range, type, std::move(part)));
}

std::optional<Operand> FunctionChecker::fieldSubscript(
    Operand &base, const std::vector<Operand> &subscripts, SourceRange range) {
  if (!base.expr || !base.type.record || subscripts.size() != 1)
    return std::nullopt;
  const std::optional<Value> &name = subscripts[0].known;
  bool isName = name && name->kind == Value::Kind::String;
  if (base.type.isArray() && !isName)
    return std::nullopt;
  if (base.type.record->kind == RecordLayout::Kind::Chars) {
    diagnostics().emit(range, diag::UnsupportedExpression,
                       std::string("a part of a text of fixed length"));
    return Operand::error(range);
  }
  if (!name || (!isName && !name->isInteger())) {
    diagnostics().emit(subscripts[0].range, diag::FieldName,
                       describe(subscripts[0]));
    return Operand::error(range);
  }
  std::optional<std::uint32_t> field = fieldNamed(base, *name);
  if (!field)
    return unknownField(
        base, isName ? name->text : std::to_string(name->number.asInt()),
        subscripts[0].range);
  return recordField(std::move(base), *field, range);
}

/// What an expression of type Reference refers to, as an array and its indices.
static std::pair<ir::ExprPtr, std::vector<ir::Index>>
placeOf(ir::ExprPtr expr) {
  SourceRange range = expr->range;
  if (auto *load = std::get_if<ir::Load>(&expr->node))
    return {std::move(load->array), std::move(load->indices)};
  auto *view = std::get_if<ir::View>(&expr->node);
  if (!view)
    return {std::move(expr), referenceIndex(range)};
  std::vector<ir::Index> indices;
  for (ir::ViewSubscript &subscript : view->subscripts)
    indices.push_back(std::move(subscript.index));
  return {std::move(view->array), std::move(indices)};
}

ir::ExprPtr FunctionChecker::loadRecord(ir::ExprPtr reference) {
  SourceRange range = reference->range;
  Type type = reference->type.element();
  auto [array, indices] = placeOf(std::move(reference));
  return makeExpr(range, type, ir::Load{std::move(array), std::move(indices)});
}

/// (1, 2.0) as a record, field by field.
ir::ExprPtr FunctionChecker::recordOfTuple(Operand tuple, const Type &type) {
  SourceRange range = tuple.range;
  std::vector<ir::Let> lets;
  if (tuple.expr)
    tuple = once(std::move(tuple), lets);
  std::vector<Operand> elements;
  const std::vector<RecordField> &fields = type.record->fields;
  bool fits = expandTuple(tuple, elements) && elements.size() == fields.size();
  for (const RecordField &field : fields)
    fits = fits && field.shape.empty();
  if (!fits) {
    diagnostics().emit(range, diag::TypeMismatch, "`" + spell(type) + "`",
                       "a tuple of " + std::to_string(elements.size()));
    return nullptr;
  }
  ir::MakeTuple record;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    record.elements.push_back(coerce(std::move(elements[i]), fields[i].type));
    if (!record.elements.back())
      return nullptr;
  }
  return finishLets(makeExpr(range, type, std::move(record)), std::move(lets));
}

bool FunctionChecker::fieldElement(const char *name, ir::AtomicOp op,
                                   Operand &reference, Operand field,
                                   ir::Atomic &atomic, Type &element,
                                   SourceRange range) {
  std::vector<Operand> names;
  names.push_back(std::move(field));
  std::optional<Operand> place = fieldSubscript(reference, names, range);
  if (!place || place->isError)
    return false;
  if (!place->expr || !std::get_if<ir::Load>(&place->expr->node)) {
    diagnostics().emit(range, diag::AtomicType, std::string(name),
                       describe(*place));
    return false;
  }
  element = place->type;
  std::tie(atomic.array, atomic.indices) = placeOf(std::move(place->expr));
  return canAccess(name, op, atomic.array->type, range);
}

// ---- assignment ----

void FunctionChecker::warnOfCopy(const ir::Expr &array, SourceRange range) {
  const ir::Expr *root = &array;
  while (true) {
    if (const auto *field = std::get_if<ir::Field>(&root->node))
      root = field->array.get();
    else if (const auto *view = std::get_if<ir::View>(&root->node))
      root = view->array.get();
    else
      break;
  }
  const auto *slot = std::get_if<ir::SlotValue>(&root->node);
  if (!slot || std::find(recordCopies_.begin(), recordCopies_.end(),
                         slot->slot) == recordCopies_.end())
    return;
  // A variable's later slots are named after it: `r.1`.
  const std::string &name = function_.slots[slot->slot].name;
  diagnostics().emit(range, diag::RecordIsCopy, name.substr(0, name.find('.')));
}

void FunctionChecker::storeField(Operand base, std::uint32_t field,
                                 Operand value, SourceRange range,
                                 Block &block) {
  if (base.type.isRecord()) {
    diagnostics().emit(range, diag::CannotAssign,
                       "a field of a `" + spell(base.type) +
                           "`, which is a value; make a new one");
    return;
  }
  if (refuseReadonly(base))
    return;
  Operand place = recordField(std::move(base), field, range);
  if (place.isArray()) {
    static const Subscript plain;
    return storePart(std::move(place), {}, plain, std::move(value), range,
                     block);
  }
  Type element = place.type.isReference() ? place.type.element() : place.type;
  ir::Store store;
  store.value = coerce(std::move(value), element);
  if (!store.value)
    return;
  std::tie(store.array, store.indices) = placeOf(std::move(place.expr));
  warnOfCopy(*store.array, range);
  block.push_back({range, std::move(store)});
}

void FunctionChecker::storeAttribute(const Attribute &target, SourceRange range,
                                     Operand value, Block &block) {
  Operand base = check(*target.value);
  if (base.isError || value.isError)
    return;
  if (!base.expr || !base.type.record) {
    diagnostics().emit(range, diag::CannotAssign, std::string("an attribute"));
    return;
  }
  std::optional<std::uint32_t> field =
      fieldNamed(base, Value::string(target.name));
  if (!field) {
    (void)unknownField(base, target.name, target.nameRange);
    return;
  }
  storeField(std::move(base), *field, std::move(value), range, block);
}

/// A second use of an array that nothing needs to be computed for.
static ir::ExprPtr arrayAgain(const ir::Expr &array) {
  if (const auto *slot = std::get_if<ir::SlotValue>(&array.node))
    return makeExpr(array.range, array.type, *slot);
  if (const auto *storage = std::get_if<ir::ArrayStorage>(&array.node))
    return makeExpr(array.range, array.type, *storage);
  const auto *field = std::get_if<ir::Field>(&array.node);
  ir::ExprPtr records = field ? arrayAgain(*field->array) : nullptr;
  if (!records)
    return nullptr;
  return makeExpr(array.range, array.type,
                  ir::Field{std::move(records), field->index});
}

/// place op= value, where `place` is a field.
void FunctionChecker::augmentField(const AugAssign &node, Operand place,
                                   SourceRange range, Block &block) {
  if (place.isError)
    return;
  if (!place.expr || !std::get_if<ir::Load>(&place.expr->node)) {
    diagnostics().emit(node.target->range, diag::CannotAssign,
                       place.expr && place.type.isScalar()
                           ? "`" + spell(*node.target) + "`"
                           : "a field that is " + describe(place) +
                                 "; assign its elements");
    return;
  }
  Type type = place.type;
  SourceRange targetRange = node.target->range;
  auto [array, indices] = placeOf(std::move(place.expr));
  warnOfCopy(*array, targetRange);
  if (array->type.readonly) {
    diagnostics().emit(targetRange, diag::CannotAssign,
                       std::string("an element of a read-only array"));
    return;
  }
  std::vector<ir::Let> lets;
  ir::ExprPtr second = arrayAgain(*array);
  if (!second) {
    Operand kept = once(Operand::ofExpr(std::move(array)), lets);
    second = materialize(again(kept));
    array = materialize(std::move(kept));
  }
  ir::Load load;
  ir::Store store;
  for (ir::Index &index : indices) {
    Operand kept;
    if (const auto *constant = std::get_if<ir::Constant>(&index.value->node))
      kept = Operand::ofValue(
          Value::of(Number::ofInt(static_cast<std::int64_t>(constant->bits))),
          targetRange);
    else
      kept = once(Operand::ofExpr(std::move(index.value)), lets);
    load.indices.push_back(
        {materialize(again(kept)), index.wrap, index.bounds});
    store.indices.push_back(
        {materialize(std::move(kept)), index.wrap, index.bounds});
  }
  for (ir::Let &let : lets)
    block.push_back({range, ir::Assign{let.slot, std::move(let.value)}});
  load.array = std::move(second);
  Operand old = Operand::ofExpr(makeExpr(targetRange, type, std::move(load)));
  Operand value =
      binaryOperation(node.op, std::move(old), check(*node.value), range);
  if (value.isError)
    return;
  store.value = coerce(std::move(value), type);
  if (!store.value)
    return;
  store.array = std::move(array);
  block.push_back({range, std::move(store)});
}

// ---- local structures and parameters ----

std::uint32_t FunctionChecker::declareStructure(const std::string &name,
                                                const Type &type,
                                                SourceRange range) {
  ir::ArrayDeclaration declaration;
  declaration.name = name;
  declaration.element = type;
  declaration.space = Space::Local;
  declaration.shape = {1};
  declaration.range = range;
  function_.arrays.push_back(std::move(declaration));
  return static_cast<std::uint32_t>(function_.arrays.size() - 1);
}

ir::ExprPtr FunctionChecker::structureAt(std::uint32_t number, const Type &type,
                                         SourceRange range) {
  return makeExpr(range, Type::array(type, 1, Layout::C, Space::Local),
                  ir::ArrayStorage{number});
}

/// A structure that a kernel is given by value becomes a local one, to which
/// the parameter refers.
void FunctionChecker::referToParameters(SourceRange range, Block &block) {
  for (std::uint32_t i = 0; i < params_.size(); ++i) {
    Type type = params_[i].type;
    if (params_[i].isPlace) {
      Operand reference = elementAt(makeExpr(range, type, ir::SlotValue{i}),
                                    referenceIndex(range), range);
      assignVariable(names_[i], std::move(reference), range, block);
      continue;
    }
    if (!isKernel_ || params_[i].known || !isStructure(type))
      continue;
    std::uint32_t number = declareStructure(names_[i], type, range);
    function_.arrays[number].parameter = i;
    ir::Store store;
    store.array = structureAt(number, type, range);
    store.indices = referenceIndex(range);
    store.value = makeExpr(range, type, ir::SlotValue{i});
    block.push_back({range, std::move(store)});
    Operand reference = elementAt(structureAt(number, type, range),
                                  referenceIndex(range), range);
    assignVariable(names_[i], std::move(reference), range, block);
    recordCopies_.push_back(
        static_cast<ir::SlotId>(function_.slots.size() - 1));
  }
}

} // namespace pyk2ptx
