//! Removing everything that the app keeps on this computer, once none of it runs any more.

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

use assay_model::{KeyPlace, Problem, ProblemCode};
use assay_secrets::{Keychain, Secrets};
use tauri::{AppHandle, Manager};

use crate::{KEYCHAIN_SERVICE, complain, options::Removal, say};

/// A file in the data folder that all who run hold a lock of.
const LOCK: &str = "running.lock";

/// How long an app that ends may take for it.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long the keychain may take: whoever takes the app off the computer may not be there to unlock it.
const KEYCHAIN_PATIENCE: Duration = Duration::from_secs(30);

/// How long it is seen to that everything stays away: what belongs to an ending window may write once more.
const AFTERMATH: Duration = Duration::from_secs(2);

/// How often it is looked whether something is so by now.
const LOOK: Duration = Duration::from_millis(100);

/// Tells who would remove everything that this one runs, until it is dropped or the program ends.
pub fn note_running(data_folder: &Path) -> io::Result<File> {
    let lock = File::options().write(true).create(true).truncate(false).open(data_folder.join(LOCK))?;
    lock.lock_shared()?;
    Ok(lock)
}

/// Begins a program that removes the files when this one has ended; what is in the keychain is not its business.
pub fn begin(app: &AppHandle) -> io::Result<()> {
    let mut command = Command::new(tauri::process::current_binary(&app.env())?);
    command.args(["--remove-data", "--yes", "--leave-keys"]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // What ends this program with its group is not meant for that one.
    #[cfg(unix)]
    command.process_group(0);
    command.spawn().map(|_| ())
}

/// Removes everything of the app with this identifier, after asking on the terminal unless nobody is to be asked. Says
/// what stays.
pub fn remove(identifier: &str, removal: Removal) -> ExitCode {
    let places = places(identifier);
    if !removal.yes && !is_wanted(&places, removal.leave_keys) {
        complain("Nothing was removed.");
        return ExitCode::from(2);
    }
    if !have_all_ended(&places) {
        complain("Assay is open: close it first. Nothing was removed.");
        return ExitCode::FAILURE;
    }
    let mut stays = Vec::new();
    if !removal.leave_keys {
        match remove_keys() {
            Ok(()) => {}
            Err(Problem { code: ProblemCode::KeychainMissing, .. }) => {
                say("No keychain answers here. If keys of Assay are in one, they stay there.");
            }
            Err(problem) => stays.push(format!("Keys and passwords stay in the keychain: {problem}")),
        }
    }
    stays.extend(remove_files(&places, AFTERMATH).into_iter().map(|(place, why)| format!("{place} stays: {why}")));
    if stays.is_empty() {
        return say("Everything that Assay kept here is removed.");
    }
    complain(&stays.join("\n"));
    ExitCode::FAILURE
}

/// The folders and files of the app, whether they are there or not.
fn places(identifier: &str) -> Vec<PathBuf> {
    let folders = [dirs::data_dir(), dirs::data_local_dir(), dirs::config_dir(), dirs::cache_dir()];
    let mut places: Vec<_> = folders.into_iter().flatten().map(|folder| folder.join(identifier)).collect();
    // What the system keeps for a program under its name.
    #[cfg(target_os = "macos")]
    if let Some(library) = dirs::home_dir().map(|home| home.join("Library")) {
        places.extend(["Logs", "WebKit", "HTTPStorages"].map(|name| library.join(name).join(identifier)));
        places.push(library.join("Preferences").join(format!("{identifier}.plist")));
        places.push(library.join("Saved Application State").join(format!("{identifier}.savedState")));
    }
    // By which an AppImage told the system of its links.
    #[cfg(target_os = "linux")]
    places.extend(dirs::data_dir().map(|folder| folder.join("applications/assay-handler.desktop")));
    places.sort();
    places.dedup();
    places
}

fn is_wanted(places: &[PathBuf], leaves_keys: bool) -> bool {
    if !io::stdin().is_terminal() {
        complain("There is no terminal to ask on. With --yes, nobody is asked.");
        return false;
    }
    let there = places.iter().filter(|place| place.exists()).map(|place| format!("  {}\n", place.display()));
    let keys = if leaves_keys { "" } else { "  its keys and passwords in the keychain\n" };
    say(&format!(
        "This removes what Assay keeps for you on this computer:\n{}{keys}Is it to be? (yes/no)",
        there.collect::<String>()
    ));
    let mut answer = String::new();
    let _ = io::stdout().flush();
    io::stdin().read_line(&mut answer).is_ok() && answer.trim().eq_ignore_ascii_case("yes")
}

/// Waits for whoever runs, and answers whether all have ended in time.
fn have_all_ended(places: &[PathBuf]) -> bool {
    let begun = Instant::now();
    while places.iter().any(|place| is_in_use(place)) {
        if begun.elapsed() > PATIENCE {
            return false;
        }
        thread::sleep(LOOK);
    }
    true
}

fn is_in_use(folder: &Path) -> bool {
    File::open(folder.join(LOCK)).is_ok_and(|lock| matches!(lock.try_lock(), Err(TryLockError::WouldBlock)))
}

fn remove_keys() -> Result<(), Problem> {
    let secrets = Secrets::with_patience(Keychain::of_the_system(KEYCHAIN_SERVICE), KEYCHAIN_PATIENCE);
    tauri::async_runtime::block_on(secrets.delete_where(|_| true, KeyPlace::Keychain))
}

/// Removes folders and files, again and again for a while, and answers which stay and why.
fn remove_files(places: &[PathBuf], aftermath: Duration) -> Vec<(String, String)> {
    let begun = Instant::now();
    loop {
        let why = |place: &PathBuf| Some((place.display().to_string(), remove_one(place).err()?.to_string()));
        let stays: Vec<_> = places.iter().filter_map(why).collect();
        if begun.elapsed() >= aftermath {
            return stays;
        }
        thread::sleep(LOOK);
    }
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
    use std::{fs, thread, time::Duration};

    use super::{is_in_use, note_running, places, remove_files};

    #[test]
    fn a_folder_is_in_use_as_long_as_anyone_runs() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!is_in_use(folder.path()), "nobody ever ran");
        let (one, other) = (note_running(folder.path()).unwrap(), note_running(folder.path()).unwrap());
        assert!(is_in_use(folder.path()));
        drop(one);
        assert!(is_in_use(folder.path()));
        drop(other);
        assert!(!is_in_use(folder.path()));
        assert!(!is_in_use(&folder.path().join("none")));
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
                fs::create_dir_all(&data).unwrap();
                fs::write(data.join("late"), "x").unwrap();
            })
        };
        assert_eq!(remove_files(&[data.clone(), file.clone(), none], Duration::from_millis(600)), []);
        late.join().unwrap();
        assert!(!data.exists() && !file.exists());
    }

    #[test]
    #[cfg(unix)]
    fn what_a_link_leads_to_stays() {
        let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(elsewhere.path().join("precious"), "x").unwrap();
        let link = folder.path().join("data");
        std::os::unix::fs::symlink(elsewhere.path(), &link).unwrap();
        assert_eq!(remove_files(std::slice::from_ref(&link), Duration::ZERO), []);
        assert!(fs::symlink_metadata(&link).is_err() && elsewhere.path().join("precious").exists());
    }

    #[test]
    fn only_places_of_the_app_are_removed() {
        for place in places("app.assay.desktop") {
            let name = place.file_name().unwrap().to_str().unwrap();
            assert!(name.starts_with("app.assay.desktop") || name == "assay-handler.desktop", "{name}");
        }
    }
}
