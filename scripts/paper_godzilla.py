"""The experiments of "Constraint-Based Automatic Test Data Generation" (1991): table 3, and the two kinds of constraints."""

import json
import pathlib
import re
import subprocess
import sys
import tomllib

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "papers" / "godzilla"
LANGUAGES = {"f": "Fortran", "c": "C"}
# What the paper reports of each program but DAYS, and of all of them on average.
LEAST_SCORE = 0.95
AVERAGE_SCORE = 0.97
CONSTRAINTS = ["necessity", "predicate", "both"]
# Why TRITYP has other numbers of mutants than the 970 of the paper, by operator.
DIFFERENCES = {
    "AAR": "no arrays", "ACR": "no arrays", "ASR": "no arrays", "CAR": "no arrays", "CNR": "no arrays", "SAR": "no arrays",
    "ABS": "only of what has a value and is no constant",
    "AOR": "no power operator, no Mod of the paper beside the remainder",
    "CRP": "distinct constants of the function only",
    "CSR": "every constant for every variable that is read",
    "DER": "no DO loop",
    "DSA": "no DATA statement",
    "GLR": "no GO TO",
    "LCR": "as in the paper, without the forms that the front end evaluates",
    "ROR": "as in the paper: five other relations, true and false",
    "RSR": "each statement but RETURN itself",
    "SAN": "each statement and branch",
    "SCR": "the result variable has a value only behind its first assignment",
    "SDL": "each statement",
    "SRC": "one more and one less",
    "SVR": "the result variable has a value only behind its first assignment",
    "UOI": "minus, one more, one less, and .NOT.",
}


def quell(given, file, engine, *options):
    line = [given.quell, "run", str(file), "--operators", "mothra", "--engine", engine, "--no-compare-code", "--json", "-"]
    line += ["--function-timeout", str(given.limit), *options]
    done = subprocess.run(line, capture_output=True, text=True)
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        sys.exit(f"{' '.join(line)}\n{done.stderr}")


def statuses(run):
    return {record["id"]: record["status"] for record in run["objectives"]}


def lines_of(file):
    """Lines with code."""
    text = file.read_text()
    if file.suffix == ".c":
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        return sum(bool(line.strip(" \t{}")) for line in text.splitlines())
    declares = re.compile(r"\s*(INTEGER\s+[A-Z(]|SUBROUTINE|INTEGER FUNCTION|END$)")
    code = [line for line in text.splitlines() if line.strip() and line[0] not in "Cc*!"]
    return sum(not declares.match(line) or " FUNCTION " in line for line in code)


def killed(run, equivalent):
    """How many mutants are killed, and the share of those that can be."""
    found = statuses(run)
    dead = sum(status in ("killed", "timeout") for status in found.values())
    return dead, dead / max(len(found) - equivalent, 1)


def print_row(cells):
    widths = [8, 8, 10, 6, 6, 6, 6, 6, 6, 8]
    print(" ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths)), flush=True)


def run_subject(given, subject, suffix):
    file = FOLDER / f"{subject['file']}.{suffix}"
    proved = quell(given, file, "bmc")
    truth = statuses(proved)
    equivalent = sum(status == "equivalent" for status in truth.values())
    auto = quell(given, file, "auto")
    rows = {"auto": auto}
    name = f"{subject['name']}" if suffix == "f" else f"{subject['name']} C"
    if suffix == "f":
        size, tests, mutants, dead, same, score = subject["published"]
        print_row([name, "paper", "", size, tests, mutants, dead, same, f"{score:.2f}", ""])
    scores = {}
    for constraints in CONSTRAINTS:
        run = quell(given, file, "cbt", "--cbt-constraints", constraints)
        rows[constraints] = run
        dead, score = killed(run, equivalent)
        scores[constraints] = score
        seconds = f"{run['statistics']['seconds']:.1f}"
        print_row([name, "cbt", constraints, lines_of(file), len(run["tests"]), len(truth), dead, equivalent,
                   f"{score:.3f}", seconds])
    dead, score = killed(auto, equivalent)
    undecided = sum(status in ("unknown", "unreached") for status in statuses(auto).values())
    scores["auto"] = score
    seconds = f"{auto['statistics']['seconds']:.1f}"
    print_row([name, "auto", "", lines_of(file), len(auto["tests"]), len(truth), dead, equivalent, f"{score:.3f}", seconds])
    if undecided:
        print(f"{'':>27} {undecided} undecided")
    return {"scores": scores, "undecided": undecided, "equivalent": equivalent, "operators": operators(proved)}


def operators(run):
    counts = {}
    for record in run["objectives"]:
        counts[record["operator"]] = counts.get(record["operator"], 0) + 1
    return counts


def print_operators(counts):
    print(f"\nMutants of TRITYP by operator: {sum(counts.values())}, in the paper 970")
    for operator, reason in DIFFERENCES.items():
        print(f"  {operator:<4} {counts.get(operator, 0):>5}  {reason}")


def claims(results):
    """Sentences, and whether they hold."""
    for constraints in CONSTRAINTS:
        scores = [result["scores"][constraints] for result in results.values()]
        least, average = min(scores), sum(scores) / len(scores)
        yield (f"cbt with constraints {constraints}: scores of at least {least:.3f} (limit {LEAST_SCORE}), on average "
               f"{average:.3f} (limit {AVERAGE_SCORE})"), least >= LEAST_SCORE and average >= AVERAGE_SCORE
    undecided = sum(result["undecided"] for result in results.values())
    yield f"auto leaves {undecided} mutants undecided", undecided == 0
    scores = [result["scores"]["auto"] for result in results.values()]
    yield f"auto kills every mutant that is not equivalent (least score {min(scores):.3f})", min(scores) >= 1.0


def run(given):
    """Runs the experiments; the rows, and how many claims fail."""
    table = tomllib.loads((FOLDER / "table.toml").read_text())
    subjects = [of for of in table["subject"] if not given.subject or of["name"] in given.subject]
    if not subjects:
        return {}, 0
    print("Godzilla (1991), table 3: published, and measured; equivalent mutants are proved by bmc")
    print_row(["program", "", "", "lines", "tests", "M", "D", "E", "MS", "s"])
    results = {}
    for suffix in LANGUAGES:
        for subject in subjects:
            results[f"{subject['name']}.{suffix}"] = run_subject(given, subject, suffix)
    if "TRITYP.f" in results:
        print_operators(results["TRITYP.f"]["operators"])
    print()
    fails = 0
    for sentence, holds in claims(results):
        fails += not holds
        print(f"{'holds' if holds else 'FAILS':>6}  {sentence}")
    return results, fails
