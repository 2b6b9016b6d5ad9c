//! Blocks of code in Markdown, and the commands in them.

/// A block between lines of three backquotes.
#[derive(Debug)]
pub struct Block<'t> {
    /// The text after the first backquotes.
    pub info: &'t str,
    /// The line of the first backquotes, from 1.
    pub line: usize,
    pub lines: Vec<&'t str>,
}

impl<'t> Block<'t> {
    /// The lines that begin with `$`, each with the lines that it is expected to print.
    pub fn commands(&self) -> Vec<(&'t str, Vec<&'t str>)> {
        let mut found: Vec<(&str, Vec<&str>)> = Vec::new();
        for line in &self.lines {
            match (line.strip_prefix("$ "), found.last_mut()) {
                (Some(command), _) => found.push((command, Vec::new())),
                (None, Some((_, expected))) => expected.push(line),
                (None, None) => {}
            }
        }
        for (_, expected) in &mut found {
            while expected.last().is_some_and(|line| line.is_empty()) {
                expected.pop();
            }
        }
        found
    }
}

/// All blocks of a text. An indented or unclosed block is an error, as tools disagree about these.
pub fn blocks(text: &str) -> Result<Vec<Block<'_>>, String> {
    let mut found: Vec<Block<'_>> = Vec::new();
    let mut inside = false;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        match line.strip_prefix("```") {
            Some(_) if inside => inside = false,
            Some(info) => {
                inside = true;
                found.push(Block {
                    info,
                    line: number,
                    lines: Vec::new(),
                });
            }
            None if line.trim_start().starts_with("```") => {
                return Err(format!("line {number}: an indented block"));
            }
            None if line.trim_start().starts_with("~~~") => {
                return Err(format!("line {number}: use backquotes for a block"));
            }
            None => {
                if let Some(block) = found.last_mut().filter(|_| inside) {
                    block.lines.push(line);
                }
            }
        }
    }
    match inside {
        true => Err("the last block is not closed".to_owned()),
        false => Ok(found),
    }
}

/// Whether lines are those expected, where `...` stands for any lines and `[..]` for any text in a line.
pub fn matches(expected: &[&str], found: &[&str]) -> bool {
    match expected {
        [] => found.is_empty(),
        ["...", rest @ ..] => (0..=found.len()).any(|skip| matches(rest, &found[skip..])),
        [first, rest @ ..] => match found {
            [line, others @ ..] => line_matches(first, line) && matches(rest, others),
            [] => false,
        },
    }
}

fn line_matches(expected: &str, line: &str) -> bool {
    match expected.split_once("[..]") {
        None => expected == line,
        Some((start, rest)) => line.strip_prefix(start).is_some_and(|line| {
            let starts = line.char_indices().map(|(index, _)| index);
            let mut starts = starts.chain([line.len()]);
            starts.any(|start| line_matches(rest, &line[start..]))
        }),
    }
}

#[test]
fn lines_match_except_at_placeholders() {
    let found = ["a 1", "b", "c: x y"];
    assert!(matches(&["a 1", "b", "c: x y"], &found));
    assert!(matches(&["a [..]", "...", "c: [..] y"], &found));
    assert!(matches(&["..."], &found));
    for expected in [
        &["a 2", "..."][..],
        &["...", "b"],
        &["a [..]", "c: [..]"],
        &["a 1", "b", "c: [..] z"],
        &[],
    ] {
        assert!(!matches(expected, &found), "{expected:?}");
    }
}
