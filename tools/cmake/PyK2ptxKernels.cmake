# pyk2ptx_add_kernels(TARGET FILE.py... [OPTIONS --arch=sm_90 ...])
#
# Compiles each FILE.py to FILE.ptx and to the typed C++ header FILE.h when
# TARGET is built, and again when it or a file that it imports has changed.
# TARGET can then `#include "FILE.h"`; the folder of the .ptx files is its
# property PYK2PTX_KERNEL_DIR and the definition of the same name.
function(pyk2ptx_add_kernels target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "OPTIONS")
  set(dir "${CMAKE_CURRENT_BINARY_DIR}/${target}_kernels")
  file(MAKE_DIRECTORY "${dir}")
  set(outputs "")
  foreach(file IN LISTS arg_UNPARSED_ARGUMENTS)
    cmake_path(ABSOLUTE_PATH file)
    cmake_path(GET file STEM name)
    foreach(kind ptx h)
      set(output "${dir}/${name}.${kind}")
      add_custom_command(OUTPUT "${output}"
        COMMAND pyk2ptx::pyk2ptx "${file}" -o "${output}"
          -MD -MF "${output}.d" ${arg_OPTIONS}
        DEPENDS "${file}" pyk2ptx::pyk2ptx
        DEPFILE "${output}.d"
        COMMENT "pyk2ptx ${name}.${kind}" VERBATIM)
      list(APPEND outputs "${output}")
    endforeach()
  endforeach()
  target_sources(${target} PRIVATE ${outputs})
  target_include_directories(${target} PRIVATE "${dir}")
  target_compile_definitions(${target} PRIVATE PYK2PTX_KERNEL_DIR="${dir}")
  target_link_libraries(${target} PRIVATE pyk2ptx::runtime)
  set_target_properties(${target} PROPERTIES PYK2PTX_KERNEL_DIR "${dir}")
endfunction()
