//! Forwards later starts of the program to the running one.

use std::sync::{Arc, Mutex, PoisonError};

use assay_core::Core;
use tauri::{AppHandle, Manager};

use crate::{
    links,
    options::{self, Options, CliCommand},
    window,
};

/// Options of further starts until the window exists; then `None`.
pub struct Asked(Mutex<Option<Vec<Options>>>);

impl Default for Asked {
    fn default() -> Self {
        Self(Mutex::new(Some(Vec::new())))
    }
}

impl Asked {
    /// Keeps what was asked during the start. After it, gives it back.
    fn keep(&self, options: Options) -> Option<Options> {
        match self.0.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            Some(kept) => {
                kept.push(options);
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
pub fn began(app: &AppHandle, words: Vec<String>) {
    let wish = options::read(words.into_iter().skip(1).map(Into::into));
    let options = if let Ok(CliCommand::Run(options)) = wish { options } else { Options::default() };
    let asked = match app.try_state::<Asked>() {
        Some(asked) => asked.keep(options),
        None => Some(options),
    };
    if let Some(options) = asked {
        heed(app, &options);
        window::focus(app);
    }
}

/// Applies the stored options once the window exists; later ones apply immediately.
pub fn window_is_there(app: &AppHandle) {
    for options in app.state::<Asked>().take() {
        heed(app, &options);
    }
}

fn heed(app: &AppHandle, options: &Options) {
    if let Some(core) = app.try_state::<Arc<Core>>() {
        links::heed(&core, options);
    }
}

#[cfg(test)]
mod tests {
    use super::Asked;
    use crate::options::Options;

    #[test]
    fn what_is_asked_during_the_start_is_not_lost() {
        let asked = Asked::default();
        let link = |link: &str| Options { link: Some(link.to_owned()), ..Options::default() };
        assert_eq!(asked.keep(link("assay://report/a/1")), None);
        assert_eq!(asked.keep(Options { sample: true, ..Options::default() }), None);
        let kept = asked.take();
        assert_eq!((kept[0].link.as_deref(), kept[1].sample, kept.len()), (Some("assay://report/a/1"), true, 2));
        assert_eq!(asked.keep(link("assay://report/a/2")), Some(link("assay://report/a/2")));
        assert_eq!(asked.take(), []);
    }
}
