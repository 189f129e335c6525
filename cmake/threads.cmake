# SPDX-License-Identifier: Apache-2.0
#
# The ready parallel_for. A library of its own, since libgather starts no thread; it needs no other library of
# ours, only the public headers.
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

gather_room(threads)
gather_objects(objects threads)
gather_archive(gather_threads STATIC gather_threads threads ${objects})
target_link_libraries(gather_room_threads PRIVATE Threads::Threads)
target_link_libraries(gather_threads PUBLIC Threads::Threads)
