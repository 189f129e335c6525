# SPDX-License-Identifier: Apache-2.0
#
# The manual pages, docs/man/NAME.SECTION.scd, made and installed where scdoc is at hand.

find_program(SCDOC scdoc)
file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/docs/man/*.scd")
if(SCDOC)
    set(pages "")
    foreach(source IN LISTS sources)
        get_filename_component(name "${source}" NAME_WLE)
        string(REGEX MATCH "[0-9]$" section "${name}")
        set(page "${PROJECT_BINARY_DIR}/man/man${section}/${name}")
        add_custom_command(OUTPUT "${page}" DEPENDS "${source}"
                           COMMAND "${CMAKE_COMMAND}" -E make_directory "${PROJECT_BINARY_DIR}/man/man${section}"
                           COMMAND sh -c "'${SCDOC}' <'${source}' >'${page}'" VERBATIM)
        install(FILES "${page}" DESTINATION "${CMAKE_INSTALL_MANDIR}/man${section}")
        list(APPEND pages "${page}")
    endforeach()
    add_custom_target(gather_man ALL DEPENDS ${pages})
endif()
