// A call becomes an assignment of each argument to a slot, then the callee's
// statements with slots and arrays of the caller's, and each return, which
// early_ends.h has made the last thing that happens, an assignment of what it
// gives.
#include "inlined_call.h"

#include "frontend/ir/early_ends.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/make_expr.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace pyk2ptx {

using namespace ir;

bool isAlike(const Function &caller, const Function &callee) {
  return caller.floats == callee.floats && !caller.isUnoptimized &&
         !caller.lineInfo;
}

namespace {

void moveBehind(Block &block, Block &&rest) {
  block.insert(block.end(), std::make_move_iterator(rest.begin()),
               std::make_move_iterator(rest.end()));
}

/// Worth no slot: as short as one, and the same all the time.
bool isTrivial(const Expr &arg) {
  if (const auto *convert = std::get_if<Convert>(&arg.node))
    return arg.type.isArray() && isTrivial(*convert->operand);
  return std::holds_alternative<Constant>(arg.node) ||
         std::holds_alternative<SlotValue>(arg.node);
}

/// Makes the statements of a callee's body the caller's.
class InlinedCall {
public:
  InlinedCall(Function &caller, const Function &callee, const Block &body,
              std::uint32_t firstArray)
      : caller_(caller), callee_(callee), statements_(clone(body)),
        firstArray_(firstArray) {}

  /// The statements go to `out`; the result is the call's value, null for none.
  ExprPtr run(CallFunction &call, SourceRange range, Block &out) {
    bindParameters(call, out);
    for (SlotId slot = callee_.paramCount; slot < callee_.slots.size(); ++slot)
      bindOwn(slot, out);
    rename();
    ExprPtr result = bindResult(range);
    moveBehind(out, std::move(statements_));
    return result;
  }

private:
  SlotId addSlot(Slot slot) {
    caller_.slots.push_back(std::move(slot));
    return static_cast<SlotId>(caller_.slots.size() - 1);
  }

  SlotId addOwn(SlotId slot) {
    Slot own = callee_.slots[slot];
    if (!own.name.empty())
      own.name = callee_.name + "." + own.name;
    return addSlot(std::move(own));
  }

  /// One that starts as zero does so in every call.
  void bindOwn(SlotId slot, Block &out) {
    SlotId own = slots_[slot] = addOwn(slot);
    if (!caller_.slots[own].zero)
      return;
    caller_.slots[own].zero = false;
    out.push_back({callee_.range,
                   Assign{own, makeExpr(callee_.range, caller_.slots[own].type,
                                        Constant{})}});
  }

  void bindParameters(CallFunction &call, Block &out) {
    std::unordered_set<SlotId> assigned;
    forEachStmt(statements_, [&](const Stmt &stmt) {
      forEachSlotSetBy(stmt, [&](SlotId slot) { assigned.insert(slot); });
    });
    for (SlotId slot = 0; slot < callee_.paramCount; ++slot) {
      ExprPtr &arg = call.args[slot];
      if (!assigned.contains(slot) && isTrivial(*arg)) {
        arguments_[slot] = std::move(arg);
        continue;
      }
      slots_[slot] = addOwn(slot);
      SourceRange range = arg->range;
      out.push_back({range, Assign{slots_[slot], std::move(arg)}});
    }
  }

  void rename() {
    forEachStmt(statements_, [&](Stmt &stmt) {
      if (auto *assign = std::get_if<Assign>(&stmt.node))
        assign->slot = slots_.at(assign->slot);
      else if (auto *range = std::get_if<ForRange>(&stmt.node))
        range->slot = slots_.at(range->slot);
    });
    forEachExprIn(statements_, [&](Expr &expr) {
      if (auto *let = std::get_if<Let>(&expr.node))
        let->slot = slots_.at(let->slot);
      if (auto *storage = std::get_if<ArrayStorage>(&expr.node))
        storage->array += firstArray_;
      auto *value = std::get_if<SlotValue>(&expr.node);
      if (!value)
        return;
      if (auto argument = arguments_.find(value->slot);
          argument != arguments_.end())
        expr.node = std::move(clone(argument->second)->node);
      else
        value->slot = slots_.at(value->slot);
    });
  }

