"""Section 5 of New Jersey's Grow NJ Assistance Act (N.J.S.A. 34:1B-246), computed exactly and explained."""

from credit_core.award import Award, evaluate
from credit_core.law import Law, LawError
from credit_core.problem import Problem, ScenarioError
from credit_core.scenario import Scenario

__all__ = ["Award", "Law", "LawError", "Problem", "Scenario", "ScenarioError", "evaluate"]
