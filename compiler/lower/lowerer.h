// The state of lowering: one ModuleLowerer a module, one FunctionLowerer a
// function. Internal to compiler/lower*.cpp.
#ifndef PYK2PTX_COMPILER_LOWER_LOWERER_H
#define PYK2PTX_COMPILER_LOWER_LOWERER_H

#include "compiler/analyze/array_roots.h"
#include "compiler/analyze/waits.h"
#include "compiler/facts/loop_facts.h"
#include "compiler/facts/ranges.h"
#include "compiler/target/host_abi.h"
#include "lower.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace pyk2ptx {

enum class BlockRows : std::uint8_t;

/// What a warp's threads make of their values.
enum class WarpReduction : std::uint8_t { Add, Min, Max, And, Or, Xor };

/// What a thread does with an mbarrier.
enum class Mbarrier : std::uint8_t {
  Init,
  Inval,
  Arrive,
  ArriveExpectTx,
  TestWait,
  TestWaitParity,
  TryWaitParity,
  Wait,
  WaitParity
};

/// A constant, rounded once to a floating-point type.
[[nodiscard]] llvm::APFloat numberOf(Scalar scalar, double value);

/// What is known of a function before it is lowered, callees included.
struct FunctionFacts {
  bool hasBarrier = false;
  /// It waits for some threads only, for other blocks' too, or gets a value
  /// where it waits.
  bool hasMeeting = false;
  bool mayRaise = false;
  /// What it calls may end the thread.
  bool calleesMayRaise = false;
  /// Host: it has a loop that waits (waits.h).
  bool hasWait = false;
  /// Host: a kernel whose blocks may be joined (joined_blocks.h).
  bool joinsBlocks = false;

  friend bool operator==(const FunctionFacts &,
                         const FunctionFacts &) = default;
};

/// Where a declared shared array lives.
struct SharedPlace {
  /// GPU: the array's global.
  llvm::GlobalVariable *global = nullptr;
  /// Host: bytes from HostBlock::shared. GPU: from the global's beginning.
  std::uint64_t offset = 0;
};

/// What an integer that is loaded is in, where that is less than its type has.
void tellRange(llvm::LoadInst &load, Interval range);

struct ModuleLowerer {
  const ir::Module &source;
  const Target &target;
  const LowerOptions &options;
  llvm::TargetMachine &machine;
  llvm::LLVMContext &context;
  llvm::Module &module;
  std::vector<ReportSite> &sites;

  /// One a function of `source`; those of kernels are null (nobody calls them).
  std::vector<FunctionFacts> facts;
  /// findBarriers' result.
  std::vector<bool> barriers;
  std::vector<llvm::Function *> functions;
  /// By function, then by its array.
  std::vector<std::vector<SharedPlace>> shared;
  /// Host: bytes of all static shared arrays.
  std::uint64_t staticShared = 0;
  std::unique_ptr<llvm::DIBuilder> debug;
  /// Host: the list of the one scope of accesses that is shared memory.
  llvm::MDNode *isShared = nullptr;
  /// Host: calls of cuda.activemask so far, which number them.
  std::uint32_t activeMasks = 0;
  /// Host with checks: the numbers of the places, and of each function's arrays
  /// in HostSites.
  std::map<
      std::tuple<const Source *, std::uint32_t, std::uint32_t, std::string>,
      std::size_t>
      siteNumbers = {};
  std::vector<std::vector<std::uint32_t>> hostArrays = {};
  /// By where a statement begins, and whether it is its body that is counted.
  std::map<std::tuple<const Source *, std::uint32_t, bool>, std::uint32_t>
      lineNumbers = {};
  /// Those of a line's statements at which it begins.
  std::set<const ir::Stmt *> lineStarts = {};

  /// Which loops wait.
  Waits waits{source};

  bool gpu() const { return target.device == TargetDevice::Gpu; }

  // lower.cpp
  void run();
  void findFacts();
  FunctionFacts factsOf(const ir::Function &function) const;
  void placeShared();
  void describeArrays(const ir::Function &function,
                      const std::vector<SharedPlace> &places);
  llvm::GlobalVariable *constantArray(const ir::ArrayDeclaration &array,
                                      const std::string &symbol);
  llvm::Function *declareFunction(std::size_t index);
  void lowerFunction(std::size_t index);
  llvm::Function *createFunction(const std::string &symbol,
                                 llvm::FunctionType *type, bool isExternal);

