//! Updates of the app: checks for them, downloads one, and installs it.

use std::{
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use assay_api::{ClientSettings, Download, Limits, PublicFetcher};
use assay_model::{CoreEvent, Problem, ProblemCode, UpdatePhase, UpdateState};
use jiff::Timestamp;
use serde_json::Value;
use url::Url;

use crate::{
    events::Events,
    host::{AvailableUpdate, Updater},
    lock::lock,
    throttled_notifier::ThrottledNotifier,
};

/// Between two progress events.
const NOTIFY_INTERVAL: Duration = Duration::from_millis(250);

/// Of the update listing.
const MAX_LISTING_BYTES: usize = 1_000_000;

/// Of a package, which is held in memory until it is installed.
const MAX_PACKAGE_BYTES: usize = 256_000_000;

const DOWNLOAD_TIMEOUT: Duration = Duration::from_hours(1);

/// The newer version of the app, if there is one.
pub(crate) struct Updates {
    updater: Arc<dyn Updater>,
    status: Arc<Mutex<UpdateStatus>>,
    notifier: ThrottledNotifier,
    /// Locked during a check, a download, or an installation.
    turn: tokio::sync::Mutex<()>,
    /// Locked during an installation.
    installation: tokio::sync::Mutex<()>,
}

struct UpdateStatus {
    phase: UpdatePhase,
    /// The update, once found.
    offer: Option<Arc<Offer>>,
    /// Its package, once downloaded and verified.
    package: Option<Arc<Vec<u8>>>,
    /// When the last check was, successful or not.
    checked_at: Option<Timestamp>,
}

struct Offer {
    update: AvailableUpdate,
    /// The listing it was found in.
    listing: Value,
}

impl Updates {
    pub(crate) fn new(updater: Arc<dyn Updater>, events: Events) -> Self {
        let status = UpdateStatus { phase: UpdatePhase::Idle, offer: None, package: None, checked_at: None };
        let status = Arc::new(Mutex::new(status));
        let notifier = {
            let (updater, status) = (Arc::clone(&updater), Arc::clone(&status));
            ThrottledNotifier::new(NOTIFY_INTERVAL, move || {
                let state = UpdateState { way: updater.update_way(), phase: lock(&status).phase.clone() };
                events.send(&CoreEvent::Update { state });
            })
        };
        Self {
            updater,
            status,
            notifier,
            turn: tokio::sync::Mutex::default(),
            installation: tokio::sync::Mutex::default(),
        }
    }

    pub(crate) fn state(&self) -> UpdateState {
        UpdateState { way: self.updater.update_way(), phase: self.status().phase.clone() }
    }

    /// Whether an update is being installed, which must not be interrupted.
    pub(crate) fn is_installing(&self) -> bool {
        matches!(self.status().phase, UpdatePhase::Installing { .. })
    }

    /// Makes installations wait until this is dropped. Fails while one is running.
    pub(crate) fn hold_installations(&self) -> Result<tokio::sync::MutexGuard<'_, ()>, Problem> {
        match self.installation.try_lock() {
            // It lasts until the restart.
            Ok(held) if !self.is_installing() => Ok(held),
            Ok(_) | Err(_) => {
                let why = "an update is being installed; Assay restarts after that";
                Err(Problem::new(ProblemCode::Internal).with_detail(why))
            }
        }
    }

    /// Checks for an update, unless one is being downloaded.
    pub(crate) async fn check(&self) -> Result<(), Problem> {
        if let Ok(_turn) = self.turn.try_lock()
            && self.status().package.is_none()
        {
            return self.check_now().await;
        }
        Ok(())
    }

    /// Keeps the earlier result until there is a new one, also on failure.
    async fn check_now(&self) -> Result<(), Problem> {
        let Some(address) = self.updater.update_address() else { return Ok(()) };
        if self.status().offer.is_none() {
            self.set(UpdatePhase::Looking);
        }
        let found = self.read(&address).await;
        let now = Timestamp::now();
        let mut status = self.status();
        status.checked_at = Some(now);
        let looked = match found {
            Ok(Some(offer)) => {
                status.phase = UpdatePhase::Found { release: offer.update.release.clone() };
                status.offer = Some(Arc::new(offer));
                Ok(())
            }
            Ok(None) => {
                status.phase = UpdatePhase::Current { at: now };
                status.offer = None;
                Ok(())
            }
            Err(problem) => {
                tracing::warn!(%problem, "couldn't check for updates");
                if status.offer.is_none() {
                    status.phase = UpdatePhase::Failed { problem: Box::new(problem.clone()), release: None };
                }
                Err(problem)
            }
        };
        drop(status);
        self.notifier.changed();
        looked
    }

    async fn read(&self, address: &Url) -> Result<Option<Offer>, Problem> {
        let limits = Limits { body: MAX_LISTING_BYTES, ..Limits::default() };
        let Download { address, body } = fetcher(limits).fetch(address).await.map_err(unreached)?;
        let unusable = |error| Problem::new(ProblemCode::UpdateFailed).with_detail(format!("{address}: {error}"));
        let listing: Value = serde_json::from_slice(&body).map_err(unusable)?;
        Ok(self.updater.newer_version(&listing)?.map(|update| Offer { update, listing }))
    }

    /// Whether the requested update is still the one offered. Checks again after a failure: the
    /// listing may have been fixed or may have a newer version.
    async fn is_still_offered(&self) -> Result<bool, Problem> {
        let wanted = self.status().version();
        if !matches!(self.status().phase, UpdatePhase::Failed { .. }) {
            return Ok(true);
        }
        self.check_now().await?;
        Ok(wanted.is_some() && self.status().version() == wanted)
    }

    /// The verified package of the update, downloaded if needed.
    async fn package(&self) -> Result<(Arc<Offer>, Arc<Vec<u8>>), Problem> {
        let failed = |detail: &str| Problem::new(ProblemCode::UpdateFailed).with_detail(detail);
        let (offer, package) = {
            let status = self.status();
            (status.offer.clone(), status.package.clone())
        };
        let offer = offer.ok_or_else(|| failed("no update was found"))?;
        if let Some(package) = package {
            return Ok((offer, package));
        }
        let address =
            offer.update.package.as_ref().ok_or_else(|| failed("this copy of Assay can’t install updates"))?;
        let fetched = self.fetch(address, &offer).await;
        let mut status = self.status();
        match fetched {
            Ok(package) => {
                let package = Arc::new(package);
                status.package = Some(Arc::clone(&package));
                drop(status);
                Ok((offer, package))
            }
            Err(problem) => {
                let release = offer.update.release.clone();
                status.phase = if problem.code == ProblemCode::Canceled {
                    UpdatePhase::Found { release }
                } else {
                    UpdatePhase::Failed { problem: Box::new(problem.clone()), release: Some(release) }
                };
                drop(status);
                self.notifier.changed();
                Err(problem)
            }
        }
    }

    async fn fetch(&self, address: &Url, offer: &Arc<Offer>) -> Result<Vec<u8>, Problem> {
        self.set(UpdatePhase::Fetching { release: offer.update.release.clone(), done: 0, total: None });
        let limits = Limits { body: MAX_PACKAGE_BYTES, ..Limits::default() };
        let told = |so_far, of| {
            if let UpdatePhase::Fetching { done, total, .. } = &mut self.status().phase {
                (*done, *total) = (so_far, of);
            }
            self.notifier.changed();
        };
        let fetched = fetcher(limits).fetch_large(address, DOWNLOAD_TIMEOUT, told).await;
        let package = fetched.map_err(unreached)?.body;
        let (updater, offer) = (Arc::clone(&self.updater), Arc::clone(offer));
        run_blocking(move || updater.check_package(&offer.listing, &package).map(|()| package)).await
    }

    /// Checks for an update, and returns the state. A failure is part of the state unless an update
    /// was already found.
    pub async fn update_check(&self, (): ()) -> Result<UpdateState, Problem> {
        let looked = self.check().await;
        if self.status().offer.is_some() {
            looked?;
        }
        Ok(self.state())
    }

    /// Downloads and verifies the update, installs it, and restarts the app, unless the window may
    /// not close.
    pub(crate) async fn install(&self, may_close: impl FnOnce() -> bool) -> Result<(), Problem> {
        let turn = self.turn.lock().await;
        if !self.is_still_offered().await? {
            return Ok(());
        }
        let (offer, _) = self.package().await?;
        if may_close() {
            drop(turn);
            return self.install_and_restart().await;
        }
        self.set(UpdatePhase::Ready { release: offer.update.release.clone() });
        Ok(())
    }

    /// Installs the downloaded update, and restarts the app.
    pub(crate) async fn install_and_restart(&self) -> Result<(), Problem> {
        let _turn = self.turn.lock().await;
        let (offer, package) = self.package().await?;
        let release = offer.update.release.clone();
        let _installation = self.installation.lock().await;
        self.set(UpdatePhase::Installing { release: release.clone() });
        let updater = Arc::clone(&self.updater);
        let installed = run_blocking(move || updater.install_package(&offer.listing, &package)).await;
        if let Err(problem) = &installed {
            tracing::warn!(%problem, "couldn't install the update");
            self.status().package = None;
            self.set(UpdatePhase::Failed { problem: Box::new(problem.clone()), release: Some(release) });
        } else {
            self.restart();
        }
        installed
    }

    /// Restarts the app.
    pub(crate) fn restart(&self) {
        self.updater.restart();
    }

    /// When the last check was, successful or not.
    pub(crate) fn checked_at(&self) -> Option<Timestamp> {
        self.status().checked_at
    }

    fn set(&self, phase: UpdatePhase) {
        self.status().phase = phase;
        self.notifier.changed();
    }

    fn status(&self) -> MutexGuard<'_, UpdateStatus> {
        lock(&self.status)
    }
}

impl UpdateStatus {
    fn version(&self) -> Option<String> {
        self.offer.as_ref().map(|offer| offer.update.release.version.clone())
    }
}

/// The client for updates. It sends only the app's name and version.
fn fetcher(limits: Limits) -> PublicFetcher {
    PublicFetcher::new(ClientSettings { limits, ..ClientSettings::default() }).https_only()
}

/// Converts a network failure: it is the update server's, not a service's.
fn unreached(problem: Problem) -> Problem {
    if problem.code == ProblemCode::Canceled {
        return problem;
    }
    let detail = problem.to_string();
    Problem { code: ProblemCode::UpdateFailed, detail: Some(detail.into()), ..problem }
}

/// Runs work off the async threads.
async fn run_blocking<T: Send + 'static>(
    act: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let done = tokio::task::spawn_blocking(act).await;
    done.map_err(|fault| Problem::new(ProblemCode::Internal).with_detail(fault.to_string()))?
}
