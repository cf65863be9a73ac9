// A --plot that cannot be drawn is refused before the kernel runs, which may
// take long; one that names no array draws all of them.
#include "plot_arguments.h"

#include "tools/pyk2ptx/output/output_file.h"
#include "tools/pyk2ptx/output/terminal.h"
#include "tools/pyk2ptx/plot/png.h"
#include "tools/pyk2ptx/plot/terminal_plot.h"

#include <pyk2ptx/float16.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace pyk2ptx {

namespace {

template <typename Number> Number readAs(const std::byte *from) {
  Number value;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

/// Of a complex number its magnitude.
double numberAt(Scalar scalar, const std::byte *from) {
  switch (scalar) {
  case Scalar::F16:
    return fromFloat16(readAs<std::uint16_t>(from));
  case Scalar::BF16:
    return fromBfloat16(readAs<std::uint16_t>(from));
  case Scalar::F32:
    return readAs<float>(from);
  case Scalar::F64:
    return readAs<double>(from);
  case Scalar::C64:
    return std::hypot(double(readAs<float>(from)),
                      double(readAs<float>(from + 4)));
  case Scalar::C128:
    return std::hypot(readAs<double>(from), readAs<double>(from + 8));
  case Scalar::I8:
    return readAs<std::int8_t>(from);
  case Scalar::I16:
    return readAs<std::int16_t>(from);
  case Scalar::I32:
    return readAs<std::int32_t>(from);
  case Scalar::I64:
    return static_cast<double>(readAs<std::int64_t>(from));
  case Scalar::Bool:
    return readAs<std::uint8_t>(from) != 0;
  case Scalar::U8:
    return readAs<std::uint8_t>(from);
  case Scalar::U16:
    return readAs<std::uint16_t>(from);
  case Scalar::U32:
    return readAs<std::uint32_t>(from);
  case Scalar::U64:
    return static_cast<double>(readAs<std::uint64_t>(from));
  }
  return NAN;
}

Plotted plottedOf(const RunArgument &argument) {
  const HostArray &array = *argument.array;
  Plotted plotted{argument.name, array.shape.size() == 1, 1, 0, {}};
  if (!plotted.isLine)
    plotted.rows = static_cast<std::size_t>(array.shape[0]);
  plotted.columns = static_cast<std::size_t>(array.shape.back());
  std::int64_t size = array.size();
  plotted.values.reserve(static_cast<std::size_t>(size));
  for (std::int64_t i = 0; i < size; ++i)
    plotted.values.push_back(numberAt(array.scalar, array.element(i)));
  return plotted;
}

bool wants(const PlotRequest &request, const RunArgument &argument) {
  return argument.array &&
         (request.name.empty() || request.name == argument.name);
}

std::string spell(const PlotRequest &request) {
  std::string both = request.name;
  if (!request.file.empty())
    both += (both.empty() ? "" : "=") + request.file;
  return both.empty() ? "--plot" : "--plot=" + both;
}

/// Why it cannot be drawn, or "".
std::string fault(const RunArgument &argument) {
  const HostArray &array = *argument.array;
  std::size_t axes = array.shape.size();
  if (axes != 1 && axes != 2)
    return "`" + argument.name + "` has " + std::to_string(axes) +
           " axes; arrays of one and two are drawn";
  if (array.record || array.time.kind != TimeType::Kind::None)
    return "`" + argument.name + "` has elements of " + array.dtypeText() +
           "; arrays of numbers are drawn";
  return "";
}

Result<void> writePlot(const std::string &file,
                       const std::vector<Plotted> &all) {
  std::optional<std::string> png = pngOf(drawPicture(all));
  std::string problem = "the picture is too large, or LLVM has no zlib";
  if (!png || !writeFile(file, *png, problem))
    return Error::make("OSError", "cannot write `" + file + "`: " + problem);
  if (file == "-")
    return {};
  for (const Plotted &plotted : all) {
    Scale scale = scaleOf(plotted);
    std::string missing = scale.missing();
    std::string told =
        !scale.finite ? "nothing to draw"
                      : plotLabel(scale.low) + " to " + plotLabel(scale.high);
    std::printf("%s: %s: %s%s\n", file.c_str(), plotted.name.c_str(),
                told.c_str(),
                missing.empty() ? "" : ("; not drawn: " + missing).c_str());
  }
  return {};
}

} // namespace

Result<void> checkPlots(const RunOptions &options,
                        const std::vector<RunArgument> &arguments) {
  for (const PlotRequest &request : options.plots) {
    bool isFound = false, isEmpty = true;
    for (const RunArgument &argument : arguments) {
      if (!wants(request, argument))
        continue;
      isFound = true;
      isEmpty &= argument.array->size() == 0;
      std::string why = fault(argument);
      if (why.empty())
        continue;
      if (request.name.empty())
        why += ", and --plot=NAME draws that one alone";
      return usageError(spell(request) + ": " + why);
    }
    if (!isFound)
      return usageError(
          spell(request) +
          (request.name.empty()
               ? ": there is no array argument"
               : ": no array argument is named `" + request.name + "`"));
    if (isEmpty && !request.file.empty())
      return usageError(spell(request) + ": nothing to draw, for what it would "
                                         "draw is empty");
  }
  return {};
}

std::string plotText(const RunOptions &options, const RunArgument &argument) {
  for (const PlotRequest &request : options.plots)
    if (request.file.empty() && wants(request, argument))
      return terminalPlot(plottedOf(argument), standardOutput());
  return "";
}

Result<void> writePlots(const RunOptions &options,
                        const std::vector<RunArgument> &arguments) {
  for (const PlotRequest &request : options.plots) {
    if (request.file.empty())
      continue;
    std::vector<Plotted> all;
    for (const RunArgument &argument : arguments)
      if (wants(request, argument))
        all.push_back(plottedOf(argument));
    if (Result<void> written = writePlot(request.file, all); !written)
      return written;
  }
  return {};
}

} // namespace pyk2ptx
