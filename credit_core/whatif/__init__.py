"""What if: how the award moves with every fact, exactly. Pages draw what is computed here."""

from credit_core.whatif._domain import Number, numeric_facts
from credit_core.whatif._provisions import PROVISIONS, Provision, provision
from credit_core.whatif.sweep import Cliff, Curve, Point, Segment, sweep

# The flat names of every fact that can be swept, in the order of the contract.
NUMERIC_FACTS: tuple[str, ...] = tuple(field.name for field in numeric_facts())

__all__ = [
    "NUMERIC_FACTS",
    "PROVISIONS",
    "Cliff",
    "Curve",
    "Number",
    "Point",
    "Provision",
    "Segment",
    "provision",
    "sweep",
]
