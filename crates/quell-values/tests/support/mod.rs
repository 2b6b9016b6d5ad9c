//! Calls of functions in `data/shapes.c`, and hand-made observations of them.

use std::path::Path;
use std::sync::OnceLock;

use quell_compile::{Language, Request, Toolbox, compile};
use quell_ir::Module;
use quell_ir::parse::parse_module;
use quell_values::lookup::Lookup;
use quell_values::{Bytes, Callee, Given, Observed, Prepared, Surroundings, Target, Types};
use serde_json::Value;

pub fn module() -> &'static Module {
    static MODULE: OnceLock<Module> = OnceLock::new();
    MODULE.get_or_init(|| {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/shapes.c");
        let compiled = compile(&Request::new(&file), &Toolbox::from_env()).unwrap();
        parse_module(&compiled.text, "shapes.c").unwrap()
    })
}

pub fn callee(name: &str) -> Callee<'static> {
    let module = module();
    let types = Types::new(module);
    let lookup = Lookup {
        module,
        info: types.info,
        language: Language::C,
        file: "shapes.c",
    };
    Callee::new(&lookup, types, lookup.find(name).unwrap())
}

pub fn prepare(callee: &Callee<'_>, args: &str, globals: &str) -> Result<Prepared, String> {
    let args: Vec<Value> = serde_json::from_str(args).unwrap();
    let globals: serde_json::Map<String, Value> = serde_json::from_str(globals).unwrap();
    let args: Vec<Given> = args.iter().map(Given::from_json).collect();
    let around = Surroundings {
        globals: globals
            .iter()
            .map(|(name, value)| (name.clone(), Given::from_json(value)))
            .collect(),
        ..Surroundings::default()
    };
    callee
        .prepare(&args, &around)
        .map_err(|error| error.to_string())
}

/// An observation with all objects at addresses from `base` on, no changes, and a result of zeros.
pub fn observe(callee: &Callee<'_>, call: &Prepared, base: u64) -> Observed {
    let image = &call.image;
    let addresses = |count: usize, start: u64| -> Vec<u64> {
        (0..count as u64)
            .map(|index| base + start + index * 0x1000)
            .collect()
    };
    let mut observed = Observed {
        object_addresses: addresses(image.objects.len(), 0x10_0000),
        global_addresses: addresses(image.globals.len(), 0x20_0000),
        symbol_addresses: addresses(image.symbols.len(), 0x30_0000),
        result: vec![0; callee.types.size(callee.signature.ret).unwrap_or(0) as usize],
        ..Observed::default()
    };
    observed.objects = image
        .objects
        .iter()
        .map(|of| placed(&of.content, &observed))
        .collect();
    observed.globals = image
        .globals
        .iter()
        .map(|of| match &of.content {
            Some(content) => placed(content, &observed),
            None => vec![0; of.size as usize],
        })
        .collect();
    observed
}

fn placed(content: &Bytes, observed: &Observed) -> Vec<u8> {
    let mut bytes = content.bytes.clone();
    for pointer in &content.pointers {
        let address = match pointer.target {
            Target::Object(index) => observed.object_addresses[index as usize],
            Target::Global(index) => observed.global_addresses[index as usize],
            Target::Symbol(index) => observed.symbol_addresses[index as usize],
        };
        set_word(&mut bytes, pointer.at as usize, address);
    }
    bytes
}

pub fn set_word(bytes: &mut [u8], at: usize, word: u64) {
    bytes[at..at + 8].copy_from_slice(&word.to_le_bytes());
}

/// The address of a function or constant.
pub fn symbol(call: &Prepared, observed: &Observed, name: &str) -> u64 {
    let mut symbols = call.image.symbols.iter();
    let index = symbols.position(|of| of.symbol == name).unwrap();
    observed.symbol_addresses[index]
}
