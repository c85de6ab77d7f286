//! Writes crash reports, on this computer only.

use std::{backtrace::Backtrace, panic, path::Path, thread};

use assay_core::Crashes;

/// Writes a crash report next to the log on every panic.
///
/// Kills and crashes of system components, such as the webview, leave none.
pub fn watch(log_folder: &Path, about: impl Fn() -> String + Send + Sync + 'static) {
    let crashes = Crashes::in_log_folder(log_folder);
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |fault| {
        usual(fault);
        let place = fault.location().map(ToString::to_string).unwrap_or_default();
        log::error!("the app crashed at {place}");
        let thread = thread::current();
        let name = thread.name().unwrap_or("without a name");
        let text = format!("The thread {name} {fault}\n\n{}", named_frames(&Backtrace::force_capture().to_string()));
        if let Err(error) = crashes.save(&about(), &text) {
            log::error!("couldn't save a crash report: {error}");
        }
    }));
}

/// The named frames of a trace; release builds have few.
fn named_frames(trace: &str) -> &str {
    if trace.lines().all(|line| line.ends_with("<unknown>")) { "" } else { trace }
}

#[cfg(test)]
mod tests {
    use std::{panic, thread};

    use assay_core::Crashes;

    use super::{named_frames, watch};

    #[test]
    fn a_panic_leaves_a_readable_text() {
        let folder = tempfile::tempdir().unwrap();
        watch(folder.path(), || "Assay 1.2.3".to_owned());
        let ended = thread::Builder::new()
            .name("tulips".to_owned())
            .spawn(|| panic!("https://shop.example/tulips cannot be"))
            .unwrap()
            .join();
        drop(panic::take_hook());
        assert!(ended.is_err());
        let crash = Crashes::in_log_folder(folder.path()).unseen().unwrap();
        assert!(crash.text.starts_with("Assay 1.2.3\n"), "{}", crash.text);
        assert!(crash.text.contains("The thread tulips panicked at ") && crash.text.contains("crash.rs:"));
        assert!(crash.text.contains("<address> cannot be") && crash.text.contains("a_panic_leaves"));
    }

    #[test]
    fn a_trace_without_names_is_left_out() {
        assert_eq!(named_frames("   0: <unknown>\n   1: <unknown>\n"), "");
        assert_ne!(named_frames("   0: <unknown>\n   1: main\n"), "");
    }
}
