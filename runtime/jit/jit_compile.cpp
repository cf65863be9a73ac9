// A program of captured functions through the compiler, in memory: what the
// command line does with files, for one kernel and one architecture.
#include "compiler/host_module.h"
#include "compiler/kernel_ir.h"
#include "compiler/large_stack.h"
#include "compiler/project_files.h"
#include "frontend/evaluate/captured.h"
#include "frontend/messages/diagnostics.h"
#include "frontend/messages/render.h"
#include "frontend/types/types.h"
#include "jit_state.h"

#include <llvm/Support/raw_ostream.h>

#include <utility>

namespace pyk2ptx {

namespace {

JitPlace placeIn(SourceRange range) {
  JitPlace place;
  if (!range.source)
    return place;
  LineColumn begin = range.source->lineColumn(range.begin);
  LineColumn end = range.source->lineColumn(range.end);
  place.file = range.source->name();
  place.line = begin.line;
  place.column = begin.column;
  place.endLine = end.line;
  place.endColumn = end.column;
  return place;
}

CompileOptions optionsOf(const CapturedProgram &program,
                         const std::string &arch, const JitSettings &settings) {
  CompileOptions options;
  options.arch = arch;
  options.optLevel = settings.optLevel;
  options.bounds = settings.bounds;
  options.debug = settings.debug;
  options.lineInfo = settings.lineInfo;
  options.debugInfo = settings.debugInfo;
  options.noAlias = settings.noAlias;
  options.facts = settings.facts;
  options.blockThreads = settings.blockThreads;
  options.maxRegisters = settings.maxRegisters;
  options.maxThreads = settings.maxThreads;
  options.minBlocks = settings.minBlocks;
  options.links = settings.links;
  options.fmad = settings.fmad;
  options.fastMath = settings.fastMath;
  options.ftz = settings.ftz;
  options.precDiv = settings.precDiv;
  options.precSqrt = settings.precSqrt;
  options.typing = settings.typing == "numba" ? Typing::Numba : Typing::Python;
  options.checks = settings.checks;
  options.libdevice = settings.libdevice;
  options.captured = &program;
  const CapturedFunction &first = program.functions[0];
  if (first.form == CapturedFunction::Form::File)
    options.onlyKernel = first.name;
  return options;
}

using Sources = std::vector<std::shared_ptr<const Source>>;

std::vector<const Source *> pointersTo(const Sources &sources) {
  std::vector<const Source *> pointers;
  pointers.reserve(sources.size());
  for (const std::shared_ptr<const Source> &source : sources)
    pointers.push_back(source.get());
  return pointers;
}

void compileForGpu(const Sources &sources, const CompileOptions &options,
                   const JitSettings &settings, JitUnit &unit,
                   Diagnostics &diagnostics) {
  std::vector<Product> products = {Product::Ptx};
  std::vector<std::string *> texts = {&unit.ptx};
  auto keep = [&](bool wanted, Product product, std::string &text) {
    if (!wanted)
      return;
    products.push_back(product);
    texts.push_back(&text);
  };
  keep(settings.keepIr, Product::Ir, unit.ir);
  keep(settings.keepLlvm, Product::Llvm, unit.llvm);
  keep(settings.keepOptimized, Product::LlvmOpt, unit.optimized);
  std::optional<CompileResult> result =
      compile(pointersTo(sources), options, products, diagnostics);
  if (!result)
    return;
  for (std::size_t i = 0; i < texts.size(); ++i)
    *texts[i] = std::move(result->texts[i]);
  unit.info = std::move(result->info);
  unit.exports = std::move(result->exports);
  unit.writtenRecords = std::move(result->writtenRecords);
  unit.libdevice = std::move(result->libdevice);
  unit.links = std::move(result->links);
  unit.filesRead = std::move(result->filesRead);
  unit.times = std::move(result->times);
  unit.valid = true;
}

void compileForCpu(const Sources &sources, const CompileOptions &options,
                   const JitSettings &settings, JitUnit &unit,
                   HostObject *object, Diagnostics &diagnostics) {
  std::optional<HostModule> host =
      compileForHost(pointersTo(sources), options, diagnostics);
  if (!host)
    return;
  if (settings.keepOptimized) {
    llvm::raw_string_ostream stream(unit.optimized);
    host->module->print(stream, nullptr);
  }
  unit.times = host->times;
  unit.filesRead = std::move(host->filesRead);
  unit.writtenRecords = host->writtenRecords;
  Result<CpuModule> module = CpuModule::load(std::move(*host), object);
  if (!module) {
    unit.report.text = module.error().what();
    return;
  }
  unit.info = module->info();
  unit.host = std::make_shared<const detail::HostUnit>(
      detail::HostUnit{sources, unit.imports, std::move(*module)});
  unit.valid = true;
}

/// What a file's text may import; null for functions of a running program.
std::shared_ptr<ProjectFiles> importsOf(const CapturedFunction &first,
                                        const Source *source,
                                        const JitSettings &settings) {
  if (first.form != CapturedFunction::Form::File || !source)
    return nullptr;
  auto imports = std::make_shared<ProjectFiles>(settings.importFolders, false);
  if (!first.path.empty())
    imports->addInput(*source, first.path);
  return imports;
}

/// A program as the compiler takes it.
struct Job {
  Job(const CapturedProgram &program, const std::string &arch,
      const JitSettings &settings)
      : options(optionsOf(program, arch, settings)) {
    for (const CapturedFunction &function : program.functions)
      sources.push_back(makeCapturedSource(function, diagnostics));
    imports = importsOf(program.functions[0], sources[0].get(), settings);
    options.loader = imports.get();
  }

