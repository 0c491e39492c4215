# What strangers send is read by this program, so a mistake in it should end it and not be made use of: checks of the
# standard library and of the C library, a protected stack, a program that lies elsewhere each time, tables of the
# linker that cannot be written to. docs/performance.md has what it costs.
# Options of our own targets alone: who links the installed libraries compiles as before.
include(CheckPIESupported)
check_pie_supported(LANGUAGES CXX)

# roundhouse_harden(TARGET): a library's code, or a program's with how it is linked.
function(roundhouse_harden target)
  if(NOT ROUNDHOUSE_HARDEN OR ROUNDHOUSE_SANITIZE OR ROUNDHOUSE_FUZZ)
    return()
  endif()
  target_compile_definitions(${target} PRIVATE _GLIBCXX_ASSERTIONS)
  # The C library's checks work only where the compiler optimises; elsewhere it warns of them.
  target_compile_options(${target} PRIVATE -fstack-protector-strong
    $<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-U_FORTIFY_SOURCE>
    $<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-D_FORTIFY_SOURCE=3>)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL EXECUTABLE)
    target_link_options(${target} PRIVATE -Wl,-z,relro,-z,now)
  endif()
endfunction()
