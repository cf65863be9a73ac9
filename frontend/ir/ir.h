// The kernel IR: what `check` makes of the syntax tree and `lower` turns into
// LLVM IR. It prints in the shape of the source (print_ir.h).
//
// It is structured and typed, not SSA: control flow is nested statements, and
// variables are slots that are assigned (LLVM's mem2reg makes SSA of them).
//
// Guarantees, after check:
//  - every name is a slot; a slot has one type for its whole life, and a Python
//    variable that changes its type has a slot for each;
//  - every conversion is an explicit Convert;
//  - both operands of an operator have the operator's operand type;
//  - every array type states the address space of its elements;
//  - every index states whether it may be negative and how it is checked;
//  - every node has a source range;
//  - there are no errors left for later phases to find.
#ifndef PYK2PTX_FRONTEND_IR_IR_H
#define PYK2PTX_FRONTEND_IR_IR_H

#include "frontend/messages/source.h"
#include "frontend/tables/builtins.h"
#include "frontend/types/types.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace pyk2ptx::ir {

struct Expr;
struct Stmt;
using ExprPtr = std::unique_ptr<Expr>;
using Block = std::vector<Stmt>;
/// Index into Function::slots.
using SlotId = std::uint32_t;

/// What happens when an index is outside its axis.
enum class Bounds : std::uint8_t {
  /// Not tested: proven inside, or the user's promise.
  None,
  /// A store does nothing, a load gives zero, a view has zero extents.
  Guard,
  /// The thread ends and the launch reports an IndexError.
  Raise
};

/// One subscript on one axis. check makes every index `wrap` unless its type
/// has no negative values, and Bounds::Guard; the bounds transformation
/// (compiler/transform/bounds.h) sets what the mode asks and drops what is
/// proven. In loops that check itself makes over an array it is None from the
/// start.
struct Index {
  /// int64. A uint64 beyond int64 arrives as a negative number with wrap off,
  /// which is out of bounds as an unsigned comparison sees it.
  ExprPtr value;
  /// A negative value counts from the end: value + extent, once.
  bool wrap = true;
  Bounds bounds = Bounds::Guard;
  /// Inside wherever the axis has elements: that is all that is tested.
  bool isInsideIfAny = false;
  /// Bounds::None, as it is inside by what an analysis has found.
  bool isProven = false;
};

/// One subscript of a View: an index, a slice with Python's clamping, or a new
/// axis of extent 1.
struct ViewSubscript {
  enum class Kind : std::uint8_t { Index, Slice, NewAxis } kind = Kind::Index;
  /// Kind::Index
  Index index;
  /// Kind::Slice: int64 or null; a null step is 1. A step of zero gives an
  /// empty axis.
  ExprPtr lower, upper, step;
};

// ---- expressions ----

/// A scalar constant. `bits` is the value of an integer (two's complement) or
/// bool; `number` that of a float, rounded to the expression's type; a complex
/// number has `imag` too.
struct Constant {
  std::uint64_t bits = 0;
  double number = 0;
  double imag = 0;
};
/// The current value of a slot.
struct SlotValue {
  SlotId slot;
  /// Where paths meet, a variable's value as another type, which no one reads
  /// there: it may be unset as before.
  bool carriesUnset = false;
};
/// `operand` as the expression's type. bool -> 0/1; integer -> integer by the
/// operand's sign, truncating; integer -> float rounds to nearest; float ->
/// integer truncates towards zero and saturates to int64 (to uint64 for uint64
/// and values >= 0), nan gives 0, then truncates to the width; float -> float
/// rounds; anything -> bool is `!= 0`; real -> complex has no imaginary part,
/// complex -> complex converts both. Array -> array: only layout C or F to A,
/// a space to Generic, or to read only. Tuple -> tuple: element by element.
struct Convert {
  ExprPtr operand;
  /// int64 -> int64, not 0: the whole part of a float, known to lie within
  /// -2**shortBits .. 2**shortBits (compiler/versions/whole_parts.h).
  unsigned shortBits = 0;
  /// Short, and not negative: behind a test that says so, where it has to stay.
  bool isNatural = false;
};

