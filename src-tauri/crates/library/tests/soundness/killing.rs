//! A killed process loses nothing completed, and leaves nothing partial.

use std::{
    env,
    hash::{BuildHasher, RandomState},
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use rusqlite::Connection;

use crate::{
    made::{AGAIN_ON_NEXT, NEW_ON_PAGE, SCOPE, report},
    using::{assert_holds_pages, file_in, opened},
};

/// How often: `npm run soak` kills more often.
fn kills() -> u32 {
    env::var("ASSAY_KILLS").map_or(20, |kills| kills.parse().unwrap())
}

#[test]
fn a_killed_process_loses_nothing_and_leaves_nothing_half() {
    let folder = tempfile::tempdir().unwrap();
    let file = file_in(folder.path());
    let (chance, mut finished, mut lives_that_worked) = (RandomState::new(), 0, 0);
    for kill in 1..=kills() {
        let said = walk_for_a_while(&file, chance.hash_one(kill));
        lives_that_worked += u32::from(said.is_some());
        finished = said.map_or(finished, |page| page + 1);

        let library = opened(&file);
        let held =
            library.scope(SCOPE).sync_record().unwrap().progress.map_or(0, |progress| progress.done / NEW_ON_PAGE);
        assert!(held >= finished, "{finished} pages were finished, {held} are there");
        assert!(held <= finished + 1, "{finished} pages were finished, but {held} are there");
        finished = held;
        assert_holds_pages(&library, held);
        if let Some(last) = held.checked_sub(1) {
            assert_seen(&library, last, held);
        }
        drop(library);
        if kill % 20 == 0 {
            let verdict: String =
                Connection::open(&file).unwrap().query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
            assert_eq!(verdict, "ok");
        }
    }
    assert!(lives_that_worked > kills() / 4, "it was killed before it could do much");
    let library = opened(&file);
    for page in 0..finished {
        assert_seen(&library, page, finished);
    }
}

/// Runs a process, kills it at a random moment, and returns the last completed page.
fn walk_for_a_while(file: &Path, chance: u64) -> Option<u32> {
    let mut child =
        Command::new(env!("CARGO_BIN_EXE_library-child")).arg("walk").arg(file).stdout(Stdio::piped()).spawn().unwrap();
    let said = BufReader::new(child.stdout.take().unwrap());
    let (tell, told) = mpsc::channel();
    thread::spawn(move || said.lines().map_while(Result::ok).try_for_each(|page| tell.send(page)));
    let pages = chance % 4;
    let mut last = told.iter().take(usize::try_from(pages).unwrap()).last();
    thread::sleep(Duration::from_micros(chance / 4 % if pages == 0 { 60_000 } else { 20_000 }));
    child.kill().unwrap();
    assert!(!child.wait().unwrap().success());
    last = told.iter().last().or(last);
    last.map(|page| page.parse().unwrap())
}

/// Checks that a page's reports are as ingested.
fn assert_seen(library: &assay_library::Library, page: u32, pages: u32) {
    for place in 0..NEW_ON_PAGE {
        let id = page * NEW_ON_PAGE + place;
        let turn = u32::from(place < AGAIN_ON_NEXT && page + 1 < pages);
        assert_eq!(library.scope(SCOPE).known_report(&id.to_string()).unwrap().report, report(id, turn));
    }
}