  // external.cpp
  llvm::Function *declareExternal(const ir::Function &external);
  struct ForeignType {
    llvm::FunctionType *type = nullptr;
    /// Of the parameters, and of the result.
    std::vector<llvm::Attribute::AttrKind> extensions;
    llvm::Attribute::AttrKind resultExtension = llvm::Attribute::None;

    void addTo(llvm::Function &function) const;
  };
  ForeignType foreignType(const ir::Function &function);
  // export.cpp
  /// Adds the function that others call: it calls `functions[index]`.
  void exportFunction(std::size_t index);
  llvm::Value *fromForeign(llvm::IRBuilder<> &builder, const Type &type,
                           llvm::Function::arg_iterator &next);
  /// Appends what external functions take for an argument of `type`.
  void flattenForeign(const Type &type, bool isPointer,
                      std::vector<llvm::Type *> &types);

  // debug.cpp
  void createDebug();
  void describe(llvm::Function &function, const ir::Function &source);
  llvm::DIFile *debugFile(SourceRange range);
  llvm::DIType *debugType(const Type &type);
  llvm::DIType *debugScalar(Scalar scalar);

  // types.cpp
  llvm::Type *scalarType(Scalar scalar);
  /// As an array's element: bool is i8.
  llvm::Type *memoryType(Scalar scalar);
  /// The same of a Scalar or a Record, which is bytes.
  llvm::Type *memoryType(const Type &element);
  llvm::PointerType *pointerType(Space space);
  /// A value's type. Arrays: {ptr, i64 extents..., i64 strides...}, strides for
  /// F and A only; None: {}.
  llvm::Type *valueType(const Type &type);
  /// The value in memory of a Scalar or a Record, field by field.
  llvm::Value *loadElement(llvm::IRBuilder<> &builder, const Type &type,
                           llvm::Value *pointer, llvm::Align align);
  void storeElement(llvm::IRBuilder<> &builder, const Type &type,
                    llvm::Value *value, llvm::Value *pointer,
                    llvm::Align align);
  /// Host: an access of a block's shared memory, or of memory that is not.
  void tellSpace(llvm::Instruction &access, Space space);
  void storeUnaligned(llvm::IRBuilder<> &builder, llvm::Value *value,
                      llvm::Value *pointer, llvm::Align align);
  /// Appends the types of the ABI's parameters for an argument of `type`. A
  /// record's is a pointer to its bytes.
  void flatten(const Type &type, std::vector<llvm::Type *> &types);
  /// An argument's value from its parameters, which `next` yields in turn.
  llvm::Value *assemble(llvm::IRBuilder<> &builder, const Type &type,
                        llvm::function_ref<llvm::Value *()> next);

  // complex.cpp
  /// A scalar constant as a value; bool is i1.
  llvm::Constant *constant(Scalar scalar, const ir::Constant &value);
  llvm::Value *loadComplex(llvm::IRBuilder<> &builder, const Type &type,
                           llvm::Value *pointer, llvm::Align align);
  void storeComplex(llvm::IRBuilder<> &builder, const Type &type,
                    llvm::Value *value, llvm::Value *pointer,
                    llvm::Align align);

  // half.cpp
  llvm::Constant *halfConstant(Scalar scalar, double value);

  // report.cpp
  /// The report's global (GPU).
  llvm::Constant *reportGlobal();
  /// void(i32 site, i64 index, i64 extent, i32 axis[, host thread])
  llvm::Function *reportFunction();

  // host.cpp
  /// What every host function takes after its own parameters: the block and
  /// the thread's index.
  std::vector<llvm::Type *> hostThreadTypes();
  void lowerHostKernel(std::size_t index);
  /// Lowers a kernel whose barriers are uniform without coroutines, for the
  /// blocks that it gives; nothing where that cannot be.
  std::optional<BlockRows> lowerThreadLoops(std::size_t index,
                                            const KernelInfo &info);
  /// The types of a kernel's parameters, flattened.
  std::vector<llvm::Type *> kernelParams(const ir::Function &kernel);

