//! Compiles the sources, reads their expectations and checks them.

use std::path::Path;
use std::process::Command;

use quell_ir::debug::{
    DebugInfo, DiType, Field, ParameterSource, ScopeRanges, Signature, Variable, VariablePlace,
    VariableSource,
};
use quell_ir::{Function, Inst, InstKind, LocalDef, MdId, Metadata, Module, parse_module};

#[derive(Clone, Copy, Debug)]
pub enum Compiler {
    Clang(u32),
    Flang,
    Rustc,
}

pub const CLANGS: &[Compiler] = &[
    Compiler::Clang(15),
    Compiler::Clang(16),
    Compiler::Clang(19),
];
const LEVELS: [&str; 2] = ["0", "2"];

impl Compiler {
    fn name(self) -> String {
        match self {
            Self::Clang(version) => format!("clang-{version}"),
            Self::Flang => "flang-new-19".to_owned(),
            Self::Rustc => "rustc".to_owned(),
        }
    }

    fn arguments(self, level: &str) -> Vec<String> {
        let scratch = env!("CARGO_TARGET_TMPDIR");
        let text = match self {
            Self::Clang(_) => format!("-g -O{level} -S -emit-llvm -o -"),
            Self::Flang => format!("-g -O{level} -S -emit-llvm -o - -J {scratch}"),
            Self::Rustc => format!(
                "-g -C opt-level={level} -C codegen-units=1 --edition=2024 --emit=llvm-ir=-"
            ),
        };
        text.split(' ').map(str::to_owned).collect()
    }

    fn compile(self, file: &str, level: &str) -> String {
        let output = Command::new(self.name())
            .args(self.arguments(level))
            .arg(file)
            .current_dir(directory())
            .output()
            .expect("the compiler is installed");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{} {file}: {errors}", self.name());
        String::from_utf8(output.stdout).expect("IR is text")
    }
}

fn directory() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/debug"))
}

/// One expectation: `//@ [tags] kind rest`.
#[derive(Debug)]
struct Expectation {
    line: u32,
    tags: Vec<String>,
    kind: String,
    rest: String,
}

fn expectations(file: &str) -> Vec<Expectation> {
    let text = std::fs::read_to_string(directory().join(file)).expect("the source is there");
    let lines = text.lines().zip(1..);
    let found: Vec<_> = lines
        .filter_map(|(text, line)| expectation(text, line))
        .collect();
    assert!(!found.is_empty(), "{file} expects nothing");
    found
}

fn expectation(text: &str, line: u32) -> Option<Expectation> {
    let (_, text) = text.split_once("//@ ").or_else(|| text.split_once("!@ "))?;
    let (tags, text) = match text.strip_prefix('[') {
        Some(tagged) => tagged.split_once("] ").expect("tags end with `] `"),
        None => ("", text),
    };
    let end = text.find([' ', ':']).expect("an expectation has a kind");
    Some(Expectation {
        line,
        tags: tags.split_whitespace().map(str::to_owned).collect(),
        kind: text[..end].to_owned(),
        rest: text[end..]
            .trim_start_matches([' ', ':'])
            .trim_end()
            .to_owned(),
    })
}

/// Compiles `file` with every compiler at every level and checks what its comments expect.
pub fn check_file(file: &str, compilers: &[Compiler]) {
    let expectations = expectations(file);
    let mut failures = String::new();
    for &compiler in compilers {
        for level in LEVELS {
            let text = compiler.compile(file, level);
            let module = parse_module(&text, file)
                .unwrap_or_else(|error| panic!("{file} by {compiler:?} -O{level}: {error}"));
            let tags = [format!("O{level}"), compiler.name()];
            failures += &check_module(&module, &expectations, &tags);
        }
    }
    assert!(failures.is_empty(), "{file}\n{failures}");
}

/// The expectations that do not hold, of those that concern a module with these tags.
fn check_module(module: &Module, expectations: &[Expectation], tags: &[String]) -> String {
    let facts = Facts::new(module);
    let mut failures = String::new();
    for expected in expectations {
        let concerns = expected.tags.iter().all(|tag| tags.contains(tag));
        if let (true, Err(found)) = (concerns, facts.check(expected)) {
            let (line, kind, rest) = (expected.line, &expected.kind, &expected.rest);
            failures += &format!("line {line} {tags:?}: {kind} {rest}\nfound: {found}\n");
        }
    }
    failures
}

struct Facts<'m> {
    module: &'m Module,
    info: DebugInfo<'m>,
    variables: Vec<Variable<'m>>,
}

