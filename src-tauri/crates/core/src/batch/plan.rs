//! Plans batches. Only reads from the service.

mod bad_lines;
mod blocking;
mod passwords;
mod reports;
mod sitemap_gaps;
mod validate;

use std::sync::Arc;

use assay_journal::NewBatch;
use assay_model::{
    Batch, BatchFilter, BatchOrigin, BatchRef, BatchRequest, BatchSource, BatchState, FieldReason, InvalidLine,
    PasswordSource, PlanBatch, Privacy, Problem, ProblemCode, ReplanBatch, RowAction, RowState,
};
use assay_sources::{SourceContents, SourcePage};
use jiff::Timestamp;

use super::{
    batch_cipher::BatchCiphers,
    journal_handle::JournalHandle,
    notifier::BatchNotifier,
    plan_options::{ExistingReports, PlanOptions, RowDraft, of_report},
    source::Sources,
};
use crate::{
    connections::ConnectionStore, library_handle::LibraryHandle, service_ingest::ServiceIngest,
    stored_connection::StoredConnection,
};
use blocking::run_blocking;
pub(crate) use passwords::PlannedPasswords;
pub(crate) use reports::PlannedReports;
pub(crate) use sitemap_gaps::KeptGaps;

/// The contents of a source.
#[derive(Default)]
struct GatheredRows {
    drafts: Vec<RowDraft>,
    /// The first invalid lines and their count.
    bad: Vec<InvalidLine>,
    bad_lines: u32,
}

pub(crate) struct BatchPlans {
    pub connections: Arc<ConnectionStore>,
    pub library: LibraryHandle,
    pub ingest: Arc<ServiceIngest>,
    pub journal: JournalHandle,
    pub ciphers: Arc<BatchCiphers>,
    pub notifier: Arc<BatchNotifier>,
    pub sources: Arc<Sources>,
    pub reports: PlannedReports,
    pub passwords: PlannedPasswords,
    pub gaps: KeptGaps,
}

impl BatchPlans {
    pub async fn batch_plan(&self, plan: PlanBatch) -> Result<Batch, Problem> {
        let PlanBatch { connection, source, wish, password, keep_passwords } = plan;
        validate::request(&wish, is_list(&source))?;
        validate::password(password.as_ref())?;
        let saved = self.connections.find(&connection).await?;
        let origin = self.origin(&source)?;
        let gathered = self.gather(&saved, source).await?;
        self.make_batch(&saved, gathered, wish, origin, password, keep_passwords).await
    }

    /// Updates the plan of a batch with other options. A batch that was started only gets its
    /// missing passwords.
    pub async fn batch_update_plan(&self, plan: ReplanBatch) -> Result<Batch, Problem> {
        let ReplanBatch { batch, wish, password, keep_passwords } = plan;
        validate::password(password.as_ref())?;
        let stored = self.journal.stored_batch(batch).await?;
        self.connections.require_scope(&stored.connection, &stored.scope).await?;
        let saved = self.connections.find(&stored.connection).await?;
        if stored.state != BatchState::Planned || stored.started_at.is_some() {
            let may = matches!(stored.state, BatchState::Planned | BatchState::Paused) && wish == stored.wish;
            return match password {
                Some(password) if may => {
                    self.passwords.give_passwords(&saved, batch, &password, keep_passwords).await?;
                    self.notifier.told(batch).await
                }
                _ => Err(Problem::new(ProblemCode::BatchNotReady)),
            };
        }
        let listed = self.journal.ask(move |journal| journal.batch(batch).listed()).await?;
        validate::changed_request(&wish, &stored.wish, listed.first().is_some_and(|row| row.page.is_some()))?;
        let mut drafts: Vec<_> = listed.into_iter().map(|row| RowDraft { row, password: None }).collect();
        let known = self.existing_reports(&saved).await?;
        let (rule, gives_passwords) = (wish.clone(), gives_password(password.as_ref()));
        let drafts = run_blocking(move || {
            known.renew(&mut drafts);
            PlanOptions { wish: &rule, gives_passwords, now: Timestamp::now() }.plan(&mut drafts, &known);
            drafts
        });
        let rows = self.passwords.with_passwords(&saved, batch, drafts.await?, password).await?;
        self.journal.ask(move |journal| journal.batch(batch).replan(wish, keep_passwords, rows)).await?;
        self.notifier.told(batch).await
    }

