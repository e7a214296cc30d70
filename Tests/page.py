#!/usr/bin/env python3
"""Drives a report's page, or that of an explorer, in a headless Chromium, and says what is wrong with it.

usage: Tests/page.py PAGE.html [SCREENSHOT-FOLDER]
       Tests/page.py --assemble REPORT.json REPORT.html

Needs Chromium and, in the Python that runs it, playwright and axe-playwright-python:

    apt-get install chromium
    python3 -m venv VENV && VENV/bin/pip install playwright axe-playwright-python
    VENV/bin/python Tests/page.py REPORT.html

CHROMIUM names another browser than /usr/bin/chromium. The second form makes a page of a report of `--json` and of the
files in Sources, for those who work on the page.
"""
import html
import importlib.util
import os
import pathlib
import sys

PAGE = pathlib.Path(__file__).resolve().parent.parent / "Sources/spec-runner/SpecRunner/Reports/Page"
STYLES = ["page.css"]
SCRIPTS = [
    "dom.js", "data.js", "verdicts.js", "overview.js", "screens.js", "state.js", "diagram.js", "passing.js",
    "finding.js", "measures.js", "shell.js", "main.js",
]
WIDTHS = [360, 800, 1400]
SCHEMES = ["light", "dark"]
PATIENCE = 60_000
SEVERE = {"serious", "critical"}


def assemble(source, target):
    """Writes the page of a report of `--json`."""
    def joined(names):
        return "\n".join((PAGE / name).read_text() for name in names)

    data = pathlib.Path(source).read_text().replace("<", "\\u003c")
    pathlib.Path(target).write_text(
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(pathlib.Path(source).stem)}</title><style>{joined(STYLES)}</style></head><body>"
        "<noscript>This page needs JavaScript, which runs in this file alone.</noscript>"
        f'<main id="report"></main><script type="application/json" id="data">{data}</script>'
        f"<script>{joined(SCRIPTS)}</script></body></html>")


