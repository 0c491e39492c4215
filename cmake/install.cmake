# What `cmake --install` leaves, in two components. `program`: the program with its variants, manual pages and
# completions, which is all that `./dev install` and the Debian package have. `development`: the libraries, their headers and
# the package that find_package(roundhouse) reads.
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/roundhouse)

install(TARGETS roundhouse RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/variants
  DESTINATION ${CMAKE_INSTALL_DATADIR}/roundhouse COMPONENT program
  FILES_MATCHING PATTERN "*.yaml" PATTERN "*.diff" PATTERN "*.recipe" PATTERN "recipes/*.list")
install(FILES ${PROJECT_BINARY_DIR}/variants.trees
  DESTINATION ${CMAKE_INSTALL_DATADIR}/roundhouse COMPONENT program OPTIONAL)
# Where they were not made, because the program cannot be run here or they were not built, there are none.
install(DIRECTORY ${roundhouse_shared_folder}/man ${roundhouse_shared_folder}/bash-completion
  ${roundhouse_shared_folder}/zsh ${roundhouse_shared_folder}/fish
  DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT program OPTIONAL)

# In the order of a linker: each uses those behind it.
set(installed_libraries roundhouse_lint roundhouse_exports roundhouse_views roundhouse_drawing roundhouse_large roundhouse_judge roundhouse_scores
  roundhouse_rulings roundhouse_hands roundhouse_fold roundhouse_record roundhouse_engine
  roundhouse_position roundhouse_book roundhouse_dsl roundhouse_web)
install(TARGETS ${installed_libraries} roundhouse_replay EXPORT roundhouse_libraries
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(DIRECTORY ${roundhouse_public_folder}/roundhouse DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)

install(EXPORT roundhouse_libraries NAMESPACE roundhouse:: FILE roundhouse-libraries.cmake
  DESTINATION ${package_folder} COMPONENT development)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/roundhouse-config.cmake.in
  ${PROJECT_BINARY_DIR}/roundhouse-config.cmake
  INSTALL_DESTINATION ${package_folder} PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/roundhouse-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/roundhouse-config.cmake ${PROJECT_BINARY_DIR}/roundhouse-config-version.cmake
  DESTINATION ${package_folder} COMPONENT development)

# For those who build without CMake.
file(RELATIVE_PATH prefix_from_pkgconfig ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
list(TRANSFORM installed_libraries PREPEND -l OUTPUT_VARIABLE libraries)
list(JOIN libraries " " libraries)
configure_file(${PROJECT_SOURCE_DIR}/cmake/roundhouse.pc.in ${PROJECT_BINARY_DIR}/roundhouse.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/roundhouse.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

include(${CMAKE_CURRENT_LIST_DIR}/debian/package.cmake)
