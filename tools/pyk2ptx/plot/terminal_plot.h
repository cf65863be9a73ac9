// Drawings made of characters.
#ifndef PYK2PTX_TOOLS_PYK2PTX_PLOT_TERMINAL_PLOT_H
#define PYK2PTX_TOOLS_PYK2PTX_PLOT_TERMINAL_PLOT_H

#include "plotted.h"
#include "tools/pyk2ptx/output/terminal.h"

#include <string>

namespace pyk2ptx {

/// Lines of text, each ended: dots for a line, half blocks for an image or,
/// where there are no colors, characters that get denser.
[[nodiscard]] std::string terminalPlot(const Plotted &plotted,
                                       const Screen &screen);

} // namespace pyk2ptx

#endif
