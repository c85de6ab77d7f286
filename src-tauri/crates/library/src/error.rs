use assay_model::{FieldReason, Problem, ProblemCode};
use assay_store::StoreError;
use rusqlite::ErrorCode;

/// Why a call of the library failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LibraryError {
    /// The file is from a newer version of Assay, and is not changed.
    #[error("the library is from a newer version of Assay")]
    Newer,
    /// The disk is full: nothing was saved.
    #[error("the disk is full")]
    DiskFull,
    /// The file or disk is read-only: nothing was saved.
    #[error("the library is read-only")]
    ReadOnly,
    /// The file is damaged.
    #[error("the library is damaged")]
    Damaged,
    /// The connection exceeds a limit: nothing was saved.
    #[error("more than {0} of one connection")]
    TooMany(String),
    /// The query's regular expression is invalid.
    #[error("not a regular expression")]
    NotAPattern,
    /// The query's regular expression takes too long to match.
    #[error("a slow regular expression")]
    SlowPattern,
    /// The report or snapshot is unknown.
    #[error("not in the library")]
    NotInLibrary,
    /// The file to restore is not a library, or is from a newer version of Assay.
    #[error("the file is no library")]
    NotALibrary,
    /// The chosen file can't be read or written, with the error's text.
    #[error("{0}")]
    FileFailed(String),
    /// Another error, with its text.
    #[error("{0}")]
    Failed(String),
}

/// The result of a call of the library.
pub type Result<T> = std::result::Result<T, LibraryError>;

impl From<StoreError> for LibraryError {
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

impl From<rusqlite::Error> for LibraryError {
    fn from(error: rusqlite::Error) -> Self {
        match error {
            // A referenced row is missing.
            rusqlite::Error::QueryReturnedNoRows => Self::Damaged,
            // A search did not find an existing row: its index is wrong.
            error if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => Self::Damaged,
            error => StoreError::from(error).into(),
        }
    }
}

impl From<LibraryError> for Problem {
    fn from(error: LibraryError) -> Self {
        match error {
            LibraryError::DiskFull => Self::new(ProblemCode::DiskFull),
            LibraryError::TooMany(_) => Self::new(ProblemCode::LibraryLimit).with_detail(error.to_string()),
            LibraryError::NotAPattern => Self::invalid("pattern", FieldReason::NotAPattern),
            LibraryError::SlowPattern => {
                Self { code: ProblemCode::SlowPattern, ..Self::invalid("pattern", FieldReason::SlowPattern) }
            }
            LibraryError::NotInLibrary => Self::new(ProblemCode::NotInLibrary),
            LibraryError::NotALibrary => Self::new(ProblemCode::NotALibrary),
            LibraryError::FileFailed(detail) => Self::new(ProblemCode::FileFailed).with_detail(detail),
            LibraryError::Newer | LibraryError::ReadOnly | LibraryError::Damaged | LibraryError::Failed(_) => {
                Self::new(ProblemCode::LibraryFailed).with_detail(error.to_string())
            }
        }
    }
}
