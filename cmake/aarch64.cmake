# SPDX-License-Identifier: Apache-2.0
#
# A toolchain for aarch64 on a machine of another kind: Debian's cross compiler, the libraries that scripts/cross puts
# into build/cross, and qemu, which runs what was made.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static -L /usr/aarch64-linux-gnu)

get_filename_component(cross_libraries "${CMAKE_CURRENT_LIST_DIR}/../build/cross/aarch64" ABSOLUTE)
set(ENV{PKG_CONFIG_LIBDIR} "${cross_libraries}/usr/lib/aarch64-linux-gnu/pkgconfig:${cross_libraries}/usr/share/pkgconfig")
set(ENV{PKG_CONFIG_SYSROOT_DIR} "${cross_libraries}")
set(CMAKE_BUILD_RPATH "${cross_libraries}/usr/lib/aarch64-linux-gnu")
