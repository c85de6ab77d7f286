use assay_model::{Check, FailingCheck, KnownReport, LibraryRow, Report, ReportRow, Snapshot, Verdict};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};

/// A row of an export: a report, a snapshot, or a failing check. JSON has all of it, without
/// irrelevant fields.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Row {
    /// The connection's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub connection: Option<String>,
    /// The failing check of a fix list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failing: Option<FailingCheck>,
    /// The report as in lists.
    #[serde(flatten)]
    pub report: Option<ReportRow>,
    /// When the service last returned it, or first returned this snapshot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen_at: Option<Timestamp>,
    /// When it last changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed_at: Option<Timestamp>,
    /// When it was found to be removed from the service.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gone_at: Option<Timestamp>,
    /// Its earlier score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score_before: Option<f64>,
    /// Its earlier verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict_before: Option<Verdict>,
    /// Its checks, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checks: Option<Vec<Check>>,
    /// All other fields of the response, under the service's names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<Map<String, Value>>,
}

impl Row {
    /// Creates a row for a service's report.
    #[must_use]
    pub fn of_report(report: Report) -> Self {
        let Report { row, checks, other } = report;
        Self { report: Some(row), checks: Some(checks), other: Some(other), ..Self::default() }
    }

    /// Creates a row for a library's report, with the full report if available.
    #[must_use]
    pub fn of_library(known: LibraryRow, report: Option<Report>) -> Self {
        let LibraryRow { connection: _, row, seen_at, changed_at, gone_at, score_before, verdict_before, change: _ } =
            known;
        let report = report.map_or_else(|| Self { report: Some(row), ..Self::default() }, Self::of_report);
        Self { seen_at: Some(seen_at), changed_at, gone_at, score_before, verdict_before, ..report }
    }

    /// Creates a row for a saved copy.
    #[must_use]
    pub fn of_known(known: KnownReport) -> Self {
        let KnownReport { report, has_checks, seen_at, gone_at } = known;
        let whole = Self::of_report(report);
        let checks = whole.checks.filter(|_| has_checks);
        Self { seen_at: Some(seen_at), gone_at, checks, ..whole }
    }

    /// Creates a row for a snapshot, with its checks if known.
    #[must_use]
    pub fn of_snapshot(snapshot: &Snapshot, report: Report) -> Self {
        let whole = Self::of_report(report);
        let checks = whole.checks.filter(|_| snapshot.failed.is_some());
        Self { seen_at: Some(snapshot.seen_at), checks, ..whole }
    }

    /// Creates a row for a check of a fix list.
    #[must_use]
    pub fn of_check(check: FailingCheck) -> Self {
        Self { failing: Some(check), ..Self::default() }
    }
}
