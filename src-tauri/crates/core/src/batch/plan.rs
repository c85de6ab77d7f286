//! Plans batches. Only reads from the service.

mod checks;
mod passwords;
mod reports;

use assay_journal::NewBatch;
use assay_model::{
    InvalidLine, Batch, RowAction, BatchFilter, BatchOrigin, BatchRef, BatchSource, BatchState, BatchRequest, FieldReason,
    PasswordSource, PlanBatch, Privacy, Problem, ProblemCode, ReplanBatch, RowState,
};
use assay_sources::{Listed, SourceContents};
use jiff::Timestamp;
use tokio::task::spawn_blocking;

use super::rules::{Draft, Known, Rules, of_report};
use crate::{Core, saved::Saved};

/// The contents of a source.
#[derive(Default)]
struct GatheredRows {
    drafts: Vec<Draft>,
    /// The first lines that cannot be used, and how many there are.
    bad: Vec<InvalidLine>,
    bad_lines: u32,
}

impl Core {
    /// Plans a batch.
    pub async fn batch_plan(&self, plan: PlanBatch) -> Result<Batch, Problem> {
        let PlanBatch { connection, source, wish, password, keep_passwords } = plan;
        checks::wish(&wish, is_list(&source))?;
        checks::password(password.as_ref())?;
        let saved = self.find(&connection).await?;
        let origin = self.origin(&source)?;
        let gathered = self.gather(&saved, source).await?;
        self.make_batch(&saved, gathered, wish, origin, password, keep_passwords).await
    }

    /// Updates the plan of a batch with other options. A batch that was started only gets its
    /// missing passwords.
    pub async fn batch_update_plan(&self, plan: ReplanBatch) -> Result<Batch, Problem> {
        let ReplanBatch { batch, wish, password, keep_passwords } = plan;
        checks::password(password.as_ref())?;
        let kept = self.kept_batch(batch).await?;
        self.same_service(&kept).await?;
        let saved = self.find(&kept.connection).await?;
        if kept.state != BatchState::Planned || kept.started_at.is_some() {
            let may = matches!(kept.state, BatchState::Planned | BatchState::Paused) && wish == kept.wish;
            return match password {
                Some(password) if may => self.give_passwords(&saved, batch, &password, keep_passwords).await,
                _ => Err(Problem::new(ProblemCode::BatchNotReady)),
            };
        }
        let listed = self.desk.ask(move |journal| journal.listed(batch)).await?;
        checks::new_wish(&wish, &kept.wish, listed.first().is_some_and(|row| row.page.is_some()))?;
        let mut drafts: Vec<_> = listed.into_iter().map(|row| Draft { row, password: None }).collect();
        let known = self.known(&saved).await?;
        let (rule, gives_passwords) = (wish.clone(), gives(password.as_ref()));
        let drafts = run_blocking(move || {
            known.renew(&mut drafts);
            Rules { wish: &rule, gives_passwords, now: Timestamp::now() }.plan(&mut drafts, &known);
            drafts
        });
        let rows = self.with_passwords(&saved, batch, drafts.await?, password).await?;
        self.desk.ask(move |journal| journal.replan(batch, wish, keep_passwords, rows)).await?;
        self.told(batch).await
    }

