// Internal to check_*.cpp: the state of checking one function.
//
// A Python variable may change its type where control flow is straight, and
// takes the join of its types where paths meet. So the checker carries an
// environment (variable -> what it is now) along the paths; a variable has one
// slot for each type it takes, and an edge into a join copies, converting,
// from the slot that was current to the joined type's slot.
//
// Loops need the types at their head before their body is known. The body is
// checked with an assumption and checked again, with its messages dropped,
// until its edges bring exactly what was assumed. Assumptions are kept for the
// next visit of the same loop, so nested loops do not multiply the passes.
//
// What cannot be typed, because a pass came too early or because it is wrong,
// is an error operand, and a variable that is assigned one is nothing: where
// it meets a type, that type remains. So an error of an early pass leaves no
// trace in a later one. That each error operand of the last pass has its
// message is asked of Diagnostics::unexplained at the end.
#ifndef PYK2PTX_FRONTEND_CHECKER_H
#define PYK2PTX_FRONTEND_CHECKER_H

#include "file_checker.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace pyk2ptx {

/// Checks the body of one function for given parameter types.
class FunctionChecker {
public:
  FunctionChecker(FileChecker &file, const FunctionValue &function,
                  bool isKernel, Typing typing);
  /// `declaredResult`: what a signature says a device function returns.
  /// False when errors were reported.
  bool run(const std::vector<CallArgument> &params, const Captures &captures,
           const std::optional<Type> &declaredResult, ir::Function &result);
  /// The type of what is returned, weakness included.
  const Type &returnType() const { return returnType_; }
  /// What it is known to return so far, for a recursive call.
  const Type *resultSoFar() const {
    return returnValid_ ? &returnType_ : nullptr;
  }
  /// A recursive call did not know the result: the body is checked again.
  void checkAgain() { isPending_ = true; }

private:
  /// A place where paths meet that is left or entered before all of them are
  /// known: what is assumed to come, and what came in this pass.
  struct Join {
    Environment assumed, brought;
    bool isAssumed = false, isBrought = false;
    /// Where this is set, a variable that is nothing here and was something, or
    /// unset, there is taken to be unset.
    const Environment *unsetsErrors = nullptr;
    /// Whether what came is what was assumed. If not, it is assumed now:
    /// `keeps` what was assumed before, too, which ends any alternation.
    bool settle(FunctionChecker &checker, bool keeps);
  };
  /// What is assumed of a loop: types at its head and behind it.
  struct LoopFacts {
    Join head, exit;
    /// What it may assign in each round; found once.
    std::optional<std::vector<std::uint32_t>> assigned;
    /// A round of an unrolled loop: what is assumed of that, where `broke` says
    /// that a break left it.
    LoopFacts *unrolled = nullptr;
    ir::SlotId broke = 0;
  };
  using Block = ir::Block;
  /// An array expression on its way into a part of an array.
  struct Elementwise {
    struct Leaf {
      /// Kept in slots.
      Operand array;
      std::vector<Operand> extents;
      /// The variable that it is, or is a part of, if it is one.
      std::optional<ir::SlotId> root;
      bool isWhole = false;
      /// All of the variable's elements at other places.
      bool isTurned = false;
      /// It is the target of the assignment.
      bool isTarget = false;
    };
    /// Where what is evaluated once goes, before the loops.
    Block *block = nullptr;
    /// int64 slots: the place on each axis, the last axis first.
    std::vector<ir::SlotId> places;
    std::vector<Leaf> leaves;
  };
  /// A loop's IR as one pass made it; `known` is a while's constant condition.
  struct LoopPass {
    ir::ExprPtr condition;
    std::optional<bool> known;
    Block body, orElse;
  };
  using LoopPrologue = std::function<void(LoopPass &)>;

  // ---- check_function.cpp: variables, joins, edges ----
  bool checkBody();
  void returnNone();
  std::uint32_t variableIndex(const std::string &name);
  ir::SlotId slotFor(std::uint32_t variable, const Type &type);
  ir::SlotId temporary(const Type &type);
  Variable joinVariables(const Variable &a, const Variable &b,
                         std::uint32_t index);
  Environment joinEnvironments(const Environment &a, const Environment &b);
  /// Appends the copies that turn `from` into `to`.
  void emitEdge(const Environment &from, const Environment &to, Block &block,
                SourceRange range);
  /// An edge from here into a join whose environment is assumed.
  void edgeTo(Join &join, Block &block, SourceRange range);
  /// env_ behind a settled join.
  void continueFrom(const Join &join, const Environment &entry);
  template <class Loop> LoopFacts &factsOf(const Loop &loop);
  void assignVariable(const std::string &name, Operand value, SourceRange range,
                      Block &block);
  Operand readVariable(const std::string &name, SourceRange range);

  // ---- check_stmt.cpp, check_assign.cpp ----
  void checkBlock(const syntax::Block &body, Block &block);
  void checkStatement(const syntax::Stmt &stmt, Block &block);
  void checkStatementNode(const syntax::Stmt &stmt, Block &block);
  // ---- check_effects.cpp ----
  void noteEffects(const syntax::Expr &expr, const Operand &result);
  /// Those from `first` on are in the IR from `from` on, or it is reported.
  void requireEffects(std::size_t first, const Block &block, std::size_t from);
  void checkAssign(const syntax::Assign &node, SourceRange range, Block &block);
  void checkAugAssign(const syntax::AugAssign &node, SourceRange range,
                      Block &block);
  void checkAugElement(const syntax::AugAssign &node,
                       const syntax::Subscript &target, SourceRange range,
                       Block &block);
  void assignTo(const syntax::Expr &target, Operand value, Block &block);
  void unpackTo(const std::vector<syntax::ExprPtr> &targets,
                const syntax::Expr &target, Operand value, Block &block);
  void storeTo(const syntax::Expr &target, Operand value, Block &block);
  void checkIf(const syntax::If &node, std::size_t branch, SourceRange range,
               Block &block);
  void checkWhile(const syntax::While &node, SourceRange range, Block &block);
  void checkFor(const syntax::For &node, SourceRange range, Block &block);
  /// One loop, checked until its assumptions hold. `prologue` checks what each
  /// iteration begins with: a while's condition, a for's target.
  LoopPass checkLoop(const syntax::Block &body, const syntax::Block &orElse,
                     SourceRange range, Block &block, LoopFacts &facts,
                     const LoopPrologue &prologue);
  LoopPass loopPass(const syntax::Block &body, const syntax::Block &orElse,
                    SourceRange range, LoopFacts &facts,
                    const LoopPrologue &prologue);
  void checkReturn(const syntax::Return &node, SourceRange range, Block &block);
  /// Whether the value is, or has in it, a place in a local array of this
  /// function, which ends with the call.
  bool holdsOwnLocal(const ir::Expr &expr);
  void checkExprStmt(const syntax::Expr &value, SourceRange range,
                     Block &block);
  void unsupportedStatement(SourceRange range, const char *what);
  bool rangeArguments(const syntax::Call &call, SourceRange range,
                      std::vector<ir::ExprPtr> &args, Type &element);

