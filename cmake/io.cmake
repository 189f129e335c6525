# SPDX-License-Identifier: Apache-2.0
#
# The libraries around libgather and what they need from outside. jansson stays behind src/io/json.c.

find_package(PkgConfig REQUIRED)
pkg_check_modules(jansson REQUIRED IMPORTED_TARGET jansson)

gather_room(io)
gather_room(study)
gather_part(io io)
gather_part(study study)

# Formats of files; one that is left out is refused by name.
option(GATHER_FORMAT_NPY "Read and write .npy" ON)

if(TARGET gather_io)
    target_compile_definitions(gather_room_io PRIVATE GATHER_FORMAT_NPY=$<BOOL:${GATHER_FORMAT_NPY}>)
    target_link_libraries(gather_room_io PRIVATE PkgConfig::jansson)
    target_link_libraries(gather_io PRIVATE PkgConfig::jansson)
endif()
if(TARGET gather_study AND TARGET gather_io)
    target_link_libraries(gather_study PUBLIC gather_io)
endif()
