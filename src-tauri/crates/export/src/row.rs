use assay_model::{Check, FailingCheck, KnownReport, LibraryRow, Report, ReportRow, Snapshot, Verdict};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};

/// A row of an export: what is known of a report, of a snapshot of it, or of a check that fails. Its form in JSON has
/// all of it, under these names; what does not concern a row is left out.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Row {
    /// The connection's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub connection: Option<String>,
    /// What a fix list says of the check that fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failing: Option<FailingCheck>,
    /// What lists show of the report.
    #[serde(flatten)]
    pub report: Option<ReportRow>,
    /// When the service last showed it, or this snapshot of it first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen_at: Option<Timestamp>,
    /// When it was seen to have changed last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed_at: Option<Timestamp>,
    /// When it was found to be gone from the service.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gone_at: Option<Timestamp>,
    /// Its score before that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score_before: Option<f64>,
    /// Its verdict before that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict_before: Option<Verdict>,
    /// Its checks; absent where they are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checks: Option<Vec<Check>>,
    /// Everything that the service said besides the known fields, under its own names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<Map<String, Value>>,
}

impl Row {
    /// A report as the service has it now.
    #[must_use]
    pub fn of_report(report: Report) -> Self {
        let Report { row, checks, other } = report;
        Self { report: Some(row), checks: Some(checks), other: Some(other), ..Self::default() }
    }

    /// A report as the library has it, whole where that is wanted and known.
    #[must_use]
    pub fn of_library(known: LibraryRow, report: Option<Report>) -> Self {
        let LibraryRow { connection: _, row, seen_at, changed_at, gone_at, score_before, verdict_before } = known;
        let report = report.map_or_else(|| Self { report: Some(row), ..Self::default() }, Self::of_report);
        Self { seen_at: Some(seen_at), changed_at, gone_at, score_before, verdict_before, ..report }
    }

    /// A report as the library last saw it.
    #[must_use]
    pub fn of_known(known: KnownReport) -> Self {
        let KnownReport { report, has_checks, seen_at, gone_at } = known;
        let whole = Self::of_report(report);
        let checks = whole.checks.filter(|_| has_checks);
        Self { seen_at: Some(seen_at), gone_at, checks, ..whole }
    }

    /// A snapshot, with its checks where they were seen.
    #[must_use]
    pub fn of_snapshot(snapshot: &Snapshot, report: Report) -> Self {
        let whole = Self::of_report(report);
        let checks = whole.checks.filter(|_| snapshot.failed.is_some());
        Self { seen_at: Some(snapshot.seen_at), checks, ..whole }
    }

    /// A check of a fix list.
    #[must_use]
    pub fn of_check(check: FailingCheck) -> Self {
        Self { failing: Some(check), ..Self::default() }
    }
}
