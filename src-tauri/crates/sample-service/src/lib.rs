//! A real local HTTP service with the same interface, for first use, tests, and benchmarks.
//!
//! It implements the seven operations of the interface under `/api/v1` like deployed services (see
//! the "field notes"): full results in lists, unconfirmed writes, validation, a monthly quota, a
//! rate limit, and a login page. Its data is generated from a seed and the URLs.
//!
//! With the feature `faults`, which is for tests and not in releases, it can imitate any other
//! generation of services and every failure in the field notes: with `SampleService::apply_profile`,
//! or over HTTP with `Config::control` (see the crate's README.md).
//!
//! It listens on loopback only.

mod address;
mod analysis;
mod answer;
#[cfg(feature = "faults")]
mod connection;
#[cfg(feature = "faults")]
mod fault_script;
mod fields;
mod history_seed;
mod password;
#[cfg(feature = "faults")]
mod requests;
mod routes;
mod seed;
pub mod service_profile;
#[cfg(feature = "faults")]
mod shape;
mod store;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use rand::distr::{Alphanumeric, SampleString};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

#[cfg(feature = "faults")]
use crate::connection::{ConnectionCloser, ConnectionListener};
#[cfg(feature = "faults")]
use crate::fault_script::FaultScript;
#[cfg(feature = "faults")]
use crate::requests::Requests;
use crate::routes::Context;
use crate::routes::throttle::Throttle;
use crate::seed::Plan;
use crate::store::{Store, reports};

pub use crate::history_seed::HistoryState;
#[cfg(feature = "faults")]
pub use crate::requests::Received;
/// The password of every protected report in the initial data.
pub use crate::seed::PASSWORD as SEEDED_PASSWORD;
pub use crate::service_profile::ServiceProfile;

/// How long [`SampleService::stop`] waits for requests in flight.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// How the service runs.
#[derive(Clone)]
pub struct Config {
    /// The database file, created and filled if missing. `None` keeps the data in memory.
    pub database: Option<PathBuf>,
    /// A loopback address to listen on. Port 0, the default, uses a free one.
    pub address: SocketAddr,
    /// The path of the base URL: empty, or such as `/tools/seo`.
    pub path: String,
    /// The API key, of visible ASCII characters. `None` generates one.
    pub key: Option<String>,
    /// The seed of the data: the same seed and time give the same data.
    pub seed: u64,
    /// The number of reports in an empty database.
    pub reports: u32,
    /// The minimum size of each one's checks in bytes, for measurements; 0 for the default.
    pub report_bytes: usize,
    /// Stops the service's clock. `None` uses the current time.
    pub now: Option<Timestamp>,
    /// The duration of an analysis, on create and on update with `results=1`.
    pub delay: Duration,
    /// The quota of reports per calendar month (UTC), including deleted ones; 0 rejects all.
    pub quota: u32,
    /// The rate limit under `/api` per minute; 0 rejects all.
    pub requests_per_minute: u32,
    /// Whether to enable the control interface, which lets anyone on this computer change the
    /// profile and read requests. For tests.
    #[cfg(feature = "faults")]
    pub control: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            database: None,
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            path: String::new(),
            key: None,
            seed: 1,
            reports: 240,
            report_bytes: 0,
            now: None,
            delay: Duration::from_millis(1200),
            quota: 500,
            requests_per_minute: 600,
            #[cfg(feature = "faults")]
            control: false,
        }
    }
}

/// Why the service did not start. No file of another program was changed or deleted.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The address can be reached from outside this computer.
    #[error("{0} is not a loopback address; the sample service listens on this computer only")]
    NotLoopback(SocketAddr),
    /// The path of the base URL is invalid.
    #[error("the path must be like /tools/seo: no slash at its end, and nothing but ASCII letters, digits and .-_~")]
    UnusablePath,
    /// The key cannot be sent in a header.
    #[error("the key must be one or more visible ASCII characters")]
    UnusableKey,
    /// The port is taken or not allowed.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The requested address.
        address: SocketAddr,
        /// The system's reason.
        source: io::Error,
    },
    /// The database cannot be opened, read or filled.
    #[error("the sample database ({path}) cannot be used: {source}")]
    Database {
        /// The file.
        path: String,
        /// The database's reason.
        source: StoreError,
    },
    /// The database is the service's own, but damaged.
    #[error("the sample database ({path}) is damaged: {detail}; it was left as it is")]
    Damaged {
        /// The file.
        path: String,
        /// The first error of the check.
        detail: String,
    },
    /// The database is another program's, or another version's.
    #[error("{path} is the database of another program or version; it was left as it is")]
    OtherDatabase {
        /// The file.
        path: String,
    },
    /// The runtime shut down meanwhile.
    #[error("the start was interrupted")]
    Interrupted,
}

/// Why the service's data could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A database error.
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
    /// A report's password could not be hashed.
    #[error("a password could not be hashed")]
    Password,
    /// The work was interrupted by a shutdown or a panic.
    #[error("the work on the database was interrupted")]
    Interrupted,
}

