# Installs the build in BUILD, moves the installed tree elsewhere, and lets a small project of its own find it and
# judge a record with it. Nothing here may look into SOURCE but for that project and the record.
cmake_minimum_required(VERSION 3.25)

set(work ${BUILD}/consumer)
set(prefix "${work}/moved here")
file(REMOVE_RECURSE ${work})

function(run)
  cmake_parse_arguments(run "" "OUTPUT" "COMMAND" ${ARGN})
  execute_process(COMMAND ${run_COMMAND} WORKING_DIRECTORY ${work}
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "exit status ${status} of ${run_COMMAND}\n${output}")
  endif()
  if(run_OUTPUT AND NOT output MATCHES "${run_OUTPUT}")
    message(FATAL_ERROR "${run_COMMAND} did not say '${run_OUTPUT}' but\n${output}")
  endif()
endfunction()

file(MAKE_DIRECTORY ${work})
file(COPY ${SOURCE}/tests/consumer/CMakeLists.txt ${SOURCE}/tests/consumer/main.cpp DESTINATION ${work}/source)
file(COPY ${SOURCE}/tests/games/dual/worked-example.train ${SOURCE}/tests/games/dual/spoiled-example.train
  DESTINATION ${work})

run(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${work}/prefix)
file(RENAME ${work}/prefix ${prefix})

run(COMMAND ${CMAKE_COMMAND} -S source -B build -G Ninja -DCMAKE_BUILD_TYPE=Release
  -DCMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_PREFIX_PATH=${prefix}")
run(COMMAND ${CMAKE_COMMAND} --build build)
run(COMMAND build/consumer worked-example.train OUTPUT "^legal")
run(COMMAND build/consumer spoiled-example.train OUTPUT "^illegal")

# The program beside it finds its variants in the same tree.
run(COMMAND ${CMAKE_COMMAND} -E env --unset=ROUNDHOUSE_VARIANTS "${prefix}/bin/roundhouse" validate worked-example.train)
