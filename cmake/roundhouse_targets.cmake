# What all our targets share: the one place for warnings and sanitizers, and the shape of a library.

add_library(roundhouse_warnings INTERFACE)
target_compile_options(roundhouse_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # When it optimises, GCC 12 warns of overlapping copies inside std::string that cannot happen.
  target_compile_options(roundhouse_warnings INTERFACE -Wno-restrict)
endif()
if(ROUNDHOUSE_WERROR)
  target_compile_options(roundhouse_warnings INTERFACE -Werror)
endif()

# Four checks are left out: null and misplaced addresses are stopped by the address sanitizer or the processor, and no
# type here has virtual functions. They cost a quarter of the time of a build.
set(roundhouse_sanitizers -fsanitize=address,undefined)
set(roundhouse_sanitized_code ${roundhouse_sanitizers} -fno-sanitize=null,alignment,vptr,object-size
  -fno-sanitize-recover=all -fno-omit-frame-pointer)
if(ROUNDHOUSE_SANITIZE)
  # For everything that is linked together, so not part of the warnings.
  add_compile_options(${roundhouse_sanitized_code})
  add_link_options(${roundhouse_sanitizers})
  # GCC 12 sees ghosts in its own <regex> and <functional> when it optimises and sanitizes at once.
  target_compile_options(roundhouse_warnings INTERFACE -Wno-maybe-uninitialized)
endif()

if(ROUNDHOUSE_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    message(FATAL_ERROR "The fuzzers are built with clang: cmake --preset fuzz")
  endif()
  # The main program of libFuzzer comes with the fuzzers alone.
  add_compile_options(-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=fuzzer-no-link,address,undefined)
endif()

# roundhouse_unite(TARGET [APART SOURCE...]): sources are compiled a few at a time as one, which halves the time of a build:
# most of it goes into templates that each source instantiates anew. Each source is complete in itself all the same, and
# where ROUNDHOUSE_UNITE is off, as for clang-tidy, each is compiled by itself. APART: what cannot stand with others.
# roundhouse_units(TARGET LIST...): the same with the sources of each of these lists as one.
function(roundhouse_unite target)
  cmake_parse_arguments(PARSE_ARGV 1 united "" "" "APART")
  if(ROUNDHOUSE_UNITE)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    if(united_APART)
      set_source_files_properties(${united_APART} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endif()
endfunction()

function(roundhouse_units target)
  if(ROUNDHOUSE_UNITE)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    foreach(unit IN LISTS ARGN)
      set_source_files_properties(${${unit}} PROPERTIES UNITY_GROUP ${unit})
    endforeach()
  endif()
endfunction()

# roundhouse_library(NAME SOURCES...): the static library roundhouse_NAME with the alias roundhouse::NAME,
# which is also its name for those who find the installed package. What it links stands in its own folder.
function(roundhouse_library name)
  set(target roundhouse_${name})
  add_library(${target} STATIC ${ARGN})
  add_library(roundhouse::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(${target} PUBLIC cxx_std_20)
  roundhouse_harden(${target})
  roundhouse_unite(${target})
  # What others include: <roundhouse/engine/rules.h>.
  target_include_directories(${target} INTERFACE
    $<BUILD_INTERFACE:${roundhouse_public_folder}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  add_dependencies(${target} roundhouse_public_headers)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:roundhouse_warnings>)
endfunction()

# roundhouse_sanitized_twins(OBJECTS LIBRARY...): the same libraries under the sanitizers, as objects. What they warn of they
# have said already.
function(roundhouse_sanitized_twins objects)
  set(all "")
  foreach(library IN LISTS ARGN)
    get_target_property(folder ${library} SOURCE_DIR)
    get_target_property(sources ${library} SOURCES)
    get_target_property(used ${library} LINK_LIBRARIES)
    list(TRANSFORM sources PREPEND ${folder}/ REGEX "^[^/]")
    # What is defined for one source alone is known in its own folder only.
    foreach(source IN LISTS sources)
      get_source_file_property(definitions ${source} DIRECTORY ${folder} COMPILE_DEFINITIONS)
      if(definitions)
        set_source_files_properties(${source} PROPERTIES COMPILE_DEFINITIONS "${definitions}")
      endif()
    endforeach()
    set(twin ${library}_sanitized)
    add_library(${twin} OBJECT ${sources})
    target_compile_features(${twin} PRIVATE cxx_std_20)
    target_link_libraries(${twin} PRIVATE ${used})
    target_compile_options(${twin} PRIVATE -w -O0 -g1 ${roundhouse_sanitized_code})
    get_target_property(united ${library} UNITY_BUILD)
    if(united)
      roundhouse_unite(${twin})
    endif()
    if(library STREQUAL roundhouse_dsl)
      roundhouse_precompile(${twin})
    else()
      roundhouse_precompile(${twin} REUSE_FROM roundhouse_dsl_sanitized)
    endif()
    list(APPEND all $<TARGET_OBJECTS:${twin}>)
  endforeach()
  set(${objects} ${all} PARENT_SCOPE)
endfunction()

# For positions, acts and the hands that can be: what playing and judging spend their time in. The rest of the release build
# is made with -O1, which compiles in two thirds of the time and is no slower where records are folded and texts read.
function(roundhouse_optimise target)
  if(NOT ROUNDHOUSE_SANITIZE)
    target_compile_options(${target} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-O2>)
  endif()
endfunction()

# roundhouse_precompile(TARGET [REUSE_FROM OTHER] [HEADER...])
# Most of the time of a build goes into reading the same headers again and again. Where a compiler cache is at work it
# does better by itself, and sees to it that each source includes what it uses. OTHER: a target with the same flags,
# whose headers serve here, too.
function(roundhouse_precompile target)
  cmake_parse_arguments(PARSE_ARGV 1 precompiled "" "REUSE_FROM" "")
  if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
    if(precompiled_REUSE_FROM)
      target_precompile_headers(${target} REUSE_FROM ${precompiled_REUSE_FROM})
    else()
      target_precompile_headers(${target} PRIVATE ${precompiled_UNPARSED_ARGUMENTS}
        <algorithm> <array> <functional> <map> <optional> <set> <string> <string_view> <variant> <vector>
        <fmt/format.h>)
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
      # GCC 12 tells what it thinks of copies inside its own std::string, too, once the headers are precompiled.
      target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overread -Wno-stringop-overflow)
    endif()
  endif()
endfunction()

# roundhouse_room(NAME USES ROOM... SOURCES SOURCE...): the library roundhouse_NAME, which uses these rooms.
function(roundhouse_room name)
  cmake_parse_arguments(PARSE_ARGV 1 room "" "" "USES;SOURCES")
  roundhouse_library(${name} ${room_SOURCES})
  list(TRANSFORM room_USES PREPEND roundhouse_)
  # Both other libraries stay inside; nlohmann_json is headers only and leaves nothing to link.
  target_link_libraries(roundhouse_${name} PUBLIC ${room_USES}
    PRIVATE fmt::fmt $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>)
  roundhouse_precompile(roundhouse_${name} REUSE_FROM roundhouse_dsl)
endfunction()
