use assay_model::{Problem, ProblemCode};
use rusqlite::{ErrorCode, ffi};

/// Why a call of the library failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LibraryError {
    /// The file is from a newer version of Assay, and is not changed.
    #[error("a newer version of Assay made the library")]
    Newer,
    /// The disk is full: nothing was saved.
    #[error("the disk is full")]
    DiskFull,
    /// The file or disk is read-only: nothing was saved.
    #[error("the library cannot be written")]
    ReadOnly,
    /// The file is damaged.
    #[error("the library is damaged")]
    Damaged,
    /// It does not know this report or snapshot.
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

impl From<rusqlite::Error> for LibraryError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::Error::{
            FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, QueryReturnedNoRows, Utf8Error,
        };
        // What is in a column is of another kind than what was put there, or a row is missing that others refer to.
        let is_odd = matches!(
            error,
            FromSqlConversionFailure(..)
                | IntegralValueOutOfRange(..)
                | InvalidColumnType(..)
                | QueryReturnedNoRows
                | Utf8Error(..)
        );
        if is_odd {
            return Self::Damaged;
        }
        match error.sqlite_error_code() {
            // What SQLite needs in memory that is shared between processes takes place on the disk, too.
            _ if error.sqlite_error().is_some_and(|it| it.extended_code == ffi::SQLITE_IOERR_SHMSIZE) => Self::DiskFull,
            Some(ErrorCode::DiskFull) => Self::DiskFull,
            Some(ErrorCode::ReadOnly) => Self::ReadOnly,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged,
            _ => Self::Failed(error.to_string()),
        }
    }
}

impl From<LibraryError> for Problem {
    fn from(error: LibraryError) -> Self {
        match error {
            LibraryError::DiskFull => Self::new(ProblemCode::DiskFull),
            LibraryError::NotInLibrary => Self::new(ProblemCode::NotInLibrary),
            LibraryError::NotALibrary => Self::new(ProblemCode::NotALibrary),
            LibraryError::FileFailed(detail) => Self::new(ProblemCode::FileFailed).with_detail(detail),
            LibraryError::Newer | LibraryError::ReadOnly | LibraryError::Damaged | LibraryError::Failed(_) => {
                Self::new(ProblemCode::LibraryFailed).with_detail(error.to_string())
            }
        }
    }
}
