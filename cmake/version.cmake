# SPDX-License-Identifier: Apache-2.0
#
# The version stands in include/gather/version.h and nowhere else; here it is read from there.

function(gather_read_version header result)
    file(READ "${header}" text)
    set(parts "")
    foreach(part IN ITEMS MAJOR MINOR PATCH)
        if(NOT text MATCHES "#define GATHER_VERSION_${part} ([0-9]+)")
            message(FATAL_ERROR "${header} has no GATHER_VERSION_${part}")
        endif()
        list(APPEND parts "${CMAKE_MATCH_1}")
    endforeach()
    list(JOIN parts "." parts)
    set(${result} "${parts}" PARENT_SCOPE)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${header}")
endfunction()
