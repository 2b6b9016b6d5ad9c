//! Statements of Fortran that contain statements: procedures, branches, loops.

use crate::mapping::{
    Make, Mapper, Part, Raw, Token, Want, all_below, all_children, child_of_kind, empty,
    exactly_one, leaf, named, value,
};
use crate::node::{Kind, Span};
use crate::shared::single;

/// Statements in their order; a label becomes the parent of the statement that follows it.
fn statements<'t>(mapper: &Mapper<'_>, raws: Vec<Raw<'t>>) -> Vec<Part<'t>> {
    let mut parts = Vec::new();
    let mut raws = raws.into_iter().peekable();
    while let Some(raw) = raws.next() {
        if raw.kind() != "statement_label" {
            parts.push(value(raw));
            continue;
        }
        let labels_end = |next: &Raw<'_>| is_end(next.kind());
        let statement = raws.next_if(|next| !labels_end(next));
        parts.push(labelled(mapper, raw, statement));
    }
    parts
}

fn is_end(kind: &str) -> bool {
    kind.starts_with("end_") && kind.ends_with("_statement")
}

fn labelled<'t>(mapper: &Mapper<'_>, label: Raw<'t>, statement: Option<Raw<'t>>) -> Part<'t> {
    let token = mapper.span(label);
    let end = statement.map_or(token.end, |statement| mapper.span(statement).end);
    Part::Make(Make {
        kind: Kind::Labelled,
        span: Span { end, ..token },
        token,
        parts: vec![statement.map_or_else(|| empty(end), value)],
    })
}

/// A block of statements; if there are none, it is empty and at `place`.
fn block<'t>(mapper: &Mapper<'_>, raws: Vec<Raw<'t>>, place: u32) -> Part<'t> {
    let raws: Vec<Raw<'t>> = raws.into_iter().filter(|raw| !is_end(raw.kind())).collect();
    let span = Span {
        start: raws
            .first()
            .map_or(place, |first| mapper.span(*first).start),
        end: raws.last().map_or(place, |last| mapper.span(*last).end),
    };
    let parts = statements(mapper, raws);
    Part::Make(Make {
        kind: Kind::Block,
        span,
        token: span,
        parts,
    })
}

/// A function, a subroutine or the main program.
pub(crate) fn procedure<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let mut below = named(raw);
    let is_header = |first: &Raw<'_>| first.kind().ends_with("_statement");
    let has_header = below
        .first()
        .is_some_and(|first| is_procedure_header(first.kind()));
    let header = has_header.then(|| below.remove(0)).filter(is_header);
    let name = header.and_then(|header| {
        let field = header.child_by_field_name("name");
        field.or_else(|| child_of_kind(header, "name"))
    });
    let parameters = header.and_then(|header| header.child_by_field_name("parameters"));
    let mut parts: Vec<Part<'t>> = parameters.into_iter().flat_map(all_below).collect();
    let span = mapper.span(raw);
    let place = header.map_or(span.start, |header| mapper.span(header).end);
    parts.push(block(mapper, below, place));
    single(Make {
        kind: Kind::Function,
        span,
        token: name.map_or(span, |name| mapper.span(name)),
        parts,
    })
}

fn is_procedure_header(kind: &str) -> bool {
    matches!(
        kind,
        "function_statement"
            | "subroutine_statement"
            | "program_statement"
            | "module_procedure_statement"
    )
}

/// A module, or the statements between directives: statements without a block.
pub(crate) fn unit<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let condition = raw.child_by_field_name("condition");
    let condition = condition.or_else(|| raw.child_by_field_name("name"));
    let below = named(raw).into_iter();
    let below = below.filter(|child| Some(child.id()) != condition.map(|raw| raw.id()));
    let parts = statements(mapper, below.collect());
    single(mapper.make(Kind::Other, raw, Token::Whole, parts))
}

pub(crate) fn in_blocks<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let below = named(raw).into_iter().flat_map(|child| match child.kind() {
        "parenthesized_expression" => named(child),
        _ => vec![child],
    });
    let parts = statements(mapper, below.collect());
    single(mapper.make(Kind::Other, raw, Token::First, parts))
}

