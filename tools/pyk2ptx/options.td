// The command line of the compiler. nvcc's and clang's spellings work where
// they exist; the first spelling of each option is what --help shows.
include "llvm/Option/OptParser.td"

class Long<string name> : Flag<["--", "-"], name>;
class LongEq<string name> : Joined<["--", "-"], name # "=">;
class LongSeparate<string name> : Separate<["--", "-"], name>;

// ---- output ----
def output_group : OptionGroup<"<output>">, HelpText<"OUTPUT">;
def o : JoinedOrSeparate<["-"], "o">, Group<output_group>, MetaVarName<"FILE">,
  HelpText<"Write to FILE (.ptx, .ll, .json); - is standard output">;
def output_EQ : LongEq<"output">, Alias<o>;
def output : LongSeparate<"output">, Alias<o>;
def output_file_EQ : LongEq<"output-file">, Alias<o>;
def output_file : LongSeparate<"output-file">, Alias<o>;
def emit_EQ : LongEq<"emit">, Group<output_group>, MetaVarName<"KIND">,
  HelpText<"syntax, ir, llvm, llvm-opt, ptx or manifest">;
def emit : LongSeparate<"emit">, Alias<emit_EQ>;
def ptx : Long<"ptx">, Group<output_group>,
  HelpText<"Make PTX, the default">;
def save_temps_EQ : LongEq<"save-temps">, Group<output_group>,
  MetaVarName<"DIR">,
  HelpText<"Also write each phase's product: DIR/1.syntax, ...">;
def name_EQ : LongEq<"name">, Group<output_group>, MetaVarName<"NAME">,
  HelpText<"What messages call standard input">;
def name : LongSeparate<"name">, Alias<name_EQ>;

// ---- the kernels ----
def kernel_group : OptionGroup<"<kernels>">, HelpText<"KERNELS">;
def sig_EQ : LongEq<"sig">, Group<kernel_group>, MetaVarName<"TYPES">,
  HelpText<"'k(float32[:], int64)', for a kernel that states none">;
def sig : LongSeparate<"sig">, Alias<sig_EQ>;
def D : JoinedOrSeparate<["-"], "D">, Group<kernel_group>,
  MetaVarName<"NAME=VALUE">,
  HelpText<"A value that the source leaves to run time">;
def I : JoinedOrSeparate<["-"], "I">, Group<kernel_group>, MetaVarName<"DIR">,
  HelpText<"Where imported project files are, before the file's own folder">;
def no_imports : Long<"no-imports">, Group<kernel_group>,
  HelpText<"Follow no imports of project files">;

// ---- code ----
def code_group : OptionGroup<"<code>">, HelpText<"CODE">;
def arch_EQ : LongEq<"arch">, Group<code_group>, MetaVarName<"SM">,
  HelpText<"The oldest GPU to run on: sm_75, ..., or native; sm_75">;
def arch : LongSeparate<"arch">, Alias<arch_EQ>;
def gpu_architecture_EQ : LongEq<"gpu-architecture">, Alias<arch_EQ>;
def gpu_architecture : LongSeparate<"gpu-architecture">, Alias<arch_EQ>;
def O : Joined<["-"], "O">, Group<code_group>, MetaVarName<"LEVEL">,
  HelpText<"How much to optimize: 0, 1, 2, 3; 3">;
def bounds_EQ : LongEq<"bounds">, Group<code_group>, MetaVarName<"MODE">,
  HelpText<"Indices outside: guard, raise, none; guard">;
def bounds : LongSeparate<"bounds">, Alias<bounds_EQ>;
def fmad_EQ : LongEq<"fmad">, Group<code_group>, MetaVarName<"BOOL">,
  HelpText<"Round a * b + c once: true, false; true">;
def ftz_EQ : LongEq<"ftz">, Group<code_group>, MetaVarName<"BOOL">,
  HelpText<"Flush subnormal float32 to zero: true, false; false">;
def typing_EQ : LongEq<"typing">, Group<code_group>, MetaVarName<"RULES">,
  HelpText<"Types of arithmetic: python, or numba's promotion; python">;
def typing : LongSeparate<"typing">, Alias<typing_EQ>;
def debug : Long<"debug">, Group<code_group>,
  HelpText<"--bounds=raise, assertions, and reports of what is raised">;
def lineinfo : Long<"lineinfo">, Group<code_group>,
  HelpText<"Source lines in the PTX, for profilers">;
def generate_line_info : Long<"generate-line-info">, Alias<lineinfo>;
def libdevice_EQ : LongEq<"libdevice">, Group<code_group>, MetaVarName<"FILE">,
  HelpText<"The libdevice.10.bc to take the math functions from">;
def libdevice : LongSeparate<"libdevice">, Alias<libdevice_EQ>;

// ---- messages ----
def message_group : OptionGroup<"<messages>">, HelpText<"MESSAGES">;
def diagnostics_EQ : LongEq<"diagnostics">, Group<message_group>,
  MetaVarName<"FORM">,
  HelpText<"text, json; text">;
def error_limit_EQ : LongEq<"error-limit">, Group<message_group>,
  MetaVarName<"N">,
  HelpText<"Show at most N errors, 0 is all; 20">;
def ferror_limit_EQ : LongEq<"ferror-limit">, Alias<error_limit_EQ>;
def werror : Long<"werror">, Group<message_group>,
  HelpText<"Warnings are errors">;
def Werror : Long<"Werror">, Alias<werror>;
def v : Flag<["-"], "v">, Group<message_group>,
  HelpText<"Tell each phase's time and where libdevice is">;
def verbose : Long<"verbose">, Alias<v>;
def help : Long<"help">, Group<message_group>, HelpText<"Print this">;
def h : Flag<["-"], "h">, Alias<help>;
def version : Long<"version">, Group<message_group>,
  HelpText<"Print the version">;
def V : Flag<["-"], "V">, Alias<version>;

// ---- known, but not supported yet: options.cpp says what to do ----
def unsupported_group : OptionGroup<"<unsupported>">;
class Unsupported { OptionGroup Group = unsupported_group; }
def cubin : Long<"cubin">, Unsupported;
def fatbin : Long<"fatbin">, Unsupported;
def device_c : Long<"c">, Unsupported;
def fast_math : Long<"fast-math">, Unsupported;
def use_fast_math : Long<"use_fast_math">, Alias<fast_math>;
def ffast_math : Flag<["-"], "ffast-math">, Alias<fast_math>;
def G : Flag<["-"], "G">, Unsupported;
def device_debug : Long<"device-debug">, Alias<G>;
def g : Flag<["-"], "g">, Alias<G>;
def noalias : Long<"noalias">, Unsupported;
def MD : Flag<["-"], "MD">, Unsupported;
def MF : JoinedOrSeparate<["-"], "MF">, Unsupported;
def max_registers_EQ : LongEq<"max-registers">, Unsupported;
def maxrregcount_EQ : LongEq<"maxrregcount">, Alias<max_registers_EQ>;
def launch_bounds_EQ : LongEq<"launch-bounds">, Unsupported;
def check_EQ : LongEq<"check">, Unsupported;
