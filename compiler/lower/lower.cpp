// Lowering of modules, functions and parameters. What a function is to be
// called, which attributes it has and where its arguments come from differs by
// device; its body does not (stmt.cpp, expr.cpp).
#include "lower.h"

#include "compiler/analyze/sync_threads.h"
#include "compiler/blocks/joined_blocks.h"
#include "compiler/facts/loop_facts.h"
#include "compiler/target/loop_marks.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/messages/internal_error.h"
#include "lowerer.h"
#include "word_slots.h"

#include <llvm/IR/Constants.h>
#include <llvm/Support/Alignment.h>
#include <llvm/Support/NVPTXAddrSpace.h>
#include <llvm/Target/TargetMachine.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace pyk2ptx {

// ---- the module ----

/// What a function does itself or by its callees, which come first.
void ModuleLowerer::findFacts() {
  facts.resize(source.functions.size());
  // Once, and again while a recursive call brings more.
  for (bool changed = true; std::exchange(changed, false);)
    for (std::size_t i = 0; i < facts.size(); ++i) {
      FunctionFacts fact = factsOf(source.functions[i]);
      changed =
          changed || (source.functions[i].isRecursive && !(fact == facts[i]));
      facts[i] = fact;
    }
  // Behind all passes: one may have asked where a block begins and ends.
  bool joins = !gpu() && !options.hostSites && !options.coroutines &&
               !options.debug && !options.optimizations.areGpusOnCpu() &&
               options.optimizations.has(Optimization::JoinedBlocks);
  for (std::size_t i = 0; i < facts.size(); ++i) {
    const ir::Function &function = source.functions[i];
    facts[i].joinsBlocks = joins && function.isKernel && !facts[i].hasBarrier &&
                           !facts[i].mayRaise &&
                           pyk2ptx::joinsBlocks(source, function);
  }
}

FunctionFacts ModuleLowerer::factsOf(const ir::Function &function) const {
  FunctionFacts fact;
  // Nobody knows what it does; the host refuses what cannot be waited for.
  fact.hasBarrier = function.isExternal && gpu();
  forEachIndexIn(function.body,
                 [&](const ir::Index &index, const ir::Expr &, unsigned) {
                   fact.mayRaise |= index.bounds == ir::Bounds::Raise;
                 });
  forEachExprIn(function.body, [&](const ir::Expr &expr) {
    if (const auto *call = std::get_if<ir::CallFunction>(&expr.node)) {
      fact.hasBarrier |= facts[call->function].hasBarrier;
      fact.hasMeeting |= facts[call->function].hasMeeting;
      fact.mayRaise |= facts[call->function].mayRaise;
      fact.calleesMayRaise |= facts[call->function].mayRaise;
      fact.hasWait |= facts[call->function].hasWait;
    } else if (isTogetherCall(expr)) {
      // A barrier without a result is all that run_threads knows.
      fact.hasMeeting |= !isSyncThreads(expr);
      fact.hasBarrier = true;
    } else if (const auto *binary = std::get_if<ir::Binary>(&expr.node)) {
      bool divides = binary->op == ir::BinaryOp::FloorDiv ||
                     binary->op == ir::BinaryOp::Mod ||
                     binary->op == ir::BinaryOp::TrueDiv;
      bool isReported =
          !expr.type.isFloat() || function.typing == Typing::Numba;
      fact.mayRaise |= options.debug && divides && isReported;
    } else if (const auto *recast = std::get_if<ir::Recast>(&expr.node)) {
      fact.mayRaise |= recast->fits && recast->bounds == ir::Bounds::Raise;
    }
  });
  // On the host others must run while a loop waits.
  bool hasWait = !gpu() && waits.hasWait(function);
  fact.hasWait |= hasWait;
  if (hasWait && !function.isRecursive)
    fact.hasBarrier = fact.hasMeeting = true;
  forEachStmt(function.body, [&](const ir::Stmt &stmt) {
    fact.mayRaise |=
        std::holds_alternative<ir::Raise>(stmt.node) ||
        (options.debug && std::holds_alternative<ir::ForRange>(stmt.node));
  });
  return fact;
}

