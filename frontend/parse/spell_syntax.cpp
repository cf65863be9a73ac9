// Expressions as Python would spell them. Parentheses are put where the
// precedence of a child is below what its place wants.
#include "print_syntax.h"
#include "print_syntax_text.h"

#include "frontend/messages/source.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace pyk2ptx {

using namespace syntax;

std::string floatText(double value) {
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  if (std::isnan(value))
    return "nan";
  char buffer[40];
  std::to_chars_result end =
      std::to_chars(buffer, buffer + sizeof buffer, value);
  std::string text(buffer, end.ptr);
  if (text.find_first_of(".e") == text.npos)
    text += ".0";
  return text;
}

std::string quoted(std::string_view text) {
  static constexpr char digits[] = "0123456789abcdef";
  bool isUtf8 = findInvalidUtf8(text) == text.npos;
  std::string result = "\"";
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (byte < 0x20 || byte == 0x7f || (byte >= 0x80 && !isUtf8)) {
      result += "\\x";
      result += digits[byte >> 4];
      result += digits[byte & 15];
    } else {
      result += c;
    }
  }
  return result + "\"";
}

namespace {

// As in Python's table of operators, from weak to strong.
enum Precedence {
  Anything,
  Walrus,
  LambdaBody,
  Ternary,
  Or,
  And,
  Not,
  Comparison,
  BitOr,
  BitXor,
  BitAnd,
  Shift,
  Sum,
  Product,
  Sign,
  Power,
  Primary,
};

Precedence precedenceOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
    return Sum;
  case BinaryOp::Mul:
  case BinaryOp::TrueDiv:
  case BinaryOp::FloorDiv:
  case BinaryOp::Mod:
  case BinaryOp::MatMul:
    return Product;
  case BinaryOp::Pow:
    return Power;
  case BinaryOp::LeftShift:
  case BinaryOp::RightShift:
    return Shift;
  case BinaryOp::BitAnd:
    return BitAnd;
  case BinaryOp::BitOr:
    return BitOr;
  case BinaryOp::BitXor:
    return BitXor;
  }
  return Primary;
}

class Speller {
public:
  std::string out;

  void spell(const Expr &expr, Precedence wanted) {
    wanted_ = wanted;
    std::visit([&](const auto &node) { show(node); }, expr.node);
  }

private:
  void spell(const ExprPtr &expr, Precedence wanted) {
    if (expr)
      spell(*expr, wanted);
  }

  // Whether what follows must stand in parentheses; close() ends them.
  bool open(Precedence own) {
    bool isNeeded = own < wanted_;
    if (isNeeded)
      out += '(';
    return isNeeded;
  }
  void close(bool isOpen) {
    if (isOpen)
      out += ')';
  }

  void list(const std::vector<ExprPtr> &items) {
    for (const ExprPtr &item : items) {
      if (&item != &items.front())
        out += ", ";
      spell(item, Ternary);
    }
  }

