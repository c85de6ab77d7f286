//! The data types of Assay, and the contract between its core and its window: plain data and pure
//! rules, no I/O.
//!
//! Types that cross to the window derive [`ts_rs::TS`]; [`contract`] generates the TypeScript side.

#![allow(missing_docs, reason = "the names of plain data mostly say all; comments say the rest")]

pub mod address;
mod batch;
mod check;
mod client_report;
mod connection;
pub mod contract;
mod draft;
mod event;
mod export;
mod first_picture;
mod generation;
mod history;
mod json;
mod library;
mod menu;
mod moments;
mod network;
mod page;
mod password;
mod preferences;
mod privacy;
mod problem;
mod product;
mod project;
mod query;
mod readable;
mod report;
mod requests;
mod secret;
mod service_key;
mod source;
mod sync;
mod verdict;

pub use batch::{
    ActCounts, Batch, BatchFilter, BatchOrigin, BatchOutcome, BatchRef, BatchRequest, BatchRow, BatchRows, BatchState,
    BatchesQuery, ExistingReportPolicy, ExportBatch, FailureGroup, ListBatchRows, MonthlyQuota, OutcomeColumn,
    OutcomeField, OutcomeWord, PasswordSource, PlanBatch, PreviewSource, PrivacyCounts, ReplanBatch, RowAction,
    RowState, SetRowActions, SkipReason, StateCounts,
};
pub use check::{CheckStep, ConnectionCheck, Finding, RateLimit, Step, StepOutcome};
pub use client_report::{Branding, ClientReportFormat, ClientReportOf, ClientReportRequest};
pub use connection::{
    CheckedBase, Connection, ConnectionDraft, ConnectionRef, ConnectionRemoval, KeyPlace, KeyState, ServiceChoice,
};
pub use draft::Draft;
pub use event::{CallRef, CoreEvent, QueuedCalls, Ticket};
pub use export::{
    CsvSeparator, ExportColumn, ExportField, ExportFormat, ExportOf, ExportRequest, ExportWord, Exported,
};
pub use first_picture::{
    FirstAnswer, FirstCall, FirstPicture, FirstRead, PictureElement, PictureLook, PictureNode, ShownTheme, StartData,
    TextDirection,
};
pub use generation::{Paging, Rating, ServiceCapabilities, VerdictName};
pub use history::{
    ChangeReasons, ChangedCheck, ChangedChecks, CheckChange, CheckChangeKind, CompareReports, CompareSnapshots,
    Comparison, History, Snapshot, SnapshotRef, ValueChange,
};
pub use json::is_deeper;
pub use library::{
    Change, ChangedSince, Changes, ChangesQuery, CheckSort, CheckValue, DayScore, DayVerdicts, Duplicates,
    FailingCheck, FixList, KnownReport, LibraryInfo, LibraryPage, LibraryProjectQuery, LibraryProjectSort,
    LibraryQuery, LibraryRow, LibrarySearchIn, LibrarySort, LibraryState, Overview, OverviewQuery, ProjectSummary,
    ProjectVerdicts, QueryCount, ReportChange, ReportTrend, Since, SummariesQuery, TrendsQuery, VerdictCounts,
};
pub use menu::{MenuEntry, MenuGroup, MenuRole, SystemAction};
pub use moments::{CompareMoments, MomentsComparison, MovedCheck, MovedPage, Standing};
pub use network::{CertificateChoice, Certificates, ChosenCertificates, Network, NetworkDraft, ProxyChoice};
pub use page::{Page, UnreadableRow};
pub use password::{KeepPassword, MakePassword, ShownPassword, gives_password};
pub use preferences::{
    ColumnLayout, Density, Desktop, Language, NamedMoment, Platform, Preferences, SavedView, Start, Theme, Zoom,
};
pub use privacy::Privacy;
pub use problem::{Concern, FailureStage, FieldProblem, FieldReason, Problem, ProblemCode, Repeat, ServiceLink};
pub use product::{
    CrashReport, DataRemoval, LINK_SCHEME, OpenedLink, Release, UpdateMethod, UpdatePhase, UpdateState, WindowCrash,
};
pub use project::Project;
pub use query::{
    Direction, PageSize, ProjectQuery, ProjectSearchBy, ProjectSort, ReportQuery, ReportSearchBy, ReportSort,
};
pub use readable::{encoded_search, readable, spellings};
pub use report::{
    Check, CreateLookup, DeleteResult, Importance, NotApplied, Report, ReportRow, UnrecognizedField, WriteResult,
};
pub use requests::{
    CreateReport, ListLibraryProjects, ListProjects, ListReports, LookUpCreate, NewReport, NormalizedUrl, ProjectRef,
    ReportRef, ReportUpdate, UpdateReport, UrlInput,
};
pub use secret::Secret;
pub use service_key::ServiceKey;
pub use source::{
    BatchSource, InvalidLine, MAX_ROWS, RepeatedLine, SitemapGap, SitemapPages, SitemapRead, SourceColumn, SourceError,
    SourceFile, SourceForm, SourcePreview, SourceReading, SourceRow,
};
pub use sync::{Completeness, StartSync, SyncFound, SyncKind, SyncPhase, SyncProgress, SyncState, SystemNotification};
pub use verdict::Verdict;
