//! Regular expressions that the user typed: matched within bounds of memory and time.

use std::time::{Duration, Instant};

use regex::bytes::{Regex, RegexBuilder};

use crate::{LibraryError, Result};

/// In bytes, of a compiled expression; `\w{40}` has room.
const MAX_SIZE: usize = 1 << 20;

/// In bytes, of what is matched: more than any usable URL.
const MAX_TEXT: usize = 8 << 10;

/// How long a query may match; a usual expression takes milliseconds.
const MAX_TIME: Duration = Duration::from_secs(1);

pub(crate) struct Pattern {
    regex: Regex,
    until: Instant,
}

impl Pattern {
    pub(crate) fn new(typed: &str) -> Result<Self> {
        let regex = RegexBuilder::new(typed)
            .case_insensitive(true)
            .size_limit(MAX_SIZE)
            .dfa_size_limit(2 * MAX_SIZE)
            .nest_limit(50)
            .build()
            .map_err(|_| LibraryError::NotAPattern)?;
        Ok(Self { regex, until: Instant::now() + MAX_TIME })
    }

    /// Fails once it takes too long.
    pub(crate) fn matches(&self, text: &[u8]) -> Result<bool> {
        if Instant::now() > self.until {
            return Err(LibraryError::SlowPattern);
        }
        Ok(self.regex.is_match(&text[..text.len().min(MAX_TEXT)]))
    }
}
