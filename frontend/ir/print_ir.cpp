// The IR as text, in the shape of the source. Parentheses stand only where
// precedence needs them; a slot's type is shown where it is first assigned.
#include "print_ir.h"

#include "frontend/tables/libdevice.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <set>

namespace pyk2ptx {

using namespace ir;

namespace {

std::string atomicName(ir::AtomicOp op) {
  static constexpr const char *names[] = {
      "atomic.add",    "atomic.sub",    "atomic.max",   "atomic.min",
      "atomic.nanmax", "atomic.nanmin", "atomic.and",   "atomic.or",
      "atomic.xor",    "atomic.exch",   "atomic.inc",   "atomic.dec",
      "atomic.cas",    "atomic.load",   "atomic.store", "ldca",
      "ldcg",          "ldcs",          "ldlu",         "ldcv",
      "stcg",          "stcs",          "stwb",         "stwt"};
  return std::string(names[static_cast<std::size_t>(op)]) + "(";
}

/// A text that stands before arguments.
std::string quoted(const std::string &text, bool isAlone) {
  if (text.empty())
    return text;
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '\n')
      quoted += "\\n";
    else
      quoted += c;
  }
  return quoted + (isAlone ? "\"" : "\", ");
}

/// Scope and order of an atomic, where they are not the default.
std::string accessText(const ir::Atomic &node) {
  static constexpr const char *scopes[] = {", block", "", ", system"};
  static constexpr const char *orders[] = {"", ", acquire", ", release",
                                           ", acq_rel", ", seq_cst"};
  return std::string(scopes[static_cast<std::size_t>(node.scope)]) +
         orders[static_cast<std::size_t>(node.order)];
}

template <typename... Functions> struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <typename... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

/// Binding strength, weakest first.
enum Precedence {
  LetLevel,
  SelectLevel,
  OrLevel,
  AndLevel,
  NotLevel,
  CompareLevel,
  BitOrLevel,
  BitXorLevel,
  BitAndLevel,
  ShiftLevel,
  SumLevel,
  ProductLevel,
  UnaryLevel,
  PowerLevel,
  AtomLevel
};

struct Operator {
  const char *text;
  Precedence level;
};

/// Min and Max print as calls and have no row of their own.
Operator operatorOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return {" + ", SumLevel};
  case BinaryOp::Sub:
    return {" - ", SumLevel};
  case BinaryOp::Mul:
    return {" * ", ProductLevel};
  case BinaryOp::TrueDiv:
    return {" / ", ProductLevel};
  case BinaryOp::FloorDiv:
    return {" // ", ProductLevel};
  case BinaryOp::Mod:
    return {" % ", ProductLevel};
  case BinaryOp::Pow:
    return {" ** ", PowerLevel};
  case BinaryOp::LeftShift:
    return {" << ", ShiftLevel};
  case BinaryOp::RightShift:
    return {" >> ", ShiftLevel};
  case BinaryOp::BitAnd:
    return {" & ", BitAndLevel};
  case BinaryOp::BitOr:
    return {" | ", BitOrLevel};
  case BinaryOp::BitXor:
    return {" ^ ", BitXorLevel};
  case BinaryOp::Min:
    return {"min", AtomLevel};
  case BinaryOp::Max:
    return {"max", AtomLevel};
  }
  return {"", AtomLevel};
}

const char *compareText(CompareOp op) {
  switch (op) {
  case CompareOp::Less:
    return " < ";
  case CompareOp::LessEqual:
    return " <= ";
  case CompareOp::Greater:
    return " > ";
  case CompareOp::GreaterEqual:
    return " >= ";
  case CompareOp::Equal:
    return " == ";
  case CompareOp::NotEqual:
    return " != ";
  }
  return "";
}

std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '\n')
      result += "\\n";
    else if (c == '"' || c == '\\')
      result += std::string("\\") + c;
    else
      result += c;
  }
  return result + "\"";
}

std::string floatText(double value, bool isSingle) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  char buffer[40];
  auto end = isSingle ? std::to_chars(buffer, buffer + sizeof buffer,
                                      static_cast<float>(value))
                      : std::to_chars(buffer, buffer + sizeof buffer, value);
  std::string text(buffer, end.ptr);
  if (text.find_first_of(".e") == std::string::npos)
    text += ".0";
  return text;
}

