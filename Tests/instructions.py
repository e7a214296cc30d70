#!/usr/bin/env python3
"""Counts the processor's instructions of small searches, and compares them with the figures of the repository.

usage: Tests/instructions.py RUNNER [--write]

Needs valgrind (apt-get install valgrind). Fails when a search takes 3 % more instructions than Tests/instructions.json
says, for the release build RUNNER. --write writes the figures of this build; a commit that raises one says why.

Which equal values the search compares in all that they hold depends on where they lie, and so on the moment at which a
thread begins: the counts of one build differ by up to 6 %. A search that takes more than it may is counted again, and its
least count stands; a figure that is written is the middle one of several.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys

FIGURES = pathlib.Path(__file__).with_name("instructions.json")
SEARCHES = ["counter top", "animals calm", "animals window", "quakes calm", "animals-n 2"]
MOST = 1.03
TIMES = 3
# The same code on every machine: hashes from one seed, and no functions that depend on the processor.
ENVIRONMENT = {
    "SWIFT_DETERMINISTIC_HASHING": "1",
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX,-AVX2,-AVX512F,-AVX512VL,-AVX512BW,-ERMS,-FSRM,-RTM,-BMI2,-LZCNT,-MOVBE",
}


def count(runner, search):
    product, scope = search.split()
    words = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", runner]
    process = subprocess.run(
        words + ["bench", "search", product, "--scope", scope, "--json"],
        env=os.environ | ENVIRONMENT, capture_output=True, text=True, check=False)
    found = re.search(r"I\s+refs:\s+([\d,]+)", process.stderr)
    if process.returncode or not found:
        sys.exit(f"{search}: {process.stderr or 'nothing is counted'}")
    return int(found[1].replace(",", ""))


def least(runner, search, known):
    counts = []
    while len(counts) < TIMES and not (counts and min(counts) <= known * MOST):
        counts.append(count(runner, search))
    return min(counts)


def middle(runner, search):
    return statistics.median(count(runner, search) for _ in range(TIMES))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runner", metavar="RUNNER")
    parser.add_argument("--write", action="store_true", help="write the figures of this build")
    arguments = parser.parse_args()
    known = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    slower = []
    def measured(search):
        if arguments.write or search not in known:
            return middle(arguments.runner, search)
        return least(arguments.runner, search, known[search])

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = dict(zip(SEARCHES, pool.map(measured, SEARCHES)))
    for search in SEARCHES:
        share = found[search] / known.get(search, found[search])
        print(f"{search:<16} {found[search]:>16,} instructions, {share - 1:+.1%}", flush=True)
        if share > MOST:
            slower.append(search)
    if arguments.write:
        FIGURES.write_text(json.dumps(found, indent=2) + "\n")
    elif slower:
        sys.exit(f"more than {MOST - 1:.0%} more: {', '.join(slower)}; find out why, or write the figures with --write")


if __name__ == "__main__":
    main()
