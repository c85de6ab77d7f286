//! Deletes all of the app's data, once it is no longer running.

#[cfg(unix)]
use std::os::unix::process::CommandExt as _;
use std::{
    fs::{self, File, TryLockError},
    io::{self, IsTerminal as _, Write as _},
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
    thread,
    time::{Duration, Instant},
};

use assay_core::ProcessLock;
use assay_model::{KeyPlace, Problem, ProblemCode};
use assay_secrets::{Keychain, Secrets};
use tauri::{AppHandle, Manager};

use crate::{KEYCHAIN_SERVICE, appimage, folders, options::Removal, print_error, print_line};

/// A file in the data folder that every running instance locks.
const LOCK: &str = "running.lock";

/// For an app to close, and for retrying what can't be deleted yet.
pub const EXIT_TIMEOUT: Duration = Duration::from_secs(10);

/// For the keychain: the user may be away.
const KEYCHAIN_TIMEOUT: Duration = Duration::from_secs(30);

/// Deletion is repeated, and a start in safe mode waits, for this long: a closing webview may still
/// write.
const LATE_WRITES_DELAY: Duration = Duration::from_secs(2);

const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Locks the data folder against deletion, until dropped. Waits for a running deletion and
/// recreates the folder.
pub fn lock_as_running(data_folder: &Path) -> io::Result<File> {
    let path = data_folder.join(LOCK);
    loop {
        folders::make_private(data_folder)?;
        match File::options().write(true).create(true).truncate(false).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            opened => {
                let lock = opened?;
                lock.lock_shared()?;
                if path.exists() {
                    return Ok(lock);
                }
            }
        }
    }
}

/// A file in the data folder that its single writer locks.
const WRITER: &str = "writer.lock";

/// Acquires the right to write in the data folder, or returns why not. Waits for a closing process.
pub fn lock_for_writing(data_folder: &Path, timeout: Duration) -> Result<ProcessLock, String> {
    let (lock, begun) = (ProcessLock::of(data_folder.join(WRITER)), Instant::now());
    while !lock.try_acquire() {
        if begun.elapsed() > timeout {
            return Err(
                "it’s already open, possibly in another session on this computer. Close it there and try again.".into(),
            );
        }
        thread::sleep(POLL_INTERVAL);
    }
    Ok(lock)
}

/// Whether the app with this identifier is running, rather than closing or restarting.
pub fn is_running(identifier: &str) -> bool {
    lock_all(&places(identifier), LATE_WRITES_DELAY).is_none()
}

/// Whether a data folder is locked.
#[cfg(target_os = "linux")]
pub fn is_held(data_folder: &Path) -> bool {
    lock_folder(data_folder).is_err()
}