llvm::Function *ModuleLowerer::createFunction(const std::string &symbol,
                                              llvm::FunctionType *type,
                                              bool isExternal) {
  auto linkage = isExternal ? llvm::Function::ExternalLinkage
                            : llvm::Function::InternalLinkage;
  llvm::Function *function =
      llvm::Function::Create(type, linkage, symbol, module);
  function->setDoesNotThrow();
  if (!machine.getTargetCPU().empty())
    function->addFnAttr("target-cpu", machine.getTargetCPU());
  if (!machine.getTargetFeatureString().empty())
    function->addFnAttr("target-features", machine.getTargetFeatureString());
  return function;
}

/// What a kernel states of its launches, for ptxas.
static void stateLaunches(llvm::Function &function, const ir::Function &kernel,
                          bool hasClusters) {
  function.setCallingConv(llvm::CallingConv::PTX_Kernel);
  auto state = [&](const char *attribute, std::uint32_t value) {
    if (value)
      function.addFnAttr(attribute, std::to_string(value));
  };
  if (kernel.block[0])
    function.addFnAttr("nvvm.reqntid", std::to_string(kernel.block[0]) + "," +
                                           std::to_string(kernel.block[1]) +
                                           "," +
                                           std::to_string(kernel.block[2]));
  else
    state("nvvm.maxntid", kernel.maxThreads);
  state("nvvm.minctasm", kernel.minBlocks);
  state("nvvm.maxnreg", kernel.maxRegisters);
  if (std::ranges::any_of(kernel.coarsening,
                          [](std::uint32_t by) { return by > 1; }))
    function.addFnAttr(lanesAttribute);
  if (hasClusters) {
    const std::uint32_t (&dims)[3] = kernel.clusterDims;
    // PTX has either the one or the other.
    if (!dims[0])
      state("nvvm.maxclusterrank", kernel.maxCluster);
    if (dims[0])
      function.addFnAttr("nvvm.cluster_dim", std::to_string(dims[0]) + "," +
                                                 std::to_string(dims[1]) + "," +
                                                 std::to_string(dims[2]));
  }
}

/// The function without its body; null for a kernel of the host.
llvm::Function *ModuleLowerer::declareFunction(std::size_t index) {
  const ir::Function &lowered = source.functions[index];
  if (lowered.isExternal)
    return declareExternal(lowered);
  if (lowered.isKernel && !gpu())
    return nullptr;
  std::vector<llvm::Type *> types;
  for (std::uint32_t i = 0; i < lowered.paramCount; ++i) {
    const Type &type = lowered.slots[i].type;
    if (lowered.isKernel)
      flatten(type, types);
    else if (!type.isNone())
      types.push_back(valueType(type));
  }
  if (!gpu())
    for (llvm::Type *type : hostThreadTypes())
      types.push_back(type);
  llvm::Type *result = lowered.isKernel || lowered.returnType.isNone()
                           ? llvm::Type::getVoidTy(context)
                           : valueType(lowered.returnType);
  llvm::Function *function = createFunction(
      lowered.symbol, llvm::FunctionType::get(result, types, false),
      lowered.isKernel);
  if (gpu() && lowered.floats.ftz)
    function->addFnAttr("denormal-fp-math-f32", "preserve-sign,preserve-sign");
  const FunctionFacts &fact = facts[index];
  if (fact.hasBarrier && gpu())
    function->addFnAttr(llvm::Attribute::Convergent);
  if (!lowered.isKernel && (fact.hasBarrier || (fact.mayRaise && !gpu())))
    function->addFnAttr(llvm::Attribute::AlwaysInline);
  if (gpu() && lowered.isUnoptimized) {
    function->addFnAttr(llvm::Attribute::OptimizeNone);
    function->addFnAttr(llvm::Attribute::NoInline);
    function->removeFnAttr(llvm::Attribute::AlwaysInline);
  }
  if (lowered.isKernel)
    stateLaunches(*function, lowered, smNumber(*target.arch) >= 90);
  return function;
}

