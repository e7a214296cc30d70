#!/usr/bin/env python3
"""Measures by how much commands overshoot their limits, and what a signal takes to end them, on a busy machine.

usage: Tests/limits.py RUNNER [--moments N] [--limits 1,2,5] [--busy N] [--most SECONDS] [--seed N]

Each command is ended by SIGINT and by SIGTERM at N random moments, and by each limit on its time, beside busy
processes. Prints a table of the longest that each took beyond that, and fails when one took longer than it may, or
when it left without a report. What took too long is measured again, up to three times in all, and the least stands:
a machine that others share may stand still for a moment. A missing report is never forgiven.
"""
import argparse
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

MANY = "1000000000"
ENDLESS = {
    "check": ["check"],
    "check of one scope": ["check", "animals", "--scope", "standard"],
    "check, values that grow": ["check", "quakes", "--design", "sync-keeps-backups", "--scope", "refreshes"],
    "values": ["values", "--runs", MANY],
    "walk": ["walk", "--runs", MANY],
    "fuzz": ["fuzz", "--runs", MANY],
    "fuzz, shrinking": ["fuzz", "--runs", MANY, "--reach", MANY, "--traces", "EMPTY"],
    "live": ["live", "--each-job", "--runs", MANY],
    "mutate": ["mutate"],
    "defects": ["defects", "--search"],
}
# What takes no limit on time, or ends by itself.
OTHERS = {
    "defects of the ledger": ["defects"],
    "merge": ["merge", "RESULTS"],
    "replay": ["replay", "TRACES"],
}
# The statuses that a command may end with, whatever ends it.
STATUSES = {0, 1, 3}
TIMES = 3


def spin(parent):
    """Keeps a processor busy for as long as the script goes on, however that ends."""
    while os.getppid() == parent:
        for _ in range(100_000):
            pass


class Runner:
    """Runs commands, and knows how long they took beyond what they may."""

    def __init__(self, arguments, results, traces, empty):
        self.runner = os.path.abspath(arguments.runner)
        self.places = {"RESULTS": [results], "TRACES": traces, "EMPTY": [empty]}
        self.most = arguments.most

    def least(self, measure, *case):
        """The least seconds of up to three measurements of a case, and the first complaint of any of them."""
        seconds, complaint = measure(*case)
        for _ in range(1, TIMES):
            if complaint or seconds is None or seconds <= self.most:
                break
            again, complaint = measure(*case)
            seconds = seconds if again is None else min(seconds, again)
        return seconds, complaint

    def start(self, words):
        words = [place for word in words for place in self.places.get(word, [word])]
        return subprocess.Popen(
            [self.runner] + words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)

    def signalled(self, words, moment, number):
        """The seconds from a signal to the end; none where the command was at its end before."""
        process = self.start(words)
        try:
            process.communicate(timeout=moment)
            return None, ""
        except subprocess.TimeoutExpired:
            pass
        begun = time.monotonic()
        process.send_signal(number)
        output, complaint = self.end(process)
        seconds = time.monotonic() - begun
        # Before it has begun, a process ends by the signal itself.
        if process.returncode != -number or moment > 1:
            complaint = complaint or self.complaint(process, output)
        return seconds, complaint

    def limited(self, words, limit):
        begun = time.monotonic()
        process = self.start(words + ["--limit-time", f"{limit}s"])
        output, complaint = self.end(process)
        return time.monotonic() - begun - limit, complaint or self.complaint(process, output)

    @staticmethod
    def end(process):
        try:
            output, warnings = process.communicate(timeout=60)
            return output or warnings, ""
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return b"", "still at work after a minute"

    @staticmethod
    def complaint(process, output):
        if process.returncode not in STATUSES:
            return f"ended with {process.returncode}"
        return "" if output.strip() else "no report"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runner")
    parser.add_argument("--moments", type=int, default=10)
    parser.add_argument("--limits", default="1,2,5")
    parser.add_argument("--busy", type=int, default=4)
    parser.add_argument("--most", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    limits = [int(limit) for limit in arguments.limits.split(",") if limit]
    source = random.Random(arguments.seed)
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    os.chdir(root)
    with tempfile.TemporaryDirectory() as folder:
        results, empty = os.path.join(folder, "results"), os.path.join(folder, "empty")
        os.mkdir(empty)
        subprocess.run(
            [os.path.abspath(arguments.runner), "fuzz", "--runs", "200", "--results", results],
            stdout=subprocess.DEVNULL, check=True)
        traces = sorted(
            os.path.join(place, name) for place, _, names in os.walk("traces") for name in names
            if "--" in name)
        runner = Runner(arguments, results, traces, empty)
        busy = [multiprocessing.Process(target=spin, args=(os.getpid(),), daemon=True) for _ in range(arguments.busy)]
        for process in busy:
            process.start()
        failed = False
        print(f"{'command':26}{'ended by':12}{'times':>6}{'longest':>9}", flush=True)
        for title, words in {**ENDLESS, **OTHERS}.items():
            if arguments.only and arguments.only != title:
                continue
            longest_moment = 4.0 if title in ENDLESS else 0.5
            cases = [
                (number.name, [
                    runner.least(runner.signalled, words, source.uniform(0.02, longest_moment), number)
                    for _ in range(arguments.moments)])
                for number in (signal.SIGINT, signal.SIGTERM)
            ]
            if title in ENDLESS:
                cases += [(f"{limit} s", [runner.least(runner.limited, words, limit)]) for limit in limits]
            for name, outcomes in cases:
                ended = [outcome for outcome in outcomes if outcome[0] is not None]
                longest = max((seconds for seconds, _ in ended), default=0)
                complaints = sorted({complaint for _, complaint in ended if complaint})
                if longest > arguments.most:
                    complaints.insert(0, "too long")
                failed = failed or bool(complaints)
                print(
                    f"{title:26}{name:12}{len(ended):6}{longest:8.2f}s  {'; '.join(complaints)}".rstrip(),
                    flush=True)
        for process in busy:
            process.terminate()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
