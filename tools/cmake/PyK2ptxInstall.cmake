# The installed package: find_package(pyk2ptx) gives pyk2ptx::runtime and the
# program; find_package(pyk2ptx COMPONENTS jit) the compiler and the JIT too.
include(CMakePackageConfigHelpers)
set(package "${CMAKE_INSTALL_LIBDIR}/cmake/pyk2ptx")

foreach(name runtime abi compiler jit frontend tree_sitter llvm flags)
  set_target_properties(pyk2ptx_${name} PROPERTIES EXPORT_NAME ${name})
endforeach()
add_executable(pyk2ptx::pyk2ptx ALIAS pyk2ptx)
install(TARGETS pyk2ptx pyk2ptx_runtime pyk2ptx_abi pyk2ptx_flags
  EXPORT pyk2ptxTargets)
install(TARGETS pyk2ptx_jit pyk2ptx_compiler pyk2ptx_frontend
  pyk2ptx_tree_sitter pyk2ptx_llvm EXPORT pyk2ptxJitTargets)
install(EXPORT pyk2ptxTargets NAMESPACE pyk2ptx:: DESTINATION "${package}")
install(EXPORT pyk2ptxJitTargets NAMESPACE pyk2ptx:: DESTINATION "${package}")
foreach(dir frontend/include compiler/include runtime/include runtime/jit/include)
  if(EXISTS "${PROJECT_SOURCE_DIR}/${dir}")
    install(DIRECTORY ${dir}/ DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
  endif()
endforeach()

# Where the shells and man look for them.
set(completions tools/pyk2ptx/completions)
install(FILES ${completions}/pyk2ptx.bash RENAME pyk2ptx
  DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
install(FILES ${completions}/_pyk2ptx
  DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
install(FILES ${completions}/pyk2ptx.fish
  DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
install(FILES ${completions}/pyk2ptx.1
  DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")

# For builds that use pkg-config; it works wherever it is installed.
file(RELATIVE_PATH from_libdir "/${CMAKE_INSTALL_LIBDIR}" "/")
configure_file(tools/cmake/pyk2ptx.pc.in "${PROJECT_BINARY_DIR}/pyk2ptx.pc"
  @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/pyk2ptx.pc"
  DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

configure_package_config_file(tools/cmake/pyk2ptxConfig.cmake.in
  "${PROJECT_BINARY_DIR}/pyk2ptxConfig.cmake" INSTALL_DESTINATION "${package}")
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/pyk2ptxConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/pyk2ptxConfig.cmake"
  "${PROJECT_BINARY_DIR}/pyk2ptxConfigVersion.cmake"
  tools/cmake/PyK2ptxKernels.cmake DESTINATION "${package}")

# cpack -G DEB: the tool, the libraries, the headers, the CMake package.
if(PROJECT_IS_TOP_LEVEL)
  set(CPACK_GENERATOR DEB)
  set(CPACK_PACKAGE_NAME pyk2ptx)
  set(CPACK_PACKAGE_VENDOR "pyk2ptx")
  set(CPACK_PACKAGE_CONTACT "pyk2ptx developers <pyk2ptx@localhost>")
  set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
      "Compiler from numba's Python CUDA kernels to PTX, and its runtime")
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
  set(CPACK_STRIP_FILES ON)
  set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_SECTION devel)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  # A GPU's driver is loaded when it is there, and an assembler used.
  set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libcuda1, nvidia-cuda-toolkit")
  include(CPack)
endif()