  // ---- check_iterate.cpp, check_for.cpp ----
  /// What a loop runs over: `count` or `length` (kept) elements. `element` is
  /// element i, i known or a slot, and may be asked for again.
  struct Iteration {
    bool valid = false;
    std::optional<std::int64_t> count;
    std::shared_ptr<Operand> length;
    std::function<Operand(const Operand &)> element;
    /// Elements differ in type.
    bool unroll = false;
  };
  enum class Places : std::uint8_t {
    Values,
    Indices,
    Both,
    /// Each element as an array of rank 0.
    Cells
  };
  Iteration iterate(const syntax::Expr &iterable, Block &block);
  std::optional<Iteration> iterateCall(const syntax::Call &call,
                                       const Operand &callee, SourceRange range,
                                       Block &block);
  Iteration iterateTuple(Operand tuple, Block &block);
  Iteration iterateArray(Operand array, Block &block);
  Iteration iterateFlat(Operand array, Places places, Block &block);
  Iteration iteratePlaces(std::vector<Operand> extents,
                          const std::shared_ptr<Operand> &array, Places places,
                          SourceRange range, Block &block);
  Iteration iterateRange(const syntax::Call &call, SourceRange range,
                         Block &block);
  Iteration iterateZip(const syntax::Call &call, SourceRange range,
                       Block &block);
  Iteration iterateEnumerate(const syntax::Call &call, SourceRange range,
                             Block &block);
  Iteration iterateReversed(const syntax::Call &call, SourceRange range,
                            Block &block);
  Operand lengthOf(const Iteration &iteration, SourceRange range);
  /// Assigns the operand to a temporary unless it is known, so that `again`
  /// gives it as often as it is needed.
  Operand keep(Operand operand, Block &block);
  Operand intBinary(syntax::BinaryOp op, Operand left, Operand right,
                    SourceRange range);
  Operand chooseElement(const std::vector<Operand> &parts, const Operand &index,
                        const Type &type, SourceRange range);
  std::optional<Type> commonElement(const std::vector<Operand> &parts);
  Operand elementOf(Operand array, std::vector<Operand> subscripts,
                    SourceRange range);
  Operand cellAt(const Operand &array, std::vector<Operand> at,
                 SourceRange range);
  std::vector<Operand> unravel(const std::vector<Operand> &extents,
                               const Operand &index, SourceRange range);
  void checkForEach(const syntax::For &node, SourceRange range, Block &block);
  void checkUnrolled(const syntax::For &node, const Iteration &iteration,
                     SourceRange range, Block &block);
  /// The number of an unrolled loop's round among all rounds within rounds.
  std::uint64_t unrolled(const void *node, std::int64_t at);
  void checkJump(bool isBreak, SourceRange range, Block &block);

  // ---- check_typing.cpp: by the function's own rules ----
  bool isNumba() const { return typing_ == Typing::Numba; }
  /// These hide the functions of types.h, which have Python's rules.
  std::optional<Type> arithmeticType(const Type &a, const Type &b) const;
  std::optional<Type> join(const Type &a, const Type &b) const;
  /// A float64 from Python: weak in Python's typing.
  Type pythonFloat() const;
  /// The type without the weakness that numba's typing does not know.
  Type strong(const Type &type) const;
  /// The same type, or the 64-bit integer that holds its values.
  static Type computable(const Type &type);
  /// The value of an operator of two constants; Unknown when it has none.
  Value foldBinary(syntax::BinaryOp op, const Value &left, const Value &right,
                   SourceRange range);
  Type realType(Builtin builtin, const std::vector<Operand> &args);
  Operand numbaConversion(Builtin builtin, Operand operand, SourceRange range);

  // ---- check_match.cpp ----
  using Bindings = std::vector<std::pair<std::string, Operand>>;
  /// Another use of an operand whose parts are known or kept.
  static Operand copyOf(const Operand &operand);
  Operand keepParts(Operand operand, Block &block);
  ir::ExprPtr letsAround(ir::ExprPtr body, Block block);
  Operand checkNamed(const syntax::NamedExpr &node, SourceRange range);
  /// What was just checked may not be evaluated: env_ becomes the join with
  /// `before`.
  void joinSkipped(const Environment &before, SourceRange range);
  /// `and`, `or` of truth values, folded.
  Operand bothTrue(bool isAnd, Operand left, Operand right, SourceRange range);
  Operand matchPattern(const syntax::MatchPattern &pattern,
                       const Operand &subject, Bindings &bindings);
  void checkMatch(const syntax::Match &node, SourceRange range, Block &block);
  void matchFrom(const syntax::Match &node, std::size_t first,
                 const Operand &subject, SourceRange range, Block &block);
  /// env_ is behind branch.orElse: becomes the join with what is behind its
  /// body.
  void meet(Environment afterBody, ir::If &branch, SourceRange range);

  // ---- check_tuple.cpp ----
  static bool isTuple(const Operand &operand);
  std::vector<Operand> elementsOnce(Operand tuple, std::vector<ir::Let> &lets);
  Operand compareElements(syntax::CompareOp op,
                          const std::vector<Operand> &left,
                          const std::vector<Operand> &right, std::size_t at,
                          SourceRange range);
  Operand compareTuples(syntax::CompareOp op, Operand left, Operand right,
                        SourceRange range);
  Operand areEqual(const Operand &left, const Operand &right,
                   SourceRange range);
  Operand negation(Operand value, SourceRange range);
  Operand isIn(Operand value, Operand tuple, SourceRange range);
  Operand finished(Operand value, std::vector<ir::Let> lets);
  Operand callTupleMethod(const std::string &name, Operand tuple,
                          std::vector<Operand> args, SourceRange range);
  Operand callTupleFold(Builtin builtin, std::vector<Operand> args,
                        SourceRange range);
  Operand entry(const Value &dictionary, const syntax::Subscript &node,
                SourceRange range);
  std::optional<Operand> sliceBound(const Operand &slice, std::size_t part);
  Operand tupleSlice(std::vector<Operand> elements, const Operand &slice,
                     SourceRange range);
  Operand dynamicElement(std::vector<Operand> elements, Operand index,
                         std::vector<ir::Let> lets, SourceRange range);

