# cmake -DROWS=diagnostics.def -DOUT=... -P DiagnosticKinds.cmake: writes what
# others need of the rows of diagnostics.def without their texts, in the rows'
# order. A file that would say the same stays as it is, so that a new word in a
# message compiles nobody who does not read it.
#
#   KIND(ArgumentType, String, String)
cmake_minimum_required(VERSION 3.24)
file(READ "${ROWS}" rows)
# Nothing of the texts is left, nor what CMake would read as parts of lists.
string(REGEX REPLACE "\n//[^\n]*" "" rows "\n${rows}")
string(REGEX REPLACE "\\\\." "" rows "${rows}")
string(REGEX REPLACE "\"[^\"]*\"" "" rows "${rows}")
string(REGEX REPLACE "[ \n]+" " " rows "${rows}")
string(REGEX MATCHALL "DIAGNOSTIC\\([^()]*\\)" found "${rows}")
if(NOT found)
  message(FATAL_ERROR "${ROWS}: no rows")
endif()
set(text "")
foreach(row IN LISTS found)
  if(NOT row MATCHES
      "^DIAGNOSTIC\\(([A-Za-z0-9]+), [A-Za-z]+, , ?((, [A-Za-z]+)*)\\)$")
    message(FATAL_ERROR "${ROWS}: not understood: ${row}")
  endif()
  string(APPEND text "KIND(${CMAKE_MATCH_1}${CMAKE_MATCH_2})\n")
endforeach()
file(CONFIGURE OUTPUT "${OUT}" CONTENT "${text}" @ONLY)
