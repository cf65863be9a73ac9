// The syntax tree: Python as the parser read it, nothing resolved.
//
// It covers more than kernels may use, because a real file holds host code
// around them. What has no node of its own is `Unsupported` with the
// construct's name; that is an error only where a kernel reaches it.
//
// Nodes are plain structs in a std::variant. Expressions never change once they
// are built, and may be part of two trees: check makes functions of them.
#ifndef PYK2PTX_FRONTEND_PARSE_SYNTAX_H
#define PYK2PTX_FRONTEND_PARSE_SYNTAX_H

#include "frontend/messages/source.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace pyk2ptx::syntax {

struct Expr;
struct Stmt;
using ExprPtr = std::shared_ptr<const Expr>;
using Block = std::vector<Stmt>;

enum class UnaryOp : std::uint8_t { Negative, Positive, Invert, Not };
enum class BinaryOp : std::uint8_t {
  Add,
  Sub,
  Mul,
  TrueDiv,
  FloorDiv,
  Mod,
  Pow,
  MatMul,
  LeftShift,
  RightShift,
  BitAnd,
  BitOr,
  BitXor
};
enum class CompareOp : std::uint8_t {
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  Is,
  IsNot,
  In,
  NotIn
};

/// "+", "//", "not ", ...
const char *spelling(UnaryOp op);
const char *spelling(BinaryOp op);
const char *spelling(CompareOp op);

// ---- expressions ----

struct Name {
  std::string id;
};
/// Magnitude; Python's ints have no bound, so `tooLarge` marks one ≥ 2**64.
struct IntLiteral {
  std::uint64_t value = 0;
  bool tooLarge = false;
};
struct FloatLiteral {
  double value = 0;
};
/// 2j
struct ImaginaryLiteral {
  double value = 0;
};
/// Adjacent literals are joined, escapes resolved.
struct StringLiteral {
  std::string value;
  bool isBytes = false;
};
struct BoolLiteral {
  bool value = false;
};
struct NoneLiteral {};
struct EllipsisLiteral {};
struct TupleExpr {
  std::vector<ExprPtr> elements;
};
struct ListExpr {
  std::vector<ExprPtr> elements;
};
/// value.name; nameRange is the place of `name`
struct Attribute {
  ExprPtr value;
  std::string name;
  SourceRange nameRange;
};
/// value[indices]; `a[i, j]` has two indices, `a[(i, j)]` one TupleExpr.
/// isTuple: the brackets held a comma (`a[i,]`).
struct Subscript {
  ExprPtr value;
  std::vector<ExprPtr> indices;
  bool isTuple = false;
};
/// lower:upper:step inside a subscript; parts may be null
struct Slice {
  ExprPtr lower, upper, step;
};
struct Keyword {
  std::string name;
  ExprPtr value;
  SourceRange range; /* name is "" for **value */
};
struct Call {
  ExprPtr callee;
  std::vector<ExprPtr> args;
  std::vector<Keyword> keywords;
};
/// *value in a call, a tuple or an assignment target
struct Starred {
  ExprPtr value;
};
struct Unary {
  UnaryOp op;
  ExprPtr operand;
};
struct Binary {
  BinaryOp op;
  ExprPtr left, right;
  SourceRange opRange;
};
/// a and b and c: one node, operands in order
struct BoolOp {
  bool isAnd = true;
  std::vector<ExprPtr> operands;
};
/// a < b <= c: operands one more than ops
struct Compare {
  std::vector<CompareOp> ops;
  std::vector<ExprPtr> operands;
};
/// body if condition else orElse
struct IfExpr {
  ExprPtr condition, body, orElse;
};
/// (name := value)
struct NamedExpr {
  std::string name;
  SourceRange nameRange;
  ExprPtr value;
};

struct Parameter {
  std::string name;
  SourceRange range;
  ExprPtr annotation;   // or null
  ExprPtr defaultValue; // or null
  enum class Kind : std::uint8_t {
    Normal,
    PositionalOnly,
    KeywordOnly,
    Args,
    KeywordArgs
  } kind = Kind::Normal;
};
struct FunctionDef;
/// lambda params: body, as a function `lambda` whose one statement returns body
struct Lambda {
  std::unique_ptr<FunctionDef> function;
};
/// f"...": text pieces and values in turn; format specs and conversions
/// verbatim
struct FormattedPiece {
  std::string text;
  ExprPtr value; /* null: text only */
  std::string conversion, spec;
};
struct FString {
  std::vector<FormattedPiece> pieces;
};
/// [element for target in iterable if c...] ; kind '[' '(' '{'
struct ComprehensionFor {
  ExprPtr target, iterable;
  std::vector<ExprPtr> conditions;
};
struct Comprehension {
  char kind = '[';
  ExprPtr element;
  std::vector<ComprehensionFor> fors;
};
/// Anything else, by its Python name ("dictionary", "yield", "await", ...)
struct UnsupportedExpr {
  std::string what;
  /// Of a set its elements, of a dictionary its keys and values in turn.
  std::vector<ExprPtr> elements = {};
};

