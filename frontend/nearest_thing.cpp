// What kernels do not have, and what does the same work there: one row each,
// for messages that refuse it.
#include "checker.h"

#include <iterator>

namespace pyk2ptx {

namespace {

struct Row {
  const char *what;
  const char *instead;
};

constexpr Row rows[] = {
    // statements
    {"`try`", "test with `if` for what would raise"},
    {"`with`", "call what it does at its beginning and its end"},
    {"`async with`", "kernels run to their end: leave `async` out"},
    {"`async for`", "kernels run to their end: leave `async` out"},
    {"`async def`", "kernels run to their end: leave `async` out"},
    {"`class`", "define it outside the kernel: named tuples, enumerations and "
                "constants of classes can be used"},
    {"`import`", "import at the top of the file"},
    {"`global`", "globals can be read; write to an array argument"},
    {"`nonlocal`", "return the value"},
    {"`del` of an element", "arrays and tuples keep their length"},
    {"`type alias`", "move it to the top of the file"},
    // expressions
    {"`yield`", "store each value in an array, or return a tuple"},
    {"`await`", "kernels run to their end: leave `await` out"},
    {"a dictionary", "use `match`, or an array for the values"},
    {"a set", "use a tuple, or an array of flags"},
    {"a set or dictionary comprehension",
     "use a tuple, as in tuple(x for x in ...)"},
    {"an f-string", "f-strings can be printed: print(f\"...\")"},
    {"a slice outside brackets", "slice an array or a tuple: a[1:3]"},
    // built-ins
    {"map", "write a comprehension over a tuple, or a loop"},
    {"filter", "write a comprehension with `if`, or a loop"},
    {"sorted", "sort a local array with a loop"},
    {"reversed", "it is for loops; reverse a tuple with t[::-1]"},
    {"enumerate", "it is for loops and comprehensions"},
    {"zip", "it is for loops and comprehensions"},
    {"dict", "use `match`, or an array for the values"},
    {"set", "use a tuple, or an array of flags"},
    {"frozenset", "use a tuple, or an array of flags"},
    {"str", "numbers become text in print(f\"...\")"},
    {"repr", "numbers become text in print(f\"...\")"},
    {"format", "numbers become text in print(f\"...\")"},
    {"hex", "print it with the format of an f-string: {x:x}"},
    {"oct", "print it with the format of an f-string: {x:o}"},
    {"bin", "print it with the format of an f-string: {x:x}"},
    {"hash", "mix the bits of integers with ^, * and >>"},
    {"iter", "use a for loop"},
    {"next", "use a for loop"},
    {"slice", "write the slice in brackets: a[1:3]"},
    {"callable", "it is known before the program runs"},
    {"issubclass", "isinstance asks for the type of a value"},
    {"ord", "characters are numbers in arrays of uint8"},
    {"chr", "characters are numbers in arrays of uint8"},
    {"bytes", "use an array of uint8"},
    {"bytearray", "use an array of uint8"},
    {"setattr", "assign to elements of arrays"},
    {"delattr", "assign to elements of arrays"},
    {"cuda.fp16.atomicAdd", "use cuda.atomic.add(array, index, value)"},
    {"cuda.bf16.atomicAdd", "use cuda.atomic.add(array, index, value)"},
    {"open", "read on the host and give the kernel an array"},
    {"input", "read on the host and give the kernel an array"},
    {"eval", "kernels are compiled before they run"},
    {"exec", "kernels are compiled before they run"},
};

} // namespace

const char *nearestThing(const std::string &what) {
  for (const Row &row : rows)
    if (what == row.what)
      return row.instead;
  return nullptr;
}

} // namespace pyk2ptx
