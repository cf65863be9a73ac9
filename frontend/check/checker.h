// Internal to check/ and library/: the state of checking one function.
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
#ifndef PYK2PTX_FRONTEND_CHECK_CHECKER_H
#define PYK2PTX_FRONTEND_CHECK_CHECKER_H

#include "file_checker.h"
#include "frontend/emit/emitter.h"
#include "frontend/values/iterate.h"
#include "function_state.h"

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
class FunctionChecker final : public Emitter, private FunctionState {
public:
  FunctionChecker(FileChecker &file, const FunctionValue &function,
                  bool isKernel, Typing typing);
  /// `declaredResult`: what a signature says a device function returns.
  /// False when errors were reported.
  bool run(const std::vector<CallArgument> &params, const Captures &captures,
           const std::optional<Type> &declaredResult, ir::Function &result);
  /// The type of what is returned, weakness included.
  const Type &returnType() const { return returnType_; }
  /// What is known of the array that it returns.
  Extents returnExtents() const { return returnExtents_.value_or(Extents()); }
  /// The local arrays that its callers give it, because it returns them.
  std::vector<ir::ArrayDeclaration> takeLent() { return std::move(lent_); }
  /// What it is known to return so far, for a recursive call.
  const Type *resultSoFar() const {
    return returnValid_ ? &returnType_ : nullptr;
  }
  /// A recursive call did not know the result: the body is checked again.
  void checkAgain() { isPending_ = true; }

private:
  friend struct FunctionState::Join;
  using Block = ir::Block;
  /// A loop's IR as one pass made it; `known` is a while's constant condition.
  struct LoopPass {
    ir::ExprPtr condition;
    std::optional<bool> known;
    Block body, orElse;
  };
  using LoopPrologue = std::function<void(LoopPass &)>;

  // ---- function.cpp: variables, joins, edges ----
  bool checkBody();
  /// The observer is told what a name is that is assigned at the beginning of
  /// `range`.
  void tell(const std::string &name, SourceRange range);
  void returnNone();
  std::uint32_t variableIndex(const std::string &name);
  ir::SlotId slotFor(std::uint32_t variable, const Type &type);
  /// Some path reads it before it is assigned.
  void startAtZero(ir::SlotId slot);
  /// Back to `count` slots, of which `zeros` start at zero.
  void dropSlots(std::size_t count, std::size_t zeros);
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

  // ---- stmt.cpp, assign.cpp ----
  void checkBlock(const syntax::Block &body, Block &block);
  void checkStatement(const syntax::Stmt &stmt, Block &block);
  void checkStatementNode(const syntax::Stmt &stmt, Block &block);
  // ---- effects.cpp ----
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
  void refuseImport(const std::vector<syntax::ImportAlias> &names,
                    SourceRange range);

  // ---- iterate.cpp, for.cpp ----
  void checkForEach(const syntax::For &node, SourceRange range, Block &block);
  void checkUnrolled(const syntax::For &node, const Iteration &iteration,
                     SourceRange range, Block &block);
  using Round = std::function<void(std::int64_t, Block &)>;
  void checkRounds(const Iteration &iteration, std::int64_t at,
                   const Round &round, SourceRange range, Block &block);
  /// The number of an unrolled loop's round among all rounds within rounds.
  std::uint64_t unrolled(const void *node, std::int64_t at);
  void checkJump(bool isBreak, SourceRange range, Block &block);

  // ---- typing.cpp: by the function's own rules ----
  /// The type without the weakness that numba's typing does not know.
  Type strong(const Type &type) const;
  /// The value of an operator of two constants; Unknown when it has none.
  Value foldBinary(syntax::BinaryOp op, const Value &left, const Value &right,
                   SourceRange range);
  Type realType(Builtin builtin, const std::vector<Operand> &args);

  // ---- match.cpp ----
  using Bindings = std::vector<std::pair<std::string, Operand>>;
  ir::ExprPtr letsAround(ir::ExprPtr body, Block block);
  Operand checkNamed(const syntax::NamedExpr &node, SourceRange range);
  /// What was just checked may not be evaluated: env_ becomes the join with
  /// `before`.
  void joinSkipped(const Environment &before, SourceRange range);
  Operand matchPattern(const syntax::MatchPattern &pattern,
                       const Operand &subject, Bindings &bindings);
  void checkMatch(const syntax::Match &node, SourceRange range, Block &block);
  void matchFrom(const syntax::Match &node, std::size_t first,
                 const Operand &subject, SourceRange range, Block &block);
  /// `bound`, where the pattern matches.
  void bindWhere(Operand matched, Block bound, SourceRange range, Block &block);
  /// env_ is behind branch.orElse: becomes the join with what is behind its
  /// body.
  void meet(Environment afterBody, ir::If &branch, SourceRange range);