struct Expr {
  SourceRange range;
  std::variant<Name, IntLiteral, FloatLiteral, ImaginaryLiteral, StringLiteral,
               BoolLiteral, NoneLiteral, EllipsisLiteral, TupleExpr, ListExpr,
               Attribute, Subscript, Slice, Call, Starred, Unary, Binary,
               BoolOp, Compare, IfExpr, NamedExpr, Lambda, FString,
               Comprehension, UnsupportedExpr>
      node;
};

// ---- statements ----

struct ExprStmt {
  ExprPtr value;
};
/// a = b = value has two targets
struct Assign {
  std::vector<ExprPtr> targets;
  ExprPtr value;
};
/// target: annotation [= value]
struct AnnAssign {
  ExprPtr target, annotation, value;
};
/// target op= value
struct AugAssign {
  ExprPtr target;
  BinaryOp op;
  ExprPtr value;
  SourceRange opRange;
};
struct IfBranch {
  ExprPtr condition;
  Block body;
};
/// if/elif...: one branch each, flat
struct If {
  std::vector<IfBranch> branches;
  Block orElse;
};
struct While {
  ExprPtr condition;
  Block body, orElse;
};
struct For {
  ExprPtr target, iterable;
  Block body, orElse;
};
struct Return {
  ExprPtr value; /* or null */
};
struct Break {};
struct Continue {};
struct Pass {};
struct Assert {
  ExprPtr condition, message;
};
struct Raise {
  ExprPtr exception; /* or null */
};
struct Delete {
  std::vector<ExprPtr> targets;
};
struct Global {
  std::vector<std::string> names;
  bool nonlocal = false;
};
struct ImportAlias {
  std::string name, asName; /* asName "" if none */
  SourceRange range;
};
/// import a.b as c, d
struct Import {
  std::vector<ImportAlias> names;
};
/// from ..module import a as b; star: names has one "*"
struct ImportFrom {
  int level = 0;
  std::string module;
  std::vector<ImportAlias> names;
};
struct FunctionDef {
  std::string name;
  SourceRange nameRange;
  std::vector<ExprPtr> decorators;
  std::vector<Parameter> params;
  ExprPtr returns; // or null
  Block body;
  bool isAsync = false;
};
struct ClassDef {
  std::string name;
  SourceRange nameRange;
  std::vector<ExprPtr> decorators, bases;
  Block body;
};
/// match subject: patterns kept as expressions where they are values
struct MatchPattern;
struct MatchCase {
  std::unique_ptr<MatchPattern> pattern;
  ExprPtr guard;
  Block body;
};
struct Match {
  ExprPtr subject;
  std::vector<MatchCase> cases;
};
/// try, with, async for, ...: `blocks` holds the bodies, so that host code's
/// functions inside them are still found
struct UnsupportedStmt {
  std::string what;
  std::vector<Block> blocks;
};

struct Stmt {
  SourceRange range;
  std::variant<ExprStmt, Assign, AnnAssign, AugAssign, If, While, For, Return,
               Break, Continue, Pass, Assert, Raise, Delete, Global, Import,
               ImportFrom, FunctionDef, ClassDef, Match, UnsupportedStmt>
      node;
};

struct ValuePattern {
  ExprPtr value;
};
struct CapturePattern {
  std::string name; /* "_" is the wildcard */
};
struct OrPattern {
  std::vector<std::unique_ptr<MatchPattern>> alternatives;
};
struct SequencePattern {
  std::vector<std::unique_ptr<MatchPattern>> elements;
};
struct AsPattern {
  std::unique_ptr<MatchPattern> pattern;
  std::string name;
};
struct UnsupportedPattern {
  std::string what;
};
struct MatchPattern {
  SourceRange range;
  std::variant<ValuePattern, CapturePattern, OrPattern, SequencePattern,
               AsPattern, UnsupportedPattern>
      node;
};

/// What a lambda returns.
inline const ExprPtr &bodyOf(const Lambda &lambda) {
  return std::get<Return>(lambda.function->body[0].node).value;
}

/// One file.
struct Module {
  const Source *source = nullptr;
  Block body;
};

} // namespace pyk2ptx::syntax

#endif
