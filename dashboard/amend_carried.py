"""The saved bills that the address of the page Amend the law carries whole: it says the same beside another library."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode

from credit_core import Law, Scenario
from credit_core.codec import from_query, to_query
from dashboard import library_state, state
from dashboard.amend_bill import saved_bills

__all__ = ["CHOICES", "carried_bills", "carried_texts", "keep_bill"]

CHOICES = ("baseline", "law")
"""The two choices of a law, by their names in the address; what a choice carries is kept under ``<name>.bill``."""


def carried_texts() -> Mapping[str, str]:
    """The bills that the address carries, as text, by the identifiers they were saved under."""
    found = {state.page_param(name, ""): state.page_param(_bill(name), "") for name in CHOICES}
    return {identifier: text for identifier, text in found.items() if identifier and text}


def carried_bills() -> Mapping[str, Law]:
    """The bills that the address carries; one that cannot be read to its end is not among them."""
    found = {identifier: _read(text) for identifier, text in carried_texts().items()}
    return {identifier: law for identifier, law in found.items() if law is not None}


def keep_bill(name: str, chosen: str, carried: Mapping[str, str]) -> None:
    """Let the address carry what was chosen: as it is saved here, or else as the address brought it."""
    state.set_page_param(_bill(name), _saved_text(chosen) or carried.get(chosen, ""))


def _bill(name: str) -> str:
    return f"{name}.bill"


def _saved_text(identifier: str) -> str:
    if identifier not in saved_bills():
        return ""
    saved = library_state.attempt(lambda: library_state.library().open(identifier))
    return urlencode(to_query(Scenario(), saved.content)) if saved and isinstance(saved.content, Law) else ""


def _read(text: str) -> Law | None:
    if len(text) >= state.MOST_BILL:  # cut off: half a figure would be another figure
        return None
    read = from_query(dict(parse_qsl(text, keep_blank_values=True)))
    return None if read.notices else read.law
