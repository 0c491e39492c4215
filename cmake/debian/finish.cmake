# Run by cpack when the files of the package lie in its staging folder: what Debian wants otherwise than `cmake --install` does.
file(GLOB_RECURSE staged LIST_DIRECTORIES true ${CPACK_TEMPORARY_DIRECTORY}/*)

foreach(path IN LISTS staged)
  # Manual pages and the changelog are compressed, without a time stamp.
  if(path MATCHES "/man/man1/[^/]*\\.1$" OR path MATCHES "/doc/roundhouse/changelog$")
    execute_process(COMMAND gzip -9n ${path} COMMAND_ERROR_IS_FATAL ANY)
  endif()
  if(path MATCHES "/bin/roundhouse$")
    execute_process(COMMAND strip --remove-section=.comment --remove-section=.note ${path} COMMAND_ERROR_IS_FATAL ANY)
  endif()
  # Debian's zsh looks there.
  if(path MATCHES "/zsh/site-functions$")
    cmake_path(GET path PARENT_PATH zsh)
    file(RENAME ${path} ${zsh}/vendor-completions)
  endif()
endforeach()
