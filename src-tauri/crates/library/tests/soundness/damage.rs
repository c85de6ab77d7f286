//! Damaged libraries are set aside and replaced, without overwriting anything.

use std::{
    fs::{self, File},
    io::{Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use assay_library::{Library, LibraryError, OpenedLibrary};
use assay_model::{LibraryQuery, LibraryState};
use jiff::Zoned;
use proptest::prelude::*;
use rusqlite::Connection;
use tempfile::TempDir;

use crate::{
    made::{NEW_ON_PAGE, SCOPE, time},
    using::{assert_holds_pages, everything, failures, file_in, folder_with_pages, opened, take_pages},
};

const DATABASE_PAGE: usize = 4096;
/// The positions of SQLite's and Assay's versions: newer files are not changed.
const SAYS_IT_IS_NEWER: [usize; 5] = [18, 60, 61, 62, 63];

fn overwrite(file: &Path, place: usize, bytes: &[u8]) {
    let mut file = File::options().write(true).open(file).unwrap();
    file.seek(SeekFrom::Start(place as u64)).unwrap();
    file.write_all(bytes).unwrap();
}

/// A library after a kill: partly in the file, partly in the log.
fn folder_with_a_log(in_file: u32, in_log: u32) -> (TempDir, PathBuf, PathBuf) {
    let (folder, file) = folder_with_pages(in_file);
    let library = opened(&file);
    take_pages(&library, in_file..in_file + in_log);
    let copies = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, copies.path().join(path.file_name().unwrap())).unwrap();
    }
    let (file, log) = (file_in(copies.path()), copies.path().join("library.sqlite-wal"));
    (copies, file, log)
}

/// The libraries that were set aside in a folder.
fn set_aside(folder: &Path) -> Vec<PathBuf> {
    let all = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut aside: Vec<_> = all.filter(|path| path.extension() == Some("sqlite".as_ref())).collect();
    aside.retain(|path| *path != file_in(folder));
    aside.sort();
    aside
}

/// Checks that a file with these bytes is set aside unchanged, and replaced.
#[track_caller]
fn assert_set_aside(bytes: &[u8]) {
    let folder = tempfile::tempdir().unwrap();
    let file = file_in(folder.path());
    fs::write(&file, bytes).unwrap();
    let opened = Library::open(&file);
    let aside = set_aside(folder.path());
    assert_eq!(aside.len(), 1, "a file of {} bytes", bytes.len());
    assert!(fs::read(&aside[0]).unwrap() == bytes);
    let name = opened.set_aside.unwrap();
    assert_eq!(aside[0], folder.path().join(&name));
    let info = opened.library.info();
    assert_eq!((info.state, info.reports, info.set_aside), (LibraryState::Ready, 0, Some(name)));
    take_pages(&opened.library, 0..1);
    assert_holds_pages(&opened.library, 1);
}

#[test]
fn what_is_no_database_is_set_aside() {
    assert_set_aside(b"ab");
    assert_set_aside(&vec![0; 20_000]);
    assert_set_aside(&b"Nothing that a database would say. ".repeat(1_000));
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("other.sqlite");
    Connection::open(&other).unwrap().execute_batch("CREATE TABLE songs (name TEXT)").unwrap();
    assert_set_aside(&fs::read(other).unwrap());
}

#[test]
fn a_library_that_was_cut_off_anywhere_is_set_aside() {
    let (_folder, file) = folder_with_pages(4);
    let whole = fs::read(file).unwrap();
    let evenly = (1..24).map(|part| whole.len() * part / 24);
    for length in evenly.chain([2, 16, 99, 100, 511, 512, 4_095, 4_096, 4_097, 8_192, whole.len() - 1]) {
        assert_set_aside(&whole[..length]);
    }
}

#[test]
fn a_library_with_other_tables_is_set_aside() {
    let changes = [
        "DROP TABLE tally",
        "ALTER TABLE report RENAME COLUMN score TO points",
        "DROP INDEX snapshot_by_report",
        "PRAGMA user_version = 0",
    ];
    for change in changes {
        let (folder, file) = folder_with_pages(1);
        Connection::open(&file).unwrap().execute_batch(change).unwrap();
        assert!(Library::open(&file).set_aside.is_some(), "{change}");
        assert_eq!(set_aside(folder.path()).len(), 1);
    }
}

#[test]
fn an_empty_file_is_a_new_library_unless_a_log_shows_that_it_was_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = file_in(folder.path());
    File::create(&file).unwrap();
    take_pages(&opened(&file), 0..1);

    let (folder, file, log) = folder_with_a_log(1, 1);
    fs::write(&file, []).unwrap();
    let kept = fs::read(&log).unwrap();
    let name = Library::open(&file).set_aside.unwrap();
    assert!(fs::read(folder.path().join(format!("{name}-wal"))).unwrap() == kept);
}

