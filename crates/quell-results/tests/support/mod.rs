//! A record with the fields that every record has.

use quell_results::{Decision, Record, RecordKind, SourceText, Span};

pub fn record(id: &str, verdict: Decision) -> Record {
    Record {
        id: id.to_owned(),
        kind: RecordKind::Mutant,
        operator: Some("AOR".to_owned()),
        criterion: None,
        function: "f".to_owned(),
        file: "f.c".to_owned(),
        span: Span {
            line: 3,
            column: 9,
            end_line: 3,
            end_column: 10,
        },
        source: SourceText::Change {
            before: "a + b".to_owned(),
            after: "a - b".to_owned(),
            removed: "+".to_owned(),
            inserted: "-".to_owned(),
        },
        parts: Vec::new(),
        alternatives: Vec::new(),
        is_part: false,
        also: Vec::new(),
        verdict,
    }
}
