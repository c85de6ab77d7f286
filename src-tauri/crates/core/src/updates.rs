//! Updates of the app: checks for them, downloads one, and installs it.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use assay_api::{Fetched, Limits, ClientSettings, PublicFetcher};
use assay_model::{CoreEvent, Problem, ProblemCode, Release, UpdatePhase, UpdateState};
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use tokio::time::sleep;
use url::Url;

use crate::{Core, Host, notifier::ThrottledNotifier, closing::CloseSource, events::Events};

/// Between two progress events.
const TOLD_EVERY: Duration = Duration::from_millis(250);

/// Of the update listing.
const AFTER_START: Duration = Duration::from_secs(5);

/// Of a package, which is held in memory until it is installed.
const LOOK_AT_CLOCK: Duration = Duration::from_hours(1);

const DAY: SignedDuration = SignedDuration::from_hours(24);

/// The newer version of the app, if there is one.
const LARGEST_LISTING: usize = 1_000_000;

/// The most bytes of a package, which is held in memory until it is installed.
const LARGEST_PACKAGE: usize = 256_000_000;

/// How long a package may take on its way.
const LONGEST_FETCH: Duration = Duration::from_hours(1);

/// A newer version, as it is listed.
pub struct Newer {
    /// Which.
    pub release: Release,
    /// Where its package for this copy of the app is; none where this copy does not install it.
    pub package: Option<Url>,
}

/// What is known of newer versions.
pub(crate) struct Updates {
    host: Arc<dyn Host>,
    known: Arc<Mutex<Known>>,
    notifier: ThrottledNotifier,
    /// Held while it is looked, fetched or installed.
    turn: tokio::sync::Mutex<()>,
    is_looking_by_itself: AtomicBool,
}

struct Known {
    phase: UpdatePhase,
    /// The update, once found.
    offer: Option<Arc<Offer>>,
    /// Its package, once downloaded and verified.
    package: Option<Arc<Vec<u8>>>,
    /// When the last check was, successful or not.
    looked: Option<Timestamp>,
}

struct Offer {
    newer: Newer,
    /// What it was read of.
    listing: Value,
}

impl Updates {
    pub(crate) fn new(host: Arc<dyn Host>, events: Events) -> Self {
        let known = Known { phase: UpdatePhase::Idle, offer: None, package: None, looked: None };
        let known = Arc::new(Mutex::new(known));
        let notifier = {
            let (host, known) = (Arc::clone(&host), Arc::clone(&known));
            ThrottledNotifier::new(TOLD_EVERY, move || {
                let state = UpdateState { way: host.update_way(), phase: lock(&known).phase.clone() };
                events.tell(&CoreEvent::Update { state });
            })
        };
        let (turn, is_looking_by_itself) = (tokio::sync::Mutex::default(), AtomicBool::new(false));
        Self { host, known, notifier, turn, is_looking_by_itself }
    }

    pub(crate) fn state(&self) -> UpdateState {
        UpdateState { way: self.host.update_way(), phase: self.known().phase.clone() }
    }

    /// Whether an update is being installed, which must not be interrupted.
    pub(crate) fn is_installing(&self) -> bool {
        matches!(self.known().phase, UpdatePhase::Installing { .. })
    }

    /// Checks for an update, unless one is being downloaded.
    async fn look(&self) -> Result<(), Problem> {
        if let Ok(_turn) = self.turn.try_lock()
            && self.known().package.is_none()
        {
            return self.look_now().await;
        }
        Ok(())
    }

    /// Keeps the earlier result until there is a new one, also on failure.
    async fn look_now(&self) -> Result<(), Problem> {
        let Some(address) = self.host.update_address() else { return Ok(()) };
        if self.known().offer.is_none() {
            self.set(UpdatePhase::Looking);
        }
        let found = self.read(&address).await;
        let now = Timestamp::now();
        let mut known = self.known();
        known.looked = Some(now);
        let looked = match found {
            Ok(Some(offer)) => {
                known.phase = UpdatePhase::Found { release: offer.newer.release.clone() };
                known.offer = Some(Arc::new(offer));
                Ok(())
            }
            Ok(None) => {
                known.phase = UpdatePhase::Current { at: now };
                known.offer = None;
                Ok(())
            }
            Err(problem) => {
                tracing::warn!(%problem, "no newer version could be looked for");
                if known.offer.is_none() {
                    known.phase = UpdatePhase::Failed { problem: Box::new(problem.clone()), release: None };
                }
                Err(problem)
            }
        };
        drop(known);
        self.notifier.changed();
        looked
    }