pub(crate) fn block_construct<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let parts = statements(mapper, named(raw));
    single(mapper.make(Kind::Block, raw, Token::Whole, parts))
}

/// An `if`. An `else if` becomes an `if` in the alternative.
pub(crate) fn if_statement<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let below = named(raw);
    let is_clause = |raw: &Raw<'_>| matches!(raw.kind(), "elseif_clause" | "else_clause");
    let (clauses, own): (Vec<Raw<'t>>, Vec<Raw<'t>>) = below.into_iter().partition(is_clause);
    let end = mapper.span(raw).end;
    let mut otherwise: Option<Part<'t>> = None;
    for clause in clauses.into_iter().rev() {
        otherwise = Some(match clause.kind() {
            "else_clause" => block(mapper, named(clause), mapper.span(clause).end),
            _ => branch(mapper, clause, named(clause), end, otherwise),
        });
    }
    vec![branch(mapper, raw, own, end, otherwise)]
}

fn branch<'t>(
    mapper: &Mapper<'_>,
    raw: Raw<'t>,
    below: Vec<Raw<'t>>,
    end: u32,
    otherwise: Option<Part<'t>>,
) -> Part<'t> {
    let below = below.into_iter();
    let mut below = below.skip_while(|raw| raw.kind() != "parenthesized_expression");
    let condition = below.next();
    let rest: Vec<Raw<'t>> = below.collect();
    let then = child_of_kind(raw, "then");
    let then = match (then, rest.as_slice()) {
        (None, [only]) => value(*only),
        (then, _) => {
            let place = then.map_or(end, |then| mapper.span(then).end);
            block(mapper, rest, place)
        }
    };
    let mut parts = vec![condition_of(mapper, raw, condition), then];
    parts.extend(otherwise);
    let keyword = ["if", "elseif"]
        .iter()
        .find_map(|kind| child_of_kind(raw, kind));
    let start = mapper.span(raw).start;
    Part::Make(Make {
        kind: Kind::If,
        span: Span { start, end },
        token: mapper.span(keyword.unwrap_or(raw)),
        parts,
    })
}

fn condition_of<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, condition: Option<Raw<'t>>) -> Part<'t> {
    match condition {
        Some(condition) => exactly_one(all_below(condition), mapper.span(condition)),
        None => empty(mapper.span(raw).end),
    }
}

pub(crate) fn select_case<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    single(mapper.make(Kind::Switch, raw, Token::Kind("select"), all_below(raw)))
}

pub(crate) fn case_statement<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let default = child_of_kind(raw, "default").is_some();
    let is_value = |child: &Raw<'_>| {
        let ty = raw.child_by_field_name("type").map(|ty| ty.id());
        let kinds = ["case_value_range_list", "default", "block_label"];
        kinds.contains(&child.kind()) || Some(child.id()) == ty
    };
    let (values, body): (Vec<Raw<'t>>, Vec<Raw<'t>>) = named(raw).into_iter().partition(is_value);
    let mut parts: Vec<Part<'t>> = values.into_iter().map(value).collect();
    parts.push(block(mapper, body, mapper.span(raw).end));
    single(mapper.make(Kind::Case { default }, raw, Token::First, parts))
}

/// A loop. If nested loops end on one label, the labelled statement belongs to the innermost.
pub(crate) fn do_loop<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let mut chain = vec![raw];
    let mut innermost = raw;
    while let Some(inner) = nested_on_same_label(innermost) {
        chain.push(inner);
        innermost = inner;
    }
    let end = mapper.span(raw).end;
    let mut inner: Option<Part<'t>> = labelled_end(mapper, &chain);
    while let Some(raw) = chain.pop() {
        inner = Some(one_loop(mapper, raw, end, inner, innermost == raw));
    }
    inner.into_iter().collect()
}

const LABELLED_END: &str = "end_do_label_loop_statement";

