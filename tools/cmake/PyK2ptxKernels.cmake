# pyk2ptx_add_kernels(TARGET [SOURCES] FILE.py...
#   [ARCHS sm_75 sm_90 ...]            what to compile for; sm_75
#   [EMBED ptx|cubin|fatbin|none]      make FILE.h, a typed C++ launcher
#   [CODE_FACTS]                       FILE.h also states registers
#   [OPTIONS --bounds=none ...])       more of pyk2ptx's options
#
# Compiles each FILE.py when TARGET is built, and again when it, a project file
# that it imports, or a file that it links has changed. Without EMBED the result
# is FILE.ptx, or FILE.fatbin for several ARCHS, in the folder that is TARGET's
# property PYK2PTX_KERNEL_DIR and the definition of the same name. With EMBED it
# is the header FILE.h, on TARGET's include path, with the code in it; `none`
# makes both, and the program loads the file. With `cubin` and `fatbin` the header
# states each kernel's registers and local memory for each of ARCHS, as the tools
# that made them have it; with `ptx` and `none` CODE_FACTS asks for that, of the
# first of ARCHS, and then the same tools are needed.
function(pyk2ptx_add_kernels target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "CODE_FACTS" "EMBED" "SOURCES;ARCHS;OPTIONS")
  if(DEFINED arg_EMBED AND NOT arg_EMBED MATCHES "^(ptx|cubin|fatbin|none)$")
    message(FATAL_ERROR "pyk2ptx_add_kernels: EMBED takes ptx, cubin, fatbin "
      "or none, not `${arg_EMBED}`")
  endif()
  if(NOT arg_ARCHS)
    set(arg_ARCHS sm_75)
  endif()
  list(LENGTH arg_ARCHS count)
  list(JOIN arg_ARCHS "," archs)
  set(suffix ptx)
  if(count GREATER 1)
    set(suffix fatbin)
  endif()
  set(dir "${CMAKE_CURRENT_BINARY_DIR}/${target}_kernels")
  file(MAKE_DIRECTORY "${dir}")
  set(outputs "")
  foreach(file IN LISTS arg_SOURCES arg_UNPARSED_ARGUMENTS)
    cmake_path(ABSOLUTE_PATH file)
    cmake_path(GET file STEM name)
    set(kinds "")
    if(NOT DEFINED arg_EMBED OR arg_EMBED STREQUAL "none")
      list(APPEND kinds ${suffix})
    endif()
    if(DEFINED arg_EMBED)
      list(APPEND kinds h)
    endif()
    foreach(kind IN LISTS kinds)
      set(output "${dir}/${name}.${kind}")
      set(embed "")
      if(kind STREQUAL "h")
        set(embed "--embed=${arg_EMBED}")
        if(arg_CODE_FACTS)
          list(APPEND embed --code-facts)
        endif()
        # No code is in the header, so one architecture is enough.
        if(arg_EMBED STREQUAL "none")
          list(GET arg_ARCHS 0 archs_of_output)
        else()
          set(archs_of_output "${archs}")
        endif()
      else()
        set(archs_of_output "${archs}")
      endif()
      add_custom_command(OUTPUT "${output}"
        COMMAND pyk2ptx::pyk2ptx "${file}" -o "${output}"
          "--arch=${archs_of_output}" ${embed} -MD -MF "${output}.d"
          ${arg_OPTIONS}
        DEPENDS "${file}" pyk2ptx::pyk2ptx
        DEPFILE "${output}.d"
        COMMENT "pyk2ptx ${name}.${kind}" VERBATIM)
      list(APPEND outputs "${output}")
    endforeach()
  endforeach()
  target_sources(${target} PRIVATE ${outputs})
  target_compile_definitions(${target} PRIVATE PYK2PTX_KERNEL_DIR="${dir}")
  if(DEFINED arg_EMBED)
    target_include_directories(${target} PRIVATE "${dir}")
  endif()
  target_link_libraries(${target} PRIVATE pyk2ptx::runtime)
  set_target_properties(${target} PROPERTIES PYK2PTX_KERNEL_DIR "${dir}")
endfunction()
