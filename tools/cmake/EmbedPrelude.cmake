# cmake -DFOLDER=... -DFILES=a.py,b.py -DOUT=... -P EmbedPrelude.cmake: writes the
# C++ that holds the texts of FOLDER's FILES and the names of their functions
# (frontend/prelude/texts.h).
cmake_minimum_required(VERSION 3.24)
string(REPLACE "," ";" files "${FILES}")
set(texts "")
set(names "")
set(index 0)
foreach(file IN LISTS files)
  get_filename_component(stem "${file}" NAME_WE)
  set(file "${FOLDER}/${file}")
  file(READ "${file}" text)
  if(text MATCHES "\\)py\"")
    message(FATAL_ERROR "${file}: `)py\"` would end the literal")
  endif()
  string(APPEND texts "    {\"${stem}\", R\"py(${text})py\"},\n")
  file(STRINGS "${file}" definitions REGEX "^def [a-zA-Z0-9_]+\\(")
  foreach(definition IN LISTS definitions)
    string(REGEX REPLACE "^def ([a-zA-Z0-9_]+)\\(.*" "\\1" name "${definition}")
    if(name IN_LIST seen)
      message(FATAL_ERROR "${file}: another file of the prelude defines `${name}` too")
    endif()
    list(APPEND seen "${name}")
    string(APPEND names "    {\"${name}\", ${index}},\n")
  endforeach()
  math(EXPR index "${index} + 1")
endforeach()
file(WRITE "${OUT}" "// Made by EmbedPrelude.cmake.
#include \"frontend/prelude/texts.h\"

namespace pyk2ptx {

static constexpr PreludeText texts[] = {
${texts}};

static constexpr PreludeName names[] = {
${names}};

std::span<const PreludeText> preludeTexts() { return texts; }
std::span<const PreludeName> preludeNames() { return names; }

} // namespace pyk2ptx
")