#[test]
fn a_number_that_no_row_has_is_damage() {
    let changes = [
        "UPDATE report SET id = -1 WHERE id = 1",
        "UPDATE report SET id = 0 WHERE id = 1",
        "UPDATE report SET project = -1 WHERE id = 1",
        "UPDATE report SET failing = X'80'",
    ];
    for change in changes {
        let (_folder, file) = folder_with_pages(1);
        let library = opened(&file);
        let other = Connection::open(&file).unwrap();
        other.pragma_update(None, "foreign_keys", false).unwrap();
        other.execute_batch(&format!("{change}; UPDATE snapshot SET report = (SELECT min(id) FROM report)")).unwrap();
        drop(other);
        assert_eq!(library.restore(&copy_of(&file)), Err(LibraryError::NotALibrary), "{change}");
        let list = || library.list(&LibraryQuery::default(), time(0)).map(|page| page.total);
        assert_eq!((list(), list()), (Err(LibraryError::Damaged), Ok(0)), "{change}");
        assert!(library.info().set_aside.is_some());
    }
}

#[test]
fn a_large_number_alone_sets_nothing_aside() {
    let used = "UPDATE report SET project = 10000000001 WHERE project = 1; UPDATE snapshot SET project = 10000000001 WHERE project = 1";
    let changes = [
        "UPDATE report SET id = 1000000000000000000 WHERE id = 1; UPDATE snapshot SET report = 1000000000000000000 WHERE report = 1",
        "UPDATE report SET id = 10000001 WHERE id = 1; UPDATE snapshot SET report = 10000001 WHERE report = 1",
        &format!("UPDATE project SET id = 10000000001 WHERE id = 1; {used}"),
        "INSERT INTO check_outcome (id, name, passed, importance) VALUES (10000000001, 'other', 0, 0)",
    ];
    for change in changes {
        let (folder, file) = folder_with_pages(1);
        let library = opened(&file);
        let other = Connection::open(&file).unwrap();
        other.pragma_update(None, "foreign_keys", false).unwrap();
        other.execute_batch(&format!("{change}; UPDATE state SET epoch = random()")).unwrap();
        drop(other);
        for _ in 0..2 {
            let list = library.list(&LibraryQuery::default(), time(0));
            assert!(matches!(list, Err(LibraryError::Failed(_))), "{change}: {list:?}");
            assert_eq!((library.info().state, library.info().set_aside), (LibraryState::Ready, None), "{change}");
            assert_eq!(library.scope(SCOPE).history("1").map(|history| history.snapshots.len()), Ok(1), "{change}");
            assert_eq!(library.restore(&copy_of(&file)), Ok(()), "{change}");
            library.backup(&folder.path().join("backup.sqlite")).unwrap();
        }
    }
}

/// A copy of a library beside it.
fn copy_of(file: &Path) -> PathBuf {
    let copy = file.with_file_name("copy.sqlite");
    let _ = fs::remove_file(&copy);
    Connection::open(file).unwrap().execute("VACUUM INTO ?", [copy.to_str().unwrap()]).unwrap();
    copy
}

#[test]
fn clearing_removes_what_was_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    let file = file_in(folder.path());
    let alien = folder.path().join("library-damaged.txt");
    fs::write(&alien, b"of somebody else").unwrap();
    fs::write(&file, vec![7; 300_000]).unwrap();
    let OpenedLibrary { library, set_aside: name } = Library::open(&file);
    fs::write(folder.path().join(format!("{}-wal", name.unwrap())), b"its log").unwrap();
    assert!(library.info().bytes > 300_000);
    library.clear().unwrap();
    let info = library.info();
    assert_eq!((info.set_aside, info.bytes < 300_000), (None, true));
    assert_eq!(set_aside(folder.path()), [] as [PathBuf; 0]);
    let left = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let damaged: Vec<_> = left.filter(|path| path.to_string_lossy().contains("damaged")).collect();
    assert_eq!(damaged, [alien]);
    assert_eq!(failures(&library), []);
}

#[test]
fn none_that_was_set_aside_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let file = file_in(folder.path());
    let day = Zoned::now().date();
    let names = ["first", "second", "third"].map(|bytes| {
        fs::write(&file, bytes.repeat(1_000)).unwrap();
        Library::open(&file).set_aside.unwrap()
    });
    // The numbers restart at midnight.
    if day == Zoned::now().date() {
        assert_eq!(names, ["", "-2", "-3"].map(|turn| format!("library-damaged-{day}{turn}.sqlite")));
    }
    for (name, bytes) in names.iter().zip(["first", "second", "third"]) {
        assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), bytes.repeat(1_000));
    }
}

