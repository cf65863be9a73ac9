// An element is known by how it is written: the same array, by the same indices
// of slots that the loop does not set. What else the loop has of that array
// must be another element for sure, by constants in one place of the indices
// (force[i, 0], force[i, 1]); what it has of other parameters is asked for by
// who wants to know. A guarded load outside its array gives zero each time,
// whatever was "stored" there: so every load of the element must be part of
// what is stored to it, where nobody sees the difference.
#include "added_elements.h"

#include "compiler/analyze/loop_span.h"
#include "compiler/analyze/threads_in_turn.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/same_expr.h"
#include "frontend/tables/builtins.h"

#include <algorithm>

namespace pyk2ptx {

using namespace ir;

std::optional<ElementPlace> placeOf(const Expr &expr) {
  if (const auto *load = std::get_if<Load>(&expr.node))
    return ElementPlace{load->array.get(), &load->indices};
  if (const auto *atomic = std::get_if<Atomic>(&expr.node))
    return ElementPlace{atomic->array.get(), &atomic->indices};
  return std::nullopt;
}

std::optional<ElementPlace> placeOf(const Stmt &stmt) {
  if (const auto *store = std::get_if<Store>(&stmt.node))
    return ElementPlace{store->array.get(), &store->indices};
  return std::nullopt;
}

bool isSamePlace(const ElementPlace &left, const ElementPlace &right) {
  return isSameValue(*left.array, *right.array) &&
         std::ranges::equal(*left.indices, *right.indices,
                            [](const Index &one, const Index &other) {
                              return one.wrap == other.wrap &&
                                     isSameValue(*one.value, *other.value);
                            });
}

/// Whether constants tell two elements of one array apart; negative ones count
/// from its end. Elements of an array of any strides may be one in memory.
static bool areToldApart(const ElementPlace &left, const ElementPlace &right) {
  auto mayBeOne = [](const Index &one, const Index &other) {
    const std::int64_t *a = constantOf(*one.value),
                       *b = constantOf(*other.value);
    return !a || !b || *a < 0 || *b < 0 || *a == *b;
  };
  return left.array->type.layout != Layout::A &&
         isSameValue(*left.array, *right.array) &&
         left.indices->size() == right.indices->size() &&
         !std::ranges::equal(*left.indices, *right.indices, mayBeOne);
}

static bool isAmong(const std::vector<AddedElement> &elements,
                    const ElementPlace &place) {
  return std::ranges::any_of(elements, [&](const AddedElement &element) {
    return isSamePlace(element.place, place);
  });
}

static bool isInvariantPlace(const ElementPlace &place,
                             const SlotSet &assigned) {
  return isInvariant(*place.array, assigned) &&
         std::ranges::all_of(*place.indices, [&](const Index &index) {
           return isInvariant(*index.value, assigned);
         });
}

/// Calls `f` with each expression of the statement, not of its blocks.
static void forEachExprOf(const Stmt &stmt, auto &&f) {
  forEachOperandOf(stmt, [&](const Expr &operand) { forEachExpr(operand, f); });
}

/// What the loop repeats; null of one with an `else`, and of what is no loop.
static const Block *repeatedBy(const Stmt &loop) {
  const Block *body = nullptr;
  forEachBlockOf(loop, [&](const Block &block) {
    if (isRepeated(loop, block))
      body = &block;
    else if (!block.empty())
      body = nullptr;
  });
  return body;
}

/// Calls `f` with each place in the loop, its head included.
static void forEachPlace(const Stmt &loop, auto &&f) {
  auto visit = [&](const Stmt &stmt) {
    forEachExprOf(stmt, [&](const Expr &expr) {
      if (std::optional<ElementPlace> place = placeOf(expr))
        f(*place);
    });
    if (std::optional<ElementPlace> place = placeOf(stmt))
      f(*place);
  };
  visit(loop);
  forEachBlockOf(loop, [&](const Block &block) { forEachStmt(block, visit); });
}

AddedElements::AddedElements(const Module &module,
                             const std::vector<bool> &barriers,
                             const Function &kernel)
    : module_(module), barriers_(barriers), roots_(kernel) {}

// ---- what may be there besides ----

/// Whether calling it does more than give a value: it may end the thread, be
/// seen, or have to do with memory.
static bool doesMore(const Function &function) {
  bool does = function.isExternal;
  forEachStmt(function.body, [&](const Stmt &stmt) {
    does = does || placeOf(stmt) || std::holds_alternative<Raise>(stmt.node) ||
           std::holds_alternative<Print>(stmt.node);
  });
  forEachExprIn(function.body, [&](const Expr &expr) {
    does = does || placeOf(expr) ||
           std::holds_alternative<CallFunction>(expr.node);
  });
  return does;
}

bool AddedElements::waitsOrShows(const Stmt &stmt) const {
  bool does = std::holds_alternative<Print>(stmt.node);
  forEachExprOf(stmt, [&](const Expr &expr) {
    const auto *call = std::get_if<CallFunction>(&expr.node);
    const auto *builtin = std::get_if<CallBuiltin>(&expr.node);
    does = does || (call && barriers_[call->function]) ||
           (builtin && !onlyGivesValue(effectOf(builtin->builtin)));
  });
  return does;
}

/// What is seen, waits for others, or may reach memory that has no name here.
bool AddedElements::reachesMore(const Stmt &stmt) const {
  const auto *loop = std::get_if<While>(&stmt.node);
  bool does = waitsOrShows(stmt) || (loop && mayWait(*loop));
  forEachExprOf(stmt, [&](const Expr &expr) {
    const auto *call = std::get_if<CallFunction>(&expr.node);
    does = does || expr.type.isPointer() ||
           std::holds_alternative<ArrayAt>(expr.node) ||
           (call && doesMore(module_.functions[call->function]));
  });
  return does;
}

/// What ends the thread, too.
bool AddedElements::isOpaque(const Stmt &stmt) const {
  return reachesMore(stmt) || std::holds_alternative<Return>(stmt.node) ||
         std::holds_alternative<Raise>(stmt.node);
}

static bool isGlobal(const Expr &array) {
  return array.type.space == Space::Global ||
         array.type.space == Space::Generic;
}

/// Of two arrays; whether parameters share memory is asked later.
bool AddedElements::isOfOther(const Expr &array, const Expr &element) const {
  if (!isGlobal(array) || roots_.areDistinct(array, element))
    return true;
  std::optional<SlotId> one = roots_.parameterOf(array);
  return one && one != roots_.parameterOf(element);
}

// ---- elements that are read ----

/// Behind them values that the loop computes would be in memory.
constexpr std::size_t mostRead = 6;

/// Whether the loop that `stmt` is, or stands in, is left behind it.
static bool leaves(const Stmt &stmt, bool isNested) {
  return std::holds_alternative<Return>(stmt.node) ||
         std::holds_alternative<Raise>(stmt.node) ||
         (!isNested && std::holds_alternative<Break>(stmt.node));
}

static bool loadsNothing(const Stmt &stmt) {
  bool loads = false;
  forEachExprOf(stmt, [&](const Expr &expr) {
    loads = loads || placeOf(expr).has_value();
  });
  forEachBlockOf(stmt, [&](const Block &) { loads = true; });
  return !loads;
}

static bool hasAtomics(const Stmt &stmt) {
  bool hasAny = false;
  forEachExprOf(stmt, [&](const Expr &expr) {
    const auto *atomic = std::get_if<Atomic>(&expr.node);
    hasAny = hasAny || (atomic && isGlobal(*atomic->array));
  });
  return hasAny;
}

static bool storesAndTurns(const Block &block, bool isNested) {
  // The statements from here on that load nothing, and leave in the end.
  auto last = block.size();
  if (!block.empty() && leaves(block.back(), isNested))
    while (last > 0 && loadsNothing(block[last - 1]))
      --last;
  for (std::size_t i = 0; i < last; ++i) {
    const Stmt &stmt = block[i];
    const auto *store = std::get_if<Store>(&stmt.node);
    bool stores = (store && isGlobal(*store->array)) || hasAtomics(stmt);
    bool isLoop = std::holds_alternative<ForRange>(stmt.node) ||
                  std::holds_alternative<While>(stmt.node);
    forEachBlockOf(stmt, [&](const Block &inner) {
      stores = stores || storesAndTurns(inner, isNested || isLoop);
    });
    if (stores)
      return true;
  }
  return false;
}

bool AddedElements::storesAndTurns(const Stmt &loop) {
  bool stores = hasAtomics(loop);
  forEachBlockOf(loop, [&](const Block &block) {
    stores = stores || pyk2ptx::storesAndTurns(block, false);
  });
  return stores;
}

void AddedElements::addRead(const Expr &expr, const SlotSet &assigned,
                            std::vector<AddedElement> &elements) const {
  // What is evaluated wherever `expr` is.
  if (std::holds_alternative<Select>(expr.node) ||
      std::holds_alternative<Logical>(expr.node))
    return;
  forEachOperand(
      expr, [&](const Expr &operand) { addRead(operand, assigned, elements); });
  const auto *load = std::get_if<Load>(&expr.node);
  if (!load || !isGlobal(*load->array) || !expr.type.isScalar())
    return;
  std::optional<SlotId> array = roots_.parameterOf(*load->array);
  ElementPlace place = *placeOf(expr);
  bool isNew = !isAmong(elements, place);
  if (array && isNew && isInvariantPlace(place, assigned))
    elements.push_back({place, *array, expr.type});
}

std::vector<AddedElement> AddedElements::readIn(const Stmt &loop) const {
  std::vector<AddedElement> elements;
  const Block *body = repeatedBy(loop);
  bool isKnown = body && !reachesMore(loop);
  if (isKnown)
    forEachStmt(*body, [&](const Stmt &stmt) {
      isKnown = isKnown && !reachesMore(stmt);
    });
  if (!isKnown)
    return elements;
  SlotSet assigned;
  addAssigned(loop, assigned);
  auto look = [&](const Stmt &stmt, auto &&self) -> void {
    forEachOperandOf(stmt, [&](const Expr &operand) {
      addRead(operand, assigned, elements);
    });
    bool turns = std::holds_alternative<ForRange>(stmt.node) ||
                 std::holds_alternative<While>(stmt.node);
    if (turns)
      forEachBlockOf(stmt, [&](const Block &block) {
        for (const Stmt &inner : block)
          self(inner, self);
      });
  };
  for (const Stmt &stmt : *body)
    look(stmt, look);
  std::erase_if(elements, [&](const AddedElement &element) {
    bool isChanged = false;
    auto change = [&](const ElementPlace &place) {
      isChanged = isChanged ||
                  (isGlobal(*place.array) &&
                   roots_.parameterOf(*place.array).value_or(element.array) ==
                       element.array);
    };
    forEachStmt(*body, [&](const Stmt &stmt) {
      if (std::optional<ElementPlace> place = placeOf(stmt))
        change(*place);
      forEachExprOf(stmt, [&](const Expr &expr) {
        if (std::holds_alternative<Atomic>(expr.node))
          change(*placeOf(expr));
      });
    });
    return isChanged;
  });
  if (elements.size() > mostRead)
    elements.clear();
  return elements;
}

std::set<SlotId> AddedElements::arraysOf(const Stmt &loop) const {
  std::set<SlotId> arrays;
  forEachPlace(loop, [&](const ElementPlace &place) {
    if (std::optional<SlotId> one = roots_.parameterOf(*place.array);
        one && isGlobal(*place.array))
      arrays.insert(*one);
  });
  return arrays;
}

// ---- the elements ----

void AddedElements::addElement(const Stmt &stmt, const SlotSet &assigned,
                               std::vector<AddedElement> &elements) const {
  std::optional<ElementPlace> place = placeOf(stmt);
  if (!place || !place->array->type.isArray() || !isGlobal(*place->array))
    return;
  const Type &type = std::get<Store>(stmt.node).value->type;
  std::optional<SlotId> array = roots_.parameterOf(*place->array);
  bool isNew = !isAmong(elements, *place);
  if (array && isNew && type.isScalar() && isInvariantPlace(*place, assigned))
    elements.push_back({*place, *array, type});
}

/// How often `whole`, which is stored to the element, loads it; nothing where
/// what it loads may be seen otherwise: by an atomic.
std::optional<std::size_t>
AddedElements::countLoads(const Expr &whole,
                          const AddedElement &element) const {
  std::size_t count = 0;
  bool isHidden = true;
  forEachExpr(whole, [&](const Expr &expr) {
    isHidden = isHidden && !std::holds_alternative<Atomic>(expr.node);
    if (!std::holds_alternative<Load>(expr.node) ||
        !isSamePlace(*placeOf(expr), element.place))
      return;
    ++count;
    isHidden = isHidden && expr.type == element.type;
  });
  return isHidden ? std::optional(count) : std::nullopt;
}

bool AddedElements::isAlone(const AddedElement &element,
                            const Stmt &loop) const {
  bool isAlone = true;
  std::size_t own = 0, inOwnStores = 0;
  forEachPlace(loop, [&](const ElementPlace &place) {
    bool isOwn = isSamePlace(place, element.place);
    own += isOwn;
    isAlone = isAlone && (isOwn || areToldApart(place, element.place) ||
                          isOfOther(*place.array, *element.place.array));
  });
  auto countIn = [&](const Stmt &stmt) {
    std::optional<ElementPlace> place = placeOf(stmt);
    if (!place || !isSamePlace(*place, element.place))
      return;
    const Expr &value = *std::get<Store>(stmt.node).value;
    std::size_t loads = countLoads(value, element).value_or(0);
    isAlone = isAlone && loads > 0 && value.type == element.type;
    inOwnStores += loads + 1;
  };
  forEachBlockOf(loop,
                 [&](const Block &block) { forEachStmt(block, countIn); });
  return isAlone && own == inOwnStores;
}

/// What is evaluated wherever `expr` is.
static void lookAlways(const Expr &expr, std::vector<AddedElement> &elements) {
  if (std::holds_alternative<Select>(expr.node) ||
      std::holds_alternative<Logical>(expr.node))
    return;
  if (std::optional<ElementPlace> place = placeOf(expr))
    for (AddedElement &element : elements)
      element.isReadEachTurn =
          element.isReadEachTurn || isSamePlace(*place, element.place);
  forEachOperand(expr,
                 [&](const Expr &operand) { lookAlways(operand, elements); });
}

/// Up to where a turn may end before.
static void lookAtEachTurn(const Block &body,
                           std::vector<AddedElement> &elements) {
  for (const Stmt &stmt : body) {
    forEachOperandOf(
        stmt, [&](const Expr &operand) { lookAlways(operand, elements); });
    if (std::optional<ElementPlace> place = placeOf(stmt))
      for (AddedElement &element : elements)
        element.isStoredEachTurn =
            element.isStoredEachTurn || isSamePlace(*place, element.place);
    if (hasJump<Break, Continue>(stmt))
      return;
  }
}

std::vector<AddedElement> AddedElements::of(const Stmt &loop) const {
  std::vector<AddedElement> elements;
  const Block *body = repeatedBy(loop);
  bool hasOpaque = !body || isOpaque(loop);
  if (!hasOpaque)
    forEachStmt(*body, [&](const Stmt &stmt) {
      hasOpaque = hasOpaque || isOpaque(stmt);
    });
  if (hasOpaque)
    return elements;
  SlotSet assigned;
  addAssigned(loop, assigned);
  forEachStmt(*body,
              [&](const Stmt &stmt) { addElement(stmt, assigned, elements); });
  std::erase_if(elements, [&](const AddedElement &element) {
    return !isAlone(element, loop);
  });
  lookAtEachTurn(*body, elements);
  return elements;
}

} // namespace pyk2ptx