type Outcome = Result<(), String>;

/// Succeeds if `expected` was found.
fn among(expected: &str, found: impl IntoIterator<Item = String>) -> Outcome {
    let found: Vec<String> = found.into_iter().collect();
    if found.iter().any(|text| text == expected) {
        Ok(())
    } else {
        Err(format!("\n  {}", found.join("\n  ")))
    }
}

fn same(expected: &str, found: &str) -> Outcome {
    among(expected, [found.to_owned()])
}

fn pair<'t>(text: &'t str, separator: &str) -> (&'t str, &'t str) {
    let halves = text.split_once(separator);
    halves.unwrap_or_else(|| panic!("`{text}` lacks `{separator}`"))
}

impl<'m> Facts<'m> {
    fn new(module: &'m Module) -> Self {
        let info = DebugInfo::new(module);
        let functions = module.functions.values();
        Self {
            module,
            info,
            variables: functions
                .flat_map(|function| info.variables(function))
                .collect(),
        }
    }

    fn check(&self, expected: &Expectation) -> Outcome {
        let (line, rest) = (expected.line, expected.rest.as_str());
        match expected.kind.as_str() {
            "sig" => self.signature(rest),
            "var" => self.variable(rest, line),
            "varscope" => self.variable_scope(rest),
            "scope" => self.scope(rest),
            "loc" => self.location(rest),
            "global" => self.global(rest, line),
            "type" => self.fields(rest),
            "size" => self.size(rest),
            "enum" => self.enumerators(rest),
            "variants" => self.variants(rest),
            "op" => self.operation(rest, line),
            "inlined" => self.inlined(rest, line),
            "origin" => self.origin(rest),
            "user" => self.users(rest),
            "name" => among(rest, self.defined().map(|of| self.info.qualified_name(of))),
            other => panic!("unknown expectation `{other}`"),
        }
    }

    fn defined(&self) -> impl Iterator<Item = &'m Function> + use<'m> {
        let functions = self.module.functions.values();
        functions.filter(|function| !function.is_declaration())
    }

