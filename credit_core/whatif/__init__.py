"""What if: how the award moves with every fact, exactly. Pages draw what is computed here."""

from credit_core.whatif._domain import Number, numeric_facts
from credit_core.whatif._provisions import PROVISIONS, Provision, provision
from credit_core.whatif.compare import Decomposition, Part, decompose
from credit_core.whatif.grid import Grid, grid
from credit_core.whatif.headroom import Headroom, headroom, headroom_frame
from credit_core.whatif.levers import (
    BonusWorth,
    IdleFact,
    Lever,
    Levers,
    OrderStep,
    bonus_worths,
    idle_facts,
    levers,
    next_bonuses,
)
from credit_core.whatif.limits import LimitLever, LimitResult, limit_levers, limit_levers_frame
from credit_core.whatif.readings import ReadingResult, reading_results, readings_frame
from credit_core.whatif.solve import Obstacle, Solution, solve
from credit_core.whatif.sweep import Cliff, Curve, Point, Segment, sweep
from credit_core.whatif.switch import FactChange, Switch, switch_bonus
from credit_core.whatif.tornado import Bar, tornado, tornado_frame

# The flat names of every fact that can be swept, in the order of the contract.
NUMERIC_FACTS: tuple[str, ...] = tuple(field.name for field in numeric_facts())

__all__ = [
    "NUMERIC_FACTS",
    "PROVISIONS",
    "Bar",
    "BonusWorth",
    "Cliff",
    "Curve",
    "Decomposition",
    "FactChange",
    "Grid",
    "Headroom",
    "IdleFact",
    "Lever",
    "Levers",
    "LimitLever",
    "LimitResult",
    "Number",
    "Obstacle",
    "OrderStep",
    "Part",
    "Point",
    "Provision",
    "ReadingResult",
    "Segment",
    "Solution",
    "Switch",
    "bonus_worths",
    "decompose",
    "grid",
    "headroom",
    "headroom_frame",
    "idle_facts",
    "levers",
    "limit_levers",
    "limit_levers_frame",
    "next_bonuses",
    "provision",
    "reading_results",
    "readings_frame",
    "solve",
    "sweep",
    "switch_bonus",
    "tornado",
    "tornado_frame",
]