  // ---- check_comprehension.cpp ----
  Operand checkComprehension(const syntax::Comprehension &node,
                             SourceRange range);
  bool comprehend(const syntax::Comprehension &node, std::size_t at,
                  std::vector<Operand> &elements, Block &block);
  bool bindTarget(const syntax::Expr &target, Operand element, Block &block);
  std::optional<bool> conditionsHold(const syntax::ComprehensionFor &part);

  // ---- check_introspection.cpp ----
  std::optional<bool> isInstance(const Operand &operand, const Value &of);
  Operand callIsInstance(std::vector<Operand> args, SourceRange range);
  Operand callAttribute(bool isQuestion, std::vector<Operand> args,
                        SourceRange range);
  Operand callTypeOf(std::vector<Operand> args, SourceRange range);
  Operand callBits(const std::string &name, Operand operand, SourceRange range);
  Operand callSequence(Builtin builtin, std::vector<Operand> args,
                       SourceRange range);
  Operand sameArray(bool isSame, Operand left, Operand right,
                    SourceRange range);
  /// `is` of two operands; nothing when it cannot be told.
  std::optional<Operand> identity(bool isSame, Operand &left, Operand &right,
                                  SourceRange range);

  // ---- check_named_tuple.cpp ----
  Operand callNamedTuple(const Value &made, const syntax::Call &node,
                         SourceRange range);
  std::optional<Operand> namedElement(Operand &tuple, const std::string &name,
                                      SourceRange range);
  // ---- check_record.cpp ----
  /// array[indices]: a value, or a reference to a structure.
  Operand elementAt(ir::ExprPtr array, std::vector<ir::Index> indices,
                    SourceRange range);
  std::optional<std::uint32_t> fieldNamed(const Operand &base,
                                          const Value &name) const;
  Operand unknownField(const Operand &base, const std::string &name,
                       SourceRange range);
  Operand recordField(Operand base, std::uint32_t field, SourceRange range);
  /// base["name"]; nothing when that is no field's place.
  std::optional<Operand> fieldSubscript(Operand &base,
                                        const std::vector<Operand> &subscripts,
                                        SourceRange range);
  ir::ExprPtr loadRecord(ir::ExprPtr reference);
  ir::ExprPtr recordOfTuple(Operand tuple, const Type &type);
  void storeField(Operand base, std::uint32_t field, Operand value,
                  SourceRange range, Block &block);
  void storeAttribute(const syntax::Attribute &target, SourceRange range,
                      Operand value, Block &block);
  void augmentField(const syntax::AugAssign &node, Operand place,
                    SourceRange range, Block &block);
  /// The element of an atomic.add(a[i], "x", 1); false after a message.
  bool fieldElement(const char *name, ir::AtomicOp op, Operand &reference,
                    Operand field, ir::Atomic &atomic, Type &element,
                    SourceRange range);
  /// Of a store into a kernel's own copy of a record.
  void warnOfCopy(const ir::Expr &array, SourceRange range);
  /// The number of a new local array of one structure.
  std::uint32_t declareStructure(const std::string &name, const Type &type,
                                 SourceRange range);
  static ir::ExprPtr structureAt(std::uint32_t number, const Type &type,
                                 SourceRange range);
  void referToParameters(SourceRange range, Block &block);

  // ---- check_pointer.cpp ----
  /// A pointer as the endless array that its subscripts mean; anything else
  /// itself.
  Operand pointee(Operand base);
  Operand callCArray(bool isFortran, const syntax::Call &node,
                     SourceRange range);

  // ---- check_time.cpp: datetime64 and timedelta64 ----
  static bool isTime(const Operand &operand);
  Operand timeBinary(syntax::BinaryOp op, Operand left, Operand right,
                     SourceRange range);
  Operand timeCompare(syntax::CompareOp op, Operand left, Operand right,
                      SourceRange range);
  Operand timeUnary(syntax::UnaryOp op, Operand operand, SourceRange range);
  /// Builtins of times: min, np.maximum, np.isnat, ...
  Operand callTime(Builtin builtin, std::vector<Operand> args,
                   SourceRange range);
  /// np.timedelta64(n, "s")
  Operand makeTimeValue(const Type &type, const syntax::Call &node,
                        SourceRange range);
  /// t.astype(...), t.view(...); nothing for other names.
  std::optional<Operand> timeMethod(const std::string &name, Operand &time,
                                    const syntax::Call &node,
                                    SourceRange range);
  /// What a time or an integer counts in the unit, an int64.
  Operand countIn(Operand operand, TimeType::Unit unit, SourceRange range);
  Operand inUnit(Operand count, TimeType from, TimeType::Unit to,
                 SourceRange range);
  Operand callTimeFunction(const char *name, Operand a, Operand b,
                           SourceRange range);
  /// A time, or an integer as a span, as the type; canCoerce held.
  ir::ExprPtr coerceTime(Operand operand, const Type &type);

  // ---- check_chars.cpp: text of a fixed length ----
  static bool isChars(const Operand &operand);
  Operand compareChars(syntax::CompareOp op, Operand left, Operand right,
                       SourceRange range);
  /// An array of the characters of one or of a constant string.
  Operand charactersOf(Operand text, bool isUnicode);
  /// A reference to a copy, in a local array of this function, cut or padded to
  /// the length of `type`.
  Operand charsAs(Operand text, const Type &type);
  Operand charsLength(Operand text, SourceRange range);

  // ---- check_fp8.cpp ----
  /// cuda.fp8's conversions; nothing when the name is none of them.
  std::optional<Operand> callFp8(const std::string &path,
                                 const syntax::Call &node, SourceRange range);

  // ---- check_vector.cpp ----
  static bool isVector(const Operand &operand);
  Operand vectorBinary(syntax::BinaryOp op, Operand left, Operand right,
                       SourceRange range);
  Operand vectorUnary(syntax::UnaryOp op, Operand operand, SourceRange range);
  Operand makeVector(const Type &type, const syntax::Call &node,
                     SourceRange range);
  Operand makeDataclass(const Value &given, const Type &type,
                        const syntax::Call &node, SourceRange range);

  // ---- check_slice.cpp ----
  void storePart(Operand base, std::vector<Operand> subscripts,
                 const syntax::Subscript &node, Operand value,
                 SourceRange range, Block &block);
  /// `place`: where the target came from, if it is kept in a slot already.
  /// `stored` gets the target, without elements where shapes do not match.
  void storeAll(Operand target, Operand value, SourceRange range, Block &block,
                const Elementwise::Leaf *place = nullptr,
                Operand *stored = nullptr);
  ir::ExprPtr valueToStore(Operand value, const Type &target,
                           Elementwise &elements, Block &block);
  Operand fitted(const Operand &target, const std::vector<Operand> &extents,
                 const Elementwise &elements, SourceRange range, Block &block);
  Operand withRank(Operand array, int ndim, SourceRange range);
  Operand orderOf(const Operand &target, const Elementwise::Leaf &place,
                  const Elementwise &elements, SourceRange range, Block &block);
  Block loopOver(Operand extent, ir::SlotId place, const Operand &order,
                 SourceRange range, Block body);
  void augmentPart(syntax::BinaryOp op, Operand part, const syntax::Expr &value,
                   SourceRange range, Block &block);

