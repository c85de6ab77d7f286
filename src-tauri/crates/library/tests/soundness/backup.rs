//! Backup and restore are complete or not done.

use std::{fs, path::Path};

use assay_library::{Library, LibraryError};
use assay_model::{LibraryState, SyncFound};
use rusqlite::Connection;

use crate::{
    made::{SCOPE, page, time},
    using::{assert_holds_pages, everything, failures, file_in, folder_with_pages, opened, take_pages},
};

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn what_is_backed_up_comes_back() {
    let (folder, file) = folder_with_pages(3);
    let library = opened(&file);
    let before = everything(&library).unwrap();
    let place = tempfile::tempdir().unwrap();
    let backup = place.path().join("My library, 21 % of it.assay");
    let bytes = library.backup(&backup).unwrap();
    assert_eq!(names(place.path()), ["My library, 21 % of it.assay"]);
    assert_eq!(fs::metadata(&backup).unwrap().len(), bytes);

    let other = opened(&file);
    take_pages(&library, 3..8);
    assert_holds_pages(&other, 8);
    library.restore(&backup).unwrap();
    assert_holds_pages(&library, 3);
    // Other open handles see it, too.
    assert_holds_pages(&other, 3);
    assert_eq!(everything(&library).unwrap(), before);
    take_pages(&other, 3..4);
    assert_holds_pages(&library, 4);
    assert_eq!(failures(&library), []);
    drop((library, other));
    assert_eq!(names(folder.path()), ["library.sqlite", "library.sqlite-lock"]);
    assert_eq!(names(place.path()), ["My library, 21 % of it.assay"]);

    // An unknown library replaces a damaged one.
    let computer = tempfile::tempdir().unwrap();
    let file = file_in(computer.path());
    fs::write(&file, "damaged").unwrap();
    let library = Library::open(&file).library;
    library.restore(&backup).unwrap();
    assert_eq!(everything(&library).unwrap(), before);
}

#[test]
fn a_backup_replaces_an_older_one_at_once_and_never_the_library() {
    let (folder, file) = folder_with_pages(2);
    let library = opened(&file);
    let place = tempfile::tempdir().unwrap();
    let backup = place.path().join("backup");
    fs::write(&backup, "an older one").unwrap();
    library.backup(&backup).unwrap();
    assert_eq!(names(place.path()), ["backup"]);

    fs::create_dir(folder.path().join("in")).unwrap();
    for itself in ["library.sqlite", "library.sqlite-wal", "library.sqlite-lock", "in/../library.sqlite"] {
        let path = folder.path().join(itself);
        assert!(matches!(library.backup(&path), Err(LibraryError::FileFailed(_))), "{itself}");
        assert!(matches!(library.restore(&path), Err(LibraryError::FileFailed(_))), "{itself}");
    }
    let nowhere = place.path().join("no such folder").join("backup");
    assert!(matches!(library.backup(&nowhere), Err(LibraryError::FileFailed(_))));
    assert!(matches!(library.backup(place.path()), Err(LibraryError::FileFailed(_))));
    assert_eq!(names(place.path()), ["backup"], "something half is left");
    assert_holds_pages(&library, 2);
    assert_holds_pages(&opened(&backup), 2);
}