std::string describeMode(const FloatMode &mode) {
  return std::string(mode.fast ? " fast" : "") + (mode.ftz ? " ftz" : "") +
         (mode.approximateDivision ? " approximate_division" : "") +
         (mode.approximateSqrt ? " approximate_sqrt" : "");
}

class Printer {
public:
  explicit Printer(const Module &module) : module_(module) {}
  std::string run();

private:
  void function(const Function &function);
  void block(const Block &body, int depth);
  void statement(const Stmt &stmt, int depth);
  void line(int depth, const std::string &text);
  std::string assigned(SlotId slot);
  std::string expr(const Expr &expr, int level);
  std::string binary(const Binary &node);
  std::string constant(const Constant &node, const Type &type);
  std::string element(const Expr &array, const std::vector<Index> &indices);
  std::string index(const Index &index);
  std::string view(const View &node);
  std::string recast(const Recast &node, const Type &type);
  std::string list(const std::vector<ExprPtr> &exprs);
  static int levelOf(const Expr &expr);
  std::string inner(const Expr &expr);

  const Module &module_;
  const Function *function_ = nullptr;
  std::set<SlotId> seen_;
  std::string text_;
};

void Printer::line(int depth, const std::string &text) {
  text_.append(static_cast<std::size_t>(depth) * 2, ' ');
  text_ += text;
  text_ += '\n';
}

std::string Printer::constant(const Constant &node, const Type &type) {
  switch (type.scalar) {
  case Scalar::Bool:
    return node.bits ? "True" : "False";
  case Scalar::I64:
    return std::to_string(static_cast<std::int64_t>(node.bits));
  case Scalar::F64:
    return floatText(node.number, false);
  case Scalar::F16:
  case Scalar::BF16:
    return std::string(irName(type.scalar)) + "(" +
           floatText(node.number, true) + ")";
  case Scalar::F32:
    return "f32(" + floatText(node.number, true) + ")";
  case Scalar::C64:
  case Scalar::C128: {
    bool isSingle = type.scalar == Scalar::C64;
    return std::string(irName(type.scalar)) + "(" +
           floatText(node.number, isSingle) + ", " +
           floatText(node.imag, isSingle) + ")";
  }
  case Scalar::U64:
    return "u64(" + std::to_string(node.bits) + ")";
  default:
    break;
  }
  return std::string(irName(type.scalar)) + "(" +
         std::to_string(static_cast<std::int64_t>(node.bits)) + ")";
}

int Printer::levelOf(const Expr &expr) {
  return std::visit(
      Overloaded{
          [&](const Constant &node) -> int {
            bool negative =
                (expr.type.scalar == Scalar::I64 &&
                 static_cast<std::int64_t>(node.bits) < 0) ||
                (expr.type.scalar == Scalar::F64 && std::signbit(node.number));
            return negative ? UnaryLevel : AtomLevel;
          },
          [](const Unary &node) -> int {
            return node.op == UnaryOp::Not ? NotLevel : UnaryLevel;
          },
          [](const Binary &node) -> int { return operatorOf(node.op).level; },
          [](const Compare &) -> int { return CompareLevel; },
          [](const Logical &node) -> int {
            return node.isAnd ? AndLevel : OrLevel;
          },
          [](const Select &) -> int { return SelectLevel; },
          [](const Let &) -> int { return LetLevel; },
          [](const View &) -> int { return UnaryLevel; },
          [](const Recast &) -> int { return UnaryLevel; },
          [](const auto &) -> int { return AtomLevel; }},
      expr.node);
}

std::string Printer::expr(const Expr &expr, int level) {
  std::string text = inner(expr);
  return levelOf(expr) < level ? "(" + text + ")" : text;
}

std::string Printer::list(const std::vector<ExprPtr> &exprs) {
  std::string text;
  for (std::size_t i = 0; i < exprs.size(); ++i)
    text += (i ? ", " : "") + expr(*exprs[i], SelectLevel);
  return text;
}

/// Of texts that are made in order, as the elements of braces are and the
/// operands of + are not: the first to name a slot states its type.
static std::string joined(std::initializer_list<std::string> parts) {
  std::string text;
  for (const std::string &part : parts)
    text += part;
  return text;
}

