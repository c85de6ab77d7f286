use std::{
    borrow::{Borrow, Cow},
    fs,
    io::{self, BufWriter, ErrorKind, Write},
    path::{Path, PathBuf},
    time::SystemTime,
};

use assay_model::{Problem, ProblemCode};
use tempfile::{Builder, NamedTempFile};

use crate::IsCanceled;

/// The start and end of an unfinished file's name.
const PREFIX: &str = ".assay-";
const SUFFIX: &str = ".part";

/// Who may read a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Audience {
    /// Only its owner.
    Owner,
    /// The same as for the user's other files.
    Usual,
}

/// A file next to its target. It is deleted unless kept.
pub(crate) struct Part {
    file: BufWriter<NamedTempFile>,
    target: PathBuf,
    is_canceled: IsCanceled,
}

impl Part {
    pub(crate) fn new(target: &Path, audience: Audience, is_canceled: IsCanceled) -> Result<Self, Problem> {
        // A link's target is replaced, not the link.
        let target = if target.is_symlink() { fs::canonicalize(target).map_err(failed)? } else { target.to_owned() };
        let mut builder = Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX);
        #[cfg(unix)]
        builder.permissions(permissions(&target, audience));
        #[cfg(not(unix))]
        let _ = audience;
        let file = builder.tempfile_in(folder(&target)).map_err(failed)?;
        Ok(Self { file: BufWriter::with_capacity(1 << 16, file), target, is_canceled })
    }

    pub(crate) fn folder(&self) -> &Path {
        folder(&self.target)
    }

    /// The target's name without its extension.
    pub(crate) fn name(&self) -> Cow<'_, str> {
        self.target.file_stem().unwrap_or_default().to_string_lossy()
    }

    /// The unfinished file.
    pub(crate) fn path(&self) -> &Path {
        self.file.get_ref().path()
    }

    /// Why writing failed; `None` if it works.
    pub(crate) fn trouble(&mut self) -> Option<Problem> {
        let tried = self.write_all(&[0; 1 << 14]).and_then(|()| self.flush());
        tried.and_then(|()| self.file.get_ref().as_file().sync_data()).err().map(failed)
    }

    /// Completes the file durably, and returns its path and size in bytes.
    pub(crate) fn keep(self) -> Result<(PathBuf, u64), Problem> {
        let Self { file, target, .. } = self;
        let file = file.into_inner().map_err(|error| failed(error.into_error()))?;
        file.as_file().sync_all().map_err(failed)?;
        let bytes = file.as_file().metadata().map_err(failed)?.len();
        file.persist(&target).map_err(|error| failed(error.error))?;
        // The name is durable once its folder is synced, where supported.
        #[cfg(unix)]
        let _ = fs::File::open(folder(&target)).and_then(|folder| folder.sync_all());
        Ok((target, bytes))
    }
}

impl Write for Part {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if (self.is_canceled)() {
            return Err(io::Error::other("canceled"));
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// An existing file keeps its permissions; a new one gets the usual ones. One with passwords is
/// readable only by its owner.
#[cfg(unix)]
fn permissions(target: &Path, audience: Audience) -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    match audience {
        Audience::Owner => fs::Permissions::from_mode(0o600),
        Audience::Usual => {
            fs::metadata(target).map_or_else(|_| fs::Permissions::from_mode(0o666), |known| known.permissions())
        }
    }
}

/// Deletes older leftovers of interrupted exports in a folder, and returns their number.
pub fn remove_leftovers(folder: &Path, before: SystemTime) -> io::Result<u32> {
    let mut removed = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let is_part = name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX));
        // Newer files may belong to another export.
        if is_part && entry.file_type()?.is_file() && entry.metadata()?.modified()? < before {
            fs::remove_file(entry.path())?;
            removed += 1;
        }
    }
    Ok(removed)
}

fn folder(target: &Path) -> &Path {
    target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A problem with the chosen file.
pub(crate) fn failed(error: impl Borrow<io::Error>) -> Problem {
    let error = error.borrow();
    let code = match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => ProblemCode::DiskFull,
        _ => ProblemCode::FileFailed,
    };
    Problem::new(code).with_detail(error.to_string())
}

#[cfg(test)]
mod tests {
    use std::io::{self, ErrorKind};

    use assay_model::ProblemCode;

    use super::failed;

    #[test]
    fn a_full_disk_is_told_from_a_file_that_cannot_be_written() {
        for (kind, code) in [
            (ErrorKind::StorageFull, ProblemCode::DiskFull),
            (ErrorKind::QuotaExceeded, ProblemCode::DiskFull),
            (ErrorKind::PermissionDenied, ProblemCode::FileFailed),
            (ErrorKind::ReadOnlyFilesystem, ProblemCode::FileFailed),
        ] {
            assert_eq!(failed(io::Error::from(kind)).code, code);
        }
    }
}
