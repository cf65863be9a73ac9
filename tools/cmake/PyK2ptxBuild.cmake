# Compiler flags, linker and LLVM: the interface targets pyk2ptx_flags (our own
# code) and pyk2ptx_llvm (who includes llvm/).

# The default is a build for development: optimised, assertions on.
if(NOT CMAKE_CXX_FLAGS_DEV)
  # More takes g++ half as long again.
  set(CMAKE_CXX_FLAGS_DEV "-O1")
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Dev CACHE STRING "Dev, Release or Debug" FORCE)
endif()

# The .cpp files of this folder and of those of its subfolders that are named.
function(pyk2ptx_sources result)
  set(patterns "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  foreach(room ${ARGN})
    list(APPEND patterns "${CMAKE_CURRENT_SOURCE_DIR}/${room}/*.cpp")
  endforeach()
  file(GLOB sources CONFIGURE_DEPENDS ${patterns})
  set(${result} ${sources} PARENT_SCOPE)
endfunction()

# A build for development parses the headers that a library shares once: a third
# of the time. Release builds and tools/tidy.py see what each file includes itself.
option(PYK2PTX_PRECOMPILE "Precompile headers in Dev builds" ON)
function(pyk2ptx_precompile target)
  if(PYK2PTX_PRECOMPILE AND NOT CMAKE_BUILD_TYPE STREQUAL Release)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    # g++ 12 believes, at -O2, that std::string's copies of literals leave their
    # buffers (GCC bug 105651), and reports it once the header is precompiled.
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
      target_compile_options(${target} PRIVATE
        -Wno-array-bounds -Wno-maybe-uninitialized -Wno-restrict
        -Wno-stringop-overflow -Wno-stringop-overread)
    endif()
  endif()
endfunction()

# A build for development compiles the files of a room eight at a time: what they
# instantiate of each other's templates is made once. Half of the time, and a name
# that is a file's own is a room's own. Release builds and tools/tidy.py see files.
option(PYK2PTX_JOIN_FILES "Compile several files as one in Dev builds" ON)
function(pyk2ptx_join_files target)
  if(NOT PYK2PTX_JOIN_FILES OR CMAKE_BUILD_TYPE STREQUAL Release)
    return()
  endif()
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  list(SORT sources)
  foreach(source IN LISTS sources)
    get_filename_component(room "${source}" DIRECTORY)
    file(RELATIVE_PATH room "${PROJECT_SOURCE_DIR}" "${room}")
    string(MAKE_C_IDENTIFIER "${room}" room)
    if(NOT DEFINED count_${room})
      set(count_${room} 0)
    endif()
    math(EXPR group "${count_${room}} / 8")
    math(EXPR count_${room} "${count_${room}} + 1")
    set_property(SOURCE ${source} PROPERTY UNITY_GROUP ${room}_${group})
  endforeach()
  # Of types that only one file uses g++ knows it where that file is the main one.
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()

find_program(ccache ccache)
mark_as_advanced(ccache)
if(ccache AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${ccache})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${ccache})
endif()

find_package(Threads REQUIRED)
find_package(LLVM 22.1 REQUIRED CONFIG
  HINTS /usr/lib/llvm-22/lib/cmake/llvm)

add_library(pyk2ptx_flags INTERFACE)
target_compile_options(pyk2ptx_flags INTERFACE
  -Wall -Wextra -fno-exceptions -ffunction-sections -fdata-sections
  # At -O1 g++ sees members of an empty std::optional.
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Dev>>:-Wno-maybe-uninitialized>)
if(PROJECT_IS_TOP_LEVEL)
  target_compile_options(pyk2ptx_flags INTERFACE -Werror)
endif()

find_program(mold mold)
mark_as_advanced(mold)
if(mold AND PROJECT_IS_TOP_LEVEL)
  add_link_options(-fuse-ld=mold)
  # Of LLVM's functions one in twelve is another's code again. (Nothing here
  # takes functions for the same by their addresses.)
  add_link_options($<$<CONFIG:Release>:-Wl,--icf=all>)
  # Where a file lies in the system's cache in pieces of 2 MB, a program whose
  # segments begin at their places in it gets them in one fault each: a small
  # kernel compiles in 6.5 ms for 7.5.
  add_link_options($<$<CONFIG:Release>:-Wl,-z,max-page-size=0x200000>)
endif()
# The JIT's cache tells builds apart by it.
add_link_options(-Wl,--gc-sections -Wl,--build-id)
if(CMAKE_BUILD_TYPE STREQUAL Release AND PROJECT_IS_TOP_LEVEL)
  add_link_options(-s)
endif()

if(PYK2PTX_SANITIZE)
  # vptr and function look into LLVM's own classes and into JIT-compiled code,
  # which carry none of the information that these checks read.
  add_compile_options(-fsanitize=${PYK2PTX_SANITIZE}
    -fno-sanitize-recover=all -fno-sanitize=vptr,function
    -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=${PYK2PTX_SANITIZE})
endif()

add_library(pyk2ptx_llvm INTERFACE)
target_include_directories(pyk2ptx_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
separate_arguments(definitions UNIX_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(pyk2ptx_llvm INTERFACE ${definitions})
if(PYK2PTX_STATIC_LLVM)
  # Debian's LLVMSupport names shared libraries that nothing here needs (z3) or
  # that a static build wants as archives (zlib, zstd).
  find_library(zlib_archive libz.a REQUIRED)
  find_library(zstd_archive libzstd.a REQUIRED)
  mark_as_advanced(zlib_archive zstd_archive)
  set_target_properties(LLVMSupport PROPERTIES INTERFACE_LINK_LIBRARIES
    "rt;dl;m;${zlib_archive};${zstd_archive};LLVMDemangle;Threads::Threads")
  llvm_map_components_to_libnames(llvm_libraries
    core support analysis bitreader bitwriter irreader linker transformutils
    ipo passes codegen asmprinter mc target nvptxcodegen x86codegen x86asmparser
    orcjit jitlink coroutines
    option supportlsp)
  target_link_libraries(pyk2ptx_llvm INTERFACE ${llvm_libraries})
  add_link_options(-static-libstdc++ -static-libgcc)
else()
  target_link_libraries(pyk2ptx_llvm INTERFACE LLVM)
endif()
