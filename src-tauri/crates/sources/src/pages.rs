use std::collections::HashMap;

use assay_model::{InvalidLine, FieldReason, MOST_ROWS, Privacy, Secret, SourceError, SourceRow};

use crate::{
    SourcePage,
    address::{self, Page},
    input::Stop,
    words,
};

/// The most entries that repeat an earlier one and are listed all the same; all are counted.
const MOST_REPEATS: u32 = 10_000;

/// The most bad lines that are told.
const MOST_BAD: usize = 1000;

/// The most characters that are told of a bad line.
const LONGEST_BAD: usize = 200;

/// The most pages that a preview shows.
const SAMPLE: usize = 10;

/// The most characters of a password (`field-notes.md` 18).
const MAX_PASSWORD_CHARS: u32 = 128;

/// Before what an apostrophe is put when a table is written.
const FORMULA_SIGNS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// What stands on a line, before it is looked at.
#[derive(Clone, Copy, Default)]
pub(crate) struct Entry<'a> {
    /// From 1.
    pub(crate) line: u32,
    /// The line is that of a sitemap, which has lines but is not written in them.
    pub(crate) is_of_sitemap: bool,
    pub(crate) address: &'a str,
    pub(crate) privacy: &'a str,
    pub(crate) password: &'a str,
}

/// What an entry says, once it was found to be good.
struct Checked {
    page: Page,
    privacy: Option<Privacy>,
    password: Option<Secret>,
}

/// The pages so far.
#[derive(Default)]
pub(crate) struct Pages {
    pub(crate) listed: Vec<SourcePage>,
    /// The line of the first entry of each page, by the address as services keep it.
    first: HashMap<String, Option<u32>>,
    pub(crate) duplicates: u32,
    pub(crate) bad: u32,
    pub(crate) bad_lines: Vec<InvalidLine>,
    pub(crate) sample: Vec<SourceRow>,
}

impl Pages {
    /// How many different ones there are.
    pub(crate) fn count(&self) -> u32 {
        u32::try_from(self.first.len()).unwrap_or(u32::MAX)
    }

    /// Takes an entry, or notes what is wrong with it. Stops where there are more pages than a batch has rows.
    pub(crate) fn take(&mut self, entry: Entry<'_>) -> Result<(), Stop> {
        let Checked { page: Page { address, stored }, privacy, password } = match check(entry) {
            Ok(checked) => checked,
            Err((field, reason)) => {
                self.note_bad(entry.line, entry.address, field, reason);
                return Ok(());
            }
        };
        let line = (!entry.is_of_sitemap).then_some(entry.line);
        let repeats = self.first.get(&stored).copied();
        if repeats.is_some() {
            self.duplicates = self.duplicates.saturating_add(1);
            if self.duplicates > MOST_REPEATS {
                return Ok(());
            }
        } else {
            if self.count() == MOST_ROWS {
                return Err(Stop::Fault(SourceError::TooMany));
            }
            self.first.insert(stored.clone(), line);
            if self.sample.len() < SAMPLE {
                let has_password = password.is_some();
                self.sample.push(SourceRow { line, address: address.clone(), privacy, has_password });
            }
        }
        self.listed.push(SourcePage { line, address, stored, repeats, privacy, password });
        Ok(())
    }

    /// Notes a line that cannot be used, by what it has for an address.
    pub(crate) fn note_bad(&mut self, line: u32, address: &str, field: &str, reason: FieldReason) {
        self.bad = self.bad.saturating_add(1);
        if self.bad_lines.len() < MOST_BAD {
            let text = address.trim().chars().take(LONGEST_BAD).collect();
            self.bad_lines.push(InvalidLine { line, text, field: field.to_owned(), reason });
        }
    }
}

fn check(entry: Entry<'_>) -> Result<Checked, (&'static str, FieldReason)> {
    let page = address::read(entry.address).map_err(|reason| ("url", reason))?;
    let privacy = match entry.privacy.trim() {
        "" => None,
        word => Some(words::privacy(word).ok_or(("privacy", FieldReason::NotAPrivacy))?),
    };
    let password = unguarded(entry.password);
    let is_set = !password.is_empty() && !matches!(privacy, Some(Privacy::Public | Privacy::Private));
    if is_set && password.chars().nth(MAX_PASSWORD_CHARS as usize).is_some() {
        return Err(("password", FieldReason::TooLong { limit: MAX_PASSWORD_CHARS }));
    }
    Ok(Checked { page, privacy, password: is_set.then(|| Secret::from(password)) })
}

/// A cell without the apostrophe by which Assay's own tables keep a spreadsheet program from running it as a formula.
fn unguarded(cell: &str) -> &str {
    let is_formula = cell.trim_start_matches('\'').starts_with(FORMULA_SIGNS);
    cell.strip_prefix('\'').filter(|_| is_formula).unwrap_or(cell)
}
