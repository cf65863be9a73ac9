// What kernels do not have, and what does the same work there: one row each,
// for messages that refuse it.
#include "checker.h"

#include <iterator>
#include <string_view>

namespace pyk2ptx {

namespace {

struct Row {
  const char *what;
  const char *instead;
};

constexpr const char *newArray =
    "fill a local array: cuda.local.array(shape, dtype)";
constexpr const char *copyInto = "assign into an array that exists: `b[:] = a`";
constexpr const char *parts =
    "assign to slices of an array that exists: `b[:n] = x`";
constexpr const char *sortIt = "sort a local array with a loop";
constexpr const char *running = "keep a running value in a loop";
constexpr const char *loops = "loop over the elements";

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
    {"functools.partial",
     "of constants it works; otherwise write a nested function or a lambda"},
    {"functools.reduce", "write a loop"},
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
    // what makes arrays, and NumPy's modules
    {"np.array", newArray},
    {"np.asarray", newArray},
    {"np.arange", "loop over range(n), or fill a local array"},
    {"np.linspace", "compute each value: start + i * step"},
    {"np.logspace", "compute each value: 10 ** (start + i * step)"},
    {"np.zeros_like", "np.zeros(shape) of a constant shape is a local array"},
    {"np.ones_like", "np.ones(shape) of a constant shape is a local array"},
    {"np.empty_like", "np.empty(shape) of a constant shape is a local array"},
    {"np.full_like", "np.full(shape, x) of a constant shape is a local array"},
    {"np.eye", newArray},
    {"np.identity", newArray},
    {"np.diag", newArray},
    {"np.copy", copyInto},
    {"np.asfortranarray", copyInto},
    {"np.ascontiguousarray", copyInto},
    {"np.atleast_1d", copyInto},
    {"np.broadcast_to", "assigning broadcasts: `b[:] = a`"},
    {"np.concatenate", parts},
    {"np.stack", parts},
    {"np.vstack", parts},
    {"np.hstack", parts},
    {"np.dstack", parts},
    {"np.append", parts},
    {"np.split", "slice the array: a[i:j]"},
    {"np.sort", sortIt},
    {"np.argsort", sortIt},
    {"np.unique", sortIt},
    {"np.median", sortIt},
    {"np.percentile", sortIt},
    {"np.quantile", sortIt},
    {"np.cumsum", running},
    {"np.cumprod", running},
    {"np.diff", "subtract slices: `b[:] = a[1:] - a[:-1]`"},
    {"np.flip", "slice it: a[::-1]"},
    {"np.fliplr", "slice it: a[:, ::-1]"},
    {"np.flipud", "slice it: a[::-1]"},
    {"np.roll", "assign two slices"},
    {"np.repeat", loops},
    {"np.tile", loops},
    {"np.outer", "`b[:] = x[:, None] * y`"},
    {"np.matmul", "loop over rows and columns, np.dot of two vectors"},
    {"np.cross", loops},
    {"np.kron", loops},
    {"np.trace", loops},
    {"np.nonzero", loops},
    {"np.argwhere", loops},
    {"np.bincount", "cuda.atomic.add to an array of counts"},
    {"np.histogram", "cuda.atomic.add to an array of counts"},
    {"np.take", loops},
    {"np.einsum", loops},
    {"np.unravel_index", "// and % of the extents"},
    {"np.meshgrid", "use the indices of a loop, or of cuda.grid"},
    {"np.random.", "use numba.cuda.random's xoroshiro128p functions"},
    {"random.", "use numba.cuda.random's xoroshiro128p functions"},
    {"np.linalg.", "write the loops, over a local array if need be"},
    {"np.fft.", "call it on the host, or write the loops"},
    {"time.", "cuda.clock64() counts cycles"},
};

} // namespace

const char *nearestThing(const std::string &what) {
  for (const Row &row : rows)
    if (std::string_view name = row.what;
        what == name || (name.ends_with('.') && (what + ".").starts_with(name)))
      return row.instead;
  return nullptr;
}

} // namespace pyk2ptx