  // check.cpp
  std::uint32_t siteOf(SourceRange range, const std::string &name = "");

  // watch.cpp
  /// A line of the source.
  using Line = std::pair<const Source *, std::uint32_t>;
  void findLines();
  void findLines(const ir::Block &block, std::vector<Line> &around);
  void addLine(SourceRange range, bool isBranch);

  // print.cpp
  /// A generic pointer to the zero-terminated text.
  llvm::Constant *text(llvm::StringRef content);

  // arith.cpp
  llvm::Function *integerPower();
};

class ThreadLoops;

/// Lowers one function's body. The members follow the IR: lower + node.
struct FunctionLowerer {
  FunctionLowerer(ModuleLowerer &lowerer, std::size_t index,
                  llvm::Function *function);
  /// Of a piece of the same function: knows what `whole` does.
  FunctionLowerer(const FunctionLowerer &whole, llvm::Function *function);

  ModuleLowerer &m;
  const ir::Function &source;
  std::size_t index;
  llvm::Function *function;
  std::shared_ptr<const Ranges> sharedRanges;
  const Ranges &ranges;
  /// The host computes ordinary results.
  ir::FloatMode floats;
  llvm::IRBuilder<> b;
  std::vector<llvm::AllocaInst *> slots;
  /// GPU: those of them that have 32 bits of 64.
  SlotSet wordSlots;
  /// By array declaration; made at its first use.
  std::vector<llvm::Value *> localArrays;
  /// Host: how many bytes it is from one element of this array of the thread's
  /// own to the next; null where they stand side by side.
  llvm::function_ref<llvm::Value *(const ir::Expr &array)> elementStep;
  /// The slots that a piece touches; null: all.
  const SlotSet *touched = nullptr;
  /// Host: lowers blocks as loops over threads; null: as they are.
  ThreadLoops *threadLoops = nullptr;
  /// Made when first asked for.
  std::unique_ptr<ArrayRoots> roots;
  /// Host: the HostBlock and the thread's index.
  llvm::Value *block = nullptr;
  llvm::Value *thread[3] = {};
  /// Where Return goes in a coroutine; null: it is a ret.
  llvm::BasicBlock *returnBlock = nullptr;
  struct Loop {
    llvm::BasicBlock *continueTo, *breakTo;
  };
  std::vector<Loop> loops;
  llvm::DISubprogram *subprogram = nullptr;
  /// Host with checks: the current place, and whether a slot was set, for those
  /// that some path leaves unset.
  SourceRange currentPlace;
  std::vector<llvm::AllocaInst *> setSlots;

  // lower.cpp
  /// Makes the entry block with the slots; the builder stands after it.
  void begin();
  void storeParams(llvm::function_ref<llvm::Value *()> next, bool flattened);
  /// If::sameShape, from here on.
  void shareShape(llvm::ArrayRef<ir::SlotId> params);
  /// If::shortRows, from here on.
  void alignRows(llvm::ArrayRef<ir::ShortRow> rows);
  /// If::small, from here on.
  void cutParams(llvm::ArrayRef<ir::SlotId> params);
  /// Those whose extents are cut here, and arrays of few elements (ir::If).
  llvm::ArrayRef<ir::SlotId> cut, few;
  /// `args`: those of the LLVM function that the parameter is.
  void describeParam(ir::SlotId param, llvm::ArrayRef<llvm::Argument *> args);
  void lowerBody();
  llvm::Value *loadSlot(ir::SlotId slot);
  void storeSlot(ir::SlotId slot, llvm::Value *value);
  [[nodiscard]] bool looksAtProofs() const;
  void tellUnless(llvm::Value *holds, llvm::Value *value, SourceRange range,
                  const std::string &text);
  void checkRange(ir::SlotId slot, llvm::Value *value);
  llvm::AllocaInst *createAlloca(llvm::Type *type, const llvm::Twine &name);
  llvm::BasicBlock *newBlock(const llvm::Twine &name);
  void setPlace(SourceRange range);
  llvm::ConstantInt *i32(std::uint32_t value) { return b.getInt32(value); }
  llvm::ConstantInt *i64(std::uint64_t value) { return b.getInt64(value); }