    /// The function with this name in the source.
    fn function(&self, name: &str) -> Result<&'m Function, String> {
        let mut functions = self.defined();
        let found = functions.find(|of| self.info.source_name(of) == Some(name));
        found.ok_or_else(|| format!("no function {name}"))
    }

    /// `f(name: type <- source, ...) -> type`. Sources are IR parameters: `1`, what one points to:
    /// `*1`, or bytes of some at an offset: `1[0..4]@8`.
    fn signature(&self, expected: &str) -> Outcome {
        let (name, _) = pair(expected, "(");
        let signature = self.info.signature(self.function(name)?);
        let signature = signature.ok_or("no signature")?;
        same(
            expected,
            &(name.to_owned() + &self.signature_text(&signature)),
        )
    }

    fn signature_text(&self, signature: &Signature<'m>) -> String {
        let mut params: Vec<String> = Vec::new();
        for param in &signature.params {
            let ty = self.info.type_name(param.ty);
            let source = source_text(&param.source);
            params.push(format!("{}: {ty} <- {source}", param.name.unwrap_or("?")));
        }
        if signature.variadic {
            params.push("...".to_owned());
        }
        let ret = self.info.type_name(signature.ret);
        let mut text = format!("({}) -> {ret}", params.join(", "));
        if let Some(index) = signature.result_pointer {
            text += &format!(", result at {index}");
        }
        text
    }

    fn variables_of(&self, function: &str) -> impl Iterator<Item = &Variable<'m>> {
        let declared_in = move |of: &&Variable<'m>| {
            let scope = of.scope.and_then(|scope| self.info.subprogram_name(scope));
            scope == Some(function)
        };
        self.variables.iter().filter(declared_in)
    }

    /// `f name: type`, declared in this line.
    fn variable(&self, expected: &str, line: u32) -> Outcome {
        let (function, rest) = pair(expected, " ");
        let text = |of: &Variable<'m>| {
            let ty = self.info.type_name(of.ty);
            format!("{}: {ty} in {}", of.name.unwrap_or("?"), of.line)
        };
        among(
            &format!("{rest} in {line}"),
            self.variables_of(function).map(text),
        )
    }

    /// `f name: first..last`, the lines of the scope that the variable is in.
    fn variable_scope(&self, expected: &str) -> Outcome {
        let (function, rest) = pair(expected, " ");
        let ranges = ScopeRanges::new(&self.info, self.function(function)?);
        let text = |of: &Variable<'m>| {
            let range = of.scope.and_then(|scope| ranges.lines(scope));
            let (first, last) = range.unwrap_or((0, 0));
            format!("{}: {first}..{last}", of.name.unwrap_or("?"))
        };
        among(rest, self.variables_of(function).map(text))
    }

    /// `f: first..last`, the lines of the function.
    fn scope(&self, expected: &str) -> Outcome {
        let (name, lines) = pair(expected, ": ");
        let function = self.function(name)?;
        let ranges = ScopeRanges::new(&self.info, function);
        let subprogram = function.subprogram.expand().ok_or("no subprogram")?;
        let (first, last) = ranges.lines(subprogram).ok_or("no lines")?;
        same(lines, &format!("{first}..{last}"))
    }

    /// `f name: place`, the first record of a variable: the variable is in a `slot`, in
    /// `static symbol+offset`, `behind n` (an IR parameter), or has the value of `parameter n`, of
    /// a `value`, of a `constant`; `nowhere` when there is no record.
    fn location(&self, expected: &str) -> Outcome {
        let (function, rest) = pair(expected, " ");
        let variables = self.module.functions.values().flat_map(|of| {
            let here = self.info.source_name(of) == Some(function);
            let variables = here.then(|| self.info.variables(of));
            variables
                .into_iter()
                .flatten()
                .map(move |variable| (of, variable))
        });
        among(
            rest,
            variables.map(|(of, variable)| {
                let place = variable.places.first();
                let text = place.map_or("nowhere".to_owned(), |place| self.place_text(of, place));
                format!("{}: {text}", variable.name.unwrap_or("?"))
            }),
        )
    }

    fn place_text(&self, function: &Function, place: &VariablePlace<'m>) -> String {
        match (&place.source, place.is_address) {
            (VariableSource::Static(at), true) => {
                format!("static {}+{}", self.module.name_of(at.global), at.offset)
            }
            (VariableSource::Local(local), is_address) => {
                let def = function.locals[*local].def;
                match (def, is_address) {
                    (LocalDef::Param(index), true) => format!("behind {index}"),
                    (LocalDef::Param(index), false) => format!("parameter {index}"),
                    (LocalDef::Inst(_), true) => "slot".to_owned(),
                    (LocalDef::Inst(_), false) => "value".to_owned(),
                }
            }
            (VariableSource::Const(_), _) => "constant".to_owned(),
            (other, _) => format!("{other:?}"),
        }
    }

    /// `name: type`, declared in this line.
    fn global(&self, expected: &str, line: u32) -> Outcome {
        let globals = self.info.globals().into_iter();
        let found = globals.filter(|of| !of.artificial).map(|of| {
            let ty = self.info.type_name(of.ty);
            format!("{}: {ty} in {}", of.name.unwrap_or("?"), of.line)
        });
        among(&format!("{expected} in {line}"), found)
    }

    /// Every type of the module with this name; a declaration and a definition can share one.
    fn types(&self, name: &str) -> Vec<DiType<'m>> {
        let nodes = self.module.metadata.iter();
        let ids = nodes.filter(|(_, node)| matches!(node, Metadata::Node(_)));
        let named = |&(id, _): &(MdId, &Metadata)| self.info.type_name(Some(id)) == name;
        ids.filter(named).map(|(id, _)| self.info.ty(id)).collect()
    }

    /// `type: name type offset+bits, ...`, with `offset:bits` for bit fields.
    fn fields(&self, expected: &str) -> Outcome {
        let (name, fields) = pair(expected, ": ");
        among(
            fields,
            self.types(name).iter().map(|ty| match ty {
                DiType::Aggregate(aggregate) => {
                    let fields = aggregate.fields.iter().map(|field| self.field_text(field));
                    fields.collect::<Vec<_>>().join(", ")
                }
                other => format!("{other:?}"),
            }),
        )
    }

    fn field_text(&self, field: &Field<'m>) -> String {
        let sign = if field.bit_field { ':' } else { '+' };
        let ty = self.info.type_name(field.ty);
        let name = field.name.unwrap_or("?");
        format!("{name} {ty} {}{sign}{}", field.bit_offset, field.bits)
    }

    /// `type: bits`.
    fn size(&self, expected: &str) -> Outcome {
        let (name, bits) = pair(expected, ": ");
        among(
            bits,
            self.types(name).iter().map(|ty| match ty {
                DiType::Aggregate(aggregate) => aggregate.bits.to_string(),
                other => format!("{other:?}"),
            }),
        )
    }

    /// `type: name=value name=value`.
    fn enumerators(&self, expected: &str) -> Outcome {
        let (name, values) = pair(expected, ": ");
        among(
            values,
            self.types(name).iter().map(|ty| match ty {
                DiType::Enum { values, .. } => {
                    let texts = values.iter().map(|(name, value)| format!("{name}={value}"));
                    texts.collect::<Vec<_>>().join(" ")
                }
                other => format!("{other:?}"),
            }),
        )
    }

    /// `type: name=discriminator name=discriminator`.
    fn variants(&self, expected: &str) -> Outcome {
        let (name, variants) = pair(expected, ": ");
        among(
            variants,
            self.types(name).iter().map(|ty| match ty {
                DiType::Aggregate(aggregate) => {
                    let variants = aggregate.variants.iter().flat_map(|part| &part.variants);
                    let text = |name: Option<&str>, value: Option<i128>| {
                        let value = value.map_or("_".to_owned(), |value| value.to_string());
                        format!("{}={value}", name.unwrap_or("?"))
                    };
                    let texts = variants.map(|of| text(of.data.name, of.value));
                    texts.collect::<Vec<_>>().join(" ")
                }
                other => format!("{other:?}"),
            }),
        )
    }

    /// Every instruction with the functions through which it was inlined, innermost first, and its
    /// function.
    fn placed(
        &self,
    ) -> impl Iterator<Item = (&'m Function, &'m Inst, Vec<String>, (u32, u32), u32)> {
        self.defined().flat_map(move |function| {
            function.insts.iter().filter_map(move |(id, inst)| {
                let place = self.info.span_of(function, id)?;
                let around = place.inlined_at.iter();
                let chain = std::iter::once(&place.place).chain(around);
                let names = chain
                    .map(|at| at.function.unwrap_or("?").to_owned())
                    .collect();
                let at = (place.place.line, place.place.column);
                Some((function, inst, names, at, place.in_function().line))
            })
        })
    }

    /// `f opcode column`: an instruction of the text of `f` in this line.
    fn operation(&self, expected: &str, line: u32) -> Outcome {
        let found = self.placed().filter(|of| of.3.0 == line);
        among(
            expected,
            found.map(|(_, inst, names, at, _)| {
                format!("{} {} {}", names[0], opcode(&inst.kind), at.1)
            }),
        )
    }

    /// `f: g < h`: an instruction of `g`, inlined through `h` into `f`, by a call in this line.
    fn inlined(&self, expected: &str, line: u32) -> Outcome {
        let found = self.placed().filter(|of| of.4 == line && of.2.len() > 1);
        among(
            expected,
            found.map(|(_, _, mut names, _, _)| {
                let outermost = names.pop().expect("not empty");
                format!("{outermost}: {}", names.join(" < "))
            }),
        )
    }

    /// `f: origin`.
    fn origin(&self, expected: &str) -> Outcome {
        let (name, origin) = pair(expected, ": ");
        let found = self.info.origin(self.function(name)?);
        same(origin, &format!("{found:?}").to_lowercase())
    }

    /// The names of all functions of the user, in alphabetical order.
    fn users(&self, expected: &str) -> Outcome {
        let users = self.info.user_functions().into_iter();
        let name = |id| self.info.qualified_name(&self.module.functions[id]);
        let mut names: Vec<String> = users.map(name).collect();
        names.sort_unstable();
        same(expected, &names.join(" "))
    }
}

fn source_text(source: &ParameterSource) -> String {
    match source {
        ParameterSource::Value(index) => index.to_string(),
        ParameterSource::Pointer(index) => format!("*{index}"),
        ParameterSource::Pieces(pieces) => {
            let text = |of: &quell_ir::debug::Piece| {
                format!(
                    "{}[{}..{}]@{}",
                    of.param,
                    of.from,
                    of.from + of.bytes,
                    of.at
                )
            };
            pieces.iter().map(text).collect::<Vec<_>>().join(" ")
        }
        ParameterSource::None => "?".to_owned(),
    }
}

/// The name of an operation in expectations.
fn opcode(kind: &InstKind) -> &'static str {
    match kind {
        InstKind::Binary { op, .. } => op.text(),
        InstKind::ICmp { .. } => "icmp",
        InstKind::Store { .. } => "store",
        InstKind::Ret { .. } => "ret",
        _ => "other",
    }
}
