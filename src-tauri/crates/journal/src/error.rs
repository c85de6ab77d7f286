use assay_model::{Problem, ProblemCode};
use assay_store::StoreError;

/// Why a call of the journal failed. Nothing was saved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// The file is from a newer version of Assay, and is not changed.
    #[error("the journal of batches is from a newer version of Assay")]
    Newer,
    /// The disk is full.
    #[error("the disk is full")]
    DiskFull,
    /// The file or disk is read-only.
    #[error("the journal of batches is read-only")]
    ReadOnly,
    /// The file is damaged, and was quarantined.
    #[error("the journal of batches is damaged")]
    Damaged,
    /// The batch doesn't exist.
    #[error("no such batch")]
    Unknown,
    /// The status of the batch or row doesn't allow it.
    #[error("the batch does not stand so")]
    NotReady,
    /// Another error, with its text.
    #[error("{0}")]
    Failed(String),
}

/// The result of a call of the journal.
pub type Result<T> = std::result::Result<T, JournalError>;

impl From<StoreError> for JournalError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Newer => Self::Newer,
            StoreError::DiskFull => Self::DiskFull,
            StoreError::ReadOnly => Self::ReadOnly,
            StoreError::Damaged => Self::Damaged,
            StoreError::Failed(detail) => Self::Failed(detail),
        }
    }
}

impl From<rusqlite::Error> for JournalError {
    fn from(error: rusqlite::Error) -> Self {
        StoreError::from(error).into()
    }
}

impl From<JournalError> for Problem {
    fn from(error: JournalError) -> Self {
        match error {
            JournalError::DiskFull => Self::new(ProblemCode::DiskFull),
            JournalError::Unknown => Self::new(ProblemCode::BatchUnknown),
            JournalError::NotReady => Self::new(ProblemCode::BatchNotReady),
            JournalError::Newer | JournalError::ReadOnly | JournalError::Damaged | JournalError::Failed(_) => {
                Self::new(ProblemCode::JournalFailed).with_detail(error.to_string())
            }
        }
    }
}
