// Typed IR whose types do not fit ends the program, and none that fits does.
#include "build_ir.h"
#include "compiler/analyze/verify_ir.h"
#include "frontend/ir/named_values.h"

#include <gtest/gtest.h>

namespace pyk2ptx {
namespace {

using namespace build;

ir::Module moduleOf(ir::Block body) {
  ir::Function function;
  // Moved in: g++ 12 takes the assignment of a literal for an overlapping copy.
  function.name = std::string("k");
  function.isKernel = true;
  function.slots.push_back({"i", i64Type});
  function.slots.push_back({"x", f32Type});
  function.slots.push_back(
      {"a", Type::array(Scalar::F32, 1, Layout::C, Space::Global)});
  function.paramCount = 3;
  function.body = std::move(body);
  ir::Module module;
  module.functions.push_back(std::move(function));
  return module;
}

ir::ExprPtr value(ir::SlotId slot, Type type) {
  return expr(std::move(type), ir::SlotValue{slot});
}

ir::Stmt assign(ir::SlotId slot, ir::ExprPtr what) {
  return stmt(ir::Assign{slot, std::move(what)});
}

void expectRefused(ir::Stmt stmt, const char *message) {
  ir::Module module = moduleOf(block(std::move(stmt)));
  EXPECT_EXIT(verifyIr(module), testing::ExitedWithCode(70), message);
}

TEST(VerifyIr, TakesWhatFits) {
  verifyIr(moduleOf(
      block(assign(0, binary(ir::BinaryOp::Add, value(0, i64Type), integer(1))),
            assign(1, convert(f32Type, value(0, i64Type))))));
}

TEST(VerifyIr, TakesTimesForTheirIntegers) {
  Type hours = Type::ofTime({TimeType::Kind::Span, TimeType::Unit::Hour});
  verifyIr(moduleOf(block(assign(0, integer(1, hours)))));
}

TEST(VerifyIr, RefusesOperandsOfOtherTypes) {
  expectRefused(assign(1, value(0, i64Type)), "an assignment: `f32` and `i64`");
  expectRefused(
      assign(0, binary(ir::BinaryOp::Add, value(0, i64Type), real(1, f32Type))),
      "the right side of an operator: `f32` and `i64`");
  expectRefused(assign(0, value(1, i64Type)), "a variable");
  expectRefused(assign(1, binary(ir::BinaryOp::BitAnd, value(1, f32Type),
                                 value(1, f32Type))),
                "an operator on bits");
  expectRefused(
      assign(0, binary(ir::BinaryOp::TrueDiv, integer(1), integer(2))),
      "a division");
  expectRefused(stmt(ir::If{compare(ir::CompareOp::Less, value(0, i64Type),
                                    value(1, f32Type)),
                            {},
                            {}}),
                "the sides of a comparison");
  expectRefused(stmt(ir::While{integer(1), {}, {}}), "a condition");
  expectRefused(stmt(ir::Return{integer(1)}), "a return");
}

TEST(VerifyIr, RefusesNamesThatExpressionsSet) {
  auto moduleWith = [](ir::Block body) {
    ir::Module module = moduleOf(std::move(body));
    module.functions[0].slots.push_back({"w", i64Type});
    return module;
  };
  auto refused = [&](ir::Block body) {
    ir::Module module = moduleWith(std::move(body));
    EXPECT_EXIT(verifyIr(module), testing::ExitedWithCode(70),
                "`w` is set within an expression");
    ir::setNamesApart(module);
    verifyIr(module);
  };
  auto read = [] { return value(3, i64Type); };
  auto sum = [](ir::ExprPtr left, ir::ExprPtr right) {
    return binary(ir::BinaryOp::Add, std::move(left), std::move(right));
  };
  auto let = [](ir::ExprPtr to, ir::ExprPtr body) {
    return expr(i64Type, ir::Let{3, std::move(to), std::move(body)});
  };
  // Its own, and a copy.
  verifyIr(moduleWith(block(assign(
      0, sum(let(integer(1), sum(read(), read())), let(integer(1), read()))))));
  verifyIr(moduleWith(
      block(assign(0, let(let(integer(1), read()), sum(read(), read()))))));
  // Read behind it, in the statement or by another.
  refused(block(assign(0, sum(let(integer(1), read()), read()))));
  refused(block(assign(0, let(integer(1), read())), assign(0, read())));
  // Set by a statement, a loop, or a Let within.
  refused(block(assign(3, integer(2)), assign(0, let(integer(1), read()))));
  refused(
      block(stmt(ir::ForRange{3, integer(0), integer(9), integer(1), {}, {}}),
            assign(0, let(integer(1), read()))));
  refused(
      block(assign(0, let(integer(1), sum(let(integer(2), read()), read())))));
  ir::Module parameter = moduleOf(block(
      assign(0, expr(i64Type, ir::Let{0, integer(1), value(0, i64Type)}))));
  EXPECT_EXIT(verifyIr(parameter), testing::ExitedWithCode(70),
              "`i` is set within an expression");
}

TEST(VerifyIr, RefusesReadsBeforeAnythingIsSet) {
  auto moduleWith = [](ir::Block body) {
    ir::Module module = moduleOf(std::move(body));
    module.functions[0].slots.push_back({"late", i64Type});
    return module;
  };
  auto refused = [&](ir::Block body) {
    ir::Module module = moduleWith(std::move(body));
    EXPECT_EXIT(verifyIr(module), testing::ExitedWithCode(70),
                "`late` is read before it is set");
  };
  auto read = [] { return assign(0, value(3, i64Type)); };
  auto set = [] { return assign(3, integer(1)); };
  auto named = [] {
    return expr(i64Type, ir::Let{3, integer(1), value(3, i64Type)});
  };
  auto loop = [](ir::ExprPtr stop, ir::Block body) {
    return stmt(ir::ForRange{
        0, integer(0), std::move(stop), integer(1), std::move(body), {}});
  };
  refused(block(read(), set()));
  verifyIr(moduleWith(block(set(), read())));
  // A turn reads what the one before it has set.
  verifyIr(moduleWith(block(loop(integer(9), block(read(), set())))));
  refused(block(read(), loop(integer(9), block(read(), set()))));
  verifyIr(moduleWith(block(loop(named(), {}))));
}

TEST(VerifyIr, RefusesIndicesThatDoNotFit) {
  Type array = Type::array(Scalar::F32, 1, Layout::C, Space::Global);
  auto store = [&](std::vector<ir::Index> indices, ir::ExprPtr what) {
    return stmt(
        ir::Store{value(2, array), std::move(indices), std::move(what)});
  };
  auto at = [](ir::ExprPtr place) {
    std::vector<ir::Index> indices;
    indices.push_back({std::move(place)});
    return indices;
  };
  verifyIr(moduleOf(block(store(at(integer(0)), real(1, f32Type)))));
  expectRefused(store({}, real(1, f32Type)), "the number of indices");
  expectRefused(store(at(real(0)), real(1, f32Type)), "an index");
  expectRefused(store(at(integer(0)), real(1)), "a store: `f32` and `f64`");
}

} // namespace
} // namespace pyk2ptx
