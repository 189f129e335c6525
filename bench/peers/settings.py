# SPDX-License-Identifier: Apache-2.0
"""What a run was asked for, and the environment that the peers read when they are imported.

A form is one way to ask a peer for a gather: a callable, and how its answer is read. Each peer's module has
`load(settings)`, which imports the peer, and `forms(case, settings)`, which yields `Form`s.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Settings:
    threads: int = 1
    pages: str = "base"
    scale: str = "full"
    cases: str = ""  # "1,3,10i32"; "" is all
    peers: tuple = ()  # () is all
    budget: float = 0.4  # seconds that each form is timed for, at least
    slow: float = 2.0  # seconds after which three rounds of a form are enough
    cold_rounds: int = 40  # at most: emptying the caches takes longer than most calls
    command: str = "build/bin/gather"
    library: str = ""  # the module of prepared calls
    versions: dict = field(default_factory=dict)  # of those that take part


@dataclass
class Form:
    """`read` turns what `call` returned into an array; None: the answer lies in the case's output."""

    peer: str
    name: str
    call: Callable
    read: Callable | None = None
    kept: object = None  # what has to live as long as the form


def prepare_environment(settings):
    """Before any peer is imported. One thread: the whole process stays on one processor."""
    count = str(settings.threads)
    if settings.threads == 1:
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
        os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
    os.environ.update(OMP_NUM_THREADS=count, NPROC=count, JAX_PLATFORMS="cpu", CUDA_VISIBLE_DEVICES="-1")
