// The kernel ABI, version 1: what a kernel's parameters are, in what order
// and at what byte offsets.
//
// The compiler writes these facts twice: as JSON (`--emit=manifest`) and as
// comment lines at the head of every PTX file. This header is the one that the
// compiler and the runtime share; it needs the C++17 standard library only.
//
// The head, one fact a line, fields separated by single spaces:
//
//   // pyk2ptx abi 1
//   // target sm_75 ptx 6.3
//   // kernel saxpy entry saxpy source k.py:7
//   // arg alpha scalar float32
//   // arg x array float32 ndim 1 layout C
//   // param alpha value f32 offset 0 size 4
//   // param x ptr ptr offset 8 size 8
//   // param x shape0 i64 offset 16 size 8
//   // facts params 24 shared 0 dynamic no bounds guard typing python
//   // site 0 k.py:9:9 IndexError x
//   // end
//
// `arg`, `param` and `facts` lines belong to the last `kernel` line. `site`
// lines belong to the module: they are the places that may report an error at
// run time, numbered in the order in which `Report::site` counts them. The head
// is the file's first lines; `// end` closes it. A kernel that is launched in a
// way of its own has, after its facts, `// launch cooperative` (all blocks at
// once) or `// launch cluster 2 1 1` (blocks of a cluster along x, y, z), or
// both; one that is for blocks of so many threads alone has `// launch threads
// 128`, and one that a JIT compiles anew for others, `// launch asks`. One that
// was compiled for some launches only (LaunchFacts) has a line for each fact:
// `// launch apart`, `small`, `small-grid`, `large`, `align 16`, `block 128 1
// 1`, and of its arguments, to the last of which it is known, `last 0 3` and
// `sizes 14 0 10`. A kernel may be there several times, for all launches and,
// behind that, for some, which have `// launch variant ENTRY` of the one for
// all: a launch of that takes the first of them that is right for it.
//
// ptxas reads ASCII only, in comments too: in every field, '%', '\', controls,
// bytes above 126 and (but in a line's last field) spaces are written as %XX.
#ifndef PYK2PTX_ABI_H
#define PYK2PTX_ABI_H

#include <pyk2ptx/launch_facts.h>

#include <cstdint>
#include <string>
#include <vector>

