// Internal to check_*.cpp: the state of checking one file and one function.
//
// A Python variable may change its type where control flow is straight, and
// takes the join of its types where paths meet. So the checker carries an
// environment (variable -> what it is now) along the paths; a variable has one
// slot for each type it takes, and an edge into a join copies, converting,
// from the slot that was current to the joined type's slot.
//
// Loops need the types at their head before their body is known. The body is
// checked with an assumption and checked again, with its messages dropped, while
// an edge brings more than was assumed. Assumptions are kept for the next visit
// of the same loop, so nested loops do not multiply the passes.
#ifndef PYK2PTX_FRONTEND_CHECKER_H
#define PYK2PTX_FRONTEND_CHECKER_H

#include "check.h"
#include "evaluate.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace pyk2ptx {

/// The value of an expression. Exactly one form:
///  - error: reported already
///  - known: a constant or another compile-time value
///  - parts: a tuple whose elements are separate
///  - expr: computed at run time, of `type`
///  - slice: lower:upper:step in a subscript, not checked yet
struct Operand {
  bool isError = false;
  std::optional<Value> known;
  bool isTuple = false;
  std::vector<Operand> parts;
  const syntax::Slice *slice = nullptr;
  ir::ExprPtr expr;
  Type type = Type::error();
  SourceRange range;

  static Operand error(SourceRange range);
  static Operand ofValue(Value value, SourceRange range);
  static Operand ofExpr(ir::ExprPtr expr);
  static Operand tuple(std::vector<Operand> parts, SourceRange range);

  /// A number, known or computed (bool counts).
  bool isScalar() const;
  bool isArray() const { return expr && type.isArray(); }
  bool isNumber() const { return known && known->isNumber(); }
  bool isPath(const char *path) const {
    return known && known->kind == Value::Kind::Path && known->text == path;
  }
};

/// What a variable is at one point.
struct Variable {
  /// Assigned on some path that leads here.
  bool isSet = false;
  /// Not assigned on some other.
  bool maybeUnset = false;
  /// Its types cannot meet; an error if it is read.
  bool isConflict = false;
  std::string conflictA, conflictB;
  /// Known at compile time on every path.
  std::optional<Value> known;
  /// Has a run-time value in `slot` of type `type`.
  bool hasSlot = false;
  Type type = Type::error();
  ir::SlotId slot = 0;

  friend bool operator==(const Variable &, const Variable &);
};

/// Variables at one point; not `isReachable` after return, break, continue.
struct Environment {
  bool isReachable = true;
  std::vector<Variable> variables;
};

/// A device function compiled for some argument types.
struct Instance {
  std::uint32_t function = 0;
  Type result = Type::error();
  bool failed = false;
  /// The functions that it calls, directly or not.
  std::set<std::uint32_t> reached;
  /// Repeated at each call, because a caller may drop what it emitted.
  Diagnostics messages;
};

/// State of checking a file.
class FileChecker {
public:
  FileChecker(const syntax::Module &module, const CheckOptions &options,
              Diagnostics &diagnostics);
  std::optional<ir::Module> run();
  std::vector<KernelDeclaration> declarations();

  Evaluator &evaluator() { return evaluator_; }
  Diagnostics &diagnostics() { return *diagnostics_; }
  ir::Module &module() { return module_; }
  /// Null when the call failed; the reason is reported.
  const Instance *instantiate(const FunctionValue &function,
                              const std::vector<Type> &args,
                              const std::optional<Type> &declaredResult,
                              SourceRange callRange);

private:
  struct Kernel {
    std::string name;
    FunctionValue function;
  };
  void collect(const Scope &scope, std::vector<Kernel> &kernels);
  void collectFunction(const syntax::FunctionDef &def, const Scope &scope,
                       std::vector<Kernel> &kernels);
  void collectCalls(const Scope &scope, std::vector<Kernel> &kernels);
  void reportBadJit(const syntax::FunctionDef &def, const Scope &scope);
  void applySignatures(std::vector<Kernel> &kernels);
  std::vector<SignatureTypes> signaturesOf(const Kernel &kernel);
  bool checkSignatureArity(const Kernel &kernel,
                           const SignatureTypes &signature);
  void checkKernel(const Kernel &kernel, const SignatureTypes &signature,
                   const std::string &symbol);
  void checkSharedSize(const ir::Function &kernel);
  void readDefines();
  std::string uniqueSymbol(const std::string &name);