  // ---- comprehension.cpp ----
  Operand checkComprehension(const syntax::Comprehension &node,
                             SourceRange range);
  bool comprehend(const syntax::Comprehension &node, std::size_t at,
                  std::vector<Operand> &elements, Block &block);
  bool bindTarget(const syntax::Expr &target, Operand element, Block &block);
  std::optional<bool> conditionsHold(const syntax::ComprehensionFor &part);

  // ---- search.cpp ----
  /// any(...) or all(...) of a generator.
  Operand searchGenerator(bool isAll, const syntax::Comprehension &node,
                          SourceRange range);
  Operand searchFrom(bool isAll, const syntax::Comprehension &node,
                     std::size_t at, int &elements, SourceRange range);
  Operand searchRound(bool isAll, const syntax::Comprehension &node,
                      std::size_t at, int &elements, SourceRange range);
  Operand searchLoop(bool isAll, const syntax::Comprehension &node,
                     std::size_t at, SourceRange range);
  Operand truthValue(const syntax::Expr &expr);

  // ---- generator.cpp ----
  /// any or all of a generator, sum, min or max of a comprehension that is a
  /// loop; nothing when the call is none such.
  std::optional<Operand> foldComprehension(Builtin builtin,
                                           const syntax::Call &node,
                                           SourceRange range);
  /// Calls the function that `write` writes of a comprehension, which stands at
  /// `place`, from its loop at `at` on.
  Operand callWritten(const syntax::Comprehension &node, std::size_t at,
                      Builtin builtin, SourceRange place,
                      std::vector<Operand> args, SourceRange range,
                      const std::function<syntax::FunctionDef()> &write);

  void referToParameters(SourceRange range, Block &block);

  /// An expression to be assigned; array expressions get elements. A new array
  /// where what it gives is no part of an array's value.
  Operand checkAssigned(const syntax::Expr &value, Elementwise &elements,
                        bool isPart, SourceRange range, Block &block);
  Operand newArray(Operand element, Elementwise &elements, const void *key,
                   SourceRange range, Block &block);
  bool isLentInLoop(const ir::Expr &value) const;
  /// The arrays of `value`, which its call may give again, as new ones.
  Operand newCopies(Operand value, const void *key, SourceRange range,
                    Block &block);
  Operand newCopy(Operand array, const void *key, SourceRange range,
                  Block &block);
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

  // ---- extent.cpp ----
  Extent extentOf(const ir::Expr &number) const;

  /// "np.add" of an expression that names something of a library, else "".
  std::string libraryPath(const syntax::Expr &expr);
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

  // ---- lent_array.cpp ----
  /// Makes parameters of the function's local arrays.
  void borrowArrays();
  ir::ExprPtr lentArray(const Instance &instance, std::size_t at,
                        SourceRange range);

  // ---- thread_data.cpp ----
  Operand makeThreadData(const syntax::Call &node, SourceRange range);
  Operand makeTempStorage(const syntax::Call &node, SourceRange range);
  /// The number of a coop.ThreadData whose type is not known yet.
  std::optional<std::size_t> untypedData(const Operand &operand) const;
  /// It has elements of this type: the function is checked again.
  void giveType(std::size_t data, Type type);
  /// The untyped ones among arguments get the type of the others.
  void giveTypes(const std::vector<Operand> &args);
  /// A fraction that would be cut off, because another use says that the items
  /// are integers; reported.
  bool losesFraction(const Operand &base, const Operand &value,
                     SourceRange range);
  /// Whether nothing gave one of them a type, which is reported.
  bool reportUntypedData(Diagnostics::Mark mark);

  // ---- closure.cpp ----
  void checkNestedFunction(const syntax::FunctionDef &def, SourceRange range,
                           Block &block);
  Operand checkLambda(const syntax::Lambda &node, SourceRange range);
  /// The variables of this function that a function defined in it reads, as
  /// they are now.
  using NamedOperands = std::vector<std::pair<std::string, Operand>>;
  bool captured(const FunctionValue &function, SourceRange range,
                NamedOperands &captures);
  /// The function for arguments of such types; for the values of those that are
  /// known where it needs them, which are then no more in `args`. Null after a
  /// message.
  const Instance *instanceFor(const FunctionValue &function,
                              const std::vector<CallArgument> &types,
                              const std::vector<std::optional<Value>> &knowns,
                              const Captures &captureTypes,
                              const std::optional<Type> &declaredResult,
                              SourceRange range,
                              std::vector<ir::ExprPtr> &args);
  /// What the functions in a value capture, and the functions in that.
  bool carry(const Value &value, SourceRange range,
             std::map<std::string, Operand> &carried);
  std::optional<Operand> variableOf(const Scope &owner, const std::string &name,
                                    SourceRange range);
  // ---- external.cpp ----
  Operand callExternal(const ExternalDeclaration &external,
                       const syntax::Call &node, SourceRange range);
  bool coerceForeign(const ExternalDeclaration &external, std::size_t at,
                     Operand &arg);