void ModuleLowerer::lowerFunction(std::size_t index) {
  const ir::Function &lowered = source.functions[index];
  if (lowered.isExternal)
    return;
  llvm::Function *function = functions[index];
  if (!function) {
    lowerHostKernel(index);
    return;
  }
  FunctionLowerer lowerer(*this, index, function);
  if (!gpu()) {
    unsigned first =
        static_cast<unsigned>(function->arg_size() - hostThreadTypes().size());
    lowerer.block = function->getArg(first);
    for (unsigned axis = 0; axis < 3; ++axis)
      lowerer.thread[axis] = function->getArg(first + 1 + axis);
  }
  lowerer.begin();
  llvm::Function::arg_iterator next = function->arg_begin();
  lowerer.storeParams([&]() -> llvm::Value * { return &*next++; },
                      lowered.isKernel);
  lowerer.lowerBody();
}

void ModuleLowerer::run() {
  module.setDataLayout(machine.createDataLayout());
  module.setTargetTriple(machine.getTargetTriple());
  createDebug();
  findFacts();
  barriers = findBarriers(source);
  placeShared();
  if (options.hostSites)
    findLines();
  for (std::size_t i = 0; i < source.functions.size(); ++i)
    functions.push_back(declareFunction(i));
  for (std::size_t i = 0; i < source.functions.size(); ++i)
    lowerFunction(i);
  for (std::size_t i = 0; i < source.functions.size(); ++i)
    if (!source.functions[i].exported.empty())
      exportFunction(i);
  if (debug)
    debug->finalize();
}

std::unique_ptr<llvm::Module>
lower(const ir::Module &source, const Target &target,
      const LowerOptions &options, llvm::TargetMachine &machine,
      llvm::LLVMContext &context, std::vector<ReportSite> &sites) {
  auto module = std::make_unique<llvm::Module>("pyk2ptx", context);
  ModuleLowerer{source, target, options, machine, context, *module, sites,
                {},     {},     {},      {},      0,       nullptr}
      .run();
  return module;
}

// ---- functions ----

FunctionLowerer::FunctionLowerer(ModuleLowerer &lowerer, std::size_t index,
                                 llvm::Function *function)
    : m(lowerer), source(lowerer.source.functions[index]), index(index),
      function(function), sharedRanges(std::make_shared<Ranges>(source)),
      ranges(*sharedRanges), b(lowerer.context) {
  if (m.gpu())
    floats = source.floats;
  if (m.gpu() && m.options.optimizations.has(Optimization::WordArithmetic) &&
      !m.options.isPlain && !m.options.debugInfo)
    wordSlots = findWordSlots(source, ranges);
  if (floats.fast && m.options.fmad) {
    llvm::FastMathFlags flags;
    flags.setAllowContract();
    b.setFastMathFlags(flags);
  }
}

FunctionLowerer::FunctionLowerer(const FunctionLowerer &whole,
                                 llvm::Function *function)
    : m(whole.m), source(whole.source), index(whole.index), function(function),
      sharedRanges(whole.sharedRanges), ranges(*sharedRanges),
      floats(whole.floats), b(whole.m.context) {}

llvm::BasicBlock *FunctionLowerer::newBlock(const llvm::Twine &name) {
  return llvm::BasicBlock::Create(m.context, name, function);
}

llvm::AllocaInst *FunctionLowerer::createAlloca(llvm::Type *type,
                                                const llvm::Twine &name) {
  llvm::BasicBlock &entry = function->getEntryBlock();
  return llvm::IRBuilder<>(entry.getTerminator())
      .CreateAlloca(type, nullptr, name);
}

void FunctionLowerer::setPlace(SourceRange range) {
  if (range.source)
    currentPlace = range;
  setSite(range);
  if (!subprogram)
    subprogram = function->getSubprogram();
  if (!subprogram || !range.source)
    return;
  LineColumn place = range.source->lineColumn(range.begin);
  b.SetCurrentDebugLocation(
      llvm::DILocation::get(m.context, place.line, place.column, subprogram));
}

