//! Forwards later starts of the program to the running one.

use std::sync::{Arc, Mutex, PoisonError};

use assay_core::Core;
use tauri::{AppHandle, Manager};

use crate::{
    links,
    options::{self, CliCommand, Options},
    window,
};

/// Options of further starts until the window exists; then `None`.
pub struct SecondLaunch(Mutex<Option<Vec<Options>>>);

impl Default for SecondLaunch {
    fn default() -> Self {
        Self(Mutex::new(Some(Vec::new())))
    }
}

impl SecondLaunch {
    /// Stores options during startup; later, returns them.
    fn keep(&self, options: Options) -> Option<Options> {
        match self.0.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            Some(pending) => {
                pending.push(options);
                None
            }
            None => Some(options),
        }
    }

    /// Ends startup, and returns the stored options.
    fn take(&self) -> Vec<Options> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default()
    }
}

/// Handles another start of the program, with its arguments.
pub fn on_second_launch(app: &AppHandle, words: Vec<String>) {
    let command = options::read(words.into_iter().skip(1).map(Into::into));
    let options = if let Ok(CliCommand::Run(options)) = command { options } else { Options::default() };
    let pending = match app.try_state::<SecondLaunch>() {
        Some(pending) => pending.keep(options),
        None => Some(options),
    };
    if let Some(options) = pending {
        apply_options(app, &options);
        window::focus(app);
    }
}

/// Applies the stored options once the window exists; later ones apply immediately.
pub fn window_is_there(app: &AppHandle) {
    for options in app.state::<SecondLaunch>().take() {
        apply_options(app, &options);
    }
}

fn apply_options(app: &AppHandle, options: &Options) {
    if let Some(core) = app.try_state::<Arc<Core>>() {
        links::open_deep_link(&core, options);
    }
}

#[cfg(test)]
mod tests {
    use super::SecondLaunch;
    use crate::options::Options;

    #[test]
    fn what_is_asked_during_the_start_is_not_lost() {
        let launch = SecondLaunch::default();
        let link = |link: &str| Options { link: Some(link.to_owned()), ..Options::default() };
        assert_eq!(launch.keep(link("assay://report/a/1")), None);
        assert_eq!(launch.keep(Options { sample: true, ..Options::default() }), None);
        let pending = launch.take();
        assert_eq!(
            (pending[0].link.as_deref(), pending[1].sample, pending.len()),
            (Some("assay://report/a/1"), true, 2)
        );
        assert_eq!(launch.keep(link("assay://report/a/2")), Some(link("assay://report/a/2")));
        assert_eq!(launch.take(), []);
    }
}
