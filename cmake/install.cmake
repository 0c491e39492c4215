# What `cmake --install` leaves: the program with its variants, the libraries, their headers and the package
# that find_package(roundhouse) reads.
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/roundhouse)

install(TARGETS roundhouse RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS roundhouse_dsl roundhouse_engine roundhouse_simulate roundhouse_record roundhouse_hands roundhouse_rulings
  roundhouse_gap roundhouse_scores roundhouse_judge roundhouse_views roundhouse_replay EXPORT roundhouse_libraries
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
foreach(folder dsl engine replay)
  # The grammar speaks PEGTL and is nobody's business but the parser's.
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${folder}
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/roundhouse FILES_MATCHING PATTERN "*.h" PATTERN "grammar.h" EXCLUDE)
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/variants
  DESTINATION ${CMAKE_INSTALL_DATADIR}/roundhouse FILES_MATCHING PATTERN "*.yaml")

install(EXPORT roundhouse_libraries NAMESPACE roundhouse:: FILE roundhouse-libraries.cmake
  DESTINATION ${package_folder})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/roundhouse-config.cmake.in
  ${PROJECT_BINARY_DIR}/roundhouse-config.cmake
  INSTALL_DESTINATION ${package_folder} PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/roundhouse-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/roundhouse-config.cmake ${PROJECT_BINARY_DIR}/roundhouse-config-version.cmake
  DESTINATION ${package_folder})
