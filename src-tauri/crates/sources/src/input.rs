//! The bytes of a source: unpacked, limited, and cancelable.

use std::{
    fmt,
    io::{self, BufReader, Read, Seek},
    sync::Arc,
};

use assay_model::{Problem, ProblemCode, SourceError};
use flate2::bufread::MultiGzDecoder;

/// Whether reading was canceled; checked with each block.
pub type IsCanceled = Arc<dyn Fn() -> bool + Send + Sync>;

#[derive(Clone)]
pub(crate) struct Limits {
    /// In megabytes, unpacked.
    pub(crate) megabytes: u32,
    pub(crate) is_canceled: IsCanceled,
}

const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Why reading stops early. Passed through readers as an [`io::Error`].
#[derive(Debug)]
pub(crate) enum Stop {
    /// The source is invalid; what was read so far can be used.
    Fault(SourceError),
    Canceled,
    /// Reading failed.
    Failed(io::Error),
}

impl fmt::Display for Stop {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(fault) => write!(formatter, "{fault:?}"),
            Self::Canceled => write!(formatter, "canceled"),
            Self::Failed(error) => error.fmt(formatter),
        }
    }
}

impl std::error::Error for Stop {}

impl Stop {
    /// The source's error, or the problem with reading it.
    pub(crate) fn fault(self) -> Result<SourceError, Problem> {
        match self {
            Self::Fault(fault) => Ok(fault),
            Self::Canceled => Err(Problem::new(ProblemCode::Canceled)),
            Self::Failed(error) => Err(Problem::new(ProblemCode::FileFailed).with_detail(error.to_string())),
        }
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        error.downcast::<Self>().unwrap_or_else(Self::Failed)
    }
}

impl From<Stop> for io::Error {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Failed(error) => error,
            other => Self::other(other),
        }
    }
}

/// Opens the source from its start.
pub(crate) fn open<'a>(source: &'a mut (impl Read + Seek), limits: &Limits) -> Result<impl Read + 'a, Stop> {
    source.rewind()?;
    let mut magic = Vec::new();
    source.take(GZIP.len() as u64).read_to_end(&mut magic)?;
    source.rewind()?;
    let unpacked: Box<dyn Read + 'a> =
        if magic == GZIP { Box::new(Unpacked(MultiGzDecoder::new(BufReader::new(source)))) } else { Box::new(source) };
    Ok(Bounded { inner: unpacked, left: u64::from(limits.megabytes) * 1_000_000, limits: limits.clone() })
}

/// A decompressed source.
struct Unpacked<R>(R);

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
                Stop::Fault(SourceError::BrokenArchive).into()
            }
            _ => error,
        })
    }
}

/// A limited source.
struct Bounded<R> {
    inner: R,
    left: u64,
    limits: Limits,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if (self.limits.is_canceled)() {
            return Err(Stop::Canceled.into());
        }
        let count = self.inner.read(buffer)?;
        let Some(left) = self.left.checked_sub(count as u64) else {
            return Err(Stop::Fault(SourceError::TooLarge { megabytes: self.limits.megabytes }).into());
        };
        self.left = left;
        Ok(count)
    }
}
