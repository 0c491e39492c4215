# Additions to the project, each a patch beside this file: a copy of SOURCE is built in BUILD with all of them together,
# because six builds take six times as long and find no more. Then the tests that show each are run, all at once, with those
# of the pages and of the source tree. How many files an addition touches is what tests/house/exercises_test.cpp counts. Before the patch itself a patch file says
#   Adds: the row of the table in docs/contributing.md        Shown by: what picks its tests
cmake_minimum_required(VERSION 3.25)

find_program(PATCH patch REQUIRED)
set(work ${BUILD}/exercises)
set(copy ${work}/source)
file(REMOVE_RECURSE ${work})
file(MAKE_DIRECTORY ${copy})

# Neither what was built, wherever that is, nor what git keeps.
file(GLOB parts LIST_DIRECTORIES true ${SOURCE}/* ${SOURCE}/.*)
foreach(part IN LISTS parts)
  cmake_path(GET part FILENAME name)
  cmake_path(IS_PREFIX part ${BUILD} NORMALIZE holds_build)
  if(NOT holds_build AND NOT name MATCHES "^(build.*|\\.git|\\.cache)$")
    file(COPY ${part} DESTINATION ${copy})
  endif()
endforeach()

# run(OUTPUT COMMAND WORD...)
function(run output)
  cmake_parse_arguments(PARSE_ARGV 1 run "" "" "COMMAND")
  execute_process(COMMAND ${run_COMMAND} WORKING_DIRECTORY ${copy}
    RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${exercise}: exit status ${status} of ${run_COMMAND}\n${said}")
  endif()
  set(${output} "${said}" PARENT_SCOPE)
endfunction()

# value_of(VARIABLE KEY): of the line "KEY: value" in the text of the patch.
function(value_of variable key)
  if(NOT text MATCHES "(^|\n)${key}: ([^\n]+)\n")
    message(FATAL_ERROR "${exercise} does not say '${key}:'")
  endif()
  set(${variable} "${CMAKE_MATCH_2}" PARENT_SCOPE)
endfunction()

set(programs roundhouse_tests roundhouse_tool_tests)

# pick_tests(SELECTION): adds it to `picked`; some tests there have to be.
function(pick_tests selection)
  set(said "")
  foreach(program IN LISTS programs)
    execute_process(COMMAND ${work}/build/tests/${program} "${selection}" --list-tests OUTPUT_VARIABLE listed)
    string(APPEND said "${listed}")
  endforeach()
  if(NOT said MATCHES "[1-9][0-9]* matching test case")
    message(FATAL_ERROR "${exercise}: no test is picked by '${selection}'\n${said}")
  endif()
  string(REPLACE "," ";" parts "${selection}")
  set(picked ${picked} ${parts} PARENT_SCOPE)
endfunction()

# Compiled without optimising: what is to be seen is that it builds and works.
set(exercise "configuring")
run(said COMMAND ${CMAKE_COMMAND} -S ${copy} -B ${work}/build -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0
  -DCMAKE_CXX_COMPILER=${COMPILER})

file(GLOB exercises ${SOURCE}/tests/exercises/*.patch)
if(NOT exercises)
  message(FATAL_ERROR "there are no exercises")
endif()
foreach(file IN LISTS exercises)
  cmake_path(GET file STEM exercise)
  run(said COMMAND ${PATCH} -p1 --batch --forward --no-backup-if-mismatch -i ${file})
endforeach()
set(exercise "building")
run(said COMMAND ${CMAKE_COMMAND} --build ${work}/build --target roundhouse ${programs})
set(picked "[docs]" "[house]")
foreach(file IN LISTS exercises)
  cmake_path(GET file STEM exercise)
  file(READ ${file} text)
  value_of(shown "Shown by")
  pick_tests("${shown}")
endforeach()
list(REMOVE_DUPLICATES picked)
list(JOIN picked "," picked)
set(exercise "all")
foreach(program IN LISTS programs)
  run(said COMMAND ${CMAKE_COMMAND} -E env --unset=ROUNDHOUSE_UPDATE_GOLDENS ${work}/build/tests/${program} "${picked}")
  if(NOT said MATCHES "test cases: [1-9][0-9]* good, 0 bad")
    message(FATAL_ERROR "${program}: no test is picked by '${picked}'\n${said}")
  endif()
endforeach()
message(STATUS "shown by ${picked}")
