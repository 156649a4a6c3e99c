"""What the pages on what-if share and show: curves, maps, tornados, bonuses and limits as levers."""

from dashboard.whatif.controls import check_choices, choose
from dashboard.whatif.levers import (
    show_bonuses,
    show_idle,
    show_limits,
    show_order,
    show_room,
    try_bonus,
    try_limit,
)
from dashboard.whatif.sensitivity import (
    show_curve,
    show_grid,
    show_nowhere,
    show_refusal,
    show_style,
    show_swings,
    show_target,
)

__all__ = [
    "check_choices",
    "choose",
    "show_bonuses",
    "show_curve",
    "show_grid",
    "show_idle",
    "show_limits",
    "show_nowhere",
    "show_order",
    "show_refusal",
    "show_room",
    "show_style",
    "show_swings",
    "show_target",
    "try_bonus",
    "try_limit",
]
