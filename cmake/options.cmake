# SPDX-License-Identifier: Apache-2.0
#
# What can be chosen. On its own the project builds everything; inside another one it is one library, of the
# kind that BUILD_SHARED_LIBS asks for.

if(PROJECT_IS_TOP_LEVEL)
    set(gather_static_default ON)
    set(gather_shared_default ON)
elseif(BUILD_SHARED_LIBS)
    set(gather_static_default OFF)
    set(gather_shared_default ON)
else()
    set(gather_static_default ON)
    set(gather_shared_default OFF)
endif()

option(GATHER_BUILD_STATIC "Build libgather.a" ${gather_static_default})
option(GATHER_BUILD_SHARED "Build libgather.so" ${gather_shared_default})
option(GATHER_BUILD_THREADS "Build libgather_threads (needs pthreads)" ${PROJECT_IS_TOP_LEVEL})
option(GATHER_BUILD_IO "Build libgather_io and libgather_study (needs jansson)" ${PROJECT_IS_TOP_LEVEL})

# What needs all of these is built with them, unless it is asked for or left out by name.
if(PROJECT_IS_TOP_LEVEL AND GATHER_BUILD_STATIC AND GATHER_BUILD_THREADS AND GATHER_BUILD_IO)
    set(gather_rest_default ON)
else()
    set(gather_rest_default OFF)
endif()
option(GATHER_BUILD_TOOLS "Build the command gather (needs GATHER_BUILD_IO and GATHER_BUILD_THREADS)" ${gather_rest_default})
option(GATHER_BUILD_PYTHON "Build the Python module, where Python's headers are at hand (needs what the command needs)" ${gather_rest_default})
option(GATHER_STATIC_FORMATS "Link jansson, zlib and expat as static libraries, so that nothing but libc has to be there" OFF)
option(GATHER_STATIC_COMMAND "Link the command with nothing that has to be there, libc neither (with GATHER_STATIC_FORMATS)" OFF)
option(GATHER_BUILD_TESTS "Build the tests (needs cmocka)" ${gather_rest_default})
option(GATHER_BUILD_EXAMPLES "Build the programs of examples/, and with GATHER_BUILD_TESTS run them" ${PROJECT_IS_TOP_LEVEL})
option(GATHER_BUILD_FUZZ "Build the fuzz targets with a fuzzer (needs clang), not only to replay their seeds" OFF)
option(GATHER_TEST_TREE "Also test what no compiler flag changes: installing, consumers, scripts" ON)
set(GATHER_MAX_RANK "" CACHE STRING "The most dimensions of anything; nothing: 16")
option(GATHER_INSTALL "Install the libraries, headers and command" ${PROJECT_IS_TOP_LEVEL})
option(GATHER_WARNINGS_AS_ERRORS "Stop at a warning (for those who work on libgather)" OFF)

if(NOT GATHER_BUILD_STATIC AND NOT GATHER_BUILD_SHARED)
    message(FATAL_ERROR "neither GATHER_BUILD_STATIC nor GATHER_BUILD_SHARED: nothing to build")
endif()
if((GATHER_BUILD_TOOLS OR GATHER_BUILD_TESTS OR GATHER_BUILD_PYTHON) AND NOT (GATHER_BUILD_THREADS AND GATHER_BUILD_IO AND GATHER_BUILD_STATIC))
    message(FATAL_ERROR "the command, the Python module and the tests need GATHER_BUILD_THREADS, GATHER_BUILD_IO and GATHER_BUILD_STATIC")
endif()
if(GATHER_BUILD_IO AND NOT GATHER_BUILD_STATIC)
    message(FATAL_ERROR "GATHER_BUILD_IO needs GATHER_BUILD_STATIC")
endif()

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug, RelWithDebInfo or MinSizeRel" FORCE)
endif()