enum class UnaryOp : std::uint8_t { Negative, Invert, Not };
/// Not: bool -> bool; the others keep the operand's type (int64, uint64,
/// float; Invert integers only).
struct Unary {
  UnaryOp op;
  ExprPtr operand;
};

enum class BinaryOp : std::uint8_t {
  Add,
  Sub,
  Mul,
  /// Floats only: IEEE.
  TrueDiv,
  /// Integers: rounds to minus infinity, x // 0 is 0 and x % 0 is 0, INT_MIN
  /// // -1 wraps. Floats: CPython's algorithm; x // 0.0 is x / 0.0, x % 0.0
  /// nan.
  FloorDiv,
  Mod,
  /// Integers: wraps; a negative exponent gives 0, 1 or -1 (0 for base 0).
  /// Floats: pow.
  Pow,
  /// The left operand's type; the count is int64 or uint64. Counts >= 64 or
  /// negative give 0, or the sign fill for a right shift of an int64.
  LeftShift,
  RightShift,
  /// Also of bools.
  BitAnd,
  BitOr,
  BitXor,
  /// Floats ignore nan.
  Min,
  Max
};
/// Operands have the expression's type (a shift's count may differ); int64,
/// uint64, a float, or bool for the Bit operators.
struct Binary {
  BinaryOp op;
  ExprPtr left, right;
};
/// left * right + addend, rounded once. Floats. Made by the contract
/// transformation, and by cuda.fma.
struct FusedMultiplyAdd {
  ExprPtr left, right, addend;
};

enum class CompareOp : std::uint8_t {
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual
};
/// bool. Operands have one type (bool, int64, uint64, float), or one is int64
/// and the other uint64: then the comparison is exact. Float comparisons are
/// ordered but for NotEqual, which is true for nan.
struct Compare {
  CompareOp op;
  ExprPtr left, right;
};
/// Short-circuit `and`/`or` of bools.
struct Logical {
  bool isAnd;
  ExprPtr left, right;
};
/// body if condition else orElse: only the chosen side is evaluated.
struct Select {
  ExprPtr condition, body, orElse;
};
/// Assigns `value` to `slot`, then is `body`. For what must be evaluated once;
/// and for `:=`, until statements do that (named_values.h).
struct Let {
  SlotId slot;
  ExprPtr value, body;
};

