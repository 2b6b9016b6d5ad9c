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
# Why TRITYP has another number of mutants than the 970 of the paper, which does not give them by operator. The operators are those
# of King and Offutt, "A Fortran Language System for Mutation-Based Software Testing" (1991).
DIFFERENCES = {
    "AAR": "none: no arrays", "ACR": "none: no arrays", "ASR": "none: no arrays", "CAR": "none: no arrays",
    "CNR": "none: no arrays", "SAR": "none: no arrays",
    "ABS": "same: three of each variable that is read and of each sum",
    "AOR": "fewer: no power operator; the remainder is Mothra's MOD",
    "CRP": "same: each constant by each other one of the function",
    "CSR": "same: each variable that is read by each constant",
    "DER": "none: no DO loop",
    "DSA": "none: no DATA statement",
    "GLR": "none: no GO TO",
    "LCR": "fewer: no .EQV. and .NEQV.",
    "ROR": "same: five other relations, true and false",
    "RSR": "same: each statement but RETURN",
    "SAN": "same: each statement, and each statement behind a logical IF",
    "SCR": "same: each constant by each variable, the result variable too",
    "SDL": "fewer: not RETURN, nor the whole block IF of line 14",
    "SRC": "fewer: one more and one less, where the function has no such constant; those that CRP makes are one mutant with it",
    "SVR": "fewer: each variable that is read, not those that are assigned",
    "UOI": "fewer: minus, one more and one less as ABS, and .NOT. of whole conditions only",
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
    same = [record for record in proved["objectives"] if record["status"] == "equivalent"]
    equivalent = len(same)
    bounded = sum(not record.get("complete") for record in same)
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
    print(f"{'':>17} bmc: {equivalent - bounded} equivalent, {bounded} equivalent up to bounds; auto: {undecided} undecided")
    return {"scores": scores, "undecided": undecided, "equivalent": equivalent, "bounded": bounded, "operators": operators(proved)}


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
