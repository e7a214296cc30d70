#!/usr/bin/env python3
"""Has the Mermaid diagrams of Markdown files parsed by Mermaid itself, in headless Chromium.

usage: python3 Tests/mermaid.py MERMAID.JS PAGE.md...

    apt-get install chromium
    pip install playwright
"""

import os
import re
import sys

from playwright.sync_api import sync_playwright

DIAGRAM = re.compile(r"^```mermaid\n(.*?)^```", re.DOTALL | re.MULTILINE)


def main():
    script, pages = sys.argv[1], sys.argv[2:]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page()
        page.add_script_tag(path=script)
        for name in pages:
            with open(name, encoding="utf-8") as file:
                diagrams = DIAGRAM.findall(file.read())
            if not diagrams:
                sys.exit(f"{name} has no diagram")
            for diagram in diagrams:
                page.evaluate("diagram => mermaid.parse(diagram)", diagram)
        browser.close()


main()
