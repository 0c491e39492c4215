# The libraries of others where the machine's own cannot be linked, as for WebAssembly: three are headers, and yaml-cpp is
# built from its source, which `./dev web` has put below ROUNDHOUSE_SOURCES.
set(ROUNDHOUSE_SOURCES "" CACHE PATH "Folder with the source of yaml-cpp, as yaml-cpp/")
set(web_headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${web_headers})
# Links one by one: the folder that holds them has the C library of this machine as well.
foreach(header fmt tao nlohmann)
  if(NOT EXISTS /usr/include/${header})
    message(FATAL_ERROR "/usr/include/${header} is missing: ./dev web installs it")
  endif()
  file(CREATE_LINK /usr/include/${header} ${web_headers}/${header} SYMBOLIC)
endforeach()

# roundhouse_headers(NAME): headers of others, about which no compiler has to warn.
function(roundhouse_headers name)
  add_library(${name} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${name} SYSTEM INTERFACE ${web_headers})
endfunction()
roundhouse_headers(fmt::fmt)
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
roundhouse_headers(taocpp::pegtl)
roundhouse_headers(nlohmann_json::nlohmann_json)

file(GLOB yaml_sources CONFIGURE_DEPENDS ${ROUNDHOUSE_SOURCES}/yaml-cpp/src/*.cpp)
if(NOT yaml_sources)
  message(FATAL_ERROR "The source of yaml-cpp is not below '${ROUNDHOUSE_SOURCES}': ./dev web puts it there")
endif()
add_library(yaml-cpp STATIC ${yaml_sources})
target_include_directories(yaml-cpp SYSTEM PUBLIC ${ROUNDHOUSE_SOURCES}/yaml-cpp/include)
target_compile_definitions(yaml-cpp PUBLIC YAML_CPP_STATIC_DEFINE)
target_compile_options(yaml-cpp PRIVATE -w)

# One thread, so that a page needs no isolation from others.
add_library(Threads::Threads INTERFACE IMPORTED GLOBAL)
