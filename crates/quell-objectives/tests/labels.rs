//! placeholder
use std::path::{Path, PathBuf};

use quell_compile::{Request, Toolbox, compile};
use quell_ir::Module;
use quell_ir::parse::parse_module;
use quell_ir::verify::verify;
use quell_objectives::Sources;
use quell_objectives::criteria::{CriteriaSelection, Labels, WantedLabels, label};

fn labels_of(path: &Path, criteria: &str) -> (Module, Labels) {
    let compiled = compile(&Request::new(path), &Toolbox::from_env()).unwrap();
    let mut module = parse_module(&compiled.text, "module").unwrap();
    let sources = Sources::load(&module);
    let wanted = WantedLabels {
        selection: CriteriaSelection::parse(criteria).unwrap(),
        functions: Vec::new(),
        lines: None,
        partitions: Default::default(),
        operators: None,
    };
    let found = label(&mut module, &sources, &wanted);
    (module, found)
}

#[test]
fn show() {
    let Ok(path) = std::env::var("QUELL_FILE") else {
        return;
    };
    let criteria = std::env::var("QUELL_CRITERIA").unwrap_or("DC,CC,MCC".to_owned());
    let (module, found) = labels_of(&PathBuf::from(path), &criteria);
    for one in &found.objectives {
        println!(
            "{:18} {:3}:{:<3} {} {:?}",
            one.id.0,
            one.source.span.line,
            one.source.span.column,
            one.source.before(),
            one.alternatives().len()
        );
    }
    for skipped in &found.skipped {
        println!("{skipped}");
    }
    println!("{:?}", verify(&module));
}