  // ---- check_optional.cpp: None, or a value ----
  /// The value, which None, or an operand that may be None, can be.
  Operand checkMaybe(const syntax::Expr &expr);
  /// The value of an operand that may be None, where it must not be: zero if it
  /// is, or with --bounds=raise a TypeError.
  Operand required(Operand operand);
  /// The type of an operand where None has one, in tuples too.
  Type typeWithNone(const Operand &operand);
  ir::ExprPtr noneAs(const Type &optional, SourceRange range);
  ir::ExprPtr zeroAs(const Type &type, SourceRange range);
  Operand isThere(Operand optional, SourceRange range);
  /// The truth of a value that may be None.
  ir::ExprPtr truthOf(Operand optional);
  Operand compareOptional(syntax::CompareOp op, Operand left, Operand right,
                          SourceRange range);
  Operand boolOpOptional(bool isAnd, Operand left, Operand right,
                         SourceRange range);
  /// A tuple's parts by the types of an element each, some of them optional.
  ir::ExprPtr coerceParts(Operand tuple, const Type &type);
  /// What a kernel prints, some of it perhaps None.
  void printAll(std::vector<Operand> operands, std::size_t from,
                const std::vector<const syntax::Expr *> &texts,
                const std::string &separator, const std::string &end,
                SourceRange range, Block &block);

  // ---- check_new_array.cpp ----
  /// An expression to be assigned; array expressions get elements. A new array
  /// where what it gives is no part of an array's value.
  Operand checkAssigned(const syntax::Expr &value, Elementwise &elements,
                        bool isPart, SourceRange range, Block &block);
  Operand newArray(Operand element, Elementwise &elements, const void *key,
                   SourceRange range, Block &block);
  /// A new array as what its place in memory gets anew in each round.
  Operand newResult(Operand array, std::uint32_t storage, Block &block);
  /// A local array of this type and these bounds, as long as `shape` says.
  Operand newStorage(const Type &element, const Extents &bounds,
                     const std::vector<Operand> &shape, const void *key,
                     SourceRange range, Block &block);
  Extent broadcastExtent(const Elementwise &elements, std::size_t fromEnd,
                         Operand &extent, SourceRange range, Block &block);
  bool mustBuffer(const Elementwise &elements, const Extents &bounds) const;
  /// Reports arrays of one round of a loop that the next one still refers to.
  void checkNewArrays();

  // ---- check_extent.cpp ----
  Extents extentsOf(const ir::Expr &array) const;
  Extent extentOf(const ir::Expr &number) const;
  /// What is known of the value that a temporary is assigned.
  void noteKept(ir::SlotId slot, const ir::Expr &value);

  // ---- check_unpack.cpp ----
  /// How many elements of an array go to so many names, one of them with a
  /// star or none (`star` is their number then); nothing where that is unknown.
  std::optional<std::size_t> unpackedCount(const Operand &value,
                                           std::size_t names,
                                           std::size_t star) const;
  /// x, y = array: its elements along the first axis, kept.
  std::vector<Operand> unpackedArray(Operand array, std::size_t wanted,
                                     SourceRange range, Block &block);
  /// target[...] = x, y, z
  void storeTuple(Operand target, Operand value, SourceRange range,
                  Block &block);
  Operand splitTuple(Operand value, Block &block);
  void storeElements(const Operand &target, const Operand &value,
                     std::size_t rank, SourceRange range, Block &block);
  bool sequenceShape(const Operand &value, const Operand &target,
                     std::size_t depth, std::vector<std::size_t> &shape,
                     bool &hasArrays);
  /// With --bounds=raise, an error where the condition does not hold.
  void raiseUnless(Operand condition, const char *kind, const std::string &text,
                   SourceRange range, Block &block);

  // ---- check_elementwise.cpp ----
  static bool hasElements(const std::vector<Operand> &operands);
  /// Makes elements of the arrays among the operands of one operation, and
  /// evaluates its numbers once; false with a message where no array expression
  /// can stand.
  bool takeElements(std::vector<Operand> &operands, SourceRange range);
  Operand elementAt(Operand array, SourceRange range);
  Operand placeFromEnd(std::size_t axis, SourceRange range);
  static void findRoot(const ir::Expr &expr, Elementwise::Leaf &leaf);
  /// Emits NeedsMemory; false.
  bool needsMemory(SourceRange range, const std::string &what,
                   const std::string &instead);
  /// "np.add" of an expression that names something of a library, else "".
  std::string libraryPath(const syntax::Expr &expr);
  Operand callLibrary(const std::string &path, std::vector<Operand> args,
                      SourceRange range);
  /// np.add(a, b, out) as a statement; false when the call is none such.
  bool storeUfunc(const syntax::Call &call, SourceRange range, Block &block);
  /// The same as a value, which is `out`; nothing when the call is none such.
  std::optional<Operand> ufuncValue(const syntax::Call &call,
                                    SourceRange range);
  /// A call of a ufunc with an `out`: its path, inputs and output.
  struct UfuncCall {
    std::string path;
    std::vector<const syntax::Expr *> inputs;
    const syntax::Expr *out = nullptr;
  };
  std::optional<UfuncCall> ufuncCall(const syntax::Call &call);

