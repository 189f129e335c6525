# SPDX-License-Identifier: Apache-2.0
#
# What is installed, and the three ways in which others find it: find_package(gather CONFIG), pkg-config, and
# the plain files. The paths in them are relative, so that the installed tree may be moved.

include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/gather")

set(gather_rank_flag "")
if(GATHER_MAX_RANK)
    set(gather_rank_flag " -DGATHER_MAX_RANK=${GATHER_MAX_RANK}")
endif()

# name: of the .pc file; what it is; what it needs; -l flags
function(gather_pkg_config name description requires libs)
    file(RELATIVE_PATH up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
    configure_file("${PROJECT_SOURCE_DIR}/cmake/gather.pc.in" "${PROJECT_BINARY_DIR}/${name}.pc" @ONLY)
    install(FILES "${PROJECT_BINARY_DIR}/${name}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endfunction()

foreach(target IN ITEMS gather_static gather_shared)
    if(TARGET ${target})
        install(TARGETS ${target} EXPORT gather_targets)
    endif()
endforeach()
install(EXPORT gather_targets NAMESPACE gather:: DESTINATION "${package_dir}" FILE gather-targets.cmake)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/gather" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.h")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
gather_pkg_config(gather "${PROJECT_DESCRIPTION}" "" "-lgather")

if(TARGET gather_threads)
    install(TARGETS gather_threads EXPORT gather_threads_targets)
    install(EXPORT gather_threads_targets NAMESPACE gather:: DESTINATION "${package_dir}"
            FILE gather-threads-targets.cmake)
    gather_pkg_config(gather-threads "A pool of threads, for libgather" "gather" "-lgather_threads -pthread")
endif()
if(TARGET gather_io)
    install(TARGETS gather_io EXPORT gather_io_targets)
    get_property(formats_need GLOBAL PROPERTY gather_io_libraries)
    list(PREPEND formats_need jansson)
    list(JOIN formats_need " " gather_io_libraries)
    gather_pkg_config(gather-io "Files of tensors, for libgather" "gather ${gather_io_libraries}" "-lgather_io")
endif()
if(TARGET gather_io AND TARGET gather_study)
    install(TARGETS gather_study EXPORT gather_io_targets)
    gather_pkg_config(gather-study "Cases and drawings, for libgather" "gather-io" "-lgather_study")
endif()
if(TARGET gather_io)
    install(EXPORT gather_io_targets NAMESPACE gather:: DESTINATION "${package_dir}" FILE gather-io-targets.cmake)
endif()
if(TARGET gather_command)
    install(TARGETS gather_command)
    install(FILES "${PROJECT_SOURCE_DIR}/completions/gather.bash" RENAME gather
            DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
    install(FILES "${PROJECT_SOURCE_DIR}/completions/_gather" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
    include(man)
endif()

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/gather-config.cmake.in"
                              "${PROJECT_BINARY_DIR}/gather-config.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/gather-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/gather-config.cmake" "${PROJECT_BINARY_DIR}/gather-config-version.cmake"
        DESTINATION "${package_dir}")
