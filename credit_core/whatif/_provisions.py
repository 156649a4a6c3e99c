"""The provisions that a change of the award is put down to: sheet name, citation and title, in the order of the law."""

from __future__ import annotations

from dataclasses import dataclass

from credit_core.award import BONUS_NAMES
from credit_core.sentences import BONUS_TITLES, bonus_citation

__all__ = ["PROVISIONS", "Provision", "provision"]

_S = "34:1B-246"


@dataclass(frozen=True, slots=True)
class Provision:
    """A provision of section 5: the name of its line of the award sheet, its citation and a short title."""

    name: str
    citation: str
    title: str


PROVISIONS: dict[str, Provision] = {
    known.name: known
    for known in (
        Provision("base_amount", f"{_S}(b)", "Base amount"),
        *(Provision(name, bonus_citation(name), BONUS_TITLES[name]) for name in BONUS_NAMES),
        Provision("gross_limit", f"{_S}(d)(1)-(6)", "Limit of the gross amount"),
        Provision("retained_job_amount", f"{_S}(e)(2)", "Retained jobs"),
        Provision("annual_limit", f"{_S}(f)(1)-(6)", "Annual limit"),
        Provision("withholdings_limit", f"{_S}(f)(5), (6)", "Limit of the withholdings"),
        Provision("amount_necessary", f"{_S}(f), last paragraph", "Amount necessary"),
        Provision("annual_capital_route", f"{_S}(d)(a)-(e)", "Capital route"),
        Provision("eligibility_years", f"{_S}(a)", "Eligibility period"),
    )
}


def provision(name: str) -> Provision:
    """A provision by the name of its line; raises ``KeyError`` for any other name."""
    return PROVISIONS[name]
