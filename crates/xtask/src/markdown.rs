//! The anchors and links of a Markdown file.

use std::collections::{BTreeMap, BTreeSet};

use pulldown_cmark::{BrokenLink, CowStr, Event, LinkType, Options, Parser, Tag, TagEnd};

/// The anchors and links of one file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Document {
    pub anchors: BTreeSet<String>,
    pub links: Vec<Link>,
}

/// A link's target as written, and the line it starts on.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub line: usize,
    pub target: Target,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Destination(String),
    /// `[text][label]` without a definition of `label`.
    Undefined(String),
}

pub(crate) fn read(text: &str) -> Document {
    let mut document = Document::default();
    let mut undefined = Vec::new();
    let mut headings = Headings::default();
    let note = |link: BrokenLink<'_>| note_undefined(link, &mut undefined);
    let parser = Parser::new_with_broken_link_callback(text, Options::all(), Some(note));
    for (event, span) in parser.into_offset_iter() {
        headings.feed(&event);
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                document.links.push(Link {
                    line: line_of(text, span.start),
                    target: Target::Destination(dest_url.into_string()),
                });
            }
            Event::Html(html) | Event::InlineHtml(html) => {
                document.anchors.extend(html_anchors(&html));
            }
            _ => {}
        }
    }
    document.anchors.extend(headings.anchors);
    let broken = undefined.into_iter().map(|(start, label)| Link {
        line: line_of(text, start),
        target: Target::Undefined(label),
    });
    document.links.extend(broken);
    document
}

/// Records a reference link without a definition. Only `[text][label]` counts: single brackets are often
/// plain text.
fn note_undefined(
    link: BrokenLink<'_>,
    undefined: &mut Vec<(usize, String)>,
) -> Option<(CowStr<'static>, CowStr<'static>)> {
    if matches!(link.link_type, LinkType::Reference | LinkType::Collapsed) {
        undefined.push((link.span.start, link.reference.to_string()));
    }
    None
}

fn line_of(text: &str, offset: usize) -> usize {
    1 + text
        .bytes()
        .take(offset)
        .filter(|byte| *byte == b'\n')
        .count()
}

/// Collects the text of headings and makes anchors of them as code-hosting sites do: lower case, punctuation
/// dropped, blanks as hyphens, repeated headings numbered.
#[derive(Default)]
struct Headings {
    current: Option<String>,
    seen: BTreeMap<String, usize>,
    anchors: BTreeSet<String>,
}

impl Headings {
    fn feed(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(Tag::Heading { id, .. }) => {
                self.anchors.extend(id.as_ref().map(ToString::to_string));
                self.current = Some(String::new());
            }
            Event::End(TagEnd::Heading(_)) => self.finish(),
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut self.current {
                    heading.push_str(text);
                }
            }
            _ => {}
        }
    }

    fn finish(&mut self) {
        let slug = slug(&self.current.take().unwrap_or_default());
        let count = self.seen.entry(slug.clone()).or_default();
        let anchor = match *count {
            0 => slug,
            n => format!("{slug}-{n}"),
        };
        *count += 1;
        self.anchors.insert(anchor);
    }
}

fn slug(heading: &str) -> String {
    heading
        .trim()
        .chars()
        .filter_map(|c| match c {
            ' ' => Some('-'),
            '-' | '_' => Some(c),
            c if c.is_alphanumeric() => Some(c),
            _ => None,
        })
        .flat_map(char::to_lowercase)
        .collect()
}

/// `id="..."` and `name="..."` in raw HTML.
fn html_anchors(html: &str) -> Vec<String> {
    let after_attribute = |name: &str| {
        let marker = format!(" {name}=\"");
        let values = html.split(marker.as_str()).skip(1);
        values
            .filter_map(|rest| rest.split_once('"'))
            .map(|(value, _)| value.to_string())
            .collect::<Vec<_>>()
    };
    [after_attribute("id"), after_attribute("name")].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn anchors(text: &str) -> Vec<String> {
        read(text).anchors.into_iter().collect()
    }

    #[test]
    fn headings_become_anchors() {
        let cases: [(&str, &[&str]); 5] = [
            ("# Exit codes\n", &["exit-codes"]),
            (
                "## What `quell exec` prints, and why\n",
                &["what-quell-exec-prints-and-why"],
            ),
            ("# A\n# A\n# a\n", &["a", "a-1", "a-2"]),
            ("Title\n=====\n", &["title"]),
            ("```\n# no heading\n```\n", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(anchors(text), expected, "{text}");
        }
    }

    #[test]
    fn html_anchors_count() {
        assert_eq!(anchors("<a id=\"here\"></a>\n"), ["here"]);
        assert_eq!(anchors("text <a name=\"x\"></a>\n"), ["x"]);
    }

    #[test]
    fn links_are_found_with_their_lines() {
        let text = "[a](x.md)\n\n![i](p.png)\n[r][def]\n`[no](code)`\n\n[def]: y.md#z\n[q][gone] [plain]\n";
        let document = read(text);
        let found: Vec<_> = document
            .links
            .iter()
            .map(|link| (link.line, format!("{:?}", link.target)))
            .collect();
        let expected = [
            (1, "Destination(\"x.md\")"),
            (3, "Destination(\"p.png\")"),
            (4, "Destination(\"y.md#z\")"),
            (8, "Undefined(\"gone\")"),
        ];
        let expected: Vec<_> = expected
            .map(|(line, target)| (line, target.to_string()))
            .into();
        assert_eq!(found, expected);
    }
}
