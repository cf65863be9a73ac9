// Messages to the user: what was found, where, and the way out.
//
// Every message is one row of diagnostics.def. From the row come the
// enumerator and a constant whose type carries the argument types, so that a
// wrong number or type of arguments does not compile (the build writes both to
// diagnostic_kinds.inc, so that another text compiles diagnostics.cpp alone):
//
//   diagnostics.emit(range, diag::ArgumentCount, name, expected, given);
//
// Emitting collects; rendering (render.h) is separate.
#ifndef PYK2PTX_FRONTEND_MESSAGES_DIAGNOSTICS_H
#define PYK2PTX_FRONTEND_MESSAGES_DIAGNOSTICS_H

#include "source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace pyk2ptx {

enum class Severity : std::uint8_t { Error, Warning, Note };

enum class DiagnosticKind : std::uint16_t {
#define KIND(kind, ...) kind,
#include "diagnostic_kinds.inc"
#undef KIND
};

/// Argument types of the rows.
using String = std::string;
using Integer = std::int64_t;

/// A row as a value; Args are the types its placeholders take.
template <typename... Args> struct DiagnosticRow {
  DiagnosticKind kind;
};

namespace diag {
#define KIND(kind, ...)                                                        \
  inline constexpr DiagnosticRow<__VA_ARGS__> kind{DiagnosticKind::kind};
#include "diagnostic_kinds.inc"
#undef KIND
} // namespace diag

/// The row's static facts.
struct DiagnosticInfo {
  std::string_view name;
  Severity severity;
  std::string_view text;
  std::string_view explanation;
};
const DiagnosticInfo &diagnosticInfo(DiagnosticKind kind);
/// All rows, in the table's order.
std::vector<DiagnosticKind> allDiagnosticKinds();

/// A remark below a message: usually another place that belongs to it.
struct DiagnosticNote {
  SourceRange range;
  std::string text;
};

struct Diagnostic {
  DiagnosticKind kind;
  Severity severity;
  SourceRange range;
  std::string text;
  std::vector<DiagnosticNote> notes;
};

/// The collector of one run.
class Diagnostics {
public:
  template <typename... Args, typename... Given>
  Diagnostic &emit(SourceRange range, DiagnosticRow<Args...> row,
                   const Given &...given) {
    static_assert(sizeof...(Args) == sizeof...(Given),
                  "number of arguments differs from the row's");
    return add(range, row.kind, {toText(static_cast<Args>(given))...});
  }

  bool hasErrors() const { return errorCount_ != 0; }
  std::size_t errorCount() const { return errorCount_; }
  /// In the order of emission.
  const std::vector<Diagnostic> &all() const { return all_; }
  /// Sorted by file (in order of first mention), then place; duplicates (same
  /// kind, place and text) folded.
  std::vector<Diagnostic> sorted() const;

  /// For work that may be thrown away: what was emitted after `mark` is
  /// dropped by rollback(mark).
  struct Mark {
    std::size_t messages, failures;
  };
  Mark mark() const { return {all_.size(), failures_.size()}; }
  void rollback(Mark mark);
  /// Something could not be compiled, for a reason that was told. Whoever
  /// makes code of the rest asks for `unexplained`.
  void noteFailure(SourceRange range) { failures_.push_back(range); }
  /// A failure, where no error was emitted: our bug, since what failed is
  /// missing from the code.
  std::optional<SourceRange> unexplained() const;
  /// Appends another collector's messages.
  void append(const Diagnostics &other);
  /// A note below each error that came after `mark`; one for each place, and no
  /// more than a few.
  void noteErrors(Mark mark, const DiagnosticNote &note);
  /// Those that stand in a text of the prelude stand at `range` instead.
  void moveFromPrelude(SourceRange range);

private:
  static std::string toText(const std::string &value) { return value; }
  static std::string toText(std::int64_t value) {
    return std::to_string(value);
  }
  Diagnostic &add(SourceRange range, DiagnosticKind kind,
                  const std::vector<std::string> &arguments);

  std::vector<Diagnostic> all_;
  std::vector<SourceRange> failures_;
  std::size_t errorCount_ = 0;
};

/// The candidate nearest to `name` by edit distance, or "" when none is near
/// enough to be a misspelling.
std::string nearestName(std::string_view name,
                        const std::vector<std::string> &candidates);

} // namespace pyk2ptx

#endif