std::string Printer::binary(const Binary &node) {
  Operator op = operatorOf(node.op);
  if (op.level == AtomLevel)
    return joined({op.text, "(", expr(*node.left, SelectLevel), ", ",
                   expr(*node.right, SelectLevel), ")"});
  // ** leans to the right, the others to the left.
  bool rightToLeft = op.level == PowerLevel;
  return joined({expr(*node.left, op.level + (rightToLeft ? 1 : 0)), op.text,
                 expr(*node.right, op.level + (rightToLeft ? 0 : 1))});
}

std::string Printer::index(const Index &index) {
  std::string text;
  if (index.bounds != Bounds::None)
    text = index.bounds == Bounds::Guard ? "guard " : "raise ";
  if (index.bounds != Bounds::None && index.isInsideIfAny)
    text += "if any ";
  std::string value = expr(*index.value, SelectLevel);
  return text + (index.wrap ? "wrap(" + value + ")" : value);
}

std::string Printer::element(const Expr &array,
                             const std::vector<Index> &indices) {
  std::string text = expr(array, AtomLevel) + "[";
  for (std::size_t i = 0; i < indices.size(); ++i)
    text += (i ? ", " : "") + index(indices[i]);
  return text + (indices.empty() ? "()]" : "]");
}

std::string Printer::view(const View &node) {
  std::string text = "view " + expr(*node.array, AtomLevel) + "[";
  for (std::size_t i = 0; i < node.subscripts.size(); ++i) {
    const ViewSubscript &subscript = node.subscripts[i];
    text += i ? ", " : "";
    if (subscript.kind == ViewSubscript::Kind::NewAxis) {
      text += "None";
    } else if (subscript.kind == ViewSubscript::Kind::Index) {
      text += index(subscript.index);
    } else {
      text += subscript.lower ? expr(*subscript.lower, SelectLevel) : "";
      text += ":";
      text += subscript.upper ? expr(*subscript.upper, SelectLevel) : "";
      if (subscript.step)
        text += ":" + expr(*subscript.step, SelectLevel);
    }
  }
  return text + "]";
}

std::string Printer::recast(const Recast &node, const Type &type) {
  std::string text = "recast " + irSpelling(type) + " " +
                     expr(*node.array, AtomLevel) + " shape (" +
                     list(node.shape) + ")";
  if (!node.strides.empty())
    text += " strides (" + list(node.strides) + ")";
  if (node.offset != 0)
    text += " offset " + std::to_string(node.offset);
  if (node.fits && node.bounds != Bounds::None)
    text += (node.bounds == Bounds::Guard ? " guard " : " raise ") +
            expr(*node.fits, AtomLevel);
  return text;
}

