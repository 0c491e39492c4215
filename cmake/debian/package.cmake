# The Debian package of the program: `cpack` makes roundhouse_VERSION_ARCHITECTURE.deb of the component `program` and of what
# Debian asks for besides, which lies in this folder. The libraries are left out: whoever links them builds them with the
# compiler that builds the rest, and no version of them promises to fit another.
if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()

execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C date -u -d ${roundhouse_DATE} "+%a, %d %b %Y 00:00:00 +0000"
  OUTPUT_VARIABLE debian_date OUTPUT_STRIP_TRAILING_WHITESPACE)
set(debian_maintainer "roundhouse maintainers <maintainers@roundhouse.invalid>")
configure_file(${CMAKE_CURRENT_LIST_DIR}/changelog.in ${PROJECT_BINARY_DIR}/debian/changelog @ONLY)
# Of the libraries that stand in headers parts are in the program, so their licences go with it.
configure_file(${CMAKE_CURRENT_LIST_DIR}/copyright ${PROJECT_BINARY_DIR}/debian/copyright COPYONLY)
foreach(package libcli11-dev nlohmann-json3-dev tao-pegtl-dev)
  if(EXISTS /usr/share/doc/${package}/copyright)
    file(READ /usr/share/doc/${package}/copyright licence)
    file(APPEND ${PROJECT_BINARY_DIR}/debian/copyright "\n---- ${package} ----\n\n${licence}")
  endif()
endforeach()

set(debian_documents ${CMAKE_INSTALL_DATADIR}/doc/roundhouse)
install(FILES ${PROJECT_BINARY_DIR}/debian/changelog ${PROJECT_BINARY_DIR}/debian/copyright
  DESTINATION ${debian_documents} COMPONENT debian EXCLUDE_FROM_ALL)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME roundhouse)
set(CPACK_PACKAGE_CONTACT ${debian_maintainer})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/finish.cmake)
set(CPACK_COMPONENTS_ALL program debian)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# Games are in /usr/games; this one judges those that people play.
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "referee for Mexican Train dominoes with house rules as data")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Roundhouse judges games of Mexican Train dominoes that were written down at
the table, by the rules of the house: a small file says what a family does
otherwise than the common game, and a verdict quotes the rule.
.
It replays and scores recorded games, looks for mistakes in rule files, prints
the rules as people read them, tells two sets of rules apart, and plays random
games to see what a rule does.")
include(CPack)