class PageTest:
    """The checks of one page; what fails is told in `failures`."""

    def __init__(self, browser, report, folder):
        self.address = pathlib.Path(report).resolve().as_uri()
        self.folder = folder
        self.failures = []
        self.requests = set()
        self.page = browser.new_page(viewport={"width": 1400, "height": 900})
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", self.hear)
        self.page.on("pageerror", lambda error: self.fail(f"page error: {error}"))
        self.page.on("request", lambda request: self.requests.add(request.url.split("#")[0]))

    def hear(self, message):
        if message.type in ("error", "warning"):
            self.fail(f"console {message.type}: {message.text}")

    def fail(self, text):
        line = " ".join(text.split())
        if line not in self.failures:
            self.failures.append(line)

    def expect(self, is_right, text):
        if not is_right:
            self.fail(text)
        return is_right

    def run(self):
        self.page.goto(self.address)
        routes = self.walk() if self.page.evaluate("Boolean(report.graph)") else self.read()
        self.look_for_barriers(routes)
        self.look_at_widths(routes)
        self.expect(
            self.requests <= {self.address}, f"requests beside the page: {sorted(self.requests - {self.address})}")

    def read(self):
        """Looks at a report; returns its pages by name."""
        self.look_at_overview()
        count = self.page.evaluate("entries.length")
        shown = self.page.evaluate("entries.findIndex(({ finding }) => hasWindows(finding.story)) + 1")
        number = shown or min(count, 1)
        if number:
            self.look_at_finding(number)
        self.look_at_odd_stories()
        self.print_on_paper(number)
        return self.routes(number)

    def routes(self, number):
        """Every page by the name of its screenshots, with the finding at its start and at its end."""
        names = self.page.evaluate("pageNames")
        routes = {name: f"#{name}" for name in names}
        if number:
            last = self.page.evaluate(f"entries[{number} - 1].finding.story.lines.length")
            routes["finding"] = f"#finding-{number}"
            routes["finding-last"] = f"#finding-{number}-step-{last}"
        return routes

    def open(self, address):
        self.page.evaluate(
            "address => { if (location.hash === address) focusHeading(); else location.hash = address; }", address)
        self.page.wait_for_function("() => document.activeElement.id === 'heading'")

    # MARK: Overview

    def look_at_overview(self):
        rows = self.page.locator("main tbody tr, main .finding-item").count()
        self.expect(rows > 0, "overview: there are no rows")
        self.expect(self.page.locator("h1").count() == 1, "overview: there is no single heading")
        field = self.page.locator("#filter")
        if field.count() == 0:
            return
        field.fill("no finding has such words")
        self.expect(
            self.page.locator(".defect .finding-item:visible").count() == 0,
            "overview: the filter leaves findings that lack its words")
        field.fill("")
        self.expect(
            self.page.locator(".defect .finding-item:visible").count() == self.page.evaluate("entries.length"),
            "overview: without a filter findings are missing")

    # MARK: A finding

    def step(self):
        return self.page.evaluate("player.step")

    def told(self):
        return self.page.locator(".sentence-now").inner_text()

    def press(self, key, step, what):
        before = self.told()
        self.page.keyboard.press(key)
        isThere = self.expect(self.step() == step, f"finding: {what} leads to step {self.step()}, not {step}")
        if isThere and step != int(self.page.evaluate("window.lastStep ?? -1")):
            self.expect(self.told() != before, f"finding: {what} changes no text")
        self.page.evaluate(f"window.lastStep = {step}")

    def look_at_finding(self, number):
        self.page.locator(f'main a[href="#finding-{number}"]').first.click()
        self.page.wait_for_selector(".sentence-now")
        self.expect(
            self.page.evaluate("document.activeElement.id") == "heading", "finding: the heading has no focus")
        last = self.page.evaluate("player.last")
        if last == 0:
            return
        self.page.evaluate("window.lastStep = player.step")
        self.press("ArrowRight", 1, "the right arrow")
        self.press("ArrowLeft", 0, "the left arrow")
        self.press("j", 1, "j")
        self.press("k", 0, "k")
        self.press("End", last, "End")
        self.expect(self.page.locator(".ending").is_visible(), "finding: the last step does not tell the ending")
        self.press("Home", 0, "Home")
        self.move_slider(last)
        self.choose_in_diagram(last)
        self.go_back(number)

    def move_slider(self, last):
        slider = self.page.locator(".slider")
        slider.focus()
        self.press("ArrowRight", 1, "the right arrow on the slider")
        self.press("End", last, "End on the slider")
        slider.fill("0")
        self.expect(self.step() == 0, "finding: the slider does not lead to step 0")

    def choose_in_diagram(self, last):
        self.page.locator('[data-step="1"]').first.click()
        self.expect(self.step() == 1, "finding: a click on a step does not lead there")
        self.page.locator(f'[data-step="{last}"]').first.focus()
        self.page.keyboard.press("Enter")
        self.expect(self.step() == last, "finding: Enter on a step does not lead there")

    def go_back(self, number):
        """Back returns to the overview, and reloading keeps the finding and its step."""
        self.page.wait_for_function("() => location.hash.includes('-step-')")
        step = self.step()
        self.page.reload()
        self.page.wait_for_selector(".sentence-now")
        self.expect(self.step() == step, "finding: reloading loses the step")
        self.page.go_back()
        self.page.wait_for_selector(".lead")
        self.expect(self.page.locator(".sentence-now").count() == 0, "Back does not return to the overview")
        self.page.go_forward()
        self.page.wait_for_selector(".sentence-now")
        self.expect(f"#finding-{number}" in self.page.url, "Forward does not return to the finding")

    def look_at_odd_stories(self):
        """Every finding opens, whatever its story is like."""
        for number in range(1, self.page.evaluate("entries.length") + 1):
            self.open(f"#finding-{number}")
            self.page.keyboard.press("End")
            isTold = self.page.evaluate(
                "!player.story.ending || document.querySelector('.stage .ending') !== null")
            self.expect(isTold, f"finding {number}: the last step does not tell the ending")

    def print_on_paper(self, number):
        if number:
            self.open(f"#finding-{number}")
        self.page.emulate_media(media="print")
        self.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        self.expect(self.page.locator(".lead").first.is_visible(), "print: the overview is missing")
        self.look_at_paper(number)

    def look_at_paper(self, isStory):
        if isStory:
            self.expect(self.page.locator(".sentence-now").is_visible(), "print: the story is missing")
        for name in ["nav", "button:not(.step)", ".control-bar", ".filter-box"]:
            self.expect(self.page.locator(f"{name}:visible").count() == 0, f"print: {name} is shown")
        self.take_picture("print")
        self.page.evaluate("window.dispatchEvent(new Event('afterprint'))")
        self.page.emulate_media(media="screen")

    # MARK: An explorer

    def walk(self):
        """Walks through a scope; returns the start and the ends of paths by name."""
        paths = self.page.evaluate("Object.fromEntries(findBroken().map(({ name, path }) => [name, path]))")
        longest = max(paths.values(), key=len, default=[1])
        self.choose(longest)
        self.share(longest)
        for name, path in paths.items():
            self.open(f"#{'.'.join(map(str, path)) or 'start'}")
            self.expect(name in " ".join(self.page.locator(".ending").all_inner_texts()), f"{name} is not told")
            self.expect(
                "broken" in self.page.locator(".command pre").inner_text(), f"{name}: no command saves it")
        self.open("#start")
        self.page.emulate_media(media="print")
        self.look_at_paper(True)
        hidden = self.page.locator(".choices .step").count() - self.page.locator(".choices .step:visible").count()
        self.expect(hidden == 0, "print: the steps are missing")
        self.page.emulate_media(media="screen")
        return {"start": "#start", "path": f"#{'.'.join(map(str, longest))}"}

    def stand(self, path, what):
        """Whether the page stands at the end of a path, by what it shows and by its address."""
        place = self.page.evaluate("[numbersTo(player.step), placeAt(player.step), location.hash]")
        target = self.page.evaluate(
            "path => path.reduce((from, number) => states[from].steps[number - 1].target, 0)", path)
        self.expect(place[:2] == [path, target], f"explorer: {what} leads to {place[0]}, not {path}")
        count = self.page.evaluate(f"states[{target}].steps.length")
        shown = self.page.locator(".choices button").all_inner_texts()
        isRight = len(shown) == count and all(
            text.startswith(f"{number + 1}. ") for number, text in enumerate(shown))
        self.expect(isRight, f"explorer: {what} shows other steps than there are")

    def choose(self, path):
        self.stand([], "opening")
        for place, number in enumerate(path):
            button = self.page.locator(".choices button").nth(number - 1)
            if place % 3 == 0:
                button.click()
            elif place % 3 == 1:
                button.focus()
                self.page.keyboard.press("Enter")
                self.expect(
                    self.page.evaluate("document.activeElement === boxes.title"), "explorer: the focus is lost")
            else:
                self.page.keyboard.type(str(number))
                self.page.wait_for_function(f"player.step === {place + 1}")
            self.stand(path[:place + 1], f"step {number}")
        self.expect(self.page.evaluate("location.hash") == f"#{'.'.join(map(str, path))}", "explorer: no address")
        self.expect(self.page.locator(".diagram [data-step]").count() == len(path), "explorer: a path of other length")
        for key, end in [("u", -1), ("r", 0), ("End", None), ("Home", 0), ("End", None)]:
            self.page.keyboard.press(key)
            self.stand(path[:end], key)
        self.page.locator('.diagram [data-step="1"]').click()
        self.stand(path[:1], "a click in the path")
        self.page.keyboard.type("0")
        self.page.wait_for_function("boxes.status.textContent.includes('There is no step 0 here')")

    def share(self, path):
        """An address leads others to the same place, Back takes a step back, and a wrong address is told."""
        address = f"#{'.'.join(map(str, path))}"
        self.open(address)
        self.page.reload()
        self.stand(path, "reloading")
        if self.page.locator(".choices button").count():
            self.page.locator(".choices button").first.click()
            self.stand([*path, 1], "a step")
            self.page.go_back()
            self.page.wait_for_function(f"player.step === {len(path)}")
        self.stand(path, "Back")
        self.open("#1.999")
        self.stand([1], "a wrong address")
        self.expect(
            "names a step that cannot" in self.page.locator(".next [role=status]").inner_text(),
            "explorer: a wrong address is not told")

    # MARK: Barriers

    def look_for_barriers(self, routes):
        package = importlib.util.find_spec("axe_playwright_python")
        if package is None:
            return self.fail("axe-playwright-python is not installed")
        axe = pathlib.Path(package.origin).with_name("axe.min.js").read_text()
        for scheme in SCHEMES:
            self.page.emulate_media(color_scheme=scheme)
            for name, address in routes.items():
                self.open(address)
                self.page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
                self.page.evaluate(axe)
                found = self.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
                for violation in found["violations"]:
                    if violation["impact"] in SEVERE:
                        places = ", ".join(str(node["target"][0]) for node in violation["nodes"][:3])
                        self.fail(f"{name}, {scheme}: {violation['id']} ({violation['impact']}): {places}")

    # MARK: Widths

    def look_at_widths(self, routes):
        for scheme in SCHEMES:
            self.page.emulate_media(color_scheme=scheme)
            for width in WIDTHS:
                self.page.set_viewport_size({"width": width, "height": 900})
                for name, address in routes.items():
                    self.open(address)
                    self.look_at_width(width, f"{name}, {scheme}")
                    self.take_picture(f"{name}-{width}-{scheme}")

    def look_at_width(self, width, name):
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        wide = self.page.evaluate("document.documentElement.scrollWidth")
        self.expect(wide <= width, f"{name}: at {width} px the page is {wide} px wide")

    def take_picture(self, name):
        if self.folder:
            self.page.screenshot(path=os.path.join(self.folder, f"{name}.png"), full_page=True)


def main():
    words = sys.argv[1:]
    if len(words) == 3 and words[0] == "--assemble":
        return assemble(words[1], words[2])
    if len(words) not in (1, 2) or words[0].startswith("-"):
        sys.exit(__doc__.split("\n\n")[1])
    from playwright.sync_api import Error, sync_playwright

    folder = words[1] if len(words) == 2 else None
    if folder:
        os.makedirs(folder, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"],
            timeout=PATIENCE)
        test = PageTest(browser, words[0], folder)
        try:
            test.run()
        except Error as error:
            test.fail(f"cannot go on: {error}")
        browser.close()
    for failure in test.failures:
        print(f"{words[0]}: {failure}")
    if test.failures:
        sys.exit(1)
    print(f"{words[0]}: the page works")


if __name__ == "__main__":
    main()