  void show(const Name &node) { out += node.id; }
  void show(const IntLiteral &node) {
    out += node.tooLarge ? "<large integer>" : std::to_string(node.value);
  }
  void show(const FloatLiteral &node) { out += floatText(node.value); }
  void show(const ImaginaryLiteral &node) {
    out += floatText(node.value) + "j";
  }
  void show(const StringLiteral &node) {
    out += (node.isBytes ? "b" : "") + quoted(node.value);
  }
  void show(const BoolLiteral &node) { out += node.value ? "True" : "False"; }
  void show(const NoneLiteral &) { out += "None"; }
  void show(const EllipsisLiteral &) { out += "..."; }
  void show(const TupleExpr &node) {
    out += '(';
    list(node.elements);
    out += node.elements.size() == 1 ? ",)" : ")";
  }
  void show(const ListExpr &node) {
    out += '[';
    list(node.elements);
    out += ']';
  }
  void show(const Attribute &node) {
    // `1.real` would be a number.
    bool isInt = std::holds_alternative<IntLiteral>(node.value->node);
    out += isInt ? "(" : "";
    spell(node.value, Primary);
    out += isInt ? ")." : ".";
    out += node.name;
  }
  void show(const Subscript &node) {
    spell(node.value, Primary);
    out += '[';
    list(node.indices);
    out += node.isTuple && node.indices.size() == 1 ? ",]" : "]";
  }
  void show(const Slice &node) {
    spell(node.lower, Ternary);
    out += ':';
    spell(node.upper, Ternary);
    if (node.step)
      out += ':';
    spell(node.step, Ternary);
  }
  void show(const Call &node) {
    spell(node.callee, Primary);
    out += '(';
    list(node.args);
    bool isFirst = node.args.empty();
    for (const Keyword &keyword : node.keywords) {
      out += isFirst ? "" : ", ";
      isFirst = false;
      out += keyword.name.empty() ? "**" : keyword.name + "=";
      spell(keyword.value, Ternary);
    }
    out += ')';
  }
  void show(const Starred &node) {
    out += '*';
    spell(node.value, BitOr);
  }
  void show(const Unary &node) {
    Precedence own = node.op == UnaryOp::Not ? Not : Sign;
    bool isOpen = open(own);
    out += spelling(node.op);
    spell(node.operand, own);
    close(isOpen);
  }
  void show(const Binary &node) {
    Precedence own = precedenceOf(node.op);
    bool isOpen = open(own);
    auto stronger = static_cast<Precedence>(own + 1);
    // `**` associates to the right, and takes a sign there: a ** -b.
    bool isPower = node.op == BinaryOp::Pow;
    spell(node.left, isPower ? Primary : own);
    out += std::string(" ") + spelling(node.op) + " ";
    spell(node.right, isPower ? Sign : stronger);
    close(isOpen);
  }
  void show(const BoolOp &node) {
    Precedence own = node.isAnd ? And : Or;
    bool isOpen = open(own);
    for (const ExprPtr &operand : node.operands) {
      if (&operand != &node.operands.front())
        out += node.isAnd ? " and " : " or ";
      spell(operand, static_cast<Precedence>(own + 1));
    }
    close(isOpen);
  }
  void show(const Compare &node) {
    bool isOpen = open(Comparison);
    for (std::size_t i = 0; i < node.operands.size(); ++i) {
      if (i > 0)
        out += std::string(" ") + spelling(node.ops[i - 1]) + " ";
      spell(node.operands[i], BitOr);
    }
    close(isOpen);
  }
  void show(const IfExpr &node) {
    bool isOpen = open(Ternary);
    spell(node.body, Or);
    out += " if ";
    spell(node.condition, Or);
    out += " else ";
    spell(node.orElse, Ternary);
    close(isOpen);
  }
  void show(const NamedExpr &node) {
    bool isOpen = open(Walrus);
    out += node.name + " := ";
    spell(node.value, Ternary);
    close(isOpen);
  }
  void show(const Lambda &node) {
    bool isOpen = open(LambdaBody);
    out += "lambda";
    std::string separator = " ";
    for (const Parameter &param : node.function->params) {
      out += separator;
      separator = ", ";
      if (param.kind == Parameter::Kind::Args)
        out += '*';
      else if (param.kind == Parameter::Kind::KeywordArgs)
        out += "**";
      out += param.name;
      if (param.defaultValue) {
        out += '=';
        spell(param.defaultValue, Ternary);
      }
    }
    out += ": ";
    spell(bodyOf(node), Ternary);
    close(isOpen);
  }
  void show(const FString &node) {
    out += "f\"";
    for (const FormattedPiece &piece : node.pieces) {
      if (!piece.value) {
        std::string text = quoted(piece.text);
        for (char c : text.substr(1, text.size() - 2)) {
          out += c;
          if (c == '{' || c == '}')
            out += c;
        }
        continue;
      }
      out += '{';
      spell(piece.value, Ternary);
      out += piece.conversion.empty() ? "" : "!" + piece.conversion;
      out += piece.spec.empty() ? "" : ":" + piece.spec;
      out += '}';
    }
    out += '"';
  }
  void show(const Comprehension &node) {
    out += node.kind;
    spell(node.element, Ternary);
    for (const ComprehensionFor &part : node.fors) {
      out += " for ";
      spell(part.target, BitOr);
      out += " in ";
      spell(part.iterable, Or);
      for (const ExprPtr &condition : part.conditions) {
        out += " if ";
        spell(condition, Or);
      }
    }
    out += node.kind == '[' ? ']' : node.kind == '(' ? ')' : '}';
  }
  void show(const UnsupportedExpr &node) { out += "<" + node.what + ">"; }

  Precedence wanted_ = Anything;
};

} // namespace

std::string spell(const Expr &expr) {
  Speller speller;
  speller.spell(expr, Anything);
  return std::move(speller.out);
}

} // namespace pyk2ptx