std::string Printer::inner(const Expr &whole) {
  return std::visit(
      Overloaded{
          [&](const Constant &node) { return constant(node, whole.type); },
          [&](const SlotValue &node) {
            return function_->slots[node.slot].name;
          },
          [&](const Convert &node) {
            return std::string(node.isNatural ? "natural " : "") +
                   (node.shortBits
                        ? "short" + std::to_string(node.shortBits) + " "
                        : "") +
                   irSpelling(whole.type) + "(" +
                   expr(*node.operand, SelectLevel) + ")";
          },
          [&](const Unary &node) {
            const char *op = node.op == UnaryOp::Negative ? "-"
                             : node.op == UnaryOp::Invert ? "~"
                                                          : "not ";
            return op + expr(*node.operand, levelOf(whole));
          },
          [&](const Binary &node) { return binary(node); },
          [&](const FusedMultiplyAdd &node) {
            return joined({"fma(", expr(*node.left, SelectLevel), ", ",
                           expr(*node.right, SelectLevel), ", ",
                           expr(*node.addend, SelectLevel), ")"});
          },
          [&](const Compare &node) {
            return joined({expr(*node.left, BitOrLevel), compareText(node.op),
                           expr(*node.right, BitOrLevel)});
          },
          [&](const Logical &node) {
            int level = node.isAnd ? AndLevel : OrLevel;
            return joined({expr(*node.left, level),
                           node.isAnd ? " and " : " or ",
                           expr(*node.right, level + 1)});
          },
          [&](const Select &node) {
            return joined({expr(*node.body, OrLevel), " if ",
                           expr(*node.condition, OrLevel), " else ",
                           expr(*node.orElse, SelectLevel)});
          },
          [&](const Let &node) {
            return joined({"let ", assigned(node.slot), " = ",
                           expr(*node.value, SelectLevel), " in ",
                           expr(*node.body, LetLevel)});
          },
          [&](const Load &node) { return element(*node.array, node.indices); },
          [&](const View &node) { return view(node); },
          [&](const ArrayAt &node) {
            std::string text = "at(" + expr(*node.pointer, SelectLevel);
            return text + (node.shape.empty() ? "" : ", ") + list(node.shape) +
                   ")";
          },
          [&](const Field &node) {
            const RecordLayout *record = node.array->type.record.get();
            return expr(*node.array, AtomLevel) + "." +
                   (record            ? record->fields[node.index].name
                    : node.index == 0 ? "real"
                                      : "imag");
          },
          [&](const Recast &node) { return recast(node, whole.type); },
          [&](const ArrayProperty &node) {
            std::string array = expr(*node.array, AtomLevel);
            if (node.field == ArrayField::Size)
              return array + ".size";
            if (node.field == ArrayField::Address)
              return array + ".address";
            return array +
                   (node.field == ArrayField::Shape ? ".shape[" : ".strides[") +
                   std::to_string(node.axis) + "]";
          },
          [&](const ArrayStorage &node) {
            return "@" + function_->arrays[node.array].name +
                   (node.array ? "." + std::to_string(node.array) : "");
          },
          [&](const Atomic &node) {
            std::string text =
                atomicName(node.op) + element(*node.array, node.indices);
            if (node.expected)
              text += ", " + expr(*node.expected, SelectLevel);
            if (node.value)
              text += ", " + expr(*node.value, SelectLevel);
            return text + accessText(node) + ")";
          },
          [&](const MakeTuple &node) {
            return "(" + list(node.elements) +
                   (node.elements.size() == 1 ? ",)" : ")");
          },
          [&](const TupleElement &node) {
            return expr(*node.tuple, AtomLevel) + "." +
                   std::to_string(node.index);
          },
          [&](const CallFunction &node) {
            return module_.functions[node.function].symbol + "(" +
                   list(node.args) + ")";
          },
          [&](const CallBuiltin &node) {
            const BuiltinInfo &info = builtinInfo(node.builtin);
            std::string name(info.name);
            return info.signature == Signature::Register
                       ? name
                       : name + "(" + quoted(node.text, node.args.empty()) +
                             list(node.args) + ")";
          },
          [&](const CallLibdevice &node) {
            return "libdevice." + std::string(libdeviceRows()[node.row].name) +
                   "(" + list(node.args) + ")";
          }},
      whole.node);
}

/// A slot being assigned, with its type the first time.
std::string Printer::assigned(SlotId slot) {
  const Slot &target = function_->slots[slot];
  if (!seen_.insert(slot).second)
    return target.name;
  return target.name + ": " + irSpelling(target.type);
}

void Printer::block(const Block &body, int depth) {
  if (body.empty())
    line(depth, "pass");
  for (const Stmt &stmt : body)
    statement(stmt, depth);
}

