#pragma once
// The only door to Catch2, which may be of the 2.x or of the 3.x line.

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
