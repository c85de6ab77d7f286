//! Reads what is in a report for a client from the library. Blocks.

use std::ops::ControlFlow;

use assay_export::{CheckNames, ClientReport, DayScore, IsCanceled, Page, PageChanges, Subject};
use assay_library::{Library, PastRating, PastRatings};
use assay_model::{
    Change, Check, CheckChange, CheckChangeKind, CompareSnapshots, Direction, LibraryQuery, LibraryRow, LibrarySort,
    Problem, ProblemCode, Report, ReportRef, ReportRow, Since, Verdict, VerdictCounts,
};
use jiff::Timestamp;

use super::{super::writer::Progress, past::Range};

/// Pages in the table of a report.
const MAX_PAGES: usize = 5_000;

/// Pages that are listed as better or worse.
const MAX_CHANGES: usize = 20;

pub(super) struct Reading {
    pub library: Library,
    pub now: Timestamp,
    /// The time from which changes count; absent for a comparison.
    pub since: Option<Since>,
    pub utc_offset: i16,
    pub is_canceled: IsCanceled,
    pub progress: Progress,
}

/// A report of a list, with its past.
struct Known {
    scope: String,
    row: ReportRow,
    past: PastRatings,
}

impl Known {
    /// The ratings at the start, if it was there, and now.
    fn ratings(&self, range: &Range) -> Option<(PastRating, PastRating)> {
        self.past.at(range.since).zip(self.past.snapshots.last().copied())
    }
}

impl Reading {
    /// A single report. Fails with [`ProblemCode::NotInLibrary`].
    pub(super) fn report(self, wanted: &ReportRef) -> Result<ClientReport, Problem> {
        let ReportRef { connection: scope, id } = wanted;
        let known = self.library.known_report(scope, id)?;
        let past = self.library.ratings(scope, id, self.since)?;
        let range = self.range(Some(scope), past.snapshots.first())?;
        let ratings = past.at(range.since).zip(past.snapshots.last());
        let changes = match ratings {
            Some((before, last)) => self.changes(scope, id, before.number, last.number)?,
            None => CheckNames::default(),
        };
        let change = ratings.and_then(|(before, last)| before.change_to(last));
        let scores = range.scores(&[&past].into_iter());
        Ok(one(known.report, scores, &range, change, changes))
    }

    /// Two snapshots of a report. Fails with [`ProblemCode::NotInLibrary`].
    pub(super) fn comparison(self, wanted: &CompareSnapshots) -> Result<ClientReport, Problem> {
        let CompareSnapshots { connection: scope, id, before, after } = wanted;
        let compared = self.library.compare(scope, id, *before, *after)?;
        let report = self.library.snapshot(scope, id, *after)?;
        let (since, now) = (compared.before.seen_at, compared.after.seen_at);
        let range = Range { since, now, utc_offset: self.utc_offset };
        let between = (*before).min(*after)..=(*before).max(*after);
        let mut past = self.library.ratings(scope, id, None)?;
        let rating = |number: u64| past.snapshots.iter().find(|rating| rating.number == number);
        let change = rating(*before).zip(rating(*after)).and_then(|(before, after)| before.change_to(after));
        past.snapshots.retain(|rating| between.contains(&rating.number));
        let mut scores = if since < now { range.scores(&[&past].into_iter()) } else { Vec::new() };
        // The later snapshot may be of the same day, or the earlier one in time.
        if scores.len() < 2 {
            let point = |at, score: Option<f64>| Some(DayScore { day: range.day(at), score: score? });
            scores = [point(since, compared.before.row.score), point(now, compared.after.row.score)]
                .into_iter()
                .flatten()
                .collect();
        }
        let report = one(report, scores, &range, change, names(&compared.checks));
        Ok(ClientReport { since: Some(range.day(since)), made: range.day(self.now), ..report })
    }

    /// The reports of a list.
    pub(super) fn reports(mut self, query: &LibraryQuery) -> Result<ClientReport, Problem> {
        let known = self.known(query)?;
        let first = known.iter().filter_map(|it| it.past.snapshots.first()).min_by_key(|rating| rating.seen_at);
        let range = self.range(query.connection.as_deref(), first)?;
        let failing = self.library.fix_list(query, self.now)?.checks;
        let pages: Vec<_> = known.iter().map(|it| page(it, &range)).collect();
        let better = self.page_changes(&known, &pages, &range, Change::Better)?;
        let worse = self.page_changes(&known, &pages, &range, Change::Worse)?;
        let total = u32::try_from(pages.len()).unwrap_or(u32::MAX);
        let verdicts = verdicts(&pages);
        let checked = pages.iter().filter_map(|page| page.checked).max();
        let of_now: Vec<_> = pages.iter().filter_map(|page| page.score).collect();
        let count = u32::try_from(of_now.len()).unwrap_or(u32::MAX);
        let score = (count > 0).then(|| of_now.iter().sum::<f64>() / f64::from(count));
        let scores = range.scores(&known.iter().map(|it| &it.past));
        let pages = pages.into_iter().take(MAX_PAGES).collect();
        Ok(ClientReport {
            made: range.day(self.now),
            checked,
            since: since_day(&range),
            score,
            verdict: score.map(Verdict::of_score),
            scores,
            subject: Subject::Several { pages, total, verdicts, better, worse, failing },
            ..ClientReport::default()
        })
    }