void FunctionLowerer::begin() {
  m.describe(*function, source);
  llvm::BasicBlock *entry = newBlock("entry");
  llvm::BasicBlock *start = newBlock("start");
  b.SetInsertPoint(entry);
  b.CreateBr(start);
  b.SetInsertPoint(start);
  localArrays.resize(source.arrays.size());
  if (function->getSubprogram())
    b.SetCurrentDebugLocation(
        llvm::DILocation::get(m.context, 0, 0, function->getSubprogram()));
  setPlace(source.range);
  for (const ir::Slot &slot : source.slots) {
    // None has no storage, and nothing reads it.
    auto id = static_cast<ir::SlotId>(slots.size());
    if (slot.type.isNone() || (touched && !touched->contains(id))) {
      slots.push_back(nullptr);
      continue;
    }
    llvm::Type *type =
        wordSlots.contains(id) ? b.getInt32Ty() : m.valueType(slot.type);
    slots.push_back(createAlloca(type, slot.name));
    if (slot.zero)
      b.CreateStore(llvm::Constant::getNullValue(type), slots.back());
  }
  describeSlots();
  watchSlots();
}

llvm::Value *FunctionLowerer::loadSlot(ir::SlotId slot) {
  const ir::Slot &variable = source.slots[slot];
  llvm::Value *value =
      b.CreateLoad(slots[slot]->getAllocatedType(), slots[slot], variable.name);
  if (!wordSlots.contains(slot))
    return value;
  return ranges.ofSlot(slot).isNonNegative()
             ? b.CreateZExt(value, b.getInt64Ty(), "", /*IsNonNeg=*/true)
             : b.CreateSExt(value, b.getInt64Ty());
}

void FunctionLowerer::storeSlot(ir::SlotId slot, llvm::Value *value) {
  if (source.slots[slot].type.isNone())
    return;
  checkRange(slot, value);
  traceValue(source.slots[slot].type, value, currentPlace,
             source.slots[slot].name, nullptr);
  if (wordSlots.contains(slot))
    value = b.CreateTrunc(value, b.getInt32Ty());
  b.CreateStore(value, slots[slot]);
  if (watchesSlot(slot))
    b.CreateStore(b.getTrue(), setSlots[slot]);
}

/// An integer is from 0 to `most`.
static void setRange(llvm::Argument &integer, std::int64_t most) {
  unsigned width = integer.getType()->getIntegerBitWidth();
  llvm::ConstantRange range(
      llvm::APInt(width, 0),
      llvm::APInt(width, static_cast<std::uint64_t>(most) + 1));
  integer.addAttr(llvm::Attribute::get(integer.getContext(),
                                       llvm::Attribute::Range, range));
}

void FunctionLowerer::storeParams(llvm::function_ref<llvm::Value *()> next,
                                  bool flattened) {
  std::vector<llvm::Value *> parts;
  auto nextParam = [&] { return parts.emplace_back(next()); };
  for (std::uint32_t i = 0; i < source.paramCount; ++i) {
    const ir::Slot &slot = source.slots[i];
    if (slot.type.isNone())
      continue;
    parts.clear();
    llvm::Value *value =
        flattened ? m.assemble(b, slot.type, nextParam) : next();
    // Where they are loaded there is nothing to say it of.
    std::vector<llvm::Argument *> args;
    for (llvm::Value *part : parts)
      if (auto *arg = llvm::dyn_cast<llvm::Argument>(part))
        args.push_back(arg);
    if (!args.empty())
      describeParam(i, args);
    if (i < source.lastExtents.size() && source.lastExtents[i])
      value = b.CreateInsertValue(value, i64(source.lastExtents[i]),
                                  slot.type.ndim);
    b.CreateStore(value, slots[i]);
  }
}

/// ir::If::small: LLVM makes one question of all that the test asks, and
/// knows no more what it said of each; of bits that were cut off it does.
void FunctionLowerer::cutParams(llvm::ArrayRef<ir::SlotId> params) {
  for (ir::SlotId i : params) {
    const Type &type = source.slots[i].type;
    bool isInteger = type.isScalar();
    llvm::Value *value = b.CreateLoad(slots[i]->getAllocatedType(), slots[i]);
    if (isInteger)
      value = b.CreateSExt(b.CreateTrunc(value, b.getIntNTy(ir::If::smallBits)),
                           value->getType());
    for (int axis = 0; axis < (isInteger ? 0 : type.ndim); ++axis) {
      auto field = static_cast<unsigned>(1 + axis);
      llvm::Value *extent =
          b.CreateAnd(b.CreateExtractValue(value, field),
                      i64((1 << ir::If::smallExtentBits) - 1));
      value = b.CreateInsertValue(value, extent, field);
    }
    b.CreateStore(value, slots[i]);
  }
}

