//! The three standard streams: their `FILE` objects and their state.

use crate::domain::Domain;
use crate::host::Stream;
use crate::library::call::{Call, misuse};
use crate::library::errno::EBADF;
use crate::machine::Machine;
use crate::stop::Stop;

/// A standard stream; its number is its file descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Std {
    In,
    Out,
    Err,
}

impl Std {
    const ALL: [Self; 3] = [Self::In, Self::Out, Self::Err];

    pub fn descriptor(self) -> i32 {
        self as i32
    }

    pub fn of_descriptor(number: i32) -> Option<Self> {
        Self::ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// The console stream that output goes to.
    pub fn sink(self) -> Option<Stream> {
        match self {
            Self::In => None,
            Self::Out => Some(Stream::Stdout),
            Self::Err => Some(Stream::Stderr),
        }
    }
}

/// The stream of the variables `stdin`, `stdout` and `stderr`.
pub fn standard_stream(name: &str) -> Option<Std> {
    match name {
        "stdin" => Some(Std::In),
        "stdout" => Some(Std::Out),
        "stderr" => Some(Std::Err),
        _ => None,
    }
}

#[derive(Debug, Default)]
pub struct State {
    pub eof: bool,
    pub error: bool,
    pub closed: bool,
}

/// The number of bytes read from the console at a time.
const BLOCK: usize = 4096;

/// Bytes that were read and not yet consumed, after those pushed back by `ungetc`.
#[derive(Debug, Default)]
pub struct Input {
    buffer: Vec<u8>,
    at: usize,
    pub pushed: Vec<u8>,
}

#[derive(Debug)]
pub struct Streams<D: Domain> {
    files: [Option<D::Ptr>; 3],
    states: [State; 3],
    pub input: Input,
}

impl<D: Domain> Default for Streams<D> {
    fn default() -> Self {
        Self {
            files: [None, None, None],
            states: [State::default(), State::default(), State::default()],
            input: Input::default(),
        }
    }
}

impl<D: Domain> Streams<D> {
    pub fn state(&mut self, stream: Std) -> &mut State {
        &mut self.states[stream as usize]
    }
}

/// The size of glibc's `FILE`.
const FILE_SIZE: u64 = 216;

impl<D: Domain> Machine<D> {
    /// The `FILE` object of a stream.
    pub(crate) fn file_of(&mut self, stream: Std) -> Result<D::Ptr, Stop> {
        if let Some(file) = &self.library.streams.files[stream as usize] {
            return Ok(file.clone());
        }
        let file = self.host_object("a standard stream", FILE_SIZE)?;
        self.library.streams.files[stream as usize] = Some(file.clone());
        Ok(file)
    }

    /// Allocates the `FILE` objects of all standard streams.
    pub(crate) fn standard_streams(&mut self) -> Result<(), Stop> {
        for stream in Std::ALL {
            self.file_of(stream)?;
        }
        Ok(())
    }

    /// The stream whose `FILE` object this is.
    pub(crate) fn stream_at(&mut self, file: &D::Ptr) -> Result<Std, Stop> {
        for stream in Std::ALL {
            let known = self.file_of(stream)?;
            if self.same_ptr(file, &known)? {
                return Ok(stream);
            }
        }
        Err(misuse("stdio", "the pointer is not an open stream"))
    }

    /// Writes to a stream. Returns false and sets `errno` if the stream is not writable.
    pub(crate) fn put(&mut self, stream: Std, bytes: &[u8]) -> Result<bool, Stop> {
        let state = self.library.streams.state(stream);
        if state.closed {
            return Err(misuse("stdio", "the stream is closed"));
        }
        match stream.sink() {
            Some(sink) => {
                self.console.write(sink, bytes);
                Ok(true)
            }
            None => {
                state.error = true;
                self.set_errno(EBADF)?;
                Ok(false)
            }
        }
    }

    /// The next byte of the input; none at its end.
    pub(crate) fn next_byte(&mut self) -> Option<u8> {
        let byte = self.peek_byte()?;
        let input = &mut self.library.streams.input;
        if input.pushed.pop().is_none() {
            input.at += 1;
        }
        Some(byte)
    }

    /// The next byte, which is not consumed. Records the end of the input.
    pub(crate) fn peek_byte(&mut self) -> Option<u8> {
        let streams = &mut self.library.streams;
        if let Some(&byte) = streams.input.pushed.last() {
            return Some(byte);
        }
        if streams.input.at == streams.input.buffer.len() && !streams.states[0].eof {
            let mut block = vec![0; BLOCK];
            let count = self.console.read(&mut block).min(BLOCK);
            block.truncate(count);
            streams.input.buffer = block;
            streams.input.at = 0;
            streams.states[0].eof = count == 0;
        }
        let input = &self.library.streams.input;
        input.buffer.get(input.at).copied()
    }
}

impl<D: Domain> Call<'_, D> {
    pub(super) fn stream(&mut self, index: usize) -> Result<Std, Stop> {
        let file = self.ptr(index)?;
        self.machine.stream_at(&file)
    }

    /// Whether the stream argument can be read.
    pub(crate) fn input_stream(&mut self, index: usize) -> Result<bool, Stop> {
        let stream = self.stream(index)?;
        self.readable(stream)
    }

    /// Whether the stream can be read; if not, `errno` and its error flag are set.
    pub(super) fn readable(&mut self, stream: Std) -> Result<bool, Stop> {
        let state = self.machine.library.streams.state(stream);
        if state.closed {
            return Err(misuse("stdio", "the stream is closed"));
        }
        if stream == Std::In {
            return Ok(true);
        }
        state.error = true;
        self.machine.set_errno(EBADF)?;
        Ok(false)
    }
}