    /// Plans a batch that restores each report's earlier privacy. Earlier passwords are unknown, so
    /// new ones are needed.
    pub async fn batch_undo(&self, done: BatchRef) -> Result<Batch, Problem> {
        let batch = done.batch;
        let kept = self.kept_batch(batch).await?;
        if !kept.can_undo || !matches!(kept.state, BatchState::Paused | BatchState::Ended) {
            return Err(Problem::new(ProblemCode::BatchNotReady));
        }
        self.same_service(&kept).await?;
        let saved = self.find(&kept.connection).await?;
        let drafts = self.desk.ask(move |journal| {
            let filter = BatchFilter { state: Some(RowState::Done), ..BatchFilter::default() };
            let mut drafts = Vec::new();
            journal.each(batch, &filter, |row| {
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
        self.known(&saved).await?.renew(&mut drafts);
        let gathered = GatheredRows { drafts, ..GatheredRows::default() };
        let (wish, origin) = (BatchRequest::Undo { batch }, BatchOrigin::Batch { batch });
        self.make_batch(&saved, gathered, wish, origin, None, kept.keep_passwords).await
    }

    async fn make_batch(
        &self,
        saved: &Saved,
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
        let known = self.known(saved).await?;
        let (rule, gives_passwords) = (wish.clone(), gives(password.as_ref()));
        let drafts = run_blocking(move || {
            Rules { wish: &rule, gives_passwords, now: Timestamp::now() }.plan(&mut drafts, &known);
            drafts
        });
        let drafts = drafts.await?;
        let number = self.desk.ask(assay_journal::Journal::next_number).await?;
        let rows = self.with_passwords(saved, number, drafts, password).await?;
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
        if let Err(problem) = self.desk.ask(move |journal| journal.make(new, rows, bad)).await {
            self.forget_seal(number).await;
            return Err(problem);
        }
        self.told(number).await
    }

    /// The reports of a connection's service that the library has.
    async fn known(&self, saved: &Saved) -> Result<Known, Problem> {
        // What the service has shown last counts, too.
        self.ingest.settled().await;
        let scope = saved.scope();
        self.library.ask(move |library| library.present(&scope).map(Known::new)).await
    }

    /// The origin of a source, without its contents.
    fn origin(&self, source: &BatchSource) -> Result<BatchOrigin, Problem> {
        Ok(match source {
            BatchSource::Text { .. } => BatchOrigin::Text,
            BatchSource::File { file, .. } => BatchOrigin::File { name: self.source_name(*file)? },
            BatchSource::Sitemap { address } => BatchOrigin::Sitemap { address: address.clone() },
            BatchSource::Reports { .. } => BatchOrigin::Selection,
            BatchSource::List { query } => BatchOrigin::List { project: query.project.clone() },
            BatchSource::Library { query } => BatchOrigin::List { project: query.project.clone() },
        })
    }

    async fn gather(&self, saved: &Saved, source: BatchSource) -> Result<GatheredRows, Problem> {
        if is_list(&source) {
            let SourceContents { listed, preview } = self.listing(&source).await?;
            let drafts = listed.into_iter().map(of_listed).collect();
            return Ok(GatheredRows { drafts, bad: preview.bad_lines, bad_lines: preview.bad });
        }
        let reports = self.reports_of(saved, source).await?;
        Ok(GatheredRows { drafts: reports.into_iter().map(of_report).collect(), ..GatheredRows::default() })
    }
}

/// Whether a source has URLs rather than reports.
fn is_list(source: &BatchSource) -> bool {
    matches!(source, BatchSource::Text { .. } | BatchSource::File { .. } | BatchSource::Sitemap { .. })
}

/// Whether every row that needs a password gets one.
fn gives(password: Option<&PasswordSource>) -> bool {
    matches!(password, Some(PasswordSource::One { .. } | PasswordSource::Generate { .. }))
}

fn of_listed(listed: Listed) -> Draft {
    let Listed { line, address, stored, repeats, privacy, password } = listed;
    // Whoever has a password for a page wants it to be set.
    let privacy = privacy.or_else(|| password.is_some().then_some(Privacy::Password));
    let mut draft = of_report(reports::unseen(String::new()));
    draft.row.address = address;
    (draft.row.line, draft.row.page, draft.row.known) = (line, Some(stored), None);
    (draft.row.repeats, draft.row.own_privacy) = (repeats, privacy);
    Draft { password, ..draft }
}

/// Does what takes its time.
async fn run_blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
    let done = spawn_blocking(work).await;
    done.map_err(|fault| Problem::new(ProblemCode::Internal).with_detail(fault.to_string()))
}