void FunctionLowerer::shareShape(llvm::ArrayRef<ir::SlotId> params) {
  if (params.empty())
    return;
  llvm::Value *first =
      b.CreateLoad(slots[params[0]]->getAllocatedType(), slots[params[0]]);
  for (ir::SlotId i : params.drop_front()) {
    llvm::Value *value = b.CreateLoad(slots[i]->getAllocatedType(), slots[i]);
    for (unsigned axis = 0; axis < source.slots[i].type.ndim; ++axis)
      value = b.CreateInsertValue(value, b.CreateExtractValue(first, 1 + axis),
                                  1 + axis);
    b.CreateStore(value, slots[i]);
  }
}

/// ir::If::shortRows.
void FunctionLowerer::alignRows(llvm::ArrayRef<ir::ShortRow> rows) {
  for (const ir::ShortRow &row : rows) {
    const Type &type = source.slots[row.array].type;
    llvm::Value *value =
        b.CreateLoad(slots[row.array]->getAllocatedType(), slots[row.array]);
    auto mask =
        -static_cast<std::int64_t>(row.extent * byteSize(type.element()));
    llvm::Value *pointer = b.CreateExtractValue(value, 0);
    pointer = b.CreateIntrinsic(llvm::Intrinsic::ptrmask,
                                {pointer->getType(), b.getInt64Ty()},
                                {pointer, i64(mask)});
    value = b.CreateInsertValue(value, pointer, 0);
    value = b.CreateInsertValue(value, i64(row.extent), type.ndim);
    b.CreateStore(value, slots[row.array]);
  }
}

/// What whoever launches a kernel sees to.
void FunctionLowerer::describeParam(ir::SlotId param,
                                    llvm::ArrayRef<llvm::Argument *> args) {
  const Type &type = source.slots[param].type;
  for (llvm::Argument *arg : args)
    arg->addAttr(llvm::Attribute::NoUndef);
  if (type.isRecord() && m.gpu()) {
    // The bytes lie in the kernel's parameters.
    args[0]->addAttr(
        llvm::Attribute::getWithByValType(m.context, m.memoryType(type)));
    args[0]->addAttr(llvm::Attribute::getWithAlignment(
        m.context, llvm::Align(alignmentOf(type))));
  } else if (type.isArray()) {
    args[0]->addAttr(llvm::Attribute::getWithAlignment(
        m.context, llvm::Align(std::max(elementAlignment(type),
                                        source.pointerAlignment))));
    // Stores before it would be seen by nobody (endThread).
    const FunctionFacts &facts = m.facts[index];
    bool endsInCall = m.gpu() ? facts.calleesMayRaise : facts.mayRaise;
    if (source.noAlias && !endsInCall)
      args[0]->addAttr(llvm::Attribute::NoAlias);
    for (unsigned axis = 0; axis < type.ndim; ++axis)
      setRange(*args[1 + axis], largestExtent(source, param));
  } else if (param < source.sizeBits.size() && source.sizeBits[param]) {
    setRange(*args[0], parameterRange(source, param).high);
  }
}

/// Behind the last statement that has a place.
static SourceRange endOfBody(const ir::Function &function) {
  SourceRange end = function.range;
  for (const ir::Stmt &stmt : function.body)
    if (stmt.range.source == function.range.source && stmt.range.end > end.end)
      end = stmt.range;
  return {end.source, end.end, end.end};
}

void FunctionLowerer::lowerBody() {
  lowerBlock(source.body);
  if (isTerminated())
    return;
  checkLeave(endOfBody(source));
  if (returnBlock)
    b.CreateBr(returnBlock);
  else if (function->getReturnType()->isVoidTy())
    b.CreateRetVoid();
  else
    b.CreateRet(llvm::Constant::getNullValue(function->getReturnType()));
}

} // namespace pyk2ptx
