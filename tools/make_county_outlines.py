"""Decode New Jersey's 21 county outlines into dashboard/new_jersey.json.

Source: npm package us-atlas 3.0.1 (ISC licence), file counties-10m.json: the United States Census Bureau's
cartographic boundaries of 2017 (public domain), quantized and simplified, longitude and latitude in degrees.

To make the file again: `npm install us-atlas@3.0.1`, then

    python tools/make_county_outlines.py node_modules/us-atlas/counties-10m.json dashboard/new_jersey.json
"""

import json
import sys
from pathlib import Path
from typing import Any

NEW_JERSEY = "34"
"""The State's Census (FIPS) code: the first two digits of a county's."""

DECIMALS = 4
"""About ten metres; the source's own grid is coarser (some 300 m east to west, 95 m north to south)."""

Point = tuple[float, float]


def decoded_arcs(topology: dict[str, Any]) -> list[list[Point]]:
    """Every arc of the TopoJSON file as longitude and latitude: steps on a grid, summed and scaled."""
    scale_x, scale_y = topology["transform"]["scale"]
    shift_x, shift_y = topology["transform"]["translate"]
    arcs = []
    for steps in topology["arcs"]:
        x = y = 0
        points = []
        for step_x, step_y in steps:
            x, y = x + step_x, y + step_y
            points.append((round(x * scale_x + shift_x, DECIMALS), round(y * scale_y + shift_y, DECIMALS)))
        arcs.append(points)
    return arcs


def ring(indices: list[int], arcs: list[list[Point]]) -> list[Point]:
    """One closed ring from its arcs; a negative index ~i is arc i backwards, shared ends are kept once."""
    points: list[Point] = []
    for index in indices:
        arc = arcs[index] if index >= 0 else arcs[~index][::-1]
        points.extend(arc[1:] if points else arc)
    return points


def county_rings(geometry: dict[str, Any], arcs: list[list[Point]]) -> list[list[Point]]:
    """The rings of one county, whether it is one polygon or several."""
    polygons = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
    return [ring(indices, arcs) for polygon in polygons for indices in polygon]


def outlines(topology: dict[str, Any]) -> dict[str, list[list[Point]]]:
    """Rings by county name, New Jersey only, in alphabetical order."""
    arcs = decoded_arcs(topology)
    counties = topology["objects"]["counties"]["geometries"]
    ours = [county for county in counties if county["id"].startswith(NEW_JERSEY)]
    return {
        county["properties"]["name"]: county_rings(county, arcs)
        for county in sorted(ours, key=lambda county: str(county["properties"]["name"]))
    }


def main() -> None:
    """Read the TopoJSON file named first, write the outlines to the file named second."""
    source, target = Path(sys.argv[1]), Path(sys.argv[2])
    content = {
        "source": "United States Census Bureau, cartographic boundaries 2017, by npm package us-atlas 3.0.1",
        "counties": outlines(json.loads(source.read_text(encoding="utf-8"))),
    }
    target.write_text(json.dumps(content, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
