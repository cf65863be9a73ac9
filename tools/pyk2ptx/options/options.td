// The command lines of the compiler and of `pyk2ptx run`. nvcc's and clang's
// spellings work where they exist; the first spelling of each option is what
// --help shows.
include "llvm/Option/OptParser.td"

/// An option of `run`. Without a word of it, an option is the compiler's.
def RunVis : OptionVisibility;

class Long<string name> : Flag<["--", "-"], name>;
class LongEq<string name> : Joined<["--", "-"], name # "=">;
class LongSeparate<string name> : Separate<["--", "-"], name>;

// ---- output ----
def output_group : OptionGroup<"<output>">, HelpText<"OUTPUT">;
def o : JoinedOrSeparate<["-"], "o">, Group<output_group>, MetaVarName<"FILE">,
  HelpText<"Write to FILE (.ptx, .cubin, .h, ...); - is standard output">;
def output_EQ : LongEq<"output">, Alias<o>;
def output : LongSeparate<"output">, Alias<o>;
def output_file_EQ : LongEq<"output-file">, Alias<o>;
def output_file : LongSeparate<"output-file">, Alias<o>;
def emit_EQ : LongEq<"emit">, Group<output_group>, MetaVarName<"KIND">,
  HelpText<"syntax, ir, llvm, llvm-opt, ptx, cubin, fatbin, header, manifest">;
def emit : LongSeparate<"emit">, Alias<emit_EQ>;
def ptx : Long<"ptx">, Group<output_group>,
  HelpText<"Make PTX, the default">;
def cubin : Long<"cubin">, Group<output_group>,
  HelpText<"Make machine code for one GPU, by nvJitLink or ptxas">;
def fatbin : Long<"fatbin">, Group<output_group>,
  HelpText<"Make it for each --arch, with PTX for later GPUs">;
def embed_EQ : LongEq<"embed">, Group<output_group>, MetaVarName<"KIND">,
  HelpText<"What a header holds: ptx, cubin, fatbin, none; ptx">;
def embed : LongSeparate<"embed">, Alias<embed_EQ>;
def code_facts : Long<"code-facts">, Group<output_group>,
  HelpText<"A header without machine code also states its registers">;
def save_temps_EQ : LongEq<"save-temps">, Group<output_group>,
  MetaVarName<"DIR">,
  HelpText<"Also write each phase's product: DIR/1.syntax, ...">;
def MD : Flag<["-"], "MD">, Group<output_group>,
  HelpText<"Also write FILE.d: what the output depends on, for make">;
def MF : JoinedOrSeparate<["-"], "MF">, Group<output_group>,
  MetaVarName<"FILE">, HelpText<"Where -MD's rule goes">;
def name_EQ : LongEq<"name">, Group<output_group>, MetaVarName<"NAME">,
  HelpText<"What messages call standard input">;
def name : LongSeparate<"name">, Alias<name_EQ>;

// ---- the kernels ----
def kernel_group : OptionGroup<"<kernels>">, HelpText<"KERNELS">;
let Visibility = [DefaultVis, RunVis] in {
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
}
def export_EQ : LongEq<"export">, Group<kernel_group>, MetaVarName<"TYPES">,
  HelpText<"'f(float32)': a device function that CUDA C++ is to link">;
def export : LongSeparate<"export">, Alias<export_EQ>;
def export_abi_EQ : LongEq<"export-abi">, Group<kernel_group>,
  MetaVarName<"ABI">, HelpText<"How it is called: c, numba; c">;

