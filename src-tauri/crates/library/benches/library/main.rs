//! The library's speed with 100,000 reports and ten versions each; lists are compared with plain
//! rows and `LIKE`.
//!
//! Creating the account takes minutes, so it is cached next to the program.
//! `ASSAY_BENCH_REPORTS=2000` measures a smaller one; with `make`, it is created and its path printed.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::cast_precision_loss,
    reason = "a program that measures and says what it found"
)]

mod account;
mod filters;
mod plain;

use std::{
    collections::HashMap,
    env, fs,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    hint::black_box,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use account::{ROUNDS, seen, time_of};
use assay_library::{Library, ObservedReport, SyncRecord};
use assay_model::{
    Change, ChangedSince, CompareMoments, Direction, LibraryProjectQuery, LibraryProjectSort, LibraryQuery,
    LibrarySearchIn, LibrarySort, OverviewQuery, PageSize, Privacy, Since, Verdict,
};
use jiff::{Timestamp, ToSpan};
use plain::{Moved, Plain};

const SCOPE: &str = "bench";

fn main() {
    let reports: u64 = env::var("ASSAY_BENCH_REPORTS").map_or(100_000, |number| number.parse().unwrap());
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let made = folder.join(format!("library-{:x}-{reports}.sqlite", edition()));
    if !made.exists() {
        make(&made, reports);
    }
    if env::args().any(|argument| argument == "make") {
        println!("{}", made.display());
        return;
    }
    // Each run starts with the same file, since measuring changes it.
    let file = folder.join("library-bench.sqlite");
    remove(&file);
    fs::copy(&made, &file).unwrap();
    let bytes = fs::metadata(&file).unwrap().len();

    let now = time_of(ROUNDS - 1) + 6.hours();
    let open = median(5, || Library::open(&file));
    let library = Library::open(&file).library;
    let first = once(|| library.list(&LibraryQuery::default(), now).unwrap());
    let plain_file = folder.join(format!("plain-{:x}-{reports}.sqlite", edition()));
    let plain = Plain::open(&plain_file, reports);

    let mut rows = Table::default();
    rows.note(&format!("{reports} reports, {} snapshots of them", library.info().snapshots));
    rows.add("open", &millis(open), "≤ 50 ms");
    rows.add("the first list after opening", &millis(first), "");
    lists(&library, &plain, now, &mut rows);
    filters::filters(&library, &plain_file, now, &mut rows);
    trends(&library, &plain, now, &mut rows);
    fixes(&library, &plain, now, &mut rows);
    since(&library, &plain, now, &mut rows);
    overview(&library, &file, now, &mut rows);
    projects(&library, &plain, now, &mut rows);
    search_in_checks(&library, now, &mut rows);
    take(&library, reports, &mut rows);
    rows.add("**disk per snapshot**", &format!("{} bytes", bytes / (reports * ROUNDS)), "≤ 1,024 bytes");
    rows.print();
    drop(library);
    remove(&file);
}

/// Changes with the account or its format.
fn edition() -> u64 {
    let mut hasher = DefaultHasher::new();
    [
        include_str!("account.rs"),
        include_str!("plain.rs"),
        include_str!("../../src/schema.sql"),
        include_str!("../../src/schema-2.sql"),
        include_str!("../../src/schema-4.sql"),
    ]
    .hash(&mut hasher);
    hasher.finish()
}

/// Ingests the account, round by round.
fn make(file: &Path, reports: u64) {
    let part = file.with_extension("part");
    remove(&part);
    let library = Library::open(&part).library;
    for round in 0..ROUNDS {
        eprintln!("making the account: {} of {ROUNDS}", round + 1);
        for page in pages(reports, round, 500) {
            library.scope(SCOPE).ingest(&page, time_of(round)).unwrap();
        }
        let end = |record: &mut SyncRecord| {
            record.full_at = Some(time_of(round));
            true
        };
        library.scope(SCOPE).update_sync_record(end).unwrap();
        if round + 2 >= ROUNDS {
            library.record_app_start(time_of(round) + 1.hours()).unwrap();
        }
    }
    drop(library);
    remove_logs(&part);
    fs::rename(&part, file).unwrap();
}

fn pages(reports: u64, round: u64, size: usize) -> impl Iterator<Item = Vec<ObservedReport>> {
    let mut numbers = 0..reports;
    std::iter::from_fn(move || {
        let page: Vec<_> = numbers.by_ref().take(size).map(|number| seen(number, round)).collect();
        (!page.is_empty()).then_some(page)
    })
}

/// Pages of lists, as requested while typing, filtering, sorting, and paging.
fn lists(library: &Library, plain: &Plain, now: Timestamp, rows: &mut Table) {
    let queries = queries();
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for query in &queries {
        // Sorted lists are created on first use.
        library.list(query, now).unwrap();
    }
    for _ in 0..5 {
        for query in &queries {
            ours.push(once(|| library.list(query, now).unwrap()));
        }
    }
    for query in &queries {
        let begun = Instant::now();
        let found = plain.list(query, now);
        theirs.push(begun.elapsed());
        let page = library.list(query, now).unwrap();
        assert_eq!(found.total, page.total, "{query:?}");
        assert_eq!(found.rows, page.rows.len(), "{query:?}");
    }
    let (ours, theirs) = (p95(ours), p95(theirs));
    rows.add("list page, p95", &millis(ours), "≤ 10 ms");
    rows.add("the same by `LIKE` over plain rows, p95", &millis(theirs), "");
    rows.add(
        "**list page against plain rows**",
        &format!("{:.0} times faster", theirs.as_secs_f64() / ours.as_secs_f64()),
        "≥ 20 times faster",
    );
}

fn queries() -> Vec<LibraryQuery> {
    let base = LibraryQuery { per_page: PageSize::Hundred, ..LibraryQuery::default() };
    let searches = ["example", "oak", "harbour-", "städte", "GRANITE", "lantern-winter", "-777", "nowhere to be found"];
    let filters: [fn(&mut LibraryQuery); 8] = [
        |_| {},
        |query| query.verdict = Some(Verdict::Bad),
        |query| query.privacy = Some(Privacy::Public),
        |query| (query.score_min, query.score_max) = (Some(50), Some(69)),
        |query| query.project = Some("harbour-orchard4.example".into()),
        |query| query.stale_days = Some(1),
        |query| query.failing = Some("load_time".into()),
        |query| query.connection = Some(SCOPE.into()),
    ];
    let sorts = [
        LibrarySort::Created,
        LibrarySort::Generated,
        LibrarySort::Address,
        LibrarySort::Score,
        LibrarySort::Changed,
        LibrarySort::Project,
    ];
    let mut queries = Vec::new();
    for (place, search) in searches.iter().map(|it| Some(*it)).chain([None]).enumerate() {
        for (filter, narrow) in filters.iter().enumerate() {
            let mut query = LibraryQuery { search: search.map(str::to_owned), ..base.clone() };
            narrow(&mut query);
            query.sort_by = Some(sorts[(place + filter) % sorts.len()]);
            query.sort = Some(if (place + filter) % 2 == 0 { Direction::Desc } else { Direction::Asc });
            query.page = Some([1, 2, 40][(place * 3 + filter) % 3]);
            queries.push(query);
        }
    }
    queries
}

/// Pages of lists with how the scores of their rows went.
fn trends(library: &Library, plain: &Plain, now: Timestamp, rows: &mut Table) {
    let query = |page| LibraryQuery { per_page: PageSize::Hundred, page: Some(page), ..LibraryQuery::default() };
    let page_of = |page| library.list(&query(page), now).unwrap().rows.into_iter().map(|row| row.row.id).collect();
    let mut ids: Vec<String> = Vec::new();
    let times = (1..=40).map(|page| {
        let begun = Instant::now();
        ids = page_of(page);
        black_box(library.scope(SCOPE).trends(&ids, &[]).unwrap());
        begun.elapsed()
    });
    rows.add("**list page with trends, p95**", &millis(p95(times.collect())), "≤ 10 ms");
    let trends = library.scope(SCOPE).trends(&ids, &[]).unwrap();
    assert_eq!(trends.len(), ids.len());
    assert_eq!(plain.scores(&ids) as u64, ids.len() as u64 * ROUNDS);
    rows.add("the trends alone over plain rows", &millis(median(3, || plain.scores(&ids))), "");
}

fn fixes(library: &Library, plain: &Plain, now: Timestamp, rows: &mut Table) {
    let everything = LibraryQuery::default();
    let fix_list = median(21, || library.fix_list(&everything, now).unwrap());
    rows.add("**fix list over everything**", &millis(fix_list), "≤ 100 ms");
    let begun = Instant::now();
    let found = plain.fix_list();
    rows.add("the same over plain rows", &millis(begun.elapsed()), "");
    let ours = library.fix_list(&everything, now).unwrap().checks;
    assert_eq!(ours.into_iter().map(|check| (check.name, check.pages)).collect::<HashMap<_, _>>(), found);
}

fn since(library: &Library, plain: &Plain, now: Timestamp, rows: &mut Table) {
    let changes = library.changes(None, Since::LastTime, now).unwrap();
    // Varied, so that caches don't help.
    let fresh = |days: u16| {
        let mut shift = 0;
        median(9, || {
            shift += 1;
            library.changes(None, Since::Days(days), now + shift.milliseconds()).unwrap()
        })
    };
    let last_time = {
        let mut times = Vec::new();
        for _ in 0..9 {
            black_box(library.changes(None, Since::Days(1), now).unwrap());
            times.push(once(|| library.changes(None, Since::LastTime, now).unwrap()));
        }
        p50(times)
    };
    rows.note(&format!("since last time: {} better, {} worse", changes.better, changes.worse));
    rows.add("**what changed since last time**", &millis(last_time), "≤ 100 ms");
    assert_eq!(plain.changes(), (changes.better, changes.worse));
    rows.add("the same over plain rows", &millis(median(3, || plain.changes())), "");
    rows.add("what changed in 7 days", &millis(fresh(7)), "");
    rows.add("what changed in 30 days", &millis(fresh(30)), "");
    rows.add("what changed in 365 days, all of it", &millis(fresh(365)), "");
    for days in [30, 365] {
        let moments = CompareMoments { query: LibraryQuery::default(), before: Since::Days(days), after: None };
        let time = median(3, || library.compare_moments(&moments, now).unwrap());
        rows.add(&format!("two moments {days} days apart, with their checks"), &millis(time), "");
        if days == 30 {
            let begun = Instant::now();
            let theirs = plain.moved();
            rows.add("the same without pages over plain rows", &millis(begun.elapsed()), "");
            let ours = library.compare_moments(&moments, now).unwrap().checks;
            let ours: Moved = ours.into_iter().map(|it| (it.name, (it.broke, it.fixed))).collect();
            assert_eq!(ours, theirs);
        }
    }
    for (change, days, what) in [
        (Some(Change::Worse), None, "page of what got worse since last time, and why"),
        (Some(Change::Better), Some(365), "page of what got better in 365 days, and why"),
        (None, Some(365), "page of all changes in 365 days, and why"),
    ] {
        let query = LibraryQuery {
            changed: Some(ChangedSince { change, since: days.map_or(Since::LastTime, Since::Days) }),
            sort_by: Some(LibrarySort::Changed),
            per_page: PageSize::Hundred,
            ..LibraryQuery::default()
        };
        reasons(library, &query, now, what, rows);
        if change == Some(Change::Worse) {
            assert_eq!(plain.reasons(), 100);
            rows.add("the same over plain rows", &millis(median(3, || plain.reasons())), "");
        }
    }
}

/// Pages of changes with their reasons, against a comparison of each row.
fn reasons(library: &Library, query: &LibraryQuery, now: Timestamp, what: &str, rows: &mut Table) {
    let mut number = 0;
    let mut page = || {
        number += 1;
        library.list(&LibraryQuery { page: Some(number), ..query.clone() }, now).unwrap()
    };
    page();
    let times = median(21, &mut page);
    rows.add(&format!("**{what}**"), &millis(times), "≤ 20 ms");
    let listed = page().rows;
    let compare = || {
        for row in &listed {
            if let Some(why) = row.change.as_ref().and_then(|change| change.reasons.as_ref()) {
                let compared = library.scope(SCOPE).compare(&row.row.id, why.before, why.after).unwrap();
                let named = why.broke.count + why.fixed.count + why.changed.count;
                assert_eq!(u32::try_from(compared.checks.len()).unwrap(), named);
            }
        }
    };
    rows.add("the same by comparing each", &millis(once(compare)), "");
}

/// Pages of projects with their summaries, by each sort key.
fn projects(library: &Library, plain: &Plain, now: Timestamp, rows: &mut Table) {
    let sorts = [
        LibraryProjectSort::CreatedAt,
        LibraryProjectSort::Project,
        LibraryProjectSort::Reports,
        LibraryProjectSort::Verdicts,
        LibraryProjectSort::Score,
        LibraryProjectSort::Trend,
        LibraryProjectSort::Failing,
        LibraryProjectSort::Checked,
    ];
    let page = |sort_by| {
        let query = LibraryProjectQuery {
            sort_by: Some(sort_by),
            per_page: PageSize::Hundred,
            ..LibraryProjectQuery::default()
        };
        library.scope(SCOPE).projects(&query, now).unwrap()
    };
    let summaries = |names: &[String]| library.scope(SCOPE).project_summaries(names, 90, 90, now).unwrap();
    let names: Vec<_> = page(LibraryProjectSort::Score).rows.into_iter().map(|row| row.project).collect();
    let first = once(|| summaries(&names));
    let (mut pages, mut told) = (Vec::new(), Vec::new());
    for _ in 0..5 {
        for sort in sorts {
            pages.push(once(|| page(sort)));
            told.push(once(|| summaries(&names)));
        }
    }
    let begun = Instant::now();
    let found = plain.projects();
    let theirs = begun.elapsed();
    for summary in summaries(&names) {
        let &(reports, failing) = &found[&summary.project];
        assert_eq!((summary.reports, summary.failing), (reports, failing), "{}", summary.project);
    }
    rows.add("page of projects, p95", &millis(p95(pages)), "≤ 10 ms");
    rows.add("summaries of 100 projects, the first of a day", &millis(first), "");
    rows.add("summaries of 100 projects, p95", &millis(p95(told)), "≤ 10 ms");
    rows.add("the same without trends over plain rows", &millis(theirs), "");
}

/// Against a plain query for the average of a single day.
fn overview(library: &Library, file: &Path, now: Timestamp, rows: &mut Table) {
    for (what, trend_days) in [
        ("overview", None),
        ("overview with averages of 30 days", Some(30)),
        ("**overview with averages of a year**", Some(365)),
    ] {
        let query = OverviewQuery { connection: None, stale_days: 90, utc_offset: 60, trend_days, trend_since: None };
        let wanted = if trend_days == Some(365) { "≤ 500 ms" } else { "" };
        rows.add(what, &millis(median(9, || library.overview(&query, now).unwrap())), wanted);
    }
    let plain = rusqlite::Connection::open(file).unwrap();
    let average = "SELECT avg(score) FROM snapshot WHERE id IN
        (SELECT max(id) FROM snapshot WHERE seen_at <= ? GROUP BY report)";
    let day = now - 120.hours();
    let ask = || plain.query_row(average, [day.as_microsecond()], |row| row.get::<_, Option<f64>>(0)).unwrap();
    rows.add("the average of one day by plain SQL", &millis(median(3, ask)), "");
}

fn search_in_checks(library: &Library, now: Timestamp, rows: &mut Table) {
    let query = |text: &str| LibraryQuery {
        search: Some(text.into()),
        search_in: Some(LibrarySearchIn::Checks),
        per_page: PageSize::Hundred,
        ..LibraryQuery::default()
    };
    let load = once(|| library.prepare_check_search().unwrap());
    rows.add("loading what searches in checks read", &millis(load), "");
    let first = once(|| library.list(&query("walnut orchard"), now).unwrap());
    rows.add("**search in checks, the first**", &millis(first), "≤ 300 ms");
    for text in ["walnut orchard", "too_slow", "granite", "load_ti"] {
        let found = library.list(&query(text), now).unwrap().total;
        let time = median(9, || library.list(&query(text), now).unwrap());
        rows.add(&format!("search in checks for “{text}” ({found} found)"), &millis(time), "");
    }
}

fn take(library: &Library, reports: u64, rows: &mut Table) {
    let last = pages(reports, ROUNDS - 1, 100).nth(usize::try_from(reports / 200).unwrap()).unwrap();
    let unchanged = median(21, || library.scope(SCOPE).ingest(&last, time_of(ROUNDS)).unwrap());
    rows.add("**taking in a page of 100 unchanged reports**", &millis(unchanged), "≤ 10 ms");
    let new: Vec<_> = pages(reports.min(10_000), ROUNDS, 100).collect();
    let begun = Instant::now();
    let mut found = 0;
    for page in &new {
        found += library.scope(SCOPE).ingest(page, time_of(ROUNDS)).unwrap().changed;
    }
    let a_second = f64::from(found) / begun.elapsed().as_secs_f64();
    rows.add("**new snapshots per second**", &format!("{a_second:.0}"), "≥ 5,000");
}

#[derive(Default)]
struct Table {
    notes: Vec<String>,
    rows: Vec<[String; 3]>,
}

impl Table {
    fn note(&mut self, note: &str) {
        self.notes.push(note.to_owned());
    }

    fn add(&mut self, what: &str, found: &str, wanted: &str) {
        self.rows.push([what, found, wanted].map(str::to_owned));
    }

    fn print(&self) {
        println!("{}\n", self.notes.join("; "));
        println!("| | found | wanted |");
        println!("|---|---|---|");
        for [what, found, wanted] in &self.rows {
            println!("| {what} | {found} | {wanted} |");
        }
    }
}

fn once<T>(work: impl FnOnce() -> T) -> Duration {
    let begun = Instant::now();
    black_box(work());
    begun.elapsed()
}

fn median<T>(times: usize, mut work: impl FnMut() -> T) -> Duration {
    p50((0..times).map(|_| once(&mut work)).collect())
}

fn p50(times: Vec<Duration>) -> Duration {
    share(times, 50)
}

fn p95(times: Vec<Duration>) -> Duration {
    share(times, 95)
}

fn share(mut times: Vec<Duration>, percent: usize) -> Duration {
    times.sort_unstable();
    times[(times.len() - 1) * percent / 100]
}

fn millis(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}

fn remove(file: &Path) {
    let _ = fs::remove_file(file);
    remove_logs(file);
}

fn remove_logs(file: &Path) {
    for ending in ["-wal", "-shm", "-lock"] {
        let mut name = file.as_os_str().to_owned();
        name.push(ending);
        let _ = fs::remove_file(PathBuf::from(name));
    }
}
