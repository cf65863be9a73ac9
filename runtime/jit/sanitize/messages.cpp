// Findings as diagnostics: the message stands at the access or the barrier, a
// note at the other thread's.
#include "findings.h"
#include "frontend/messages/diagnostics.h"

namespace pyk2ptx {

namespace {

std::string spell(const std::uint32_t (&at)[3]) {
  return "(" + std::to_string(at[0]) + "," + std::to_string(at[1]) + "," +
         std::to_string(at[2]) + ")";
}

std::string spell(const CheckedThread &thread) {
  return "block " + spell(thread.block) + " thread " + spell(thread.thread);
}

const char *verb(AccessKind kind) {
  return kind == AccessKind::Read    ? "reads"
         : kind == AccessKind::Write ? "writes"
                                     : "atomically updates";
}

const char *noun(AccessKind kind) {
  return kind == AccessKind::Read    ? "read"
         : kind == AccessKind::Write ? "write"
                                     : "atomic";
}

bool areSameBlock(const CheckFinding &finding) {
  const auto &a = finding.thread.block, &b = finding.other.block;
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

std::string advice(const CheckFinding &finding) {
  bool isAtomic = finding.access == AccessKind::Atomic ||
                  finding.otherAccess == AccessKind::Atomic;
  bool areAtomic = finding.access == finding.otherAccess && isAtomic;
  if (areAtomic)
    return "an atomic of the scope of a block orders only its own block";
  if (!areSameBlock(finding))
    return isAtomic ? "nothing orders an atomic and a plain access in "
                      "different blocks; make both atomic"
                    : "nothing orders different blocks; use an atomic, or "
                      "cuda.threadfence() before one that says it is done";
  if (finding.isSameWarp)
    return "they are of one warp, and no cuda.syncwarp() or "
           "cuda.syncthreads() lies between";
  return "no cuda.syncthreads() lies between";
}

void noteOthers(Diagnostic &diagnostic, const CheckFinding &finding) {
  if (finding.count > 1)
    diagnostic.notes.push_back({{},
                                "found " + std::to_string(finding.count) +
                                    " times; this is the "
                                    "first"});
}

void reportRace(const CheckFinding &finding, Diagnostics &diagnostics) {
  std::string first = spell(finding.other), second = spell(finding.thread);
  bool isSame = finding.kind == CheckFinding::Kind::SameValue;
  std::string kinds =
      std::string(noun(finding.otherAccess)) + "-" + noun(finding.access);
  Diagnostic &diagnostic =
      isSame ? diagnostics.emit(finding.thread.place, diag::SameValueRace,
                                finding.element, first, second)
             : diagnostics.emit(finding.thread.place, diag::DataRace, kinds,
                                finding.element,
                                first + " " + verb(finding.otherAccess) + " it",
                                second + " " + verb(finding.access) + " it",
                                advice(finding));
  diagnostic.notes.push_back(
      {finding.other.place,
       std::string("the ") + noun(finding.otherAccess) + " by " + first});
  noteOthers(diagnostic, finding);
}

void reportBarrier(const CheckFinding &finding, Diagnostics &diagnostics) {
  bool isMissed = finding.kind == CheckFinding::Kind::MissedBarrier;
  Diagnostic &diagnostic =
      diagnostics.emit(finding.thread.place,
                       isMissed ? diag::MissedBarrier : diag::DivergentBarrier,
                       spell(finding.thread), spell(finding.other));
  diagnostic.notes.push_back(
      {finding.other.place,
       spell(finding.other) + (isMissed ? " ended here" : " waits here")});
  noteOthers(diagnostic, finding);
}

void reportGroup(const CheckFinding &finding, Diagnostics &diagnostics) {
  std::string other =
      finding.element.empty() ? spell(finding.other) : finding.element;
  Diagnostic &diagnostic =
      diagnostics.emit(finding.thread.place, diag::IncompleteGroup,
                       spell(finding.thread), other, finding.reason);
  bool hasEnded = finding.reason == "has ended";
  if (finding.other.place.begin != finding.thread.place.begin)
    diagnostic.notes.push_back(
        {finding.other.place, other + (hasEnded ? " ended here" : " is here")});
  noteOthers(diagnostic, finding);
}

void reportDeadlock(const CheckFinding &finding, Diagnostics &diagnostics) {
  Diagnostic &diagnostic =
      diagnostics.emit(finding.thread.place, diag::Deadlock,
                       spell(finding.thread), finding.reason);
  for (const CheckFinding::Stand &stand : finding.stands) {
    std::string who = spell(stand.first);
    if (stand.count > 1)
      who += " and " + std::to_string(stand.count - 1) + " more";
    diagnostic.notes.push_back({stand.first.place, who + ": " + stand.what});
  }
}

} // namespace

void reportFindings(const std::vector<CheckFinding> &findings,
                    Diagnostics &diagnostics) {
  using Kind = CheckFinding::Kind;
  for (const CheckFinding &finding : findings) {
    std::string who = spell(finding.thread);
    SourceRange place = finding.thread.place;
    switch (finding.kind) {
    case Kind::Race:
    case Kind::SameValue:
      reportRace(finding, diagnostics);
      break;
    case Kind::Index:
      noteOthers(diagnostics.emit(place, diag::IndexOutside, finding.index,
                                  finding.axis, finding.extent, finding.element,
                                  who),
                 finding);
      break;
    case Kind::Uninitialized:
      noteOthers(diagnostics.emit(place, diag::UninitializedRead,
                                  finding.element, who),
                 finding);
      break;
    case Kind::Unset:
      noteOthers(
          diagnostics.emit(place, diag::UnsetVariable, finding.element, who),
          finding);
      break;
    case Kind::DivergentBarrier:
    case Kind::MissedBarrier:
      reportBarrier(finding, diagnostics);
      break;
    case Kind::IncompleteGroup:
      reportGroup(finding, diagnostics);
      break;
    case Kind::SharedSum:
      noteOthers(
          diagnostics.emit(place, diag::SharedSum, who, spell(finding.other)),
          finding);
      break;
    case Kind::Deadlock:
      reportDeadlock(finding, diagnostics);
      break;
    }
  }
}

} // namespace pyk2ptx
