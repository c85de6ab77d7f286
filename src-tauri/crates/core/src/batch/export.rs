//! Exports the outcome of a batch.

use std::sync::Arc;

use assay_export::{Columns, Outcome, OutcomeLine, file_name};
use assay_model::{
    BatchFilter, BatchRow, ExportBatch, Exported, ListBatchRows, OutcomeField, PageSize, Privacy, Problem, ProblemCode,
    RowAction, RowState, Secret,
};
use tokio::sync::mpsc::channel;
use url::Url;

use super::{
    batch_cipher::{BatchCipher, BatchCiphers},
    journal_handle::JournalHandle,
};
use crate::{
    connections::ConnectionStore,
    export::{ExportFiles, MAX_COLUMNS, MAX_TEXT_LENGTH, MAX_WORDS, blocking, count},
    passwords::Passwords,
    query_limits,
    stored_connection::StoredConnection,
};

const ROWS_PER_READ: usize = 100;

/// Of a word for a value, or of a search, in characters.
const MAX_WORD_LENGTH: u32 = 200;
const MAX_SEARCH_LENGTH: u32 = 500;

/// The service that a batch's links point to.
struct Service {
    connection: String,
    base: Option<Url>,
}

/// Where a batch's passwords are stored.
struct RowPasswords {
    batch: u32,
    cipher: Option<BatchCipher>,
}

pub(crate) struct BatchExports {
    pub journal: JournalHandle,
    pub ciphers: Arc<BatchCiphers>,
    pub connections: Arc<ConnectionStore>,
    pub passwords: Arc<Passwords>,
    pub files: Arc<ExportFiles>,
}

impl BatchExports {
    /// Exports a batch's rows to a file that the user chooses; `None` if none was chosen. The file
    /// is complete or not written. Reports progress as `CoreEvent::Export`; canceling the call
    /// stops it.
    pub async fn batch_export(&self, request: ExportBatch) -> Result<Option<Exported>, Problem> {
        refuse(&request)?;
        let ExportBatch { batch, filter, format, columns, words, name } = request;
        // Invalid lines are not rows, so a filter leaves them out.
        let invalid = if filter == BatchFilter::default() {
            self.journal.ask(move |journal| journal.batch(batch).bad_lines()).await?
        } else {
            Vec::new()
        };
        let (first, service) = (filter.clone(), self.service_of(batch).await?);
        let first = ListBatchRows { batch, filter: first, per_page: PageSize::Ten, page: 1 };
        let total = self.journal.ask(move |journal| journal.rows(&first)).await?.total;
        let total = u64::from(total) + invalid.len() as u64;
        let passwords = if columns.iter().any(|column| column.field == OutcomeField::Password) {
            Some(RowPasswords { batch, cipher: self.ciphers.cipher(batch).await? })
        } else {
            None
        };
        let columns = Columns::of_outcome(&columns, &words);
        let Some(mut writer) = self.files.begin_file(format, &file_name(&name), columns, Some(total)).await? else {
            return Ok(None);
        };
        let (give, mut given) = channel(1);
        let each = self.journal.ask(move |journal| {
            let mut some = Vec::with_capacity(ROWS_PER_READ);
            journal.batch(batch).for_each_row(&filter, |row| {
                some.push(row);
                if some.len() == ROWS_PER_READ {
                    // The receiver is gone if the file could not be written.
                    let _ = give.blocking_send(std::mem::take(&mut some));
                }
            })?;
            let _ = give.blocking_send(some);
            Ok(())
        });
        let (service, passwords) = (&service, passwords.as_ref());
        // Dropping the channel on failure unblocks the sender.
        let written = async move {
            while let Some(rows) = given.recv().await {
                writer = writer.write_all(self.outcomes(rows, service, passwords).await?).await?;
            }
            let invalid = invalid.into_iter().map(|line| OutcomeLine::Invalid(line.into())).collect();
            writer.write_all(invalid).await
        };
        let (each, written) = tokio::join!(each, written);
        let writer = written?;
        each?;
        blocking(move || writer.finish()).await.map(Some)
    }

    async fn outcomes(
        &self,
        rows: Vec<BatchRow>,
        service: &Service,
        passwords: Option<&RowPasswords>,
    ) -> Result<Vec<OutcomeLine>, Problem> {
        let mut outcomes = Vec::with_capacity(rows.len());
        for row in rows {
            let password = match passwords {
                Some(passwords) if has_password(&row) => self.password_of(&row, service, passwords).await?,
                _ => None,
            };
            outcomes.push(OutcomeLine::Row(Box::new(Outcome { link: service.link(&row), row, password })));
        }
        Ok(outcomes)
    }

    /// The password of a row, if it is still known.
    async fn password_of(
        &self,
        row: &BatchRow,
        service: &Service,
        passwords: &RowPasswords,
    ) -> Result<Option<Secret>, Problem> {
        if let Some(cipher) = &passwords.cipher {
            let (batch, number) = (passwords.batch, row.number);
            let sealed = self.journal.ask(move |journal| journal.batch(batch).secret(number)).await?;
            if let Some(password) = sealed.and_then(|sealed| cipher.decrypt(number, &sealed)) {
                return Ok(Some(password));
            }
        }
        match &row.report {
            Some(report) if row.state == RowState::Done && service.base.is_some() => {
                self.passwords.stored_password(&service.connection, report).await
            }
            _ => Ok(None),
        }
    }

    /// The service of a batch, if its connection still points to it.
    async fn service_of(&self, batch: u32) -> Result<Service, Problem> {
        let stored = self.journal.ask(move |journal| journal.batch(batch).read()).await?;
        let base = match self.connections.find(&stored.connection).await {
            Ok(saved) => Some(saved).filter(|saved| saved.scope() == stored.scope).and_then(|saved| base_of(&saved)),
            Err(problem) if problem.code == ProblemCode::ConnectionUnknown => None,
            Err(problem) => return Err(problem),
        };
        Ok(Service { connection: stored.connection, base })
    }
}

impl Service {
    /// The URL of a row's report page (`field-notes.md` 33).
    fn link(&self, row: &BatchRow) -> Option<String> {
        let is_gone = row.act == RowAction::Delete && row.state == RowState::Done;
        let report = row.report.as_ref().filter(|_| !is_gone)?;
        let mut page = self.base.clone()?;
        page.path_segments_mut().ok()?.pop_if_empty().extend(["reports", report]);
        Some(page.into())
    }
}

fn base_of(saved: &StoredConnection) -> Option<Url> {
    Url::parse(&saved.base_url).ok()
}

fn has_password(row: &BatchRow) -> bool {
    let is_set = !matches!(row.state, RowState::Failed | RowState::Skipped | RowState::Canceled);
    is_set && (row.has_password || row.to == Some(Privacy::Password))
}

fn refuse(request: &ExportBatch) -> Result<(), Problem> {
    let ExportBatch { batch: _, filter, format: _, columns, words, name } = request;
    count("columns", columns.len(), 1, MAX_COLUMNS)?;
    count("words", words.len(), 0, MAX_WORDS)?;
    columns.iter().try_for_each(|column| query_limits::length("columns", &column.heading, MAX_TEXT_LENGTH))?;
    words.iter().try_for_each(|word| query_limits::length("words", &word.word, MAX_WORD_LENGTH))?;
    query_limits::length("name", name, MAX_TEXT_LENGTH)?;
    query_limits::length("search", filter.search.as_deref().unwrap_or_default(), MAX_SEARCH_LENGTH)
}
