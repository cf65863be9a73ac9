// Internal to check*.cpp: the state of checking one file, which finds the
// kernels, and compiles each device function once for the types of its calls.
#ifndef PYK2PTX_FRONTEND_CHECK_FILE_CHECKER_H
#define PYK2PTX_FRONTEND_CHECK_FILE_CHECKER_H

#include "check.h"
#include "frontend/emit/block_threads.h"
#include "frontend/emit/operand.h"
#include "frontend/ir/symbol.h"
#include "frontend/kernels/kernel_signatures.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace pyk2ptx {

class FunctionChecker;
struct CapturedExport;
struct CapturedFunction;
struct CapturedProgram;

/// A device function compiled for some argument types.
struct Instance {
  std::uint32_t function = 0;
  Type result = Type::error();
  bool failed = false;
  /// Being checked: a call of it is recursive. Its result may not be known.
  FunctionChecker *running = nullptr;
  /// Its place in the module, taken by the first recursive call.
  std::optional<std::uint32_t> place;
  /// The result that recursive calls from other functions took for granted.
  std::optional<Type> assumed;
  /// The functions that it calls, directly or not.
  std::set<std::uint32_t> reached;
  /// Local arrays that each call gives it behind its arguments.
  std::vector<ir::ArrayDeclaration> lent;
  /// Repeated at each call, because a caller may drop what it emitted.
  Diagnostics messages;
};

/// The user's call of a function that is expanded where it is called.
struct CallSite {
  SourceRange range;
  /// Of blocks that it is made for; 0: of any.
  std::uint32_t threads = 0;
};

/// State of checking a file.
class FileChecker {
public:
  FileChecker(const syntax::Module &module, const CheckOptions &options,
              Diagnostics &diagnostics);
  std::optional<ir::Module> run();
  // ---- captured.cpp ----
  std::optional<ir::Module>
  runCaptured(const std::vector<syntax::Module> &trees,
              const CapturedProgram &program);

  Evaluator &evaluator() { return evaluator_; }
  Diagnostics &diagnostics() { return *diagnostics_; }
  ir::Module &module() { return module_; }
  bool debug() const { return options_.debug; }
  bool raisesBounds() const { return options_.raiseBounds; }
  /// Null: nobody asks.
  CheckObserver *observer() const { return options_.observer; }
  /// The function that a comprehension is in a scope, from its loop at `at` on,
  /// where `builtin` of it is a loop; `write` writes it where there is none
  /// yet.
  FunctionValue written(const syntax::Comprehension &node, std::size_t at,
                        Builtin builtin, const Scope &scope,
                        const std::function<syntax::FunctionDef()> &write);
  /// Null when the call failed; the reason is reported.
  const Instance *instantiate(const FunctionValue &function,
                              const std::vector<CallArgument> &args,
                              const Captures &captures,
                              const std::optional<Type> &declaredResult,
                              Typing typing, SourceRange callRange);
  /// The module's function for a declared one.
  const Instance &instantiate(const ExternalDeclaration &declared);
  /// `index` of a tuple, checked where errors are reported.
  ir::ExprPtr checkedTupleIndex(ir::ExprPtr index, std::int64_t size);
  /// The bool itself; where it is false the thread ends and the launch reports
  /// `kind`: `text`.
  ir::ExprPtr raisingUnless(ir::ExprPtr condition, const char *kind,
                            const std::string &text);
  /// Whether a call of the function does more than give a value.
  bool isActing(std::uint32_t function) const {
    return acting_.contains(function);
  }

  /// What is known of the array that a device function returns.
  Extents extentsOfResult(std::uint32_t function) const {
    auto found = resultExtents_.find(function);
    return found == resultExtents_.end() ? Extents() : found->second;
  }
  /// Threads of the blocks of the kernel being checked.
  BlockThreads blockThreads() const {
    return {options_.blockThreads, mostThreads_, site_ ? site_->threads : 0};
  }
  void expectThreads(std::uint32_t threads) {
    if (site_)
      site_->threads = threads;
  }
  /// A place for so many bytes in the scratch memory of the call that is being
  /// expanded.
  std::int64_t takeScratch(std::int64_t bytes, std::int64_t alignment);

