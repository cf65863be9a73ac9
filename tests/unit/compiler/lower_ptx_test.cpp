// Lowering for the GPU: valid LLVM IR, PTX for several architectures without
// optimization and with it, and what that PTX must and must not say. Where
// ptxas is installed it assembles everything; else those tests are skipped.
#include "build_ir.h"
#include "compiler/backend/emit_ptx.h"
#include "compiler/backend/optimize.h"
#include "compiler/lower/lower.h"
#include "compiler/transform/bounds.h"
#include "frontend/tables/builtin_enum.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <unistd.h>

namespace pyk2ptx {
namespace {

using namespace build;
using ir::BinaryOp;
using ir::Bounds;
using ir::CompareOp;
using testing::HasSubstr;
using testing::Not;

constexpr const char *ptxas = "/usr/local/cuda/bin/ptxas";

struct Compiled {
  std::string llvm, ptx;
  std::vector<ReportSite> sites;
};

Compiled compileFor(const ir::Module &module, const std::string &arch,
                    int level, const LowerOptions &options = {}) {
  const Arch &row = *findArch(arch);
  auto machine = makePtxMachine(row, level);
  llvm::LLVMContext context;
  Compiled result;
  auto lowered = lower(module, Target{TargetDevice::Gpu, &row}, options,
                       *machine, context, result.sites);
  std::string problems;
  llvm::raw_string_ostream problemStream(problems);
  EXPECT_FALSE(llvm::verifyModule(*lowered, &problemStream)) << problems;
  llvm::raw_string_ostream(result.llvm) << *lowered;
  optimize(*lowered, *machine, level);
  result.ptx = emitPtx(*lowered, *machine);
  return result;
}

/// What ptxas says of `ptx`; "" when it is content. Functions may be external.
std::string assemble(const std::string &ptx, const std::string &arch) {
  std::string name =
      testing::TempDir() + "pyk2ptx_lower_" + std::to_string(getpid());
  std::ofstream(name + ".ptx") << ptx;
  std::string command = std::string(ptxas) + " --compile-only -arch=" + arch +
                        " -o /dev/null " + name + ".ptx 2>&1";
  std::string output;
  FILE *pipe = popen(command.c_str(), "r");
  char buffer[256];
  while (fgets(buffer, sizeof buffer, pipe))
    output += buffer;
  int status = pclose(pipe);
  std::remove((name + ".ptx").c_str());
  return status == 0 ? "" : output + "\n" + ptx;
}

void expectAssembles(const ir::Module &module,
                     const LowerOptions &options = {}) {
  for (const char *arch : {"sm_75", "sm_90", "sm_100"})
    for (int level : {0, 3}) {
      Compiled result = compileFor(module, arch, level, options);
      if (access(ptxas, X_OK) == 0) {
        EXPECT_EQ(assemble(result.ptx, arch), "") << arch << " -O" << level;
      }
    }
  if (access(ptxas, X_OK) != 0)
    GTEST_SKIP() << "no " << ptxas;
}

Type vectorOf(Scalar scalar, Space space = Space::Global,
              Layout layout = Layout::C) {
  return Type::array(scalar, 1, layout, space);
}
ir::ExprPtr globalId() {
  return binary(BinaryOp::Add,
                binary(BinaryOp::Mul, threadRegister(Builtin::BlockIdxX),
                       threadRegister(Builtin::BlockDimX)),
                tid());
}

/// out[i] = a * x[i] + out[i], guarded.
ir::Module saxpy() {
  FunctionBuilder f("saxpy");
  ir::SlotId a = f.param("a", f32Type);
  ir::SlotId x = f.param("x", vectorOf(Scalar::F32));
  ir::SlotId out = f.param("out", vectorOf(Scalar::F32));
  ir::SlotId i = f.slot("i", i64Type);
  f.add(f.assign(i, globalId()));
  auto at = [&] { return index(f.value(i), true, Bounds::Guard); };
  f.add(store(
      expr(f32Type, ir::FusedMultiplyAdd{f.value(a), load(f.value(x), at()),
                                         load(f.value(out), at())}),
      f.value(out), at()));
  return module(std::move(f));
}

TEST(LowerPtx, KernelParametersAreTheAbi) {
  FunctionBuilder f("k");
  f.param("flag", boolType);
  f.param("small", Type::of(Scalar::I16));
  f.param("x", Type::array(Scalar::F32, 2, Layout::C, Space::Global));
  f.param("y", vectorOf(Scalar::F64, Space::Global, Layout::A));
  f.function.maxThreads = 256;
  f.function.minBlocks = 2;
  f.function.maxRegisters = 64;
  std::string text = compileFor(module(std::move(f)), "sm_75", 3).ptx;
  EXPECT_THAT(text, HasSubstr(".param .u8 k_param_0,\n"
                              "\t.param .u16 k_param_1,\n"
                              "\t.param .u64 .ptr .global .align 4 k_param_2,\n"
                              "\t.param .u64 k_param_3,\n"
                              "\t.param .u64 k_param_4,\n"
                              "\t.param .u64 .ptr .global .align 8 k_param_5,\n"
                              "\t.param .u64 k_param_6,\n"
                              "\t.param .u64 k_param_7\n)"));
  EXPECT_THAT(text, HasSubstr(".maxntid 256\n.minnctapersm 2\n.maxnreg 64"));
}

TEST(LowerPtx, GuardsOnRegistersNeedNoWrap) {
  ir::Module m = saxpy();
  applyBounds(m, BoundsMode::Guard);
  std::string text = compileFor(m, "sm_75", 3).ptx;
  EXPECT_THAT(text, HasSubstr("fma.rn.f32"));
  EXPECT_THAT(text, Not(HasSubstr("selp")));
  EXPECT_THAT(text, Not(HasSubstr(".local")));
  expectAssembles(m);
}

TEST(LowerPtx, RaiseReports) {
  ir::Module m = saxpy();
  applyBounds(m, BoundsMode::Raise);
  Compiled result = compileFor(m, "sm_75", 3);
  EXPECT_EQ(result.sites.size(), 3u);
  EXPECT_THAT(result.ptx,
              HasSubstr(".visible .global .align 8 .b8 __pyk2ptx_report[56]"));
  // Who stored before still has.
  EXPECT_THAT(result.ptx, Not(HasSubstr("exit;")));
  EXPECT_THAT(result.ptx, HasSubstr("ret;"));
  expectAssembles(m);
}

/// Everything a device function can take and give, for -O0's sake.
TEST(LowerPtx, DeviceFunctionsTakeAndReturnAggregates) {
  Type pair = Type::tuple({boolType, f32Type, Type::of(Scalar::I8)});
  Type view = vectorOf(Scalar::F32, Space::Global, Layout::A);
  Type result = Type::tuple({pair, view});
  FunctionBuilder g("g", false);
  ir::SlotId p = g.param("p", pair), v = g.param("v", view);
  ir::SlotId flag = g.param("flag", boolType);
  ir::SlotId generic =
      g.param("generic", vectorOf(Scalar::I32, Space::Generic, Layout::A));
  g.function.returnType = result;
  g.add(stmt(ir::Evaluate{
      load(g.value(generic), index(integer(0), true, Bounds::Guard))}));
  g.add(stmt(ir::If{
      g.value(flag),
      block(stmt(ir::Return{expr(
          result, ir::MakeTuple{list<ir::ExprPtr>(g.value(p), g.value(v))})})),
      {}}));
  FunctionBuilder h("h", false);
  ir::SlotId b = h.param("b", boolType);
  h.function.returnType = boolType;
  h.add(stmt(
      ir::Return{expr(boolType, ir::Unary{ir::UnaryOp::Not, h.value(b)})}));
  FunctionBuilder f("k");
  ir::SlotId x = f.param("x", vectorOf(Scalar::F32));
  ir::ExprPtr storage = f.array(Space::Shared, Scalar::I32, {32});
  ir::ExprPtr tuple =
      expr(pair, ir::MakeTuple{list<ir::ExprPtr>(
                     compare(CompareOp::Less, tid(), integer(4)),
                     real(2, f32Type), convert(Type::of(Scalar::I8), tid()))});
  ir::ExprPtr called = expr(
      result,
      ir::CallFunction{
          0, list<ir::ExprPtr>(
                 std::move(tuple), convert(view, f.value(x)),
                 expr(boolType, ir::CallFunction{1, list<ir::ExprPtr>(compare(
                                                        CompareOp::Equal, tid(),
                                                        integer(3)))}),
                 convert(vectorOf(Scalar::I32, Space::Generic, Layout::A),
                         std::move(storage)))});
  ir::ExprPtr first = expr(pair, ir::TupleElement{std::move(called), 0});
  f.add(store(expr(f32Type, ir::TupleElement{std::move(first), 1}), f.value(x),
              index(tid(), true, Bounds::Guard)));
  expectAssembles(module(std::move(g), std::move(h), std::move(f)));
}

TEST(LowerPtx, BarriersSharedMemoryAndAtomics) {
  FunctionBuilder wait("wait", false);
  wait.add(stmt(ir::Evaluate{call(Type::none(), Builtin::SyncThreads)}));
  FunctionBuilder f("k");
  ir::SlotId out = f.param("out", vectorOf(Scalar::F64));
  ir::ExprPtr storage = f.array(Space::Shared, Scalar::Bool, {64});
  ir::ExprPtr dynamicStorage = f.array(Space::Shared, Scalar::F64, {0}, true);
  ir::ExprPtr localStorage = f.array(Space::Local, Scalar::I64, {8});
  ir::SlotId tile = f.slot("tile", storage->type);
  ir::SlotId extra = f.slot("extra", dynamicStorage->type);
  ir::SlotId own = f.slot("own", localStorage->type);
  f.add(f.assign(tile, std::move(storage)));
  f.add(f.assign(extra, std::move(dynamicStorage)));
  f.add(f.assign(own, std::move(localStorage)));
  auto at = [&] { return index(tid(), true, Bounds::Guard); };
  f.add(
      store(compare(CompareOp::Less, tid(), integer(5)), f.value(tile), at()));
  f.add(store(tid(), f.value(own), at()));
  f.add(stmt(ir::Evaluate{expr(Type::none(), ir::CallFunction{0, {}})}));
  f.add(stmt(ir::Evaluate{call(Type::none(), Builtin::SyncThreads)}));
  f.add(
      store(convert(f64Type, load(f.value(tile), at())), f.value(extra), at()));
  f.add(stmt(
      ir::Evaluate{expr(f64Type, ir::Atomic{ir::AtomicOp::Add, f.value(out),
                                            list<ir::Index>(at()),
                                            load(f.value(extra), at())})}));
  f.add(stmt(ir::Evaluate{
      expr(i64Type, ir::Atomic{ir::AtomicOp::Add, f.value(own),
                               list<ir::Index>(at()), integer(1)})}));
  ir::Module m = module(std::move(wait), std::move(f));
  std::string text = compileFor(m, "sm_75", 3).ptx;
  std::size_t barriers = 0;
  for (std::size_t at = text.find("bar.sync"); at != std::string::npos;
       at = text.find("bar.sync", at + 1))
    ++barriers;
  EXPECT_EQ(barriers, 2u);
  EXPECT_THAT(text, HasSubstr("__pyk2ptx_dynamic_shared[]"));
  EXPECT_THAT(text, HasSubstr("atom.global.add.f64"));
  EXPECT_THAT(text, Not(HasSubstr("atom.local")));
  expectAssembles(m);
}

TEST(LowerPtx, AtomicsOfEveryTypeAndSpace) {
  FunctionBuilder f("k");
  for (Scalar scalar : {Scalar::I32, Scalar::U32, Scalar::I64, Scalar::U64,
                        Scalar::F32, Scalar::F64}) {
    ir::SlotId x = f.param(dtypeName(scalar), vectorOf(scalar));
    Type element = Type::of(scalar);
    auto one = [&] {
      return element.isFloat() ? real(1, element) : integer(1, element);
    };
    auto add = [&](ir::ExprPtr array) {
      f.add(stmt(ir::Evaluate{
          expr(element, ir::Atomic{ir::AtomicOp::Add, std::move(array),
                                   list<ir::Index>(index(tid())), one()})}));
    };
    add(f.value(x));
    add(f.array(Space::Shared, scalar, {1024}));
    add(convert(vectorOf(scalar, Space::Generic), f.value(x)));
  }
  expectAssembles(module(std::move(f)));
}

/// sm_90 and later have them.
bool isOfClusters(const BuiltinInfo &row) {
  return row.name.find("luster") != std::string_view::npos;
}

TEST(LowerPtx, RegistersOfClusters) {
  FunctionBuilder f("k");
  ir::SlotId out = f.param("out", vectorOf(Scalar::I64));
  int count = 0;
  for (const BuiltinInfo &row : allBuiltins())
    if (row.signature == Signature::Register && isOfClusters(row)) {
      f.add(store(threadRegister(row.builtin), f.value(out),
                  index(tid(), true, Bounds::Guard)));
      ++count;
    }
  EXPECT_GE(count, 6);
  std::string text = compileFor(module(std::move(f)), "sm_90", 0).ptx;
  EXPECT_THAT(text, HasSubstr("%clusterid.x"));
  if (access(ptxas, X_OK) != 0)
    GTEST_SKIP() << "no " << ptxas;
  EXPECT_EQ(assemble(text, "sm_90"), "");
}

/// Every operator, conversion and builtin once, each on loaded numbers.
TEST(LowerPtx, EveryOperatorAndBuiltinIsSelectable) {
  FunctionBuilder f("k");
  std::vector<std::pair<Type, ir::SlotId>> arrays;
  for (Scalar scalar :
       {Scalar::Bool, Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64,
        Scalar::U8, Scalar::U16, Scalar::U32, Scalar::U64, Scalar::F32,
        Scalar::F64, Scalar::F16, Scalar::BF16})
    arrays.push_back(
        {Type::of(scalar), f.param(dtypeName(scalar), vectorOf(scalar))});
  auto at = [&](ir::SlotId array) {
    return load(f.value(array), index(tid(), true, Bounds::Guard));
  };
  auto keep = [&](ir::SlotId array, ir::ExprPtr value) {
    f.add(store(std::move(value), f.value(array),
                index(tid(), true, Bounds::Guard)));
  };
  ir::SlotId bools = arrays[0].second, i64s = arrays[4].second;
  for (auto &[from, source] : arrays)
    for (auto &[to, target] : arrays)
      keep(target, convert(to, at(source)));
  for (auto &[type, x] : arrays) {
    bool isFloat = type.isFloat();
    if (!isFloat && type.scalar != Scalar::I64 && type.scalar != Scalar::U64)
      continue;
    for (BinaryOp op :
         {BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::TrueDiv,
          BinaryOp::FloorDiv, BinaryOp::Mod, BinaryOp::Pow, BinaryOp::LeftShift,
          BinaryOp::RightShift, BinaryOp::BitAnd, BinaryOp::BitOr,
          BinaryOp::BitXor, BinaryOp::Min, BinaryOp::Max}) {
      bool isBits = op >= BinaryOp::LeftShift && op <= BinaryOp::BitXor;
      if ((isFloat && isBits) || (!isFloat && op == BinaryOp::TrueDiv))
        continue;
      keep(x, binary(op, at(x), at(x)));
    }
    for (CompareOp op :
         {CompareOp::Less, CompareOp::LessEqual, CompareOp::Greater,
          CompareOp::GreaterEqual, CompareOp::Equal, CompareOp::NotEqual})
      keep(bools, compare(op, at(x), at(x)));
    keep(x, call(type, Builtin::Abs, at(x)));
  }
  for (const BuiltinInfo &row : allBuiltins())
    for (auto &[type, x] : {arrays[9], arrays[10]}) {
      auto arg = [&] { return at(x); };
      Builtin builtin = row.builtin;
      switch (row.signature) {
      case Signature::Register:
        if (!isOfClusters(row))
          keep(i64s, threadRegister(builtin));
        break;
      case Signature::Real:
        keep(x, call(type, builtin, arg()));
        break;
      case Signature::Real2:
        keep(x, call(type, builtin, arg(), arg()));
        break;
      case Signature::RealPredicate:
        keep(bools, call(boolType, builtin, arg()));
        break;
      case Signature::RealToInt:
        keep(i64s, call(i64Type, builtin, arg()));
        break;
      case Signature::RealInt:
        keep(x, call(type, builtin, arg(), at(i64s)));
        break;
      case Signature::RealFraction:
        keep(x, expr(type, ir::TupleElement{call(Type::tuple({type, i64Type}),
                                                 builtin, arg()),
                                            0}));
        break;
      case Signature::RealPair:
        keep(x, expr(type,
                     ir::TupleElement{
                         call(Type::tuple({type, type}), builtin, arg()), 1}));
        break;
      case Signature::Prelude:
      case Signature::Form:
      case Signature::By:
        break;
      }
    }
  expectAssembles(module(std::move(f)));
}

TEST(LowerPtx, Print) {
  FunctionBuilder f("k");
  ir::SlotId x = f.param("x", f32Type), u = f.param("u", u64Type);
  ir::Print print;
  print.pieces.push_back({"50% x = \"", nullptr});
  print.pieces.push_back({"", f.value(x)});
  print.pieces.push_back({" ", f.value(u)});
  print.pieces.back().text = "";
  print.pieces.push_back({"", compare(CompareOp::Less, tid(), integer(3))});
  print.pieces.push_back({"\n", nullptr});
  f.add(stmt(std::move(print)));
  ir::Module m = module(std::move(f));
  EXPECT_THAT(compileFor(m, "sm_75", 0).llvm,
              HasSubstr("c\"50%% x = \\22%g%llu%s\\0A\\00\""));
  expectAssembles(m);
}

TEST(LowerPtx, LinesAndFlushing) {
  Source source("k.py", "one\ntwo\nthree\n");
  ir::Module m = saxpy();
  ir::Function &function = m.functions[0];
  function.floats.ftz = true;
  function.range = {&source, 0, 3};
  for (ir::Stmt &statement : function.body)
    statement.range = {&source, 4, 7};
  LowerOptions options;
  options.lineInfo = true;
  std::string text = compileFor(m, "sm_75", 3, options).ptx;
  EXPECT_THAT(text, HasSubstr("fma.rn.ftz.f32"));
  EXPECT_THAT(text, HasSubstr(".loc\t1 2 1"));
  EXPECT_THAT(text, HasSubstr("\"k.py\""));
  EXPECT_THAT(text, Not(HasSubstr(", debug")));
  EXPECT_THAT(text, Not(HasSubstr("debug_info")));
  applyBounds(m, BoundsMode::Raise);
  expectAssembles(m, options);
}

TEST(LowerPtx, NoFastMathAndNoMustProgress) {
  std::string text = compileFor(saxpy(), "sm_75", 0).llvm;
  for (const char *word :
       {" fast ", "contract", "reassoc", "mustprogress", "noalias"})
    EXPECT_THAT(text, Not(HasSubstr(word)));
}

} // namespace
} // namespace pyk2ptx