void Printer::statement(const Stmt &stmt, int depth) {
  auto orElse = [&](const Block &body) {
    if (body.empty())
      return;
    line(depth, "else");
    block(body, depth + 1);
  };
  std::visit(
      Overloaded{[&](const Assign &node) {
                   // The target is named first, so its type shows even if the
                   // value has a Let.
                   std::string target = assigned(node.slot);
                   line(depth, target + " = " + expr(*node.value, LetLevel));
                 },
                 [&](const Store &node) {
                   line(depth, element(*node.array, node.indices) + " = " +
                                   expr(*node.value, LetLevel));
                 },
                 [&](const Evaluate &node) {
                   line(depth, expr(*node.value, LetLevel));
                 },
                 [&](const If &node) {
                   line(depth, "if " + expr(*node.condition, LetLevel));
                   block(node.body, depth + 1);
                   orElse(node.orElse);
                 },
                 [&](const While &node) {
                   line(depth, "while " + expr(*node.condition, LetLevel));
                   block(node.body, depth + 1);
                   orElse(node.orElse);
                 },
                 [&](const ForRange &node) {
                   line(depth, "for " + assigned(node.slot) + " in range(" +
                                   expr(*node.start, SelectLevel) + ", " +
                                   expr(*node.stop, SelectLevel) + ", " +
                                   expr(*node.step, SelectLevel) + ")");
                   block(node.body, depth + 1);
                   orElse(node.orElse);
                 },
                 [&](const Break &) { line(depth, "break"); },
                 [&](const Continue &) { line(depth, "continue"); },
                 [&](const Return &node) {
                   line(depth, node.value
                                   ? "return " + expr(*node.value, LetLevel)
                                   : "return");
                 },
                 [&](const Print &node) {
                   std::string text = "print";
                   for (std::size_t i = 0; i < node.pieces.size(); ++i) {
                     const PrintPiece &piece = node.pieces[i];
                     text += i ? ", " : " ";
                     text += piece.value ? expr(*piece.value, SelectLevel)
                                         : quoted(piece.text);
                     if (piece.conversion)
                       text += ":%" + piece.flags + piece.conversion;
                   }
                   line(depth, text);
                 },
                 [&](const Raise &node) {
                   line(depth, "raise " + node.kind + "(" + quoted(node.text) +
                                   ")" + (node.report ? " reported" : ""));
                 }},
      stmt.node);
}

void Printer::function(const Function &function) {
  function_ = &function;
  seen_.clear();
  std::string head = function.isKernel     ? "kernel "
                     : function.isExternal ? "external "
                                           : "function ";
  head += function.symbol + "(";
  for (SlotId slot = 0; slot < function.paramCount; ++slot)
    head += (slot ? ", " : "") + assigned(slot);
  head += ")";
  if (!function.returnType.isNone())
    head += " -> " + irSpelling(function.returnType);
  if (!function.exported.empty())
    head += " exported " + function.exported;
  if (function.isExternal || !function.exported.empty())
    head += function.numbaAbi ? " abi numba" : " abi c";
  line(0, head);
  if (function.isExternal)
    return;
  if (function.noAlias)
    line(1, "noalias");
  if (function.isUnoptimized)
    line(1, "unoptimized");
  if (function.maxThreads)
    line(1, "launch_bounds " + std::to_string(function.maxThreads) + ", " +
                std::to_string(function.minBlocks));
  if (function.expectedThreads)
    line(1, "threads " + std::to_string(function.expectedThreads));
  if (function.maxCluster)
    line(1, "max_cluster " + std::to_string(function.maxCluster));
  if (function.clusterDims[0])
    line(1, "cluster_dims " + std::to_string(function.clusterDims[0]) + ", " +
                std::to_string(function.clusterDims[1]) + ", " +
                std::to_string(function.clusterDims[2]));
  if (function.maxRegisters)
    line(1, "max_registers " + std::to_string(function.maxRegisters));
  if (function.floats != FloatMode())
    line(1, "float32" + describeMode(function.floats));
  for (std::size_t i = 0; i < function.arrays.size(); ++i) {
    const ArrayDeclaration &array = function.arrays[i];
    std::string text = array.space == Space::Shared  ? "shared @"
                       : array.space == Space::Local ? "local @"
                       : array.address               ? "global @"
                                                     : "constant @";
    text += array.name + (i ? "." + std::to_string(i) : "") + ": " +
            irSpelling(array.element) + "[";
    for (std::size_t axis = 0; axis < array.shape.size(); ++axis)
      text += (axis ? ", " : "") + std::to_string(array.shape[axis]);
    text += array.dynamic ? "] dynamic" : "]";
    if (array.alignment)
      text += " aligned " + std::to_string(array.alignment);
    if (array.address)
      text += " at " + std::to_string(array.address);
    line(1, text);
  }
  for (SlotId slot = function.paramCount; slot < function.slots.size(); ++slot)
    if (function.slots[slot].zero)
      line(1, assigned(slot) + " = zero");
  block(function.body, 1);
}

std::string Printer::run() {
  for (const Function &each : module_.functions) {
    if (!text_.empty())
      text_ += '\n';
    function(each);
  }
  return std::move(text_);
}

} // namespace

std::string printIr(const ir::Module &module) { return Printer(module).run(); }

} // namespace pyk2ptx