  // debug.cpp
  /// Tells a debugger where the variables are.
  void describeSlots();

  // external.cpp
  llvm::Value *callExternal(const ir::CallFunction &node);
  void foreignArguments(const ir::Expr &arg, const Type &declared,
                        std::vector<llvm::Value *> &args);

  // stmt.cpp
  /// Whether the builder's block already ended.
  bool isTerminated() const;
  void branchTo(llvm::BasicBlock *target);
  /// After a statement: at its end, which ends at once if nothing comes there.
  void continueAt(llvm::BasicBlock *end);
  /// What is seldom done, where the condition does not hold, in a block of that
  /// name. It may end the thread.
  void unless(llvm::Value *condition, const char *name,
              llvm::function_ref<void()> lowerRare);
  void lowerBlock(const ir::Block &block);
  void lowerStmt(const ir::Stmt &stmt);
  void lower(const ir::Assign &node);
  void lower(const ir::Store &node, SourceRange range);
  void lower(const ir::If &node, SourceRange range);
  llvm::Value *lowerCondition(const ir::Expr &expr);
  void lower(const ir::While &node);
  void lower(const ir::ForRange &node);
  bool isWorthRepeating(const ir::ForRange &node) const;
  /// A loop that may wait for other threads.
  struct WaitLoop {
    Wait wait;
    /// How many turns it has taken.
    llvm::AllocaInst *turns;
    SourceRange range;
  };
  void lowerIteration(const ir::ForRange &node, llvm::AllocaInst *counter,
                      const WaitLoop &waiting, llvm::BasicBlock *end);
  /// The loop that `latch` closes is not to be unrolled.
  /// As a loop's, with such metadata.
  static void mark(llvm::BranchInst *latch,
                   llvm::ArrayRef<llvm::StringRef> names);
  void lower(const ir::Return &node, SourceRange range);

  // print.cpp
  void lower(const ir::Print &node);
  struct PrintedText {
    std::string format;
    std::vector<llvm::Value *> values;
  };
  /// Prints the pieces from `first` on, of which `values` are the values, after
  /// `text`.
  void printFrom(const ir::Print &node, llvm::ArrayRef<llvm::Value *> values,
                 std::size_t first, PrintedText text);
  void callPrint(const PrintedText &text);

  // expr.cpp
  llvm::Value *lower(const ir::Expr &expr);
  llvm::Value *lower(const ir::Constant &node, const Type &type);
  llvm::Value *lower(const ir::Unary &node, const ir::Expr &expr);
  llvm::Value *lower(const ir::Compare &node);
  llvm::Value *lower(const ir::Logical &node);
  llvm::Value *lower(const ir::Select &node, const Type &type);
  llvm::Value *lower(const ir::MakeTuple &node, const Type &type);
  llvm::Value *lower(const ir::CallFunction &node);

  // half.cpp: 16-bit floats, on the host as their bits
  /// As a float.
  llvm::Value *widenHalf(llvm::Value *value, Scalar scalar);
  /// From a float or a double, rounded once.
  llvm::Value *narrowHalf(llvm::Value *value, Scalar scalar);
  llvm::Value *halfBits(llvm::Value *value);
  llvm::Value *bitsToHalf(llvm::Value *bits, Scalar scalar);
  llvm::Value *halfBinary(ir::BinaryOp op, Scalar scalar, llvm::Value *left,
                          llvm::Value *right);
  llvm::Value *halfFma(Scalar scalar, llvm::Value *left, llvm::Value *right,
                       llvm::Value *addend);
  /// Clears or flips the sign.
  llvm::Value *halfSign(llvm::Value *value, Scalar scalar, bool flips);
  llvm::Value *halfAtomic(ir::AtomicOp op, Scalar scalar, llvm::Value *pointer,
                          llvm::Value *value);

  // complex.cpp
  llvm::Value *makeComplex(llvm::Value *real, llvm::Value *imag);
  /// To a complex number, or from one.
  llvm::Value *convertComplex(llvm::Value *value, const Type &from,
                              const Type &to, Interval range);

