// Calls of cuda.libdevice: on the GPU of __nv_name, which is linked from
// libdevice.10.bc, on the host of runtime/jit's function. Results after the
// first come through pointers, those of the sincos family all.
#include "frontend/tables/libdevice.h"
#include "compiler/backend/libdevice.h"
#include "compiler/target/host_abi.h"
#include "lowerer.h"

namespace pyk2ptx {

/// Host: what runtime/jit's function computes, where that is a few operations:
/// loops over threads with calls in them are no vectors. Null elsewhere.
static llvm::Value *inlined(llvm::IRBuilder<> &b, std::string_view name,
                            llvm::ArrayRef<llvm::Value *> args) {
  if (name != "rsqrt" && name != "rsqrtf" && name != "frsqrt_rn")
    return nullptr;
  llvm::Type *type = args[0]->getType();
  llvm::Value *wide = b.CreateFPExt(args[0], b.getDoubleTy());
  llvm::Value *root = b.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, wide);
  return b.CreateFPTrunc(
      b.CreateFDiv(llvm::ConstantFP::get(b.getDoubleTy(), 1), root), type);
}

llvm::Value *FunctionLowerer::lower(const ir::CallLibdevice &node,
                                    const ir::Expr &expr) {
  const LibdeviceInfo &row = libdeviceRows()[node.row];
  std::vector<llvm::Value *> args;
  std::vector<llvm::Type *> types;
  for (const ir::ExprPtr &arg : node.args)
    args.push_back(lower(*arg));
  if (llvm::Value *value = m.gpu() ? nullptr : inlined(b, row.name, args))
    return value;
  bool allByPointer = row.name.find("sincos") != std::string_view::npos;
  std::vector<llvm::AllocaInst *> places;
  for (std::size_t i = allByPointer ? 0 : 1; i < row.results.size(); ++i) {
    places.push_back(
        createAlloca(m.scalarType(libdeviceScalar(row.results[i])), "result"));
    args.push_back(places.back());
  }
  for (llvm::Value *arg : args)
    types.push_back(arg->getType());
  llvm::Type *result = allByPointer
                           ? b.getVoidTy()
                           : m.scalarType(libdeviceScalar(row.results[0]));
  // Its instruction came with PTX 7.0.
  bool isTooNew =
      m.gpu() && m.target.arch->minPtx < 70 && row.name == "fast_tanhf";
  std::string name = isTooNew ? "tanhf" : std::string(row.name);
  name = m.gpu() ? libdeviceSymbol(name, floats) : hostLibdevicePrefix + name;
  llvm::FunctionCallee callee = m.module.getOrInsertFunction(
      name, llvm::FunctionType::get(result, types, false));
  llvm::CallInst *call = b.CreateCall(callee, args);
  setMathAttributes(*call);
  if (places.empty())
    return call;
  llvm::Value *tuple = llvm::PoisonValue::get(m.valueType(expr.type));
  unsigned next = 0;
  if (!allByPointer)
    tuple = b.CreateInsertValue(tuple, call, next++);
  for (llvm::AllocaInst *place : places)
    tuple = b.CreateInsertValue(
        tuple, b.CreateLoad(place->getAllocatedType(), place), next++);
  return tuple;
}

} // namespace pyk2ptx
