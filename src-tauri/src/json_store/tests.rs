use std::{
    env, fs,
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Command, Stdio},
};

use serde_json::json;

use super::{JsonStore, Paths};

const STEM: &str = "connections";

fn open(folder: &Path) -> JsonStore {
    JsonStore::open(folder, STEM).unwrap()
}

fn number(store: &JsonStore) -> Option<u64> {
    store.read("a").and_then(|value| value.as_u64())
}

/// The other files in the folder, without the previous version.
fn others(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut others: Vec<_> =
        names.filter(|name| !["connections.json", "connections.backup.json"].contains(&&**name)).collect();
    others.sort();
    others
}

#[test]
fn what_is_written_is_there_at_the_next_start_with_its_previous_version_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    assert_eq!(number(&store), None);
    store.write("a", json!(1)).unwrap();
    store.write("a", json!(2)).unwrap();
    assert_eq!(number(&store), Some(2));
    assert_eq!(number(&open(folder.path())), Some(2));
    let previous = fs::read_to_string(Paths::new(folder.path(), STEM).backup()).unwrap();
    assert_eq!(previous, "{\"a\":1}");
    assert_eq!(others(folder.path()), [""; 0]);
}

#[test]
fn the_best_of_every_combination_is_found_and_nothing_unread_is_lost() {
    const SOUND: Option<&str> = Some("{\"a\":1}");
    const CUT: Option<&str> = Some("{\"a\":");
    const EMPTY: Option<&str> = Some("");
    let previous = Some("{\"a\":0}");
    for (file, backup, found, set_aside) in [
        (SOUND, None, Some(1), 0),
        (SOUND, previous, Some(1), 0),
        (SOUND, CUT, Some(1), 0),
        (None, None, None, 0),
        (None, previous, Some(0), 0),
        (None, CUT, None, 1),
        (CUT, None, None, 1),
        (CUT, previous, Some(0), 1),
        (CUT, CUT, None, 2),
        (EMPTY, None, None, 1),
        (EMPTY, previous, Some(0), 1),
        (Some("[1]"), previous, Some(0), 1),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let paths = Paths::new(folder.path(), STEM);
        for (path, content) in [(paths.file(), file), (paths.backup(), backup)] {
            if let Some(content) = content {
                fs::write(path, content).unwrap();
            }
        }
        let case = format!("{file:?} {backup:?}");
        let store = open(folder.path());
        assert_eq!(number(&store), found, "{case}");
        assert_eq!(others(folder.path()).len(), set_aside, "{case}");
        // Only a loss is reported.
        assert_eq!(store.set_aside().is_some(), found.is_none() && set_aside > 0, "{case}");
        // The second start finds the same, and sets nothing else aside.
        let store = open(folder.path());
        assert_eq!((number(&store), store.set_aside()), (found, None), "{case}");
        assert_eq!(others(folder.path()).len(), set_aside, "{case}");
        // It can be written again.
        store.write("a", json!(7)).unwrap();
        assert_eq!(number(&open(folder.path())), Some(7), "{case}");
    }
}

#[test]
fn what_cannot_be_read_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(Paths::new(folder.path(), STEM).file()).unwrap();
    assert!(JsonStore::open(folder.path(), STEM).is_err());
}

#[cfg(unix)]
#[test]
fn a_damaged_file_that_cannot_be_set_aside_is_not_written_over() {
    // With the number of a damaged file, the name is too long.
    let stem: &str = "x".repeat(241).leak();
    let folder = tempfile::tempdir().unwrap();
    let paths = Paths::new(folder.path(), stem);
    let open = || JsonStore::open(folder.path(), stem);
    for damaged in [paths.file(), paths.backup()] {
        fs::write(&damaged, "{\"a\":").unwrap();
        assert!(open().is_err());
        assert_eq!(fs::read_to_string(&damaged).unwrap(), "{\"a\":");
        fs::remove_file(damaged).unwrap();
    }
    // With a previous version, nothing is lost.
    fs::write(paths.file(), "{\"a\":").unwrap();
    fs::write(paths.backup(), "{\"a\":1}").unwrap();
    let store = open().unwrap();
    assert_eq!((number(&store), store.set_aside()), (Some(1), None));
}

/// Makes writing fail as on a full disk.
#[cfg(target_os = "linux")]
fn fill(folder: &Path) {
    std::os::unix::fs::symlink("/dev/full", Paths::new(folder, STEM).fresh()).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_changes_nothing_and_tells() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    store.write("a", json!(1)).unwrap();
    fill(folder.path());
    let error = store.write("a", json!(2)).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
    assert_eq!((number(&store), number(&open(folder.path()))), (Some(1), Some(1)));
    // It continues once there is space.
    store.write("a", json!(3)).unwrap();
    assert_eq!(number(&open(folder.path())), Some(3));
}

#[cfg(target_os = "linux")]
#[test]
fn a_previous_version_that_cannot_be_put_back_is_used_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let paths = Paths::new(folder.path(), STEM);
    fs::write(paths.file(), "{\"a\":").unwrap();
    fs::write(paths.backup(), "{\"a\":1}").unwrap();
    for _ in 0..3 {
        fill(folder.path());
        let store = open(folder.path());
        assert_eq!((number(&store), store.set_aside()), (Some(1), None));
        // Not another one per start.
        assert_eq!(others(folder.path()), ["connections.damaged-1.json"]);
        assert!(!paths.file().exists() && paths.backup().exists());
    }
    let store = open(folder.path());
    store.write("a", json!(2)).unwrap();
    assert_eq!(number(&open(folder.path())), Some(2));
}

#[test]
fn a_program_that_is_killed_while_it_writes_leaves_the_last_version_or_the_one_before() {
    let folder = tempfile::tempdir().unwrap();
    let mut told = 0;
    for round in 0_u32..40 {
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["--ignored", "--exact", "--nocapture", "json_store::tests::writes_until_it_is_killed"])
            .env("ASSAY_TEST_FOLDER", folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let written = lines.map_while(Result::ok).filter_map(|line| line.split_once("wrote ")?.1.parse::<u64>().ok());
        // Killed after a varying number of writes, during the next one.
        let last = written.take(1 + round as usize % 7).last();
        child.kill().unwrap();
        child.wait().unwrap();
        told = last.unwrap();
        let found = number(&open(folder.path())).unwrap();
        assert!(found >= told, "{found} was found, {told} was announced");
        assert_eq!(open(folder.path()).set_aside(), None);
    }
    assert!(told > 40);
}

#[test]
#[ignore = "run by another test, which kills it"]
fn writes_until_it_is_killed() {
    let folder = env::var_os("ASSAY_TEST_FOLDER").unwrap();
    let store = open(Path::new(&folder));
    let from = number(&store).unwrap_or(0);
    store.write("filler", json!("x".repeat(20_000))).unwrap();
    for next in from + 1.. {
        store.write("a", json!(next)).unwrap();
        println!("wrote {next}");
    }
}
