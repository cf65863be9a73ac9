// Where threads of a block may call a barrier apart from each other, and that
// the optimizer brings none there.
#include "compiler/backend/convergent_calls.h"

#include "compiler/backend/emit_ptx.h"
#include "compiler/backend/pass_analyses.h"
#include "compiler/target/target.h"
#include "frontend/messages/diagnostics.h"
#include "frontend/messages/source.h"
#include "pyk2ptx/compile.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>

namespace pyk2ptx {
namespace {

constexpr char declarations[] = R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.smax.i32(i32, i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
)";
constexpr char barrier[] =
    "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n";

/// Calls `look(module, analyses)` with a kernel @k(i32 %n, ptr %p) that has
/// this body.
template <class Look> auto lookAt(const std::string &body, Look &&look) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(
      declarations + ("define ptx_kernel void @k(i32 %n, ptr %p) {\n" + body) +
          "}\n",
      error, context);
  EXPECT_TRUE(module) << error.getMessage().str();
  std::unique_ptr<llvm::TargetMachine> machine =
      makePtxMachine(*findArch("sm_90"), 3, false);
  module->setDataLayout(machine->createDataLayout());
  PassAnalyses analyses(*machine);
  return look(*module, analyses.functions);
}

std::size_t apartIn(const std::string &body) {
  return lookAt(body, [](llvm::Module &module, auto &analyses) {
    return apartCalls(module, analyses).size();
  });
}

/// As what the optimizer has made, of code in which all calls were of all
/// threads.
void checkMade(const std::string &body) {
  lookAt(body, [](llvm::Module &module, auto &analyses) {
    checkApartCalls({}, module, analyses);
  });
}

std::string behind(const std::string &condition, const std::string &inside,
                   const std::string &after) {
  return "%t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n" + condition +
         "br i1 %c, label %some, label %all\n"
         "some:\nstore i32 1, ptr %p\n" +
         inside + "br label %all\nall:\n" + after + "ret void\n";
}

TEST(ConvergentCalls, OfSomeThreadsAreFound) {
  EXPECT_EQ(apartIn(behind("%c = icmp eq i32 %t, 3\n", barrier, "")), 1U);
  EXPECT_EQ(apartIn(behind("%c = icmp eq i32 %t, 3\n", "", barrier)), 0U);
}

TEST(ConvergentCalls, OfWholeBlocksAreNot) {
  EXPECT_EQ(apartIn(behind("%c = icmp eq i32 %n, 3\n", barrier, "")), 0U);
}

// For LLVM what any call gives may be another number in each thread.
TEST(ConvergentCalls, BehindMinimaOfWholeBlocks) {
  auto ofMaximum = [](const std::string &number) {
    return behind("%m = call i32 @llvm.smax.i32(i32 " + number +
                      ", i32 4)\n%c = icmp ult i32 %m, 9\n",
                  barrier, "");
  };
  checkMade(ofMaximum("%n"));
  EXPECT_EXIT(checkMade(ofMaximum("%t")), testing::ExitedWithCode(70),
              "where only some of its threads may come");
  EXPECT_EXIT(checkMade(behind("%c = icmp eq i32 %t, 3\n", barrier, "")),
              testing::ExitedWithCode(70), "only some of its threads");
}

TEST(ConvergentCalls, BehindABranchBehindABranch) {
  std::string body =
      std::string("%t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
                  "%c = icmp eq i32 %t, 3\n"
                  "br i1 %c, label %some, label %all\n"
                  "some:\n%d = icmp eq i32 %n, 4\n"
                  "br i1 %d, label %fewer, label %all\n"
                  "fewer:\n") +
      barrier + "br label %all\nall:\nret void\n";
  EXPECT_EQ(apartIn(body), 1U);
}

TEST(ConvergentCalls, OfLoopsWhoseTurnsDiffer) {
  auto loop = [](const std::string &end) {
    return "%t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
           "br label %loop\n"
           "loop:\n%i = phi i32 [0, %0], [%j, %loop]\n" +
           std::string(barrier) + "%j = add i32 %i, 1\n%c = icmp slt i32 %i, " +
           end + "\nbr i1 %c, label %loop, label %out\nout:\nret void\n";
  };
  EXPECT_EQ(apartIn(loop("%n")), 0U);
  EXPECT_EQ(apartIn(loop("%t")), 1U);
}

// A thread that is in a loop for ever comes to no barrier.
TEST(ConvergentCalls, WaysThatDoNotEndAreNone) {
  auto body = [](const std::string &where) {
    return "%t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
           "%c = icmp eq i32 %t, 3\n"
           "br i1 %c, label %some, label %all\n"
           "some:\n%d = icmp eq i32 %n, 4\n"
           "br i1 %d, label %endless, label %fewer\n"
           "endless:\nstore volatile i32 1, ptr %p\nbr label %endless\n"
           "fewer:\n" +
           (where == "fewer" ? std::string(barrier) : "") +
           "br label %all\n"
           "all:\n%i = phi i32 [0, %0], [1, %fewer]\nstore i32 %i, ptr %p\n" +
           (where == "all" ? std::string(barrier) : "") + "ret void\n";
  };
  EXPECT_EQ(apartIn(body("all")), 0U);
  EXPECT_EQ(apartIn(body("fewer")), 1U);
}

// Where all values have a case, nobody comes to what is done with others; but a
// thread that ends there comes to no barrier.
TEST(ConvergentCalls, BehindChoicesThatHaveNoOthers) {
  auto body = [](const std::string &others) {
    return "%t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
           "%m = and i32 %t, 1\n"
           "switch i32 %m, label %others [ i32 0, label %even\n"
           "i32 1, label %all ]\n"
           "others:\n" +
           others +
           "unreachable\n"
           "even:\nstore i32 1, ptr %p\nbr label %all\nall:\n" +
           std::string(barrier) + "ret void\n";
  };
  EXPECT_EQ(apartIn(body("")), 0U);
  // The call that ends it is one of some threads, too.
  EXPECT_EQ(apartIn(body("call void @llvm.nvvm.exit()\n")), 2U);
}

/// An optimizer finds that this one goes on for ever where x[1] is not 0.
TEST(ConvergentCalls, BehindALoopThatMayNotEnd) {
  Source source("test.py", R"(
import numpy as np
from numba import cuda

@cuda.jit('void(int32[::1])')
def k(x):
    flag = cuda.shared.array(1, np.int32)
    i = cuda.threadIdx.x
    if i == 0:
        flag[0] = 0
    cuda.syncthreads()
    if i == 0:
        going = True
        while going:
            if x[1] == 0 and cuda.ldcv(flag, 0) == 1:
                going = False
            x[2] += 1
    elif i == cuda.blockDim.x - 1:
        cuda.atomic.add(flag, 0, 1)
    cuda.syncthreads()
    x[3] = flag[0]
)");
  Diagnostics diagnostics;
  auto result =
      compile({&source}, CompileOptions(), {Product::Ptx}, diagnostics);
  ASSERT_TRUE(result);
  // Shared memory has no caches to fetch from again.
  EXPECT_NE(result->texts[0].find("ld.volatile.shared"), std::string::npos);
}

/// LLVM's splitting of call sites made two of its barriers, one for each lane
/// that a shuffle gives something and one for the others.
TEST(ConvergentCalls, StayTogetherInTheOptimizer) {
  Source source("test.py", R"(
import numpy as np
from cuda import coop
from numba import cuda, from_dtype

R = from_dtype(np.dtype([("a", np.int32), ("b", np.float64)]))

def add(p, q):
    return (p.a + q.a, p.b + q.b)

@cuda.jit((R[::1], R[::1], R[::1]))
def k(x, upto, before):
    block = coop.this_block()
    items = coop.ThreadData(2, x.dtype)
    coop.load(block, x, items)
    coop.store(block, upto, coop.inclusive_scan(block, items, add))
    before[block.rank()] = coop.exclusive_scan(block, items[1], add, initial_value=x[0])
)");
  Diagnostics diagnostics;
  CompileOptions options;
  options.facts.block[0] = 1024;
  options.facts.block[1] = options.facts.block[2] = 1;
  auto result = compile({&source}, options, {Product::Ptx}, diagnostics);
  ASSERT_TRUE(result);
  EXPECT_NE(result->texts[0].find("bar.sync"), std::string::npos);
}

} // namespace
} // namespace pyk2ptx
