//! Small batches, planned and watched like in the window.

use std::time::{Duration, Instant};

use assay_core::Core;
use assay_model::{
    Batch, BatchFilter, BatchRef, BatchRequest, BatchRow, BatchSource, BatchState, ExistingReportPolicy, ListBatchRows,
    ListReports, PageSize, PasswordSource, PlanBatch, Preferences, Privacy, ProblemCode, ReportQuery, ReportRow,
    Secret, SourceReading, address,
};

/// Longer than anything here takes.
const LONGEST: Duration = Duration::from_mins(5);

/// The limit of retries for rows with a resolvable outcome.
const MOST_RETRIES: u32 = 100;

/// Addresses of pages of one site.
pub fn pages(count: u32) -> Vec<String> {
    (1..=count).map(|page| format!("https://batch.example/page-{page:04}")).collect()
}

pub fn create() -> BatchRequest {
    create_as(Privacy::Private, ExistingReportPolicy::Create)
}

pub fn create_as(privacy: Privacy, known: ExistingReportPolicy) -> BatchRequest {
    BatchRequest::Create { privacy, known, change_known: false, match_project: None }
}

pub fn text(lines: &str) -> BatchSource {
    BatchSource::Text { text: Secret::from(lines), reading: SourceReading::default() }
}

/// A source of reports.
pub fn reports(ids: impl IntoIterator<Item = String>) -> BatchSource {
    BatchSource::Reports { ids: ids.into_iter().collect() }
}

pub async fn plan(core: &Core, connection: &str, addresses: &[String]) -> Batch {
    plan_of(core, connection, text(&addresses.join("\n")), create(), None).await
}

pub async fn plan_of(
    core: &Core,
    connection: &str,
    source: BatchSource,
    wish: BatchRequest,
    password: Option<PasswordSource>,
) -> Batch {
    let keep_passwords = password.is_some();
    let plan = PlanBatch { connection: connection.to_owned(), source, wish, password, keep_passwords };
    core.batch_plan(plan).await.unwrap()
}

pub async fn at_once(core: &Core, rows: u8) {
    let preferences = Preferences { batch_at_once: rows, ..core.preferences().unwrap() };
    core.preferences_save(preferences).await.unwrap();
}

/// Waits for a batch's state.
pub async fn until(core: &Core, batch: u32, is_so: impl Fn(&Batch) -> bool) -> Batch {
    let begun = Instant::now();
    loop {
        let read = core.batch_read(BatchRef { batch }).await.unwrap();
        if is_so(&read) {
            return read;
        }
        assert!(begun.elapsed() < LONGEST, "{read:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The number of answered rows.
pub fn answered(batch: &Batch) -> u32 {
    batch.states.done + batch.states.confirming
}

pub async fn until_ended(core: &Core, batch: u32) -> Batch {
    until(core, batch, |batch| batch.state == BatchState::Ended).await
}

/// Waits until all outcomes are known, resending lost rows and resuming pauses.
pub async fn until_all_are_known(core: &Core, batch: u32) -> Batch {
    let mut retries = 0;
    loop {
        let stands = |batch: &Batch| matches!(batch.state, BatchState::Ended | BatchState::Paused);
        let read = until(core, batch, stands).await;
        if read.state == BatchState::Ended && read.states.unknown == 0 {
            return read;
        }
        let told = match core.batch_retry(BatchRef { batch }).await {
            Ok(told) if told.state == BatchState::Paused => core.batch_start(BatchRef { batch }).await,
            told => told,
        };
        // Another process may be running it, or have ended it.
        let is_elsewhere = |problem| matches!(problem, ProblemCode::OpenElsewhere | ProblemCode::BatchNotReady);
        assert!(told.as_ref().err().is_none_or(|problem| is_elsewhere(problem.code)), "{told:?}");
        retries += u32::from(told.is_ok());
        assert!(retries < MOST_RETRIES, "it stays unknown: {read:?}");
    }
}

/// Starts a batch and waits until it has ended.
pub async fn run(core: &Core, batch: u32) -> Batch {
    core.batch_start(BatchRef { batch }).await.unwrap();
    until_ended(core, batch).await
}

/// The rows of a batch in their order.
pub async fn rows(core: &Core, batch: u32) -> Vec<BatchRow> {
    let mut rows = Vec::new();
    for page in 1.. {
        let list = ListBatchRows { batch, filter: BatchFilter::default(), per_page: PageSize::Hundred, page };
        let read = core.batch_rows(list).await.unwrap();
        rows.extend(read.rows);
        if rows.len() >= read.total as usize {
            break;
        }
    }
    rows
}

/// The service's reports of the batch's site.
pub async fn made(core: &Core, connection: &str) -> Vec<ReportRow> {
    let mut made = Vec::new();
    for page in 1.. {
        let query = ReportQuery {
            project: Some("batch.example".to_owned()),
            per_page: PageSize::Hundred,
            page: Some(page),
            ..ReportQuery::default()
        };
        let list = ListReports { connection: connection.to_owned(), query };
        let read = core.reports_list(list).await.unwrap();
        made.extend(read.rows);
        if !read.has_next {
            break;
        }
    }
    made
}

/// Waits for a number of reports of the batch's site.
pub async fn until_made(core: &Core, connection: &str, count: usize) {
    let begun = Instant::now();
    while made(core, connection).await.len() < count {
        assert!(begun.elapsed() < LONGEST);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Checks that each URL has exactly one report, named by its row.
pub fn assert_each_has_one(rows: &[BatchRow], made: &[ReportRow]) {
    for row in rows {
        let of_it: Vec<_> = made.iter().filter(|made| address::is_same_page(&made.address, &row.address)).collect();
        assert_eq!(of_it.len(), 1, "{row:?}: {of_it:?}");
        assert_eq!(row.report.as_ref(), Some(&of_it[0].id), "{row:?}");
    }
    assert_eq!(made.len(), rows.len());
}
