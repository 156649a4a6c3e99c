"""A portfolio to try: the published awards, and typical projects that nobody made, moved to other places and sizes."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import pandas as pd

from credit_core import Scenario
from credit_core.codec import cell_text
from credit_core.published import published_awards
from credit_core.scenario import fact_fields
from dashboard.examples import examples

__all__ = ["SAMPLE_NAME", "sample_table"]

SAMPLE_NAME: Final = "Sample portfolio"

# The typical project (dashboard/examples.py), then municipality, county, new jobs and what else differs.
_MOVED: Final[tuple[tuple[str, str, str, int, dict[str, Any]], ...]] = (
    ("Offices by a station", "Newark", "Essex", 950, {"capital_investment": 40_000_000, "targeted_industry": True}),
    ("Offices by a station", "New Brunswick", "Middlesex", 120, {"capital_investment": 5_000_000}),
    ("Offices by a station", "Elizabeth", "Union", 420, {"retained_jobs": 60}),
    ("Offices by a station", "Hoboken", "Hudson", 1_400, {"capital_investment": 60_000_000, "solar_percent": 60}),
    ("Offices by a station", "East Orange", "Essex", 45, {"business_type": "startup"}),
    ("Factory in a growth zone", "Paterson", "Passaic", 150, {}),
    ("Factory in a growth zone", "Passaic", "Passaic", 640, {"retained_jobs": 200}),
    ("Factory in a growth zone", "Trenton", "Mercer", 90, {"capital_investment": 36_000_000}),
    ("Factory in a growth zone", "Atlantic City", "Atlantic", 310, {"tourism_district": True}),
    ("Warehouse off the highway", "", "Burlington", 260, {"annual_withholdings": 520_000}),
    ("Warehouse off the highway", "", "Middlesex", 700, {"annual_withholdings": 2_400_000}),
    ("Warehouse off the highway", "", "Gloucester", 180, {"annual_withholdings": 300_000}),
    ("Warehouse off the highway", "", "Warren", 340, {"annual_withholdings": None}),
    ("Warehouse off the highway", "", "Cumberland", 75, {"annual_withholdings": 160_000, "retained_jobs": 20}),
)


@cache
def sample_table() -> pd.DataFrame:
    """The sample as a file would hold it: text cells, a column for each fact that some project departs in."""
    scenarios = [*(award.scenario for award in published_awards()), *_typical()]
    names = [field.name for field in fact_fields() if any(_departs(each, field.name) for each in scenarios)]
    # A file begins with the name of the project.
    names.sort(key=lambda name: name != "name")
    cells = [[cell_text(name, getattr(each, name)) for name in names] for each in scenarios]
    return pd.DataFrame(cells, columns=names, index=pd.RangeIndex(2, len(cells) + 2, name="row"), dtype="str")


def _typical() -> list[Scenario]:
    invented = {example.name: example.scenario for example in examples() if example.invented}
    return [
        invented[kind].changed(
            name=f"{kind}, {municipality or f'{county} County'} (invented)",
            municipality=municipality,
            county=county,
            new_jobs=jobs,
            **facts,
        )
        for kind, municipality, county, jobs, facts in _MOVED
    ]


def _departs(scenario: Scenario, name: str) -> bool:
    return bool(getattr(scenario, name) != getattr(Scenario(), name))
