//! A generated history up to today, backwards from the current data.
//!
//! Reports that were checked several times had other results before; those checked once never changed. Some
//! others were deleted.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};
use rand::RngExt;
use rand::seq::IndexedRandom;
use serde_json::value::RawValue;

use crate::address::Address;
use crate::analysis::{Analysis, analyse, analyse_then, dice};
use crate::answer::{self, date};
use crate::seed::SITES;
use crate::store::reports::{Privacy, Report};

/// A report's state from some time on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryState {
    /// The start of the state.
    pub at: Timestamp,
    /// The report's id.
    pub id: String,
    /// The response when the report was read (`interface.md` 4.2); `None` if it was deleted.
    pub answer: Option<String>,
}

/// Ids that other reports never reach.
const FIRST_DELETED: i64 = 1_000_001;

/// How many days ago reports were deleted.
const DELETED: [i64; 8] = [3, 11, 24, 38, 66, 97, 128, 161];

const DAY: i64 = 24 * 3600;

/// The history of reports, oldest first. The last state of each of `present` is its current one.
pub(crate) fn past(present: Vec<Report>, seed: u64, now: Timestamp) -> Vec<HistoryState> {
    let mut past = deleted(seed, now);
    for report in present {
        past.extend(earlier(&report).unwrap_or_default());
        past.extend(shown(report));
    }
    past.sort_by_key(|state| state.at);
    past
}

/// A report before its last analysis; deterministic.
fn earlier(report: &Report) -> Option<Vec<HistoryState>> {
    let address = Address::parse(&report.address)?;
    let (created, generated) = (time(&report.created_at)?, time(&report.generated_at)?);
    let span = generated.duration_since(created).as_secs();
    if report.run < 2 || span < 2 {
        return None;
    }
    let mut dice = dice(&[&report.address, &report.id.to_string(), "past"], report.run);
    let runs: BTreeSet<i64> = (2..report.run).map(|_| dice.random_range(1..span)).chain([0]).collect();
    let other = *[Privacy::Public, Privacy::Private, Privacy::Password].choose(&mut dice)?;
    // The end of its earlier privacy.
    let other_until = if dice.random_bool(0.4) && other != report.privacy { dice.random_range(1..span) } else { 0 };
    let trend = trend(&address) + dice.random_range(-0.4..0.4);

    let mut states = Vec::new();
    let mut runs = (1..).zip(runs).peekable();
    while let Some((run, at)) = runs.next() {
        let left = f64::from(report.run - run) / f64::from(report.run - 1);
        let analysis = analyse_then(&address, run, trend * left + dice.random_range(-0.12..0.12));
        let then = Then { id: report.id, address: &address, analysis: &analysis, run, created, generated: at };
        states.extend(then.state(if at < other_until { other } else { report.privacy }, at));
        let next = runs.peek().map_or(span, |(_, next)| *next);
        if (at + 1..next).contains(&other_until) {
            states.extend(then.state(report.privacy, other_until));
        }
    }
    Some(states)
}

/// The earlier trouble of a site's pages, which are fixed or neglected together.
fn trend(address: &Address) -> f64 {
    dice(&[&address.host, "past"], 0).random_range(-0.15..0.3)
}

/// Reports that were deleted, from their creation on.
fn deleted(seed: u64, now: Timestamp) -> Vec<HistoryState> {
    let mut dice = dice(&[&seed.to_string(), "deleted"], 0);
    let ends = DELETED.map(|days| days * DAY + dice.random_range(0..DAY));
    let mut lives = ends.map(|end| (end + dice.random_range(14 * DAY..70 * DAY), end));
    // Ids grow with the creation dates.
    lives.sort_unstable_by(|a, b| b.cmp(a));
    let mut states = Vec::new();
    for (id, (begin, end)) in (FIRST_DELETED..).zip(lives) {
        let site = SITES.choose(&mut dice).map(|site| site.address(&mut dice));
        let Some(address) = site.as_deref().and_then(Address::parse) else { continue };
        let created = later(now, -begin);
        let analysis = analyse(&address, 1);
        let then = Then { id, address: &address, analysis: &analysis, run: 1, created, generated: 0 };
        states.extend(then.state(Privacy::Public, 0));
        states.push(HistoryState { at: later(now, -end), id: id.to_string(), answer: None });
    }
    states
}

/// A report between two rechecks. Times are in seconds since its creation.
struct Then<'a> {
    id: i64,
    address: &'a Address,
    analysis: &'a Analysis,
    run: u32,
    created: Timestamp,
    generated: i64,
}

impl Then<'_> {
    fn state(&self, privacy: Privacy, updated: i64) -> Option<HistoryState> {
        shown(Report {
            id: self.id,
            address: self.address.full.clone(),
            url: self.address.short.clone(),
            project: self.address.host.clone(),
            result: self.analysis.settled(),
            privacy,
            // The password itself is unknown.
            password: (privacy == Privacy::Password).then(String::new),
            run: self.run,
            generated_at: date(later(self.created, self.generated)),
            created_at: date(self.created),
            updated_at: date(later(self.created, updated)),
            results: RawValue::from_string(self.analysis.results.clone()).ok()?,
        })
    }
}

/// A report from its last update on.
fn shown(report: Report) -> Option<HistoryState> {
    let (at, id) = (time(&report.updated_at)?, report.id.to_string());
    Some(HistoryState { at, id, answer: Some(answer::text(report).ok()?) })
}

fn time(date: &str) -> Option<Timestamp> {
    date.parse().ok()
}

fn later(time: Timestamp, seconds: i64) -> Timestamp {
    time.checked_add(SignedDuration::from_secs(seconds)).unwrap_or(time)
}
