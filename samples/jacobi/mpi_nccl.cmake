# The target jacobi_mpi, where MPI, NCCL and the CUDA runtime's headers, which
# NCCL's include, are found; else it says what is missing.
include_guard()
# Of MPI the C functions alone.
set(MPI_CXX_SKIP_MPICXX TRUE)
find_package(MPI COMPONENTS CXX QUIET)
find_path(NCCL_INCLUDE_DIR nccl.h HINTS ENV NCCL_HOME
  PATHS /usr/local/cuda PATH_SUFFIXES include)
find_library(NCCL_LIBRARY nccl HINTS ENV NCCL_HOME
  PATHS /usr/local/cuda PATH_SUFFIXES lib lib64)
find_path(CUDA_RUNTIME_INCLUDE_DIR cuda_runtime.h HINTS ENV CUDA_HOME
  PATHS /usr/local/cuda PATH_SUFFIXES include)
set(missing "")
if(NOT MPI_CXX_FOUND)
  list(APPEND missing MPI)
endif()
if(NOT NCCL_INCLUDE_DIR OR NOT NCCL_LIBRARY)
  list(APPEND missing NCCL)
endif()
if(NOT CUDA_RUNTIME_INCLUDE_DIR)
  list(APPEND missing "cuda_runtime.h")
endif()
if(missing)
  list(JOIN missing ", " missing)
  message(STATUS "samples/jacobi: jacobi_mpi is not built; not found: ${missing}")
  return()
endif()
add_executable(jacobi_mpi "${CMAKE_CURRENT_LIST_DIR}/mpi_nccl.cpp")
target_compile_features(jacobi_mpi PRIVATE cxx_std_17)
target_include_directories(jacobi_mpi SYSTEM PRIVATE ${NCCL_INCLUDE_DIR}
  ${CUDA_RUNTIME_INCLUDE_DIR})
target_link_libraries(jacobi_mpi PRIVATE MPI::MPI_CXX ${NCCL_LIBRARY})