namespace pyk2ptx {

inline constexpr int abiVersion = 1;

/// The largest extent that an array's axis may have. Arguments are checked
/// against it, so that a kernel's index arithmetic on extents cannot overflow.
inline constexpr std::int64_t maxExtent = std::int64_t(1) << 48;

/// A parameter's type as PTX sees it.
enum class ParamType : std::uint8_t {
  I8,
  I16,
  I32,
  I64,
  U8,
  U16,
  U32,
  U64,
  F16,
  BF16,
  F32,
  F64,
  C64,
  C128,
  Bytes,
  Pointer
};

/// "i8" ... "u64", "f16", "bf16", "f32", "f64", "c64", "c128", "bytes", "ptr".
const char *paramTypeName(ParamType type);
/// The inverse of paramTypeName; false when `name` is none of them.
bool parseParamType(const std::string &name, ParamType &type);
/// Size in bytes; 0 for Bytes, whose size its row states.
std::uint32_t paramTypeSize(ParamType type);

/// What a Python parameter is.
enum class ArgKind : std::uint8_t { Scalar, Array };

/// One parameter of the Python function.
struct ArgInfo {
  std::string name;
  ArgKind kind = ArgKind::Scalar;
  /// NumPy's name of the scalar's or the element's type: "float32", "bool".
  std::string dtype;
  /// Rank of an array, 0 for a scalar.
  int ndim = 0;
  /// 'C', 'F' or 'A'; 'C' for a scalar.
  char layout = 'C';
  /// Size and alignment of a record passed by value (its dtype is then no NumPy
  /// scalar's name). layOutParams reads them; the head states them by the
  /// record's param line. Of an array of records or texts the size of an
  /// element, which the head states behind the layout: `bytes 12`.
  std::uint32_t recordBytes = 0;
  std::uint32_t recordAlign = 1;
};

/// What a PTX parameter holds of its argument.
enum class ParamField : std::uint8_t { Value, Pointer, Shape, Stride };

/// One parameter of the PTX entry.
struct ParamInfo {
  /// Index into KernelInfo::args.
  std::uint32_t arg = 0;
  ParamField field = ParamField::Value;
  /// Axis of a Shape or Stride.
  std::uint32_t axis = 0;
  ParamType type = ParamType::I64;
  /// Bytes from the start of the parameter block.
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
};

/// One compiled kernel.
struct KernelInfo {
  /// The Python function's name (`Class.k`, `outer.k` for nested ones).
  std::string name;
  /// The PTX entry's name.
  std::string entry;
  /// "k.py:7".
  std::string source;
  std::vector<ArgInfo> args;
  std::vector<ParamInfo> params;
  /// Bytes of the whole parameter block.
  std::uint32_t paramBytes = 0;
  /// Bytes of shared memory that the kernel declares itself.
  std::uint32_t staticShared = 0;
  /// Whether the kernel uses dynamic shared memory (shape 0).
  bool dynamicShared = false;
  /// Whether all blocks must run at once (cg.this_grid().sync()).
  bool cooperative = false;
  /// Blocks of a cluster along x, y and z; 0: the kernel has no clusters.
  std::uint32_t cluster[3] = {};
  /// Neighbours along x, y and z whose work one thread does: the launcher
  /// divides the block's dimensions by it.
  std::uint32_t coarsening[3] = {1, 1, 1};
  /// Threads that the blocks of every launch must have; 0: any.
  std::uint32_t threads = 0;
  /// It was compiled, or would be better, for a launch whose block is known.
  bool asksForBlock = false;
  /// What is true of every launch (without perThread); others are refused.
  LaunchFacts facts;
  /// Entry of the kernel for other launches, too, whose launches take this one
  /// where they may; "": nobody takes it but by its own name.
  std::string variantOf;
  /// "guard", "raise" or "none".
  std::string bounds = "guard";
  /// "python" or "numba".
  std::string typing = "python";
};

inline bool isCoarsened(const KernelInfo &kernel) {
  const std::uint32_t (&by)[3] = kernel.coarsening;
  return by[0] != 1 || by[1] != 1 || by[2] != 1;
}

/// A place in the source that may report an error at run time.
struct ReportSite {
  /// "k.py:9:9".
  std::string source;
  /// The Python exception: "IndexError", "AssertionError", ...
  std::string kind;
  /// What to say of it: the array's name for an IndexError, else the message.
  std::string text;
};

/// Everything a module's head states.
struct ModuleInfo {
  std::string arch;
  std::string ptxIsa;
  std::vector<KernelInfo> kernels;
  std::vector<ReportSite> sites;
};

/// The parameter type of a scalar of NumPy's type `dtype`: "bool" gives U8, the
/// datetime64 and timedelta64 families I64; every other name gives Bytes.
ParamType paramTypeOf(const std::string &dtype);

/// The alignment of a parameter of `type`: its size, but its part's for a
/// complex, and 1 for Bytes, whose alignment is its record's.
std::uint32_t paramTypeAlign(ParamType type);

/// Lays out `args` by the ABI's table: fills KernelInfo::params and
/// paramBytes. Every parameter is naturally aligned, in the order of `args`.
void layOutParams(KernelInfo &kernel);

/// What the head says of each fact behind `// launch`: "apart", "align 16".
std::vector<std::string> spellFacts(const LaunchFacts &facts);

/// The head of a PTX file, ending with a newline.
std::string writeHead(const ModuleInfo &module);

/// Reads the head back. False, with `error` set to a sentence that names the
/// line, when it is absent, malformed or of another ABI version.
bool readHead(const std::string &ptx, ModuleInfo &module, std::string &error);

/// What a thread leaves in the module's global `__pyk2ptx_report` when it
/// raises. The first thread wins: it moves `state` from 0 to 1 by an atomic
/// compare-and-swap, fills the rest, and sets 2.
struct Report {
  std::uint32_t state;
  /// Index into ModuleInfo::sites.
  std::uint32_t site;
  std::uint32_t block[3];
  std::uint32_t thread[3];
  /// The index as written in the source, the axis it was used on and that
  /// axis's extent, for an IndexError of an array; the extent is negative for
  /// all that is about no index.
  std::int64_t index;
  std::int64_t extent;
  std::uint32_t axis;
  std::uint32_t reserved;
};
static_assert(sizeof(Report) == 56, "the compiler writes this layout");

inline constexpr const char *reportSymbol = "__pyk2ptx_report";

} // namespace pyk2ptx

#endif