    /// Plans a batch that restores each report's earlier privacy. Earlier passwords are unknown, so
    /// new ones are needed.
    pub async fn batch_undo(&self, done: BatchRef) -> Result<Batch, Problem> {
        let batch = done.batch;
        let stored = self.journal.stored_batch(batch).await?;
        if !stored.can_undo || !matches!(stored.state, BatchState::Paused | BatchState::Ended) {
            return Err(Problem::new(ProblemCode::BatchNotReady));
        }
        self.connections.require_scope(&stored.connection, &stored.scope).await?;
        let saved = self.connections.find(&stored.connection).await?;
        let drafts = self.journal.ask(move |journal| {
            let filter = BatchFilter { state: Some(RowState::Done), ..BatchFilter::default() };
            let mut drafts = Vec::new();
            journal.batch(batch).for_each_row(&filter, |row| {
                let is_changed = matches!(row.act, RowAction::Privacy | RowAction::Refresh) && row.to.is_some();
                if let (true, Some(before), Some(id)) = (is_changed && row.from != row.to, row.from, row.report) {
                    let mut draft = of_report(reports::unseen(id));
                    draft.row.address = row.address;
                    (draft.row.was, draft.row.own_privacy) = (row.to, Some(before));
                    drafts.push(draft);
                }
            })?;
            Ok(drafts)
        });
        let mut drafts = drafts.await?;
        self.existing_reports(&saved).await?.renew(&mut drafts);
        let gathered = GatheredRows { drafts, ..GatheredRows::default() };
        let (wish, origin) = (BatchRequest::Undo { batch }, BatchOrigin::Batch { batch });
        self.make_batch(&saved, gathered, wish, origin, None, stored.keep_passwords).await
    }

    async fn make_batch(
        &self,
        saved: &StoredConnection,
        gathered: GatheredRows,
        wish: BatchRequest,
        origin: BatchOrigin,
        password: Option<PasswordSource>,
        keep_passwords: bool,
    ) -> Result<Batch, Problem> {
        let GatheredRows { mut drafts, bad, bad_lines } = gathered;
        if drafts.is_empty() {
            return Err(Problem::invalid("source", FieldReason::Required));
        }
        let known = self.existing_reports(saved).await?;
        let (rule, gives_passwords) = (wish.clone(), gives_password(password.as_ref()));
        let drafts = run_blocking(move || {
            PlanOptions { wish: &rule, gives_passwords, now: Timestamp::now() }.plan(&mut drafts, &known);
            drafts
        });
        let drafts = drafts.await?;
        let number = self.journal.ask(assay_journal::Journal::next_number).await?;
        let rows = self.passwords.with_passwords(saved, number, drafts, password).await?;
        let new = NewBatch {
            number,
            connection: saved.id.clone(),
            scope: saved.scope(),
            wish,
            origin,
            bad_lines,
            keep_passwords,
            made_at: Timestamp::now(),
        };
        if let Err(problem) = self.journal.ask(move |journal| journal.make(new, rows, bad)).await {
            self.ciphers.delete_cipher_key(number).await;
            return Err(problem);
        }
        self.notifier.told(number).await
    }

    /// The reports of a connection's service that the library has.
    async fn existing_reports(&self, saved: &StoredConnection) -> Result<ExistingReports, Problem> {
        // Includes what the service has just returned.
        self.ingest.flush().await;
        let scope = saved.scope();
        self.library.ask(move |library| library.scope(&scope).plannable_reports().map(ExistingReports::new)).await
    }

    /// The origin of a source, without its contents.
    fn origin(&self, source: &BatchSource) -> Result<BatchOrigin, Problem> {
        Ok(match source {
            BatchSource::Text { .. } => BatchOrigin::Text,
            BatchSource::File { file, .. } => BatchOrigin::File { name: self.sources.source_name(*file)? },
            BatchSource::Sitemap { address } => BatchOrigin::Sitemap { address: address.clone() },
            BatchSource::Reports { .. } => BatchOrigin::Selection,
            BatchSource::List { query } => BatchOrigin::List { project: query.project.clone() },
            BatchSource::Library { query } | BatchSource::FixList { query, .. } => {
                BatchOrigin::List { project: query.project.clone() }
            }
        })
    }

    async fn gather(&self, saved: &StoredConnection, source: BatchSource) -> Result<GatheredRows, Problem> {
        if is_list(&source) {
            let SourceContents { listed, preview } = self.sources.read_source(&source).await?;
            let drafts = listed.into_iter().map(of_listed).collect();
            let bad = bad_lines::without_secrets(preview.bad_lines);
            return Ok(GatheredRows { drafts, bad, bad_lines: preview.bad });
        }
        let reports = self.reports.reports_of(saved, source).await?;
        Ok(GatheredRows { drafts: reports.into_iter().map(of_report).collect(), ..GatheredRows::default() })
    }
}

/// Whether a source has URLs rather than reports.
fn is_list(source: &BatchSource) -> bool {
    matches!(source, BatchSource::Text { .. } | BatchSource::File { .. } | BatchSource::Sitemap { .. })
}

/// Whether every row that needs a password gets one.
fn gives_password(password: Option<&PasswordSource>) -> bool {
    matches!(password, Some(PasswordSource::One { .. } | PasswordSource::Generate { .. }))
}

fn of_listed(listed: SourcePage) -> RowDraft {
    let SourcePage { line, address, stored, repeats, privacy, password } = listed;
    // A password for a page implies password protection.
    let privacy = privacy.or_else(|| password.is_some().then_some(Privacy::Password));
    let mut draft = of_report(reports::unseen(String::new()));
    draft.row.address = address;
    (draft.row.line, draft.row.page, draft.row.known) = (line, Some(stored), None);
    (draft.row.repeats, draft.row.own_privacy) = (repeats, privacy);
    RowDraft { password, ..draft }
}
