//! The table of Fortran. Statements that contain statements are in `fortran_blocks`.

use crate::fortran_blocks::{
    block_construct, case_statement, do_loop, if_statement, in_blocks, procedure, select_case, unit,
};
use crate::mapping::{
    Make, Mapper, Part, Raw, Row, Rule, Token, Want, all_below, all_children, child_of_kind, empty,
    leaf, named, value,
};
use crate::names::is_intrinsic;
use crate::node::{Kind, Span};
use crate::ops::UnaryOp;
use crate::shared::{OPERATOR, operator, single};
use crate::spelling;

use Rule::{All, Fields, Leaf, Skip, Special, Splice};

pub(crate) const TABLE: &[Row] = &[
    // Expressions.
    ("math_expression", Special(binary)),
    ("relational_expression", Special(binary)),
    ("logical_expression", Special(binary)),
    ("concatenation_expression", Special(binary)),
    ("unary_expression", Special(unary)),
    ("identifier", Leaf(Kind::Name)),
    ("null_literal", Leaf(Kind::Name)),
    ("number_literal", Special(number)),
    ("boolean_literal", Leaf(Kind::Truth)),
    ("string_literal", Leaf(Kind::Text)),
    ("hollerith_constant", Leaf(Kind::Text)),
    ("complex_literal", All(Kind::Aggregate, Token::Whole)),
    ("array_literal", All(Kind::Aggregate, Token::Whole)),
    ("call_expression", Special(index_or_call)),
    ("derived_type_member_expression", Special(member)),
    ("extent_specifier", Special(extent)),
    ("parenthesized_expression", All(Kind::Paren, Token::Whole)),
    ("conditional_expression", CONDITIONAL),
    ("argument_list", Splice),
    ("keyword_argument", Special(keyword_argument)),
    ("loop_control_expression", Splice),
    // Simple statements.
    ("variable_declaration", Special(declaration)),
    ("parameter_statement", Special(declaration)),
    ("data_statement", All(Kind::Declaration, Token::Whole)),
    ("data_set", Special(data_set)),
    ("data_value", Special(data_value)),
    ("association_list", Splice),
    (
        "association",
        Fields(Kind::Declared, Token::Field("name"), &["name", "selector"]),
    ),
    ("assignment_statement", Special(assignment)),
    ("pointer_association_statement", Special(action)),
    ("subroutine_call", Special(subroutine_call)),
    ("keyword_statement", Special(keyword_statement)),
    ("arithmetic_if_statement", Special(branch_to_labels)),
    ("statement_label_reference", Special(label_reference)),
    ("stop_statement", Special(stop)),
    ("print_statement", Special(action)),
    ("write_statement", Special(action)),
    ("read_statement", Special(action)),
    ("open_statement", Special(action)),
    ("close_statement", Special(action)),
    ("inquire_statement", Special(action)),
    ("file_position_statement", Special(action)),
    ("allocate_statement", Special(action)),
    ("deallocate_statement", Special(action)),
    ("nullify_statement", Special(action)),
    ("output_item_list", Splice),
    ("input_item_list", Splice),
    ("unit_identifier", Splice),
    ("format_identifier", Skip),
    ("sized_allocation", Special(sized)),
    ("size", Splice),
    // Statements that contain statements.
    ("if_statement", Special(if_statement)),
    ("do_loop", Special(do_loop)),
    ("select_case_statement", Special(select_case)),
    ("select_type_statement", Special(select_case)),
    ("select_rank_statement", Special(select_case)),
    ("case_statement", Special(case_statement)),
    ("type_statement", Special(case_statement)),
    ("rank_statement", Special(case_statement)),
    ("case_value_range_list", Splice),
    ("selector", Splice),
    ("where_statement", Special(in_blocks)),
    ("elsewhere_clause", Special(in_blocks)),
    ("forall_statement", Special(in_blocks)),
    ("associate_statement", Special(in_blocks)),
    ("block_construct", Special(block_construct)),
    ("function", Special(procedure)),
    ("subroutine", Special(procedure)),
    ("module_procedure", Special(procedure)),
    ("program", Special(procedure)),
    ("module", Special(unit)),
    ("submodule", Special(unit)),
    ("block_data", Special(unit)),
    ("internal_procedures", Splice),
    ("preproc_if", Special(unit)),
    ("preproc_ifdef", Special(unit)),
    ("preproc_elif", Special(unit)),
    ("preproc_elifdef", Special(unit)),
    ("preproc_else", Special(unit)),
    // Nodes without a value.
    ("comment", Skip),
    ("contains_statement", Skip),
    ("block_label_start_expression", Skip),
    ("block_label", Skip),
    ("statement_label", Skip),
    ("default", Skip),
    ("derived_type_definition", Skip),
    ("derived_type", Skip),
    ("intrinsic_type", Skip),
    ("declared_type", Skip),
    ("type_name", Skip),
    ("type_member", Skip),
    ("type_qualifier", Skip),
    ("name", Skip),
    ("kind", Skip),
    ("interface", Skip),
    ("enum", Skip),
    ("enumeration_type", Skip),
    ("use_statement", Skip),
    ("implicit_statement", Skip),
    ("import_statement", Skip),
    ("include_statement", Skip),
    ("save_statement", Skip),
    ("common_statement", Skip),
    ("equivalence_statement", Skip),
    ("namelist_statement", Skip),
    ("variable_modification", Skip),
    ("public_statement", Skip),
    ("private_statement", Skip),
    ("bind_statement", Skip),
    ("procedure_statement", Skip),
    ("generic_statement", Skip),
    ("format_statement", Leaf(Kind::Other)),
    ("entry_statement", Skip),
    ("preproc_def", Skip),
    ("preproc_function_def", Skip),
    ("preproc_call", Skip),
    ("preproc_include", Skip),
    ("preproc_directive", Skip),
    ("preproc_arg", Skip),
    ("program_statement", Skip),
    ("function_statement", Skip),
    ("subroutine_statement", Skip),
    ("module_procedure_statement", Skip),
    ("module_statement", Skip),
    ("submodule_statement", Skip),
    ("block_data_statement", Skip),
    ("end_program_statement", Skip),
    ("end_function_statement", Skip),
    ("end_subroutine_statement", Skip),
    ("end_module_procedure_statement", Skip),
    ("end_module_statement", Skip),
    ("end_submodule_statement", Skip),
    ("end_block_data_statement", Skip),
    ("end_block_construct_statement", Skip),
    ("end_associate_statement", Skip),
    ("end_where_statement", Skip),
    ("end_forall_statement", Skip),
    ("end_select_statement", Skip),
    ("end_if_statement", Skip),
    ("end_do_loop_statement", Skip),
];

