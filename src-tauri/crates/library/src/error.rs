use assay_model::{Problem, ProblemCode};
use rusqlite::{ErrorCode, ffi};

/// Why the library could not do what it was asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LibraryError {
    /// A newer version of Assay made the file: it is left as it is.
    #[error("a newer version of Assay made the library")]
    Newer,
    /// The disk is full: nothing of the call was kept.
    #[error("the disk is full")]
    DiskFull,
    /// The file or the disk does not allow to write: nothing of the call was kept.
    #[error("the library cannot be written")]
    ReadOnly,
    /// The file is damaged.
    #[error("the library is damaged")]
    Damaged,
    /// It does not know this report or snapshot.
    #[error("not in the library")]
    NotInLibrary,
    /// The file to restore from is no library, or that of a newer version of Assay.
    #[error("the file is no library")]
    NotALibrary,
    /// The file that was chosen cannot be written, or cannot be read, in the words of the database or the system.
    #[error("{0}")]
    FileFailed(String),
    /// Anything else, in the words of the database or the system.
    #[error("{0}")]
    Failed(String),
}

/// What the library answers.
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
