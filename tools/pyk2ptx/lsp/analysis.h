// All that is known of one text: its tree, what is wrong with it, what its
// expressions are, and which indices are checked.
#ifndef PYK2PTX_TOOLS_LSP_ANALYSIS_H
#define PYK2PTX_TOOLS_LSP_ANALYSIS_H

#include "compiler/facts/ranges.h"
#include "frontend/check/check.h"
#include "frontend/evaluate/evaluate.h"
#include "open_files.h"
#include "positions.h"
#include "settings.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace pyk2ptx {

/// What an expression or a variable is, in one choice of its function's types.
struct Fact {
  Type type;
  /// A constant, or what the value is where it has no type; "" for others.
  std::string value;
};

/// A function as it is compiled for some types.
struct CompiledFunction {
  const syntax::FunctionDef *def = nullptr;
  /// "saxpy(float32, float32[::1])"
  std::string spelled;
  /// "int64"; "" for kernels and where it is not known.
  std::string result;
  std::string symbol;
  bool isKernel = false;
  /// Of a kernel's block at most; 0: not stated.
  std::uint32_t blockThreads = 0;
  /// A kernel's name, as --sig has it.
  std::string kernel;
  /// Without errors.
  bool isValid = false;
  /// The types are those that the text suggests.
  bool isGuess = false;
  /// By the place's begin and end.
  std::map<std::pair<std::uint32_t, std::uint32_t>, Fact> facts;
};

/// How an index is checked.
struct IndexFact {
  ir::Bounds bounds = ir::Bounds::Guard;
  bool mayWrap = false;
  Interval values;
};

/// A message and where it is shown.
struct Finding {
  Diagnostic message;
  /// Of types that a kernel only seems to have.
  bool isGuess = false;
};

class Analysis {
public:
  Analysis(const std::string &path, std::string text, const Settings &settings,
           const OpenTexts &open);
  ~Analysis();
  Analysis(const Analysis &) = delete;
  Analysis &operator=(const Analysis &) = delete;

  /// Does all the work; what is asked before it knows nothing.
  void run();

  const Source &source() const { return source_; }
  const Positions &positions() const { return positions_; }
  const Settings &settings() const { return settings_; }
  /// Null where the text is no Python.
  const syntax::Module *tree() const { return tree_ ? &*tree_ : nullptr; }
  const std::vector<Finding> &findings() const { return findings_; }
  const std::vector<CompiledFunction> &functions() const { return functions_; }
  /// By the place of the index's text.
  const std::map<std::pair<std::uint32_t, std::uint32_t>, IndexFact> &
  indices() const {
    return indices_;
  }
  const std::map<const syntax::FunctionDef *, std::string> &guesses() const {
    return guesses_;
  }
  /// What the launches in the file say.
  const std::vector<KernelTypes> &launches() const { return launches_; }
  /// Files that were imported.
  const std::set<std::string> &imports() const { return files_.asked(); }

  /// For names; with a tree only.
  Evaluator &evaluator() { return *evaluator_; }
  const Scope &scope() const { return *scope_; }
  OpenFiles &files() { return files_; }

private:
  class Recorder;
  void check();
  void findIndices(ir::Module &module);
  void dropForgotten(const ir::Module &module);
  /// The functions of the module are those without errors.
  void markValid(const ir::Module &module);

  Settings settings_;
  Source source_;
  Positions positions_;
  OpenFiles files_;
  std::optional<syntax::Module> tree_;
  std::unique_ptr<Scope> scope_;
  std::unique_ptr<Evaluator> evaluator_;
  std::vector<KernelTypes> launches_;
  std::vector<Finding> findings_;
  std::vector<CompiledFunction> functions_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, IndexFact> indices_;
  std::map<const syntax::FunctionDef *, std::string> guesses_;
};

} // namespace pyk2ptx

#endif
