// The collector, and the table behind it.
#include "diagnostics.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace pyk2ptx {

namespace {

constexpr DiagnosticInfo infos[] = {
#define DIAGNOSTIC(kind, severity, text, explanation, ...)                     \
  {#kind, Severity::severity, text, explanation},
#include "diagnostics.def"
#undef DIAGNOSTIC
};

// What was written of the rows is of these rows.
constexpr DiagnosticKind kinds[] = {
#define DIAGNOSTIC(kind, severity, text, explanation, ...) DiagnosticKind::kind,
#include "diagnostics.def"
#undef DIAGNOSTIC
};
static_assert([] {
  for (std::size_t i = 0; i < std::size(kinds); ++i)
    if (kinds[i] != static_cast<DiagnosticKind>(i))
      return false;
  return true;
}());

template <typename... Args>
constexpr int argumentCount(DiagnosticRow<Args...>) {
  return sizeof...(Args);
}

/// Whether exactly {0} to {count - 1} occur.
constexpr bool placeholdersAgree(std::string_view text, int count) {
  bool seen[10] = {};
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    bool isPlaceholder = text[i] == '{' && text[i + 2] == '}' &&
                         text[i + 1] >= '0' && text[i + 1] <= '9';
    if (isPlaceholder)
      seen[text[i + 1] - '0'] = true;
  }
  for (int i = 0; i < 10; ++i)
    if (seen[i] != (i < count))
      return false;
  return true;
}

#define DIAGNOSTIC(kind, severity, text, explanation, ...)                     \
  static_assert(placeholdersAgree(text, argumentCount(diag::kind)),            \
                "placeholders and argument types of " #kind " disagree");
#include "diagnostics.def"
#undef DIAGNOSTIC

/// What is counted in messages, if there is one of it.
struct Noun {
  std::string_view many, one;
};
constexpr Noun nouns[] = {
    {" arguments", " argument"},   {" axes", " axis"},
    {" elements", " element"},     {" names", " name"},
    {" parameters", " parameter"}, {" results", " result"},
    {" subscripts", " subscript"}, {" threads", " thread"},
    {" types", " type"},           {" values", " value"}};

bool isOne(std::string_view count) {
  return count == "1" || count.ends_with(" least 1") ||
         count.ends_with(" most 1");
}

std::string substitute(std::string_view text,
                       const std::vector<std::string> &arguments) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::size_t index =
        i + 2 < text.size() && text[i] == '{' && text[i + 2] == '}'
            ? static_cast<std::size_t>(text[i + 1] - '0')
            : arguments.size();
    if (index < arguments.size()) {
      result += arguments[index];
      i += 2;
      for (const Noun &noun : nouns)
        if (isOne(arguments[index]) &&
            text.substr(i + 1).starts_with(noun.many)) {
          result += noun.one;
          i += noun.many.size();
        }
    } else {
      result += text[i];
    }
  }
  return result;
}

} // namespace

const DiagnosticInfo &diagnosticInfo(DiagnosticKind kind) {
  return infos[static_cast<std::size_t>(kind)];
}

std::vector<DiagnosticKind> allDiagnosticKinds() {
  return {std::begin(kinds), std::end(kinds)};
}

Diagnostic &Diagnostics::add(SourceRange range, DiagnosticKind kind,
                             const std::vector<std::string> &arguments) {
  const DiagnosticInfo &info = diagnosticInfo(kind);
  errorCount_ += info.severity == Severity::Error;
  all_.push_back(
      {kind, info.severity, range, substitute(info.text, arguments), {}});
  return all_.back();
}

std::vector<Diagnostic> Diagnostics::sorted() const {
  std::unordered_map<const Source *, std::size_t> order;
  for (const Diagnostic &diagnostic : all_)
    order.emplace(diagnostic.range.source, order.size());
  std::vector<std::size_t> indices(all_.size());
  std::iota(indices.begin(), indices.end(), 0);
  auto keyOf = [&](std::size_t index) {
    SourceRange range = all_[index].range;
    return std::tuple(order.at(range.source), range.begin, index);
  };
  std::sort(indices.begin(), indices.end(),
            [&](std::size_t a, std::size_t b) { return keyOf(a) < keyOf(b); });
  // Equal ones need not be neighbours: others may have the same place.
  std::vector<Diagnostic> folded;
  for (std::size_t index : indices) {
    const Diagnostic &next = all_[index];
    bool isRepeated = false;
    for (auto before = folded.rbegin();
         before != folded.rend() && before->range.source == next.range.source &&
         before->range.begin == next.range.begin && !isRepeated;
         ++before)
      isRepeated = before->kind == next.kind && before->text == next.text;
    if (!isRepeated)
      folded.push_back(next);
  }
  return folded;
}

