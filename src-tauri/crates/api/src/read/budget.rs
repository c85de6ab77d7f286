//! Limits the memory and time of parsing a response, for any content.

use std::{
    cell::Cell,
    fmt,
    sync::atomic::{AtomicBool, Ordering},
};

use memchr::memchr2;

/// Values of any kind per response.
const MAX_VALUES: usize = 1_000_000;

/// Per record, for values beyond their texts. Real records of 8 MB need less.
const MAX_RECORD_BYTES: usize = 16_000_000;

/// For all records, in addition to the size of the response.
const MAX_OVERHEAD_BYTES: usize = 24_000_000;

/// Per response, for building values.
const MAX_STEPS: usize = 20 * MAX_VALUES;

/// Bytes between two checks for cancellation.
const CANCEL_CHECK_BYTES: usize = 64 * 1024;

pub(super) const VALUE_BYTES: usize = 80;

/// In addition to its bytes.
pub(super) const TEXT_BYTES: usize = 32;

/// For a non-empty record, in addition to its fields.
pub(super) const MAP_BYTES: usize = 300;

/// In addition to its value.
pub(super) const FIELD_BYTES: usize = 80;

/// In addition to its parts.
pub(super) const CHECK_BYTES: usize = 300;

/// Why a response was not parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ParseError {
    /// Not in the interface's form.
    Unexpected(String),
    TooLarge(String),
    TooManyRows(String),
    /// The caller was dropped.
    Canceled,
}

impl From<String> for ParseError {
    fn from(why: String) -> Self {
        Self::Unexpected(why)
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unexpected(why) | Self::TooLarge(why) | Self::TooManyRows(why) => formatter.write_str(why),
            Self::Canceled => formatter.write_str("the caller left"),
        }
    }
}

/// The bytes of a response; parsing can be canceled.
#[derive(Clone, Copy)]
pub(crate) struct Body<'a> {
    pub(super) bytes: &'a [u8],
    /// Whether it may be repaired if it isn't valid JSON, which takes as much memory again.
    pub(super) can_repair: bool,
    /// Whether a field called password may be a message about one.
    is_refusal: bool,
    is_canceled: Option<&'a AtomicBool>,
}

impl<'a> From<&'a [u8]> for Body<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self { bytes, can_repair: true, is_refusal: false, is_canceled: None }
    }
}

impl<'a> Body<'a> {
    /// Cancels parsing soon after this becomes true.
    pub(crate) fn unless(self, is_unwanted: &'a AtomicBool) -> Self {
        Self { is_canceled: Some(is_unwanted), ..self }
    }

    /// The bytes of an error response, which may have messages about a password.
    pub(crate) fn of_refusal(bytes: &'a [u8]) -> Self {
        Self { is_refusal: true, ..bytes.into() }
    }

    /// Other bytes of the same response, which are not repaired.
    pub(crate) fn sound_part(self, bytes: &'a [u8]) -> Self {
        Self { bytes, can_repair: false, ..self }
    }

    fn check_canceled(&self) -> Result<(), ParseError> {
        let is_unwanted = self.is_canceled.is_some_and(|it| it.load(Ordering::Relaxed));
        if is_unwanted { Err(ParseError::Canceled) } else { Ok(()) }
    }

    /// Fails if there are too many values. Scans without building anything.
    pub(super) fn check_values(&self) -> Result<(), ParseError> {
        let (mut values, mut is_text, mut looked) = (1, false, 0);
        let mut at = 0;
        while let Some(&byte) = self.bytes.get(at) {
            if at >= looked {
                self.check_canceled()?;
                looked = at + CANCEL_CHECK_BYTES;
            }
            at += 1;
            if is_text {
                let rest = self.bytes.get(at - 1..).unwrap_or_default();
                let rest = rest.get(..CANCEL_CHECK_BYTES).unwrap_or(rest);
                let Some(end) = memchr2(b'"', b'\\', rest) else {
                    at += rest.len() - 1;
                    continue;
                };
                at += end;
                is_text = rest.get(end) == Some(&b'\\');
                // The escaped character too, as it may be a quote.
                at += usize::from(is_text);
                continue;
            }
            match byte {
                b'"' => is_text = true,
                b',' | b'[' | b'{' => values += 1,
                _ => {}
            }
            if values > MAX_VALUES {
                return Err(ParseError::TooLarge(format!("it has more than {MAX_VALUES} values")));
            }
        }
        Ok(())
    }
}