  const syntax::Module &syntax_;
  const CheckOptions &options_;
  /// Where messages go: those of a device function are kept with it.
  Diagnostics *diagnostics_;
  std::unique_ptr<Scope> scope_;
  Evaluator evaluator_;
  ir::Module module_;
  std::map<std::string, std::vector<SignatureTypes>> given_;
  std::map<std::string, Instance> instances_;
  std::vector<const syntax::FunctionDef *> active_;
  std::set<const syntax::FunctionDef *> usedAsDevice_;
  std::map<std::string, int> symbols_;
  /// Device functions that the function being checked calls, directly or not.
  std::set<std::uint32_t> reached_;
};

/// Checks the body of one function for given parameter types.
class FunctionChecker {
public:
  FunctionChecker(FileChecker &file, const FunctionValue &function,
                  bool isKernel);
  /// `declaredResult`: what a signature says a device function returns.
  /// False when errors were reported.
  bool run(const std::vector<Type> &params,
           const std::optional<Type> &declaredResult, ir::Function &result);
  /// The type of what is returned, weakness included.
  const Type &returnType() const { return returnType_; }

private:
  /// What is assumed of a loop: types at its head and behind it.
  struct LoopFacts {
    Environment head;
    bool headValid = false;
    Environment exit;
    bool exitValid = false;
    bool changed = false;
  };
  using Block = ir::Block;
  /// A loop's IR as one pass made it; `known` is a while's constant condition.
  struct LoopPass {
    ir::ExprPtr condition;
    std::optional<bool> known;
    Block body, orElse;
  };
  using LoopPrologue = std::function<void(LoopPass &)>;

  // ---- check_function.cpp: variables, joins, edges ----
  bool checkBody();
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
  void edgeTo(Environment &target, bool &valid, LoopFacts &facts, Block &block,
              SourceRange range);
  void assignVariable(const std::string &name, Operand value, SourceRange range,
                      Block &block);
  Operand readVariable(const std::string &name, SourceRange range);

