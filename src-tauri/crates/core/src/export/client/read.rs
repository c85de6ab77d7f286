//! Reads what is in a report for a client from the library. Blocks.

use std::{
    collections::{HashMap, HashSet},
    ops::ControlFlow,
};

use assay_export::{CheckNames, ClientReport, ComparedPage, DayScore, IsCanceled, Page, PageChanges, Subject};
use assay_library::{Library, LibraryError, PastRating, PastRatings};
use assay_model::{
    Change, Check, CheckChange, CheckChangeKind, CompareReports, CompareSnapshots, Direction, FailingCheck,
    LibraryQuery, LibraryRow, LibrarySort, Problem, ProblemCode, Report, ReportRef, ReportRow, Since, Snapshot,
    Verdict, VerdictCounts,
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
    pub utc_offset: i16,
    pub is_canceled: IsCanceled,
    pub progress: Progress,
}

/// A report of a list, with its past.
struct Known {
    scope: String,
    /// At the end.
    row: ReportRow,
    last: PastRating,
    past: PastRatings,
    gone_at: Option<Timestamp>,
}

impl Known {
    /// The ratings at the start, if it was there, and at the end.
    fn ratings(&self, range: &Range) -> Option<(PastRating, PastRating)> {
        Some((self.past.at(range.since)?, self.last))
    }
}

/// What fails in some reports, by name.
#[derive(Default)]
struct Failing(HashMap<String, FailingCheck>);

impl Failing {
    fn add(&mut self, checks: Vec<Check>) {
        // A name may occur twice on a page.
        let mut counted = HashSet::new();
        for Check { name, importance, .. } in checks.into_iter().filter(|check| check.passed == Some(false)) {
            let new = FailingCheck { name: name.clone(), importance, pages: 0 };
            let it = self.0.entry(name.clone()).or_insert(new);
            it.importance = [it.importance, importance].into_iter().flatten().min();
            it.pages += u32::from(counted.insert(name));
        }
    }

    fn first(self) -> Vec<FailingCheck> {
        let mut checks: Vec<_> = self.0.into_values().collect();
        checks.sort_unstable_by(FailingCheck::order);
        checks
    }
}

impl Reading {
    /// A single report. Fails with [`ProblemCode::NotInLibrary`].
    pub(super) fn report(self, wanted: &ReportRef, since: Since) -> Result<ClientReport, Problem> {
        let ReportRef { connection: scope, id } = wanted;
        let known = self.library.scope(scope).known_report(id)?;
        let past = self.library.scope(scope).ratings(id, Some(since))?;
        let range = self.range(Some(scope), since, None, past.snapshots.first())?;
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
        let compared = self.library.scope(scope).compare(id, *before, *after)?;
        let report = self.library.scope(scope).snapshot(id, *after)?;
        let (since, until) = (compared.before.seen_at, compared.after.seen_at);
        let range = Range { since, until, utc_offset: self.utc_offset };
        let between = (*before).min(*after)..=(*before).max(*after);
        let mut past = self.library.scope(scope).ratings(id, None)?;
        let rating = |number: u64| past.snapshots.iter().find(|rating| rating.number == number);
        let change = rating(*before).zip(rating(*after)).and_then(|(before, after)| before.change_to(after));
        let is_past = past.snapshots.last().is_some_and(|last| last.number != *after);
        past.snapshots.retain(|rating| between.contains(&rating.number));
        let mut scores = if since < until { range.scores(&[&past].into_iter()) } else { Vec::new() };
        // The later snapshot may be of the same day, or the earlier one in time.
        if scores.len() < 2 {
            let point = |at, score: Option<f64>| Some(DayScore { day: range.day(at), score: score? });
            scores = [point(since, compared.before.row.score), point(until, compared.after.row.score)]
                .into_iter()
                .flatten()
                .collect();
        }
        let report = one(report, scores, &range, change, names(&compared.checks));
        Ok(ClientReport {
            since: Some(range.day(since)),
            as_of: is_past.then(|| range.day(until)),
            made: range.day(self.now),
            ..report
        })
    }

    /// Two reports, as they were last saved. Fails with [`ProblemCode::NotInLibrary`].
    pub(super) fn two_reports(self, wanted: &CompareReports) -> Result<ClientReport, Problem> {
        let CompareReports { before, after } = wanted;
        let compared =
            self.library.compare_reports((&before.connection, &before.id), (&after.connection, &after.id))?;
        let CheckNames { fixed, broke } = names(&compared.checks);
        let range = Range { since: self.now, until: self.now, utc_offset: self.utc_offset };
        let mut failing = Failing::default();
        let mut page = |of: &ReportRef, snapshot: Snapshot, only_fails: Vec<String>| {
            let row = snapshot.row;
            failing.add(self.library.scope(&of.connection).snapshot(&of.id, snapshot.number)?.checks);
            Ok::<_, Problem>(ComparedPage { page: page(&row, None, &range), only_fails })
        };
        let pages = [page(before, compared.before, fixed)?, page(after, compared.after, broke)?];
        Ok(ClientReport {
            title: pages.each_ref().map(|it| assay_model::readable(&it.page.address)).join(" – "),
            made: range.day(self.now),
            checked: pages.iter().filter_map(|it| it.page.checked).max(),
            subject: Subject::Two { pages: Box::new(pages), failing: failing.first() },
            ..ClientReport::default()
        })
    }

