use std::{
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use assay_model::{CoreEvent, MenuGroup, Problem};
use tokio::time::Instant;

use crate::Core;

/// A window that does not confirm the close request in time hangs, and may close.
const PATIENCE: Duration = Duration::from_secs(2);

/// Whether the window may close without asking.
#[derive(Default)]
pub(crate) struct Closing {
    is_guarded: AtomicBool,
    /// Asked to close for an update.
    is_for_update: AtomicBool,
    /// When the window was asked, until it responds.
    asked: Mutex<Option<Instant>>,
}

/// What wants the window to close.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CloseSource {
    User,
    Update,
}

#[expect(clippy::unused_async, reason = "every call of the contract is asked in the same way")]
impl Core {
    /// Whether something in the window would be lost if it closed. A window that was asked has to say it again, so that
    /// one that hangs can still be closed.
    pub async fn close_guard(&self, is_guarded: bool) -> Result<(), Problem> {
        self.closing.is_guarded.store(is_guarded, Ordering::SeqCst);
        *self.asked() = None;
        Ok(())
    }

    /// Closes the window without asking. Installs the update if that was the reason; while one is
    /// being installed, nothing closes.
    pub async fn app_close(&self, (): ()) -> Result<(), Problem> {
        // Cleared, so that a failed update doesn't block the next close.
        if self.closing.is_for_update.swap(false, Ordering::SeqCst) {
            return self.take_place().await;
        }
        if !self.updates.is_installing() {
            self.host.close_window();
        }
        Ok(())
    }

    /// Whether the window may close now. If not, it is told to ask the user, unless it shows why: a newer version is being
    /// installed.
    pub fn may_close(&self) -> bool {
        self.may_close_for(CloseSource::User)
    }

    pub(crate) fn may_close_for(&self, who: CloseSource) -> bool {
        self.closing.is_for_update.store(who == CloseSource::Update, Ordering::SeqCst);
        if who == CloseSource::User && self.updates.is_installing() {
            return false;
        }
        if !self.closing.is_guarded.load(Ordering::SeqCst) {
            return true;
        }
        let asked = *self.asked().get_or_insert_with(Instant::now);
        if asked.elapsed() > PATIENCE {
            return true;
        }
        self.events.tell(&CoreEvent::CloseAsked { update: who == CloseSource::Update });
        false
    }

    /// A command was chosen in the system's menu bar.
    pub fn command_chosen(&self, command: String) {
        self.events.tell(&CoreEvent::Command { command });
    }

    /// Fills the system's menu bar, where there is one.
    pub async fn menu_show(&self, menu: Vec<MenuGroup>) -> Result<(), Problem> {
        self.host.show_menu(&menu);
        Ok(())
    }

    fn asked(&self) -> MutexGuard<'_, Option<Instant>> {
        self.closing.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