/// Starts a program that deletes the files once this one has ended. It leaves the keychain alone.
pub fn begin(app: &AppHandle) -> io::Result<()> {
    let mut command = Command::new(appimage::program(&app.env())?);
    command.args(["--remove-data", "--yes", "--leave-keys"]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Signals to this process group must not reach it.
    #[cfg(unix)]
    command.process_group(0);
    command.spawn().map(|_| ())
}

/// Deletes all data of the app with this identifier, after a confirmation on the terminal unless
/// skipped. Prints what is left.
pub fn remove(identifier: &str, removal: Removal) -> ExitCode {
    let places = places(identifier);
    if !removal.yes && !is_wanted(&places, removal.leave_keys) {
        print_error("Nothing was deleted.");
        return ExitCode::from(2);
    }
    let Some(held) = lock_all(&places, EXIT_TIMEOUT) else {
        print_error("Assay is open. Nothing was deleted. Close Assay and try again.");
        return ExitCode::FAILURE;
    };
    let mut failures = Vec::new();
    let mut has_keys = removal.leave_keys;
    if !has_keys {
        match remove_keys() {
            Ok(()) => {}
            Err(Problem { code: ProblemCode::KeychainMissing, .. }) => {
                has_keys = true;
                print_line("No keychain found. Keys and passwords saved in one weren’t deleted.");
            }
            Err(Problem { detail, .. }) => failures
                .push(format!("Couldn’t delete keys and passwords from the keychain: {}", detail.unwrap_or_default())),
        }
    }
    failures.extend(remove_files(held, LATE_WRITES_DELAY, EXIT_TIMEOUT));
    if failures.is_empty() {
        return print_line(if has_keys {
            "Your Assay files were deleted. Keys and passwords in a keychain weren’t."
        } else {
            "All your Assay data on this computer was deleted."
        });
    }
    print_error(&failures.join("\n"));
    ExitCode::FAILURE
}

/// The app's folders and files, existing or not.
fn places(identifier: &str) -> Vec<PathBuf> {
    let folders = [dirs::data_dir(), dirs::data_local_dir(), dirs::config_dir(), dirs::cache_dir()];
    let mut places: Vec<_> = folders.into_iter().flatten().map(|folder| folder.join(identifier)).collect();
    // Data that the system stores under the program's name.
    #[cfg(target_os = "macos")]
    if let Some(library) = dirs::home_dir().map(|home| home.join("Library")) {
        places.extend(["Logs", "WebKit", "HTTPStorages"].map(|name| library.join(name).join(identifier)));
        places.push(library.join("Preferences").join(format!("{identifier}.plist")));
        places.push(library.join("Saved Application State").join(format!("{identifier}.savedState")));
    }
    // The desktop entry for an AppImage's links.
    #[cfg(target_os = "linux")]
    places.extend(crate::links::handler());
    places.sort();
    places.dedup();
    places
}

fn is_wanted(places: &[PathBuf], leaves_keys: bool) -> bool {
    if !io::stdin().is_terminal() {
        print_error("No terminal to confirm in. Use --yes to delete without asking.");
        return false;
    }
    let there = places.iter().filter(|place| place.exists()).map(|place| format!("  {}\n", place.display()));
    let keys = if leaves_keys { "" } else { "  keys and passwords in the keychain\n" };
    print_line(&format!(
        "This permanently deletes your Assay data on this computer:\n{}{keys}Continue? (yes/no)",
        there.collect::<String>()
    ));
    let mut answer = String::new();
    let _ = io::stdout().flush();
    io::stdin().read_line(&mut answer).is_ok() && answer.trim().eq_ignore_ascii_case("yes")
}

/// A folder that no instance uses while this is held, with its lock if any.
type HeldFolder = (PathBuf, Option<File>);

/// Waits for running instances; `None` after the timeout.
fn lock_all(places: &[PathBuf], timeout: Duration) -> Option<Vec<HeldFolder>> {
    let begun = Instant::now();
    loop {
        let held: Option<Vec<_>> = places.iter().map(|place| Some((place.clone(), lock_folder(place).ok()?))).collect();
        if held.is_some() || begun.elapsed() > timeout {
            return held;
        }
        thread::sleep(POLL_INTERVAL);
    }
}

/// Locks a folder, if it has a lock file; one that can't be opened counts as none. Fails only if
/// another process holds it.
fn lock_folder(place: &Path) -> Result<Option<File>, TryLockError> {
    let Ok(lock) = File::options().read(true).write(true).open(place.join(LOCK)) else { return Ok(None) };
    match lock.try_lock() {
        Err(TryLockError::WouldBlock) => Err(TryLockError::WouldBlock),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(lock)),
    }
}

fn remove_keys() -> Result<(), Problem> {
    let secrets = Secrets::with_patience(Keychain::of_the_system(KEYCHAIN_SERVICE), KEYCHAIN_TIMEOUT);
    tauri::async_runtime::block_on(secrets.delete_where(|_| true, KeyPlace::Keychain))
}

/// Deletes folders and files, repeatedly until a deadline, and says what is left and why. Locks
/// are deleted last, so a new instance waits; where there is no lock, its data is left alone.
fn remove_files(mut places: Vec<HeldFolder>, late_writes: Duration, timeout: Duration) -> Vec<String> {
    let begun = Instant::now();
    let links = places.iter().map(|(place, _)| place).filter(|place| place.is_symlink());
    let targets: Vec<_> = links.filter_map(|link| fs::canonicalize(link).ok()).collect();
    places.sort_by_key(|(_, lock)| lock.is_some());
    loop {
        let failures: Vec<_> = places
            .iter()
            .filter_map(|(place, lock)| Some(not_deleted(place, &clear(place, lock.is_some()).err()?)))
            .collect();
        let passed = begun.elapsed();
        if passed >= timeout || (failures.is_empty() && passed >= late_writes) {
            let failures = places
                .into_iter()
                .filter_map(|(place, lock)| Some(not_deleted(&place, &remove_last(&place, lock).err()?)));
            let linked = targets
                .into_iter()
                .map(|target| format!("Not deleted: {}. Only the link to it was deleted.", target.display()));
            return failures.chain(linked).collect();
        }
        thread::sleep(POLL_INTERVAL);
        for (place, lock) in places.iter_mut().filter(|(_, lock)| lock.is_none()) {
            match lock_folder(place) {
                Ok(found) => *lock = found,
                // A new instance owns the other folders, too, which have no lock.
                Err(_) => return failures,
            }
        }
    }
}

