//! Exports the outcome of a batch.

use assay_export::{Columns, Outcome, file_name};
use assay_model::{
    RowAction, BatchRow, ExportBatch, Exported, ListBatchRows, OutcomeField, PageSize, Privacy, Problem, ProblemCode,
    RowState, Secret,
};
use tokio::sync::mpsc::channel;
use url::Url;

use super::cipher::BatchCipher;
use crate::{
    Core, check,
    export::{LONGEST_TEXT, MAX_COLUMNS, MOST_WORDS, Writing, blocking, count},
    saved::Saved,
};

/// How many rows go into the file at a time.
const AT_ONCE: usize = 100;

/// Of a word for a value, or of a search, in characters.
const LONGEST_WORD: u32 = 200;
const MAX_SEARCH_LENGTH: u32 = 500;

/// The service that a batch's links point to.
struct Service {
    connection: String,
    base: Option<Url>,
}

/// Where a batch's passwords are stored.
struct Passwords {
    batch: u32,
    cipher: Option<BatchCipher>,
}

impl Core {
    /// Makes a file that the user chooses of a batch's rows, whole or not at all; nothing if none was chosen. How it goes
    /// is told by `CoreEvent::Export`, and cancelling the call ends it.
    pub async fn batch_export(&self, request: ExportBatch) -> Result<Option<Exported>, Problem> {
        refuse(&request)?;
        let ExportBatch { batch, filter, format, columns, words, name } = request;
        let (first, service) = (filter.clone(), self.service_of(batch).await?);
        let first = ListBatchRows { batch, filter: first, per_page: PageSize::Ten, page: 1 };
        let total = self.desk.ask(move |journal| journal.rows(&first)).await?.total;
        let passwords = if columns.iter().any(|column| column.field == OutcomeField::Password) {
            Some(Passwords { batch, cipher: self.cipher(batch).await? })
        } else {
            None
        };
        let columns = Columns::of_outcome(&columns, &words);
        let Some(mut writing) = self.begin_file(format, &file_name(&name), columns, Some(total.into())).await? else {
            return Ok(None);
        };
        let (give, mut given) = channel(1);
        let each = self.desk.ask(move |journal| {
            let mut some = Vec::with_capacity(AT_ONCE);
            journal.each(batch, &filter, |row| {
                some.push(row);
                if some.len() == AT_ONCE {
                    // Nobody wants more once the file could not be written.
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
                writing = writing.write_all(self.outcomes(rows, service, passwords).await?).await?;
            }
            Ok::<Writing<Outcome>, Problem>(writing)
        };
        let (each, written) = tokio::join!(each, written);
        let writing = written?;
        each?;
        blocking(move || writing.finish()).await.map(Some)
    }

    async fn outcomes(
        &self,
        rows: Vec<BatchRow>,
        service: &Service,
        passwords: Option<&Passwords>,
    ) -> Result<Vec<Outcome>, Problem> {
        let mut outcomes = Vec::with_capacity(rows.len());
        for row in rows {
            let password = match passwords {
                Some(passwords) if has_password(&row) => self.password_of(&row, service, passwords).await?,
                _ => None,
            };
            outcomes.push(Outcome { link: service.link(&row), row, password });
        }
        Ok(outcomes)
    }

    /// The password of a row, if it is still known.
    async fn password_of(
        &self,
        row: &BatchRow,
        service: &Service,
        passwords: &Passwords,
    ) -> Result<Option<Secret>, Problem> {
        if let Some(cipher) = &passwords.cipher {
            let (batch, number) = (passwords.batch, row.number);
            let sealed = self.desk.ask(move |journal| journal.secret(batch, number)).await?;
            if let Some(password) = sealed.and_then(|sealed| cipher.open(number, &sealed)) {
                return Ok(Some(password));
            }
        }
        match &row.report {
            Some(report) if row.state == RowState::Done && service.base.is_some() => {
                self.kept_password(&service.connection, report).await
            }
            _ => Ok(None),
        }
    }

    /// The service of a batch, if its connection still points to it.
    async fn service_of(&self, batch: u32) -> Result<Service, Problem> {
        let kept = self.desk.ask(move |journal| journal.read(batch)).await?;
        let base = match self.find(&kept.connection).await {
            Ok(saved) => Some(saved).filter(|saved| saved.scope() == kept.scope).and_then(|saved| base_of(&saved)),
            Err(problem) if problem.code == ProblemCode::ConnectionUnknown => None,
            Err(problem) => return Err(problem),
        };
        Ok(Service { connection: kept.connection, base })
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

fn base_of(saved: &Saved) -> Option<Url> {
    Url::parse(&saved.base_url).ok()
}

/// Whether a row sets or has set a password.
fn has_password(row: &BatchRow) -> bool {
    let is_set = !matches!(row.state, RowState::Failed | RowState::Skipped | RowState::Cancelled);
    is_set && (row.has_password || row.to == Some(Privacy::Password))
}

fn refuse(request: &ExportBatch) -> Result<(), Problem> {
    let ExportBatch { batch: _, filter, format: _, columns, words, name } = request;
    count("columns", columns.len(), 1, MAX_COLUMNS)?;
    count("words", words.len(), 0, MOST_WORDS)?;
    columns.iter().try_for_each(|column| check::length("columns", &column.heading, LONGEST_TEXT))?;
    words.iter().try_for_each(|word| check::length("words", &word.word, LONGEST_WORD))?;
    check::length("name", name, LONGEST_TEXT)?;
    check::length("search", filter.search.as_deref().unwrap_or_default(), MAX_SEARCH_LENGTH)
}