  // convert.cpp
  llvm::Value *convert(llvm::Value *value, const Type &from, const Type &to,
                       Interval range);
  Interval wholeRange(const ir::Expr &expr) const;
  llvm::Value *floatToInteger(llvm::Value *value, Scalar to, Interval range);
  llvm::Value *shortWhole(llvm::Value *whole, const ir::Convert &node);
  llvm::Value *clampForHalf(llvm::Value *value, Scalar from, Interval &range);

  // arith.cpp
  llvm::Value *lower(const ir::Binary &node, const ir::Expr &expr);
  llvm::Value *integerBinary(const ir::Binary &node, const Type &type,
                             llvm::Value *left, llvm::Value *right);
  llvm::Value *wrapping(ir::BinaryOp op, llvm::Value *left, llvm::Value *right,
                        Interval a, Interval c, bool isSigned);
  llvm::Value *divide(ir::BinaryOp op, llvm::Value *left, llvm::Value *right,
                      Interval a, Interval c, bool isSigned);
  llvm::Value *divideRaised(ir::BinaryOp op, llvm::Value *left,
                            llvm::Value *right, Interval a, Interval c);
  llvm::Value *divideFlipped(ir::BinaryOp op, llvm::Value *left,
                             llvm::Value *right, Interval c,
                             llvm::IntegerType *narrow);
  llvm::Value *divideSigned(ir::BinaryOp op, llvm::Value *left,
                            llvm::Value *right, Interval a, Interval c);
  llvm::Value *divideUnsigned(ir::BinaryOp op, llvm::Value *left,
                              llvm::Value *right, Interval a, Interval c);
  llvm::Value *shift(ir::BinaryOp op, llvm::Value *left, llvm::Value *right,
                     Interval count, bool isSigned);
  llvm::Value *power(llvm::Value *base, llvm::Value *exponent, bool isSigned);

  // float.cpp
  llvm::Value *floatBinary(ir::BinaryOp op, Scalar scalar, llvm::Value *left,
                           llvm::Value *right);
  llvm::Value *floatDivide(ir::BinaryOp op, Scalar scalar, llvm::Value *left,
                           llvm::Value *right);
  llvm::Value *floatPower(Scalar scalar, llvm::Value *left, llvm::Value *right);
  llvm::Value *knownPower(Scalar scalar, llvm::Value *base, double exponent);
  llvm::Value *product(llvm::Value *value, unsigned count);
  llvm::Value *squareRoot(Scalar scalar, llvm::Value *value);
  /// x / y, as the float mode has it.
  llvm::Value *quotient(Scalar scalar, llvm::Value *left, llvm::Value *right);
  /// libdevice's or libm's function: `name` as for float64.
  llvm::Value *callMath(llvm::StringRef floatName, llvm::StringRef doubleName,
                        Scalar scalar, llvm::ArrayRef<llvm::Value *> args);
  /// Of a mathematical function: of the same numbers twice it is called once.
  static void setMathAttributes(llvm::CallInst &call);

  // array.cpp
  llvm::Value *pointerOf(llvm::Value *array);
  llvm::Value *shapeOf(llvm::Value *array, unsigned axis);
  /// In bytes.
  llvm::Value *strideOf(llvm::Value *array, const Type &type, unsigned axis);
  llvm::Value *lower(const ir::ArrayStorage &node, const Type &type);
  llvm::Value *lower(const ir::ArrayProperty &node);
  /// Whether two arrays are known to share no memory.
  bool areDistinct(const ir::Expr &left, const ir::Expr &right);
  llvm::Value *arrayAs(llvm::Value *array, const Type &from, const Type &to);
  struct Access {
    llvm::Value *array;
    const Type *type;
    std::vector<llvm::Value *> indices;
    /// Null: always inside.
    llvm::Value *isInside = nullptr;
    /// As elementStep.
    llvm::Value *step = nullptr;
    /// The first of the axes, along which the place is computed in 32 bits.
    unsigned shortAxes = 0;
  };
  /// Evaluates the array and its indices, wraps and tests them.
  Access access(const ir::Expr &array, const std::vector<ir::Index> &indices,
                SourceRange range);
  llvm::Value *elementPointer(const Access &access);
  unsigned shortAxesOf(const ir::Expr &array,
                       const std::vector<ir::Index> &indices);
  /// Of loops; made when they are asked for.
  std::optional<SlotSet> counters;
  llvm::Value *shortPlace(const Access &access);
  /// `body` where `condition` (null: true), else `type`'s zero. Null types give
  /// no value.
  llvm::Value *guarded(llvm::Value *condition, llvm::Type *type,
                       llvm::function_ref<llvm::Value *()> body);
  llvm::Value *lower(const ir::Load &node, SourceRange range);
  llvm::Value *lower(const ir::ArrayAt &node, const ir::Expr &expr);
  llvm::Value *lower(const ir::Field &node, const ir::Expr &expr);