/// The element array[indices]; as many indices as the array has axes.
struct Load {
  ExprPtr array;
  std::vector<Index> indices;
  /// Nothing stores to that memory while the kernel runs
  /// (compiler/versions/apart_copies.h).
  bool isUnchanging = false;
};
/// array[subscripts] as an array; covers every axis of `array`, in order. With
/// indices only, a Reference.
struct View {
  ExprPtr array;
  std::vector<ViewSubscript> subscripts;
};
/// The field of every record of `array`: of an Array an Array with the same
/// places (layout A) and the field's own axes behind; of a Reference a
/// Reference or, where the field has axes, an Array of these. `fieldOf` gives
/// the type. Fields 0 and 1 of complex numbers are their parts.
struct Field {
  ExprPtr array;
  std::uint32_t index;
};
/// The memory of `array` with other axes, or as elements of another type: what
/// reshape, transpose, view(dtype), real and imag give.
struct Recast {
  ExprPtr array;
  /// Bytes from the array's first element to the result's.
  std::int64_t offset = 0;
  /// int64, one an axis of the result.
  std::vector<ExprPtr> shape;
  /// In bytes; none for a result of layout C.
  std::vector<ExprPtr> strides;
  /// bool; null: always. Where it is false the extents are zero, or the thread
  /// ends with `problem`, as `bounds` says.
  ExprPtr fits = {};
  Bounds bounds = Bounds::Guard;
  std::string problem = {};
};
/// The C or F array of `shape` at a Pointer; without a shape, an array of one
/// axis that has no end: its indices are not checked.
struct ArrayAt {
  ExprPtr pointer;
  std::vector<ExprPtr> shape;
};
/// int64: array.shape[axis], its stride in bytes, its number of elements, or
/// the generic address of its first element.
enum class ArrayField : std::uint8_t { Shape, Stride, Size, Address };
struct ArrayProperty {
  ArrayField field;
  std::uint8_t axis;
  ExprPtr array;
};
/// Index into Function::arrays.
struct ArrayStorage {
  std::uint32_t array;
};
/// What one element access does beyond a Load or a Store.
enum class AtomicOp : std::uint8_t {
  Add,
  Sub,
  /// Of floats: unchanged when either side is nan; NanMax and NanMin take the
  /// side that is none.
  Max,
  Min,
  NanMax,
  NanMin,
  /// Integers.
  And,
  Or,
  Xor,
  Exchange,
  /// Unsigned. Inc: old >= value ? 0 : old + 1; Dec: old == 0 or old > value ?
  /// value : old - 1.
  Inc,
  Dec,
  /// `value` where the element equals `expected`. Integers.
  CompareExchange,
  /// Any element of 32 or 64 bits. Store gives None.
  Load,
  Store,
  /// Not atomic: loads (without `value`) and stores with a cache hint.
  LoadCa,
  LoadCg,
  LoadCs,
  LoadLu,
  LoadCv,
  StoreCg,
  StoreCs,
  StoreWb,
  StoreWt
};
/// For which threads an access is atomic, and what it orders. Cache hints have
/// neither.
enum class AtomicScope : std::uint8_t { Block, Device, System };
enum class AtomicOrder : std::uint8_t {
  Relaxed,
  Acquire,
  Release,
  AcquireRelease,
  SequentiallyConsistent
};
/// Atomically array[indices] op= value; the old element (None for a store).
/// Out of bounds: no effect, zero.
struct Atomic {
  AtomicOp op;
  ExprPtr array;
  std::vector<Index> indices;
  ExprPtr value;
  /// CompareExchange.
  ExprPtr expected = {};
  AtomicScope scope = AtomicScope::Device;
  AtomicOrder order = AtomicOrder::Relaxed;
};

/// A Tuple or a Record of these.
struct MakeTuple {
  std::vector<ExprPtr> elements;
};
struct TupleElement {
  ExprPtr tuple;
  std::uint32_t index;
};

/// A device function of this module; index into Module::functions.
struct CallFunction {
  std::uint32_t function;
  std::vector<ExprPtr> args;
};
/// A row of builtins.def. Operand types as the row's signature says.
struct CallBuiltin {
  Builtin builtin;
  std::vector<ExprPtr> args;
  /// InlinePtx: the instructions, $0 to $n for the results and the arguments.
  std::string text = {};
};
/// A row of libdevice.def, by its index; several results are a tuple.
struct CallLibdevice {
  std::uint16_t row;
  std::vector<ExprPtr> args;
};

struct Expr {
  SourceRange range;
  Type type;
  std::variant<Constant, SlotValue, Convert, Unary, Binary, FusedMultiplyAdd,
               Compare, Logical, Select, Let, Load, View, Field, Recast,
               ArrayAt, ArrayProperty, ArrayStorage, Atomic, MakeTuple,
               TupleElement, CallFunction, CallBuiltin, CallLibdevice>
      node;
};

// ---- statements ----