void Diagnostics::rollback(Mark mark) {
  while (all_.size() > mark.messages) {
    errorCount_ -= all_.back().severity == Severity::Error;
    all_.pop_back();
  }
  failures_.resize(mark.failures);
}

void Diagnostics::noteErrors(Mark mark, const DiagnosticNote &note) {
  constexpr std::size_t mostNotes = 5;
  auto isAt = [&](const DiagnosticNote &other) {
    return other.range.source == note.range.source &&
           other.range.begin == note.range.begin;
  };
  for (std::size_t i = mark.messages; i < all_.size(); ++i) {
    Diagnostic &message = all_[i];
    bool isError = message.severity == Severity::Error;
    if (isError && message.notes.size() < mostNotes &&
        std::ranges::none_of(message.notes, isAt))
      message.notes.push_back(note);
  }
}

std::optional<SourceRange> Diagnostics::unexplained() const {
  if (hasErrors() || failures_.empty())
    return std::nullopt;
  return failures_.front();
}

void Diagnostics::append(const Diagnostics &other) {
  all_.insert(all_.end(), other.all_.begin(), other.all_.end());
  failures_.insert(failures_.end(), other.failures_.begin(),
                   other.failures_.end());
  errorCount_ += other.errorCount_;
}

void Diagnostics::moveFromPrelude(SourceRange range) {
  // What was moved before is inside too.
  auto isInside = [&](const SourceRange &place) {
    bool isThere = place.source == range.source && place.begin == range.begin &&
                   place.end == range.end;
    return isThere ||
           (place.source && place.source->name().starts_with("<prelude/"));
  };
  // Of what the text says itself the first is meant; the rest follows from it.
  bool isTold = false;
  std::erase_if(all_, [&](const Diagnostic &message) {
    if (!isInside(message.range))
      return false;
    bool isError = message.severity == Severity::Error;
    bool isDropped = !isError || isTold;
    isTold = isTold || isError;
    errorCount_ -= isError && isDropped;
    return isDropped;
  });
  for (Diagnostic &message : all_) {
    if (isInside(message.range))
      message.range = range;
    std::erase_if(message.notes, [&](const DiagnosticNote &note) {
      return isInside(note.range);
    });
  }
  for (SourceRange &place : failures_)
    if (isInside(place))
      place = range;
}

namespace {

std::string toLower(std::string_view text) {
  std::string result(text);
  for (char &c : result)
    if (c >= 'A' && c <= 'Z')
      c = static_cast<char>(c - 'A' + 'a');
  return result;
}

/// Damerau-Levenshtein: insertions, deletions, substitutions, and swaps of
/// neighbours.
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> beforeLast, last, row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    beforeLast = std::move(last);
    last = row;
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min(
          {last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      bool isSwap =
          i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (isSwap)
        row[j] = std::min(row[j], beforeLast[j - 2] + 1);
    }
  }
  return row[b.size()];
}

} // namespace

std::string nearestName(std::string_view name,
                        const std::vector<std::string> &candidates) {
  // About one slip in three characters; one is allowed from two on.
  std::size_t best = (name.size() + 1) / 3 + 1;
  if (name.size() > 200)
    return "";
  std::string lower = toLower(name);
  std::string nearest;
  for (const std::string &candidate : candidates) {
    std::size_t longer = std::max(candidate.size(), name.size());
    std::size_t shorter = std::min(candidate.size(), name.size());
    if (candidate == name || longer - shorter >= best)
      continue;
    // Only case differs: nearer than anything but the name itself.
    std::size_t distance =
        toLower(candidate) == lower ? 0 : editDistance(name, candidate);
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

} // namespace pyk2ptx
