//! Shared test helpers.

use std::{fmt::Display, ops::Deref};

use assay_model::{
    Check, Importance, LibraryPage, LibraryQuery, PageSize, Privacy, Report, ReportRow, SyncFound, Verdict,
};
use jiff::{Timestamp, ToSpan};
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use crate::{Library, ObservedReport, Result, SyncRecord};

pub(crate) struct TestLibrary {
    library: Library,
    pub folder: TempDir,
}

impl Deref for TestLibrary {
    type Target = Library;

    fn deref(&self) -> &Library {
        &self.library
    }
}

pub(crate) const SCOPE: &str = "one";

impl TestLibrary {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::open(&folder.path().join("library.sqlite")).library;
        Self { library, folder }
    }

    /// Opens the same file again.
    pub(crate) fn again(&self) -> Library {
        Library::open(&self.folder.path().join("library.sqlite")).library
    }

    /// Ingests full reports on a day.
    pub(crate) fn ingest_on(&self, on: i64, reports: impl IntoIterator<Item = Report>) -> SyncFound {
        self.scope(SCOPE).ingest(&whole(reports), day(on)).unwrap()
    }

    /// Marks a report as removed, long ago by the clock.
    pub(crate) fn mark_report_gone(&self, scope: &str, id: &str, at: Timestamp) -> Result<bool> {
        self.library.scope(scope).mark_report_gone(id, at, Timestamp::MAX)
    }

    /// Marks a project as removed, long ago by the clock.
    pub(crate) fn mark_project_gone(&self, scope: &str, project: &str, at: Timestamp) -> Result<u32> {
        self.library.scope(scope).mark_project_gone(project, at, Timestamp::MAX)
    }

    /// Records a full sync on a day.
    pub(crate) fn synced(&self, on: i64) {
        let end = |record: &mut SyncRecord| {
            (record.full_at, record.progress) = (Some(day(on)), None);
            true
        };
        self.scope(SCOPE).update_sync_record(end).unwrap();
    }

    /// The ids of matching reports, in order, as of day 100.
    pub(crate) fn ids(&self, query: LibraryQuery) -> Vec<String> {
        let page = self.page(query).unwrap();
        assert_eq!(page.total as usize, page.rows.len());
        page.rows.into_iter().map(|row| row.row.id).collect()
    }

    pub(crate) fn page(&self, query: LibraryQuery) -> Result<LibraryPage> {
        self.list(&LibraryQuery { per_page: PageSize::Hundred, ..query }, day(100))
    }

    /// The number of a report's snapshots.
    pub(crate) fn snapshots(&self, id: &str) -> usize {
        self.scope(SCOPE).history(id).unwrap().snapshots.len()
    }
}

pub(crate) fn whole(reports: impl IntoIterator<Item = Report>) -> Vec<ObservedReport> {
    reports.into_iter().map(|report| ObservedReport { report, has_checks: true }).collect()
}

/// A report from a list without checks.
pub(crate) fn bare(report: Report) -> ObservedReport {
    ObservedReport { report: Report { checks: Vec::new(), other: Map::new(), ..report }, has_checks: false }
}

/// Noon on a day; day 1 is January 1, 2026.
pub(crate) fn day(number: i64) -> Timestamp {
    "2025-12-31T12:00:00Z".parse::<Timestamp>().unwrap() + (24 * number).hours()
}

/// A plain report, created and checked on day 1.
pub(crate) fn report(id: impl Display) -> Report {
    let id = id.to_string();
    Report {
        row: ReportRow {
            address: format!("example.org/page-{id}"),
            url: Some(format!("https://example.org/page-{id}")),
            id,
            project: Some("example.org".into()),
            verdict: Some(Verdict::Good),
            score: Some(90.0),
            privacy: Some(Privacy::Public),
            has_password: Some(false),
            generated_at: Some(day(1)),
            created_at: Some(day(1)),
            updated_at: Some(day(1)),
            odd: Vec::new(),
        },
        checks: vec![passing("title"), failing("images", Importance::Medium)],
        other: Map::new(),
    }
}

pub(crate) fn scored(id: impl Display, score: f64) -> Report {
    let mut report = report(id);
    report.row.score = Some(score);
    report.row.verdict = Some(Verdict::of_score(score));
    report
}

pub(crate) fn changed(mut report: Report, change: impl FnOnce(&mut ReportRow)) -> Report {
    change(&mut report.row);
    report
}

pub(crate) fn with_checks(report: Report, checks: Vec<Check>) -> Report {
    Report { checks, ..report }
}

pub(crate) fn passing(name: &str) -> Check {
    check(name, Some(true), Some(Importance::High), json!("what was found"))
}

pub(crate) fn failing(name: &str, importance: Importance) -> Check {
    check(name, Some(false), Some(importance), json!({ "found": ["a.png", "b.png"] }))
}

pub(crate) fn check(name: &str, passed: Option<bool>, importance: Option<Importance>, value: Value) -> Check {
    Check { name: name.into(), passed, importance, value, errors: None, other: Map::new() }
}
