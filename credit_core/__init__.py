"""Section 5 of New Jersey's Grow NJ Assistance Act (N.J.S.A. 34:1B-246), computed exactly and explained."""

from credit_core.advice import Advice, advise
from credit_core.award import Award, evaluate
from credit_core.explain import binding_sentence, explain
from credit_core.frame import evaluate_frame
from credit_core.law import Law, LawError
from credit_core.problem import Problem, ScenarioError
from credit_core.scenario import Scenario
from credit_core.step import Step

__all__ = [
    "Advice",
    "Award",
    "Law",
    "LawError",
    "Problem",
    "Scenario",
    "ScenarioError",
    "Step",
    "advise",
    "binding_sentence",
    "evaluate",
    "evaluate_frame",
    "explain",
]
