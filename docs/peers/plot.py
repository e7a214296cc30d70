#!/usr/bin/env python3
"""Draws what searches take against how many states they have, on logarithmic axes.

usage: spec-runner bench search --json | docs/peers/plot.py > docs/growth.svg
"""
import json
import math
import sys

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 760, 440, 64, 48, 24, 24
STATES, SECONDS = (2, 9), (-3, 3)
COLOURS = ["#2563eb", "#d97706", "#059669", "#7c3aed"]


def x(states):
    share = (math.log10(states) - STATES[0]) / (STATES[1] - STATES[0])
    return LEFT + share * (WIDTH - LEFT - RIGHT)


def y(seconds):
    share = (math.log10(seconds) - SECONDS[0]) / (SECONDS[1] - SECONDS[0])
    return HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP)


def power(exponent):
    return f"{10 ** exponent:,}" if exponent >= 0 else f"{10 ** exponent:g}"


def main():
    searches = [s for s in json.load(sys.stdin)["searches"] if s["stateCount"] >= 10 ** STATES[0]]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        'font-family="system-ui, sans-serif" font-size="12">',
        "<title>Seconds of processors' time against states, for each search</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
    ]
    for exponent in range(STATES[0], STATES[1] + 1):
        at = x(10 ** exponent)
        lines.append(f'<path d="M{at:.0f} {TOP}V{HEIGHT - BOTTOM}" stroke="#e5e7eb"/>')
        lines.append(
            f'<text x="{at:.0f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{power(exponent)}</text>')
    for exponent in range(SECONDS[0], SECONDS[1] + 1):
        at = y(10 ** exponent)
        lines.append(f'<path d="M{LEFT} {at:.0f}H{WIDTH - RIGHT}" stroke="#e5e7eb"/>')
        lines.append(f'<text x="{LEFT - 8}" y="{at + 4:.0f}" text-anchor="end">{power(exponent)}</text>')
    lines.append(f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 8}" text-anchor="end">states</text>')
    lines.append(f'<text x="{LEFT}" y="14">seconds of processors\' time</text>')
    products = sorted({s["product"] for s in searches})
    for number, product in enumerate(products):
        colour = COLOURS[number % len(COLOURS)]
        lines.append(f'<circle cx="{LEFT + 220 + number * 110}" cy="10" r="4" fill="{colour}"/>')
        lines.append(f'<text x="{LEFT + 230 + number * 110}" y="14">{product}</text>')
        for search in (s for s in searches if s["product"] == product):
            at, height = x(search["stateCount"]), y(max(search["seconds"], 10 ** SECONDS[0]))
            name = f'{product} {search["scope"]}'
            lines.append(
                f'<circle cx="{at:.1f}" cy="{height:.1f}" r="4" fill="{colour}"><title>{name}</title></circle>')
    print("\n".join(lines + ["</svg>"]))


if __name__ == "__main__":
    main()
