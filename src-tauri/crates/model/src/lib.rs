//! The data types of Assay, and the contract between its core and its window: plain data and pure
//! rules, no I/O.
//!
//! Types that cross to the window derive [`ts_rs::TS`]; [`contract`] generates the TypeScript side.

pub mod address;
mod batch;
mod check;
mod connection;
pub mod contract;
mod draft;
mod event;
mod export;
mod generation;
mod history;
mod library;
mod menu;
mod network;
mod page;
mod password;
mod preferences;
mod privacy;
mod problem;
mod product;
mod project;
mod query;
mod report;
mod requests;
mod secret;
mod source;
mod sync;
mod verdict;

pub use batch::{
    ActCounts, Batch, RowAction, BatchFilter, BatchOrigin, BatchRef, BatchRow, BatchRows, BatchState, BatchRequest,
    BatchesQuery, ExportBatch, KnownQuota, ExistingReportPolicy, ListBatchRows, OutcomeColumn, OutcomeField, OutcomeWord,
    PasswordSource, PlanBatch, PreviewSource, ReplanBatch, RowState, SkipReason, StateCounts, SetRowActions,
};
pub use check::{CheckStep, ConnectionCheck, Finding, RateLimit, Step, StepOutcome};
pub use connection::{Connection, ConnectionDraft, ConnectionRef, ConnectionRemoval, KeyPlace, KeyState};
pub use draft::Draft;
pub use event::{CallRef, CoreEvent, Ticket, Waiting};
pub use export::{ExportColumn, ExportField, ExportFormat, ExportOf, ExportRequest, ExportWord, Exported};
pub use generation::{ServiceCapabilities, Paging, Rating};
pub use history::{
    CheckChange, CheckChangeKind, CompareSnapshots, Comparison, History, Snapshot, SnapshotRef, ValueChange,
};
pub use library::{
    Change, ChangedSince, Changes, ChangesQuery, DayVerdicts, FailingCheck, FixList, KnownReport, LibraryInfo,
    LibraryPage, LibraryQuery, LibraryRow, LibrarySearchIn, LibrarySort, LibraryState, Overview, OverviewQuery,
    ProjectVerdicts, Since, VerdictCounts,
};
pub use menu::{MenuEntry, MenuGroup, MenuRole, SystemAction};
pub use network::{Network, ProxyChoice};
pub use page::{Page, UnreadableRow};
pub use password::{KeepPassword, MakePassword, ShownPassword};
pub use preferences::{ColumnLayout, Density, Desktop, Language, Platform, Preferences, SavedView, Start, Theme, Zoom};
pub use privacy::Privacy;
pub use problem::{FieldProblem, FieldReason, Problem, ProblemCode};
pub use product::{
    CrashReport, DataRemoval, LINK_SCHEME, OpenedLink, Release, UpdatePhase, UpdateState, UpdateMethod, WindowCrash,
};
pub use project::Project;
pub use query::{
    Direction, PageSize, ProjectQuery, ProjectSearchBy, ProjectSort, ReportQuery, ReportSearchBy, ReportSort,
};
pub use report::{Check, Deleted, Importance, UnrecognizedField, Report, ReportRow, Sought, Written};
pub use requests::{
    AddressText, CheckedAddress, CreateReport, ListProjects, ListReports, NewReport, ProjectRef, ReportRef,
    ReportUpdate, SeekReport, UpdateReport,
};
pub use secret::Secret;
pub use source::{
    InvalidLine, BatchSource, MOST_ROWS, SitemapRead, SourceColumn, SourceError, SourceFile, SourceForm, SourcePreview,
    SourceReading, SourceRow,
};
pub use sync::{Completeness, SystemNotification, StartSync, SyncFound, SyncKind, SyncPhase, SyncProgress, SyncState};
pub use verdict::Verdict;