fn not_deleted(place: &Path, error: &io::Error) -> String {
    format!("Couldn’t delete {}: {error}", place.display())
}

/// Deletes all but a held lock, and returns the first failure. A link's target is left alone.
fn clear(place: &Path, has_lock: bool) -> io::Result<()> {
    if !has_lock {
        return remove_one(place);
    }
    if place.is_symlink() {
        return Ok(());
    }
    let entries = fs::read_dir(place)?.collect::<io::Result<Vec<_>>>()?;
    let others = entries.iter().filter(|entry| entry.file_name() != LOCK);
    others.map(|entry| remove_one(&entry.path())).fold(Ok(()), io::Result::and)
}

/// Deletes a cleared folder with its lock, or a file.
fn remove_last(place: &Path, lock: Option<File>) -> io::Result<()> {
    remove_one(place).or_else(|error| {
        // Some file systems of Windows keep a folder whose lock is open. A new instance may begin
        // now, so nothing in it is deleted.
        drop(lock);
        fs::remove_dir(place).map_err(|_| error)
    })
}

fn remove_one(place: &Path) -> io::Result<()> {
    let removed = fs::symlink_metadata(place)
        .and_then(|found| if found.is_dir() { fs::remove_dir_all(place) } else { fs::remove_file(place) });
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

#[cfg(test)]
mod tests {
    use std::{
        fs::{self, File},
        path::{Path, PathBuf},
        thread,
        time::{Duration, Instant},
    };

    use super::{HeldFolder, LOCK, lock_all, lock_as_running, lock_folder, lock_for_writing, places, remove_files};

    fn held(places: &[PathBuf]) -> Vec<HeldFolder> {
        places.iter().map(|place| (place.clone(), lock_folder(place).unwrap())).collect()
    }

    #[test]
    fn a_folder_is_in_use_as_long_as_anyone_runs() {
        let is_in_use = |folder: &Path| lock_folder(folder).is_err();
        let folder = tempfile::tempdir().unwrap();
        assert!(!is_in_use(folder.path()), "nobody ever ran");
        let (one, other) = (lock_as_running(folder.path()).unwrap(), lock_as_running(folder.path()).unwrap());
        assert!(is_in_use(folder.path()));
        drop(one);
        assert!(is_in_use(folder.path()));
        drop(other);
        assert!(!is_in_use(folder.path()));
        assert!(!is_in_use(&folder.path().join("none")));
    }

    #[test]
    fn one_process_writes_in_a_folder_and_another_gives_way_until_it_has_ended() {
        let folder = tempfile::tempdir().unwrap();
        let first = lock_for_writing(folder.path(), Duration::ZERO).unwrap();
        let refused = lock_for_writing(folder.path(), Duration::ZERO).unwrap_err();
        assert!(refused.contains("already open"), "{refused}");
        let waits = {
            let folder = folder.path().to_owned();
            thread::spawn(move || lock_for_writing(&folder, Duration::from_mins(1)).is_ok())
        };
        drop(first);
        assert!(waits.join().unwrap());
    }

    #[test]
    fn a_new_instance_begins_only_after_a_removal() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        drop(lock_as_running(&data).unwrap());
        let waiting = File::open(data.join(LOCK)).unwrap();
        let removal = held(std::slice::from_ref(&data));
        let begun = Instant::now();
        let begins = thread::spawn(move || waiting.lock_shared().map(|()| begun.elapsed()).unwrap());
        assert_eq!(remove_files(removal, Duration::from_secs(1), Duration::from_secs(5)), [""; 0]);
        assert!(begins.join().unwrap() >= Duration::from_secs(1));
        assert!(!data.exists());
    }

    #[test]
    fn who_begins_during_a_removal_waits_and_keeps_what_is_theirs() {
        let folder = tempfile::tempdir().unwrap();
        let (cache, data) = (folder.path().join("cache"), folder.path().join("data"));
        drop(lock_as_running(&data).unwrap());
        fs::write(data.join("old"), "x").unwrap();
        let removal = held(&[cache.clone(), data.clone()]);
        let begins = {
            let (cache, data) = (cache.clone(), data.clone());
            thread::spawn(move || {
                let running = lock_as_running(&data).unwrap();
                fs::write(data.join("new"), "x").unwrap();
                fs::create_dir(&cache).unwrap();
                fs::write(cache.join("new"), "x").unwrap();
                running
            })
        };
        thread::sleep(Duration::from_millis(100));
        assert!(!begins.is_finished() && data.join("old").exists());
        assert!(lock_all(std::slice::from_ref(&data), Duration::ZERO).is_none(), "one removal at a time");
        assert_eq!(remove_files(removal, Duration::from_secs(1), Duration::from_secs(5)), [""; 0]);
        let running = begins.join().unwrap();
        assert!(cache.join("new").exists(), "where there is no lock, too");
        assert!(data.join("new").exists() && data.join(LOCK).exists() && !data.join("old").exists());
        assert!(lock_folder(&data).is_err());
        drop(running);
    }

    #[test]
    fn what_cannot_be_removed_is_tried_for_a_while_and_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "x").unwrap();
        let odd = file.join("below a file\0");
        let begun = Instant::now();
        let failures = remove_files(vec![(odd, None)], Duration::ZERO, Duration::from_millis(300));
        assert!(begun.elapsed() >= Duration::from_millis(300));
        assert!(matches!(&failures[..], [left] if left.contains("below a file\0: ")), "{failures:?}");
    }

    #[test]
    fn what_could_not_be_removed_before_a_new_instance_began_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let odd = folder.path().join("a name\0");
        let places = vec![(odd, None), (data.clone(), None)];
        let removal = thread::spawn(|| remove_files(places, Duration::ZERO, Duration::from_secs(5)));
        let mut running = Vec::new();
        while !removal.is_finished() {
            // A folder that is deleted meanwhile is created by the next one.
            running.extend(lock_as_running(&data));
            thread::sleep(Duration::from_millis(5));
        }
        assert!(removal.join().unwrap().iter().any(|left| left.contains("a name\0")));
        assert!(data.join(LOCK).exists());
    }

    #[test]
    fn everything_goes_also_what_is_written_once_more() {
        let folder = tempfile::tempdir().unwrap();
        let (data, file) = (folder.path().join("data"), folder.path().join("one.desktop"));
        let none = folder.path().join("none");
        fs::create_dir_all(data.join("logs/crashes")).unwrap();
        fs::write(data.join("library.sqlite"), "x").unwrap();
        fs::write(&file, "x").unwrap();
        let late = {
            let data = data.clone();
            thread::spawn(move || {
                thread::sleep(Duration::from_millis(150));
                // The deletion may run between the two.
                while fs::create_dir_all(&data).and_then(|()| fs::write(data.join("late"), "x")).is_err() {}
            })
        };
        let removal = held(&[data.clone(), file.clone(), none]);
        assert_eq!(remove_files(removal, Duration::from_secs(3), Duration::from_secs(10)), [""; 0]);
        late.join().unwrap();
        assert!(!data.exists() && !file.exists());
    }

    #[test]
    #[cfg(unix)]
    fn what_a_link_leads_to_stays() {
        let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for name in ["precious", LOCK] {
            fs::write(elsewhere.path().join(name), "x").unwrap();
        }
        let link = folder.path().join("data");
        std::os::unix::fs::symlink(elsewhere.path(), &link).unwrap();
        let failures = remove_files(held(std::slice::from_ref(&link)), Duration::ZERO, Duration::ZERO);
        assert!(!link.is_symlink() && elsewhere.path().join("precious").exists());
        let target = fs::canonicalize(elsewhere.path()).unwrap().display().to_string();
        assert!(matches!(&failures[..], [left] if left.contains(&target)), "{failures:?}");
    }

    #[test]
    fn only_places_of_the_app_are_removed() {
        for place in places("app.assay.Assay") {
            let name = place.file_name().unwrap().to_str().unwrap();
            assert!(name.starts_with("app.assay.Assay") || name == "assay-handler.desktop", "{name}");
        }
    }
}
