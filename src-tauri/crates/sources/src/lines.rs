//! Lines with any line ending.

use std::io::{self, BufRead, BufReader, Read};

/// In bytes; longer lines are truncated.
pub(crate) const MAX_LINE_BYTES: usize = 64 * 1024;

/// A line without its end.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    /// From 1.
    pub(crate) number: u32,
    pub(crate) text: String,
    /// Whether it was truncated.
    pub(crate) is_cut: bool,
}

impl Line {
    pub(crate) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// The lines of a UTF-8 text, ending in CR, LF, or both.
pub(crate) struct Lines<R> {
    reader: BufReader<R>,
    number: u32,
    /// A following LF belongs to the previous CR.
    is_after_cr: bool,
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(reader: R) -> Self {
        Self { reader: BufReader::with_capacity(MAX_LINE_BYTES, reader), number: 0, is_after_cr: false }
    }

    /// The next line. An interrupted last line is dropped, since half a URL is another one.
    pub(crate) fn next(&mut self) -> io::Result<Option<Line>> {
        let (mut bytes, mut is_cut, mut has_any) = (Vec::new(), false, false);
        loop {
            let block = match self.reader.fill_buf() {
                Ok(block) => block,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if block.is_empty() {
                return Ok(has_any.then(|| self.line(bytes, is_cut)));
            }
            if std::mem::take(&mut self.is_after_cr) && block.starts_with(b"\n") {
                self.reader.consume(1);
                continue;
            }
            has_any = true;
            let end = block.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let part = block.get(..end.unwrap_or(block.len())).unwrap_or_default();
            let room = MAX_LINE_BYTES - bytes.len();
            is_cut |= part.len() > room;
            bytes.extend_from_slice(part.get(..room).unwrap_or(part));
            let Some(end) = end else {
                let count = block.len();
                self.reader.consume(count);
                continue;
            };
            self.is_after_cr = block.get(end) == Some(&b'\r');
            self.reader.consume(end + 1);
            return Ok(Some(self.line(bytes, is_cut)));
        }
    }

    fn line(&mut self, bytes: Vec<u8>, is_cut: bool) -> Line {
        self.number = self.number.saturating_add(1);
        // Only if a character was truncated.
        let text = String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into());
        Line { number: self.number, text, is_cut }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::{Lines, MAX_LINE_BYTES};

    /// Returns one byte at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = buffer.len().min(1);
            self.0.read(&mut buffer[..count])
        }
    }

    fn lines(text: &str) -> Vec<(u32, String)> {
        let mut lines = Lines::new(Slow(text.as_bytes()));
        std::iter::from_fn(|| lines.next().unwrap()).map(|line| (line.number, line.text)).collect()
    }

    #[test]
    fn lines_end_in_any_way() {
        let three = ["a", "b", "c"].map(str::to_owned);
        for text in ["a\nb\nc", "a\r\nb\r\nc\r\n", "a\rb\rc\r", "a\r\nb\rc\n"] {
            let (numbers, texts): (Vec<_>, Vec<_>) = lines(text).into_iter().unzip();
            assert_eq!((numbers, texts), (vec![1, 2, 3], three.to_vec()), "{text:?}");
        }
        assert_eq!(lines("a\n\r\n\nb").last(), Some(&(4, "b".to_owned())));
        assert_eq!(lines(""), []);
    }

    #[test]
    fn of_a_long_line_only_the_start_is_kept() {
        let text = format!("{}ä\nb", "a".repeat(MAX_LINE_BYTES - 1));
        let mut lines = Lines::new(text.as_bytes());
        let long = lines.next().unwrap().unwrap();
        assert!(long.is_cut && long.text.starts_with("aaa"));
        let next = lines.next().unwrap().unwrap();
        assert_eq!((next.number, &*next.text, next.is_cut), (2, "b", false));
    }
}