const CONDITIONAL: Rule = Fields(
    Kind::Conditional,
    Token::Kind("?"),
    &["condition", "consequence", "alternative"],
);

fn binary<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, want: Want) -> Vec<Part<'t>> {
    if raw.child_by_field_name("argument").is_some() {
        return unary(mapper, raw, want);
    }
    let kind = spelling::fortran_infix(operator(mapper, raw)).unwrap_or(Kind::Other);
    let parts = mapper.fields(raw, &["left", "right"]);
    single(mapper.make(kind, raw, OPERATOR, parts))
}

const UNARY: &[(&str, UnaryOp)] = &[
    ("+", UnaryOp::Plus),
    ("-", UnaryOp::Neg),
    (".not.", UnaryOp::Not),
];

fn unary<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let written = operator(mapper, raw);
    let row = UNARY.iter().find(|row| row.0.eq_ignore_ascii_case(written));
    let kind = row.map_or(Kind::Other, |row| Kind::Unary(row.1));
    let parts = mapper.fields(raw, &["argument"]);
    single(mapper.make(kind, raw, OPERATOR, parts))
}

/// `1_8` and `z'ff'` are integers, `1.`, `1e3` and `1d0` are not.
fn number<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let written = mapper.text(raw).to_ascii_lowercase();
    let digits = written.split('_').next().unwrap_or("");
    let is_float = !digits.contains(['\'', '"']) && digits.contains(['.', 'e', 'd']);
    let kind = if is_float { Kind::Float } else { Kind::Integer };
    vec![leaf(kind, mapper.span(raw))]
}

/// A call if the name is that of a function of this file or an intrinsic function, and not that of an array.
fn index_or_call<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let parts = all_below(raw);
    let base = raw
        .named_child(0)
        .filter(|base| base.kind() == "identifier");
    let name = base.map(|base| mapper.text(base).to_ascii_lowercase());
    let is_call = name.is_some_and(|name| {
        let known = mapper.names.functions.contains(&name) || is_intrinsic(&name);
        known && !mapper.names.arrays.contains(&name)
    });
    let make = mapper.make(Kind::Index, raw, Token::Whole, parts);
    let token = base.map_or(make.token, |base| mapper.span(base));
    single(if is_call {
        Make {
            kind: Kind::Call,
            token,
            ..make
        }
    } else {
        make
    })
}

fn member<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let kind = Kind::Member { arrow: false };
    single(mapper.make(kind, raw, Token::Kind("type_member"), all_below(raw)))
}

/// `first:last:step`, each of which is optional.
fn extent<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let mut parts: Vec<Part<'t>> = Vec::new();
    let mut open = true;
    let mut end = mapper.span(raw).start;
    for child in all_children(raw) {
        if child.kind() == ":" {
            if open {
                parts.push(empty(end));
            }
            open = true;
        } else if child.is_named() && open {
            parts.push(value(child));
            open = false;
        }
        end = mapper.span(child).end;
    }
    if open {
        parts.push(empty(end));
    }
    let kind = Kind::Range { inclusive: true };
    single(mapper.make(kind, raw, Token::Kind(":"), parts))
}

fn keyword_argument<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    mapper.fields(raw, &["value"])
}

fn declaration<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let mut cursor = raw.walk();
    let mut declared: Vec<Raw<'t>> = raw
        .children_by_field_name("declarator", &mut cursor)
        .collect();
    if declared.is_empty() {
        declared = named(raw);
    }
    let parts = declared
        .into_iter()
        .flat_map(|each| declarator(mapper, each));
    let parts = parts.collect();
    single(mapper.make(Kind::Declaration, raw, Token::Whole, parts))
}