  // atomic.cpp
  llvm::Value *lower(const ir::Atomic &node, SourceRange range);
  llvm::Value *atomicAccess(const ir::Atomic &node, llvm::Value *pointer,
                            llvm::Value *value, llvm::Value *expected);
  llvm::Value *relaxedAccess(const ir::Atomic &node, llvm::Value *pointer,
                             llvm::Value *value, llvm::Value *expected);
  llvm::SyncScope::ID scopeOf(ir::AtomicScope scope);
  void fence(ir::AtomicScope scope, bool isSequential);
  bool isOneWorkers(const ir::Atomic &node) const;
  llvm::Value *ownAccess(ir::AtomicOp op, Scalar scalar, llvm::Value *pointer,
                         llvm::Value *value, llvm::Value *expected);
  llvm::Value *floatExtreme(ir::AtomicOp op, llvm::Value *pointer,
                            llvm::Value *value, llvm::Align align,
                            llvm::SyncScope::ID scope);
  /// Whether `value` replaces `old` in a maximum or minimum of floats.
  llvm::Value *replacesExtreme(ir::AtomicOp op, llvm::Value *old,
                               llvm::Value *value);
  llvm::Value *hintedLoad(ir::AtomicOp op, const Type &array,
                          llvm::Value *pointer);
  void hintedStore(ir::AtomicOp op, const Type &array, llvm::Value *pointer,
                   llvm::Value *value);

  // view.cpp
  llvm::Value *lower(const ir::View &node, const ir::Expr &expr);
  llvm::Value *lower(const ir::Recast &node, const ir::Expr &expr);

  // report.cpp
  /// Evaluates an index and applies wrap and check. `isInside` gets the guard's
  /// condition (unchanged without one); `site` is made when first needed.
  llvm::Value *checkedIndex(const ir::Index &index, llvm::Value *extent,
                            unsigned axis, const ir::Expr &array,
                            SourceRange range, int &site,
                            llvm::Value *&isInside);
  bool wrapsInWord(const ir::Index &index, const ir::Expr &array,
                   unsigned axis) const;
  llvm::Value *isInside(llvm::Value *index, llvm::Value *extent);
  void raiseUnless(llvm::Value *condition, int site, llvm::Value *index,
                   llvm::Value *extent, unsigned axis);
  /// The same for what is no index.
  void raiseUnless(llvm::Value *condition, int site);
  int addSite(SourceRange range, const char *kind, const std::string &text);
  void report(int site, llvm::Value *index, llvm::Value *extent, unsigned axis);
  llvm::Value *noExtent();
  void lower(const ir::Raise &node, SourceRange range);
  void endThread();

  // builtin.cpp
  llvm::Value *lower(const ir::CallBuiltin &node, const ir::Expr &expr);
  llvm::Value *registerValue(Builtin builtin);
  /// group.cpp
  llvm::Value *hostClusterRegister(Builtin builtin);

  // warp.cpp
  llvm::Value *gpuWarpBuiltin(HostMeet meet, const ir::Expr &expr,
                              llvm::ArrayRef<llvm::Value *> args);
  llvm::Value *hostWarpBuiltin(HostMeet meet, const ir::Expr &expr,
                               llvm::ArrayRef<llvm::Value *> args);
  llvm::Value *gpuShuffle(llvm::Intrinsic::ID intrinsic,
                          llvm::ArrayRef<llvm::Value *> args,
                          std::uint32_t clamp);