    async fn read(&self, address: &Url) -> Result<Option<Offer>, Problem> {
        let limits = Limits { body: LARGEST_LISTING, ..Limits::default() };
        let Fetched { address, body } = web(limits).fetch(address).await.map_err(unreached)?;
        let unusable = |error| Problem::new(ProblemCode::UpdateFailed).with_detail(format!("{address}: {error}"));
        let listing: Value = serde_json::from_slice(&body).map_err(unusable)?;
        Ok(self.host.newer_version(&listing)?.map(|newer| Offer { newer, listing }))
    }

    /// Whether the requested update is still the one offered. Checks again after a failure: the
    /// listing may have been fixed or may have a newer version.
    async fn is_still_offered(&self) -> Result<bool, Problem> {
        let wanted = self.known().version();
        if !matches!(self.known().phase, UpdatePhase::Failed { .. }) {
            return Ok(true);
        }
        self.look_now().await?;
        Ok(wanted.is_some() && self.known().version() == wanted)
    }

    /// The verified package of the update, downloaded if needed.
    async fn package(&self) -> Result<(Arc<Offer>, Arc<Vec<u8>>), Problem> {
        let failed = |detail: &str| Problem::new(ProblemCode::UpdateFailed).with_detail(detail);
        let (offer, package) = {
            let known = self.known();
            (known.offer.clone(), known.package.clone())
        };
        let offer = offer.ok_or_else(|| failed("no newer version was found"))?;
        if let Some(package) = package {
            return Ok((offer, package));
        }
        let address = offer.newer.package.as_ref().ok_or_else(|| failed("this copy of the app does not install it"))?;
        let fetched = self.fetch(address, &offer).await;
        let mut known = self.known();
        match fetched {
            Ok(package) => {
                let package = Arc::new(package);
                known.package = Some(Arc::clone(&package));
                drop(known);
                Ok((offer, package))
            }
            Err(problem) => {
                let release = offer.newer.release.clone();
                known.phase = if problem.code == ProblemCode::Cancelled {
                    UpdatePhase::Found { release }
                } else {
                    UpdatePhase::Failed { problem: Box::new(problem.clone()), release: Some(release) }
                };
                drop(known);
                self.notifier.changed();
                Err(problem)
            }
        }
    }

    async fn fetch(&self, address: &Url, offer: &Arc<Offer>) -> Result<Vec<u8>, Problem> {
        self.set(UpdatePhase::Fetching { release: offer.newer.release.clone(), done: 0, total: None });
        let limits = Limits { body: LARGEST_PACKAGE, ..Limits::default() };
        let told = |so_far, of| {
            if let UpdatePhase::Fetching { done, total, .. } = &mut self.known().phase {
                (*done, *total) = (so_far, of);
            }
            self.notifier.changed();
        };
        let fetched = web(limits).fetch_large(address, LONGEST_FETCH, told).await;
        let package = fetched.map_err(unreached)?.body;
        let (host, offer) = (Arc::clone(&self.host), Arc::clone(offer));
        in_the_back(move || host.check_package(&offer.listing, &package).map(|()| package)).await
    }

    fn set(&self, phase: UpdatePhase) {
        self.known().phase = phase;
        self.notifier.changed();
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        lock(&self.known)
    }
}

impl Known {
    fn version(&self) -> Option<String> {
        self.offer.as_ref().map(|offer| offer.newer.release.version.clone())
    }
}