// ---- code ----
def code_group : OptionGroup<"<code>">, HelpText<"CODE">;
let Visibility = [DefaultVis, RunVis] in {
def arch_EQ : LongEq<"arch">, Group<code_group>, MetaVarName<"SM">,
  HelpText<"The oldest GPU to run on: sm_75[,...], native; sm_75">;
def arch : LongSeparate<"arch">, Alias<arch_EQ>;
def gpu_architecture_EQ : LongEq<"gpu-architecture">, Alias<arch_EQ>;
def gpu_architecture : LongSeparate<"gpu-architecture">, Alias<arch_EQ>;
def O : Joined<["-"], "O">, Group<code_group>, MetaVarName<"LEVEL">,
  HelpText<"How much to optimize: 0, 1, 2, 3; 3">;
def passes_EQ : LongEq<"passes">, Group<code_group>, MetaVarName<"LIST">,
  HelpText<"Optimizations of its own: all, none, gpu, NAME, -NAME ...; all">;
def passes : LongSeparate<"passes">, Alias<passes_EQ>;
def bounds_EQ : LongEq<"bounds">, Group<code_group>, MetaVarName<"MODE">,
  HelpText<"Indices outside: guard, raise, none; guard">;
def bounds : LongSeparate<"bounds">, Alias<bounds_EQ>;
def fmad_EQ : LongEq<"fmad">, Group<code_group>, MetaVarName<"BOOL">,
  HelpText<"Round a * b + c once: true, false; true">;
def fmad : LongSeparate<"fmad">, Alias<fmad_EQ>;
def ftz_EQ : LongEq<"ftz">, Group<code_group>, MetaVarName<"BOOL">,
  HelpText<"Flush subnormal float32 to zero: true, false; false">;
def ftz : LongSeparate<"ftz">, Alias<ftz_EQ>;
def prec_div_EQ : LongEq<"prec-div">, Group<code_group>, MetaVarName<"BOOL">,
  HelpText<"Round float32 divisions correctly: true, false; true">;
def prec_div : LongSeparate<"prec-div">, Alias<prec_div_EQ>;
def prec_sqrt_EQ : LongEq<"prec-sqrt">, Group<code_group>, MetaVarName<"BOOL">,
  HelpText<"Round float32 square roots correctly: true, false; true">;
def prec_sqrt : LongSeparate<"prec-sqrt">, Alias<prec_sqrt_EQ>;
def fast_math : Long<"fast-math">, Group<code_group>,
  HelpText<"As fastmath=True: fast sin, exp, ...; --ftz, no --prec-*">;
def use_fast_math : Long<"use_fast_math">, Alias<fast_math>;
def ffast_math : Flag<["-"], "ffast-math">, Alias<fast_math>;
def link_EQ : LongEq<"link">, Group<code_group>, MetaVarName<"FILE">,
  HelpText<"A file that defines functions of cuda.declare_device">;
def link : LongSeparate<"link">, Alias<link_EQ>;
def typing_EQ : LongEq<"typing">, Group<code_group>, MetaVarName<"RULES">,
  HelpText<"Types of arithmetic: python, or numba's promotion; python">;
def typing : LongSeparate<"typing">, Alias<typing_EQ>;
def debug : Long<"debug">, Group<code_group>,
  HelpText<"--bounds=raise, assertions, and reports of what is raised">;
def G : Flag<["-"], "G">, Group<code_group>,
  HelpText<"All that cuda-gdb wants (DWARF), and -O0 unless -O says else">,
  HelpTextForVariants<[RunVis],
    "-O0 unless -O says else, and lines for gdb: gdb --args pyk2ptx run -G">;
def device_debug : Long<"device-debug">, Alias<G>;
def g : Flag<["-"], "g">, Alias<G>;
def libdevice_EQ : LongEq<"libdevice">, Group<code_group>, MetaVarName<"FILE">,
  HelpText<"The libdevice.10.bc to take the math functions from">;
def libdevice : LongSeparate<"libdevice">, Alias<libdevice_EQ>;
def variant_EQ : LongEq<"variant">, Group<code_group>, MetaVarName<"LIST">,
  HelpText<"Kernels once more, for launches of which this is true">;
def variant : LongSeparate<"variant">, Alias<variant_EQ>;
}
def noalias : Long<"noalias">, Group<code_group>,
  HelpText<"As noalias=True: a kernel's array arguments never overlap">;
def facts_EQ : LongEq<"facts">, Group<code_group>, MetaVarName<"LIST">,
  HelpText<"What is true of every launch: apart,small,block=32x8 ...">;
def facts : LongSeparate<"facts">, Alias<facts_EQ>;
def max_registers_EQ : LongEq<"max-registers">, Group<code_group>,
  MetaVarName<"N">,
  HelpText<"Registers a thread, for kernels that do not say">;
def max_registers : LongSeparate<"max-registers">, Alias<max_registers_EQ>;
def maxrregcount_EQ : LongEq<"maxrregcount">, Alias<max_registers_EQ>;
def launch_bounds_EQ : LongEq<"launch-bounds">, Group<code_group>,
  MetaVarName<"T[,B]">,
  HelpText<"Most threads a block, least blocks a multiprocessor, likewise">;
