use rusqlite::{ErrorCode, ffi};

/// Why a file can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The file is from a newer version of Assay, and is not changed.
    #[error("the file is from a newer version of Assay")]
    Newer,
    /// The disk is full.
    #[error("the disk is full")]
    DiskFull,
    /// The file or disk is read-only.
    #[error("the file is read-only")]
    ReadOnly,
    /// The file is damaged, or another program's.
    #[error("the file is damaged")]
    Damaged,
    /// Another error, with its text.
    #[error("{0}")]
    Failed(String),
}

/// The result of a call of this crate.
pub type Result<T> = std::result::Result<T, StoreError>;

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::Error::{FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, Utf8Error};
        // A column has an unexpected type.
        let is_odd = matches!(
            error,
            FromSqlConversionFailure(..) | IntegralValueOutOfRange(..) | InvalidColumnType(..) | Utf8Error(..)
        );
        if is_odd {
            return Self::Damaged;
        }
        match error.sqlite_error_code() {
            // Shared memory is backed by the disk.
            _ if error.sqlite_error().is_some_and(|it| it.extended_code == ffi::SQLITE_IOERR_SHMSIZE) => Self::DiskFull,
            Some(ErrorCode::DiskFull) => Self::DiskFull,
            Some(ErrorCode::ReadOnly) => Self::ReadOnly,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged,
            _ => Self::Failed(error.to_string()),
        }
    }
}
