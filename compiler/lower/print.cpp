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
  std::vector<llvm::Value *> values;
  for (const ir::PrintPiece &piece : node.pieces)
    values.push_back(piece.value ? lower(*piece.value) : nullptr);
  printFrom(node, values, 0, {});
}

/// A number that is not complex, and how it is printed, which goes to `format`.
static llvm::Value *printed(FunctionLowerer &f, const ir::PrintPiece &piece,
                            llvm::Value *value, std::string &format) {
  const Type &type = piece.value->type;
  if (type.isBool()) {
    format += "%s";
    value = f.b.CreateSelect(value, f.m.text("True"), f.m.text("False"));
  } else if (type.isFloat()) {
    format += "%" + piece.flags + (piece.conversion ? piece.conversion : 'g');
    value = f.b.CreateFPExt(value, f.b.getDoubleTy());
  } else {
    bool isSigned = pyk2ptx::isSigned(type.scalar);
    char conversion = piece.conversion;
    if (!conversion || conversion == 'd')
      conversion = isSigned ? 'd' : 'u';
    format += "%" + piece.flags + "ll" + conversion;
    value = f.b.CreateIntCast(value, f.b.getInt64Ty(), isSigned);
  }
  return value;
}

/// Python leaves out a real part that is 0.0, and C's formats cannot: the rest
/// of the line is printed on both sides of a branch. From the fifth complex
/// number on the real part is always shown, so that the code stays bounded.
void FunctionLowerer::printFrom(const ir::Print &node,
                                llvm::ArrayRef<llvm::Value *> values,
                                std::size_t first, PrintedText text) {
  constexpr std::size_t maxBranches = 4;
  std::size_t branches = 0;
  for (std::size_t i = 0; i < first; ++i)
    branches += node.pieces[i].value && node.pieces[i].value->type.isComplex();
  for (std::size_t i = first; i < node.pieces.size(); ++i) {
    const ir::PrintPiece &piece = node.pieces[i];
    if (!piece.value) {
      appendText(text.format, piece.text);
      continue;
    }
    const Type &type = piece.value->type;
    llvm::Value *value = values[i];
    // CUDA's vprintf reads no more than 32 arguments; what comes behind is
    // garbage. One more piece is two values at most.
    constexpr std::size_t mostArguments = 32;
    if (m.gpu() && text.values.size() + 2 > mostArguments) {
      callPrint(text);
      text = {};
    }
    if (type.isComplex()) {
      llvm::Value *real =
          b.CreateFPCast(b.CreateExtractValue(value, 0), b.getDoubleTy());
      llvm::Value *imag =
          b.CreateFPCast(b.CreateExtractValue(value, 1), b.getDoubleTy());
      PrintedText whole = text;
      whole.format += "(%g%+gj)";
      whole.values.push_back(real);
      whole.values.push_back(imag);
      if (branches++ < maxBranches) {
        llvm::BasicBlock *shortened = newBlock("print.imag");
        llvm::BasicBlock *full = newBlock("print.complex");
        llvm::BasicBlock *end = newBlock("print.end");
        llvm::Value *bits = b.CreateBitCast(real, b.getInt64Ty());
        b.CreateCondBr(b.CreateICmpEQ(bits, i64(0)), shortened, full);
        b.SetInsertPoint(full);
        printFrom(node, values, i + 1, std::move(whole));
        b.CreateBr(end);
        b.SetInsertPoint(shortened);
        text.format += "%gj";
        text.values.push_back(imag);
        printFrom(node, values, i + 1, std::move(text));
        b.CreateBr(end);
        b.SetInsertPoint(end);
        return;
      }
      text = std::move(whole);
      continue;
    }
    text.values.push_back(printed(*this, piece, value, text.format));
  }
  callPrint(text);
}

void FunctionLowerer::callPrint(const PrintedText &printed) {
  const std::vector<llvm::Value *> &values = printed.values;
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
    b.CreateCall(callee, {m.text(printed.format), arguments})
        ->setDoesNotThrow();
    return;
  }
  llvm::FunctionCallee callee = m.module.getOrInsertFunction(
      "pyk2ptx_host_print",
      llvm::FunctionType::get(b.getVoidTy(), {pointer, pointer, pointer},
                              false));
  b.CreateCall(callee, {block, m.text(printed.format), arguments})
      ->setDoesNotThrow();
}

} // namespace pyk2ptx