  // ---- check_stmt.cpp ----
  void checkBlock(const syntax::Block &body, Block &block);
  void checkStatement(const syntax::Stmt &stmt, Block &block);
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
                     SourceRange range, Block &block, const void *key,
                     const LoopPrologue &prologue);
  LoopPass loopPass(const syntax::Block &body, const syntax::Block &orElse,
                    SourceRange range, LoopFacts &facts,
                    const LoopPrologue &prologue);
  void checkReturn(const syntax::Return &node, SourceRange range, Block &block);
  void checkExprStmt(const syntax::Expr &value, SourceRange range,
                     Block &block);
  void unsupportedStatement(SourceRange range, const char *what);
  bool rangeArguments(const syntax::For &node, std::vector<ir::ExprPtr> &args);

  // ---- check_expr.cpp ----
  Operand check(const syntax::Expr &expr);
  Operand checkName(const syntax::Name &node, SourceRange range);
  Operand checkAttribute(const syntax::Attribute &node, SourceRange range);
  Operand checkArrayAttribute(Operand array, const syntax::Attribute &node,
                              SourceRange range);
  Operand checkUnary(const syntax::Unary &node, SourceRange range);
  Operand checkBinary(const syntax::Binary &node, SourceRange range);
  Operand checkCompare(const syntax::Compare &node, SourceRange range);
  Operand compareTwo(syntax::CompareOp op, Operand left, Operand right,
                     SourceRange range);
  Operand checkBoolOp(const syntax::BoolOp &node, SourceRange range);
  Operand boolOpFrom(const syntax::BoolOp &node, std::size_t first,
                     SourceRange range);
  Operand checkIfExpr(const syntax::IfExpr &node, SourceRange range);
  /// A bool expression, or a known number; null after an error.
  ir::ExprPtr checkCondition(const syntax::Expr &expr,
                             std::optional<bool> &known);
  Operand unknownName(const std::string &name, SourceRange range);
  Operand pathOperand(const std::string &path, SourceRange range);

  // ---- check_operator.cpp: numbers ----
  Operand binaryOperation(syntax::BinaryOp op, Operand left, Operand right,
                          SourceRange range);
  Operand numericBinary(syntax::BinaryOp op, Operand left, Operand right,
                        SourceRange range);
  Operand powerOperation(Operand left, Operand right, SourceRange range);
  Operand minMax(bool isMin, std::vector<Operand> operands, SourceRange range);
  Operand operandError(const char *op, const Operand &left,
                       const Operand &right, SourceRange range);

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
  std::optional<Scalar> readDtype(const Operand &dtype);
  Operand declareArray(bool shared, const syntax::Call &node,
                       SourceRange range);

  // ---- check_call.cpp ----
  Operand checkCall(const syntax::Call &node, SourceRange range);
  Operand callFunction(const FunctionValue &function, const syntax::Call &node,
                       SourceRange range);
  const SignatureTypes &
  bestSignature(const std::vector<SignatureTypes> &signatures,
                const std::vector<Operand> &args);
  bool coerceArguments(const FunctionValue &function,
                       const SignatureTypes &signature,
                       std::vector<Operand> &args);
  bool bindArguments(const FunctionValue &function, const syntax::Call &node,
                     SourceRange range, std::vector<Operand> &bound);
  Operand callType(const Type &type, const syntax::Call &node,
                   SourceRange range);
  Operand callPath(const std::string &path, const syntax::Call &node,
                   SourceRange range);
  Operand callBuiltin(Builtin builtin, const syntax::Call &node,
                      SourceRange range);
  Operand callSpecial(Builtin builtin, std::vector<Operand> args,
                      const syntax::Call &node, SourceRange range);
  Operand callReal(Builtin builtin, std::vector<Operand> args,
                   SourceRange range);
  Operand callGrid(bool isSize, std::vector<Operand> args, SourceRange range);
  Operand gridAxis(bool isSize, int axis, SourceRange range);
  Operand callInt(std::vector<Operand> args, SourceRange range);
  Operand callFloat(std::vector<Operand> args, SourceRange range);
  Operand callAbs(Operand arg, SourceRange range);
  Operand callRound(std::vector<Operand> args, SourceRange range);
  Operand callLen(Operand arg, SourceRange range);
  Operand callDivMod(std::vector<Operand> args, SourceRange range);
  void checkPrint(const syntax::Call &node, SourceRange range, Block &block);
  void printOperand(Operand operand, std::vector<ir::PrintPiece> &pieces);

  // ---- check_cuda.cpp: the intrinsics of CUDA ----
  Operand callCuda(Builtin builtin, std::vector<Operand> args,
                   SourceRange range);
  Operand callElement(Builtin builtin, std::vector<Operand> args,
                      SourceRange range);
  bool elementOf(const char *name, ir::AtomicOp op, Operand array,
                 Operand index, ir::Atomic &atomic, SourceRange range);
  Operand callLibdevice(std::uint16_t row, const syntax::Call &node,
                        SourceRange range);
  Operand callFma(std::vector<Operand> args, SourceRange range);
  Operand callSelp(std::vector<Operand> args, SourceRange range);
  bool takeArgument(Builtin builtin, char form, std::size_t number,
                    Operand argument, ir::CallBuiltin &call);
  bool argumentCount(const char *name, std::size_t given, std::size_t least,
                     std::size_t most, SourceRange range);

  Diagnostics &diagnostics() { return file_.diagnostics(); }

  FileChecker &file_;
  const FunctionValue &callee_;
  const syntax::FunctionDef &def_;
  const Scope &scope_;
  bool isKernel_;
  ir::Function function_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint32_t> indices_;
  Environment env_;
  /// Slots of each variable, one a type.
  std::vector<std::vector<ir::SlotId>> variableSlots_;
  std::unordered_map<const void *, LoopFacts> loops_;
  std::vector<LoopFacts *> loopStack_;
  std::unordered_map<const void *, std::uint32_t> arrays_;
  /// The name being assigned, for shared and local arrays.
  std::string assigned_;
  Type returnType_ = Type::error();
  bool returnValid_ = false;
  bool returnChanged_ = false;
  std::optional<Type> declaredResult_;
  std::vector<Type> paramTypes_;
};

// ---- small makers of IR ----
ir::ExprPtr makeExpr(SourceRange range, Type type,
                     decltype(ir::Expr::node) node);
ir::ExprPtr makeInt(SourceRange range, std::int64_t value);
ir::ExprPtr makeNumber(SourceRange range, const Number &number);
ir::ExprPtr makeConvert(ir::ExprPtr expr, const Type &type);

} // namespace pyk2ptx

#endif
