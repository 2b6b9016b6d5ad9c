//! Lines and columns of offsets, both counted from 1; a column is a byte.

/// The starts of the lines of a text.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    starts: Vec<u32>,
    /// The length of the text.
    end: u32,
}

impl Lines {
    pub(crate) fn of(text: &str) -> Lines {
        let mut starts = vec![0];
        for (at, byte) in text.bytes().enumerate() {
            if byte == b'\n' {
                starts.push(clamp(at + 1));
            }
        }
        Lines {
            starts,
            end: clamp(text.len()),
        }
    }

    /// The offset of a line and column. The column after the last byte of a line is valid too.
    pub(crate) fn offset(&self, line: u32, column: u32) -> Option<u32> {
        let index = usize::try_from(line.checked_sub(1)?).ok()?;
        let start = *self.starts.get(index)?;
        let offset = start.checked_add(column.checked_sub(1)?)?;
        let next = self.starts.get(index + 1);
        let last = next.map_or(self.end, |next| next - 1);
        (offset <= last).then_some(offset)
    }

    /// The line and column of an offset.
    pub(crate) fn position(&self, offset: u32) -> (u32, u32) {
        let offset = offset.min(self.end);
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self.starts[line - 1];
        (clamp(line), offset - start + 1)
    }

    /// The first byte of the line of an offset.
    pub(crate) fn line_start(&self, offset: u32) -> u32 {
        let (_, column) = self.position(offset);
        offset.min(self.end) - (column - 1)
    }

    /// The end of the line of an offset, without its line break.
    pub(crate) fn line_end(&self, offset: u32) -> u32 {
        let (line, _) = self.position(offset);
        let next = self.starts.get(line as usize);
        next.map_or(self.end, |next| next - 1)
    }
}

/// A size as `u32`. Texts that are too long for it are not parsed.
pub(crate) fn clamp(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_bytes_from_one() {
        let lines = Lines::of("ab\n\tü x\n\nlast");
        assert_eq!(lines.offset(1, 1), Some(0));
        assert_eq!(lines.offset(1, 3), Some(2));
        assert_eq!(lines.offset(1, 4), None);
        assert_eq!(lines.offset(2, 5), Some(7));
        assert_eq!(lines.offset(3, 1), Some(9));
        assert_eq!(lines.offset(4, 5), Some(14));
        assert_eq!(lines.offset(5, 1), None);
        assert_eq!(lines.offset(0, 1), None);
        assert_eq!(lines.offset(1, 0), None);
        assert_eq!(lines.position(7), (2, 5));
        assert_eq!(lines.position(99), (4, 5));
    }

    #[test]
    fn positions_and_offsets_undo_each_other() {
        let text = "a\r\nbc\n\n\n";
        let lines = Lines::of(text);
        for offset in 0..=clamp(text.len()) {
            let (line, column) = lines.position(offset);
            assert_eq!(lines.offset(line, column), Some(offset));
        }
    }

    #[test]
    fn a_line_has_two_ends() {
        let lines = Lines::of("ab\ncde\n");
        assert_eq!((lines.line_start(4), lines.line_end(4)), (3, 6));
        assert_eq!((lines.line_start(2), lines.line_end(2)), (0, 2));
        assert_eq!((lines.line_start(7), lines.line_end(7)), (7, 7));
    }
}
