// Device functions for code of other compilers: C's convention or numba's, as
// in external.cpp, around the function as our own code has it. LLVM
// inlines it there.
#include "lowerer.h"

#include <llvm/IR/Constants.h>

namespace pyk2ptx {

/// An argument as our functions take it; `next` moves behind what it is made
/// of.
llvm::Value *ModuleLowerer::fromForeign(llvm::IRBuilder<> &builder,
                                        const Type &type,
                                        llvm::Function::arg_iterator &next) {
  if (type.isBool())
    return builder.CreateIsNotNull(&*next++);
  if (type.isScalar() && isComplex(type.scalar) &&
      !next->getType()->isStructTy()) {
    llvm::Value *number = llvm::PoisonValue::get(valueType(type));
    for (unsigned part : {0u, 1u})
      number = builder.CreateInsertValue(number, &*next++, part);
    return number;
  }
  if (!type.isArray())
    return &*next++;
  // Two words for numba's reference counting, elements, bytes of one.
  if (type.ndim != 0)
    next += 4;
  llvm::Value *array = llvm::PoisonValue::get(valueType(type));
  array = builder.CreateInsertValue(array, &*next++, 0);
  unsigned kept = type.layout == Layout::C ? type.ndim : 2u * type.ndim;
  for (unsigned i = 0; i < 2u * type.ndim; ++i, ++next)
    if (i < kept)
      array = builder.CreateInsertValue(array, &*next, 1 + i);
  return array;
}

void ModuleLowerer::exportFunction(std::size_t index) {
  const ir::Function &exported = source.functions[index];
  ForeignType foreign = foreignType(exported);
  llvm::Function *function =
      createFunction(exported.exported, foreign.type, /*isExternal=*/true);
  foreign.addTo(*function);
  if (exported.floats.ftz)
    function->addFnAttr("denormal-fp-math-f32", "preserve-sign,preserve-sign");
  if (facts[index].hasBarrier)
    function->addFnAttr(llvm::Attribute::Convergent);
  llvm::IRBuilder<> builder(
      llvm::BasicBlock::Create(context, "entry", function));
  // Without lines of its own, what is inlined there would lose its.
  describe(*function, exported);
  if (llvm::DISubprogram *scope = function->getSubprogram())
    builder.SetCurrentDebugLocation(
        llvm::DILocation::get(context, scope->getLine(), 0, scope));
  llvm::Function::arg_iterator next = function->arg_begin();
  llvm::Value *place = exported.numbaAbi ? &*next++ : nullptr;
  std::vector<llvm::Value *> args;
  for (std::uint32_t i = 0; i < exported.paramCount; ++i)
    if (!exported.slots[i].type.isNone())
      args.push_back(fromForeign(builder, exported.slots[i].type, next));
  llvm::CallInst *call = builder.CreateCall(functions[index], args);
  llvm::Value *value = call;
  const Type &type = exported.returnType;
  if (type.isBool())
    value = builder.CreateZExt(value, builder.getInt8Ty());
  if (place && !type.isNone())
    builder.CreateStore(value, place);
  // numba's status: it went well.
  if (place)
    builder.CreateRet(builder.getInt32(0));
  else if (type.isNone())
    builder.CreateRetVoid();
  else
    builder.CreateRet(value);
}

} // namespace pyk2ptx
