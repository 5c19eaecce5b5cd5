"""How large the house is and how its parts hang together: at two commits, side by side.

    uv run --no-sync python benchmarks/house_figures.py [OLD [NEW]]

Lines and files of each package and of ``tui`` alone, the largest circles of imports (what only
types need is counted as well), the longest functions, and the classes with most methods. It reads
files as Git has them and imports nothing.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

PACKAGES = ("engine", "codes", "scanning", "rooms", "tui")
MANY_METHODS, LONG_LINES = 25, 60


def files(commit: str) -> dict[str, str]:
    """Each file of the packages at a commit, by its path."""
    listed = subprocess.run(
        ["git", "ls-tree", "-r", "--name-only", commit, *PACKAGES],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    names = [name for name in listed if name.endswith(".py")]
    asked = "".join(f"{commit}:{name}\n" for name in names).encode()
    read = subprocess.run(
        ["git", "cat-file", "--batch"], input=asked, check=True, capture_output=True
    ).stdout
    texts = {}
    for name in names:
        head, _, rest = read.partition(b"\n")
        size = int(head.split()[2])
        texts[name], read = rest[:size].decode(), rest[size + 1 :]
    return texts


@dataclass(frozen=True, slots=True)
class Figures:
    """What is counted of one commit."""

    lines: dict[str, int]
    files: dict[str, int]
    circles: list[list[str]]
    functions: list[tuple[int, str]]
    classes: list[tuple[int, str]]


def module(path: str) -> str:
    """The module of a file, without ``ketuk``."""
    parts = PurePosixPath(path).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(tree: ast.Module, known: frozenset[str]) -> Iterator[str]:
    """Modules of the house that a file imports: at its top, or for its types."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            base = node.module.removeprefix("ketuk.")
            for alias in node.names:
                full = f"{base}.{alias.name}" if base != "ketuk" else alias.name
                yield from (name for name in (full if full in known else base,) if name in known)
        elif isinstance(node, ast.Import):
            names = (alias.name.removeprefix("ketuk.") for alias in node.names)
            yield from (name for name in names if name in known)


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Modules that reach each other, the largest circle first (Tarjan)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    known = []

    def visit(at: str) -> None:
        number[at] = low[at] = len(number)
        stack.append(at)
        for to in sorted(graph[at]):
            if to not in number:
                visit(to)
                low[at] = min(low[at], low[to])
            elif to in stack:
                low[at] = min(low[at], number[to])
        if low[at] == number[at]:
            circle = stack[stack.index(at) :]
            del stack[stack.index(at) :]
            if len(circle) > 1:
                known.append(sorted(circle))

    for at in sorted(graph):
        if at not in number:
            visit(at)
    return sorted(known, key=len, reverse=True)


def functions(path: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The lines of each function, with where it is."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield (node.end_lineno or node.lineno) - node.lineno + 1, f"{path} {node.name}"


def classes(path: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The methods of each class, properties among them, with where it is."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            own = [n for n in node.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
            yield len(own), f"{path} {node.name}"


def figures(commit: str) -> Figures:
    """Count a commit."""
    texts = files(commit)
    trees = {path: ast.parse(text) for path, text in texts.items()}
    known = frozenset(module(path) for path in texts)
    graph = {module(p): set(imports(tree, known)) - {module(p)} for p, tree in trees.items()}
    long = sorted((f for p, t in trees.items() for f in functions(p, t)), reverse=True)
    many = sorted((c for p, t in trees.items() for c in classes(p, t)), reverse=True)
    of = {name: [p for p in texts if p.startswith(f"{name}/")] for name in PACKAGES}
    return Figures(
        lines={name: sum(texts[p].count("\n") for p in paths) for name, paths in of.items()},
        files={name: len(paths) for name, paths in of.items()},
        circles=circles(graph),
        functions=[f for f in long if f[0] > LONG_LINES],
        classes=[c for c in many if c[0] > MANY_METHODS],
    )


def report(commit: str) -> Iterator[str]:
    """The figures of a commit, line by line."""
    sys.setrecursionlimit(10_000)
    counted = figures(commit)
    yield f"{commit}:"
    for name in PACKAGES:
        yield f"  {name:<9} {counted.files[name]:>4} files {counted.lines[name]:>6} lines"
    together = sum(counted.files.values()), sum(counted.lines.values())
    yield f"  together  {together[0]:>4} files {together[1]:>6} lines"
    sizes = [len(circle) for circle in counted.circles]
    yield f"  circles of imports: {len(sizes)}, of {sizes or 'none'} modules"
    for circle in counted.circles[:4]:
        yield f"    {', '.join(circle[:8])}{' ...' if len(circle) > 8 else ''}"
    yield f"  functions above {LONG_LINES} lines: {len(counted.functions)}"
    yield from (f"    {lines:>4} {where}" for lines, where in counted.functions[:8])
    yield f"  classes above {MANY_METHODS} methods: {len(counted.classes)}"
    yield from (f"    {methods:>4} {where}" for methods, where in counted.classes[:10])


if __name__ == "__main__":
    for wanted in sys.argv[1:] or ["HEAD"]:
        print("\n".join(report(wanted)))
