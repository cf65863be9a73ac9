// LLVM IR that a test has written, and a pass changes.
#ifndef PYK2PTX_TESTS_UNIT_PARSED_FUNCTION_H
#define PYK2PTX_TESTS_UNIT_PARSED_FUNCTION_H

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <memory>
#include <stdexcept>
#include <string>

namespace pyk2ptx {

/// @f of a module. Verified when the test is done with it. Throws
/// std::invalid_argument if it is no IR, or has no such function.
class ParsedFunction {
public:
  explicit ParsedFunction(const std::string &module) {
    llvm::SMDiagnostic error;
    module_ = llvm::parseAssemblyString(module, error, context_);
    function_ = module_ ? module_->getFunction("f") : nullptr;
    if (!function_)
      throw std::invalid_argument(error.getMessage().str() + "\n" + module);
  }
  ParsedFunction(const ParsedFunction &) = delete;
  ParsedFunction &operator=(const ParsedFunction &) = delete;
  ~ParsedFunction() {
    EXPECT_FALSE(llvm::verifyFunction(*function_, &llvm::errs()));
  }

  llvm::Function &operator*() { return *function_; }
  llvm::Function *operator->() { return function_; }

private:
  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  llvm::Function *function_ = nullptr;
};

} // namespace pyk2ptx

#endif
