//! The nouns of Assay and the contract between its core and its window: plain data and pure rules, no I/O.
//!
//! Everything here that crosses to the window derives [`ts_rs::TS`]; [`contract`] makes the TypeScript side of it.

pub mod address;
mod connection;
pub mod contract;
mod page;
mod preferences;
mod privacy;
mod problem;
mod project;
mod query;
mod report;
mod requests;
mod secret;
mod verdict;

pub use connection::{
    CheckStep, Connection, ConnectionCheck, ConnectionDraft, ConnectionRemoval, KeyPlace, KeyState, RateLimit, Step,
    StepOutcome,
};
pub use page::{Page, UnreadableRow};
pub use preferences::{Desktop, Platform, Preferences, Start, Theme};
pub use privacy::Privacy;
pub use problem::{FieldProblem, FieldReason, Problem, ProblemCode};
pub use project::Project;
pub use query::{
    Direction, PageSize, ProjectQuery, ProjectSearchBy, ProjectSort, ReportQuery, ReportSearchBy, ReportSort,
};
pub use report::{Check, Deleted, Importance, OddField, Report, ReportRow, Written};
pub use requests::{
    AddressText, CheckedAddress, CreateReport, ListProjects, ListReports, NewReport, ProjectRef, ReportRef,
    ReportUpdate, UpdateReport,
};
pub use secret::Secret;
pub use verdict::Verdict;