  // ---- check_array_attribute.cpp, check_array_method.cpp ----
  Operand recast(const Operand &array, const Type &type,
                 std::vector<Operand> shape, std::vector<Operand> strides,
                 SourceRange range);
  Operand transposed(Operand array, const std::vector<std::size_t> &axes,
                     SourceRange range);
  Operand flattened(Operand array, SourceRange range);
  std::optional<Operand> arrayAttribute(Operand &array, const std::string &name,
                                        SourceRange range);
  std::optional<Operand> nestedAttribute(const syntax::Attribute &node,
                                         SourceRange range);
  Operand isContiguous(Operand array, bool rowMajor, SourceRange range);
  std::optional<Operand> callArrayMethod(Operand &array,
                                         const syntax::Attribute &method,
                                         const syntax::Call &node,
                                         SourceRange range);
  Operand finishArrayMethod(Operand &array, const syntax::Attribute &method,
                            const syntax::Call &node, std::vector<Operand> args,
                            SourceRange range);
  Operand arrayReshape(Operand array, std::vector<Operand> shape,
                       SourceRange range);
  bool readExtents(std::vector<Operand> &shape, std::size_t &open,
                   std::vector<std::size_t> &signedOnes,
                   std::vector<ir::Let> &lets);
  void fillOpenExtents(std::vector<Operand> &shape,
                       const std::vector<std::size_t> &signedOnes,
                       const Operand &size, std::vector<ir::Let> &lets,
                       SourceRange range);
  Operand fitsElements(const Operand &array, Operand bytes, std::int64_t from,
                       std::int64_t to, SourceRange range);
  Operand arrayTranspose(Operand array, const std::vector<Operand> &axes,
                         SourceRange range);
  Operand arrayView(Operand array, Operand dtype, SourceRange range);
  Operand arrayItem(Operand array, std::vector<Operand> at, SourceRange range);
  bool checkArguments(const char *name, const syntax::Call &node,
                      std::vector<std::string> params, std::size_t required,
                      std::vector<std::optional<Operand>> &given);

  // ---- check_reduce.cpp, check_array_function.cpp ----
  /// A function of array_prelude.h, for these arguments.
  Operand callArrayFunction(const char *name, std::vector<Operand> args,
                            SourceRange range);
  /// np.sum(a), a.sum(): nothing when `name` is none of them.
  /// np.sum(a) and, with `self`, a.sum().
  Operand callReduction(Builtin builtin, Operand *self,
                        const syntax::Call &node, SourceRange range);
  bool startReduction(Builtin builtin, const Type &array,
                      std::vector<std::optional<Operand>> &given,
                      std::vector<Operand> &args, SourceRange range);
  std::optional<int> readAxis(const std::optional<Operand> &axis,
                              const Type &array, bool hasOut,
                              SourceRange range);
  Operand reduceAlong(const char *function, int axis, std::vector<Operand> args,
                      Operand out, SourceRange range);

  Operand startOf(const Type &array, std::int64_t value,
                  const std::optional<Operand> &dtype, SourceRange range);
  /// Functions of arrays, and others that take keywords; nothing for another
  /// builtin.
  std::optional<Operand> callNumpyFunction(Builtin builtin,
                                           const syntax::Call &node,
                                           SourceRange range);
  Operand callNumbers(Builtin builtin, const syntax::Call &node,
                      SourceRange range);
  Operand callTwoArrays(Builtin builtin, const syntax::Call &node,
                        SourceRange range);
  Operand dotProduct(const char *function, Operand a, Operand b,
                     SourceRange range);
  Operand callInterp(const syntax::Call &node, SourceRange range);
  Operand callSearchSorted(const syntax::Call &node, SourceRange range);
  Operand foldArray(Builtin builtin, Operand array, SourceRange range);
  Operand isInRange(const syntax::Expr &value, const syntax::Call &call,
                    SourceRange range);
  // ---- check_local_array.cpp ----
  Operand makeLocalArray(Builtin builtin, const syntax::Call &node,
                         SourceRange range);
  static Operand placeAgain(const Operand &array);

  // ---- check_closure.cpp ----
  void checkNestedFunction(const syntax::FunctionDef &def, SourceRange range,
                           Block &block);
  Operand checkLambda(const syntax::Lambda &node, SourceRange range);
  /// The variables of this function that a function defined in it reads, as
  /// they are now.
  bool captured(const FunctionValue &function, SourceRange range,
                std::vector<std::pair<std::string, Operand>> &captures);
  // ---- check_external.cpp ----
  Operand callExternal(const ExternalDeclaration &external,
                       const syntax::Call &node, SourceRange range);
  bool coerceForeign(const ExternalDeclaration &external, std::size_t at,
                     Operand &arg);
  Operand callInstance(const FunctionValue &function, std::vector<Operand> args,
                       const std::optional<Type> &declaredResult,
                       SourceRange range);

  // ---- check_raise.cpp ----
  void checkAssert(const syntax::Assert &node, SourceRange range, Block &block);
  void checkRaise(const syntax::Raise &node, SourceRange range, Block &block);
  /// Whether the name is one of Python's exceptions or a class of the file.
  bool isException(const syntax::Expr &expr);
  void raise(const std::string &kind, std::string text, bool isReported,
             SourceRange range, Block &block);

  // ---- check_expr.cpp, check_compare.cpp ----
  Operand check(const syntax::Expr &expr);
  Operand checkNode(const syntax::Expr &expr);
  Operand constantOperand(Value value, SourceRange range);
  std::string messageText(const syntax::Expr &expr);
  Operand checkName(const syntax::Name &node, SourceRange range);
  Operand checkAttribute(const syntax::Attribute &node, SourceRange range);
  Operand checkArrayAttribute(Operand array, const syntax::Attribute &node,
                              SourceRange range);
  Operand checkUnary(const syntax::Unary &node, SourceRange range);
  Operand unaryOperation(syntax::UnaryOp op, Operand operand,
                         SourceRange range);
  Operand checkBinary(const syntax::Binary &node, SourceRange range);
  Operand checkCompare(const syntax::Compare &node, SourceRange range);
  Operand compareFrom(const syntax::Compare &node, std::size_t first,
                      Operand left, SourceRange range);
  Operand attributeOf(Operand base, const syntax::Attribute &node,
                      SourceRange range);
  Operand compareTwo(syntax::CompareOp op, Operand left, Operand right,
                     SourceRange range);
  Operand checkBoolOp(const syntax::BoolOp &node, SourceRange range);
  Operand boolOpFrom(const syntax::BoolOp &node, std::size_t first,
                     SourceRange range);
  Operand checkIfExpr(const syntax::IfExpr &node, SourceRange range);
  /// A bool expression, or a known number; null after an error.
  ir::ExprPtr checkCondition(const syntax::Expr &expr,
                             std::optional<bool> &known);
  Operand notConstant(const std::string &name, const Value &value,
                      SourceRange range);
  Operand checkKnownAttribute(const Value &base, const syntax::Attribute &node,
                              SourceRange range);
  /// A captured array: data of the function, which nothing may store to.
  Operand constantArray(const Value &value, const std::string &name,
                        SourceRange range);
  /// Whether nothing may store to the array; says so.
  bool refuseReadonly(const Operand &array);
  Operand unknownName(const std::string &name, SourceRange range);
  Operand pathOperand(const std::string &path, SourceRange range);