  // group.cpp: the grid, reductions of a warp
  void gpuGridSync();
  llvm::Value *gpuReduce(WarpReduction reduction, bool isSigned,
                         llvm::Value *mask, llvm::Value *value);
  llvm::Value *reduceBySteps(WarpReduction reduction, bool isSigned,
                             llvm::Value *mask, llvm::Value *value);

  // async.cpp: mbarriers and asynchronous copies
  struct Element {
    llvm::Value *pointer, *isInside;
  };
  /// array[index], an array of one axis, and the `count` - 1 elements behind
  /// it.
  Element elementAt(llvm::Value *array, const Type &type, llvm::Value *index,
                    llvm::Value *count);
  llvm::Value *gpuMbarrier(Mbarrier use, llvm::Value *pointer,
                           llvm::ArrayRef<llvm::Value *> args);
  llvm::Value *hostMbarrier(Mbarrier use, const Element &word,
                            llvm::ArrayRef<llvm::Value *> args);
  void waitUntil(llvm::function_ref<llvm::Value *()> test);

  /// Host: waits as `meet` says; what came of it.
  llvm::Value *hostMeet(HostMeet meet, llvm::Value *mask, llvm::Value *value,
                        llvm::Value *operand);

  // wait.cpp
  /// Whether it matters which loops wait.
  bool tellsOfWaits() const;
  /// Before the loop; and at the end of each turn.
  WaitLoop beginWait(Wait wait, SourceRange range);
  void endTurn(const WaitLoop &loop);
  /// What pyk2ptx_host_meet calls the place.
  llvm::Value *waitSite();
  /// Whether the runner asks for noteChange.
  bool notesChanges() const;
  /// A write changes memory if `isChange`.
  void noteChange(llvm::Value *isChange);
  /// Whether an atomic that found `old` does.
  llvm::Value *changes(ir::AtomicOp op, Scalar scalar, llvm::Value *old,
                       llvm::Value *value, llvm::Value *expected);

  // libdevice.cpp
  llvm::Value *lower(const ir::CallLibdevice &node, const ir::Expr &expr);

  // check.cpp
  void setSite(SourceRange range);
  /// Calls a pyk2ptx_check function; the block goes first.
  void callCheck(const char *name, llvm::ArrayRef<llvm::Value *> args);
  void checkIndex(llvm::Value *inside, llvm::Value *index, llvm::Value *extent,
                  unsigned axis, SourceRange range, const std::string &name);
  void checkWait();
  void checkLeave(SourceRange range);
  void checkFence(bool isBlock);
  /// `available` bytes are read at `from`, `bytes` written at `to`.
  void checkCopy(llvm::Value *to, llvm::Value *from, llvm::Value *bytes,
                 llvm::Value *available);
  bool watchesSlot(ir::SlotId slot) const;
  void watchSlots();
  void checkSlot(ir::SlotId slot);
  /// `to` has got `value`: it is unset where that is what another one was.
  void carryUnset(ir::SlotId to, const ir::Expr &value);
  void checkLocal(llvm::Value *storage, std::uint32_t array,
                  std::uint64_t bytes);
  /// Counts and tells that a statement begins; or counts an If's body.
  void enterLine(const ir::Stmt &stmt);
  void countLine(SourceRange range, bool isBranch);
  /// A scalar that a variable, or the element at `place`, gets.
  void traceValue(const Type &type, llvm::Value *value, SourceRange range,
                  const std::string &name, llvm::Value *place);

  // thread_loops.cpp
  void lowerThreadLoops(const ir::Block &block);

  // host.cpp
  void barrier();
  /// Host: the thread's place in its block, x fastest.
  llvm::Value *hostThreadIndex();
  /// cuda.grid's x, where blocks may be joined.
  llvm::Value *hostGridX();
  llvm::Value *hostField(unsigned offset, llvm::Type *type);
  /// The hidden arguments of a host call.
  void appendHostThread(std::vector<llvm::Value *> &args);
};

} // namespace pyk2ptx

#endif
