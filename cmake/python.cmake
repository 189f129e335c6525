# SPDX-License-Identifier: Apache-2.0
#
# The Python module libgather: one extension, _core.abi3.so, for CPython 3.11 and all later ones, with the library, the
# command and what formats of files need inside; and the files of Python beside it. In the build folder the package lies
# in python/libgather, where the tests import it; a wheel installs the same (pyproject.toml).
if(SKBUILD)
    set(required REQUIRED)
endif()
find_package(Python 3.11 ${required} COMPONENTS Interpreter Development.Module)
if(NOT Python_Development.Module_FOUND)
    message(STATUS "no headers of Python 3.11 or later: the Python module is not built")
    return()
endif()

file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/python/src/*.c")
file(GLOB commands CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tools/*.c")
set(package "${PROJECT_BINARY_DIR}/python/libgather")

# The command's main is a function there.
add_library(gather_python_command OBJECT ${commands})
gather_own(gather_python_command)
target_link_libraries(gather_python_command PRIVATE gather_study gather_threads)
target_compile_definitions(gather_python_command PRIVATE main=gather_main)

add_library(gather_python MODULE ${sources} $<TARGET_OBJECTS:gather_python_command>)
gather_own(gather_python)
target_include_directories(gather_python SYSTEM PRIVATE ${Python_INCLUDE_DIRS})
target_link_libraries(gather_python PRIVATE gather_study gather_threads ${CMAKE_DL_LIBS})
if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
    target_compile_options(gather_python PRIVATE -Wno-pedantic) # CPython's slots hold functions as void *
endif()
# A small build is small where no call passes. What calls pass begins at a line of its own, or what one takes would hang
# on what lies before it: a tenth to either side.
foreach(passed call operand operand_types plan_type prepared_gather result_kind take_call)
    set_property(SOURCE "${PROJECT_SOURCE_DIR}/python/src/${passed}.c" APPEND PROPERTY COMPILE_OPTIONS
                 $<$<CONFIG:MinSizeRel>:-O2$<SEMICOLON>-falign-functions=64>)
endforeach()
set_target_properties(gather_python PROPERTIES PREFIX "" OUTPUT_NAME _core SUFFIX .abi3.so
                      LIBRARY_OUTPUT_DIRECTORY "${package}")
if(NOT APPLE AND CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
    target_link_options(gather_python PRIVATE -Wl,--gc-sections -Wl,--exclude-libs,ALL
                        $<$<CONFIG:MinSizeRel>:-Wl,--no-eh-frame-hdr>)
endif()
# What exceptions would unwind by: C has none, but libraries for formats bring theirs, 8 KB of a wheel.
if(CMAKE_BUILD_TYPE STREQUAL "MinSizeRel" AND CMAKE_SYSTEM_NAME STREQUAL "Linux" AND CMAKE_OBJCOPY)
    add_custom_command(TARGET gather_python POST_BUILD COMMAND "${CMAKE_OBJCOPY}" -R .eh_frame
                                                               "$<TARGET_FILE:gather_python>")
endif()

# Tables of addresses written short, 80 KB less, where linker and libc know them: an older libc would pass over them, so
# a program that has one is run first.
if(CMAKE_BUILD_TYPE STREQUAL "MinSizeRel" AND CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT CMAKE_CROSSCOMPILING)
    include(CheckCSourceRuns)
    set(CMAKE_REQUIRED_FLAGS "-fPIE")
    set(CMAKE_REQUIRED_LINK_OPTIONS -pie -Wl,-z,pack-relative-relocs)
    check_c_source_runs("int at; int *volatile place = &at; int main(void) { return place != &at; }"
                        GATHER_SHORT_RELOCATIONS)
    unset(CMAKE_REQUIRED_FLAGS)
    unset(CMAKE_REQUIRED_LINK_OPTIONS)
    if(GATHER_SHORT_RELOCATIONS)
        target_link_options(gather_python PRIVATE -Wl,-z,pack-relative-relocs)
    endif()
endif()

if(GATHER_STATIC_FORMATS)
    target_sources(gather_python PRIVATE "${PROJECT_SOURCE_DIR}/python/src/static/standard_input.c")
    target_link_options(gather_python PRIVATE -Wl,--wrap=stdin)
endif()

file(GLOB_RECURSE texts CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/python/libgather"
     "${PROJECT_SOURCE_DIR}/python/libgather/*.py" "${PROJECT_SOURCE_DIR}/python/libgather/*.pyi"
     "${PROJECT_SOURCE_DIR}/python/libgather/py.typed")
foreach(text IN LISTS texts)
    add_custom_command(OUTPUT "${package}/${text}" DEPENDS "${PROJECT_SOURCE_DIR}/python/libgather/${text}"
                       COMMAND "${CMAKE_COMMAND}" -E copy "${PROJECT_SOURCE_DIR}/python/libgather/${text}"
                               "${package}/${text}")
    list(APPEND copies "${package}/${text}")
endforeach()
add_custom_target(gather_python_package ALL DEPENDS gather_python ${copies})

if(SKBUILD)
    install(TARGETS gather_python LIBRARY DESTINATION libgather COMPONENT python)
endif()