#[test]
fn what_is_no_sound_library_is_not_restored() {
    let (folder, file) = folder_with_pages(2);
    let library = opened(&file);
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().join(name);
    library.backup(&path("sound")).unwrap();
    let sound = fs::read(path("sound")).unwrap();

    fs::write(path("garbage"), "garbage".repeat(5_000)).unwrap();
    fs::write(path("empty"), []).unwrap();
    fs::write(path("cut off"), &sound[..sound.len() / 2]).unwrap();
    let mut damaged = sound.clone();
    let middle = sound.len() / 4096 / 2 * 4096;
    damaged[middle..middle + 4096].fill(0xA5);
    fs::write(path("damaged"), damaged).unwrap();
    let changed = |name: &str, sql: &str| {
        fs::write(path(name), &sound).unwrap();
        Connection::open(path(name)).unwrap().execute_batch(sql).unwrap();
    };
    changed("newer", "PRAGMA user_version = 99");
    changed("another program's", "PRAGMA application_id = 7");
    changed("other tables", "DROP TABLE tally");
    changed("unreadable checks", "UPDATE content SET body = x'80abcd' WHERE id = (SELECT max(id) FROM content)");
    changed("checks of nothing", "DELETE FROM content WHERE id = (SELECT max(id) FROM content)");
    changed("no texts", "UPDATE report_attributes SET address = CAST(x'ff' AS TEXT)");
    changed("no last snapshot", "UPDATE report SET snapshot = 99999 WHERE key = '1'");
    changed("no walk", "UPDATE scope SET walk = '{}'");
    changed("no odd fields", "UPDATE report_attributes SET odd = '{}'");
    changed("no time", "UPDATE snapshot SET seen_at = 9223372036854775807");

    let before = everything(&library).unwrap();
    for name in names(place.path()).iter().filter(|name| *name != "sound") {
        assert_eq!(library.restore(&path(name)), Err(LibraryError::NotALibrary), "{name}");
    }
    for unreadable in [path("not there"), place.path().to_owned()] {
        assert!(matches!(library.restore(&unreadable), Err(LibraryError::FileFailed(_))));
    }
    assert_eq!(everything(&library).unwrap(), before);
    assert_eq!((library.info().state, library.info().set_aside), (LibraryState::Ready, None));
    drop(library);
    assert_eq!(names(folder.path()), ["library.sqlite", "library.sqlite-lock"]);
}

/// What made each older version from the one before it.
const OLDER_VERSIONS: [&str; 3] = [
    include_str!("version-1.sql"),
    concat!(include_str!("../../src/schema-2.sql"), "PRAGMA user_version = 2"),
    // The third one only changed rows with passwords, and here are none.
    "PRAGMA user_version = 3",
];

#[test]
fn a_library_of_an_older_version_opens_and_is_restored_with_all_its_data() {
    for version in 1..=OLDER_VERSIONS.len() {
        assert_opens_and_is_restored(&OLDER_VERSIONS[..version]);
    }
}

fn make(file: &Path, older: &[&str]) {
    let connection = Connection::open(file).unwrap();
    for step in older {
        connection.execute_batch(step).unwrap();
    }
}

#[test]
fn a_library_of_an_older_version_without_its_tables_is_damaged() {
    for version in 2..=OLDER_VERSIONS.len() {
        let folder = tempfile::tempdir().unwrap();
        let old = folder.path().join("old.sqlite");
        make(&old, &OLDER_VERSIONS[..version]);
        make(&old, &["DROP TABLE kind"]);
        let (_folder, file) = folder_with_pages(2);
        let library = opened(&file);
        assert_eq!(library.restore(&old), Err(LibraryError::NotALibrary), "{version}");
        assert_holds_pages(&library, 2);

        let replaced = Library::open(&old);
        assert!(replaced.set_aside.is_some(), "{version}");
        let info = replaced.library.info();
        assert_eq!((info.state, info.reports), (LibraryState::Ready, 0), "{version}");
    }
}

fn assert_opens_and_is_restored(older: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("old.sqlite");
    make(&old, older);
    let copy = folder.path().join("copy.sqlite");
    fs::copy(&old, &copy).unwrap();

    let expected = {
        let (_folder, file) = folder_with_pages(2);
        everything(&opened(&file)).unwrap()
    };
    let library = opened(&old);
    assert_holds_pages(&library, 2);
    assert_eq!(everything(&library).unwrap(), expected);
    // Known reports are not new.
    assert_eq!(library.scope(SCOPE).ingest(&page(1), time(9)), Ok(SyncFound::default()));
    let info = library.info();
    assert_eq!((info.reports, info.snapshots), (40, 45));
    assert_eq!(failures(&library), []);

    let (_folder, file) = folder_with_pages(5);
    let library = opened(&file);
    library.restore(&copy).unwrap();
    assert_holds_pages(&library, 2);
    assert_eq!(everything(&library).unwrap(), expected);
}