fn declarator<'t>(mapper: &Mapper<'_>, raw: Raw<'t>) -> Vec<Part<'t>> {
    match raw.kind() {
        "identifier" => vec![value(raw)],
        "init_declarator" | "pointer_init_declarator" | "parameter_assignment" => {
            let below = named(raw);
            let pair = below.first().zip(below.last()).filter(|_| below.len() == 2);
            let declared = pair.map(|(name, initial)| declared(mapper, raw, *name, *initial));
            declared.into_iter().collect()
        }
        "sized_declarator" => sized(mapper, raw, Want::Value),
        _ => Vec::new(),
    }
}

/// The name in a declarator, which may have array sizes.
fn name_in(raw: Raw<'_>) -> Raw<'_> {
    child_of_kind(raw, "identifier").unwrap_or(raw)
}

fn declared<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, name: Raw<'t>, initial: Raw<'t>) -> Part<'t> {
    let token = mapper.span(name_in(name));
    Part::Make(Make {
        kind: Kind::Declared,
        span: mapper.span(raw),
        token,
        parts: vec![leaf(Kind::Name, token), value(initial)],
    })
}

/// The name and the sizes of an array.
fn sized<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let below = Make {
        token: mapper.span(name_in(raw)),
        ..mapper.make(Kind::Other, raw, Token::Whole, all_below(raw))
    };
    single(below)
}

/// Of a `data` statement: a name with its value, if there is one of each; the elements of lists are not matched.
fn data_set<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let below = named(raw);
    let values = below.last().map_or(0, |values| named(*values).len());
    let is_pair = below.len() == 2 && values == 1 && below[0].kind() == "identifier";
    let kind = if is_pair { Kind::Declared } else { Kind::Other };
    let token = if is_pair { Token::First } else { Token::Whole };
    single(mapper.make(kind, raw, token, all_below(raw)))
}

/// The values without their repeat counts.
fn data_value<'t>(_: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let mut cursor = raw.walk();
    let repeats: Vec<usize> = raw
        .children_by_field_name("repeat", &mut cursor)
        .map(|repeat| repeat.id())
        .collect();
    let values = named(raw).into_iter();
    let values = values.filter(|each| !repeats.contains(&each.id()));
    values.map(value).collect()
}

/// A statement that consists of one expression.
fn statement<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, make: Make<'t>) -> Vec<Part<'t>> {
    let parts = vec![Part::Make(make)];
    single(mapper.make(Kind::Expression, raw, Token::Whole, parts))
}

fn assignment<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let parts = mapper.fields(raw, &["left", "right"]);
    let make = mapper.make(Kind::Assign(None), raw, Token::Kind("="), parts);
    statement(mapper, raw, make)
}

fn action<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let make = mapper.make(Kind::Other, raw, Token::First, all_below(raw));
    statement(mapper, raw, make)
}

fn subroutine_call<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let token = Token::Field("subroutine");
    let make = mapper.make(Kind::Call, raw, token, all_below(raw));
    let start = make.token.start;
    let span = Span { start, ..make.span };
    statement(mapper, raw, Make { span, ..make })
}

/// `stop` as a call, with the keyword as the callee.
fn stop<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let make = mapper.make(Kind::Call, raw, Token::Kind("stop"), Vec::new());
    let mut parts = vec![leaf(Kind::Name, make.token)];
    parts.extend(all_below(raw));
    statement(mapper, raw, Make { parts, ..make })
}

const KEYWORDS: &[(&str, Kind)] = &[
    ("continue", Kind::Empty),
    ("cycle", Kind::Continue),
    ("exit", Kind::Break),
    ("return", Kind::Return),
];

fn keyword_statement<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, want: Want) -> Vec<Part<'t>> {
    let word = raw.child(0).map_or("", |first| first.kind());
    let row = KEYWORDS.iter().find(|row| row.0 == word);
    let below = named(raw);
    match row {
        Some((_, kind @ (Kind::Continue | Kind::Break))) => {
            single(mapper.make(*kind, raw, Token::First, Vec::new()))
        }
        Some((_, kind)) => single(mapper.make(*kind, raw, Token::First, all_below(raw))),
        None if below.len() == 1 => {
            let label = Token::Kind("statement_label_reference");
            single(mapper.make(Kind::Goto, raw, label, Vec::new()))
        }
        None => branch_to_labels(mapper, raw, want),
    }
}

/// `if (a) 10, 20, 30` and `goto (10, 20), i`.
fn branch_to_labels<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    let below = named(raw).into_iter().flat_map(|child| match child.kind() {
        "parenthesized_expression" => named(child),
        _ => vec![child],
    });
    let parts = below.map(value).collect();
    let make = mapper.make(Kind::Other, raw, Token::First, parts);
    statement(mapper, raw, make)
}

fn label_reference<'t>(mapper: &Mapper<'_>, raw: Raw<'t>, _: Want) -> Vec<Part<'t>> {
    vec![leaf(Kind::Goto, mapper.span(raw))]
}
