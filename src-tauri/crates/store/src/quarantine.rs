//! Damaged files are renamed, never deleted.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use jiff::Zoned;
use rusqlite::Connection;

use crate::{ENDINGS, Result, StoreError, sibling_path, size};

/// Quarantined files per day; more mean a broken disk.
const MAX_PER_DAY: u32 = 20;

/// Renames a damaged file that is not open in this process, with its log or neither, and returns
/// the new name. Nothing is overwritten.
pub fn quarantine(path: &Path) -> Result<String> {
    let aside = free_name(path)?;
    for (moved, ending) in ENDINGS.iter().enumerate() {
        match fs::rename(sibling_path(path, ending), sibling_path(&aside, ending)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                for ending in &ENDINGS[..moved] {
                    // The first failure is reported.
                    let _ = fs::rename(sibling_path(&aside, ending), sibling_path(path, ending));
                }
                return Err(StoreError::Failed(format!("the damaged file couldn’t be renamed: {error}")));
            }
            _ => {}
        }
    }
    Ok(aside.file_name().unwrap_or_default().to_string_lossy().into_owned())
}

/// Returns the files that were quarantined for this one, with their logs.
#[must_use]
pub fn quarantined_files(path: &Path) -> Vec<PathBuf> {
    let (begin, ending) = name_around(path);
    let is_one = |file: &PathBuf| {
        file.file_name().is_some_and(|name| {
            let name = name.to_string_lossy();
            let ends = ENDINGS.iter().any(|last| name.ends_with(&format!("{ending}{last}")));
            name.starts_with(&begin) && ends
        })
    };
    let files = path.parent().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten();
    files.flatten().map(|file| file.path()).filter(is_one).collect()
}

/// Such as `library-damaged-2026-11-21.sqlite`, then `library-damaged-2026-11-21-2.sqlite`.
fn free_name(path: &Path) -> Result<PathBuf> {
    let (begin, ending) = name_around(path);
    let day = Zoned::now().date();
    (1..=MAX_PER_DAY)
        .map(|turn| if turn == 1 { String::new() } else { format!("-{turn}") })
        .map(|turn| path.with_file_name(format!("{begin}{day}{turn}{ending}")))
        .find(|name| ENDINGS.iter().all(|ending| !sibling_path(name, ending).exists()))
        .ok_or_else(|| StoreError::Failed("too many damaged files today".into()))
}

/// The start and end of the names of quarantined files.
fn name_around(path: &Path) -> (String, String) {
    let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    (format!("{}-damaged-", part(path.file_stem())), format!(".{}", part(path.extension())))
}

/// Whether a file has a log but no header. SQLite treats a file of up to one byte as new and drops
/// its log, but logs exist only for larger ones.
#[must_use]
pub fn is_header_missing(path: &Path) -> bool {
    path.is_file() && size(path) <= 1 && size(&sibling_path(path, "-wal")) > 0
}

/// Whether the last page is incomplete, which SQLite pads. It may still be in a log.
pub fn is_cut_off(connection: &Connection, path: &Path) -> Result<bool> {
    let page: u64 = connection.pragma_query_value(None, "page_size", |row| row.get(0))?;
    Ok(size(&sibling_path(path, "-wal")) == 0 && !size(path).is_multiple_of(page))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{MAX_PER_DAY, quarantine, quarantined_files};
    use crate::{StoreError, sibling_path};

    #[test]
    fn a_damaged_file_gets_a_free_name_with_its_log_until_there_are_too_many() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("it.sqlite");
        fs::write(folder.path().join("other-damaged-1.sqlite"), "").unwrap();
        for turn in 0..MAX_PER_DAY {
            fs::write(&path, format!("{turn}")).unwrap();
            fs::write(sibling_path(&path, "-wal"), format!("log {turn}")).unwrap();
            let aside = folder.path().join(quarantine(&path).unwrap());
            assert!(!path.exists() && !sibling_path(&path, "-wal").exists());
            assert_eq!(fs::read_to_string(&aside).unwrap(), format!("{turn}"));
            assert_eq!(fs::read_to_string(sibling_path(&aside, "-wal")).unwrap(), format!("log {turn}"));
        }
        assert_eq!(quarantined_files(&path).len(), 2 * MAX_PER_DAY as usize);
        fs::write(&path, "once more").unwrap();
        assert_eq!(quarantine(&path), Err(StoreError::Failed("too many damaged files today".into())));
        assert_eq!(fs::read_to_string(&path).unwrap(), "once more");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_stays_keeps_its_log() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("it.sqlite");
        // A folder can't be renamed to a link.
        fs::create_dir(&path).unwrap();
        std::os::unix::fs::symlink("nowhere", super::free_name(&path).unwrap()).unwrap();
        let log = sibling_path(&path, "-wal");
        fs::write(&log, "log").unwrap();
        assert!(matches!(quarantine(&path), Err(StoreError::Failed(_))));
        assert_eq!(fs::read_to_string(&log).unwrap(), "log");
    }
}
