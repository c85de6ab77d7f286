//! Several windows and processes share a library.

use std::{
    path::Path,
    process::{Child, Command},
    thread,
};

use crate::{
    made::{NEW_ON_PAGE, page, time},
    using::{failures, file_in, opened},
};

fn ingest(file: &Path, scope: &str, from: u32, to: u32) -> Child {
    let (from, to) = (from.to_string(), to.to_string());
    let mut child = Command::new(env!("CARGO_BIN_EXE_library-child"));
    child.arg("take").arg(file).args([scope, &from, &to]).spawn().unwrap()
}

#[test]
fn processes_that_write_at_once_lose_nothing_of_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let file = file_in(folder.path());
    // They also create the library concurrently.
    let mut children = [
        ingest(&file, "one", 0, 25),
        ingest(&file, "other", 0, 25),
        ingest(&file, "both", 0, 12),
        ingest(&file, "both", 12, 25),
    ];
    let library = opened(&file);
    for number in 0..25 {
        library.scope("this one").ingest(&page(number), time(number)).unwrap();
    }
    for child in &mut children {
        assert!(child.wait().unwrap().success());
    }
    for scope in ["one", "other", "both", "this one"] {
        assert_eq!(library.scope(scope).sync_record().unwrap().reports, 25 * NEW_ON_PAGE, "{scope}");
    }
    assert_eq!(failures(&library), []);
}

#[test]
fn threads_that_read_and_write_at_once_get_along() {
    let folder = tempfile::tempdir().unwrap();
    let library = opened(&file_in(folder.path()));
    thread::scope(|scope| {
        for writer in ["one", "other"] {
            let library = library.clone();
            scope.spawn(move || {
                for number in 0..10 {
                    library.scope(writer).ingest(&page(number), time(number)).unwrap();
                }
            });
        }
        scope.spawn(|| (0..4).for_each(|_| assert_eq!(failures(&library), [])));
    });
    assert_eq!(library.scope("one").sync_record().unwrap().reports, 10 * NEW_ON_PAGE);
}
