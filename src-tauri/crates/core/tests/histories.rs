//! Consistent numbers: after any history, all views agree.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss, reason = "a test may stop at the first surprise")]

mod common;

use std::{
    cmp::Ordering,
    collections::{BTreeSet, HashMap},
    num::NonZeroU32,
};

use assay_api::{Client, ClientSettings};
use assay_model::{
    Change, ChangedSince, Changes, ChangesQuery, Completeness, ConnectionRef, LibraryQuery, LibraryRow, ListReports,
    NewReport, Overview, OverviewQuery, PageSize, Preferences, Privacy, ReportQuery, ReportRef, ReportUpdate, Secret,
    Since, SyncKind, SyncState, Verdict, VerdictCounts,
};
use assay_sample_service::{
    SampleService, ServiceProfile,
    service_profile::{Lists, Paging, RatingName, Records},
};
use common::{
    App, KEY,
    syncs::{state, sync},
};
use jiff::Timestamp;
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

/// The number and length of histories.
const HISTORIES: u64 = 2;
const STEPS: u32 = 12;

/// A service with another user's access.
struct Account {
    /// Runs until dropped.
    _service: SampleService,
    elsewhere: Client,
    connection: String,
    made: u32,
}

impl Account {
    async fn ids(&self) -> BTreeSet<String> {
        let mut ids = BTreeSet::new();
        for page in 1.. {
            let query = ReportQuery { per_page: PageSize::Hundred, page: Some(page), ..ReportQuery::default() };
            let page = self.elsewhere.list_reports(&query).await.unwrap();
            ids.extend(page.rows.into_iter().map(|row| row.id));
            if !page.has_next {
                break;
            }
        }
        ids
    }

    /// Other users' changes: creates, rechecks, deletes, and privacies.
    async fn changes(&mut self, rng: &mut Xoshiro256PlusPlus) {
        let ids: Vec<_> = self.ids().await.into_iter().collect();
        for _ in 0..rng.random_range(1..5) {
            let id = &ids[rng.random_range(0..ids.len())];
            match rng.random_range(0..5) {
                0 => {
                    self.made += 1;
                    let url = format!("https://{}.example/{}", self.connection, self.made);
                    self.elsewhere
                        .create_report(&NewReport {
                            url,
                            privacy: Privacy::Private,
                            password: None,
                            keep_password: None,
                        })
                        .await
                        .unwrap();
                }
                1 => drop(self.elsewhere.delete_report(id).await),
                2 => {
                    let update = ReportUpdate { privacy: Some(Privacy::Private), ..ReportUpdate::default() };
                    drop(self.elsewhere.update_report(id, &update).await);
                }
                _ => {
                    let update = ReportUpdate { results: Some(true), ..ReportUpdate::default() };
                    drop(self.elsewhere.update_report(id, &update).await);
                }
            }
        }
    }
}

async fn accounts(app: &App) -> Vec<Account> {
    let unsorted = Lists { sorts_by_generated_at: false, ..Lists::default() };
    let small = Lists { paging: Paging::NextOnly, page_size: NonZeroU32::new(30), ..Lists::default() };
    let records = Records { rating_name: RatingName::Score, ..Records::default() };
    let mut accounts = Vec::new();
    for (reports, profile) in [
        (115, ServiceProfile::default()),
        (108, ServiceProfile { lists: unsorted, ..ServiceProfile::default() }),
        (40, ServiceProfile { lists: small, records, ..ServiceProfile::default() }),
    ] {
        let service = common::service_of(reports).await;
        service.apply_profile(profile);
        let connection = app.core.connection_save(common::draft(&service.base_url(), KEY)).await.unwrap().id;
        let base = service.base_url().parse().unwrap();
        let elsewhere = Client::new(&base, Secret::from(KEY), ClientSettings::default()).unwrap();
        accounts.push(Account { _service: service, elsewhere, connection, made: 0 });
    }
    accounts
}

/// Every row of a library's list, checked against its total.
async fn rows(app: &App, query: LibraryQuery) -> Vec<LibraryRow> {
    let mut rows = Vec::new();
    for page in 1.. {
        let query = LibraryQuery { per_page: PageSize::Hundred, page: Some(page), ..query.clone() };
        let page = app.core.library_list(query).await.unwrap();
        if page.rows.is_empty() {
            assert_eq!(page.total as usize, rows.len());
            break;
        }
        rows.extend(page.rows);
    }
    rows
}

async fn count(app: &App, connection: Option<&str>, since: Since) -> Changes {
    app.core.changes_count(ChangesQuery { connection: connection.map(str::to_owned), since }).await.unwrap()
}

type Rating = (Option<Verdict>, Option<f64>);