  // ---- raise.cpp ----
  void checkAssert(const syntax::Assert &node, SourceRange range, Block &block);
  void checkRaise(const syntax::Raise &node, SourceRange range, Block &block);
  /// Whether the name is one of Python's exceptions or a class of the file.
  bool isException(const syntax::Expr &expr);

  // ---- expr.cpp, compare.cpp ----
  std::string messageText(const syntax::Expr &expr);
  Operand checkName(const syntax::Name &node, SourceRange range);
  Operand checkAttribute(const syntax::Attribute &node, SourceRange range);
  Operand checkUnary(const syntax::Unary &node, SourceRange range);
  Operand checkBinary(const syntax::Binary &node, SourceRange range);
  Operand checkCompare(const syntax::Compare &node, SourceRange range);
  Operand compareFrom(const syntax::Compare &node, std::size_t first,
                      Operand left, SourceRange range);
  Operand checkBoolOp(const syntax::BoolOp &node, SourceRange range);
  Operand boolOpFrom(const syntax::BoolOp &node, std::size_t first,
                     SourceRange range);
  Operand checkIfExpr(const syntax::IfExpr &node, SourceRange range);
  Operand checkKnownAttribute(const Value &base, const syntax::Attribute &node,
                              SourceRange range);
  Operand unknownName(const std::string &name, SourceRange range);
  Operand pathOperand(const std::string &path, SourceRange range);

  // ---- operator.cpp: numbers ----
  Operand numericBinary(syntax::BinaryOp op, Operand left, Operand right,
                        SourceRange range);
  Operand powerOperation(Operand left, Operand right, SourceRange range);
  /// Whether the text alone tells the number: no variable, call or choice.
  bool isWritten(const syntax::Expr &expr) const;
  Operand exactOperand(const syntax::Expr &expr);
  Operand heldConstant(Operand constant);
  Type holderOf(syntax::BinaryOp op, const Value &left, const Value &right,
                const Value &result) const;

  // ---- choice.cpp: what a constant chooses ----
  /// The type that `expr` would have; Error when it cannot be checked.
  Type typeOfUnevaluated(const syntax::Expr &expr);
  /// What the condition is here, if that is known.
  std::optional<bool> knownOnTrial(const syntax::Expr &condition);
  template <class Result, class F>
  Result onTrial(const Result &without, const F &look);

  Operand declareArray(bool shared, const syntax::Call &node,
                       SourceRange range);
  /// The array of the call `key`.
  Operand placeArray(ir::ArrayDeclaration declaration, const void *key,
                     SourceRange range);

  // ---- call.cpp ----
  Operand checkCall(const syntax::Call &node, SourceRange range);
  Operand callFunction(const FunctionValue &function, const syntax::Call &node,
                       SourceRange range);
  Operand callType(const Type &type, const syntax::Call &node,
                   SourceRange range);
  Operand callPath(const std::string &path, const syntax::Call &node,
                   SourceRange range);
  /// `isNumpy`: called by a name of NumPy's.
  Operand callBuiltin(Builtin builtin, bool isNumpy, const syntax::Call &node,
                      SourceRange range);

  void checkDelete(const syntax::Delete &node, SourceRange range);

