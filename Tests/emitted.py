"""Every finding of the adopter's package, and every known one, as a test that the command prints.

Each has to compile as it is, to fail with the finding's words while the finding stands, and to pass once it is mended.
The package is copied, so that defects can be planted by the environment; what it builds is shared with the package.
"""
import concurrent.futures, os, pathlib, re, shutil, subprocess, sys

root = pathlib.Path(__file__).resolve().parent.parent
package = root / "Tests/Adopter"
# As SwiftPM has it.
scratch = pathlib.Path(os.environ.get("SWIFTPM_BUILD_DIR", package / ".build"))
copy = scratch / "emitted"


def run(words, planted=None, statuses=(0,), **more):
    environment = dict(os.environ, **(planted or {}))
    done = subprocess.run(
        words, cwd=copy, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
    if done.returncode not in statuses:
        sys.exit(f"{' '.join(map(str, words))} ends with {done.returncode}:\n{done.stdout[-4000:]}")
    return done.stdout


def build(*more):
    run(["swift", "build", "--scratch-path", scratch, *more])


def change(name, old, new):
    path = copy / "Sources" / name
    text = path.read_text()
    if text.count(old) != 1:
        sys.exit(f"{name} has no line of its own: {old}")
    path.write_text(text.replace(old, new))


def plant():
    """Has the environment say which defect there is, and whether the known finding is mended."""
    shutil.rmtree(copy, ignore_errors=True)
    for folder in ("Sources", "traces"):
        shutil.copytree(package / folder, copy / folder)
    told = 'ProcessInfo.processInfo.environment["TODO_{}"]'
    change("TodoProduct/CheckedTodo.swift", "import Model", "import Foundation\nimport Model")
    change("TodoProduct/CheckedTodo.swift", "defect: TodoDefect? = nil",
           f"defect: TodoDefect? = {told.format('DEFECT')}.flatMap(TodoDefect.init)")
    # A fetch leaves alone what has failed: the repair of the known finding.
    change("TodoApp/TodoState.swift", "state.queue = state.queue.filter { state.todos[$0.key] != nil }",
           "let isMended = " + told.format("MENDED") + " != nil\n"
           "      state.queue = state.queue.filter { (id, status) in\n"
           "        if isMended, case .failure = status { true } else { state.todos[id] != nil }\n      }")
    path = copy / "Sources/TodoApp/TodoState.swift"
    path.write_text("import class Foundation.ProcessInfo\n" + path.read_text())


def name_targets(targets):
    manifest = (package / "Package.swift").read_text().replace('path: "../.."', f'path: "{root}"')
    one = re.search(r"    \.testTarget\(.*?\]\),?\n", manifest, re.S).group(0).rstrip().rstrip(",")
    tests = ",\n".join(one.replace('"TodoTests"', f'"{name}"') for name in targets)
    (copy / "Package.swift").write_text(manifest.replace(one, tests) if targets else manifest.replace(one + ",", ""))


def emit(name, traces, planted):
    paths = sorted(str(path) for path in traces.rglob("*--*.json"))
    source = run([scratch / "debug/todo-spec", "replay", "--emit-test", *paths], planted)
    folder = copy / "Tests" / name
    folder.mkdir(parents=True)
    (folder / "Emitted.swift").write_text(source)
    return source


def test(name, planted, statuses):
    return run([scratch / "debug/todoPackageTests.xctest", "--testing-library", "swift-testing", "--filter", f"^{name}\\."], planted, statuses)


def main():
    plant()
    name_targets([])
    build("--product", "todo-spec")
    defects = re.findall(r"^  case (\w+)", (package / "Sources/TodoApp/TodoDefect.swift").read_text(), re.M)

    def found(defect):
        saved, planted = copy / "saved" / defect, {"TODO_DEFECT": defect}
        run([scratch / "debug/todo-spec", "check", "todo", "--save", "--traces", saved], planted, (1, 3, 70))
        # What leaks, and what leaves the scheduler, has no story.
        return emit(defect, saved, planted) if any(saved.rglob("*--*.json")) else None

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        sources = dict(zip(defects, pool.map(found, defects)))
    sources = {"Known": emit("Known", copy / "traces", {})} | {name: text for name, text in sources.items() if text}
    name_targets(list(sources))
    build("--build-tests")
    for name, source in sources.items():
        failed = test(name, {"TODO_DEFECT": name}, (1,))
        count = source.count("@Test")
        issues = len(re.findall(r"recorded an issue", failed))
        endings = re.findall(r"// Broken: (.*)", source)
        silent = [ending for ending in endings if ending not in failed]
        if issues != count or len(endings) != count or silent:
            sys.exit(f"{name}: {issues} of {count} tests fail; not told: {silent}\n{failed}")
        test(name, {"TODO_MENDED": "yes"}, (0,))
        print(f"{name}: {count} fail, and pass once it is mended")


main()
