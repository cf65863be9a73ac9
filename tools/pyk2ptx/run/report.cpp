// The page of --report: one file without scripts or anything fetched.
//
// Source first, each line with how often it ran and what was found in it; then
// for each access of the chosen warp a drawing: its 32 lanes above, below the
// 32-byte sectors of global memory that they touch, or the 32 banks of shared
// memory; then the geometry of the launch.
#include "watch.h"

#include "frontend/messages/diagnostics.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

namespace pyk2ptx {

namespace {

constexpr const char *style = R"(
body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:70em;
padding:0 1em;color:#1c2128;background:#fff}
h1{font-size:1.5em}h2{font-size:1.15em;margin-top:2em}
table.source{border-collapse:collapse;width:100%;font:13px/1.5 ui-monospace,
monospace}
.source td{padding:0 .6em;white-space:pre;vertical-align:top}
.source .n,.source .c{text-align:right;color:#6e7781;width:1%}
.source tr.ran .c{background:#dafbe1;color:#116329}
.source tr.never td{background:#fff1e5}
.source tr.never .c{background:#ffd8b5;color:#953800}
.source tr.found .t{background:#ffebe9;box-shadow:inset 3px 0 #cf222e}
.source .m td{white-space:normal;font:13px/1.4 system-ui,sans-serif;
background:#fff8f7;color:#82071e;padding:.15em .6em .35em}
.source .m.note td{color:#57606a}.source .m.warning td{color:#7d4e00}
.ok{color:#116329}.bad{color:#cf222e}
figure{margin:1.2em 0}figcaption{margin-bottom:.3em}code{font-size:13px}h1 code{font-size:1em}
svg{display:block;max-width:100%}svg text{font:10px system-ui,sans-serif;
fill:#57606a}
.legend span{display:inline-block;width:.9em;height:.9em;margin:0 .3em 0 1em;
vertical-align:-.1em}
)";

std::string escape(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string number(std::uint64_t value) { return std::to_string(value); }

std::string spell(const Dim3 &dim) {
  return number(dim.x) + " × " + number(dim.y) + " × " + number(dim.z);
}

/// `text` with its backticks as code.
std::string withCode(std::string_view text) {
  std::string out;
  bool isCode = false;
  std::string escaped = escape(text);
  for (char c : escaped) {
    if (c != '`') {
      out += c;
      continue;
    }
    out += isCode ? "</code>" : "<code>";
    isCode = !isCode;
  }
  return out;
}

// ---- the source ----

struct Message {
  std::string kind, text;
};

/// Messages and notes by their line.
std::map<std::uint32_t, std::vector<Message>>
messagesOf(const Source &source, const Diagnostics &found) {
  std::map<std::uint32_t, std::vector<Message>> lines;
  for (const Diagnostic &diagnostic : found.sorted()) {
    bool isError = diagnostic.severity == Severity::Error;
    std::string name(diagnosticInfo(diagnostic.kind).name);
    if (diagnostic.range.source == &source)
      lines[source.lineColumn(diagnostic.range.begin).line].push_back(
          {isError ? "error" : "warning",
           withCode(diagnostic.text) + " [" + name + "]"});
    for (const DiagnosticNote &note : diagnostic.notes)
      if (note.range.source == &source)
        lines[source.lineColumn(note.range.begin).line].push_back(
            {"note", withCode(note.text) + " [" + name + "]"});
  }
  return lines;
}

std::string sourceTable(const WatchedRun &run, const Source &source,
                        const Diagnostics &found) {
  std::map<std::uint32_t, std::uint64_t> counts;
  for (std::size_t i = 0; i < run.sites.lines.size(); ++i) {
    const HostLine &line = run.sites.lines[i];
    if (line.isBranch || line.range.source != &source)
      continue;
    std::uint64_t &count = counts[source.lineColumn(line.range.begin).line];
    count = std::max(count, run.lineCounts[i]);
  }
  auto messages = messagesOf(source, found);
  std::string html =
      "<h2>" + escape(source.name()) + "</h2>\n<table class=\"source\">\n";
  for (std::uint32_t line = 1; line <= source.lineCount(); ++line) {
    auto count = counts.find(line);
    auto told = messages.find(line);
    bool isFound = told != messages.end();
    std::string marks = count == counts.end() ? ""
                        : count->second       ? "ran"
                                              : "never";
    html += "<tr class=\"" + marks + (isFound ? " found" : "") +
            "\"><td class=\"n\">" + number(line) + "</td><td class=\"c\">" +
            (count == counts.end() ? "" : number(count->second)) +
            "</td><td class=\"t\">" + escape(source.line(line)) +
            "</td></tr>\n";
    if (isFound)
      for (const Message &message : told->second)
        html += "<tr class=\"m " + message.kind + "\"><td></td><td></td><td>" +
                message.kind + ": " + message.text + "</td></tr>\n";
  }
  return html + "</table>\n";
}

// ---- one access of the warp ----

constexpr int laneWidth = 24, figureWidth = 32 * laneWidth, lanesTop = 14;
constexpr int memoryTop = 112, boxHeight = 16;

std::string box(double x, double y, double width, const char *fill,
                const std::string &title) {
  char text[200];
  std::snprintf(text, sizeof(text),
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" "
                "fill=\"%s\" stroke=\"#8c959f\" stroke-width=\".5\">",
                x, y, width, boxHeight, fill);
  return text + ("<title>" + escape(title) + "</title></rect>\n");
}

std::string label(double x, double y, const std::string &text) {
  char place[64];
  std::snprintf(place, sizeof(place), "<text x=\"%.1f\" y=\"%.1f\">", x, y);
  return place + escape(text) + "</text>\n";
}

std::string line(double x, double to, const char *color) {
  char text[160];
  std::snprintf(text, sizeof(text),
                "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" "
                "stroke=\"%s\" stroke-width=\"1\"/>\n",
                x, lanesTop + boxHeight, to, memoryTop, color);
  return text;
}

std::string lanesOf(const std::vector<const AccessRecord *> &lanes) {
  std::string svg;
  std::map<std::uint32_t, const AccessRecord *> byLane;
  for (const AccessRecord *record : lanes)
    byLane[record->lane] = record;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    auto found = byLane.find(lane);
    bool isActive = found != byLane.end();
    std::string title = "lane " + number(lane);
    if (isActive)
      title += ": " + found->second->element;
    svg += box(lane * laneWidth, lanesTop, laneWidth - 2,
               isActive ? "#b6e3ff" : "#f6f8fa", title);
    svg += label(lane * laneWidth + 5, lanesTop + 12, number(lane));
  }
  return svg;
}

struct Drawing {
  std::string svg, verdict;
  bool isGood;
};

Drawing drawGlobal(const std::vector<const AccessRecord *> &lanes) {
  constexpr std::uint64_t sectorBytes = 32;
  std::set<std::uint64_t> sectors;
  std::set<std::uint64_t> bytes;
  for (const AccessRecord *record : lanes)
    for (std::uint64_t at = 0; at < record->bytes; ++at) {
      sectors.insert((record->offset + at) / sectorBytes);
      bytes.insert(record->offset + at);
    }
  std::uint64_t least = (bytes.size() + sectorBytes - 1) / sectorBytes;
  bool isGood = sectors.size() <= least + 1;
  Drawing drawing{lanesOf(lanes), "", isGood};
  double width = std::min(48.0, double(figureWidth) / double(sectors.size()));
  std::map<std::uint64_t, double> places;
  double x = 0;
  std::uint64_t before = *sectors.begin();
  for (std::uint64_t sector : sectors) {
    places[sector] = x;
    drawing.svg += box(x, memoryTop, std::max(width - 2, 1.0),
                       isGood ? "#aceebb" : "#ffc9c4",
                       "bytes " + number(sector * sectorBytes) + " to " +
                           number(sector * sectorBytes + sectorBytes - 1) +
                           (sector > before + 1 ? ", after a gap" : ""));
    before = sector;
    x += width;
  }
  for (const AccessRecord *record : lanes)
    drawing.svg += line(record->lane * laneWidth + laneWidth / 2.0 - 1,
                        places[record->offset / sectorBytes] +
                            (width - 2) * double(record->offset % sectorBytes) /
                                sectorBytes,
                        isGood ? "#2da44e" : "#cf222e");
  drawing.svg += label(0, memoryTop + boxHeight + 14,
                       "sectors of 32 bytes, gaps left out");
  drawing.verdict =
      number(sectors.size()) + (sectors.size() == 1 ? " sector" : " sectors") +
      " of 32 bytes, " + number(least) +
      " would do: " + (isGood ? "coalesced" : "strided or scattered");
  return drawing;
}

Drawing drawShared(const std::vector<const AccessRecord *> &lanes) {
  constexpr std::uint64_t wordBytes = 4, banks = 32;
  std::map<std::uint64_t, std::set<std::uint64_t>> words;
  for (const AccessRecord *record : lanes)
    words[record->offset / wordBytes % banks].insert(record->offset /
                                                     wordBytes);
  std::size_t worst = 0;
  for (const auto &[bank, touched] : words)
    worst = std::max(worst, touched.size());
  bool isGood = worst <= 1;
  Drawing drawing{lanesOf(lanes), "", isGood};
  for (std::uint32_t bank = 0; bank < banks; ++bank) {
    std::size_t count = words.count(bank) ? words[bank].size() : 0;
    drawing.svg +=
        box(bank * laneWidth, memoryTop, laneWidth - 2,
            count > 1    ? "#ffc9c4"
            : count == 1 ? "#aceebb"
                         : "#f6f8fa",
            "bank " + number(bank) + ": " + number(count) + " different words");
    drawing.svg += label(bank * laneWidth + 5, memoryTop + 12, number(bank));
  }
  for (const AccessRecord *record : lanes) {
    std::uint64_t bank = record->offset / wordBytes % banks;
    drawing.svg += line(record->lane * laneWidth + laneWidth / 2.0 - 1,
                        double(bank) * laneWidth + laneWidth / 2.0 - 1,
                        words[bank].size() > 1 ? "#cf222e" : "#2da44e");
  }
  drawing.svg += label(0, memoryTop + boxHeight + 14, "banks of 4 bytes");
  drawing.verdict = isGood ? "no bank conflict"
                           : number(worst) + "-way bank conflict: up to " +
                                 number(worst) + " different words in one bank";
  return drawing;
}

std::string accessFigure(const HostSite &site,
                         const std::vector<const AccessRecord *> &lanes) {
  const AccessRecord &first = *lanes.front();
  Drawing drawing = first.isShared ? drawShared(lanes) : drawGlobal(lanes);
  const char *what = first.kind == AccessKind::Read    ? "read"
                     : first.kind == AccessKind::Write ? "write"
                                                       : "atomic";
  std::string html =
      "<figure><figcaption><code>" + escape(placeOf(site.range)) + "</code> " +
      what + " of <code>" + escape(first.element) + "</code> …: <b class=\"" +
      (drawing.isGood ? "ok" : "bad") + "\">" + drawing.verdict +
      "</b></figcaption>\n";
  html += "<svg viewBox=\"0 0 " + number(figureWidth) + " 150\" width=\"" +
          number(figureWidth) + "\" role=\"img\">\n" +
          label(0, 10, "lanes of the warp") + drawing.svg + "</svg></figure>\n";
  return html;
}

std::string accessSection(const WatchedRun &run) {
  std::string html = "<h2>Memory accesses of warp " +
                     number(run.accesses.warp) + " of block " +
                     number(run.accesses.block) +
                     ", each the first time</h2>\n";
  using Key = std::pair<std::uint32_t, AccessKind>;
  std::map<Key, std::vector<const AccessRecord *>> groups;
  for (const AccessRecord &record : run.accesses.records)
    groups[{record.site, record.kind}].push_back(&record);
  std::vector<Key> order;
  for (const auto &group : groups)
    order.push_back(group.first);
  const std::vector<HostSite> &sites = run.sites.sites;
  std::sort(order.begin(), order.end(), [&](const Key &a, const Key &b) {
    auto begin = sites[a.first].range.begin, other = sites[b.first].range.begin;
    return begin != other ? begin < other : a < b;
  });
  for (const Key &key : order)
    html += accessFigure(sites[key.first], groups[key]);
  if (order.empty())
    html += "<p>It touches no argument and no shared memory.</p>\n";
  return html;
}

// ---- geometry ----

/// A table of cells, at most `most` each way.
std::string cells(std::uint32_t columns, std::uint32_t rows, std::uint32_t most,
                  int size, bool areWarps) {
  static const char *colors[] = {"#b6e3ff", "#aceebb", "#fae17d", "#ffc9c4",
                                 "#d8b9ff", "#ffd8b5", "#c8e1ff", "#d0d7de"};
  std::uint32_t shownColumns = std::min(columns, most);
  std::uint32_t shownRows = std::min(rows, most);
  std::string svg = "<svg width=\"" + number(shownColumns * size + 1) +
                    "\" height=\"" + number(shownRows * size + 1) +
                    "\" role=\"img\">\n";
  for (std::uint32_t y = 0; y < shownRows; ++y)
    for (std::uint32_t x = 0; x < shownColumns; ++x) {
      std::uint64_t place = std::uint64_t(y) * columns + x;
      const char *fill = areWarps ? colors[place / 32 % 8] : "#b6e3ff";
      std::string title = "(" + number(x) + "," + number(y) + ")";
      if (areWarps)
        title += " warp " + number(place / 32);
      char rect[160];
      std::snprintf(rect, sizeof(rect),
                    "<rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" "
                    "fill=\"%s\" stroke=\"#fff\"><title>",
                    x * static_cast<unsigned>(size),
                    y * static_cast<unsigned>(size), size, size, fill);
      svg += rect + title + "</title></rect>\n";
    }
  svg += "</svg>\n";
  if (shownColumns < columns || shownRows < rows)
    svg += "<p>The first " + number(shownColumns) + " × " + number(shownRows) +
           " are drawn.</p>\n";
  return svg;
}

std::string geometrySection(const RunOptions &options) {
  return "<h2>Grid of " + spell(options.grid) + " blocks</h2>\n" +
         cells(options.grid.x, options.grid.y, 32, 14, false) +
         "<h2>Block of " + spell(options.block) +
         " threads, coloured by warp</h2>\n" +
         cells(options.block.x, options.block.y, 64, 12, true);
}

} // namespace

std::string reportPage(const WatchedRun &run, const Diagnostics &found) {
  std::string name = escape(run.kernel);
  std::string html =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<title>" +
      name + " – pyk2ptx</title><style>" + style + "</style></head><body>\n";
  html += "<h1>Kernel <code>" + name + "</code></h1>\n<p>" +
          spell(run.options.grid) + " blocks of " + spell(run.options.block) +
          " threads on the CPU device. ";
  if (found.all().empty())
    html += "<b class=\"ok\">The checks found nothing.</b></p>\n";
  else
    html += "<b class=\"bad\">The checks found " + number(found.all().size()) +
            (found.all().size() == 1 ? " place" : " places") + ".</b></p>\n";
  html += "<p class=\"legend\">Lines that<span style=\"background:#dafbe1\">"
          "</span>ran, and how often<span style=\"background:#ffd8b5\"></span>"
          "never ran<span style=\"background:#ffebe9\"></span>have a finding"
          "</p>\n";
  std::vector<const Source *> sources;
  for (const HostLine &line : run.sites.lines)
    if (std::find(sources.begin(), sources.end(), line.range.source) ==
        sources.end())
      sources.push_back(line.range.source);
  for (const Source *source : sources)
    html += sourceTable(run, *source, found);
  html += accessSection(run);
  html += geometrySection(run.options);
  return html + "</body></html>\n";
}

} // namespace pyk2ptx
