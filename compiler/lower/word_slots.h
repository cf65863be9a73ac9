// word_slots: which variables of 64 bits a GPU keeps in registers of 32.
#ifndef PYK2PTX_COMPILER_LOWER_WORD_SLOTS_H
#define PYK2PTX_COMPILER_LOWER_WORD_SLOTS_H

#include "compiler/facts/loop_facts.h"
#include "compiler/facts/ranges.h"

namespace pyk2ptx {

/// int64 variables that index arrays and take steps in loops, and whose values
/// all fit in int32.
[[nodiscard]] SlotSet findWordSlots(const ir::Function &function,
                                    const Ranges &ranges);

} // namespace pyk2ptx

#endif
