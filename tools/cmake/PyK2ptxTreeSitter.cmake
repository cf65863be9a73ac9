# tree-sitter's core and its Python grammar, as one C library without warnings.
set(core "${PYK2PTX_DEPS_DIR}/tree-sitter/lib")
set(grammar "${PYK2PTX_DEPS_DIR}/tree-sitter-python/src")
if(NOT EXISTS "${core}/src/lib.c" OR NOT EXISTS "${grammar}/scanner.c")
  message(FATAL_ERROR "tree-sitter is not in ${PYK2PTX_DEPS_DIR}: run "
    "tools/setup.sh, or set PYK2PTX_DEPS_DIR to where it ran before")
endif()

# Always optimised: everything else waits for the parser, and nobody debugs it.
# Never instrumented: its tables are large and the fuzzer would explore them.
add_library(pyk2ptx_tree_sitter STATIC
  "${core}/src/lib.c" "${grammar}/parser.c" "${grammar}/scanner.c")
target_include_directories(pyk2ptx_tree_sitter SYSTEM
  PUBLIC $<BUILD_INTERFACE:${core}/include>
  PRIVATE "${core}/src" "${grammar}")
set_target_properties(pyk2ptx_tree_sitter PROPERTIES C_STANDARD 11)
target_compile_definitions(pyk2ptx_tree_sitter
  PRIVATE _POSIX_C_SOURCE=200112L _DEFAULT_SOURCE)
target_compile_options(pyk2ptx_tree_sitter PRIVATE
  -w -O2 -ffunction-sections -fdata-sections -fno-sanitize=all)