def launch_bounds : LongSeparate<"launch-bounds">, Alias<launch_bounds_EQ>;
def lineinfo : Long<"lineinfo">, Group<code_group>,
  HelpText<"Source lines in the PTX, for profilers">;
def generate_line_info : Long<"generate-line-info">, Alias<lineinfo>;

// ---- messages ----
def message_group : OptionGroup<"<messages>">, HelpText<"MESSAGES">;
let Visibility = [DefaultVis, RunVis] in {
def diagnostics_EQ : LongEq<"diagnostics">, Group<message_group>,
  MetaVarName<"FORM">,
  HelpText<"text, json, sarif; text">;
def diagnostics : LongSeparate<"diagnostics">, Alias<diagnostics_EQ>;
def help : Long<"help">, Group<message_group>, HelpText<"Print this">;
def h : Flag<["-"], "h">, Alias<help>;
}
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
def version : Long<"version">, Group<message_group>,
  HelpText<"Print the version">;
def V : Flag<["-"], "V">, Alias<version>;

// ---- pyk2ptx run ----
multiclass Value<string name, OptionGroup group, string form, string help> {
  def _EQ : LongEq<name>, Group<group>, MetaVarName<form>, HelpText<help>;
  def "" : LongSeparate<name>, Alias<!cast<Option>(NAME # "_EQ")>;
}
def launch_group : OptionGroup<"<launch>">, HelpText<"LAUNCH">;
def watch_group : OptionGroup<"<watch>">, HelpText<"WATCH, ON THE CPU DEVICE">;
// The compiler says whose it is.
def check_EQ : LongEq<"check">, Visibility<[DefaultVis, RunVis]>,
  Group<watch_group>, MetaVarName<"KINDS">, HelpTextForVariants<[RunVis],
    "What to report: all, or some of bounds,races,barriers,uninit">;
let Visibility = [RunVis] in {
// -O 3
def O_separate : Separate<["-"], "O">, Alias<O>;
defm grid : Value<"grid", launch_group, "X[,Y[,Z]]", "Blocks">;
defm block : Value<"block", launch_group, "X[,Y[,Z]]", "Threads of a block">;
defm shared : Value<"shared", launch_group, "BYTES", "Dynamic shared memory; 0">;
defm device : Value<"device", launch_group, "NAME",
  "auto, gpu, cpu; auto, the GPU if there is one">;
defm repeat : Value<"repeat", launch_group, "N",
  "Time N more launches and tell their median">;
defm per_thread : Value<"per-thread", launch_group, "N",
  "Compile for these blocks; a thread does the work of up to N, as in the JIT">;
def run_facts : Flag<["--"], "facts">, Group<launch_group>,
  HelpText<"Compile for these blocks and arrays, as the JIT for large launches">;
def any_block : Flag<["--"], "any-block">, Group<launch_group>,
  HelpText<"Compile for blocks of any size, as ahead of time">;
defm out : Value<"out", launch_group, "NAME=FILE.npy",
  "Write an array argument after the run, instead of printing them">;
def plot : Long<"plot">, Group<launch_group>,
  HelpText<"Draw array arguments of one and two axes as text">;
def plot_EQ : LongEq<"plot">, Group<launch_group>, MetaVarName<"FILE.png">,
  HelpText<"Draw them into a picture; NAME or NAME=FILE.png is one of them">;
def check : LongSeparate<"check">, Alias<check_EQ>;
defm schedule : Value<"schedule", watch_group, "ORDER",
  "How threads take turns: forward, reverse, random, random:SEED">;
defm coverage : Value<"coverage", watch_group, "FILE",
  "Write how often each line ran, as lcov does">;
defm trace : Value<"trace", watch_group, "BLOCK:THREAD",
  "Print the lines that a thread runs, and what they assign: 1,0,0:3,2,0">;
defm report : Value<"report", watch_group, "FILE.html",
  "Write a page: what --check=all finds, and which addresses a warp touches">;
defm report_warp : Value<"report-warp", watch_group, "BLOCK:WARP",
  "That warp; 0:0">;
}

// ---- known, but not supported yet: options.cpp says what to do ----
def unsupported_group : OptionGroup<"<unsupported>">;
class Unsupported { OptionGroup Group = unsupported_group; }
def device_c : Long<"c">, Unsupported;