  /// The elements of a tuple have a slot each, where they are known as such.
  ExprPtr bindResult(SourceRange range) {
    const Type &type = callee_.returnType;
    if (type.isNone()) {
      dropReturns(statements_, [](ExprPtr, Block &) {});
      return nullptr;
    }
    bool isSplit = type.isTuple();
    forEachStmt(statements_, [&](const Stmt &stmt) {
      const auto *result = std::get_if<Return>(&stmt.node);
      isSplit =
          isSplit &&
          (!result || std::holds_alternative<MakeTuple>(result->value->node));
    });
    std::vector<SlotId> results;
    auto add = [&](const Type &part) {
      results.push_back(addSlot({callee_.name, part}));
    };
    if (!isSplit)
      add(type);
    else
      for (const Type &element : *type.elements)
        add(element);
    dropReturns(statements_, [&](ExprPtr value, Block &block) {
      SourceRange place = value->range;
      if (!isSplit) {
        block.push_back({place, Assign{results[0], std::move(value)}});
        return;
      }
      auto &elements = std::get<MakeTuple>(value->node).elements;
      for (std::size_t i = 0; i < elements.size(); ++i)
        block.push_back({place, Assign{results[i], std::move(elements[i])}});
    });
    if (!isSplit)
      return slotValue(results[0], range);
    MakeTuple tuple;
    for (SlotId slot : results)
      tuple.elements.push_back(slotValue(slot, range));
    return makeExpr(range, type, std::move(tuple));
  }

  ExprPtr slotValue(SlotId slot, SourceRange range) const {
    return makeExpr(range, caller_.slots[slot].type, SlotValue{slot});
  }

  Function &caller_;
  const Function &callee_;
  Block statements_;
  std::uint32_t firstArray_;
  /// What the callee's slots are to the caller.
  std::unordered_map<SlotId, SlotId> slots_;
  std::unordered_map<SlotId, ExprPtr> arguments_;
};

} // namespace

void inlineCall(Function &caller, const Function &callee, const Block &body,
                Expr &call, InlinedArrays &arrays,
                std::unordered_set<SlotId> &results, Block &out) {
  auto node = std::move(std::get<CallFunction>(call.node));
  auto [first, isNew] = arrays.try_emplace(
      node.function, static_cast<std::uint32_t>(caller.arrays.size()));
  if (isNew)
    caller.arrays.insert(caller.arrays.end(), callee.arrays.begin(),
                         callee.arrays.end());
  caller.asksForBlock = caller.asksForBlock || callee.asksForBlock;
  ExprPtr result = InlinedCall(caller, callee, body, first->second)
                       .run(node, call.range, out);
  if (!result) {
    call.node = MakeTuple{};
    return;
  }
  call.node = std::move(result->node);
  if (const auto *tuple = std::get_if<MakeTuple>(&call.node))
    for (const ExprPtr &element : tuple->elements)
      results.insert(std::get<SlotValue>(element->node).slot);
}

bool isInlined(const Stmt &stmt) {
  const auto *eval = std::get_if<Evaluate>(&stmt.node);
  return eval && (std::holds_alternative<MakeTuple>(eval->value->node) ||
                  std::holds_alternative<SlotValue>(eval->value->node));
}

// They are assigned where the tuple is, and nowhere else.
void forwardTuples(Function &function,
                   const std::unordered_set<SlotId> &results) {
  std::unordered_map<SlotId, const MakeTuple *> tuples;
  std::unordered_set<SlotId> others;
  auto isResult = [&](const ExprPtr &element) {
    const auto *slot = std::get_if<SlotValue>(&element->node);
    return slot && results.contains(slot->slot);
  };
  forEachAssigned(function.body, [&](SlotId slot, const Expr &value) {
    const auto *tuple = std::get_if<MakeTuple>(&value.node);
    if (slot < function.paramCount || function.slots[slot].zero || !tuple ||
        !std::ranges::all_of(tuple->elements, isResult) ||
        !tuples.emplace(slot, tuple).second)
      others.insert(slot);
  });
  forEachExprIn(function.body, [&](Expr &expr) {
    const auto *element = std::get_if<TupleElement>(&expr.node);
    const auto *slot =
        element ? std::get_if<SlotValue>(&element->tuple->node) : nullptr;
    if (!slot || others.contains(slot->slot))
      return;
    if (auto tuple = tuples.find(slot->slot); tuple != tuples.end())
      expr.node = SlotValue{
          std::get<SlotValue>(tuple->second->elements[element->index]->node)};
  });
}

} // namespace pyk2ptx
