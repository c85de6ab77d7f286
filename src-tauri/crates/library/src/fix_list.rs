//! What to fix first.

use std::collections::HashMap;

use assay_model::{FailingCheck, FixList, Importance, LibraryQuery};
use jiff::Timestamp;
use rusqlite::Connection;

use crate::{
    Result,
    index::{CheckOutcome, Index},
    list::{self, Match},
};

/// A fix list with the pages on which each check fails.
#[derive(Debug)]
pub struct FixPages {
    /// The fix list.
    pub list: FixList,
    reports: Vec<Match>,
    /// For each check of the list, the places of its pages in `reports`.
    places: Vec<Vec<u32>>,
}

impl FixPages {
    /// Each check with its pages, in the order of the list.
    pub(crate) fn each(&self) -> impl Iterator<Item = (&FailingCheck, Vec<&Match>)> {
        let pages = |places: &Vec<u32>| places.iter().map(|place| &self.reports[*place as usize]).collect();
        self.list.checks.iter().zip(self.places.iter().map(pages))
    }
}

/// The failing checks of the reports that match a query, with the pages in its order.
pub(crate) fn fix_pages(
    connection: &Connection,
    index: &mut Index,
    query: &LibraryQuery,
    now: Timestamp,
) -> Result<FixPages> {
    let list = fix_list(connection, index, query, now)?;
    let reports = list::matching(connection, index, query, now)?;
    let by_name: HashMap<_, _> = list.checks.iter().map(|check| check.name.as_str()).zip(0..).collect();
    let names = Names::of(&index.kinds);
    let check_of = |kind: &u32| {
        let (name, _) = names.by_kind.get(*kind as usize)?;
        by_name.get(names.names[*name]).copied()
    };
    let mut places = vec![Vec::new(); list.checks.len()];
    for (place, report) in (0..).zip(&reports) {
        for check in index.failing.of(report.slot()).iter().filter_map(check_of) {
            let places: &mut Vec<u32> = &mut places[check];
            // A name may occur twice on a page.
            if places.last() != Some(&place) {
                places.push(place);
            }
        }
    }
    Ok(FixPages { list, reports, places })
}

/// The failing checks of the reports that match a query.
pub(crate) fn fix_list(
    connection: &Connection,
    index: &mut Index,
    query: &LibraryQuery,
    now: Timestamp,
) -> Result<FixList> {
    let fits = index.matching(connection, query, now)?;
    let names = Names::of(&index.kinds);
    let mut pages = vec![Pages::default(); names.names.len()];
    let (mut reports, mut without_checks) = (0, 0);
    for slot in (0..fits.len()).filter(|slot| fits[*slot]) {
        reports += 1;
        without_checks += u32::from(index.columns.checks[slot] == 0);
        for (name, importance) in index.failing.of(slot).iter().filter_map(|kind| names.by_kind.get(*kind as usize)) {
            let pages = &mut pages[*name];
            // A name may occur twice on a page.
            if pages.last != Some(slot) {
                pages.last = Some(slot);
                pages.count += 1;
            }
            pages.importance = [pages.importance, *importance].into_iter().flatten().min();
        }
    }
    let found = names.names.into_iter().zip(pages).filter(|(_, pages)| pages.count > 0);
    let mut checks: Vec<_> = found
        .map(|(name, it)| FailingCheck { name: name.to_owned(), importance: it.importance, pages: it.count })
        .collect();
    checks.sort_unstable_by(FailingCheck::order);
    Ok(FixList { checks, reports, without_checks })
}

/// The names of kinds, each once.
pub(crate) struct Names<'a> {
    pub names: Vec<&'a str>,
    pub by_kind: Vec<(usize, Option<Importance>)>,
}