    /// The reports of a list; `until` tells how they were at a time, with those removed since.
    pub(super) fn reports(
        mut self,
        query: &LibraryQuery,
        since: Since,
        until: Option<Timestamp>,
    ) -> Result<ClientReport, Problem> {
        let until = until.filter(|until| *until < self.now);
        let mut known = self.known(query, since)?;
        let failing = match until {
            Some(until) => {
                if query.gone.is_none() && query.changed.is_none() {
                    known.extend(self.known(&LibraryQuery { gone: Some(true), ..query.clone() }, since)?);
                }
                self.turn_back(&mut known, until)?
            }
            None => self.library.fix_list(query, self.now)?.checks,
        };
        let first = known.iter().filter_map(|it| it.past.snapshots.first()).min_by_key(|rating| rating.seen_at);
        let range = self.range(query.connection.as_deref(), since, until, first)?;
        let pages: Vec<_> = known.iter().map(|it| page(&it.row, it.past.at(range.since), &range)).collect();
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
            as_of: until.map(|until| range.day(until)),
            score,
            verdict: score.map(Verdict::of_score),
            scores,
            subject: Subject::Several { pages, total, verdicts, better, worse, failing },
            ..ClientReport::default()
        })
    }

    /// Every report of a list with its past, the worst first.
    fn known(&mut self, query: &LibraryQuery, since: Since) -> Result<Vec<Known>, Problem> {
        let (by, sort) = (Some(LibrarySort::Score), Some(Direction::Asc));
        let sorted = LibraryQuery { sort_by: by, sort_check: None, sort, ..query.clone() };
        let mut rows = Vec::new();
        let mut take = |known: LibraryRow, _: Option<Report>| {
            rows.push(known);
            if (self.is_canceled)() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        self.library.for_each_match(&sorted, self.now, &mut take, false)?;
        let mut known = Vec::with_capacity(rows.len());
        for LibraryRow { connection: scope, row, gone_at, .. } in rows {
            self.unless_canceled()?;
            let Some(past) = if_there(self.library.scope(&scope).ratings(&row.id, Some(since)))? else { continue };
            let Some(last) = past.snapshots.last().copied() else { continue };
            known.push(Known { scope, row, last, past, gone_at });
            self.progress.count();
        }
        Ok(known)
    }

    /// Replaces reports by what they were at a time. Returns what failed then.
    fn turn_back(&self, known: &mut Vec<Known>, until: Timestamp) -> Result<Vec<FailingCheck>, Problem> {
        let mut failing = Failing::default();
        let mut then = Vec::with_capacity(known.len());
        for it in known.drain(..).filter(|it| it.gone_at.is_none_or(|gone| gone > until)) {
            self.unless_canceled()?;
            let Some(last) = it.past.at(until) else { continue };
            let snapshot = self.library.scope(&it.scope).snapshot(&it.row.id, last.number);
            let Some(Report { row, checks, .. }) = if_there(snapshot)? else { continue };
            failing.add(checks);
            let checked = row.generated_at.filter(|at| *at <= until);
            let row = ReportRow { verdict: last.verdict, score: last.score, generated_at: checked, ..row };
            then.push(Known { row, last, ..it });
        }
        then.sort_by(|one, other| {
            let score = |it: &Known| Verdict::sort_score(it.row.score, it.row.verdict).unwrap_or(f64::INFINITY);
            score(one).total_cmp(&score(other))
        });
        *known = then;
        Ok(failing.first())
    }

    /// The time from which changes count: not before the first snapshot.
    fn range(
        &self,
        scope: Option<&str>,
        since: Since,
        until: Option<Timestamp>,
        first: Option<&PastRating>,
    ) -> Result<Range, Problem> {
        let since = self.library.changes(scope, since, self.now)?.since;
        let until = until.unwrap_or(self.now);
        let first = first.map_or(until, |first| first.seen_at);
        Ok(Range { since: since.unwrap_or(first).max(first).min(until), until, utc_offset: self.utc_offset })
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
        Ok(names(&self.library.scope(scope).compare(id, before, after)?.checks))
    }

    fn unless_canceled(&self) -> Result<(), Problem> {
        if (self.is_canceled)() { Err(Problem::new(ProblemCode::Canceled)) } else { Ok(()) }
    }
}

/// What was read of a report; `None` if it was removed in the meantime.
fn if_there<T>(read: Result<T, LibraryError>) -> Result<Option<T>, Problem> {
    match read {
        Ok(read) => Ok(Some(read)),
        Err(LibraryError::NotInLibrary) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The day from which changes count; `None` if that is the last one.
fn since_day(range: &Range) -> Option<jiff::civil::Date> {
    let since = range.day(range.since);
    (since != range.day(range.until)).then_some(since)
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
        made: range.day(range.until),
        checked: row.generated_at.map(|at| range.day(at)),
        since: since_day(range),
        score: row.score,
        verdict: row.verdict,
        scores,
        subject: Subject::One { url: row.url, checks, change, changes },
        ..ClientReport::default()
    }
}

fn page(row: &ReportRow, before: Option<PastRating>, range: &Range) -> Page {
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
    CheckNames { fixed: of(CheckChangeKind::Fixed).collect(), broke: of(CheckChangeKind::Broken).collect() }
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