  // ---- check_operator.cpp: numbers ----
  Operand binaryOperation(syntax::BinaryOp op, Operand left, Operand right,
                          SourceRange range);
  Operand numericBinary(syntax::BinaryOp op, Operand left, Operand right,
                        SourceRange range);
  Operand powerOperation(Operand left, Operand right, SourceRange range);
  /// Whether the text alone tells the number: no variable, call or choice.
  bool isWritten(const syntax::Expr &expr) const;
  Operand exponentOf(const syntax::Expr &expr, Operand exponent);
  /// `isTuple`: the operands are a tuple's elements, of which there may be one.
  Operand minMax(bool isMin, std::vector<Operand> operands, SourceRange range,
                 bool isTuple = false);
  Operand operandError(const char *op, const Operand &left,
                       const Operand &right, SourceRange range);

  // ---- check_choice.cpp: what a constant chooses ----
  /// The operand that was chosen, as one of the type of all of them.
  Operand chosen(Operand value, const std::vector<Type> &others,
                 SourceRange range);
  /// The type that `expr` would have; Error when it cannot be checked.
  Type typeOfUnevaluated(const syntax::Expr &expr);
  Type joinNumbers(const Type &own, const Type &other) const;
  Operand asType(Operand value, const Type &type, SourceRange range);

  // ---- check_half.cpp: 16-bit floats ----
  /// cuda.fp16.hadd(x, y) and its like; nothing when the name is none of them.
  std::optional<Operand> callHalf(const std::string &path,
                                  const syntax::Call &node, SourceRange range);
  Operand halfUnary(int function, const Type &half, Operand arg,
                    SourceRange range);

  // ---- check_complex.cpp ----
  /// Reports a complex operand where none can be; true when it did.
  bool refuseComplex(const std::string &name, const Operand &operand,
                     const char *wayOut);
  /// A part of a number that `once` returned.
  ir::ExprPtr partOf(const Operand &number, bool isImag, SourceRange range);
  Operand complexPart(Operand number, bool isImag, SourceRange range);
  ir::ExprPtr makeComplex(ir::ExprPtr real, ir::ExprPtr imag,
                          SourceRange range);
  Operand complexBinary(syntax::BinaryOp op, Operand left, Operand right,
                        SourceRange range);
  Operand complexPower(Operand base, Operand exponent, SourceRange range);
  Operand complexCompare(syntax::CompareOp op, Operand left, Operand right,
                         SourceRange range);
  /// The least or the greatest by real part, then imaginary part; of NumPy's
  /// kind, nan where one is.
  Operand complexExtreme(bool isMin, bool keepsNan,
                         std::vector<Operand> operands, SourceRange range);
  /// Changes the signs of the parts: negation, conjugation.
  Operand complexSigns(Operand number, bool isNegative, SourceRange range);
  Operand complexAbs(Operand number, SourceRange range);
  Operand callComplex(std::vector<Operand> args, SourceRange range);
  /// np.real and its like. NpAngle, NpConj, RealPart, ImagPart.
  Operand callComplexPart(Builtin builtin, Operand arg, SourceRange range);
  Operand callPrelude(Builtin builtin, const syntax::Call &node,
                      SourceRange range);
  Operand callPrelude(const FunctionValue &function, const std::string &name,
                      std::vector<Operand> args, SourceRange range);
  /// cmath's function for NumPy's function of a complex number; nothing when
  /// `arg` is real or there is none.
  std::optional<Operand> numpyComplex(Builtin builtin, Operand &arg,
                                      SourceRange range);

  // ---- check_convert.cpp: operands as IR ----
  /// The type an operand has when it becomes a run-time value; Error with a
  /// message when it cannot become one.
  Type typeOf(const Operand &operand, bool report = true);
  /// The operand as an expression of its own type.
  ir::ExprPtr materialize(Operand operand);
  /// The operand as an expression of `type`, converted where Python would
  /// accept it; null with a message when it cannot be.
  ir::ExprPtr coerce(Operand operand, const Type &type);
  ir::ExprPtr convert(ir::ExprPtr expr, const Type &type);
  ir::ExprPtr toBool(Operand operand);
  /// Any integer or bool as int64; a uint64 is reinterpreted.
  ir::ExprPtr toIndex(Operand operand, bool &canBeNegative);
  bool canCoerce(const Type &from, const Type &to) const;
  std::string describe(const Operand &operand) const;
  /// Evaluates `operand` once: later uses read the slot. Wrap the user of the
  /// returned operands by finishLets.
  Operand once(Operand operand, std::vector<ir::Let> &lets);
  /// Another use of an operand that `once` returned.
  static Operand again(const Operand &operand);
  ir::ExprPtr finishLets(ir::ExprPtr body, std::vector<ir::Let> lets);

  // ---- check_array.cpp ----
  Operand checkSubscript(const syntax::Subscript &node, SourceRange range);
  Operand tupleSubscript(Operand base, const syntax::Subscript &node,
                         SourceRange range);
  Operand arraySubscript(Operand base, std::vector<Operand> subscripts,
                         const syntax::Subscript &node, SourceRange range);
  Operand makeView(Operand base, std::vector<Operand> subscripts,
                   const syntax::Subscript &node, SourceRange range);
  /// The subscripts of a[...], a tuple among them taken apart. False after an
  /// error.
  bool checkSubscripts(const syntax::Subscript &node,
                       std::vector<Operand> &subscripts);
  /// A tuple's elements as operands of their own; false when it is none.
  bool expandTuple(Operand &operand, std::vector<Operand> &elements);
  bool makeIndices(const Type &array, std::vector<Operand> subscripts,
                   std::vector<ir::Index> &indices, SourceRange range);
  ir::Index makeIndex(Operand subscript);
  void takePartialIndex(Operand &base, std::vector<ir::Index> &indices);
  bool addViewSubscript(Operand subscript, ir::View &view);
  /// `array` is what `once` returned.
  Operand arrayProperty(const Operand &array, ir::ArrayField field, int axis,
                        SourceRange range);
  bool readShape(const Operand &shape, bool shared,
                 ir::ArrayDeclaration &declaration);
  bool readAlignment(const syntax::Expr &expr,
                     ir::ArrayDeclaration &declaration);
  std::optional<Type> readDtype(const Operand &dtype);
  /// The same where records cannot be.
  std::optional<Scalar> readScalarType(const Operand &dtype);
  Operand declareArray(bool shared, const syntax::Call &node,
                       SourceRange range);
  /// The array of the call `key`.
  Operand placeArray(ir::ArrayDeclaration declaration, const void *key,
                     SourceRange range);

