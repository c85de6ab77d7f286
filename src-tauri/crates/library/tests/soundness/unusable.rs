//! An unusable library returns errors, stays unchanged, and recovers.

use std::fs;

use assay_library::{Library, LibraryError};
use assay_model::{LibraryQuery, LibraryState};
use rusqlite::Connection;

use crate::made::time;
use crate::using::{assert_holds_pages, failures, file_in, folder_with_pages, opened, take_pages};

/// How many calls [`failures`] makes.
const CALLS: usize = 17;

#[test]
fn a_library_of_a_newer_version_is_left_as_it_is() {
    let (folder, file) = folder_with_pages(1);
    Connection::open(&file).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let before = fs::read(&file).unwrap();
    let opened = Library::open(&file);
    assert_eq!((opened.set_aside, opened.library.info().state), (None, LibraryState::Newer));
    let library = opened.library;
    let failed = failures(&library);
    assert_eq!(failed.len(), CALLS);
    assert!(failed.iter().all(|(_, error)| *error == LibraryError::Newer), "{failed:?}");
    assert_eq!(library.clear(), Err(LibraryError::Newer));
    assert_eq!(library.apply_retention(jiff::Timestamp::now()), Err(LibraryError::Newer));
    assert_eq!(library.scope("any").purge(), Err(LibraryError::Newer));
    assert_eq!(library.backup(&folder.path().join("backup")), Err(LibraryError::Newer));
    drop(library);
    assert!(fs::read(&file).unwrap() == before);
}

#[test]
fn a_place_where_nothing_can_be_is_told_and_tried_again() {
    let folder = tempfile::tempdir().unwrap();
    let obstacle = folder.path().join("data");
    fs::write(&obstacle, "not a folder").unwrap();
    let file = file_in(&obstacle);
    let library = Library::open(&file).library;
    assert_eq!(library.info().state, LibraryState::Unavailable);
    let failed = failures(&library);
    assert_eq!(failed.len(), CALLS);
    assert!(failed.iter().all(|(_, error)| matches!(error, LibraryError::Failed(_))), "{failed:?}");

    fs::remove_file(&obstacle).unwrap();
    take_pages(&library, 0..1);
    assert_eq!(library.info().state, LibraryState::Ready);
    assert_holds_pages(&opened(&file), 1);
}

#[test]
fn a_folder_in_its_place_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = file_in(folder.path());
    fs::create_dir(&file).unwrap();
    let opened = Library::open(&file);
    assert_eq!((opened.set_aside, opened.library.info().state), (None, LibraryState::Unavailable));
    assert!(file.is_dir());
}

#[test]
fn a_library_that_another_program_keeps_locked_is_used_when_that_ends() {
    let (_folder, file) = folder_with_pages(1);
    let other = Connection::open(&file).unwrap();
    other.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE").unwrap();
    let library = Library::open(&file).library;
    assert!(matches!(library.fix_list(&LibraryQuery::default(), time(9)), Err(LibraryError::Failed(_))));
    drop(other);
    assert_eq!(library.info().state, LibraryState::Ready);
    assert_holds_pages(&library, 1);
}

#[cfg(unix)]
#[test]
fn where_nothing_can_be_written_it_is_read() {
    use std::{
        fs::File,
        os::unix::{fs::PermissionsExt, process::CommandExt},
        path::Path,
        process::Command,
    };

    use crate::made::NEW_ON_PAGE;

    /// A user that owns nothing.
    const NOBODY: u32 = 65_534;
    let (folder, file) = folder_with_pages(2);
    let program = folder.path().join("child");
    fs::copy(env!("CARGO_BIN_EXE_library-child"), &program).unwrap();
    let allow = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    for entry in fs::read_dir(folder.path()).unwrap() {
        allow(&entry.unwrap().path(), 0o555);
    }
    allow(folder.path(), 0o555);
    let mut look = Command::new(program);
    look.arg("look").arg(&file);
    // The administrator can do everything.
    if File::create(folder.path().join("try")).is_ok() {
        look.uid(NOBODY).gid(NOBODY);
    }
    let said = String::from_utf8(look.output().unwrap().stdout).unwrap();
    allow(folder.path(), 0o755);
    assert_eq!(said.trim(), format!("ReadOnly Ok({}) Err(ReadOnly)", 2 * NEW_ON_PAGE));
}
