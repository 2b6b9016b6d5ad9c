"""The experiment of "Test Generation via Dynamic Symbolic Execution for Mutation Testing" (2010): table IV, and what each engine
leaves of the mutants that can be killed."""

import json
import pathlib
import subprocess
import sys
import tomllib

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "papers" / "pexmutator"
LANGUAGES = {"c": "C", "rs": "Rust"}
# The paper's Pex explores the program itself, PexMutator the meta-program. Both follow all paths in one input space.
ENGINES = {"dse": ["--labels", "none", "--all-paths"], "pex": []}
KILLED = ["killed", "timeout"]
UNDECIDED = ["unknown", "unreached"]
COUNTS = ["executed", "weakly_killed", "killed", "tests"]


def quell(given, table, subject, file, engine, budget, options):
    line = [given.quell, "run", str(file), "--operators", table["operators"], "--engine", engine, "--no-compare-code"]
    line += ["--function-timeout", str(budget), "--json", "-", *subject["options"], *options]
    done = subprocess.run(line, capture_output=True, text=True)
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        sys.exit(f"{' '.join(line)}\n{done.stderr}")


def killed(run):
    return {record["id"] for record in run["objectives"] if record["status"] in KILLED}


def row(run):
    """The numbers of one row of table IV."""
    reached = [of["reached"] for of in run["explorations"]]
    total = lambda key: sum(of[key] for of in reached)
    numbers = {key: total(key) for key in ["mutants", "blocks", "covered_blocks", *COUNTS]}
    # A test of one function may kill mutants of another one.
    numbers["killed"] = len(killed(run))
    numbers["tests"] = len(run["tests"])
    numbers["is_over"] = not any((record.get("reason") or {}).get("kind") == "out_of_time" for record in run["objectives"])
    return numbers


def explore(given, table, subject, file, engine):
    """The rows of an engine by budget. One that ended before its time is up does the same in more time."""
    rows, kills, last = {}, set(), None
    for budget in given.budget or table["budgets"]:
        if last is None or not last["is_over"]:
            run = quell(given, table, subject, file, engine, budget, ENGINES[engine])
            last, found = row(run), killed(run)
        rows[budget] = last
        kills = found
    return rows, kills


def coverage(numbers):
    return 100 * numbers["covered_blocks"] / max(numbers["blocks"], 1)


def print_cells(cells):
    widths = [10, 5, 6, 6, 15, 13, 13, 13, 11, 9]
    print(" ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths)), flush=True)


def pairs(old, new, keys):
    return [f"{old[key]}/{new[key]}" for key in keys]


def print_subject(subject, language, measured, killable):
    for budget, base in measured["dse"].items():
        own = measured["pex"][budget]
        known = subject["published"].get(str(budget))
        if known and language == "C":
            old, new = known
            cells = [f"{a}/{b}" for a, b in list(zip(old, new))[1:]]
            print_cells(["published", "", subject["constraints"], budget, f"{old[0]:.1f}/{new[0]:.1f}", *cells, ""])
        blocks = f"{coverage(base):.1f}/{coverage(own):.1f}"
        share = f"{100 * own['killed'] / max(killable, 1):.1f} %"
        print_cells([subject["name"], language, own["mutants"], budget, blocks, *pairs(base, own, COUNTS), share])


def run_subject(given, table, subject, ending, language):
    file = FOLDER / f"{subject['name']}.{ending}"
    measured, kills = {}, {}
    for engine in ENGINES:
        measured[engine], kills[engine] = explore(given, table, subject, file, engine)
    last = max(table["budgets"])
    auto = quell(given, table, subject, file, "auto", last, [])
    undecided = [record["id"] for record in auto["objectives"] if record["status"] in UNDECIDED]
    killable = killed(auto) | kills["dse"] | kills["pex"]
    print_subject(subject, language, measured, len(killable))
    print_cells(["auto", language, len(auto["objectives"]), last, "", "", "", len(killed(auto)), len(auto["tests"]),
                 f"{len(undecided)} open"])
    return {"rows": measured, "killable": len(killable), "auto_kills": len(killed(auto)), "undecided": undecided,
            "mutants": len(auto["objectives"])}


def average(results, budget, key):
    shares = [100 * of["rows"]["pex"][budget][key] / of["mutants"] for of in results]
    return sum(shares) / len(shares)


def claims(table, results):
    """Sentences, and whether they hold."""
    for language in LANGUAGES.values():
        own = [of for (_, spoken), of in results.items() if spoken == language]
        budgets = sorted(own[0]["rows"]["pex"]) if own else []
        for budget in (budget for budget in budgets if budget > 1):
            for key, what, least in [("executed", "executes", table["executed"]),
                                     ("weakly_killed", "weakly kills", table["weakly_killed"]),
                                     ("killed", "strongly kills", table["strongly_killed"])]:
                share = average(own, budget, key)
                yield f"{language}, {budget} s: pex {what} {share:.2f} % of all mutants (published {least})", share >= least
            total = {engine: sum(of["rows"][engine][budget]["killed"] for of in own) for engine in ENGINES}
            yield (f"{language}, {budget} s: pex strongly kills {total['pex']} mutants, dse alone {total['dse']}",
                   total["pex"] > total["dse"])
        undecided = sum(len(of["undecided"]) for of in own)
        kills, killable = sum(of["auto_kills"] for of in own), sum(of["killable"] for of in own)
        yield f"{language}: auto leaves {undecided} mutants undecided", undecided == 0
        yield f"{language}: auto kills {kills} of {killable} mutants that can be killed", kills == killable


def run(given):
    """Runs the experiment; the rows, and how many claims fail."""
    table = tomllib.loads((FOLDER / "table.toml").read_text())
    subjects = [of for of in table["subject"] if not given.subject or of["name"] in given.subject]
    if not subjects:
        return {}, 0
    print("PexMutator (2010), table IV: published (Pex/PexMutator), and measured (dse/pex)")
    print_cells(["subject", "", "mutants", "s", "blocks %", "executed", "weakly", "strongly", "tests", "killable"])
    results = {}
    for subject in subjects:
        for ending, language in LANGUAGES.items():
            results[subject["name"], language] = run_subject(given, table, subject, ending, language)
    print()
    fails = 0
    for sentence, holds in claims(table, results):
        fails += not holds
        print(f"{'holds' if holds else 'FAILS':>6}  {sentence}")
    return {" ".join(key): of for key, of in results.items()}, fails
