"""The house keeps its measure: short files, functions and classes, and no large circle."""

import ast
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import ketuk

ROOT = Path(ketuk.__file__).resolve().parent.parent
LINES_OF_A_FILE, LINES_OF_A_FUNCTION, METHODS, OF_A_CIRCLE = 400, 60, 30, 3

spec = spec_from_file_location("house_figures", ROOT / "benchmarks" / "house_figures.py")
assert spec is not None
assert spec.loader is not None
figures = module_from_spec(spec)
sys.modules[spec.name] = figures
spec.loader.exec_module(figures)

TEXTS = {
    str(file.relative_to(ROOT)): file.read_text("utf-8")
    for package in figures.PACKAGES
    for file in sorted((ROOT / package).rglob("*.py"))
}
TREES = {path: ast.parse(text) for path, text in TEXTS.items()}


def test_files_functions_and_classes_stay_short() -> None:
    files = [(text.count("\n"), path) for path, text in TEXTS.items()]
    functions = [f for path, tree in TREES.items() for f in figures.functions(path, tree)]
    classes = [c for path, tree in TREES.items() for c in figures.classes(path, tree)]
    assert [f for f in files if f[0] > LINES_OF_A_FILE] == []
    assert [f for f in functions if f[0] > LINES_OF_A_FUNCTION] == []
    assert [c for c in classes if c[0] > METHODS] == []


def test_no_large_circle_of_imports() -> None:
    """What only types need is counted as well."""
    known = frozenset(map(figures.module, TEXTS))
    graph = {
        figures.module(path): set(figures.imports(tree, known)) - {figures.module(path)}
        for path, tree in TREES.items()
    }
    assert [circle for circle in figures.circles(graph) if len(circle) > OF_A_CIRCLE] == []