impl Core {
    /// Looks for a newer version of the app, and answers what came of it. That it failed is the state as well, unless
    /// that still is what was found before.
    pub async fn update_check(self: &Arc<Self>, (): ()) -> Result<UpdateState, Problem> {
        let looked = self.updates.look().await;
        if self.updates.known().offer.is_some() {
            looked?;
        }
        Ok(self.updates.state())
    }

    /// Fetches the version that was found and checks its signature. Then it takes this one's place, and the app starts
    /// anew; if something in the window would be lost, the user is asked before, as at closing.
    pub async fn update_install(self: &Arc<Self>, (): ()) -> Result<(), Problem> {
        let turn = self.updates.turn.lock().await;
        if !self.updates.is_still_offered().await? {
            return Ok(());
        }
        let (offer, _) = self.updates.package().await?;
        if self.may_close_for(CloseSource::Update) {
            drop(turn);
            return self.take_place().await;
        }
        self.updates.set(UpdatePhase::Ready { release: offer.newer.release.clone() });
        Ok(())
    }

    /// Installs the downloaded update, and restarts the app.
    pub(crate) async fn take_place(&self) -> Result<(), Problem> {
        let _turn = self.updates.turn.lock().await;
        let (offer, package) = self.updates.package().await?;
        let release = offer.newer.release.clone();
        self.updates.set(UpdatePhase::Installing { release: release.clone() });
        let host = Arc::clone(&self.host);
        let installed = in_the_back(move || host.install_package(&offer.listing, &package)).await;
        if let Err(problem) = &installed {
            tracing::warn!(%problem, "the newer version could not be installed");
            self.updates.known().package = None;
            self.updates.set(UpdatePhase::Failed { problem: Box::new(problem.clone()), release: Some(release) });
        } else {
            self.host.restart();
        }
        installed
    }

    /// When the last check was, successful or not.
    pub(crate) fn keep_looking(self: &Arc<Self>) {
        let never = self.host.safe_mode() || self.host.update_address().is_none();
        if never || self.updates.is_looking_by_itself.swap(true, Ordering::SeqCst) {
            return;
        }
        let core = Arc::downgrade(self);
        tokio::spawn(async move {
            sleep(AFTER_START).await;
            while let Some(core) = core.upgrade() {
                let looked = core.updates.known().looked;
                if core.preferences().is_ok_and(|kept| kept.look_for_updates) && is_due(looked, Timestamp::now()) {
                    // What came of it is told as the state, or nothing changed.
                    let _ = core.updates.look().await;
                }
                drop(core);
                sleep(LOOK_AT_CLOCK).await;
            }
        });
    }
}

/// Whether it is time to look again. It is, too, after the clock was set back.
fn is_due(looked: Option<Timestamp>, now: Timestamp) -> bool {
    looked.is_none_or(|looked| now < looked || now.duration_since(looked) >= DAY)
}

/// The client for updates. It sends only the app's name and version.
fn web(limits: Limits) -> PublicFetcher {
    PublicFetcher::new(ClientSettings { limits, ..ClientSettings::default() }).secure()
}

/// Converts a network failure: it is the update server's, not a service's.
fn unreached(problem: Problem) -> Problem {
    if problem.code == ProblemCode::Cancelled {
        return problem;
    }
    let detail = problem.to_string();
    Problem { code: ProblemCode::UpdateFailed, detail: Some(detail), ..problem }
}

/// Runs work off the async threads.
async fn in_the_back<T: Send + 'static>(
    act: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let done = tokio::task::spawn_blocking(act).await;
    done.map_err(|fault| Problem::new(ProblemCode::Internal).with_detail(fault.to_string()))?
}

fn lock(known: &Mutex<Known>) -> MutexGuard<'_, Known> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use jiff::{SignedDuration, Timestamp};

    use super::is_due;

    #[test]
    fn it_is_looked_once_a_day() {
        let looked = Timestamp::UNIX_EPOCH;
        for (hours, due) in [(0, false), (23, false), (24, true), (240, true), (-1, true)] {
            assert_eq!(is_due(Some(looked), looked + SignedDuration::from_hours(hours)), due, "{hours}");
        }
        assert!(is_due(None, looked));
    }
}