/// Compares ratings independently of the library.
fn compared((before, old): Rating, (after, new): Rating) -> Ordering {
    let worth = |verdict| [Verdict::Bad, Verdict::Decent, Verdict::Good].iter().position(|it| *it == verdict);
    match (before.and_then(worth), after.and_then(worth)) {
        (Some(before), Some(after)) if before != after => after.cmp(&before),
        (before, after) if before == after => old.zip(new).map_or(Ordering::Equal, |(old, new)| new.total_cmp(&old)),
        _ => Ordering::Equal,
    }
}

/// How a report's history says that it changed.
async fn change_of(app: &App, row: &LibraryRow, since: Timestamp) -> Option<Change> {
    let report = ReportRef { connection: row.connection.clone(), id: row.row.id.clone() };
    let history = app.core.report_history(report).await.unwrap();
    // The last one before that time, or else the earliest.
    let before = history.snapshots.iter().find(|one| one.seen_at <= since).or(history.snapshots.last()).unwrap();
    match compared((before.row.verdict, before.row.score), (row.row.verdict, row.row.score)) {
        Ordering::Less => Some(Change::Worse),
        Ordering::Equal => None,
        Ordering::Greater => Some(Change::Better),
    }
}

/// Checks that a report's details match its row.
async fn assert_panel(app: &App, row: &LibraryRow, changed: ChangedSince, since: Option<Timestamp>) {
    let report = ReportRef { connection: row.connection.clone(), id: row.row.id.clone() };
    let known = app.core.library_report(report.clone()).await.unwrap();
    let history = app.core.report_history(report).await.unwrap();
    assert_eq!((&known.report.row, known.gone_at), (&row.row, row.gone_at));
    assert_eq!(history.snapshots[0].row, row.row);
    let Some(since) = since.filter(|_| matches!(changed.change, Some(Change::Better | Change::Worse))) else { return };
    let before = history.snapshots.iter().find(|one| one.seen_at <= since).or(history.snapshots.last()).unwrap();
    assert_eq!((row.verdict_before, row.score_before), (before.row.verdict, before.row.score), "{row:?}");
}

async fn overview(app: &App, connection: Option<&str>) -> Overview {
    let connection = connection.map(str::to_owned);
    let query = OverviewQuery { connection, stale_days: 30, trend_days: Some(30), ..OverviewQuery::default() };
    app.core.overview_read(query).await.unwrap()
}

/// Checks averages against the listed reports.
fn assert_overview(overview: &Overview, all: &[LibraryRow]) {
    let is_mean = |mean: Option<f64>, of: &[&LibraryRow]| {
        let scores: Vec<_> = of.iter().filter_map(|row| row.row.score).collect();
        let expected = (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64);
        match mean.zip(expected) {
            Some((mean, expected)) => assert!((mean - expected).abs() < 1e-6, "{mean} {expected}"),
            None => assert_eq!(mean, expected),
        }
    };
    is_mean(overview.mean_score, &all.iter().collect::<Vec<_>>());
    is_mean(overview.average.last().map(|day| day.mean_score), &all.iter().collect::<Vec<_>>());
    let projects: BTreeSet<_> = all.iter().map(|row| (&row.connection, &row.row.project)).collect();
    assert_eq!(overview.projects.len(), projects.len());
    for (rank, project) in overview.projects.iter().enumerate() {
        let is_of = |row: &&LibraryRow| row.connection == project.connection && row.row.project == project.project;
        let own: Vec<_> = all.iter().filter(is_of).collect();
        let VerdictCounts { good, decent, bad, unknown } = project.verdicts;
        assert_eq!((good + decent + bad + unknown) as usize, own.len());
        assert_eq!(project.checked_at, own.iter().filter_map(|row| row.row.generated_at).max());
        is_mean(project.mean_score, &own);
        if rank < 10 {
            is_mean(project.trend.last().copied(), &own);
        }
    }
}

