use assay_model::{Problem, ProblemCode};
use rusqlite::ErrorCode;

/// Why a call of the journal failed. Nothing was saved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// The file is from a newer version of Assay, and is not changed.
    #[error("a newer version of Assay made the journal of batches")]
    Newer,
    /// The disk is full.
    #[error("the disk is full")]
    DiskFull,
    /// The file or disk is read-only.
    #[error("the journal of batches cannot be written")]
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

impl From<rusqlite::Error> for JournalError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::Error::{FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, Utf8Error};
        // What is in a column is of another kind than what was put there.
        let is_odd = matches!(
            error,
            FromSqlConversionFailure(..) | IntegralValueOutOfRange(..) | InvalidColumnType(..) | Utf8Error(..)
        );
        if is_odd {
            return Self::Damaged;
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::DiskFull,
            Some(ErrorCode::ReadOnly) => Self::ReadOnly,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged,
            _ => Self::Failed(error.to_string()),
        }
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
