// How the program gets its memory from the system.
#ifndef PYK2PTX_TOOLS_PYK2PTX_MEMORY_H
#define PYK2PTX_TOOLS_PYK2PTX_MEMORY_H

namespace pyk2ptx {

/// Before the first work that allocates much; for a program that ends soon, as
/// memory that is freed stays with it.
void growMemoryInLargeSteps();

} // namespace pyk2ptx

#endif
