//! Reports for clients: one HTML file with everything in it, for reading and for printing.

mod accent;
mod chart;
mod page;
mod plain;
mod texts;

use std::{
    fs::{self, File},
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::Path,
};

use assay_model::{
    Branding, Change, Check, Exported, FailingCheck, Language, Problem, ProblemCode, Verdict, VerdictCounts,
};
use jiff::civil::Date;

use crate::{
    IsCanceled, or_canceled,
    part::{Audience, Part, failed},
    unless_canceled,
};

/// Everything in a report for a client. Names and URLs are those of the service.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ClientReport {
    /// Who made it: on the cover, in its color, and at its end.
    pub branding: Branding,
    /// On the cover.
    pub title: String,
    /// When it was made.
    pub made: Date,
    /// When the pages were last checked.
    pub checked: Option<Date>,
    /// The time from which changes count.
    pub since: Option<Date>,
    /// The day of what it tells; absent for the day it was made.
    pub as_of: Option<Date>,
    /// The score, or the average one of several pages.
    pub score: Option<f64>,
    /// On the score.
    pub verdict: Option<Verdict>,
    /// The score since then, oldest first.
    pub scores: Vec<DayScore>,
    /// Its pages.
    pub subject: Subject,
}

impl ClientReport {
    /// How many pages are in it.
    #[must_use]
    pub fn rows(&self) -> u32 {
        match self.subject {
            Subject::One { .. } => 1,
            Subject::Two { .. } => 2,
            Subject::Several { total, .. } => total,
        }
    }
}

/// The score of a day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DayScore {
    /// In the time zone of the one who made the report.
    pub day: Date,
    /// From 0 to 100; the average of several pages.
    pub score: f64,
}

/// The pages of a report.
#[derive(Debug, Clone, PartialEq)]
pub enum Subject {
    /// A single page, with its checks, if known.
    One {
        /// Its link, if there is one.
        url: Option<String>,
        /// The most important ones that fail first.
        checks: Vec<Check>,
        /// How its rating changed, if it did.
        change: Option<Change>,
        /// Which of its checks changed.
        changes: CheckNames,
    },
    /// Two pages, side by side.
    Two {
        /// In the order they were chosen.
        pages: Box<[ComparedPage; 2]>,
        /// What fails on either, the most important first.
        failing: Vec<FailingCheck>,
    },
    /// The pages of a project or of a list.
    Several {
        /// In the order of the table, which may leave out the last ones.
        pages: Vec<Page>,
        /// How many there are, including those not in the table.
        total: u32,
        /// Of all of them.
        verdicts: VerdictCounts,
        /// Those that got better.
        better: PageChanges,
        /// Those that got worse.
        worse: PageChanges,
        /// What fails, the most important first.
        failing: Vec<FailingCheck>,
    },
}

impl Default for Subject {
    fn default() -> Self {
        Self::One { url: None, checks: Vec::new(), change: None, changes: CheckNames::default() }
    }
}

/// The names of checks that changed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CheckNames {
    /// Those that pass now.
    pub fixed: Vec<String>,
    /// Those that fail now.
    pub broke: Vec<String>,
}

/// One of two pages.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ComparedPage {
    /// The page.
    pub page: Page,
    /// The names of checks that fail on it and pass on the other.
    pub only_fails: Vec<String>,
}

/// A row of the table of pages.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Page {
    /// Its URL as it is shown.
    pub address: String,
    /// Its link, if there is one.
    pub url: Option<String>,
    /// The current one.
    pub verdict: Option<Verdict>,
    /// From 0 to 100.
    pub score: Option<f64>,
    /// At the time from which changes count.
    pub score_before: Option<f64>,
    /// At the time from which changes count.
    pub verdict_before: Option<Verdict>,
    /// When it was last checked.
    pub checked: Option<Date>,
    /// What changed, if it is known.
    pub changes: CheckNames,
}

/// The pages that changed most.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PageChanges {
    /// Those that changed most come first.
    pub pages: Vec<Page>,
    /// How many changed, including those not among `pages`.
    pub total: u32,
}

/// What a report is laid out for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Medium {
    /// Reading in a browser, which numbers the pages if it prints them.
    Browser,
    /// Printing by a webview, which writes nothing into the margins.
    Paper,
}

/// Returns the report as HTML.
#[must_use]
pub fn client_report_html(report: &ClientReport, language: Language, medium: Medium) -> String {
    page::document(report, texts::of(language), medium).into_string()
}

/// Whether it is a color as `#rrggbb`.
#[must_use]
pub fn is_color(color: &str) -> bool {
    accent::Accent::parse(color).is_some()
}

/// A document's file, which is there once it is complete.
pub struct DocumentFile {
    part: Part,
    is_canceled: IsCanceled,
}

impl DocumentFile {
    /// Starts a file. `target` is unchanged until [`DocumentFile::finish`]; dropping it leaves nothing.
    pub fn begin(target: &Path, is_canceled: IsCanceled) -> Result<Self, Problem> {
        unless_canceled(&is_canceled)?;
        Ok(Self { part: Part::new(target, Audience::Usual, is_canceled.clone())?, is_canceled })
    }

    /// Where others may write the document until it is finished.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.part.path()
    }

    /// Writes the document.
    ///
    /// Fails with [`ProblemCode::Canceled`], [`ProblemCode::DiskFull`], or
    /// [`ProblemCode::FileFailed`].
    pub fn write(&mut self, html: &str) -> Result<(), Problem> {
        let written = self.part.write_all(html.as_bytes()).map_err(failed);
        or_canceled(written, &self.is_canceled)
    }

    /// Completes a file that others wrote as [`DocumentFile::finish`] does; also fails unless it is a
    /// whole PDF file.
    pub fn finish_pdf(self, rows: u32) -> Result<Exported, Problem> {
        // Written by its name, it may be another file than the one that was created.
        let mut file = File::options().read(true).write(true).open(self.part.path()).map_err(failed)?;
        if !is_whole_pdf(&mut file).map_err(failed)? {
            return Err(Problem::new(ProblemCode::FileFailed));
        }
        file.sync_all().map_err(failed)?;
        self.finish(rows)
    }

    /// Completes the file durably, and gives it its name. Fails as [`DocumentFile::write`] does, also
    /// if it is empty.
    pub fn finish(mut self, rows: u32) -> Result<Exported, Problem> {
        let flushed = self.part.flush().map_err(failed);
        or_canceled(flushed, &self.is_canceled)?;
        let bytes = fs::metadata(self.part.path()).map_err(failed)?.len();
        if bytes == 0 {
            return Err(Problem::new(ProblemCode::FileFailed));
        }
        unless_canceled(&self.is_canceled)?;
        let (file, _) = or_canceled(self.part.keep(), &self.is_canceled)?;
        Ok(Exported { file: file.display().to_string(), rows, unreadable: 0, bytes })
    }
}

fn is_whole_pdf(file: &mut File) -> io::Result<bool> {
    const START: &[u8] = b"%PDF-";
    const END: &[u8] = b"%%EOF";
    /// In bytes: some may follow the mark of the end.
    const TAIL: u64 = 1024;
    let (mut start, mut end) = (Vec::new(), Vec::new());
    (&*file).take(START.len() as u64).read_to_end(&mut start)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
    file.take(TAIL).read_to_end(&mut end)?;
    Ok(start == START && end.windows(END.len()).any(|part| part == END))
}
