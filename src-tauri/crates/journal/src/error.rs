use assay_model::{Problem, ProblemCode};
use rusqlite::ErrorCode;

/// Why the journal could not do what it was asked. Nothing of the call was kept.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// A newer version of Assay made the file: it is left as it is.
    #[error("a newer version of Assay made the journal of batches")]
    Newer,
    /// The disk is full.
    #[error("the disk is full")]
    DiskFull,
    /// The file or the disk does not allow to write.
    #[error("the journal of batches cannot be written")]
    ReadOnly,
    /// The file is damaged, and is set aside.
    #[error("the journal of batches is damaged")]
    Damaged,
    /// It has no such batch.
    #[error("no such batch")]
    Unknown,
    /// The batch or row does not stand so that this can be done with it.
    #[error("the batch does not stand so")]
    NotReady,
    /// Anything else, in the words of the database or the system.
    #[error("{0}")]
    Failed(String),
}

/// What the journal answers.
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
