use assay_model::{ExportField, ProjectSummary, VerdictCounts};
use jiff::Timestamp;
use serde::Serialize;

use crate::{
    Cell, Record,
    cell::{number, text, width},
};

/// A project with its figures.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ProjectRow {
    /// The connection's name.
    pub connection: String,
    /// Its name.
    pub project: String,
    /// The number of its reports.
    pub reports: u32,
    /// Its reports by verdict.
    pub verdicts: VerdictCounts,
    /// The average score of those that have one, 0–100.
    pub mean_score: Option<f64>,
    /// The averages of 90 days in even steps, oldest first.
    pub trend: Vec<Option<f64>>,
    /// How many checks of high importance fail, each counted on each page.
    pub failing: u32,
    /// The number of reports without known checks.
    pub without_checks: u32,
    /// The last check of any of its reports.
    pub checked_at: Option<Timestamp>,
    /// When its first report was created.
    pub created_at: Option<Timestamp>,
}

impl ProjectRow {
    /// Creates a row for a project of a connection.
    #[must_use]
    pub fn new(connection: String, summary: ProjectSummary, created_at: Option<Timestamp>) -> Self {
        Self {
            connection,
            project: summary.project,
            reports: summary.reports,
            verdicts: summary.verdicts,
            mean_score: summary.mean_score,
            trend: summary.trend,
            failing: summary.failing,
            without_checks: summary.without_checks,
            checked_at: summary.checked_at,
            created_at,
        }
    }

    /// The change of the average, rounded as on screen.
    fn change(&self) -> Option<f64> {
        let mut known = self.trend.iter().copied().flatten();
        let first = known.next()?;
        known.last().map(|last| ((last - first) * 10.0).round() / 10.0)
    }
}

impl Record for ProjectRow {
    type Field = ExportField;

    fn cell(&self, field: ExportField) -> Cell<'_> {
        let count = |count: u32| Cell::Number(count.into());
        match field {
            ExportField::Connection => text(Some(&self.connection)),
            ExportField::Project => text(Some(&self.project)),
            ExportField::Reports => count(self.reports),
            ExportField::Good => count(self.verdicts.good),
            ExportField::Decent => count(self.verdicts.decent),
            ExportField::Bad => count(self.verdicts.bad),
            ExportField::Average => number(self.mean_score),
            ExportField::AverageChange => number(self.change()),
            ExportField::FailingHigh if self.without_checks < self.reports => count(self.failing),
            ExportField::GeneratedAt => self.checked_at.map_or(Cell::Empty, Cell::Date),
            ExportField::CreatedAt => self.created_at.map_or(Cell::Empty, Cell::Date),
            _ => Cell::Empty,
        }
    }

    fn width(field: ExportField) -> f64 {
        width(field)
    }

    fn is_secret(_: ExportField) -> bool {
        false
    }
}
