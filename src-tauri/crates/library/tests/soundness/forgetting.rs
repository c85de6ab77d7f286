//! Deleted data is gone, and nothing else.

use std::{fs, path::Path};

use assay_library::Library;
use assay_model::{LibraryQuery, LibraryState};

use crate::{
    made::{AGAIN_ON_NEXT, NEW_ON_PAGE, SCOPE, address, page, time},
    using::{assert_holds_pages, everything, failures, file_in, folder_with_pages, opened, take_pages},
};

/// Whether a text is anywhere in the files of a folder.
fn is_on_disk(folder: &Path, text: &str) -> bool {
    fs::read_dir(folder).unwrap().any(|entry| {
        let bytes = fs::read(entry.unwrap().path()).unwrap();
        bytes.windows(text.len()).any(|window| window == text.as_bytes())
    })
}

/// The total size of a library's files.
fn bytes(folder: &Path) -> u64 {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().metadata().unwrap().len()).sum()
}

#[test]
fn what_was_cleared_is_not_on_the_disk_any_more() {
    let (folder, file) = folder_with_pages(10);
    let (library, other) = (opened(&file), opened(&file));
    take_pages(&library, 10..20);
    assert_holds_pages(&other, 20);
    assert!(is_on_disk(folder.path(), &address(3)) && is_on_disk(folder.path(), SCOPE));

    library.clear().unwrap();
    assert!(!is_on_disk(folder.path(), "section/page-") && !is_on_disk(folder.path(), SCOPE));
    let info = library.info();
    assert_eq!((info.state, info.reports, info.snapshots), (LibraryState::Ready, 0, 0));
    assert!(info.bytes < 200_000, "{}", info.bytes);
    for library in [&library, &other] {
        assert_holds_pages(library, 0);
        assert_eq!(everything(library).unwrap().len(), 0);
    }
    take_pages(&other, 0..2);
    assert_holds_pages(&library, 2);
    assert_eq!(failures(&library), []);
}

#[test]
fn forgetting_a_scope_leaves_the_others() {
    let (folder, file) = folder_with_pages(3);
    let kept = everything(&opened(&file)).unwrap();
    let library = opened(&file);
    for number in 0..12 {
        let mut seen = page(number);
        seen[0].report.row.project = Some("only-there.example".into());
        library.scope("to forget").ingest(&seen, time(number)).unwrap();
    }
    let full = library.info();
    library.scope("to forget").purge().unwrap();
    let info = library.info();
    let (reports, snapshots) =
        kept.values().fold((0, 0), |(reports, snapshots), it| (reports + 1, snapshots + it.len() - 1));
    assert_eq!((info.reports, info.snapshots), (reports, snapshots as u64));
    assert_eq!(everything(&library).unwrap(), kept);
    assert_eq!(library.scope("to forget").sync_record().unwrap().reports, 0);
    assert_holds_pages(&library, 3);
    assert!(library.info().bytes < full.bytes / 2);
    for forgotten in ["to forget", "only-there.example", &address(11 * NEW_ON_PAGE)] {
        assert!(!is_on_disk(folder.path(), forgotten), "{forgotten}");
    }
    library.scope("never known").purge().unwrap();
    assert_eq!(failures(&library), []);
}

/// Ingests each of a page's reports repeatedly, with changes.
fn see_often(library: &Library, times: u32) {
    for turn in 0..times {
        let mut seen = page(0);
        for (id, seen) in (0..).zip(&mut seen) {
            seen.report = crate::made::report(id, turn);
        }
        library.scope(SCOPE).ingest(&seen, time(turn)).unwrap();
    }
}

#[test]
fn thinning_removes_what_is_old_but_the_last_of_each_report() {
    let folder = tempfile::tempdir().unwrap();
    let library = opened(&file_in(folder.path()));
    let reports = u64::from(NEW_ON_PAGE);
    see_often(&library, 60);
    let other = opened(&file_in(folder.path()));
    let (before, full) = (everything(&other).unwrap(), library.info());
    assert_eq!(full.snapshots, 60 * reports);
    assert!(!library.scope(SCOPE).history("1").unwrap().is_cut);

    assert_eq!(library.apply_retention(time(50)), Ok(50 * reports));
    assert_eq!(library.info().snapshots, 10 * reports);
    let history = other.scope(SCOPE).history("1").unwrap();
    assert!(history.is_cut);
    assert_eq!(history.snapshots.iter().map(|it| it.seen_at).min(), Some(time(50)));
    let after = everything(&other).unwrap();
    for (report, seen) in &before {
        // The current report, and its last ten snapshots.
        assert_eq!(after[report], seen[..11]);
    }
    assert!(library.info().bytes < full.bytes * 2 / 5, "{} of {}", library.info().bytes, full.bytes);
    assert!(bytes(folder.path()) < full.bytes);

    assert_eq!(library.apply_retention(time(1_000)), Ok(9 * reports));
    assert_eq!(library.apply_retention(time(1_000)), Ok(0));
    assert_eq!(library.list(&LibraryQuery::default(), time(0)).unwrap().total, NEW_ON_PAGE);
    assert_eq!(library.scope(SCOPE).known_report("1").unwrap().report, before[&(SCOPE.into(), "1".into())][0]);
    see_often(&library, 61);
    assert_eq!(failures(&library), []);
    assert_eq!(failures(&other), []);
}

#[test]
fn thinning_leaves_what_reports_still_share() {
    let (_folder, file) = folder_with_pages(4);
    let library = opened(&file);
    let before = everything(&library).unwrap();
    let changed = u64::from(3 * AGAIN_ON_NEXT);
    assert_eq!(library.apply_retention(time(100)), Ok(changed));
    for (report, seen) in everything(&library).unwrap() {
        assert_eq!(seen[..], before[&report][..2]);
    }
    // Deleted contents are saved again when they return.
    library.scope("another").ingest(&page(0), time(101)).unwrap();
    assert_eq!(library.scope("another").known_report("0").unwrap().report, page(0)[0].report);
}
