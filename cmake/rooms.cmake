# SPDX-License-Identifier: Apache-2.0
#
# Rooms and what is made of them. A room src/<name> is compiled once, as position-independent objects with hidden
# names; the static and the shared library are made of the same objects. A room without a .c file is no target.
#
#   gather_room(core)                 src/core/*.c -> objects gather_room_core
#   gather_library(gather core ...)   objects -> gather_static, gather_shared, and gather::gather, one of them
#   gather_part(io io)                objects -> libgather_io.a, gather::io
#   gather_command()                  tools/*.c -> bin/gather
#   gather_program(target file)       one .c file -> a program of the tests

# What every target of ours has: the language, the warnings, where its headers and its output lie.
function(gather_own target)
    set_target_properties(${target} PROPERTIES
        C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
        C_VISIBILITY_PRESET hidden
        POSITION_INDEPENDENT_CODE ON
        ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib"
        LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib"
        RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
    if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
        target_compile_options(${target} PRIVATE
            -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes
            $<$<BOOL:${GATHER_WARNINGS_AS_ERRORS}>:-Werror>)
    endif()
endfunction()

function(gather_room name)
    file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${name}/*.c" "${PROJECT_SOURCE_DIR}/src/${name}/*/*.c")
    if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|amd64")
        list(FILTER sources EXCLUDE REGEX "/x86/")
    endif()
    if(NOT sources)
        return()
    endif()
    add_library(gather_room_${name} OBJECT ${sources})
    target_include_directories(gather_room_${name} PRIVATE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src")
    gather_own(gather_room_${name})
    if(GATHER_MAX_RANK)
        target_compile_definitions(gather_room_${name} PRIVATE GATHER_MAX_RANK=${GATHER_MAX_RANK})
    endif()
    # A product is rounded before it is added, on every processor: compilers would fuse the two where it can.
    if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang" AND name MATCHES "^(core|kernels)$")
        target_compile_options(gather_room_${name} PRIVATE -ffp-contract=off)
    endif()
    # Only kernels gain from -O3; everywhere else it is a third more code for no time. A small build is small where
    # no gather runs; of -O3 its kernels have the vectors, and not the loops written out again for each case, which
    # are a twelfth of the wheel.
    if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang" AND name STREQUAL kernels)
        target_compile_options(gather_room_${name} PRIVATE $<$<CONFIG:MinSizeRel>:-O2>)
        # Where a loop lies within a line hangs on nothing before its function: a tenth of row 12u64/int64, on a Zen 3.
        target_compile_options(gather_room_${name} PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:-falign-functions=64>)
        if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
            target_compile_options(gather_room_${name} PRIVATE
                                   $<$<CONFIG:MinSizeRel>:-ftree-vectorize$<SEMICOLON>-fvect-cost-model=dynamic>)
            # Of a turn down a few columns, or a point of a few components, what else would be asked each time is a
            # third or half.
            set_property(SOURCE "${PROJECT_SOURCE_DIR}/src/kernels/x86/places_avx2.c"
                                "${PROJECT_SOURCE_DIR}/src/kernels/tuples.c" APPEND
                         PROPERTY COMPILE_OPTIONS $<$<CONFIG:MinSizeRel>:-O3>)
            # Squares are turned in registers by hand; what else compilers would put into them is 5 KB. Rows that are
            # turned round or halved ask for theirs (VECTORIZED).
            set_property(SOURCE "${PROJECT_SOURCE_DIR}/src/kernels/move_bytes.c"
                                "${PROJECT_SOURCE_DIR}/src/kernels/move_scalar.c"
                                "${PROJECT_SOURCE_DIR}/src/kernels/x86/move_avx2.c"
                                "${PROJECT_SOURCE_DIR}/src/kernels/x86/move_avx512.c" APPEND PROPERTY COMPILE_OPTIONS
                         $<$<CONFIG:MinSizeRel>:-fno-tree-vectorize>)
            # Bags of integers, which no other table than the plain one sums, are rare; and of numbers that are scaled it
            # has the ends of rows alone, where there are vectors: 10 KB.
            set_property(SOURCE "${PROJECT_SOURCE_DIR}/src/kernels/scale.c"
                                "${PROJECT_SOURCE_DIR}/src/kernels/sum.c" APPEND PROPERTY COMPILE_OPTIONS
                         $<$<CONFIG:MinSizeRel>:-Os$<SEMICOLON>-fno-tree-vectorize>)
            # Picks out of far data have a loop for each way that they can go, as row 19 wants it; what else compilers
            # would write out is 5 KB.
            set_property(SOURCE "${PROJECT_SOURCE_DIR}/src/kernels/pick.c" APPEND PROPERTY COMPILE_OPTIONS
                         $<$<CONFIG:MinSizeRel>:-fno-tree-vectorize$<SEMICOLON>-fno-tree-pre>)
            # Of these rows and moves the tables of x86 take none, where there are vectors: 22 KB.
            if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|amd64")
                set_property(SOURCE "${PROJECT_SOURCE_DIR}/src/kernels/fetch_rows.c"
                                    "${PROJECT_SOURCE_DIR}/src/kernels/move_scalar.c" APPEND PROPERTY COMPILE_OPTIONS
                             $<$<CONFIG:MinSizeRel>:-Os>)
            endif()
        endif()
    elseif(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
        target_compile_options(gather_room_${name} PRIVATE $<$<CONFIG:Release>:-O2>)
    endif()
    if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang" AND name STREQUAL threads)
        target_compile_options(gather_room_${name} PRIVATE $<$<CONFIG:MinSizeRel>:-O2>)
    elseif(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang" AND name STREQUAL core)
        # What makes plans, or runs once in a run of one, is small: 8 KB of a wheel.
        set(running ${sources})
        list(FILTER running INCLUDE REGEX "/plan_(brief|judge|listed|local|points|run)\\.c$")
        set_property(SOURCE ${running} APPEND PROPERTY COMPILE_OPTIONS $<$<CONFIG:MinSizeRel>:-O2>)
    elseif(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang" AND name STREQUAL api)
        set_property(SOURCE "${PROJECT_SOURCE_DIR}/src/api/run.c" "${PROJECT_SOURCE_DIR}/src/api/run_brief.c" APPEND
                     PROPERTY COMPILE_OPTIONS $<$<CONFIG:MinSizeRel>:-O2>)
    endif()
    # Loops alone begin where a processor likes it best: what -O2 fills up before all else is 3 KB of a wheel. The order
    # of instructions stays as it is, for processors choose their own: 10 KB.
    if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
        foreach(left align-functions align-jumps align-labels schedule-insns2)
            target_compile_options(gather_room_${name} PRIVATE $<$<CONFIG:MinSizeRel>:-fno-${left}>)
        endforeach()
    endif()
endfunction()

# Rooms that exist, as generator expressions of their objects.
function(gather_objects result)
    set(objects "")
    foreach(room IN LISTS ARGN)
        if(TARGET gather_room_${room})
            list(APPEND objects $<TARGET_OBJECTS:gather_room_${room}>)
        endif()
    endforeach()
    set(${result} "${objects}" PARENT_SCOPE)
endfunction()

# Versions of one minor number run each other's programs, as cmake/install.cmake has it of packages.
function(gather_archive target kind output export)
    add_library(${target} ${kind} ${ARGN})
    add_library(gather::${export} ALIAS ${target})
    gather_own(${target})
    set_target_properties(${target} PROPERTIES
        OUTPUT_NAME ${output} EXPORT_NAME ${export} LINKER_LANGUAGE C
        VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
    target_include_directories(${target} PUBLIC
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    if(GATHER_MAX_RANK) # structs have arrays of so many, so whoever links this has to have the same
        target_compile_definitions(${target} PUBLIC GATHER_MAX_RANK=${GATHER_MAX_RANK})
    endif()
endfunction()

function(gather_library name)
    gather_objects(objects ${ARGN})
    set(kind static)
    if(GATHER_BUILD_STATIC)
        gather_archive(${name}_static STATIC ${name} static ${objects})
    endif()
    if(GATHER_BUILD_SHARED)
        gather_archive(${name}_shared SHARED ${name} shared ${objects})
        if(BUILD_SHARED_LIBS OR NOT GATHER_BUILD_STATIC)
            set(kind shared)
        endif()
    endif()
    add_library(${name}::${name} ALIAS ${name}_${kind})
endfunction()

function(gather_part name)
    gather_objects(objects ${ARGN})
    if(objects)
        gather_archive(gather_${name} STATIC gather_${name} ${name} ${objects})
        target_link_libraries(gather_${name} PUBLIC gather_static)
    endif()
endfunction()

function(gather_command)
    file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tools/*.c")
    if(NOT sources)
        return()
    endif()
    add_executable(gather_command ${sources})
    gather_own(gather_command)
    set_target_properties(gather_command PROPERTIES OUTPUT_NAME gather)
    target_link_libraries(gather_command PRIVATE gather::study gather::threads)
    if(GATHER_STATIC_COMMAND)
        target_compile_definitions(gather_command PRIVATE GATHER_STATIC_COMMAND)
        target_link_options(gather_command PRIVATE -static)
    else()
        target_link_libraries(gather_command PRIVATE ${CMAKE_DL_LIBS})
    endif()
endfunction()

# A test program: everything static, so that it may look inside; no asserts lost in a release build.
function(gather_program target file)
    add_executable(${target} "${file}")
    gather_own(${target})
    set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
    target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src"
                                                 "${PROJECT_SOURCE_DIR}/tests")
    target_compile_options(${target} PRIVATE -UNDEBUG)
    target_link_libraries(${target} PRIVATE ${ARGN})
endfunction()
