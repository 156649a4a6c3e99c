"""The command line: what each command writes, what it refuses and with which exit code."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner, Result

from credit_core import Law, Scenario
from credit_core.batch import batch_file
from credit_core.bills import bill_to_toml
from credit_core.cli import main
from credit_core.codec import to_json

HUB = ["new_jobs=300", "urban_transit_hub_municipality=yes"]
PROJECTS = 'name,new_jobs,growth_zone\n"=1+1",300,yes\nb,"$1,200",no\n'


def run(*arguments: str, given: str | bytes = "") -> Result:
    return CliRunner().invoke(main, list(arguments), input=given)


@pytest.fixture
def projects(tmp_path: Path) -> Path:
    path = tmp_path / "projects.csv"
    path.write_text(PROJECTS, "utf-8")
    return path


def test_evaluate_in_three_forms() -> None:
    # 300 jobs in a transit hub: base 5,000 and c(7)(a) 500; 300 x 5,500 = 1,650,000.
    assert "annual_award                  $1,650,000" in run("evaluate", *HUB).stdout
    assert json.loads(run("evaluate", *HUB, "--format", "json").stdout)["result"]["annual_award"] == "1650000"
    table = pd.read_csv(io.StringIO(run("evaluate", *HUB, "--format", "csv").stdout))
    assert table["annual_award"].tolist() == [1_650_000]
    assert table["law"].tolist() == ["Current law"]


def test_evaluate_reads_a_scenario_from_standard_input_and_facts_over_it() -> None:
    document = to_json(Scenario(new_jobs=100, growth_zone=True))
    result = run("evaluate", "--from", "-", "new_jobs=200", "--format", "json", given=document)
    assert json.loads(result.stdout)["result"]["annual_award"] == "1000000"


def test_an_amended_law_is_marked_in_every_form() -> None:
    for form in ("text", "json", "csv"):
        result = run("evaluate", *HUB, "--amend", "base.b1a=6000", "--bill", "A 1234", "--format", form)
        assert "A 1234 (not current law)" in result.stdout
    # One thousand more for each of 300 jobs.
    assert "1950000" in run("evaluate", *HUB, "--amend", "base.b1a=6000", "--format", "json").stdout


def test_a_title_for_a_law_that_is_current_after_all_is_said() -> None:
    result = run("evaluate", *HUB, "--amend", "base.b1a=5000", "--bill", "A 1234")
    assert result.exit_code == 0
    assert result.stdout.startswith("Current law\n")
    assert "the result is current law and does not bear the name of --bill; given: A 1234" in result.stderr


def test_a_title_renames_the_law_that_a_document_brings() -> None:
    document = to_json(Scenario(new_jobs=100, growth_zone=True), Law.current().amend({"base.b1a": 6_000}))
    assert run("evaluate", "--from", "-", "--bill", "A 1234", given=document).stdout.startswith("A 1234 (not current")


def test_a_limit_is_lifted_and_a_question_read_otherwise() -> None:
    result = run("law", "--amend", "gross_limit.d1=none", "--read", "rounding=cent")
    assert "(not current law), 1 other reading" in result.stdout
    assert "lifted" in result.stdout


def test_explain_numbers_its_steps() -> None:
    result = run("explain", *HUB, "--format", "json")
    steps = json.loads(result.stdout)["result"]
    assert [step["number"] for step in steps] == list(range(1, len(steps) + 1))
    assert steps[0]["citation"] == "34:1B-246(b)(1)(a)"
    assert "  1  34:1B-246(b)(1)(a)" in run("explain", *HUB).stdout


def test_sweep_shows_the_cliff_at_251_jobs() -> None:
    # 250 x 5,000 = 1,250,000; 251 x 5,500 = 1,380,500.
    result = run("sweep", "new_jobs", "200", "300", "urban_transit_hub_municipality=yes")
    assert "Cliff at 251: $130,500 (34:1B-246(c)(7))" in result.stdout
    document = json.loads(run("sweep", "new_jobs", "200", "300", HUB[1], "--format", "json").stdout)
    assert document["result"]["cliffs"][0]["after"] == 251


def test_compare_says_the_difference_and_its_parts(tmp_path: Path) -> None:
    first, second = tmp_path / "a.json", tmp_path / "b.json"
    first.write_text(to_json(Scenario(new_jobs=100, growth_zone=True)), "utf-8")
    second.write_text(to_json(Scenario(new_jobs=100, distressed_municipality=True)), "utf-8")
    result = run("compare", str(first), str(second), "--format", "json")
    # 100 jobs at 5,000 against 100 at 4,000.
    assert json.loads(result.stdout)["result"][1]["difference"] == "-100000"
    assert "34:1B-246(b) Base amount: -$100,000" in run("compare", str(first), str(second)).stdout


def test_compare_keeps_the_law_of_its_documents_and_refuses_two(tmp_path: Path) -> None:
    bill = Law.current().amend({"base.b1a": 6_000}).named("A 1234")
    for name, jobs, law in (("a", 100, bill), ("b", 150, bill), ("c", 100, Law.current())):
        (tmp_path / name).write_text(to_json(Scenario(new_jobs=jobs, growth_zone=True), law), "utf-8")
    # Fifty jobs more at 6,000 each.
    document = json.loads(run("compare", str(tmp_path / "a"), str(tmp_path / "b"), "--format", "json").stdout)
    assert (document["law"], document["result"][1]["difference"]) == ("A 1234 (not current law)", "300000")
    refused = run("compare", str(tmp_path / "a"), str(tmp_path / "c"))
    assert refused.exit_code == 2
    assert "must be saved under one law; given: " in refused.stderr
    assert "A 1234 (not current law)" in refused.stderr


def test_the_law_lists_the_brackets_that_are_added() -> None:
    added = ["--amend", "threshold.c7f=1200", "--amend", "bonus.c7f=2000"]
    rows = {row["name"]: row for row in json.loads(run("law", *added, "--format", "json").stdout)["result"]}
    bonus = rows["bonus.c7f"]
    assert (bonus["value"], bonus["citation"], bonus["amended"]) == ("2000", "34:1B-246(c)(7)(f)", True)
    assert rows["threshold.c7f"]["title"] == "Number of jobs: added bracket (f)"
    assert "added bracket (f)  (not current law)" in run("law", *added).stdout


def test_another_reading_is_not_called_another_law() -> None:
    told = run("law", "--readings", "--read", "partial_steps=proportional").stdout
    assert "(another reading)" in told
    assert "not current law" not in told


@pytest.mark.parametrize("ending", ["csv", "xlsx", "parquet"])
def test_batch_writes_every_row_with_its_award_or_its_problem(projects: Path, ending: str) -> None:
    target = projects.with_name(f"result.{ending}")
    result = run("batch", str(projects), str(target))
    assert result.exit_code == 1
    assert "2 rows, 1 with an award, 1 without" in result.stderr
    table = {"csv": pd.read_csv, "xlsx": pd.read_excel, "parquet": pd.read_parquet}[ending](target)  # type: ignore[operator]  # one of three readers
    assert table["name"].tolist() == ["'=1+1", "b"]
    # 300 jobs in a growth zone: base 5,000 and c(7)(a) 500.
    assert table["annual_award"].tolist()[0] == 1_650_000
    assert 'such as "1200"; given: $1,200' in table["problems"].tolist()[1]


def test_batch_refuses_a_text_that_a_workbook_would_cut(projects: Path) -> None:
    projects.write_text(f"name,new_jobs,growth_zone\na,300,yes\n{'x' * 40_000},1,yes\n", "utf-8")
    result = run("batch", str(projects), str(projects.with_name("result.xlsx")))
    assert result.exit_code == 2
    assert 'column "name": a cell of a workbook holds 32,767 characters; that of row 3 has 40,000' in result.stderr
    assert not projects.with_name("result.xlsx").exists()
    assert run("batch", str(projects), str(projects.with_name("result.csv"))).exit_code == 1


def test_batch_from_standard_input_to_standard_output() -> None:
    result = run("batch", "-", "-", given="new_jobs,growth_zone\n300,yes\n")
    assert result.exit_code == 0
    assert pd.read_csv(io.StringIO(result.stdout))["annual_award"].tolist() == [1_650_000]


def test_a_result_can_be_computed_anew(projects: Path) -> None:
    first, second = projects.with_name("first.csv"), projects.with_name("second.csv")
    run("batch", str(projects), str(first))
    run("batch", str(first), str(second))
    assert first.read_bytes() == second.read_bytes()


def test_check_counts_what_is_wrong(projects: Path) -> None:
    result = run("batch", "--check", str(projects))
    assert result.exit_code == 1
    assert "2 rows, 1 of them usable" in result.stdout
    assert "1 rows  new_jobs (New full-time jobs) must be a plain number" in result.stdout
    assert "(first: 3)" in result.stdout


def test_progress_is_shown_when_asked_for(projects: Path) -> None:
    assert "2 rows" in run("batch", str(projects), "-", "--progress").stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["evaluate", "new_job=1"], 'did you mean "new_jobs"?'),
        (["evaluate", "new_jobs=-1"], "must not be negative; given: -1"),
        (["evaluate", "new_jobs"], "must be given as NAME=VALUE; given: new_jobs"),
        (["evaluate", "--amend", "base.b9=1"], "is no figure of the law"),
        (["evaluate", "--amend", "base.b1a=much"], 'must be a number of dollars per job a year; given: "much"'),
        (["evaluate", "new_jobs=1", "new_jobs=2"], "new_jobs must be given once; given: 1 and 2"),
        (["evaluate", "--amend", "base.b1a=1", "--amend", "base.b1a=2"], "base.b1a must be given once; given: 1 and 2"),
        (["evaluate", "--amend", "base.b1a=1", "--bill", "A\nB"], "must be one line without control characters"),
        (["evaluate", "--read", "rounding=up"], "must be one of dollar, cent"),
        (["evaluate", "--from", "nowhere.json"], "nowhere.json cannot be read: No such file"),
        (["evaluate", "--from", "-"], "is no JSON document"),
        (["sweep", "name", "0", "1"], "name"),
        (["sweep", "new_jobs", "5", "1"], "new_jobs"),
        (["sweep", "new_jobs", "-5", "10"], "new_jobs (New full-time jobs) must not be negative; given: -5"),
        (["sweep", "new_jobs", "0", "-.5"], "new_jobs (New full-time jobs) must not be negative; given: -0.5"),
        (["sweep", "average_salary", "-5.25", "10", HUB[1]], "must not be negative; given: -5.25"),
        (["sweep", "new_jobs", "-inf", "1"], "must be a finite number; given: -Infinity"),
        (["sweep", "new_jobs", "0", "1e999999999"], "must be at most 10,000,000; given: 1E+999999999"),
        (["sweep", "--mesure", "x", "new_jobs", "-5", "1"], "No such option '--mesure'"),
        (["evaluate", "-5"], "No such option '-5'"),
        (["evaluate", "--amend", "base.b1a=none"], "is no limit and cannot be lifted; given: no limit (none)"),
        (["evaluate", "--amend", "base.b1a="], "must be a number of dollars per job a year; given: nothing"),
        (
            ["evaluate", "--amend", "threshold.c7g=3000", "--amend", "bonus.c7g=1"],
            "needs bracket (f) of c(7) before it",
        ),
        (["evaluate", "--bill", "A 1234"], "--bill names an amended law, and no figure is amended"),
        (["evaluate", "--bill", "A 1234", "--read", "rounding=cent"], "leave --bill out; given: A 1234"),
        (["sweep", "new_jobs", "x", "1"], "'x' is not a number"),
        (["compare", "a.json"], "at least two scenarios"),
        (["batch", "nowhere.csv", "out.csv"], "nowhere.csv: No such file"),
        (["batch", "-", "out.doc"], 'ends in .csv, .xlsx or .parquet; given: "out.doc"'),
        (["batch", "-", "nowhere/out.csv"], "there is no folder nowhere"),
        (["batch", "-"], "a file to write is missing"),
        (["batch", "-", "-"], "The file is empty"),
        (["batch", "--check", "-"], "The file is empty"),
        (["batch", "-", "/proc/out.csv"], "/proc/out.csv cannot be written: "),
        (["batch", "-", f"{'x' * 300}.csv"], ".csv cannot be written: File name too long"),
        (["evaluate", "co\udcff=1"], "A fact must be UTF-8 text; given: co?=1"),
        (["evaluate", "name=\udcff"], "A fact must be UTF-8 text; given: name=?"),
        (["evaluate", "--amend", "base.\udcff=1"], "--amend must be UTF-8 text; given: base.?=1"),
        (["sweep", "co\udcff", "0", "1"], "co?"),
        (["nothing"], "No such command 'nothing'"),
    ],
)
def test_bad_input_leaves_with_code_2_and_says_why(arguments: list[str], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stdout == ""


def test_every_problem_of_the_facts_is_named_at_once() -> None:
    given = ["new_jobs=-3", "growth_zone=maybe", "new_job=1", "capital_investment=much"]
    result = run("evaluate", *given, "industrial_capital_investment=5", "jobs_new_to_municipality=9")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "must not be negative; given: -3" in result.stderr
    assert "must be yes or no, true or false, 1 or 0; given: maybe" in result.stderr
    assert 'did you mean "new_jobs"?' in result.stderr
    assert "given: much" in result.stderr
    # What is measured by a fact that is itself wrong is not called wrong.
    assert "industrial_capital_investment" not in result.stderr
    assert "jobs_new_to_municipality" not in result.stderr
    assert len(result.stderr.splitlines()) == 4


def test_a_folder_is_no_file_to_write(projects: Path) -> None:
    folder = projects.with_name("folder.csv")
    folder.mkdir()
    result = run("batch", str(projects), str(folder))
    assert (result.exit_code, list(folder.iterdir())) == (2, [])
    assert "folder.csv cannot be written: it is a folder" in result.stderr


def test_it_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "credit_core", "evaluate", *HUB, "--format", "json"]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    assert json.loads(done.stdout)["result"]["total_award"] == "16500000"


def test_batch_leaves_no_file_where_every_row_is_unequal(projects: Path) -> None:
    projects.write_text("new_jobs,growth_zone\n1\n2\n", "utf-8")
    target = projects.with_name("result.parquet")
    result = run("batch", str(projects), str(target))
    assert (result.exit_code, target.exists()) == (2, False)
    assert "Row 2 has 1 cells, the header 2; it is left out." in result.stderr
    assert run("batch", "--check", str(projects)).exit_code == 2


def test_a_document_may_begin_with_a_mark() -> None:
    document = "\ufeff" + to_json(Scenario(new_jobs=100, growth_zone=True))
    result = run("evaluate", "--from", "-", "--format", "json", given=document.encode())
    assert json.loads(result.stdout)["result"]["annual_award"] == "500000"


def test_a_law_comes_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "bill.toml"
    bill = Law.current().amend({"base.b1a": 6_000}).named("A 1234")
    path.write_text(bill_to_toml(bill), "utf-8")
    result = run("evaluate", *HUB, "--law-file", str(path), "--format", "json")
    # 300 jobs in a transit hub at 6,000 and c(7)(a) 500: 1,950,000.
    document = json.loads(result.stdout)
    assert (document["law"], document["result"]["annual_award"]) == ("A 1234 (not current law)", "1950000")
    # The options change it further, and its own title gives way.
    further = run(
        "evaluate", *HUB, "--law-file", str(path), "--amend", "bonus.c7a=0", "--bill", "B", "--format", "json"
    )
    assert json.loads(further.stdout)["law"] == "B (not current law)"
    assert json.loads(further.stdout)["result"]["annual_award"] == "1800000"
    other = to_json(Scenario(new_jobs=100, growth_zone=True), Law.current().amend({"base.b1a": 7_000}))
    refused = run("evaluate", "--from", "-", "--law-file", str(path), given=other)
    assert refused.exit_code == 2
    assert "--law-file gives another law than the scenario was saved under" in refused.stderr


def test_a_file_that_is_no_law_is_refused(projects: Path) -> None:
    result = run("law", "--law-file", str(projects))
    assert (result.exit_code, result.stdout) == (2, "")
    assert run("law", "--law-file", "nowhere.toml").stderr.startswith(
        "Error: nowhere.toml cannot be read: No such file"
    )


def test_from_python_a_result_appears_whole_or_not_at_all(projects: Path) -> None:
    target = projects.with_name("result.csv")
    target.write_text("what stood here", "utf-8")
    projects.write_text("new_jobs,growth_zone\n1\n2\n", "utf-8")
    assert batch_file(projects, target).failed
    assert target.read_text("utf-8") == "what stood here"
    with pytest.raises(OSError, match="No such file"):
        batch_file(projects, projects.with_name("nowhere") / "result.csv")
    assert sorted(path.name for path in projects.parent.iterdir()) == ["projects.csv", "result.csv"]


def test_a_file_may_be_computed_onto_itself(projects: Path) -> None:
    assert run("batch", str(projects), str(projects)).exit_code == 1  # "$1,200" is no number
    result = pd.read_csv(projects)
    # 300 jobs in a growth zone: base 5,000 and c(7)(a) 500.
    assert result["annual_award"].tolist()[0] == 300 * 5_500
    assert result["name"].tolist() == ["'=1+1", "b"]


def test_a_link_goes_on_leading_to_the_file_that_is_written(projects: Path) -> None:
    linked, link = projects.with_name("kept.csv"), projects.with_name("link.csv")
    linked.write_text("what stood here", "utf-8")
    link.symlink_to(linked)
    batch_file(projects, link)
    assert link.is_symlink()
    assert pd.read_csv(linked)["annual_award"].tolist()[0] == 300 * 5_500
