// Kernel IR made by hand, for the tests of what consumes it.
#ifndef PYK2PTX_TESTS_UNIT_BUILD_IR_H
#define PYK2PTX_TESTS_UNIT_BUILD_IR_H

#include "frontend/ir/ir.h"
#include "frontend/tables/builtin_enum.h"

#include <string>
#include <utility>
#include <vector>

namespace pyk2ptx::build {

inline const Type boolType = Type::of(Scalar::Bool);
inline const Type i64Type = Type::of(Scalar::I64);
inline const Type u64Type = Type::of(Scalar::U64);
inline const Type f32Type = Type::of(Scalar::F32);
inline const Type f64Type = Type::of(Scalar::F64);

template <class Node> ir::ExprPtr expr(Type type, Node node) {
  auto result = std::make_unique<ir::Expr>();
  result->type = std::move(type);
  result->node = std::move(node);
  return result;
}

template <class Node> ir::Stmt stmt(Node node) {
  ir::Stmt result;
  result.node = std::move(node);
  return result;
}

/// A vector of move-only things.
template <class T, class... Items> std::vector<T> list(Items... items) {
  std::vector<T> result;
  (result.push_back(std::move(items)), ...);
  return result;
}
template <class... Items> ir::Block block(Items... items) {
  return list<ir::Stmt>(std::move(items)...);
}

inline ir::ExprPtr integer(std::int64_t value, Type type = i64Type) {
  return expr(type, ir::Constant{static_cast<std::uint64_t>(value), 0});
}
inline ir::ExprPtr real(double value, Type type = f64Type) {
  return expr(type, ir::Constant{0, value});
}
inline ir::ExprPtr binary(ir::BinaryOp op, ir::ExprPtr left,
                          ir::ExprPtr right) {
  Type type = left->type;
  return expr(type, ir::Binary{op, std::move(left), std::move(right)});
}
inline ir::ExprPtr compare(ir::CompareOp op, ir::ExprPtr left,
                           ir::ExprPtr right) {
  return expr(boolType, ir::Compare{op, std::move(left), std::move(right)});
}
inline ir::ExprPtr convert(Type to, ir::ExprPtr operand) {
  return expr(std::move(to), ir::Convert{std::move(operand)});
}
template <class... Args>
ir::ExprPtr call(Type type, Builtin builtin, Args... args) {
  return expr(std::move(type),
              ir::CallBuiltin{builtin, list<ir::ExprPtr>(std::move(args)...)});
}
/// A thread register as int64.
inline ir::ExprPtr threadRegister(Builtin builtin) {
  return convert(i64Type, call(Type::of(Scalar::I32), builtin));
}
inline ir::ExprPtr tid() { return threadRegister(Builtin::ThreadIdxX); }
inline ir::Index index(ir::ExprPtr value, bool wrap = false,
                       ir::Bounds bounds = ir::Bounds::None) {
  return {std::move(value), wrap, bounds};
}
template <class... Indices>
ir::ExprPtr load(ir::ExprPtr array, Indices... indices) {
  Type element = array->type.element();
  return expr(element, ir::Load{std::move(array),
                                list<ir::Index>(std::move(indices)...)});
}
template <class... Indices>
ir::Stmt store(ir::ExprPtr value, ir::ExprPtr array, Indices... indices) {
  return stmt(ir::Store{std::move(array),
                        list<ir::Index>(std::move(indices)...),
                        std::move(value)});
}

/// A function being made; its slots are named.
struct FunctionBuilder {
  ir::Function function;

  explicit FunctionBuilder(std::string name, bool isKernel = true) {
    function.name = function.symbol = std::move(name);
    function.isKernel = isKernel;
  }
  ir::SlotId slot(std::string name, Type type, bool zero = false) {
    function.slots.push_back({std::move(name), std::move(type), zero});
    return static_cast<ir::SlotId>(function.slots.size() - 1);
  }
  ir::SlotId param(std::string name, Type type) {
    ++function.paramCount;
    return slot(std::move(name), std::move(type));
  }
  ir::ExprPtr value(ir::SlotId id) const {
    return expr(function.slots[id].type, ir::SlotValue{id});
  }
  ir::ExprPtr shape(ir::SlotId array, std::uint8_t axis) const {
    return expr(i64Type,
                ir::ArrayProperty{ir::ArrayField::Shape, axis, value(array)});
  }
  /// Declares an array; the expression is its storage.
  ir::ExprPtr array(Space space, Scalar element,
                    std::vector<std::int64_t> shape, bool dynamic = false) {
    Type type =
        Type::array(element, static_cast<int>(shape.size()), Layout::C, space);
    ir::ArrayDeclaration declaration;
    declaration.name = "array";
    declaration.element = Type::of(element);
    declaration.space = space;
    declaration.shape = std::move(shape);
    declaration.dynamic = dynamic;
    function.arrays.push_back(std::move(declaration));
    return expr(type, ir::ArrayStorage{static_cast<std::uint32_t>(
                          function.arrays.size() - 1)});
  }
  void add(ir::Stmt statement) {
    function.body.push_back(std::move(statement));
  }
  ir::Stmt assign(ir::SlotId id, ir::ExprPtr value) const {
    return stmt(ir::Assign{id, std::move(value)});
  }
};

template <class... Functions> ir::Module module(Functions... functions) {
  ir::Module result;
  (result.functions.push_back(std::move(functions.function)), ...);
  return result;
}

} // namespace pyk2ptx::build

#endif
