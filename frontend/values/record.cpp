// Records: fields, and what stands for a record in a kernel. An element of an
// array of NumPy's structures is a reference, as in NumPy: what is assigned to
// a field of it is assigned to the array. Vectors and dataclasses are values.
//
// The field of an element, a[i].x, is the element of a field, a.x[i]: so its
// index is checked, and leaves loops, as any other.
#include "record.h"

#include "array.h"
#include "elementwise.h"
#include "frontend/emit/emitter.h"
#include "frontend/parse/print_syntax.h"
#include "slice.h"

#include <algorithm>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

bool isStructure(const Type &type) {
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

Operand elementAt(ir::ExprPtr array, std::vector<ir::Index> indices,
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

std::optional<std::uint32_t> fieldNamed(const Operand &base,
                                        const Value &name) {
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

Operand unknownField(Emitter &e, const Operand &base, const std::string &name,
                     SourceRange range) {
  std::vector<std::string> names;
  for (const RecordField &field : base.type.record->fields)
    names.push_back(field.name);
  std::string near = nearestName(name, names);
  e.diagnostics().emit(range, diag::UnknownAttribute, e.describe(base), name,
                       near.empty() ? std::string()
                                    : "; did you mean `" + near + "`?");
  return Operand::error(range);
}

static ir::ExprPtr makeField(ir::ExprPtr array, std::uint32_t field,
                             SourceRange range) {
  Type type = fieldOf(array->type, field);
  return makeExpr(range, std::move(type), ir::Field{std::move(array), field});
}

Operand recordField(Emitter &e, Operand base, std::uint32_t field,
                    SourceRange range) {
  ir::ExprPtr expr = e.materialize(std::move(base));
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

std::optional<Operand> fieldSubscript(Emitter &e, Operand &base,
                                      const std::vector<Operand> &subscripts,
                                      SourceRange range) {
  if (!base.expr || !base.type.record || subscripts.size() != 1)
    return std::nullopt;
  const std::optional<Value> &name = subscripts[0].known;
  bool isName = name && name->kind == Value::Kind::String;
  if (base.type.isArray() && !isName)
    return std::nullopt;
  if (base.type.record->kind == RecordLayout::Kind::Chars) {
    e.diagnostics().emit(range, diag::UnsupportedExpression,
                         std::string("a part of a text of fixed length"));
    return Operand::error(range);
  }
  if (!name || (!isName && !name->isInteger())) {
    e.diagnostics().emit(subscripts[0].range, diag::FieldName,
                         e.describe(subscripts[0]));
    return Operand::error(range);
  }
  std::optional<std::uint32_t> field = fieldNamed(base, *name);
  if (!field)
    return unknownField(
        e, base, isName ? name->text : std::to_string(name->number.asInt()),
        subscripts[0].range);
  return recordField(e, std::move(base), *field, range);
}

std::pair<ir::ExprPtr, std::vector<ir::Index>> placeOf(ir::ExprPtr expr) {
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

ir::ExprPtr loadRecord(ir::ExprPtr reference) {
  SourceRange range = reference->range;
  Type type = reference->type.element();
  auto [array, indices] = placeOf(std::move(reference));
  return makeExpr(range, type, ir::Load{std::move(array), std::move(indices)});
}

/// (1, 2.0) as a record, field by field.
ir::ExprPtr recordOfTuple(Emitter &e, Operand tuple, const Type &type) {
  SourceRange range = tuple.range;
  std::vector<ir::Let> lets;
  if (tuple.expr)
    tuple = e.once(std::move(tuple), lets);
  std::vector<Operand> elements;
  const std::vector<RecordField> &fields = type.record->fields;
  bool fits =
      expandTuple(e, tuple, elements) && elements.size() == fields.size();
  for (const RecordField &field : fields)
    fits = fits && field.shape.empty();
  if (!fits) {
    e.diagnostics().emit(range, diag::TypeMismatch, "`" + spell(type) + "`",
                         "a tuple of " + std::to_string(elements.size()));
    return nullptr;
  }
  ir::MakeTuple record;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    record.elements.push_back(e.coerce(std::move(elements[i]), fields[i].type));
    if (!record.elements.back())
      return nullptr;
  }
  return e.finishLets(makeExpr(range, type, std::move(record)),
                      std::move(lets));
}

bool sameFields(const Type &a, const Type &b) {
  if (!a.isRecord() || !b.isRecord() ||
      a.record->fields.size() != b.record->fields.size())
    return false;
  for (std::size_t i = 0; i < a.record->fields.size(); ++i) {
    const RecordField &one = a.record->fields[i], &other = b.record->fields[i];
    if (one.name != other.name || !one.shape.empty() || !other.shape.empty() ||
        (!(one.type == other.type) && !sameFields(one.type, other.type)))
      return false;
  }
  return true;
}

ir::ExprPtr recordAs(Emitter &e, Operand record, const Type &type) {
  SourceRange range = record.range;
  std::vector<ir::Let> lets;
  if (record.type.isReference())
    record = Operand::ofExpr(loadRecord(e.materialize(std::move(record))));
  record = e.once(std::move(record), lets);
  ir::MakeTuple made;
  for (std::uint32_t i = 0; i < type.record->fields.size(); ++i) {
    const Type &wanted = type.record->fields[i].type;
    Operand field = recordField(e, again(record), i, range);
    made.elements.push_back(wanted.isRecord() && !(field.type == wanted)
                                ? recordAs(e, std::move(field), wanted)
                                : e.materialize(std::move(field)));
  }
  return e.finishLets(makeExpr(range, type, std::move(made)), std::move(lets));
}

// ---- assignment ----

void storeField(Emitter &e, Operand base, std::uint32_t field, Operand value,
                SourceRange range, ir::Block &block) {
  if (base.type.isRecord()) {
    e.diagnostics().emit(range, diag::CannotAssign,
                         "a field of a `" + spell(base.type) +
                             "`, which is a value; make a new one");
    return;
  }
  if (e.refuseReadonly(base))
    return;
  Operand place = recordField(e, std::move(base), field, range);
  if (place.isArray()) {
    static const Subscript plain;
    return storePart(e, std::move(place), {}, plain, std::move(value), range,
                     block);
  }
  Type element = place.type.isReference() ? place.type.element() : place.type;
  ir::Store store;
  store.value = e.coerce(std::move(value), element);
  if (!store.value)
    return;
  std::tie(store.array, store.indices) = placeOf(std::move(place.expr));
  e.warnOfCopy(*store.array, range);
  block.push_back({range, std::move(store)});
}

void storeAttribute(Emitter &e, const Attribute &target, SourceRange range,
                    Operand value, ir::Block &block) {
  Operand base = e.check(*target.value);
  if (base.isError || value.isError)
    return;
  if (!base.expr || !base.type.record) {
    e.diagnostics().emit(range, diag::CannotAssign,
                         std::string("an attribute"));
    return;
  }
  std::optional<std::uint32_t> field =
      fieldNamed(base, Value::string(target.name));
  if (!field) {
    (void)unknownField(e, base, target.name, target.nameRange);
    return;
  }
  storeField(e, std::move(base), *field, std::move(value), range, block);
}

/// A second use of an array that nothing needs to be computed for.
static ir::ExprPtr arrayAgain(const Emitter &e, const ir::Expr &array) {
  if (const auto *slot = std::get_if<ir::SlotValue>(&array.node))
    return e.isSetWithin(slot->slot) ? nullptr
                                     : makeExpr(array.range, array.type, *slot);
  if (const auto *storage = std::get_if<ir::ArrayStorage>(&array.node))
    return makeExpr(array.range, array.type, *storage);
  const auto *field = std::get_if<ir::Field>(&array.node);
  ir::ExprPtr records = field ? arrayAgain(e, *field->array) : nullptr;
  if (!records)
    return nullptr;
  return makeExpr(array.range, array.type,
                  ir::Field{std::move(records), field->index});
}

/// place op= value, where `place` is a field.
void augmentField(Emitter &e, const AugAssign &node, Operand place,
                  SourceRange range, ir::Block &block) {
  if (place.isError)
    return;
  if (!place.expr || !std::get_if<ir::Load>(&place.expr->node)) {
    e.diagnostics().emit(node.target->range, diag::CannotAssign,
                         place.expr && place.type.isScalar()
                             ? "`" + spell(*node.target) + "`"
                             : "a field that is " + e.describe(place) +
                                   "; assign its elements");
    return;
  }
  Type type = place.type;
  SourceRange targetRange = node.target->range;
  auto [array, indices] = placeOf(std::move(place.expr));
  e.warnOfCopy(*array, targetRange);
  if (array->type.readonly) {
    e.diagnostics().emit(targetRange, diag::CannotAssign,
                         std::string("an element of a read-only array"));
    return;
  }
  std::vector<ir::Let> lets;
  ir::ExprPtr second = arrayAgain(e, *array);
  if (!second) {
    Operand kept = e.once(Operand::ofExpr(std::move(array)), lets);
    second = e.materialize(again(kept));
    array = e.materialize(std::move(kept));
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
      kept = e.once(Operand::ofExpr(std::move(index.value)), lets);
    load.indices.push_back(
        {e.materialize(again(kept)), index.wrap, index.bounds});
    store.indices.push_back(
        {e.materialize(std::move(kept)), index.wrap, index.bounds});
  }
  for (ir::Let &let : lets)
    block.push_back({range, ir::Assign{let.slot, std::move(let.value)}});
  load.array = std::move(second);
  Operand old = Operand::ofExpr(makeExpr(targetRange, type, std::move(load)));
  Operand value =
      e.binaryOperation(node.op, std::move(old), e.check(*node.value), range);
  if (value.isError)
    return;
  store.value = e.coerce(std::move(value), type);
  if (!store.value)
    return;
  store.array = std::move(array);
  block.push_back({range, std::move(store)});
}

// ---- local structures and parameters ----

std::uint32_t declareStructure(Emitter &e, const std::string &name,
                               const Type &type, SourceRange range) {
  ir::ArrayDeclaration declaration;
  declaration.name = name;
  declaration.element = type;
  declaration.space = Space::Local;
  declaration.shape = {1};
  declaration.range = range;
  e.function().arrays.push_back(std::move(declaration));
  return static_cast<std::uint32_t>(e.function().arrays.size() - 1);
}

ir::ExprPtr structureAt(std::uint32_t number, const Type &type,
                        SourceRange range) {
  return makeExpr(range, Type::array(type, 1, Layout::C, Space::Local),
                  ir::ArrayStorage{number});
}

} // namespace pyk2ptx
