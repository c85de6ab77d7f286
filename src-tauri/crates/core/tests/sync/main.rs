//! Syncs over real HTTP, with a service that changes, pauses, and fails.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

#[path = "../common/mod.rs"]
mod common;

mod full;
mod interrupted;
mod light;
mod missing;

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};

use assay_model::{
    CreateReport, LibraryQuery, ListReports, NewReport, PageSize, Privacy, ReportQuery, ReportRef, ReportUpdate,
    UpdateReport,
};
use assay_sample_service::SampleService;
use common::{
    App,
    gate::Gate,
    syncs::{ended, start, state, sync},
};
use tokio::{sync::Notify, time::timeout};

/// The user's changes elsewhere.
struct Elsewhere {
    app: App,
    connection: String,
    made: AtomicU32,
}

impl Elsewhere {
    async fn of(service: &SampleService) -> Arc<Self> {
        let (app, connection) = App::connected(service).await;
        Arc::new(Self { app, connection: connection.id, made: AtomicU32::new(0) })
    }

    async fn create(&self) -> String {
        let url = format!("https://new.example/{}", self.made.fetch_add(1, Ordering::SeqCst));
        let report = NewReport { url, privacy: Privacy::Public, password: None, keep_password: None };
        let create = CreateReport { connection: self.connection.clone(), report };
        self.app.core.report_create(create).await.unwrap().report.row.id
    }

    async fn delete(&self, ids: impl IntoIterator<Item = u32>) {
        for id in ids {
            let unwanted = ReportRef { connection: self.connection.clone(), id: id.to_string() };
            self.app.core.report_delete(unwanted).await.unwrap();
        }
    }

    async fn refresh(&self, id: u32) {
        let update = ReportUpdate { results: Some(true), ..ReportUpdate::default() };
        let change = UpdateReport { connection: self.connection.clone(), id: id.to_string(), update };
        self.app.core.report_update(change).await.unwrap();
    }

    /// The ids of all reports of the service.
    async fn ids(&self) -> BTreeSet<String> {
        let mut ids = BTreeSet::new();
        for page in 1.. {
            let query = ReportQuery { per_page: PageSize::Hundred, page: Some(page), ..ReportQuery::default() };
            let list = ListReports { connection: self.connection.clone(), query };
            let page = self.app.core.reports_list(list).await.unwrap();
            ids.extend(page.rows.into_iter().map(|row| row.id));
            if !page.has_next {
                break;
            }
        }
        ids
    }
}

/// The ids in the library, each exactly once.
async fn known(app: &App, connection: &str, gone: bool) -> BTreeSet<String> {
    let mut ids = Vec::new();
    for page in 1.. {
        let query = LibraryQuery {
            connection: Some(connection.to_owned()),
            per_page: PageSize::Hundred,
            page: Some(page),
            gone: Some(gone),
            ..LibraryQuery::default()
        };
        let page = app.core.library_list(query).await.unwrap();
        if page.rows.is_empty() {
            assert_eq!(page.total as usize, ids.len());
            break;
        }
        ids.extend(page.rows.into_iter().map(|row| row.row.id));
    }
    let each: BTreeSet<_> = ids.iter().cloned().collect();
    assert_eq!(each.len(), ids.len(), "twice");
    each
}

/// The page of the full sync that a request line asks for.
fn page_of_the_walk(line: &str) -> Option<u32> {
    let is_walk = line.contains("sort=asc") && line.contains("per_page=100");
    let page = line.split("&page=").nth(1).and_then(|rest| rest.split([' ', '&']).next()).unwrap_or("1");
    is_walk.then(|| page.parse().unwrap())
}

/// Holds back matching requests until opened, and reports arrivals.
#[derive(Clone, Default)]
struct Barrier {
    arrived: Arc<Notify>,
    opened: Arc<Notify>,
    is_open: Arc<AtomicBool>,
}

impl Barrier {
    async fn before(&self, service: &SampleService, is_wanted: fn(&str) -> bool) -> Gate {
        let barrier = self.clone();
        Gate::before(&service.base_url(), move |line| {
            let barrier = barrier.clone();
            async move {
                if is_wanted(&line) && !barrier.is_open.load(Ordering::SeqCst) {
                    barrier.arrived.notify_one();
                    barrier.opened.notified().await;
                }
                line
            }
        })
        .await
    }

    async fn arrived(&self) {
        timeout(Duration::from_secs(30), self.arrived.notified()).await.unwrap();
    }

    fn open(&self) {
        self.is_open.store(true, Ordering::SeqCst);
        self.opened.notify_one();
    }
}