impl<'a> Names<'a> {
    pub(crate) fn of(kinds: &'a [CheckOutcome]) -> Self {
        let (mut names, mut numbers) = (Vec::new(), HashMap::new());
        let mut number_of = |name: &'a str| {
            *numbers.entry(name).or_insert_with(|| {
                names.push(name);
                names.len() - 1
            })
        };
        let by_kind = kinds.iter().map(|kind| (number_of(&kind.name), kind.importance)).collect();
        Self { names, by_kind }
    }
}

/// On how many pages a check fails.
#[derive(Debug, Clone, Copy, Default)]
struct Pages {
    count: u32,
    importance: Option<Importance>,
    /// The last counted slot.
    last: Option<usize>,
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use assay_model::{
        FailingCheck,
        Importance::{High, Low, Medium},
        LibraryQuery, LibraryRow, Verdict,
    };
    use serde_json::json;

    use crate::testing::{SCOPE, TestLibrary, bare, check, day, failing, passing, report, scored, with_checks};

    #[test]
    fn failing_checks_come_by_importance_then_by_number_of_pages() {
        let library = TestLibrary::new();
        let unsaid = check("unsaid", Some(false), None, json!(1));
        let not_told = check("not_told", None, Some(High), json!(1));
        library.ingest_on(
            1,
            [
                with_checks(scored(1, 90.0), vec![failing("title", High), failing("alt", Medium), unsaid.clone()]),
                with_checks(scored(2, 60.0), vec![failing("alt", Medium), failing("alt", High), passing("title")]),
                with_checks(scored(3, 60.0), vec![failing("css", Low), failing("h1", High), unsaid, not_told]),
                with_checks(scored(4, 60.0), vec![failing("css", Low), failing("title", High)]),
                with_checks(scored(5, 60.0), vec![failing("gone", High)]),
            ],
        );
        library.scope(SCOPE).ingest(&[bare(report(6))], day(1)).unwrap();
        library.mark_report_gone(SCOPE, "5", day(2)).unwrap();
        let ask = |query| {
            let list = library.fix_list(&query, day(2)).unwrap();
            for FailingCheck { name, pages, .. } in &list.checks {
                let behind = LibraryQuery { failing: Some(name.clone()), ..query.clone() };
                assert_eq!(library.page(behind).unwrap().total, *pages, "{name}");
            }
            let mut pages = Vec::new();
            let take = |check: &FailingCheck, row: LibraryRow, _| {
                pages.push((check.name.clone(), row.row.id));
                ControlFlow::Continue(())
            };
            let fixes = library.fix_pages(&query, day(2)).unwrap();
            library.for_each_fix_page(&fixes, take, false).unwrap();
            let behind = list.checks.iter().flat_map(|FailingCheck { name, .. }| {
                let ids = library.ids(LibraryQuery { failing: Some(name.clone()), ..query.clone() });
                ids.into_iter().map(|id| (name.clone(), id))
            });
            assert_eq!((&fixes.list, pages), (&list, behind.collect::<Vec<_>>()));
            let checks: Vec<_> = list.checks.into_iter().map(|it| (it.name, it.importance, it.pages)).collect();
            (checks, list.reports, list.without_checks)
        };
        let row = |name: &str, importance, pages| (name.to_owned(), importance, pages);
        let all = vec![
            row("alt", Some(High), 2),
            row("title", Some(High), 2),
            row("h1", Some(High), 1),
            row("css", Some(Low), 2),
            row("unsaid", None, 2),
        ];
        assert_eq!(ask(LibraryQuery::default()), (all, 5, 1));
        let good = LibraryQuery { verdict: Some(Verdict::Good), ..LibraryQuery::default() };
        assert_eq!(
            ask(good),
            (vec![row("title", Some(High), 1), row("alt", Some(Medium), 1), row("unsaid", None, 1)], 2, 1)
        );

        // Fixed checks are no longer on it.
        library.ingest_on(3, [with_checks(scored(3, 60.0), vec![passing("h1")])]);
        assert!(ask(LibraryQuery::default()).0.iter().all(|(name, ..)| name != "h1"));
    }
}
