# What others see of us. Three small programs (docs/library.md) are built as others would build them, and run: with the
# build in BUILD installed and moved elsewhere, found by CMake and by pkg-config; or, where INSIDE is set, with SOURCE as
# a part of their own project. Nothing here may look into SOURCE otherwise but for the programs and the records.
cmake_minimum_required(VERSION 3.25)

if(INSIDE)
  set(work ${BUILD}/consumer_inside)
else()
  set(work ${BUILD}/consumer)
endif()
file(REMOVE_RECURSE ${work})
file(MAKE_DIRECTORY ${work})
file(COPY ${SOURCE}/tests/consumer/ DESTINATION ${work}/source PATTERN run.cmake EXCLUDE)
file(COPY ${SOURCE}/tests/games/dual/worked-example.train ${SOURCE}/tests/games/dual/spoiled-example.train
  DESTINATION ${work})

# run(COMMAND WORD... [OUTPUT REGEX] [STATUS NUMBER])
function(run)
  cmake_parse_arguments(run "" "OUTPUT;STATUS" "COMMAND" ${ARGN})
  execute_process(COMMAND ${run_COMMAND} WORKING_DIRECTORY ${work}
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT DEFINED run_STATUS)
    set(run_STATUS 0)
  endif()
  if(NOT status EQUAL run_STATUS)
    message(FATAL_ERROR "exit status ${status} of ${run_COMMAND}\n${output}")
  endif()
  if(run_OUTPUT AND NOT output MATCHES "${run_OUTPUT}")
    message(FATAL_ERROR "${run_COMMAND} did not say '${run_OUTPUT}' but\n${output}")
  endif()
endfunction()

function(try_programs folder)
  run(COMMAND ${folder}/judge worked-example.train OUTPUT "legal")
  run(COMMAND ${folder}/judge spoiled-example.train STATUS 1 OUTPUT "illegal")
  run(COMMAND ${folder}/play train OUTPUT "seat 4: [0-9]+ points, rank [1-4]")
  run(COMMAND ${folder}/explain train OUTPUT "A tile must show the same number as the end")
endfunction()

set(configure ${CMAKE_COMMAND} -S source -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=${COMPILER})
if(INSIDE)
  run(COMMAND ${configure} -DROUNDHOUSE_SOURCE=${SOURCE})
  run(COMMAND ${CMAKE_COMMAND} --build build --target explain judge play)
  try_programs(build)
  return()
endif()

set(prefix "${work}/moved here")
run(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${work}/prefix)
file(RENAME ${work}/prefix ${prefix})
run(COMMAND ${configure} "-DCMAKE_PREFIX_PATH=${prefix}")
run(COMMAND ${CMAKE_COMMAND} --build build)
try_programs(build)

# The program beside it finds its variants in the same tree.
run(COMMAND ${CMAKE_COMMAND} -E env --unset=ROUNDHOUSE_VARIANTS "${prefix}/bin/roundhouse" validate worked-example.train)

# Without CMake. Words of a command line cannot have spaces in them there.
find_program(PKG_CONFIG pkg-config REQUIRED)
file(RENAME ${prefix} ${work}/moved)
file(GLOB_RECURSE described ${work}/moved/*/roundhouse.pc)
cmake_path(GET described PARENT_PATH described)
file(WRITE ${work}/build.sh "set -e
export PKG_CONFIG_PATH=${described}
mkdir by-hand
for program in explain judge play; do
  ${COMPILER} -std=c++20 -O1 -DVARIANTS=\\\"$(pkg-config --variable=variants roundhouse)\\\" source/$program.cpp \\
    -o by-hand/$program $(pkg-config --cflags --libs roundhouse)
done
")
run(COMMAND sh build.sh)
try_programs(by-hand)
