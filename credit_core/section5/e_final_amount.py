"""Subsection e: what each new and each retained full-time job is allowed of the gross amount."""

from credit_core.section5.arithmetic import WHOLE, half_up
from credit_core.section5.c_bonuses import all_jobs
from credit_core.section5.facts import Facts
from credit_core.section5.figures import Figures

__all__ = [
    "annual_by_jobs",
    "capital_limb",
    "is_automobile_mega_project",
    "new_job_amount",
    "retained_at_full",
    "retained_job_amount",
    "share_limb",
]

# Readings: ``retained_in_growth_zone`` full and mega, ``rounding`` to the dollar.
_FULL = 0
_MEGA = 1
_DOLLAR = 0
_CENTS = 100


def new_job_amount(gross: int) -> int:
    """34:1B-246(e)(1): a new full-time job is allowed the whole gross amount; cents a year."""
    return gross


def is_automobile_mega_project(facts: Facts) -> bool:
    """34:1B-246(e)(2): a mega project that is a US automobile headquarters in a priority area or a growth zone."""
    in_area = facts.priority_area or facts.growth_zone
    return facts.mega_project and facts.automobile_headquarters and in_area


def retained_at_full(facts: Facts, law: Figures) -> bool:
    """34:1B-246(e)(2): whether retained jobs earn the whole gross amount (reading ``retained_in_growth_zone``)."""
    if facts.replaces_disaster_damaged_facility or is_automobile_mega_project(facts):
        return True
    if law.reading.retained_in_growth_zone == _FULL:
        return facts.growth_zone
    if law.reading.retained_in_growth_zone == _MEGA:
        return facts.growth_zone and facts.mega_project
    return False


def _rounded(numerator: int, denominator: int, law: Figures) -> int:
    """The quotient in cents, rounded once, half up, to the dollar or the cent (reading ``rounding``)."""
    if law.reading.rounding == _DOLLAR:
        return _CENTS * half_up(numerator, _CENTS * denominator)
    return half_up(numerator, denominator)


def share_limb(gross: int, law: Figures) -> int:
    """34:1B-246(e)(2), first limb: half of the gross amount; cents a year."""
    return _rounded(gross * law.retained.share, WHOLE, law)


def capital_limb(facts: Facts, law: Figures) -> int:
    """34:1B-246(e)(2), second limb: a tenth of the capital over all jobs; cents a year, 0 without any job."""
    jobs = all_jobs(facts)
    limb = _rounded(facts.capital_investment * law.retained.capital_share, WHOLE * max(jobs, 1), law)
    return limb if jobs > 0 else 0


def retained_job_amount(at_full: bool, law: Figures, gross: int, capital: int) -> int:
    """34:1B-246(e)(2): what a retained full-time job is allowed; cents a year.

    ``at_full`` is ``retained_at_full``; ``capital`` the second limb, ``NO_LIMIT`` to tell what the first alone gives.
    Rounding keeps the order of the limbs, so the lesser of the rounded limbs is the lesser limb, rounded once.
    """
    lesser = min(share_limb(gross, law), capital)
    return gross if at_full else lesser


def annual_by_jobs(facts: Facts, new_amount: int, retained_amount: int) -> int:
    """34:1B-246(a), (e): all new and retained jobs at their amounts; cents a year."""
    return facts.new_jobs * new_amount + facts.retained_jobs * retained_amount
