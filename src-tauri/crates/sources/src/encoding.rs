//! Detects character encodings.

use std::io::{self, Read};

use assay_model::SourceError;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use encoding_rs_io::DecodeReaderBytesBuilder;

use crate::input::Stop;

/// Read to distinguish text from binary data.
const MAX_DECLARATION_BYTES: usize = 64 * 1024;

/// Read to distinguish single-byte encodings.
const MAX_DETECTION_BYTES: usize = 1024 * 1024;

/// The start of binary files without zeros; others contain zeros.
const MAGICS: [&[u8]; 13] = [
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"%PDF-",
    b"\x89PNG",
    b"GIF8",
    b"\xff\xd8\xff",
    b"\xd0\xcf\x11\xe0",
    b"7z\xbc\xaf\x27\x1c",
    b"Rar!",
    b"BZh",
    b"\xfd7zXZ",
    b"\x28\xb5\x2f\xfd",
    b"{\\rtf",
];

/// Detects the encoding of a text. Reads all of it if the start is not enough: one character at the
/// end can decide.
pub(crate) fn find(mut source: impl Read) -> Result<&'static Encoding, Stop> {
    let mut start = Vec::new();
    if let Some(stop) = source.by_ref().take(MAX_DECLARATION_BYTES as u64).read_to_end(&mut start).err().map(Stop::from)
    {
        broken_off(stop)?;
    }
    if MAGICS.iter().any(|magic| start.starts_with(magic)) {
        return Err(Stop::Fault(SourceError::NotText));
    }
    if let Some((encoding, _)) = Encoding::for_bom(&start) {
        return Ok(encoding);
    }
    if start.contains(&0) {
        return wide(&start).ok_or(Stop::Fault(SourceError::NotText));
    }
    if let Some(declared) = declared(&start) {
        return Ok(declared);
    }
    let mut stats = EncodingStats::default();
    stats.inspect(&start);
    let mut block = vec![0; MAX_DECLARATION_BYTES];
    loop {
        match source.read(&mut block) {
            Ok(0) => return Ok(stats.guess(true)),
            Ok(count) => stats.inspect(block.get(..count).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                broken_off(Stop::from(error))?;
                return Ok(stats.guess(false));
            }
        }
    }
}

/// Statistics of a text's bytes.
struct EncodingStats {
    /// A possibly incomplete character, or `None` if it can't be UTF-8.
    open: Option<Vec<u8>>,
    /// Detects all other encodings.
    detector: EncodingDetector,
    /// Bytes left for detection, which is slow.
    left: usize,
}

impl Default for EncodingStats {
    fn default() -> Self {
        let detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        Self { open: Some(Vec::new()), detector, left: MAX_DETECTION_BYTES }
    }
}

impl EncodingStats {
    fn inspect(&mut self, block: &[u8]) {
        if block.is_ascii() && self.open.as_ref().is_none_or(Vec::is_empty) {
            return;
        }
        if let Some(open) = &mut self.open {
            open.extend_from_slice(block);
            match std::str::from_utf8(open) {
                Ok(_) => open.clear(),
                Err(error) if error.error_len().is_none() => drop(open.drain(..error.valid_up_to())),
                Err(_) => self.open = None,
            }
        }
        let seen = block.get(..self.left).unwrap_or(block);
        self.detector.feed(seen, false);
        self.left -= seen.len();
    }

    fn guess(&self, is_whole: bool) -> &'static Encoding {
        match &self.open {
            Some(open) if open.is_empty() || !is_whole => UTF_8,
            _ => self.detector.guess(None, Utf8Detection::Deny),
        }
    }
}

/// The text as UTF-8, without a byte order mark. Invalid characters become U+FFFD.
pub(crate) fn decode(source: impl Read, encoding: &'static Encoding) -> impl Read {
    DecodeReaderBytesBuilder::new().encoding(Some(encoding)).strip_bom(true).build(source)
}

/// An interrupted source has an encoding, too; the error is reported when it is read.
fn broken_off(stop: Stop) -> Result<(), Stop> {
    match stop {
        Stop::Fault(_) => Ok(()),
        other => Err(other),
    }
}

/// The byte order of UTF-16 without a mark: most characters of URLs have a zero byte.
fn wide(start: &[u8]) -> Option<&'static Encoding> {
    let zeros = |offset: usize| start.iter().skip(offset).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd, pairs) = (zeros(0), zeros(1), start.len() / 2);
    let is_most = |zeros: usize| zeros * 2 > pairs;
    match (is_most(even), is_most(odd)) {
        (false, true) if even * 20 < pairs => Some(UTF_16LE),
        (true, false) if odd * 20 < pairs => Some(UTF_16BE),
        _ => None,
    }
}

/// The encoding that an XML declaration names.
fn declared(start: &[u8]) -> Option<&'static Encoding> {
    let start = start.trim_ascii_start();
    let declaration = start.strip_prefix(b"<?xml")?.split(|byte| *byte == b'>').next()?;
    let declaration = std::str::from_utf8(declaration.get(..200).unwrap_or(declaration)).ok()?;
    let value = declaration.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let encoding = Encoding::for_label(value.split(quote).nth(1)?.as_bytes())?;
    // It can't be UTF-16, or it would not have been readable.
    (encoding != UTF_16LE && encoding != UTF_16BE).then_some(encoding)
}