  // ---- choice.cpp ----
  /// What a check on trial must give back.
  struct Trial {
    std::size_t functions = 0, links = 0, instances = 0;
    std::map<std::string, int> symbols;
    std::set<std::uint32_t> reached;
    std::set<const syntax::FunctionDef *> usedAsDevice;
    std::set<std::uint32_t> meeting, acting;
  };
  /// What is checked from here to endTrial leaves nothing in the module.
  Trial beginTrial();
  void endTrial(Trial trial);
  /// How many there are, one inside of another.
  int trials() const { return trials_; }

private:
  /// What is compiled of them.
  std::optional<ir::Module>
  checkKernels(const std::vector<DeclaredKernel> &kernels);
  bool tellUntyped(const std::vector<const DeclaredKernel *> &untyped,
                   bool isAlone);
  DeclaredKernel makeCaptured(const std::vector<syntax::Module> &trees,
                              const CapturedProgram &program);
  Value capturedFunction(const CapturedFunction &function,
                         const syntax::Module &tree, bool isKernel,
                         Scope &scope);
  void readCapturedTypes(const std::string &types, const std::string &kernel);
  std::optional<ir::Module> checkExported(const FunctionValue &function,
                                          const CapturedExport &exported);
  /// The module that was made; nothing after an error.
  std::optional<ir::Module> finished();
  // ---- export.cpp ----
  /// A device function for code of other compilers.
  struct Export {
    /// "": its own name.
    std::string symbol;
    bool isNumba = false;
    SignatureTypes signature;
    std::optional<Type> result;
  };
  void exportFunction(const FunctionValue &function, const Export &wanted);
  /// The functions that --export names.
  void exportNamed();
  /// The kernels of the file, or the one that is asked for.
  std::vector<DeclaredKernel> collectKernels();
  void checkKernel(const DeclaredKernel &kernel,
                   const SignatureTypes &signature, const std::string &symbol);
  ir::Function kernelFunction(const DeclaredKernel &kernel,
                              const std::string &symbol) const;
  std::optional<std::vector<CallArgument>>
  kernelArguments(const DeclaredKernel &kernel,
                  const SignatureTypes &signature);
  // ---- instance.cpp ----
  std::string instanceKey(const FunctionValue &function,
                          const std::vector<CallArgument> &args,
                          const Captures &captures, Typing typing) const;
  void compileInstance(Instance &instance, const FunctionValue &function,
                       const std::vector<CallArgument> &args,
                       const Captures &captures,
                       const std::optional<Type> &declaredResult, Typing typing,
                       SourceRange callRange);
  const Instance *callRecursively(Instance &instance,
                                  const syntax::FunctionDef &def,
                                  SourceRange callRange);
  std::string siteKey() const;
  void moveToSite(ir::Function &function, Instance &instance);
  void finishRecursion(Instance &instance, const FunctionValue &function,
                       SourceRange callRange, const Type &result, bool meets);
  bool isMeeting(const ir::Function &function) const;
  // ---- effects.cpp ----
  /// Whether a call of `function`, which has this number, does more than give a
  /// value, which is more than to store in the last `lent` of its parameters.
  bool findActing(const ir::Function &function,
                  std::optional<std::uint32_t> number, std::size_t lent) const;
  /// Of the value that the function, its argument, gives as often as it is
  /// called.
  using Test = std::function<ir::ExprPtr(const std::function<ir::ExprPtr()> &)>;
  /// The value, given back by a function that raises where it `fails`; `tested`
  /// tells tests apart whose texts are equal.
  ir::ExprPtr raisingWhere(ir::ExprPtr value, const Test &fails,
                           const std::string &tested, const char *kind,
                           const std::string &text);
  void checkSharedSize(const ir::Function &kernel);
  void checkThreads(ir::Function &kernel);
  // ---- guess.cpp ----
  /// Checks a kernel that states no types for those that it seems to have, for
  /// the observer.
  void guessTypes(const DeclaredKernel &kernel);
  /// The types of a signature's text.
  std::optional<SignatureTypes> readHint(const std::string &text,
                                         const Scope &scope);
  /// The same of the device functions that nothing called.
  void guessUncalled();
  void readDefines();
  void addLinks(const std::vector<ir::LinkedFile> &links);
  std::string uniqueSymbol(const std::string &name);

  const syntax::Module &syntax_;
  const CheckOptions &options_;
  /// Where messages go: those of a device function are kept with it.
  Diagnostics *diagnostics_;
  std::unique_ptr<Scope> scope_;
  Evaluator evaluator_;
  ir::Module module_;
  std::map<std::string, std::vector<SignatureTypes>> given_;
  /// For the kernels of a running program that state no types.
  std::vector<SignatureTypes> lazyTypes_;
  /// The kernel is a running program's: what its text states means nothing.
  bool isCaptured_ = false;
  /// Of its parameters: the values of those that are known, and those that are
  /// records in memory (captured.h).
  std::vector<std::pair<std::uint32_t, Value>> capturedArguments_;
  std::vector<std::uint32_t> recordPlaces_;
  /// Of a running program's other functions.
  std::vector<std::unique_ptr<Scope>> capturedScopes_;
  std::map<std::string, Instance> instances_;
  int trials_ = 0;
  /// Keys of the instances that trials made.
  std::vector<std::string> trialInstances_;
  /// Functions that raise, by their places, what they test and what they say.
  std::map<std::string, std::uint32_t> valueChecks_;
  /// Comprehensions that are loops.
  std::map<std::tuple<const syntax::Comprehension *, std::size_t, Builtin,
                      const Scope *>,
           std::unique_ptr<syntax::FunctionDef>>
      written_;
  std::vector<const syntax::FunctionDef *> active_;
  std::set<const syntax::FunctionDef *> usedAsDevice_;
  /// Of the file.
  std::vector<FunctionValue> deviceFunctions_;
  std::map<std::string, int> symbols_;
  /// Device functions that the function being checked calls, directly or not.
  std::set<std::uint32_t> reached_;
  /// Of the kernel being checked; device functions follow it.
  ir::FloatMode floats_;
  std::uint32_t mostThreads_ = 0;
  std::map<std::uint32_t, Extents> resultExtents_;
  /// The rules of the user's function whose call has come to the prelude.
  std::optional<Typing> userTyping_;
  /// The user's call that is being expanded, and the scratch memory that each
  /// has taken.
  std::optional<CallSite> site_;
  std::map<std::string, std::int64_t> scratch_;
  /// Device functions whose threads may wait for others there, or end.
  std::set<std::uint32_t> meeting_;
  /// Device functions that do more than give a value.
  std::set<std::uint32_t> acting_;
};

} // namespace pyk2ptx

#endif
