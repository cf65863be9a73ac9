// print: one C format for the whole call, and its arguments packed in 8 bytes
// each, as CUDA's vprintf reads them and the CPU device too.
#include "lowerer.h"

#include <llvm/IR/Constants.h>

namespace pyk2ptx {

llvm::Constant *ModuleLowerer::text(llvm::StringRef content) {
  llvm::Constant *data = llvm::ConstantDataArray::getString(context, content);
  auto *global = new llvm::GlobalVariable(
      module, data->getType(), /*isConstant=*/true,
      llvm::GlobalValue::InternalLinkage, data, "pyk2ptx_text", nullptr,
      llvm::GlobalValue::NotThreadLocal,
      pointerType(Space::Global)->getAddressSpace());
  global->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  return llvm::ConstantExpr::getPointerBitCastOrAddrSpaceCast(
      global, llvm::PointerType::get(context, 0));
}

static void appendText(std::string &format, const std::string &text) {
  for (char c : text)
    format += c == '%' ? std::string("%%") : std::string(1, c);
}

void FunctionLowerer::lower(const ir::Print &node) {
  std::string format;
  std::vector<llvm::Value *> values;
  for (const ir::PrintPiece &piece : node.pieces) {
    if (!piece.value) {
      appendText(format, piece.text);
      continue;
    }
    const Type &type = piece.value->type;
    llvm::Value *value = lower(*piece.value);
    if (type.isBool()) {
      format += "%s";
      value = b.CreateSelect(value, m.text("True"), m.text("False"));
    } else if (type.isFloat()) {
      format += "%g";
      value = b.CreateFPExt(value, b.getDoubleTy());
    } else {
      bool isSigned = pyk2ptx::isSigned(type.scalar);
      format += isSigned ? "%lld" : "%llu";
      value = b.CreateIntCast(value, b.getInt64Ty(), isSigned);
    }
    values.push_back(value);
  }
  llvm::Value *arguments = llvm::ConstantPointerNull::get(b.getPtrTy());
  if (!values.empty()) {
    arguments = createAlloca(
        llvm::ArrayType::get(b.getInt64Ty(), values.size()), "print");
    for (unsigned i = 0; i < values.size(); ++i)
      b.CreateAlignedStore(
          values[i], b.CreateConstInBoundsGEP1_64(b.getInt64Ty(), arguments, i),
          llvm::Align(8));
  }
  llvm::PointerType *pointer = b.getPtrTy();
  if (m.gpu()) {
    llvm::FunctionCallee callee = m.module.getOrInsertFunction(
        "vprintf",
        llvm::FunctionType::get(b.getInt32Ty(), {pointer, pointer}, false));
    b.CreateCall(callee, {m.text(format), arguments})->setDoesNotThrow();
    return;
  }
  llvm::FunctionCallee callee = m.module.getOrInsertFunction(
      "pyk2ptx_host_print",
      llvm::FunctionType::get(b.getVoidTy(), {pointer, pointer, pointer},
                              false));
  b.CreateCall(callee, {block, m.text(format), arguments})->setDoesNotThrow();
}

} // namespace pyk2ptx