/// The memory and steps left for parsing a response.
pub(crate) struct Budget<'a> {
    body: Body<'a>,
    record: Cell<usize>,
    response: Cell<usize>,
    steps: Cell<usize>,
}

impl<'a> Budget<'a> {
    pub(super) fn of(body: Body<'a>) -> Self {
        Self {
            record: Cell::new(MAX_RECORD_BYTES),
            response: Cell::new(MAX_OVERHEAD_BYTES.saturating_add(body.bytes.len())),
            body,
            steps: Cell::new(0),
        }
    }

    /// Starts the next record. Fails if the previous ones exceeded the limit, or after
    /// cancellation.
    pub(super) fn next_record(&self) -> Result<(), ParseError> {
        let used = MAX_RECORD_BYTES - self.record.replace(MAX_RECORD_BYTES);
        let left = self.response.get().checked_sub(used);
        self.response.set(left.ok_or_else(|| ParseError::TooLarge("its records take too much memory".into()))?);
        self.body.check_canceled()
    }

    /// Returns false if the record's memory is used up, or after cancellation.
    pub(super) fn reserve(&self, bytes: usize) -> bool {
        self.step();
        let left = self.record.get().checked_sub(bytes);
        self.record.set(left.unwrap_or(self.record.get()));
        left.is_some() && self.steps.get() <= MAX_STEPS && self.body.check_canceled().is_ok()
    }

    pub(super) fn is_of_refusal(&self) -> bool {
        self.body.is_refusal
    }

    /// The record's memory left, for [`Self::restore`].
    pub(super) fn left(&self) -> usize {
        self.record.get()
    }

    /// Frees what was reserved since: it was dropped.
    pub(super) fn restore(&self, left: usize) {
        self.record.set(left);
    }

    pub(super) fn step(&self) {
        self.steps.set(self.steps.get() + 1);
    }

    #[cfg(test)]
    pub(super) fn steps(&self) -> usize {
        self.steps.get()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::{Body, MAX_VALUES, ParseError};

    fn check(text: &str) -> Result<(), ParseError> {
        Body::from(text.as_bytes()).check_values()
    }

    #[test]
    fn an_answer_has_so_many_values_and_no_more() {
        let ones = |count: usize| format!("[{}]", vec!["1"; count].join(","));
        assert_eq!(check(&ones(MAX_VALUES - 1)), Ok(()));
        assert!(matches!(check(&ones(MAX_VALUES)), Err(ParseError::TooLarge(_))));
        for pattern in ["[", "{\"a\":", "[\"\\\\\",", "[\"\\\"\","] {
            assert!(matches!(check(&pattern.repeat(MAX_VALUES + 1)), Err(ParseError::TooLarge(_))), "{pattern}");
        }
    }

    #[test]
    fn what_is_in_a_text_is_no_value() {
        for text in [",[{".repeat(MAX_VALUES), "\\\",".repeat(MAX_VALUES), "\\\\".repeat(MAX_VALUES)] {
            assert_eq!(check(&format!("[\"{text}\", \"{text}")), Ok(()));
        }
    }

    #[test]
    fn what_nobody_wants_is_not_read() {
        let unwanted = AtomicBool::new(true);
        assert_eq!(Body::from(&b"[1]"[..]).unless(&unwanted).check_values(), Err(ParseError::Canceled));
    }
}