struct Assign {
  SlotId slot;
  ExprPtr value;
};
struct Store {
  ExprPtr array;
  std::vector<Index> indices;
  ExprPtr value;
};
/// Evaluated for its effect.
struct Evaluate {
  ExprPtr value;
};
struct ShortRow {
  SlotId array;
  std::uint8_t extent;
};
struct If {
  ExprPtr condition;
  Block body, orElse;
  /// `orElse` is `body` with checks (compiler/versions/version_regions.h):
  /// what both begin with stays in both.
  bool isVersioned = false;
  /// `orElse` is `body` for one after the other of several threads' work, which
  /// `body` does for all of them together (compiler/versions/part_lanes.h).
  bool isJoined = false;
  /// Parameters of the kernel, of which the condition says: int64 have
  /// `smallBits` with their sign, and arrays' extents `smallExtentBits`; those
  /// of them that have less than 2**smallSizeBits elements, too
  /// (compiler/versions/small_copies.h).
  std::vector<SlotId> small = {}, few = {};
  static constexpr unsigned smallBits = 30, smallExtentBits = 29,
                            smallSizeBits = 31;
  /// Parameters, arrays of as many axes and in C's order, of which the
  /// condition says that their extents are equal
  /// (compiler/versions/same_shapes.h).
  std::vector<SlotId> sameShape = {};
  /// Parameters, arrays in C's order whose last axis has so many elements, says
  /// the condition, and whose memory begins at a multiple of their bytes
  /// (compiler/versions/short_rows.h).
  std::vector<ShortRow> shortRows = {};
  /// Of an operand, not always evaluated, that sets names: no `if` of the
  /// user's (named_values.h).
  bool isOfOperand = false;
};
/// `orElse` runs when the condition turns false, not after Break.
struct While {
  ExprPtr condition;
  Block body, orElse;
  /// As ForRange::isCold.
  bool isCold = false;
};
/// for slot in range(start, stop, step): int64, each evaluated once. The body
/// may assign the slot without effect on the iteration. A step of zero runs no
/// iteration. `orElse` runs after the last iteration, not after Break.
struct ForRange {
  SlotId slot;
  ExprPtr start, stop, step;
  Block body, orElse;
  /// Rarely run, so not worth unrolling (compiler/versions/version_loops.h).
  bool isCold = false;
  /// CPU device: the block runs it, and its threads take turns in each
  /// iteration (compiler/blocks/lockstep.h).
  bool inStep = false;
};
struct Break {};
struct Continue {};
/// `value` is null in kernels and in functions that return None.
struct Return {
  ExprPtr value;
};
/// print: text pieces and scalar values in turn, the line's end included.
struct PrintPiece {
  std::string text;
  ExprPtr value; /* null: text */
  /// printf's flags, width and precision, and its conversion; 0: the type's.
  std::string flags = {};
  char conversion = 0;
};
struct Print {
  std::vector<PrintPiece> pieces;
};
/// Ends the thread; with `report` the launch says `kind`: `text` of it.
struct Raise {
  std::string kind, text;
  bool report = false;
};

struct Stmt {
  SourceRange range;
  std::variant<Assign, Store, Evaluate, If, While, ForRange, Break, Continue,
               Return, Print, Raise>
      node;
};

// ---- functions ----

struct Slot {
  std::string name;
  Type type;
  /// Some path reads it before it is assigned: it starts as zero.
  bool zero = false;
  /// The same for all lanes of a warp, if they are all there.
  bool isOneForWarp = false;
};

/// A shared or local array that a function declares, or an array of constants
/// that it reads.
struct ArrayDeclaration {
  /// The variable it is first assigned to, else "array".
  std::string name;
  Type element = Type::of(Scalar::F32);
  /// Shared, Local, or Global for constants.
  Space space = Space::Shared;
  /// Extents; {0} for dynamic shared memory, whose extent is what the launch
  /// gives.
  std::vector<std::int64_t> shape;
  bool dynamic = false;
  /// Bytes, a power of two; 0: what the element needs, at least.
  std::uint32_t alignment = 0;
  /// The constants, in C order; read only.
  std::vector<Constant> data;
  SourceRange range;
  /// Global: where it is, for an array of the running program's. 0: constants.
  std::uint64_t address = 0;

  /// How many elements it has.
  [[nodiscard]] std::uint64_t count() const {
    std::uint64_t product = 1;
    for (std::int64_t extent : shape)
      product *= static_cast<std::uint64_t>(extent);
    return product;
  }
  /// Local: the kernel's parameter that it is the copy of, a record; else -1.
  std::int64_t parameter = -1;
  /// Shared: bytes from the beginning of the scratch memory that calls of
  /// cooperative primitives use one after the other; else -1.
  std::int64_t scratch = -1;
};

/// How the float32 arithmetic of a function on the GPU may leave IEEE 754. The
/// CPU device computes ordinary results whatever this says.
struct FloatMode {
  /// Approximate sine, exponential and so on, and the shortest division.
  bool fast = false;
  /// Subnormals are zero.
  bool ftz = false;
  bool approximateDivision = false;
  bool approximateSqrt = false;

