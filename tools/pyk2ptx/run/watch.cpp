// Coverage and traces of `pyk2ptx run`.
//
// A line's count is that of its statement that ran most often: what the
// compiler makes of one statement may be several. An `if` that was reached has
// two branches, into its body and past it.
#include "watch.h"

#include "frontend/messages/diagnostics.h"
#include "tools/pyk2ptx/output/output_file.h"

#include <algorithm>
#include <cstdio>
#include <map>

namespace pyk2ptx {

namespace {

struct FileCoverage {
  struct Branch {
    std::uint32_t line;
    std::uint64_t reached, taken;
  };
  std::map<std::uint32_t, std::uint64_t> lines;
  std::vector<Branch> branches;
};

std::map<const Source *, FileCoverage> coverageOf(const WatchedRun &run) {
  std::map<const Source *, FileCoverage> files;
  std::map<std::pair<const Source *, std::uint32_t>, std::uint64_t> reached;
  const std::vector<HostLine> &lines = run.sites.lines;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    SourceRange range = lines[i].range;
    if (lines[i].isBranch)
      continue;
    std::uint64_t count = run.lineCounts[i];
    reached[{range.source, range.begin}] = count;
    std::uint64_t &known =
        files[range.source].lines[range.source->lineColumn(range.begin).line];
    known = std::max(known, count);
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    SourceRange range = lines[i].range;
    if (lines[i].isBranch)
      files[range.source].branches.push_back(
          {range.source->lineColumn(range.begin).line,
           reached[{range.source, range.begin}], run.lineCounts[i]});
  }
  return files;
}

std::string fileText(const Source &source, const FileCoverage &file) {
  std::string text = "SF:" + source.name() + "\n";
  std::size_t hitBranches = 0;
  std::map<std::uint32_t, unsigned> blocks;
  for (const FileCoverage::Branch &branch : file.branches) {
    std::string place = "BRDA:" + std::to_string(branch.line) + "," +
                        std::to_string(blocks[branch.line]++);
    std::uint64_t past =
        branch.reached - std::min(branch.taken, branch.reached);
    auto spell = [&](std::uint64_t count) {
      hitBranches += count != 0;
      return branch.reached ? std::to_string(count) : "-";
    };
    text += place + ",0," + spell(branch.taken) + "\n";
    text += place + ",1," + spell(past) + "\n";
  }
  if (!file.branches.empty())
    text += "BRF:" + std::to_string(file.branches.size() * 2) +
            "\nBRH:" + std::to_string(hitBranches) + "\n";
  std::size_t hit = 0;
  for (const auto &[line, count] : file.lines) {
    text += "DA:" + std::to_string(line) + "," + std::to_string(count) + "\n";
    hit += count != 0;
  }
  return text + "LF:" + std::to_string(file.lines.size()) +
         "\nLH:" + std::to_string(hit) + "\nend_of_record\n";
}

Result<void> writeText(const std::string &file, const std::string &text) {
  std::string problem;
  if (writeFile(file, text, problem))
    return {};
  return Error::make("OSError", "cannot write `" + file + "`: " + problem);
}

} // namespace

std::string coverageText(const WatchedRun &run) {
  // In order of names: the order of addresses is no order.
  std::map<std::string, std::string> texts;
  for (const auto &[source, file] : coverageOf(run))
    texts[source->name()] = fileText(*source, file);
  std::string text = "TN:" + run.kernel + "\n";
  for (const auto &[name, part] : texts)
    text += part;
  return text;
}

void printStep(const TraceStep &step) {
  if (!step.name.empty()) {
    std::printf("        %s = %s\n", step.name.c_str(), step.value.c_str());
    return;
  }
  const Source *source = step.place.source;
  if (!source)
    return;
  std::uint32_t line = source->lineColumn(step.place.begin).line;
  std::string text(source->line(line));
  text.erase(0, std::min(text.find_first_not_of(" \t"), text.size()));
  std::printf("%s:%u: %s\n", source->name().c_str(), line, text.c_str());
}

Result<void> writeWatched(const WatchedRun &run) {
  if (!run.options.coverage.empty())
    if (Result<void> written =
            writeText(run.options.coverage, coverageText(run));
        !written)
      return written;
  if (run.options.report.empty())
    return {};
  Diagnostics found;
  reportFindings(run.findings, found);
  return writeText(run.options.report, reportPage(run, found));
}

} // namespace pyk2ptx