    /// Every report of a list with its past, the worst first.
    fn known(&mut self, query: &LibraryQuery) -> Result<Vec<Known>, Problem> {
        let (by, sort) = (Some(LibrarySort::Score), Some(Direction::Asc));
        let sorted = LibraryQuery { sort_by: by, sort_check: None, sort, ..query.clone() };
        let mut rows = Vec::new();
        let mut take = |known: LibraryRow, _: Option<Report>| {
            rows.push(known);
            if (self.is_canceled)() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        self.library.for_each_match(&sorted, self.now, &mut take, false)?;
        let mut known = Vec::with_capacity(rows.len());
        for LibraryRow { connection: scope, row, .. } in rows {
            self.unless_canceled()?;
            let past = match self.library.ratings(&scope, &row.id, self.since) {
                Ok(past) => past,
                // It may have been removed since.
                Err(assay_library::LibraryError::NotInLibrary) => continue,
                Err(error) => return Err(error.into()),
            };
            known.push(Known { scope, row, past });
            self.progress.count();
        }
        Ok(known)
    }

    /// The time from which changes count: not before the first snapshot.
    fn range(&self, scope: Option<&str>, first: Option<&PastRating>) -> Result<Range, Problem> {
        let since = match self.since {
            Some(since) => self.library.changes(scope, since, self.now)?.since,
            None => None,
        };
        let first = first.map_or(self.now, |first| first.seen_at);
        Ok(Range { since: since.unwrap_or(first).max(first), now: self.now, utc_offset: self.utc_offset })
    }

    /// The pages that changed in one direction, those that changed most first.
    fn page_changes(
        &self,
        known: &[Known],
        pages: &[Page],
        range: &Range,
        wanted: Change,
    ) -> Result<PageChanges, Problem> {
        let by = |page: &Page| page.score.zip(page.score_before).map_or(0.0, |(now, before)| (now - before).abs());
        let is_wanted =
            |it: &Known| it.ratings(range).and_then(|(before, last)| before.change_to(&last)) == Some(wanted);
        let mut found: Vec<_> = known.iter().zip(pages).filter(|(it, _)| is_wanted(it)).collect();
        found.sort_by(|(_, one), (_, other)| by(other).total_cmp(&by(one)));
        let total = u32::try_from(found.len()).unwrap_or(u32::MAX);
        let mut listed = Vec::new();
        for (it, page) in found.into_iter().take(MAX_CHANGES) {
            self.unless_canceled()?;
            let changes = match it.ratings(range) {
                Some((before, last)) => self.changes(&it.scope, &it.row.id, before.number, last.number)?,
                None => CheckNames::default(),
            };
            listed.push(Page { changes, ..page.clone() });
        }
        Ok(PageChanges { pages: listed, total })
    }

    fn changes(&self, scope: &str, id: &str, before: u64, after: u64) -> Result<CheckNames, Problem> {
        if before == after {
            return Ok(CheckNames::default());
        }
        Ok(names(&self.library.compare(scope, id, before, after)?.checks))
    }

    fn unless_canceled(&self) -> Result<(), Problem> {
        if (self.is_canceled)() { Err(Problem::new(ProblemCode::Canceled)) } else { Ok(()) }
    }
}

/// The day from which changes count; `None` if that is today.
fn since_day(range: &Range) -> Option<jiff::civil::Date> {
    let since = range.day(range.since);
    (since != range.day(range.now)).then_some(since)
}

fn one(
    report: Report,
    scores: Vec<DayScore>,
    range: &Range,
    change: Option<Change>,
    changes: CheckNames,
) -> ClientReport {
    let Report { row, mut checks, .. } = report;
    let rank = |check: &Check| {
        (check.passed != Some(false), check.passed.is_some(), check.importance.is_none(), check.importance)
    };
    checks.sort_by_key(rank);
    ClientReport {
        title: assay_model::readable(&row.address).into_owned(),
        made: range.day(range.now),
        checked: row.generated_at.map(|at| range.day(at)),
        since: since_day(range),
        score: row.score,
        verdict: row.verdict,
        scores,
        subject: Subject::One { url: row.url, checks, change, changes },
        ..ClientReport::default()
    }
}

fn page(Known { row, past, .. }: &Known, range: &Range) -> Page {
    let before = past.at(range.since);
    Page {
        address: row.address.clone(),
        url: row.url.clone(),
        verdict: row.verdict,
        score: row.score,
        score_before: before.and_then(|before| before.score),
        verdict_before: before.and_then(|before| before.verdict),
        checked: row.generated_at.map(|at| range.day(at)),
        changes: CheckNames::default(),
    }
}

fn names(changes: &[CheckChange]) -> CheckNames {
    let of = |kind: CheckChangeKind| {
        changes.iter().filter(move |change| change.kind == kind).map(|change| change.name.clone())
    };
    CheckNames { fixed: of(CheckChangeKind::Mended).collect(), broke: of(CheckChangeKind::Broken).collect() }
}

fn verdicts(pages: &[Page]) -> VerdictCounts {
    let mut counts = VerdictCounts::default();
    for page in pages {
        *match page.verdict {
            Some(Verdict::Good) => &mut counts.good,
            Some(Verdict::Decent) => &mut counts.decent,
            Some(Verdict::Bad) => &mut counts.bad,
            None => &mut counts.unknown,
        } += 1;
    }
    counts
}