#[test]
fn a_damaged_page_that_only_shows_in_use_leads_to_a_new_library_or_harms_nothing() {
    let (_folder, sound) = folder_with_pages(4);
    let before = everything(&opened(&sound)).unwrap();
    let bytes = fs::read(&sound).unwrap();
    let mut set_aside_in_use = 0;
    for page in 0..bytes.len() / DATABASE_PAGE {
        let folder = tempfile::tempdir().unwrap();
        let file = file_in(folder.path());
        fs::copy(&sound, &file).unwrap();
        overwrite(&file, page * DATABASE_PAGE, &[0xA5; DATABASE_PAGE]);
        let OpenedLibrary { library, set_aside: at_once } = Library::open(&file);
        let failed = failures(&library);
        assert!(failed.iter().all(|(_, error)| *error == LibraryError::Damaged), "page {page}: {failed:?}");
        assert!(failed.len() < 2, "page {page}: {failed:?}");
        let aside = library.info().set_aside;
        if aside.is_none() {
            assert_eq!(failed, []);
            let after = everything(&library).unwrap();
            assert!(before.iter().all(|(report, seen)| after.get(report) == Some(seen)), "page {page}");
        }
        set_aside_in_use += u32::from(at_once.is_none() && aside.is_some());
        assert_eq!(failures(&library), [], "page {page}");
    }
    assert!(set_aside_in_use > 5, "{set_aside_in_use}");
}

// Windows can't move an open file, so it waits there.
#[cfg(unix)]
#[test]
fn all_who_have_a_damaged_library_open_go_on_with_the_new_one() {
    let (folder, file) = folder_with_pages(4);
    let (one, other) = (opened(&file), opened(&file));
    let length = fs::read(&file).unwrap().len();
    overwrite(&file, DATABASE_PAGE, &vec![0xA5; length - DATABASE_PAGE]);
    while !failures(&one).is_empty() || !failures(&other).is_empty() {}
    assert_eq!(set_aside(folder.path()).len(), 1);
    take_pages(&one, 0..2);
    assert_holds_pages(&other, 2);
    take_pages(&other, 2..3);
    assert_holds_pages(&one, 3);
}

// Nor can it delete one.
#[cfg(unix)]
#[test]
fn a_library_that_was_deleted_in_use_is_begun_anew() {
    let (_folder, file) = folder_with_pages(1);
    let library = opened(&file);
    fs::remove_file(&file).unwrap();
    take_pages(&library, 0..2);
    assert_holds_pages(&opened(&file), 2);
}

#[test]
fn a_damaged_log_takes_back_what_it_held_and_the_sync_knows_it() {
    let (in_file, in_log) = (4, 8);
    let (_folder, file, log) = folder_with_a_log(in_file, in_log);
    let (main, whole) = (fs::read(&file).unwrap(), fs::read(&log).unwrap());
    let lengths = (0..12).map(|part| whole.len() * part / 12);
    let cut = lengths.clone().map(|length| whole[..length].to_vec());
    let flipped = lengths.map(|place| {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x10;
        bytes
    });
    let mut left = Vec::new();
    for bytes in cut.chain(flipped).chain([b"no log at all".repeat(9_000), vec![0; whole.len()]]) {
        let folder = tempfile::tempdir().unwrap();
        let copy = file_in(folder.path());
        fs::write(&copy, &main).unwrap();
        fs::write(folder.path().join("library.sqlite-wal"), bytes).unwrap();
        let library = opened(&copy);
        assert_eq!(failures(&library), []);
        let record = library.scope(SCOPE).sync_record().unwrap();
        let held = record.progress.map_or(0, |progress| progress.done / NEW_ON_PAGE);
        assert_holds_pages(&library, held);
        take_pages(&library, held..held + 1);
        left.push(held);
    }
    assert!(left.contains(&in_file), "{left:?}");
    assert!(left.iter().any(|held| (in_file + 1..in_file + in_log).contains(held)), "{left:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn whatever_bytes_change_it_never_panics_and_never_fails_for_good(changes: Vec<(prop::sample::Index, u8)>) {
        let (_folder, file) = folder_with_pages(1);
        let length = fs::read(&file).unwrap().len();
        for (place, byte) in changes {
            let place = place.index(length);
            if !SAYS_IT_IS_NEWER.contains(&place) {
                overwrite(&file, place, &[byte]);
            }
        }
        let library = Library::open(&file).library;
        // Later writes can cause further damage.
        let failed: Vec<_> = (0..4).map(|_| failures(&library)).collect();
        prop_assert!(failed[3].is_empty(), "{:?}", failed);
    }
}
