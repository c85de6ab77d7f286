use std::{
    mem,
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use assay_model::{CoreEvent, Problem};
use tokio::time::Instant;

use crate::{events::Events, host::Window, lock::lock, updates::Updates};

/// A window that does not confirm the close request in time hangs, and may close.
const WINDOW_RESPONSE_TIMEOUT: Duration = Duration::from_secs(2);

/// Whether the window may close without asking.
pub(crate) struct CloseGuard {
    updates: Arc<Updates>,
    window: Arc<dyn Window>,
    events: Events,
    is_guarded: AtomicBool,
    /// What last wanted the window to close.
    source: Mutex<CloseSource>,
    /// When the window was asked, until it responds.
    asked: Mutex<Option<Instant>>,
}

/// What wants the window to close.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CloseSource {
    User,
    Update,
    Restart,
}

#[expect(clippy::unused_async, reason = "every call of the contract is asked in the same way")]
impl CloseGuard {
    pub(crate) fn new(updates: Arc<Updates>, window: Arc<dyn Window>, events: Events) -> Self {
        let (is_guarded, source) = (AtomicBool::new(false), Mutex::new(CloseSource::User));
        Self { updates, window, events, is_guarded, source, asked: Mutex::default() }
    }

    /// Sets whether closing the window would lose something. The window must confirm this when
    /// asked, so that one that hangs can still be closed.
    pub async fn close_guard(&self, is_guarded: bool) -> Result<(), Problem> {
        self.is_guarded.store(is_guarded, Ordering::SeqCst);
        *self.asked() = None;
        Ok(())
    }

    /// Closes the window without asking. Installs the update or restarts if that was the reason;
    /// while an update is being installed, nothing closes.
    pub async fn app_close(&self, (): ()) -> Result<(), Problem> {
        // Cleared, so that a failed update doesn't block the next close.
        let source = mem::replace(&mut *lock(&self.source), CloseSource::User);
        match source {
            CloseSource::Update => return self.updates.install_and_restart().await,
            _ if self.updates.is_installing() => {}
            CloseSource::Restart => self.updates.restart(),
            CloseSource::User => self.window.close_window(),
        }
        Ok(())
    }

    /// Restarts the app. If the window would lose something, the user is asked first.
    pub async fn app_restart(&self, (): ()) -> Result<(), Problem> {
        if self.may_close_for(CloseSource::Restart) {
            self.updates.restart();
        }
        Ok(())
    }

    /// Downloads and verifies the update, installs it, and restarts the app. If the window would
    /// lose something, the user is asked first.
    pub async fn update_install(&self, (): ()) -> Result<(), Problem> {
        self.updates.install(|| self.may_close_for(CloseSource::Update)).await
    }

    /// Whether the window may close now. If not, it is notified to ask the user, unless it already
    /// shows that an update is being installed.
    pub fn may_close(&self) -> bool {
        self.may_close_for(CloseSource::User)
    }

    fn may_close_for(&self, who: CloseSource) -> bool {
        *lock(&self.source) = who;
        if who != CloseSource::Update && self.updates.is_installing() {
            return false;
        }
        if !self.is_guarded.load(Ordering::SeqCst) {
            return true;
        }
        let asked = *self.asked().get_or_insert_with(Instant::now);
        if asked.elapsed() > WINDOW_RESPONSE_TIMEOUT {
            return true;
        }
        self.events.send(&CoreEvent::CloseAsked { update: who == CloseSource::Update });
        false
    }

    fn asked(&self) -> MutexGuard<'_, Option<Instant>> {
        lock(&self.asked)
    }
}
