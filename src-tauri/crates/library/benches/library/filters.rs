//! Filters by URL and duplicates, one of several filters, and counts of views, against plain SQL.

use std::path::Path;

use assay_library::Library;
use assay_model::{
    Change, ChangedSince, CheckSort, Direction, Duplicates, Language, LibraryQuery, LibrarySort, PageSize, Privacy,
    QueryCount, Since, Verdict,
};
use jiff::Timestamp;
use rusqlite::Connection;

use crate::{Table, median, millis, once, p95};

/// A regular expression whose prefixes match often, so that each URL is read to its end.
const SLOW: &str = r"^[^/]*\d+\.example/(guides|jobs|archive)/(\w+-){2}.*77$";

pub fn filters(library: &Library, plain: &Path, now: Timestamp, rows: &mut Table) {
    let plain = Connection::open(plain).unwrap();
    let any = LibraryQuery {
        any: Some(true),
        privacy: Some(Privacy::Private),
        score_max: Some(29),
        pattern: Some("granite".into()),
        ..LibraryQuery::default()
    };
    let with = |narrow: fn(&mut LibraryQuery)| {
        let mut query = LibraryQuery { per_page: PageSize::Hundred, ..LibraryQuery::default() };
        narrow(&mut query);
        query
    };
    let path = "substr(address, instr(address, '/')) LIKE '/guides%'";
    let either = format!("privacy = {} OR score < 30 OR address LIKE '%granite%'", Privacy::Private.number());
    let worse = "address LIKE '%granite%' AND id IN
        (SELECT id FROM plain now JOIN earlier was USING (id) WHERE now.score < was.score)";
    let copies = "address IN (SELECT address FROM plain GROUP BY address HAVING count(*) > 1)";
    for (what, query, condition, target) in [
        ("path starts with", with(|query| query.path = Some("/guides".into())), path, "≤ 50 ms"),
        (
            "**regular expression**",
            with(|query| query.pattern = Some(r"-\d\d\d$".into())),
            "address GLOB '*-[0-9][0-9][0-9]'",
            "≤ 150 ms",
        ),
        ("one of three filters", any, &either, "≤ 150 ms"),
        (
            "**what got worse and a search, and why**",
            with(|query| {
                query.search = Some("granite".into());
                query.changed = Some(ChangedSince { change: Some(Change::Worse), since: Since::LastTime });
                query.sort_by = Some(LibrarySort::Changed);
            }),
            worse,
            "≤ 20 ms",
        ),
        ("duplicates", with(|query| query.duplicates = Some(Duplicates::Every)), copies, "≤ 150 ms"),
    ] {
        let first = once(|| library.list(&query, now).unwrap());
        let found = library.list(&query, now).unwrap().total;
        let ours = median(9, || library.list(&query, now).unwrap());
        let theirs = once(|| assert_eq!(count(&plain, condition), found, "{what}"));
        rows.add(&format!("page by {what}, the first ({found} found)"), &millis(first), "");
        rows.add(&format!("page by {what}"), &millis(ours), target);
        rows.add("the same count by plain SQL", &millis(theirs), "");
    }
    let slow = with(|query| query.pattern = Some(SLOW.into()));
    rows.add(
        "page by a regular expression that reads far",
        &millis(median(9, || library.list(&slow, now))),
        "≤ 150 ms",
    );
    views(library, &plain, now, rows);
    for (name, what) in [("load_time", "the number"), ("title", "the text")] {
        by_check(library, &plain, now, name, what, rows);
    }
}

/// Pages sorted by what a check found.
fn by_check(library: &Library, plain: &Connection, now: Timestamp, name: &str, what: &str, rows: &mut Table) {
    let wanted = CheckSort { name: name.into(), by_length: false, language: Language::German };
    let base = LibraryQuery { sort_check: Some(wanted), per_page: PageSize::Hundred, ..LibraryQuery::default() };
    let first = once(|| library.list(&base, now).unwrap());
    let mut times = Vec::new();
    for turn in 0..30 {
        let sort = Some(if turn % 2 == 0 { Direction::Asc } else { Direction::Desc });
        let verdict = (turn % 3 == 0).then_some(Verdict::Bad);
        let query = LibraryQuery { page: Some(1 + turn * 7), sort, verdict, ..base.clone() };
        times.push(once(|| library.list(&query, now).unwrap()));
    }
    let path = format!("json_extract(checks, '$.{name}.value')");
    let sql = format!("SELECT id FROM plain ORDER BY {path} IS NULL, {path} LIMIT 100");
    let theirs = once(|| {
        let mut statement = plain.prepare(&sql).unwrap();
        statement.query_map([], |row| row.get::<_, i64>(0)).unwrap().map(Result::unwrap).count()
    });
    rows.add(&format!("page by {what} that a check found, the first"), &millis(first), "");
    rows.add(&format!("**page by {what} that a check found, p95**"), &millis(p95(times)), "≤ 10 ms");
    rows.add("the same order by plain SQL", &millis(theirs), "");
}

/// As many views as a full sidebar has.
fn views(library: &Library, plain: &Connection, now: Timestamp, rows: &mut Table) {
    let (mut queries, mut conditions) = (Vec::new(), Vec::new());
    for section in ["guides", "jobs", "help", "team", "archive"] {
        let path = format!("substr(address, instr(address, '/')) LIKE '/{section}%'");
        let base = LibraryQuery { path: Some(format!("/{section}")), ..LibraryQuery::default() };
        queries.extend([
            base.clone(),
            LibraryQuery { verdict: Some(Verdict::Bad), ..base.clone() },
            LibraryQuery { failing: Some("load_time".into()), ..base.clone() },
            LibraryQuery { search: Some("granite".into()), path: None, pattern: Some(section.into()), ..base },
        ]);
        conditions.extend([
            path.clone(),
            format!("{path} AND verdict = 'bad'"),
            format!("{path} AND json_extract(checks, '$.load_time.passed') = 0"),
            format!("address LIKE '%granite%' AND address LIKE '%{section}%'"),
        ]);
    }
    let all = median(9, || library.counts(&queries, now).unwrap());
    let mut each = Vec::new();
    for _ in 0..5 {
        each.extend(queries.iter().map(|query| once(|| library.counts(std::slice::from_ref(query), now).unwrap())));
    }
    let counts = library.counts(&queries, now).unwrap();
    let theirs = once(|| {
        for (counts, condition) in counts.iter().zip(&conditions) {
            let QueryCount::Counted(counts) = counts else { panic!("{condition}: {counts:?}") };
            let total = counts.good + counts.decent + counts.bad + counts.unknown;
            assert_eq!(count(plain, condition), total, "{condition}");
        }
    });
    rows.add("counts of 20 views in one call", &millis(all), "");
    rows.add("**count of a view, p95**", &millis(p95(each)), "≤ 30 ms");
    rows.add("the 20 counts by plain SQL", &millis(theirs), "");
}

fn count(plain: &Connection, condition: &str) -> u32 {
    plain.query_row(&format!("SELECT count(*) FROM plain WHERE {condition}"), [], |row| row.get(0)).unwrap()
}