  // ---- check_call.cpp ----
  Operand checkCall(const syntax::Call &node, SourceRange range);
  Operand callFunction(const FunctionValue &function, const syntax::Call &node,
                       SourceRange range);
  const SignatureTypes *bestSignature(const FunctionValue &function,
                                      const std::vector<Operand> &args,
                                      SourceRange range);
  Operand callType(const Type &type, const syntax::Call &node,
                   SourceRange range);
  Operand recastNumber(bool isBits, Operand number, const syntax::Expr &dtype,
                       SourceRange range);
  Operand callPath(const std::string &path, const syntax::Call &node,
                   SourceRange range);
  /// `isNumpy`: called by a name of NumPy's.
  Operand callBuiltin(Builtin builtin, bool isNumpy, const syntax::Call &node,
                      SourceRange range);
  /// With arguments that are checked; `node` is for what looks at its syntax.
  Operand callBuiltin(Builtin builtin, bool isNumpy, std::vector<Operand> args,
                      const syntax::Call &node, SourceRange range);
  Operand callSpecial(Builtin builtin, std::vector<Operand> args,
                      const syntax::Call &node, SourceRange range);
  Operand callReal(Builtin builtin, std::vector<Operand> args,
                   SourceRange range);

  // ---- check_arguments.cpp ----
  bool argumentCount(const char *name, std::size_t given, std::size_t least,
                     std::size_t most, SourceRange range);
  /// Whether the call of what takes none has keywords, which is reported.
  bool hasKeywords(const std::string &name, const syntax::Call &node);
  /// The arguments of a function that takes them by their places; nothing
  /// after a message.
  std::optional<std::vector<Operand>>
  positionalArguments(const std::string &name, const syntax::Call &node,
                      std::size_t least, std::size_t most, SourceRange range);
  bool bindArguments(const FunctionValue &function, const syntax::Call &node,
                     SourceRange range, std::vector<Operand> &bound,
                     std::vector<ir::Let> &lets);
  bool checkPositional(const syntax::Call &node, std::vector<Operand> &args,
                       std::vector<ir::Let> &lets);
  Operand behind(std::vector<ir::Let> lets, Operand result);
  bool bindKeywords(const FunctionValue &function, const syntax::Call &node,
                    SourceRange range,
                    std::vector<std::optional<Operand>> &given);
  bool coerceArguments(const FunctionValue &function,
                       const SignatureTypes &signature,
                       std::vector<Operand> &args);

  // ---- check_round.cpp ----
  Operand callRound(std::vector<Operand> args, SourceRange range);
  Operand roundInteger(Operand value, Operand digits, SourceRange range);
  Operand roundToDigits(Operand value, Operand digits, SourceRange range);
  ir::ExprPtr powerOfTen(ir::ExprPtr digits, SourceRange range);

  // ---- check_numpy.cpp ----
  Operand callNumpy(Builtin builtin, std::vector<Operand> args,
                    SourceRange range);
  Operand numpyExtreme(Builtin builtin, std::vector<Operand> args,
                       SourceRange range);
  Operand numpySign(Operand arg, SourceRange range);
  Operand numpyLogAddExp(bool isTwo, std::vector<Operand> args,
                         SourceRange range);
  Operand numpyWhere(std::vector<Operand> args, SourceRange range);
  /// np.add(x, y), operator.lt(x, y); nothing when the name is none of them.
  std::optional<Operand> callOperator(const std::string &path,
                                      const syntax::Call &node,
                                      SourceRange range);
  Operand applyOperator(const std::string &path, std::vector<Operand> args,
                        SourceRange range);
  Operand callGrid(bool isSize, std::vector<Operand> args, SourceRange range);
  Operand gridAxis(bool isSize, int axis, SourceRange range);
  Operand callInt(std::vector<Operand> args, SourceRange range);
  Operand callFloat(std::vector<Operand> args, SourceRange range);
  Operand callAbs(Operand arg, SourceRange range);
  Operand callLen(Operand arg, SourceRange range);
  Operand callDivMod(std::vector<Operand> args, SourceRange range);
  void checkPrint(const syntax::Call &node, SourceRange range, Block &block);
  void checkDelete(const syntax::Delete &node, SourceRange range);
  void printFormatted(Operand operand, const syntax::FormattedPiece &piece,
                      std::vector<ir::PrintPiece> &pieces);
  void printText(const syntax::FString &text,
                 std::vector<ir::PrintPiece> &pieces);
  void printOperand(Operand operand, std::vector<ir::PrintPiece> &pieces);

  // ---- check_cuda.cpp: the intrinsics of CUDA ----
  Operand callCuda(Builtin builtin, std::vector<Operand> args,
                   const syntax::Call &node, SourceRange range);
  Operand callElement(Builtin builtin, std::vector<Operand> args,
                      const syntax::Call &node, SourceRange range);
  bool readAtomicKeywords(Builtin builtin, const syntax::Call &node,
                          ir::Atomic &atomic);
  Operand callInlinePtx(std::vector<Operand> args, SourceRange range);
  /// A row of the table of argument forms.
  Operand callForm(Builtin builtin, std::vector<Operand> args,
                   SourceRange range);
  Operand callMapShared(std::vector<Operand> args, SourceRange range);

  // ---- check_async.cpp: mbarriers, asynchronous copies, matrices ----
  Operand callMbarrier(Builtin builtin, std::vector<Operand> args,
                       SourceRange range);
  Operand callCopy(Builtin builtin, std::vector<Operand> args,
                   SourceRange range);
  Operand callCopyWait(std::vector<Operand> args, SourceRange range);
  Operand callLoadMatrix(std::vector<Operand> args, SourceRange range);
  Operand callMma(std::vector<Operand> args, SourceRange range);
  /// Argument `at`, an array of one axis in `space` (Generic: anywhere), and
  /// the index behind it; false after a message.
  bool takePlace(Builtin builtin, std::vector<Operand> &args, std::size_t at,
                 Space space, ir::CallBuiltin &call);
  bool takeFragment(Operand fragment, std::size_t number, const Type &type,
                    std::size_t count, ir::CallBuiltin &call);
  Operand wrongArgument(Builtin builtin, std::size_t number,
                        const std::string &wanted, const Operand &argument);
  bool elementOf(const char *name, ir::AtomicOp op, Operand array,
                 Operand index, ir::Atomic &atomic, SourceRange range);
  /// Whether memory of the array's elements can be accessed so.
  bool canAccess(const char *name, ir::AtomicOp op, const Type &array,
                 SourceRange range);
  Operand callLibdevice(std::uint16_t row, const syntax::Call &node,
                        SourceRange range);
  Operand callFma(std::vector<Operand> args, SourceRange range);
  Operand callSelp(std::vector<Operand> args, SourceRange range);
  bool takeArgument(Builtin builtin, char form, std::size_t number,
                    Operand argument, ir::CallBuiltin &call);

