//! Crash reports: one readable file per crash, on this computer only.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
};

use assay_model::CrashReport;
use jiff::{Timestamp, civil::DateTime, tz::TimeZone};

use crate::redact::redact;

/// Files that are kept, and files written per session: repeated crashes add nothing.
const MAX_FILES: usize = 10;

/// In characters.
const MAX_TEXT_LENGTH: usize = 20_000;

/// A file's name, with the time of the crash.
const NAME: &str = "crash-%Y-%m-%dT%H-%M-%S.%6f";

/// File name endings, before and after the user has seen them.
const UNSEEN: &str = ".new.txt";
const SEEN: &str = ".txt";

/// The folder of crash reports.
#[derive(Debug)]
pub struct Crashes {
    folder: PathBuf,
    written: AtomicUsize,
}

impl Crashes {
    /// Crash reports next to the app's log.
    #[must_use]
    pub fn in_log_folder(folder: &Path) -> Self {
        Self { folder: folder.join("crashes"), written: AtomicUsize::new(0) }
    }

    /// Saves a redacted crash report, and deletes the oldest beyond the limit.
    ///
    /// # Errors
    ///
    /// If a file can't be written.
    pub fn save(&self, about: &str, text: &str) -> io::Result<()> {
        if self.written.fetch_add(1, Ordering::Relaxed) >= MAX_FILES {
            return Ok(());
        }
        fs::create_dir_all(&self.folder)?;
        let now = Timestamp::now();
        let short: String = text.chars().take(MAX_TEXT_LENGTH).collect();
        let report = format!("{}\n{now}\n\n{}\n", redact(about, &[]), redact(&short, &[]));
        fs::write(self.folder.join(format!("{}{UNSEEN}", now.strftime(NAME))), report)?;
        let files = self.files()?;
        for (_, file) in files.iter().skip(MAX_FILES) {
            fs::remove_file(file)?;
        }
        Ok(())
    }

    /// All readable crash reports, newest first.
    #[must_use]
    pub fn all(&self) -> Vec<CrashReport> {
        self.files().unwrap_or_default().into_iter().filter_map(read).collect()
    }

    /// The newest crash report that the user has not seen.
    #[must_use]
    pub fn unseen(&self) -> Option<CrashReport> {
        self.files().unwrap_or_default().into_iter().filter(|(_, file)| is_unseen(file)).find_map(read)
    }

    /// Marks all crash reports as seen.
    ///
    /// # Errors
    ///
    /// If a file can't be renamed.
    pub fn mark_seen(&self) -> io::Result<()> {
        for (at, file) in self.files()?.into_iter().filter(|(_, file)| is_unseen(file)) {
            fs::rename(file, self.folder.join(format!("{}{SEEN}", at.strftime(NAME))))?;
        }
        Ok(())
    }

    /// The crash report files with their times, newest first; others are ignored.
    fn files(&self) -> io::Result<Vec<(Timestamp, PathBuf)>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut files: Vec<_> = entries.filter_map(|entry| dated(entry.ok()?.path())).collect();
        files.sort();
        files.reverse();
        Ok(files)
    }
}

fn dated(file: PathBuf) -> Option<(Timestamp, PathBuf)> {
    let name = file.file_name()?.to_str()?;
    let time = name.strip_suffix(UNSEEN).or_else(|| name.strip_suffix(SEEN))?;
    let time = DateTime::strptime(NAME, time).ok()?.to_zoned(TimeZone::UTC).ok()?;
    Some((time.timestamp(), file))
}

fn is_unseen(file: &Path) -> bool {
    file.to_str().is_some_and(|name| name.ends_with(UNSEEN))
}

fn read((at, file): (Timestamp, PathBuf)) -> Option<CrashReport> {
    // The file may not be one of ours.
    let text = fs::read(file).ok()?;
    let text = String::from_utf8_lossy(&text).chars().take(2 * MAX_TEXT_LENGTH).collect();
    Some(CrashReport { at, text })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Crashes, MAX_FILES, MAX_TEXT_LENGTH};

    #[test]
    fn what_failed_is_told_until_it_was_seen_and_stays_on_the_disk() {
        let folder = tempfile::tempdir().unwrap();
        let crashes = Crashes::in_log_folder(folder.path());
        assert_eq!(crashes.unseen(), None);
        crashes.mark_seen().unwrap();
        crashes.save("Assay 1.2.3", "first").unwrap();
        crashes
            .save("Assay 1.2.3", &format!("GET https://shop.example/tulips failed{}", "x".repeat(2 * MAX_TEXT_LENGTH)))
            .unwrap();
        let told = Crashes::in_log_folder(folder.path()).unseen().unwrap();
        assert!(told.text.starts_with(&format!("Assay 1.2.3\n{}", &told.at.to_string()[..19])), "{}", told.text);
        assert!(told.text.contains("GET <address> failed") && told.text.len() < MAX_TEXT_LENGTH + 200);
        crashes.mark_seen().unwrap();
        assert_eq!((crashes.unseen(), crashes.all().len()), (None, 2));
        assert!(crashes.all()[1].text.contains("first"));
    }

    #[test]
    fn only_so_many_are_kept_and_written() {
        let folder = tempfile::tempdir().unwrap();
        let named = |name: &str| folder.path().join("crashes").join(name);
        fs::create_dir(named("")).unwrap();
        fs::write(named("crash-2026-01-02T03-04-05.000001.txt"), "old").unwrap();
        fs::write(named("notes.txt"), "of the user").unwrap();
        let crashes = Crashes::in_log_folder(folder.path());
        for number in 0..MAX_FILES + 5 {
            crashes.save("Assay", &format!("number {number}.")).unwrap();
        }
        let all = crashes.all();
        assert_eq!(all.len(), MAX_FILES);
        assert!(all[0].text.contains("number 9.") && all[9].text.contains("number 0."));
        assert!(named("notes.txt").exists());
    }
}
