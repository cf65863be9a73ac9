// A counted `while` (count_loops.h) starts at its counter, which the loop sets,
// too: nobody can tell that all threads begin at 0, or each at its own place.
//
//   i = cuda.grid(1)                i = cuda.grid(1)
//   for c in range(i, n, s):   ->   for c in range(cuda.grid(1), n, s):
//     i = c                           i = c
//     ...                             ...
//
// So values are followed from assignment to loop, as far as nothing on the way
// sets what they are made of.
#include "known_starts.h"

#include "compiler/facts/loop_facts.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"

#include <map>

namespace pyk2ptx {

using namespace ir;

namespace {

/// The expressions stand where nothing moves them: in assignments.
using KnownValues = std::map<SlotId, const Expr *>;

void forget(const SlotSet &assigned, KnownValues &known) {
  std::erase_if(known, [&](const auto &each) {
    return assigned.contains(each.first) ||
           !isInvariant(*each.second, assigned);
  });
}

/// `wanted`: what loops start at.
void stateStartsIn(Block &block, const SlotSet &wanted, KnownValues known) {
  for (Stmt &stmt : block) {
    if (auto *loop = std::get_if<ForRange>(&stmt.node))
      if (const auto *from = std::get_if<SlotValue>(&loop->start->node))
        if (auto value = known.find(from->slot);
            value != known.end() && value->second->type == loop->start->type)
          loop->start = clone(*value->second);
    SlotSet assigned;
    addAssigned(stmt, assigned);
    // A loop's body may come after its body.
    if (!std::holds_alternative<If>(stmt.node))
      forget(assigned, known);
    forEachBlockOf(stmt,
                   [&](Block &inner) { stateStartsIn(inner, wanted, known); });
    forget(assigned, known);
    const auto *assign = std::get_if<Assign>(&stmt.node);
    if (assign && wanted.contains(assign->slot) &&
        isInvariant(*assign->value, {assign->slot}))
      known[assign->slot] = assign->value.get();
  }
}

} // namespace

void stateStarts(Function &kernel) {
  SlotSet wanted;
  forEachStmt(kernel.body, [&](const Stmt &stmt) {
    if (const auto *loop = std::get_if<ForRange>(&stmt.node))
      if (const auto *from = std::get_if<SlotValue>(&loop->start->node))
        wanted.insert(from->slot);
  });
  if (!wanted.empty())
    stateStartsIn(kernel.body, wanted, {});
}

} // namespace pyk2ptx
