# SPDX-License-Identifier: Apache-2.0
#
# The libraries around libgather and what they need from outside. jansson stays behind src/io/json.c.

if(GATHER_STATIC_FORMATS)
    set(CMAKE_FIND_LIBRARY_SUFFIXES "${CMAKE_STATIC_LIBRARY_SUFFIX}")
endif()
find_package(PkgConfig REQUIRED)
pkg_check_modules(jansson IMPORTED_TARGET jansson>=2.8) # which keeps the order of members
if(NOT jansson_FOUND)
    message(FATAL_ERROR "There is no jansson of version 2.8 or later, which files are read with. "
                        "With --fresh and -DGATHER_BUILD_IO=OFF the library alone is built, which needs only libc.")
endif()

gather_room(io)
gather_room(study)
gather_part(io io)
gather_part(study study)

# Formats of files: switch, what it is, the library that it needs beside jansson. One that is left out is refused
# by name, and its source compiles to nothing.
function(gather_format name description)
    option(GATHER_FORMAT_${name} "Read ${description}" ON)
    if(NOT TARGET gather_io)
        return()
    endif()
    target_compile_definitions(gather_room_io PRIVATE GATHER_FORMAT_${name}=$<BOOL:${GATHER_FORMAT_${name}}>)
    if(GATHER_FORMAT_${name})
        foreach(library IN LISTS ARGN)
            pkg_check_modules(${library} REQUIRED IMPORTED_TARGET ${library})
            target_link_libraries(gather_room_io PRIVATE PkgConfig::${library})
            target_link_libraries(gather_io PRIVATE PkgConfig::${library})
            set_property(GLOBAL APPEND PROPERTY gather_io_libraries ${library})
        endforeach()
    endif()
endfunction()

if(TARGET gather_io)
    target_link_libraries(gather_room_io PRIVATE PkgConfig::jansson)
    target_link_libraries(gather_io PRIVATE PkgConfig::jansson)
endif()
gather_format(NPY ".npy, and write it")
gather_format(NPZ ".npz, and write it" zlib)
gather_format(SAFETENSORS ".safetensors, and write it")
gather_format(GGUF ".gguf")
gather_format(ONNX ".onnx and .pb, and write .pb")
gather_format(IR "OpenVINO's .xml and .bin" expat)
gather_format(TEXT ".txt of whole numbers")
if(TARGET gather_study AND TARGET gather_io)
    target_link_libraries(gather_study PUBLIC gather_io)
endif()