/// A running service. It stops when this is dropped.
pub struct SampleService {
    context: Arc<Context>,
    config: Config,
    /// Dropping it tells the server to stop.
    running: watch::Sender<()>,
    server: JoinHandle<io::Result<()>>,
}

impl SampleService {
    /// Starts the service on the current Tokio runtime; it accepts requests when this returns.
    pub async fn start(config: Config) -> Result<Self, StartError> {
        if !config.address.ip().is_loopback() {
            return Err(StartError::NotLoopback(config.address));
        }
        if !is_path(&config.path) {
            return Err(StartError::UnusablePath);
        }
        let key = config.key.clone().unwrap_or_else(|| Alphanumeric.sample_string(&mut rand::rng(), 40));
        if key.is_empty() || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(StartError::UnusableKey);
        }
        let cannot_listen = |source| StartError::Listen { address: config.address, source };
        let listener = TcpListener::bind(config.address).await.map_err(cannot_listen)?;
        let address = listener.local_addr().map_err(cannot_listen)?;

        let (database, plan) = (config.database.clone(), plan(&config));
        let store = tokio::task::spawn_blocking(move || Store::open(database.as_deref(), &plan))
            .await
            .map_err(|_| StartError::Interrupted)??;

        let (running, stopped) = watch::channel(());
        let context = Arc::new(Context {
            store,
            key,
            base: format!("http://{address}{}", config.path),
            now: config.now,
            delay: config.delay,
            quota: config.quota,
            #[cfg(feature = "faults")]
            requests_per_minute: config.requests_per_minute,
            throttle: Throttle::new(config.requests_per_minute),
            #[cfg(feature = "faults")]
            control: config.control,
            #[cfg(feature = "faults")]
            script: FaultScript::default(),
            #[cfg(feature = "faults")]
            requests: Requests::default(),
            stopped,
        });
        let router = routes::router(Arc::clone(&context), &config.path);
        #[cfg(feature = "faults")]
        let server =
            axum::serve(ConnectionListener(listener), router.into_make_service_with_connect_info::<ConnectionCloser>());
        #[cfg(not(feature = "faults"))]
        let server = axum::serve(listener, router);
        let stopping = Arc::clone(&context);
        let server =
            tokio::spawn(async move { server.with_graceful_shutdown(async move { stopping.stopping().await }).await });
        tracing::info!(%address, "sample service started");
        Ok(Self { context, config, running, server })
    }

    /// Returns the base URL: `http://127.0.0.1:PORT` and the path, without a trailing slash.
    #[must_use]
    pub fn base_url(&self) -> String {
        self.context.base.clone()
    }

    /// The API key.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.context.key
    }

    /// Deletes all data and fills the database again. Resets ids and the quota.
    pub async fn reset(&self) -> Result<(), StoreError> {
        self.context.store.reset(plan(&self.config)).await
    }

    /// Returns a generated history up to now, oldest first. The last state of each report is its
    /// current one. The same data gives the same history, except for deleted reports, whose dates
    /// depend on the current time.
    pub async fn history(&self) -> Result<Vec<HistoryState>, StoreError> {
        let present = self.context.store.run(|db| reports::all(db)).await?;
        let (seed, now) = (self.config.seed, self.config.now.unwrap_or_else(Timestamp::now));
        let made = tokio::task::spawn_blocking(move || history_seed::past(present, seed, now)).await;
        made.map_err(|_| StoreError::Interrupted)
    }

    /// Stops accepting requests, waits up to five seconds for those in flight, and frees the port.
    pub async fn stop(self) {
        let Self { running, mut server, .. } = self;
        drop(running);
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, &mut server).await.is_err() {
            server.abort();
        }
    }
}

/// For tests.
#[cfg(feature = "faults")]
impl SampleService {
    /// Applies a profile; omitted parts have their defaults. Resets the rate limit and the faults.
    pub fn apply_profile(&self, profile: ServiceProfile) {
        self.context.apply_profile(profile);
    }

    /// Returns the current profile.
    #[must_use]
    pub fn profile(&self) -> ServiceProfile {
        (*self.context.script.profile()).clone()
    }

    /// Returns the last 1,000 requests under `/api`, oldest first; only with [`Config::control`].
    #[must_use]
    pub fn requests(&self) -> Vec<Received> {
        self.context.requests.all()
    }

    /// Clears the recorded requests.
    pub fn clear_requests(&self) {
        self.context.requests.forget();
    }
}

/// Whether a path is valid for a base URL.
fn is_path(path: &str) -> bool {
    let is_segment = |segment: &str| {
        let plain = segment.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_~".contains(&byte));
        plain && !matches!(segment, "" | "." | "..")
    };
    path.is_empty() || path.strip_prefix('/').is_some_and(|rest| rest.split('/').all(is_segment))
}

fn plan(config: &Config) -> Plan {
    Plan {
        seed: config.seed,
        reports: config.reports,
        report_bytes: config.report_bytes,
        now: config.now.unwrap_or_else(Timestamp::now),
    }
}
