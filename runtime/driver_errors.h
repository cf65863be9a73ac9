// The table driver_errors.def, looked up by status.
#ifndef PYK2PTX_RUNTIME_DRIVER_ERRORS_H
#define PYK2PTX_RUNTIME_DRIVER_ERRORS_H

namespace pyk2ptx {

struct DriverErrorRow {
  int code;
  const char *name;
  const char *text;
  bool sticky;
};

/// The row of `code`, or null.
const DriverErrorRow *findDriverError(int code);

/// Whether `code` means that the context is lost.
bool isSticky(int code);

/// What was done wrong while a stream was captured, for the statuses that say
/// so; else "".
const char *captureHint(int code);

} // namespace pyk2ptx

#endif