  // ---- check_group.cpp: cooperative groups ----
  static bool isGroup(const Operand &operand);
  /// cg.this_grid() and the other functions of cg.
  Operand callGroupFunction(Builtin builtin, std::vector<Operand> args,
                            SourceRange range);
  Operand tiledPartition(std::vector<Operand> args, SourceRange range);
  Operand callTileFold(Builtin builtin, std::vector<Operand> args,
                       SourceRange range);
  Operand foldCoalesced(Builtin builtin, const std::string &op, Operand group,
                        Operand value, SourceRange range);
  Operand foldTile(unsigned size, const std::string &op, Operand value,
                   SourceRange range);
  Operand scanTile(unsigned size, const std::string &op, bool isExclusive,
                   Operand value, SourceRange range);
  Operand combined(const std::string &op, Operand a, Operand b,
                   SourceRange range);
  /// group.name(args)
  Operand callGroupMethod(Operand group, const syntax::Attribute &access,
                          const syntax::Call &node, SourceRange range);
  Operand callTileMethod(unsigned size, const std::string &method,
                         std::vector<Operand> args, SourceRange range);
  Operand tileExchange(unsigned size, Builtin builtin,
                       std::vector<Operand> args, SourceRange range);
  Operand callCoalescedMethod(Operand group, const std::string &method,
                              std::vector<Operand> args, SourceRange range);
  Operand callPlaceMethod(const std::string &group, const std::string &method,
                          std::vector<Operand> args, SourceRange range);
  Operand registerOf(Builtin row, SourceRange range);
  Operand effectOf(Builtin row, SourceRange range);
  /// Rows of x, y and z: their product, a place among extents, or a tuple.
  Operand productOf(Builtin extent, SourceRange range);
  Operand placeAmong(Builtin index, Builtin extent, SourceRange range);
  Operand tripleOf(Builtin row, SourceRange range);
  Operand tileMask(unsigned size, SourceRange range);
  Operand tileRank(unsigned size, SourceRange range);

  Diagnostics &diagnostics() { return file_.diagnostics(); }

  FileChecker &file_;
  const FunctionValue &callee_;
  const syntax::FunctionDef &def_;
  const Scope &scope_;
  bool isKernel_;
  Typing typing_;
  ir::Function function_;
  std::vector<std::string> names_;
  /// Variables that refer to the kernel's copies of its records.
  std::vector<ir::SlotId> recordCopies_;
  std::unordered_map<std::string, std::uint32_t> indices_;
  Environment env_;
  /// Slots of each variable, one a type.
  std::vector<std::vector<ir::SlotId>> variableSlots_;
  /// By loop, and the unrolled round that it stands in.
  std::map<std::pair<const void *, std::uint64_t>, LoopFacts> loops_;
  std::uint64_t unrolledKey_ = 0;
  std::map<std::tuple<std::uint64_t, const void *, std::int64_t>, std::uint64_t>
      unrolledKeys_;
  std::vector<LoopFacts *> loopStack_;
  std::map<std::pair<const void *, std::uint64_t>, std::uint32_t> arrays_;
  std::vector<std::pair<Value, std::uint32_t>> constantArrays_;
  /// The name being assigned, for shared and local arrays.
  std::string assigned_;
  Type returnType_ = Type::error();
  bool returnValid_ = false;
  bool returnChanged_ = false;
  bool isPending_ = false;
  /// What is returned needs the result of such a call.
  bool returnsPending_ = false;
  std::optional<Type> declaredResult_;
  std::vector<CallArgument> params_;
  /// Captured variables of the function around this one; they stand behind the
  /// parameters.
  std::vector<std::pair<std::string, CallArgument>> captures_;
  /// Default values of nested functions that are not constant.
  std::unordered_map<const syntax::Parameter *, Operand> defaults_;
  /// What variables are where the condition just checked is true, when `:=` in
  /// an `and` makes that differ from env_.
  std::optional<Environment> whenTrue_;
  /// Null where an array expression cannot stand.
  Elementwise *elementwise_ = nullptr;
  /// The one whose value is being assigned.
  Elementwise *expression_ = nullptr;
  /// Expressions of the statement that do more than give a value.
  std::vector<SourceRange> effects_;
  /// Names that comprehensions around this place bind.
  std::map<std::string, Operand> bound_;
  /// Where a pattern's elements are kept.
  Block *matchLets_ = nullptr;
  /// Slots that were assigned what holdsOwnLocal.
  std::set<ir::SlotId> ownLocals_;
  /// Of the arrays that `keep` and `once` gave a slot.
  std::map<ir::SlotId, Extents> keptExtents_;
  /// Local arrays that are new objects wherever they are made.
  std::set<std::uint32_t> newArrays_;
  /// Slots that are assigned one of them where it is made.
  std::map<ir::SlotId, std::uint32_t> newResults_;
};

/// Passes over a loop after which what was assumed before is kept, and after
/// which its types ought to have settled.
constexpr int patientPasses = 8, mostPasses = 1000;

template <class Loop>
FunctionChecker::LoopFacts &FunctionChecker::factsOf(const Loop &loop) {
  LoopFacts &facts = loops_[{&loop, unrolledKey_}];
  if (!facts.assigned) {
    facts.assigned.emplace();
    for (const std::string &name : assignedBy(loop))
      facts.assigned->push_back(variableIndex(name));
  }
  return facts;
}

/// Rows whose integer result came from rounding a float, and the row that
/// gives the same as a float: Python's unbounded int, made a float, is exactly
/// that.
std::optional<Builtin> realForm(Builtin builtin);
/// The nearest thing that works in place of what kernels do not have; null when
/// there is none.
const char *nearestThing(const std::string &what);
/// Whether a library's name is a class that isinstance knows.
bool isClassName(const std::string &path);
Value heldIn64Bits(Value value);
/// Whether it is one of NumPy's functions of numbers that callNumpy knows.
bool isNumpyScalar(Builtin builtin);
/// cuda.atomic's functions.
bool isAtomic(Builtin builtin);
/// Whether it is one of NumPy's reductions.
bool isReduction(Builtin builtin);
/// Whether a library's name stands for an operator: "np.add", "operator.lt".
bool isOperatorName(const std::string &path);
/// Whether it is a function of cuda.fp16 or cuda.bf16.
bool isHalfName(const std::string &path);
/// Whether it is cuda.fp8 or a function of it.
bool isFp8Name(const std::string &path);
/// The type in which a float's functions are computed: float32 for the 16-bit
/// ones, whose results are rounded.
Type computedIn(const Type &type);
/// How many operands it takes; 0 for another name.
std::size_t operatorArity(const std::string &path);

} // namespace pyk2ptx

#endif
