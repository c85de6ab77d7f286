use std::collections::HashMap;

use assay_model::{FieldReason, InvalidLine, MAX_ROWS, Privacy, RepeatedLine, Secret, SourceError, SourceRow};

use crate::{
    SourcePage,
    address::{self, Page},
    column_names,
    input::Stop,
};

/// Listed duplicates; all are counted.
const MAX_REPEATS: u32 = 10_000;

/// Reported of each kind.
const MAX_REPORTED_LINES: usize = 1000;

/// Reported per invalid line, in characters.
const MAX_INVALID_LENGTH: usize = 200;

/// In the preview.
const SAMPLE_PAGES: usize = 100;

/// In characters (`field-notes.md` 18).
const MAX_PASSWORD_CHARS: u32 = 128;

/// Characters that exports put an apostrophe before.
const FORMULA_SIGNS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// A raw entry of a line.
#[derive(Clone, Copy, Default)]
pub(crate) struct Entry<'a> {
    /// From 1.
    pub(crate) line: u32,
    /// Whether the line is from a sitemap, which isn't line-based.
    pub(crate) is_of_sitemap: bool,
    pub(crate) address: &'a str,
    pub(crate) privacy: &'a str,
    pub(crate) password: &'a str,
}

struct ValidEntry {
    page: Page,
    privacy: Option<Privacy>,
    password: Option<Secret>,
}

/// The pages so far.
#[derive(Default)]
pub(crate) struct Pages {
    pub(crate) listed: Vec<SourcePage>,
    /// The first line of each page, by its stored URL.
    first: HashMap<String, Option<u32>>,
    pub(crate) duplicates: u32,
    pub(crate) repeats: Vec<RepeatedLine>,
    pub(crate) bad: u32,
    pub(crate) bad_lines: Vec<InvalidLine>,
    pub(crate) sample: Vec<SourceRow>,
}

impl Pages {
    /// The number of distinct pages.
    pub(crate) fn count(&self) -> u32 {
        u32::try_from(self.first.len()).unwrap_or(u32::MAX)
    }

    /// Adds an entry, or its error. Stops when a batch's maximum is reached.
    pub(crate) fn add(&mut self, entry: Entry<'_>) -> Result<(), Stop> {
        let ValidEntry { page: Page { address, stored }, privacy, password } = match check(entry) {
            Ok(checked) => checked,
            Err((field, reason)) => {
                self.note_bad(entry.line, entry.address, field, reason);
                return Ok(());
            }
        };
        let line = (!entry.is_of_sitemap).then_some(entry.line);
        let repeats = self.first.get(&stored).copied();
        if let Some(first) = repeats {
            self.duplicates = self.duplicates.saturating_add(1);
            if self.repeats.len() < MAX_REPORTED_LINES {
                self.repeats.extend(line.zip(first).map(|(line, first)| RepeatedLine { line, first }));
            }
            if self.duplicates > MAX_REPEATS {
                return Ok(());
            }
        } else {
            if self.count() == MAX_ROWS {
                return Err(Stop::Fault(SourceError::TooMany));
            }
            self.first.insert(stored.clone(), line);
            if self.sample.len() < SAMPLE_PAGES {
                let has_password = password.is_some();
                self.sample.push(SourceRow { line, address: address.clone(), privacy, has_password });
            }
        }
        self.listed.push(SourcePage { line, address, stored, repeats, privacy, password });
        Ok(())
    }

    /// Reports an invalid line by its URL text.
    pub(crate) fn note_bad(&mut self, line: u32, address: &str, field: &str, reason: FieldReason) {
        self.bad = self.bad.saturating_add(1);
        if self.bad_lines.len() < MAX_REPORTED_LINES {
            let text = address.trim().chars().take(MAX_INVALID_LENGTH).collect();
            self.bad_lines.push(InvalidLine { line, text, field: field.to_owned(), reason });
        }
    }
}

fn check(entry: Entry<'_>) -> Result<ValidEntry, (&'static str, FieldReason)> {
    let page = address::read(entry.address).map_err(|reason| ("url", reason))?;
    let privacy = match entry.privacy.trim() {
        "" => None,
        word => Some(column_names::privacy(word).ok_or(("privacy", FieldReason::NotAPrivacy))?),
    };
    let password = unguarded(entry.password);
    let is_set = !password.is_empty() && !matches!(privacy, Some(Privacy::Public | Privacy::Private));
    if is_set && password.chars().nth(MAX_PASSWORD_CHARS as usize).is_some() {
        return Err(("password", FieldReason::TooLong { limit: MAX_PASSWORD_CHARS }));
    }
    Ok(ValidEntry { page, privacy, password: is_set.then(|| Secret::from(password)) })
}

/// A cell without the apostrophe that Assay's exports add against formulas.
fn unguarded(cell: &str) -> &str {
    let is_formula = cell.trim_start_matches('\'').starts_with(FORMULA_SIGNS);
    cell.strip_prefix('\'').filter(|_| is_formula).unwrap_or(cell)
}
