//! Uses a library like the app does.

use std::{
    collections::BTreeMap,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use assay_library::{Library, LibraryError, Result};
use assay_model::{LibraryProjectQuery, LibraryQuery, LibraryState, OverviewQuery, Report, Since};
use tempfile::TempDir;

use crate::made::{NEW_ON_PAGE, SCOPE, page, progress, time};

/// The library's file in a folder.
pub fn file_in(folder: &Path) -> PathBuf {
    folder.join("library.sqlite")
}

/// A folder with the file of a library that has seen so many pages and is closed.
pub fn folder_with_pages(pages: u32) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = file_in(folder.path());
    let library = opened(&file);
    take_pages(&library, 0..pages);
    (folder, file)
}

/// A library that opens as it is.
pub fn opened(file: &Path) -> Library {
    let opened = Library::open(file);
    assert_eq!(opened.set_aside, None);
    assert_eq!(opened.library.info().state, LibraryState::Ready);
    opened.library
}

pub fn take_pages(library: &Library, pages: std::ops::Range<u32>) {
    for number in pages {
        library.scope(SCOPE).ingest_first_page(&page(number), time(number), &progress(number)).unwrap();
    }
}

/// All data of the reports, current and past, by scope and id.
pub fn everything(library: &Library) -> Result<BTreeMap<(String, String), Vec<Report>>> {
    let mut known = Vec::new();
    library.for_each_match(
        &LibraryQuery::default(),
        time(0),
        &mut |row, report| {
            known.push((row.connection, row.row.id, report));
            ControlFlow::Continue(())
        },
        true,
    )?;
    let mut all = BTreeMap::new();
    for (scope, id, report) in known {
        let mut reports: Vec<Report> = report.into_iter().collect();
        for snapshot in library.scope(&scope).history(&id)?.snapshots {
            reports.push(library.scope(&scope).snapshot(&id, snapshot.number)?);
        }
        all.insert((scope, id), reports);
    }
    Ok(all)
}

/// The errors of every query and write. Not found is a valid result.
pub fn failures(library: &Library) -> Vec<(&'static str, LibraryError)> {
    let query = LibraryQuery::default();
    let overview = OverviewQuery { stale_days: 30, ..OverviewQuery::default() };
    let outcomes: [(_, Result<()>); 17] = [
        ("list", library.list(&query, time(9)).map(drop)),
        ("search", library.list(&LibraryQuery { search: Some("page-1".into()), ..query.clone() }, time(9)).map(drop)),
        ("everything", everything(library).map(drop)),
        ("projects", library.scope(SCOPE).projects(&LibraryProjectQuery::default(), time(9)).map(drop)),
        ("summaries", library.scope(SCOPE).project_summaries(&["any".into()], 90, 90, time(9)).map(drop)),
        ("known", library.scope(SCOPE).known_report("1").map(drop)),
        ("changes", library.changes(None, Since::Days(7), time(9)).map(drop)),
        ("fix list", library.fix_list(&query, time(9)).map(drop)),
        ("overview", library.overview(&overview, time(9)).map(drop)),
        ("sync record", library.scope(SCOPE).sync_record().map(drop)),
        ("unseen", library.scope(SCOPE).unseen_since(time(0)).map(drop)),
        ("created", library.scope(SCOPE).created_since(time(0)).map(drop)),
        ("copies", library.scope(SCOPE).missing_backups(&["1".into()], time(0), time(9)).map(drop)),
        ("secure", library.make_durable()),
        ("visit", library.record_app_start(time(9))),
        ("take", library.scope("another").ingest(&page(0), time(9)).map(drop)),
        ("take page", library.scope("another").ingest_first_page(&page(1), time(9), &progress(1)).map(drop)),
    ];
    let failed = outcomes.into_iter().filter_map(|(call, outcome)| Some((call, outcome.err()?)));
    failed.filter(|(_, error)| *error != LibraryError::NotInLibrary).collect()
}

/// Checks that a library has exactly these pages and progress.
#[track_caller]
pub fn assert_holds_pages(library: &Library, pages: u32) {
    let record = library.scope(SCOPE).sync_record().unwrap();
    assert_eq!(record.reports, pages * NEW_ON_PAGE);
    assert_eq!(record.progress, pages.checked_sub(1).map(progress));
    let query = LibraryQuery { connection: Some(SCOPE.into()), ..LibraryQuery::default() };
    assert_eq!(library.list(&query, time(0)).unwrap().total, pages * NEW_ON_PAGE);
}