/// Checks that all numbers agree.
async fn assert_agreement(app: &App, accounts: &[Account]) {
    app.core.library_flush().await;
    let mut sums = [[0; 4]; 2];
    for Account { connection, .. } in accounts {
        let own = |query: LibraryQuery| LibraryQuery { connection: Some(connection.clone()), ..query };
        let state = state(app, connection).await;
        let all = rows(app, own(LibraryQuery::default())).await;
        assert_eq!(all.len(), state.reports as usize);
        let overview = overview(app, Some(connection)).await;
        assert_overview(&overview, &all);
        let verdicts = overview.verdicts;
        let counted = verdicts.good + verdicts.decent + verdicts.bad + verdicts.unknown;
        assert_eq!(counted, state.reports);
        assert_eq!(overview.public + overview.private + overview.password + overview.privacy_unknown, state.reports);
        let public = rows(app, own(LibraryQuery { privacy: Some(Privacy::Public), ..LibraryQuery::default() })).await;
        assert_eq!(public.len(), overview.public as usize);
        let overdue = rows(app, own(LibraryQuery { stale_days: Some(30), ..LibraryQuery::default() })).await;
        assert_eq!(overdue.len(), overview.stale as usize);
        assert_eq!(app.core.fix_list(own(LibraryQuery::default())).await.unwrap().reports, state.reports);
        if state.completeness == Completeness::Whole && state.total.is_some() {
            assert_eq!(state.total, Some(state.reports), "every report is counted");
        }
        for (place, since) in [Since::LastTime, Since::Days(7), Since::LastSync].into_iter().enumerate() {
            let counts = count(app, Some(connection), since).await;
            let each = [
                (Change::Better, counts.better),
                (Change::Worse, counts.worse),
                (Change::New, counts.new),
                (Change::Gone, counts.gone),
            ];
            let mut found = HashMap::new();
            for (number, (change, count)) in each.into_iter().enumerate() {
                let changed = ChangedSince { change: Some(change), since };
                let listed = rows(app, own(LibraryQuery { changed: Some(changed), ..LibraryQuery::default() })).await;
                assert_eq!(listed.len(), count as usize, "{connection} {changed:?}");
                for row in &listed {
                    assert_panel(app, row, changed, counts.since).await;
                    assert_eq!(found.insert(row.row.id.clone(), change), None, "one change each");
                }
                if let Some(sum) = sums.get_mut(place) {
                    sum[number] += count;
                }
            }
            let Some(since) = counts.since else { continue };
            for row in all.iter().filter(|row| row.changed_at.is_some_and(|at| at > since)) {
                let change = found.get(&row.row.id).copied();
                let expected = change_of(app, row, since).await;
                assert!(change == Some(Change::New) || change == expected, "{since}: {change:?} {expected:?} {row:?}");
            }
        }
    }
    assert_overview(&overview(app, None).await, &rows(app, LibraryQuery::default()).await);
    for (sum, since) in sums.into_iter().zip([Since::LastTime, Since::Days(7)]) {
        let all = count(app, None, since).await;
        assert_eq!([all.better, all.worse, all.new, all.gone], sum, "{since:?}");
    }
}

/// Checks a sync's result against the lists, and its completeness.
async fn assert_truth(app: &App, account: &Account, state: &SyncState) {
    assert_eq!(state.problem, None);
    let counts = count(app, Some(&account.connection), Since::LastSync).await;
    assert_eq!([state.found.new, state.found.worse, state.found.gone], [counts.new, counts.worse, counts.gone]);
    assert!(state.found.changed >= counts.worse + counts.better);
    let there = account.ids().await;
    if state.full_at == state.synced_at {
        assert_eq!(state.completeness, Completeness::Whole);
    }
    if state.completeness == Completeness::Whole && state.total.is_some() {
        let query = LibraryQuery { connection: Some(account.connection.clone()), ..LibraryQuery::default() };
        let known: BTreeSet<_> = rows(app, query).await.into_iter().map(|row| row.row.id).collect();
        assert_eq!(known, there);
        assert_eq!(state.total.map(|total| total as usize), Some(there.len()));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_happens_all_numbers_agree() {
    for seed in 0..HISTORIES {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut app = App::new();
        // Automatic syncs would interfere.
        let quiet = Preferences { sync_on_open: false, ..Preferences::default() };
        app.core.preferences_save(quiet).await.unwrap();
        app.core.app_start(()).await.unwrap();
        let mut accounts = accounts(&app).await;
        for step in 0..STEPS {
            let place = rng.random_range(0..accounts.len());
            let connection = accounts[place].connection.clone();
            let of = |id: &str| ReportRef { connection: connection.clone(), id: id.to_owned() };
            let ids: Vec<_> = accounts[place].ids().await.into_iter().collect();
            let id = &ids[rng.random_range(0..ids.len())];
            let act = rng.random_range(0..8);
            match act {
                0 | 1 => {
                    let state = sync(&app, &connection, SyncKind::Full).await;
                    assert_truth(&app, &accounts[place], &state).await;
                }
                2 | 3 => {
                    let state = sync(&app, &connection, SyncKind::Light).await;
                    assert_truth(&app, &accounts[place], &state).await;
                }
                4 => drop(app.core.report_read(of(id)).await),
                5 => {
                    let query = ReportQuery { per_page: PageSize::Fifty, ..ReportQuery::default() };
                    app.core.reports_list(ListReports { connection: connection.clone(), query }).await.unwrap();
                }
                6 => drop(app.core.report_delete(of(id)).await),
                _ => {
                    app.core.sync_stop(ConnectionRef { id: connection.clone() }).await.unwrap();
                    app.core.library_flush().await;
                    app = app.restarted();
                    app.core.app_start(()).await.unwrap();
                }
            }
            eprintln!("history {seed}, step {step}: {act} of account {place}");
            assert_agreement(&app, &accounts).await;
            let other = rng.random_range(0..accounts.len());
            accounts[other].changes(&mut rng).await;
        }
    }
}