  Diagnostics diagnostics;
  Sources sources;
  CompileOptions options;
  std::shared_ptr<ProjectFiles> imports;
};

std::shared_ptr<JitUnit> makeUnit(const CapturedProgram &program,
                                  const std::string &arch) {
  auto unit = std::make_shared<JitUnit>();
  unit->arch = arch;
  if (program.functions.empty())
    unit->report.text = "the program has no function";
  return unit;
}

} // namespace

JitReport makeReport(const Diagnostics &diagnostics) {
  JitReport report;
  RenderOptions options;
  report.text = renderText(diagnostics, options);
  std::size_t hidden = 0;
  for (const Diagnostic &each : shownOf(diagnostics, options, hidden)) {
    JitDiagnostic diagnostic;
    diagnostic.severity = severityName(each.severity);
    diagnostic.kind = diagnosticInfo(each.kind).name;
    diagnostic.text = each.text;
    diagnostic.place = placeIn(each.range);
    for (const DiagnosticNote &note : each.notes)
      diagnostic.notes.push_back({placeIn(note.range), note.text});
    report.diagnostics.push_back(std::move(diagnostic));
  }
  return report;
}

Error JitUnit::error() const {
  return Error::make("CompileError", report.text);
}

std::shared_ptr<JitUnit> compileUnit(const CapturedProgram &program,
                                     const std::string &arch,
                                     const JitSettings &settings,
                                     HostObject *object) {
  std::shared_ptr<JitUnit> unit = makeUnit(program, arch);
  if (program.functions.empty())
    return unit;
  Job job(program, arch, settings);
  auto &[diagnostics, sources, options, imports] = job;
  unit->imports = imports;
  if (!diagnostics.hasErrors() && arch == "cpu")
    compileForCpu(sources, options, settings, *unit, object, diagnostics);
  else if (!diagnostics.hasErrors())
    compileForGpu(sources, options, settings, *unit, diagnostics);
  if (imports && imports->seen().empty())
    unit->imports = nullptr;
  else if (imports)
    unit->filesRead.insert(unit->filesRead.begin(), imports->asked().begin(),
                           imports->asked().end());
  // Messages point into the sources.
  if (unit->report.text.empty())
    unit->report = makeReport(diagnostics);
  return unit;
}

std::shared_ptr<const JitUnit> compileProgram(const CapturedProgram &program,
                                              const std::string &arch,
                                              const JitSettings &settings) {
  return compileUnit(program, arch, settings, nullptr);
}

std::shared_ptr<const JitUnit> checkProgram(const CapturedProgram &program,
                                            const JitSettings &settings) {
  std::shared_ptr<JitUnit> unit = makeUnit(program, "");
  if (program.functions.empty())
    return unit;
  Job job(program, "", settings);
  if (!job.diagnostics.hasErrors())
    runOnLargeStack([&] {
      std::optional<std::vector<syntax::Module>> trees =
          parseSources(pointersTo(job.sources), job.diagnostics);
      unit->valid = trees && checkSources(*trees, job.options, job.diagnostics);
    });
  unit->report = makeReport(job.diagnostics);
  return unit;
}

} // namespace pyk2ptx