  friend bool operator==(const FloatMode &, const FloatMode &) = default;
};

/// Threads that go from one piece of a kernel to the next together: a block's;
/// or those of a row, or a warp of rows that are whole warps, and then the next
/// row or warp begins.
enum class Together : std::uint8_t { Block, Row, Warp };

struct Function {
  /// As the user knows it: "saxpy", "Class.k".
  std::string name;
  /// The LLVM and PTX name; unique in the module.
  std::string symbol;
  bool isKernel = false;
  SourceRange range;
  /// The first `paramCount` slots are the parameters, in order.
  std::uint32_t paramCount = 0;
  std::vector<Slot> slots;
  std::vector<ArrayDeclaration> arrays;
  Type returnType = Type::none();
  /// The prelude's, whose indices are inside and never negative if all threads
  /// come that must: on GPUs nobody tests them.
  bool indicesAreInside = false;
  /// It calls itself, directly or not: its index may be its caller's before it.
  bool isRecursive = false;
  Block body;
  /// Whose rules gave its arithmetic types; check has applied them.
  Typing typing = Typing::Python;
  /// cuda.jit(launch_bounds=..., max_registers=...); 0: not given.
  std::uint32_t maxThreads = 0, minBlocks = 0, maxRegisters = 0;
  /// Blocks of a cluster at most, and cluster_dims; 0: not given.
  std::uint32_t maxCluster = 0;
  std::uint32_t clusterDims[3] = {};
  FloatMode floats;
  /// Array parameters share no memory with each other.
  bool noAlias = false;
  /// No array has 2 GiB or more, nor has any view of one: launches are known
  /// (compiler/launch/launch_facts.h).
  bool smallArrays = false;
  /// Threads of a block whose size is known, times blocks of the grid, are less
  /// than 2**31 along each axis.
  bool smallGrid = false;
  /// Bytes that array parameters are aligned to, if that is more than their
  /// elements ask.
  std::uint32_t pointerAlignment = 0;
  /// Kernels: threads of a block, where all launches have the same; 0: not
  /// known.
  std::uint32_t block[3] = {};
  /// CPU device: which axis has changed places with x (turned_axes.h).
  std::uint32_t rowAxis = 0;
  /// CPU device: which threads take turns (compiler/blocks/thread_loops.h).
  Together together = Together::Block;
  /// Kernels: of each parameter, an array that nothing else is assigned to, the
  /// extent of its last axis; 0, or none: not known.
  std::vector<std::uint8_t> lastExtents;
  /// Kernels: of each parameter, an integer, that it comes as no less than 0
  /// and no more than 2 to the power of so many; an array that nothing else is
  /// assigned to, that its extents are no more. 0, or none: not known.
  std::vector<std::uint8_t> sizeBits;
  /// What it calls is made for blocks of so many threads; 0: of any.
  std::uint32_t expectedThreads = 0;
  /// It would be better code, or take less memory, if it were known how many
  /// threads a block has.
  bool asksForBlock = false;
  /// Kernels: neighbours along x, y and z whose work one thread does
  /// (compiler/launch/coarsen_threads.h).
  std::uint32_t coarsening[3] = {1, 1, 1};
  /// Not to be optimized, so that a debugger can follow it.
  bool isUnoptimized = false;
  /// Its lines are in the PTX whatever the command line says.
  bool lineInfo = false;
  /// cuda.declare_device: `symbol` is defined by a linked file; there is no
  /// body. A parameter that is an array of rank 0 is a plain pointer.
  bool isExternal = false;
  /// What code of other compilers calls it by, if any may.
  std::string exported;
  /// External or exported: numba's convention (a status is returned, the result
  /// stored through a first pointer), else C's.
  bool numbaAbi = false;
  /// External: its kernels need a cooperative launch.
  bool cooperative = false;
};

/// A file whose functions kernels may call (link=, --link).
struct LinkedFile {
  std::string path;
  /// Where the source names it; none for the command line.
  SourceRange range;
};

/// A module: callees stand before their callers, but for recursive calls.
struct Module {
  std::vector<Function> functions;
  std::vector<LinkedFile> links;
};

} // namespace pyk2ptx::ir

#endif