/// The loop that ends another loop and shares its last statement, if there is one.
fn nested_on_same_label(raw: Raw<'_>) -> Option<Raw<'_>> {
    let body = body_of(raw);
    let last = body
        .last()
        .copied()
        .filter(|last| last.kind() == "do_loop")?;
    let end = child_of_kind(last, LABELLED_END)?;
    child_of_kind(end, "do_label_virtual").map(|_| last)
}

fn body_of(raw: Raw<'_>) -> Vec<Raw<'_>> {
    let mut below = named(raw);
    below.retain(|child| {
        let kind = child.kind();
        !is_end(kind) && kind != "do_statement" && kind != "block_label_start_expression"
    });
    below
}

/// The labelled statement, which the grammar attaches to the outermost loop; it attaches the label to the innermost.
fn labelled_end<'t>(mapper: &Mapper<'_>, chain: &[Raw<'t>]) -> Option<Part<'t>> {
    let outermost = child_of_kind(*chain.first()?, LABELLED_END)?;
    let is_label = |raw: &Raw<'_>| matches!(raw.kind(), "statement_label" | "do_label_virtual");
    let statement = named(outermost).into_iter().find(|raw| !is_label(raw));
    let ends = chain
        .iter()
        .filter_map(|raw| child_of_kind(*raw, LABELLED_END));
    let mut labels = ends.filter_map(|end| end.child_by_field_name("do_label"));
    let label = labels.find(|label| !label.byte_range().is_empty())?;
    Some(labelled(mapper, label, statement))
}

/// A loop with its body and the last statement of the body, if it is given separately.
fn one_loop<'t>(
    mapper: &Mapper<'_>,
    raw: Raw<'t>,
    end: u32,
    last: Option<Part<'t>>,
    is_innermost: bool,
) -> Part<'t> {
    let mut body = body_of(raw);
    if !is_innermost {
        body.pop();
    }
    let header = child_of_kind(raw, "do_statement");
    let place = mapper.span(header.unwrap_or(raw)).end;
    let mut block = block(mapper, body, place);
    if let (Part::Make(block), Some(last)) = (&mut block, last) {
        if let (true, Part::Make(only)) = (block.parts.is_empty(), &last) {
            block.span.start = only.span.start;
        }
        block.span.end = end;
        block.token = block.span;
        block.parts.push(last);
    }
    let (kind, mut parts) =
        header.map_or((Kind::Loop, Vec::new()), |header| control(mapper, header));
    parts.push(block);
    let keyword = header.and_then(|header| child_of_kind(header, "do"));
    let start = mapper.span(raw).start;
    Part::Make(Make {
        kind,
        span: Span { start, end },
        token: mapper.span(keyword.unwrap_or(raw)),
        parts,
    })
}

/// The kind of a loop and its control expressions, from its header.
fn control<'t>(mapper: &Mapper<'_>, header: Raw<'t>) -> (Kind, Vec<Part<'t>>) {
    if let Some(counted) = child_of_kind(header, "loop_control_expression") {
        let mut parts = all_below(counted);
        if parts.len() == 3 {
            parts.push(empty(mapper.span(counted).end));
        }
        return (Kind::CountedLoop, parts);
    }
    if let Some(condition) = child_of_kind(header, "while_statement") {
        let inner = child_of_kind(condition, "parenthesized_expression");
        return (Kind::While, vec![condition_of(mapper, condition, inner)]);
    }
    let concurrent = child_of_kind(header, "concurrent_statement");
    match concurrent {
        Some(concurrent) => concurrent_control(mapper, concurrent),
        None => (Kind::Loop, Vec::new()),
    }
}

/// The control of `do concurrent`, which is a counted loop if it has a single index.
fn concurrent_control<'t>(mapper: &Mapper<'_>, raw: Raw<'t>) -> (Kind, Vec<Part<'t>>) {
    let header = child_of_kind(raw, "concurrent_header").unwrap_or(raw);
    let controls = all_children(header).into_iter();
    let controls: Vec<Raw<'t>> = controls
        .filter(|child| child.kind() == "concurrent_control")
        .collect();
    let [only] = controls.as_slice() else {
        return (Kind::Other, all_below(header));
    };
    let index = child_of_kind(*only, "identifier");
    let index = index.map(|index| leaf(Kind::Name, mapper.span(index)));
    let mut parts: Vec<Part<'t>> = index.into_iter().collect();
    parts.extend(mapper.fields(*only, &["initial", "final", "step"]));
    (Kind::CountedLoop, parts)
}