  // ---- what library features ask for (emit/emitter.h) ----
  Evaluator &evaluator() override { return file_.evaluator(); }
  ir::Module &module() override { return file_.module(); }
  ir::Function &function() override { return function_; }
  bool raisesBounds() const override { return file_.raisesBounds(); }
  ir::ExprPtr checkedTupleIndex(ir::ExprPtr index, std::int64_t size) override {
    return file_.checkedTupleIndex(std::move(index), size);
  }
  ir::ExprPtr raisingUnless(ir::ExprPtr condition, const char *kind,
                            const std::string &text) override {
    return file_.raisingUnless(std::move(condition), kind, text);
  }
  Elementwise *&elementwise() override { return elementwise_; }
  Elementwise *&expression() override { return expression_; }
  ir::SlotId temporary(const Type &type) override;
  void noteEffects(const syntax::Expr &expr, const Operand &result) override;
  bool rangeArguments(const syntax::Call &call, SourceRange range,
                      std::vector<ir::ExprPtr> &args, Type &element) override;
  bool isNumba() const override { return typing_ == Typing::Numba; }
  std::optional<Type> arithmeticType(const Type &a,
                                     const Type &b) const override;
  std::optional<Type> join(const Type &a, const Type &b) const override;
  Type pythonFloat() const override;
  Operand numbaConversion(Builtin builtin, Operand operand,
                          SourceRange range) override;
  Operand keepParts(Operand operand, Block &block) override;
  Operand bothTrue(bool isAnd, Operand left, Operand right,
                   SourceRange range) override;
  void warnOfCopy(const ir::Expr &array, SourceRange range) override;
  Extents extentsOf(const ir::Expr &array) const override;
  void noteKept(ir::SlotId slot, const ir::Expr &value) override;
  BlockThreads blockThreads() override { return file_.blockThreads(); }
  void expectThreads(std::uint32_t threads) override {
    file_.expectThreads(threads);
  }
  std::int64_t placeScratch(std::int64_t bytes, const void *key) override;
  Operand scratchArray(const Type &element, std::int64_t count, const void *key,
                       SourceRange range) override;
  Operand makeArray(Builtin builtin, const syntax::Call &node,
                    SourceRange range) override;
  Operand callInstance(const FunctionValue &function, std::vector<Operand> args,
                       const std::optional<Type> &declaredResult,
                       SourceRange range) override;
  void raise(const std::string &kind, std::string text, bool isReported,
             SourceRange range, Block &block) override;
  Operand check(const syntax::Expr &expr) override;
  Operand checkNode(const syntax::Expr &expr) override;
  Operand constantOperand(Value value, SourceRange range) override;
  Operand unaryOperation(syntax::UnaryOp op, Operand operand,
                         SourceRange range) override;
  Operand attributeOf(Operand base, const syntax::Attribute &node,
                      SourceRange range) override;
  Operand compareTwo(syntax::CompareOp op, Operand left, Operand right,
                     SourceRange range) override;
  ir::ExprPtr checkCondition(const syntax::Expr &expr,
                             std::optional<bool> &known) override;
  Operand notConstant(const std::string &name, const Value &value,
                      SourceRange range) override;
  Operand constantArray(const Value &value, const std::string &name,
                        SourceRange range) override;
  bool refuseReadonly(const Operand &array) override;
  Operand binaryOperation(syntax::BinaryOp op, Operand left, Operand right,
                          SourceRange range) override;
  Operand exponentOf(const syntax::Expr &expr, Operand exponent) override;
  Operand minMax(bool isMin, std::vector<Operand> operands, SourceRange range,
                 bool isTuple = false) override;
  ir::ExprPtr mixedExtreme(bool isMin, std::vector<Operand> operands,
                           SourceRange range);
  Operand operandError(const char *op, const Operand &left,
                       const Operand &right, SourceRange range) override;
  Type typeOf(const Operand &operand, bool report = true) override;
  ir::ExprPtr materialize(Operand operand) override;
  ir::ExprPtr coerce(Operand operand, const Type &type) override;
  ir::ExprPtr convert(ir::ExprPtr expr, const Type &type) override;
  ir::ExprPtr toBool(Operand operand) override;
  ir::ExprPtr toIndex(Operand operand, bool &canBeNegative) override;
  bool canCoerce(const Type &from, const Type &to) const override;
  std::string describe(const Operand &operand) const override;
  Operand once(Operand operand, std::vector<ir::Let> &lets) override;
  bool isSetWithin(ir::SlotId slot) const override;
  ir::ExprPtr finishLets(ir::ExprPtr body, std::vector<ir::Let> lets) override;
  Operand callReal(Builtin builtin, std::vector<Operand> args,
                   SourceRange range) override;
  bool bindArguments(const FunctionValue &function, const syntax::Call &node,
                     SourceRange range, std::vector<Operand> &bound,
                     std::vector<ir::Let> &lets) override;
  Diagnostics &diagnostics() override { return file_.diagnostics(); }

  FileChecker &file_;
  const FunctionValue &callee_;
  const syntax::FunctionDef &def_;
  const Scope &scope_;
  bool isKernel_;
  Typing typing_;
};

/// Whether no text has the name: a variable of a function that the compiler
/// wrote, which reads none before it is set.
inline bool isMadeName(const std::string &name) {
  return name.starts_with('.');
}
/// Passes over a loop after which what was assumed before is kept, and after
/// which its types ought to have settled.
constexpr int patientPasses = 8, mostPasses = 1000;

template <class Loop>
FunctionState::LoopFacts &FunctionChecker::factsOf(const Loop &loop) {
  LoopFacts &facts = loops_[{&loop, unrolledKey_}];
  if (!facts.assigned) {
    facts.assigned.emplace();
    for (const std::string &name : assignedBy(loop))
      facts.assigned->push_back(variableIndex(name));
  }
  return facts;
}

} // namespace pyk2ptx

#endif
