#pragma once

#include <cstdio>
#include <cstdlib>

/// Ends the program, with the input kept by the fuzzer, where `condition` does not hold.
#define REQUIRE(condition)                                                         \
  do {                                                                             \
    if (!(condition)) {                                                            \
      std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                \
    }                                                                              \
  } while (false)
