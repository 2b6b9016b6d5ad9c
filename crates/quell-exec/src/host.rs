//! The interface to the outside world: standard input and output.

use std::fmt::Debug;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    Stdout,
    Stderr,
}

/// The source of the program's input and the destination of its output.
pub trait Console: Debug {
    /// Reads up to `buffer.len()` bytes; 0 at the end of the input.
    fn read(&mut self, buffer: &mut [u8]) -> usize;
    fn write(&mut self, stream: Stream, bytes: &[u8]);
    /// Flushes written bytes; false if some of them were lost.
    fn flush(&mut self) -> bool {
        true
    }
}

/// A console with its input given in advance, which keeps the output.
#[derive(Clone, Debug, Default)]
pub struct Buffered {
    pub stdin: Vec<u8>,
    pub position: usize,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

impl Buffered {
    pub fn with_stdin(stdin: Vec<u8>) -> Self {
        Self {
            stdin,
            ..Self::default()
        }
    }
}

impl Console for Buffered {
    fn read(&mut self, buffer: &mut [u8]) -> usize {
        let rest = self.stdin.get(self.position..).unwrap_or_default();
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.position += count;
        count
    }

    fn write(&mut self, stream: Stream, bytes: &[u8]) {
        match stream {
            Stream::Stdout => self.stdout.extend_from_slice(bytes),
            Stream::Stderr => self.stderr.extend_from_slice(bytes),
        }
    }
}

impl<C: Console> Console for std::rc::Rc<std::cell::RefCell<C>> {
    fn read(&mut self, buffer: &mut [u8]) -> usize {
        self.borrow_mut().read(buffer)
    }

    fn write(&mut self, stream: Stream, bytes: &[u8]) {
        self.borrow_mut().write(stream, bytes);
    }

    fn flush(&mut self) -> bool {
        self.borrow_mut().flush()
    }
}
