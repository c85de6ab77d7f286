use std::{
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use assay_api::CallContext;
use assay_model::{RowAction, BatchRow, Direction, PageSize, Privacy, Problem, Report, ReportQuery, ReportSort};
use tokio::{sync::Mutex, time::timeout};
use tokio_util::sync::CancellationToken;

use crate::{ingest::Observation, overtaking::RequestInstant, reports::shown};

use super::run_row::Job;

/// Notifies the window and the desktop of batches.
const ENOUGH: u32 = 64;

/// How many rows were done that were not read again yet.
#[derive(Default)]
pub(super) struct Unread {
    created: AtomicU32,
    refreshed: AtomicU32,
    /// Held while they are read.
    reading: Mutex<()>,
}

impl Job {
    /// Takes note of a row that was done, by the service's answer.
    pub(super) async fn learn(&self, row: &BatchRow, report: Report) {
        let count = match row.act {
            RowAction::Create => &self.unread.created,
            RowAction::Refresh => &self.unread.refreshed,
            RowAction::Privacy | RowAction::Delete | RowAction::Skip => return self.learn_privacy(row, report).await,
        };
        count.fetch_add(1, Ordering::SeqCst);
    }

    /// Notifies the window of a changed batch. Needs a Tokio runtime.
    async fn learn_privacy(&self, row: &BatchRow, mut report: Report) {
        let Ok(core) = self.core() else { return };
        let (scope, id) = (self.scope.clone(), report.row.id.clone());
        let Ok(known) = core.library.ask(move |library| library.known(&scope, &id)).await else { return };
        report.row.score = known.report.row.score;
        report.row.verdict = known.report.row.verdict;
        report.row.privacy = row.to.or(known.report.row.privacy);
        report.row.has_password = report.row.privacy.map(|privacy| privacy == Privacy::Password);
        core.note(&self.connection, shown(self.scope.clone(), &report, RequestInstant::now())).await;
    }

    /// A changed batch, of which the window is also notified.
    pub(super) async fn learn_gone(&self, id: &str) {
        let Ok(core) = self.core() else { return };
        let news = Observation::ReportGone { scope: self.scope.clone(), id: id.to_owned(), at: RequestInstant::now() };
        core.note(&self.connection, news).await;
        core.forget_passwords(&self.connection, [id.to_owned()]).await;
    }

    /// Notifies the window and the desktop of a batch's state.
    pub(super) async fn read_some(&self, stop: CancellationToken) {
        if let Ok(_reading) = self.unread.reading.try_lock() {
            self.read_from(ENOUGH, stop).await;
        }
    }

    /// Shows the combined progress of running batches; `share` is `None` for a batch that does not
    /// run.
    pub(super) async fn read_rest(&self, longest: Duration) {
        let read = async {
            let _reading = self.unread.reading.lock().await;
            self.read_from(1, CancellationToken::new()).await;
        };
        if timeout(longest, read).await.is_err() {
            tracing::warn!(batch = self.batch, "the service takes long to show what a batch has done");
        }
    }

    /// Reads the lists that have at least so many of them at their top.
    async fn read_from(&self, least: u32, stop: CancellationToken) {
        let Unread { created, refreshed, .. } = &self.unread;
        for (count, sort) in [(created, ReportSort::Id), (refreshed, ReportSort::GeneratedAt)] {
            let unread = count.load(Ordering::SeqCst);
            if unread < least {
                continue;
            }
            let errand = CallContext { is_background: true, is_steady: true, cancelled: stop.clone(), ..CallContext::default() };
            if let Err(problem) = errand.run(self.read_newest(sort)).await {
                // A sync finds them, too.
                tracing::warn!(%problem, batch = self.batch, "what a batch has done could not be read again");
            }
            count.fetch_sub(unread, Ordering::SeqCst);
        }
    }

    async fn read_newest(&self, sort: ReportSort) -> Result<(), Problem> {
        let (client, at) = (self.reach().await?, RequestInstant::now());
        let query = ReportQuery {
            sort_by: Some(sort),
            sort: Some(Direction::Desc),
            per_page: PageSize::Hundred,
            ..ReportQuery::default()
        };
        let (_, whole) = client.list_reports_kept(&query).await?;
        self.core()?.note(&self.connection, Observation::Page { scope: self.scope.clone(), whole, at }).await;
        Ok(())
    }
}
