# cmake -DROWS=builtins.def -DFOLDER=... -P BuiltinNames.cmake: writes what others
# need of the rows of builtins.def without their text, each name in a macro, in
# the rows' order. A file that would say the same stays as it is, so that a new
# word in a row's documentation compiles nobody who does not read it.
#
#   builtin_enumerators.inc   ENUMERATOR(ThreadIdxX)
#   builtin_checks.inc        CHECK(checkGrid), once each
#   builtin_lowerings.inc     CUSTOM(lowerBarrier), once each
cmake_minimum_required(VERSION 3.24)
file(READ "${ROWS}" rows)
set(word "[A-Za-z0-9_]+")
set(head "\nBUILTIN\\(${word}")

# What the last part of `pattern`, a word, is in each row that has it.
function(write_names macro file pattern)
  string(REGEX MATCHALL "${head}${pattern}" found "${rows}")
  list(TRANSFORM found REPLACE ".*[^A-Za-z0-9_](${word})[,)]?$" "\\1")
  list(REMOVE_DUPLICATES found)
  if(NOT found)
    message(FATAL_ERROR "${ROWS}: no row has ${pattern}")
  endif()
  set(text "")
  foreach(name IN LISTS found)
    string(APPEND text "${macro}(${name})\n")
  endforeach()
  file(CONFIGURE OUTPUT "${FOLDER}/${file}" CONTENT "${text}" @ONLY)
endfunction()

write_names(ENUMERATOR builtin_enumerators.inc "")
write_names(CHECK builtin_checks.inc
  ", \"[^\"]*\", By(\\(${word},|Syntax\\(${word}\\))")
write_names(CUSTOM builtin_lowerings.inc
  ", \"[^\"]*\", [^\n]*, Custom\\(${word}\\)")
