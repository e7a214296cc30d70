#!/usr/bin/env bash
# Explores Animals-N with Spin and with spec-runner, in turns, on one core each.
# Usage: docs/peers/compare.sh RUNNER [N...]
#
# RUNNER is a release build of spec-runner. Needs spin and a C compiler: apt-get install spin gcc
# Spin runs as it does by default, depth first, which finds no shortest counterexample, and without a property.
# spec-runner explores breadth first, decides a property, and tells its shortest counterexample.
set -euo pipefail
runner=$(realpath "${1:?usage: docs/peers/compare.sh RUNNER [N...]}")
shift
model=$(realpath "$(dirname "$0")/animals-n.pml")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

printf '%2s  %12s  %12s  %10s  %14s  %10s\n' N states transitions spin spec-runner 'times Spin'
for n in "${@:-4}"; do
  spin -DN="$n" -a "$model"
  cc -O3 -DSAFETY -DNOREDUCE -DNOFAIR -w -o pan pan.c
  for turn in 1 2 3; do
    # Seconds of processors' time for both.
    TIMEFORMAT='%U %S'
    { time ./pan -m1000000 -w24 > pan.txt; } 2> pan.time
    "$runner" bench search animals-n --scope "$n" --json > own.json
    python3 - "$n" <<'PY'
import json
import re
import sys

own = json.load(open("own.json"))["searches"][0]
pan = open("pan.txt").read()
spin = sum(map(float, open("pan.time").read().split()))
states = int(re.search(r"(\d+) states, stored", pan)[1])
# Spin counts the start of the first state as one more.
transitions = int(re.search(r"(\d+) transitions", pan)[1]) - 1
assert (states, transitions) == (own["stateCount"], own["stepCount"]), (states, transitions, own)
print(f"{sys.argv[1]:>2}  {states:>12,}  {transitions:>12,}  {spin:>8.2f} s  {own['seconds']:>12.2f} s  {spin / own['seconds']:>10.2f}")
PY
  done
done
