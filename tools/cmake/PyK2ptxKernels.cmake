# pyk2ptx_add_kernels(TARGET FILE.py... [OPTIONS --arch=sm_90 ...])
#
# Compiles each FILE.py to FILE.ptx when TARGET is built, and again when it has
# changed. The folder of the .ptx files is TARGET's property
# PYK2PTX_KERNEL_DIR, and the definition of the same name.
function(pyk2ptx_add_kernels target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "OPTIONS")
  set(dir "${CMAKE_CURRENT_BINARY_DIR}/${target}_kernels")
  file(MAKE_DIRECTORY "${dir}")
  set(outputs "")
  foreach(file IN LISTS arg_UNPARSED_ARGUMENTS)
    cmake_path(ABSOLUTE_PATH file)
    cmake_path(GET file STEM name)
    set(output "${dir}/${name}.ptx")
    add_custom_command(OUTPUT "${output}"
      COMMAND pyk2ptx::pyk2ptx "${file}" -o "${output}" ${arg_OPTIONS}
      DEPENDS "${file}" pyk2ptx::pyk2ptx
      COMMENT "pyk2ptx ${name}.ptx" VERBATIM)
    list(APPEND outputs "${output}")
  endforeach()
  target_sources(${target} PRIVATE ${outputs})
  target_compile_definitions(${target} PRIVATE PYK2PTX_KERNEL_DIR="${dir}")
  target_link_libraries(${target} PRIVATE pyk2ptx::runtime)
  set_target_properties(${target} PROPERTIES PYK2PTX_KERNEL_DIR "${dir}")
endfunction()
